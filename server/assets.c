/* Makes, finds and answers with assets. Nothing outside the program is ever read. */
#include "server/assets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hash.h"
#include "server/host.h"
#include "server/server_only.h"

/* A search of some dozen rows; only what is embedded can be found, so no path leads out of it. */
struct asset *asset_find(const char *path)
{
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    for (size_t i = 0; i < assets_count; i++)
        if (strcmp(assets[i].path, path) == 0)
            return &assets[i];
    return NULL;
}

/* `type` is a constant. The tag is a weak one, since both forms of the answer have it (RFC 9110,
 * section 8.8.1). */
void asset_make(struct asset *a, const char *type, const char *text, size_t n)
{
    *a = (struct asset){.type = type, .plain = (const unsigned char *)text, .plain_n = n};
    if (parts.asset_pack)
        parts.asset_pack(a);
    snprintf(a->tag, sizeof a->tag, "W/\"%016llx\"", (unsigned long long)hash_bytes(text, n));
}

/* No answer with it may be under way. */
void asset_free(struct asset *a)
{
    free((void *)(uintptr_t)a->packed);
    memset(a, 0, sizeof *a);
}

/* On the loop's thread, since the first client without gzip has the asset unpacked. */
void asset_answer(struct http *h, struct asset *a)
{
    struct http_kept kept = {.type = a->type, .tag = a->tag, .for_ever = a->for_ever};
    kept.gzip = h->gzip && a->packed;
    if (!kept.gzip && !a->plain)
        parts.asset_unpack(a);
    kept.at = kept.gzip ? a->packed : a->plain;
    kept.n = kept.gzip ? a->packed_n : a->plain_n;
    http_answer_kept(h, &kept);
}
