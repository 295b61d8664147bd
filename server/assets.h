/* What does not change while the server runs: files of the browser client and of the documentation, embedded in the
 * program (tools/embed.cmake), and texts of the server's own. They are packed once, and have a tag by which browsers
 * notice that theirs is still good. */
#ifndef CHARLATAN_SERVER_ASSETS_H
#define CHARLATAN_SERVER_ASSETS_H

#include <stddef.h>

struct http;

enum { ASSET_TAG = 24 };

struct asset {
    const char *path, *type;
    char tag[ASSET_TAG];        /* changes with its contents */
    const unsigned char *plain; /* NULL: not unpacked yet */
    size_t plain_n;
    const unsigned char *packed; /* gzip; NULL: that would not be shorter */
    size_t packed_n;
    int for_ever; /* its path changes with its contents */
};

extern struct asset assets[]; /* all that changes: `plain`, when somebody does not take gzip */
extern const size_t assets_count;

struct asset *asset_find(const char *path); /* or NULL; "/" is the first page */
/* A text that outlives the asset. */
void asset_make(struct asset *a, const char *type, const char *text, size_t n);
void asset_free(struct asset *a); /* one that was made, or zeros */
void asset_answer(struct http *h, struct asset *a);

#endif
