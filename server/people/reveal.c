/* Reveals the nonces that seats have pledged (docs/api.md, "Nonces"). */
#include "server/people/wishes.h"
#include "server/refusals.h"
#include "server/request_body.h"
#include "server/server.h"
#include "server/tables/tables.h"

#include "match/reveal.h"
#include "wire/refuse.h"

/* The nonce is required here. Its length is fixed, as the pledge was made for exactly that. Whether
 * it fits the pledge is for the match to say. */
int wish_reveal(struct wish *q)
{
    struct match_nonce nonce;
    if (hall_read_nonce(q->from, q->key, &nonce, &q->why) < 0)
        return -1;
    if (nonce.n != PLEDGED_BYTES)
        return because(&q->why, ROW(pledged_nonce_needed), q->key);
    return match_may_reveal(&q->table->match, q->seat, &nonce, q->table->server->now, &q->e,
                            &q->why);
}
