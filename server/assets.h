/* Files of the browser client and of the documentation, embedded in the program (tools/embed.cmake). */
#ifndef CHARLATAN_SERVER_ASSETS_H
#define CHARLATAN_SERVER_ASSETS_H

#include <stddef.h>

struct asset {
    const char *path, *type;
    const unsigned char *at;
    size_t n;
    int keep_s; /* how long a browser may keep it; 0: ask each time */
};

extern const struct asset assets[];
extern const size_t assets_count;

const struct asset *asset_find(const char *path); /* or NULL; "/" is the first page */

#endif
