/* Finds, compresses and decompresses assets. Nothing outside the program is ever read. */
#include "server/assets.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "engine/hash.h"
#include "engine/port.h"
#include "server/transport.h"

/* For zlib: the largest window, with a gzip header. */
enum { GZIP = 15 + 16 };

struct asset *asset_find(const char *path)
{
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    for (size_t i = 0; i < assets_count; i++)
        if (strcmp(assets[i].path, path) == 0)
            return &assets[i];
    return NULL;
}

void asset_make(struct asset *a, const char *type, const char *text, size_t n)
{
    z_stream z = {0};
    MUST(deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP, 9, Z_DEFAULT_STRATEGY) == Z_OK);
    unsigned char *packed = malloc(deflateBound(&z, n));
    MUST(packed);
    /* The cast is safe, because the text is only read. */
    z.next_in = (unsigned char *)(uintptr_t)text;
    z.avail_in = (unsigned)n;
    z.next_out = packed;
    z.avail_out = (unsigned)deflateBound(&z, n);
    MUST(deflate(&z, Z_FINISH) == Z_STREAM_END);
    *a = (struct asset){.type = type, .plain = (const unsigned char *)text, .plain_n = n};
    a->packed = packed;
    a->packed_n = z.total_out;
    deflateEnd(&z);
    snprintf(a->tag, sizeof a->tag, "W/\"%016llx\"", (unsigned long long)hash_bytes(text, n));
}

void asset_free(struct asset *a)
{
    free((void *)(uintptr_t)a->packed);
    memset(a, 0, sizeof *a);
}

/* Decompresses an asset for clients that do not accept gzip. This is done once. */
static void unpack(struct asset *a)
{
    z_stream z = {0};
    unsigned char *plain = malloc(a->plain_n);
    MUST(plain && inflateInit2(&z, GZIP) == Z_OK);
    z.next_in = (unsigned char *)(uintptr_t)a->packed;
    z.avail_in = (unsigned)a->packed_n;
    z.next_out = plain;
    z.avail_out = (unsigned)a->plain_n;
    MUST(inflate(&z, Z_FINISH) == Z_STREAM_END && z.total_out == a->plain_n);
    inflateEnd(&z);
    a->plain = plain;
}

void asset_answer(struct http *h, struct asset *a)
{
    struct http_kept kept = {.type = a->type, .tag = a->tag, .for_ever = a->for_ever};
    kept.gzip = h->gzip && a->packed;
    if (!kept.gzip && !a->plain)
        unpack(a);
    kept.at = kept.gzip ? a->packed : a->plain;
    kept.n = kept.gzip ? a->packed_n : a->plain_n;
    http_answer_kept(h, &kept);
}
