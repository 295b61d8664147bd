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
    /* Changes with its contents. */
    char tag[ASSET_TAG];
    /* NULL: not unpacked yet. */
    const unsigned char *plain;
    size_t plain_n;
    /* Gzip; NULL: that would not be shorter. */
    const unsigned char *packed;
    size_t packed_n;
    /* Its path changes with its contents. */
    int for_ever;
};

/* All that changes: `plain`, when somebody does not take gzip. */
extern struct asset assets[];
extern const size_t assets_count;

/* Or NULL; "/" is the first page. */
struct asset *asset_find(const char *path);
/* A text that outlives the asset. */
void asset_make(struct asset *a, const char *type, const char *text, size_t n);
/* One that was made, or zeros. */
void asset_free(struct asset *a);
void asset_answer(struct http *h, struct asset *a);

#endif
