/* Makes, finds and answers with assets. Nothing outside the program is ever read. */
#include "server/assets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hash.h"
#include "engine/port.h"
#include "server/host.h"
#include "server/server_only.h"

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
    *a = (struct asset){.type = type, .plain = (const unsigned char *)text, .plain_n = n};
    if (parts.asset_pack)
        parts.asset_pack(a);
    snprintf(a->tag, sizeof a->tag, "W/\"%016llx\"", (unsigned long long)hash_bytes(text, n));
}

void asset_free(struct asset *a)
{
    free((void *)(uintptr_t)a->packed);
    memset(a, 0, sizeof *a);
}

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
