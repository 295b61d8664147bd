/* Reveals the nonces that seats have pledged: POST /api/tables/ID/reveal, and `reveal` on a socket
 * (docs/api.md). */
#include "server/server.h"

/* The nonce is required here. */
static int read_nonce(const json_t *body, const char *key, struct nonce *nonce, struct refusal *why)
{
    if (hall_read_nonce(body, key, nonce, why) < 0)
        return -1;
    return nonce->n == PLEDGED_BYTES ? 0 : because(why, ROW(pledged_nonce_needed), key);
}

void hall_reveal(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct entry e;
    struct refusal why;
    struct nonce nonce;
    struct reply r = {.seat = -1};
    int seat = hall_seat_of(h, t, &why);
    int may = seat < 0 ? -1 : read_nonce(body, "nonce", &nonce, &why);
    if (may == 0)
        may = match_may_reveal(&t->match, seat, &nonce, s->now, &e, &why);
    /* A request that is repeated gets the table as it is. */
    if (may < 0 && seat >= 0 && why.row == &refusal_already_revealed)
        hall_show(s, h, t->id, 200);
    else
        hall_submit(h, t, may, &e, &r, &why);
}

int guest_reveal(const struct guest *g, const json_t *request, struct entry *e, struct refusal *why)
{
    struct nonce nonce;
    if (read_nonce(request, "reveal", &nonce, why) < 0)
        return -1;
    return match_may_reveal(&g->table->match, g->viewer, &nonce, g->server->now, e, why);
}
