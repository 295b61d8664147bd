/* Assets: content that does not change while the server runs. These are files of the browser
 * client and of the documentation, embedded in the program (tools/embed.cmake), and texts that
 * the server makes. They are compressed once. A tag lets browsers keep a copy until it changes. */
#ifndef CHARLATAN_SERVER_ASSETS_H
#define CHARLATAN_SERVER_ASSETS_H

#include <stddef.h>

struct http;

enum { ASSET_TAG = 24 };

struct asset {
    const char *path, *type;
    /* Changes with the content. */
    char tag[ASSET_TAG];
    /* NULL: not unpacked yet. */
    const unsigned char *plain;
    size_t plain_n;
    /* Compressed with gzip; NULL: that would not be shorter. */
    const unsigned char *packed;
    size_t packed_n;
    /* The path changes with the content, so browsers may keep it for ever. */
    int for_ever;
};

/* Only `plain` ever changes, when a client does not accept gzip. */
extern struct asset assets[];
extern const size_t assets_count;

/* The asset at this path, or NULL; "/" is the first page. */
struct asset *asset_find(const char *path);
/* Makes an asset of a text, which must outlive it. */
void asset_make(struct asset *a, const char *type, const char *text, size_t n);
/* Frees an asset that asset_make has made, or one of zeros. */
void asset_free(struct asset *a);
/* Answers without a copy: the asset must outlive the answer. */
void asset_answer(struct http *h, struct asset *a);

/* ---- asset_pack.c ---- */

/* Compresses the asset, if it can be. */
void asset_pack(struct asset *a);
/* Decompresses an asset for clients that do not accept gzip. This is done once. */
void asset_unpack(struct asset *a);

#endif
