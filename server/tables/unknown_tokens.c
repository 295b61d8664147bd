/* Looks at the log. A token that opens no seat here may be newer than what this node knows: its
 * seat was taken at another node, of which this one hears a little later, and the proxy was faster.
 * So before a token is refused, the log is read once. All who wait share a reading, and an address
 * may ask for so many. */
#include "server/tables/unknown_tokens.h"

#include <stdlib.h>
#include <string.h>

#include "match/host.h"
#include "match/keys.h"
#include "server/server.h"

/* Whether the match says all there is to say of the token: it is a key, also one that was revoked,
 * or that of somebody who was removed. */
static int is_known(const struct match *m, const uint8_t token[MATCH_TOKEN])
{
    struct match_key key;
    return match_key_of(m, token, &key) || match_is_removed(m, token);
}

/* Reading costs the database something, and tokens cost whoever guesses them nothing. */
static int may_look(struct server *s, const char *address)
{
    return !s->options.limits || limits_take(s->limits, address, LIMIT_LOOKS, s->now);
}

/* The caller asks only once for each request, or it would go round in circles. */
int look_first(struct table *t, const char *address, const uint8_t token[MATCH_TOKEN],
               with_table_fn *then, void *arg)
{
    struct server *s = t->server;
    if (!s->neighbours || is_known(&t->match, token))
        return 0;
    if (!may_look(s, address))
        return -1;
    struct table_wait *w = calloc(1, sizeof *w);
    MUST(w);
    w->then = then;
    w->arg = arg;
    memcpy(w->token, token, sizeof w->token);
    *t->lookers_end = w;
    t->lookers_end = &w->next;
    s->figures.looks++;
    table_follow(t);
    return 1;
}

/* Those who come later are not marked, and wait for the next reading. */
void looks_begin(struct table *t)
{
    for (struct table_wait *w = t->lookers; w; w = w->next)
        w->reading = 1;
}

/* The list is empty afterwards, so that callbacks may add to it. */
static struct table_wait *take_all(struct table *t)
{
    struct table_wait *all = t->lookers;
    t->lookers = NULL;
    t->lookers_end = &t->lookers;
    return all;
}

/* They are called by wake_waiting then, behind those who wait already. */
void looks_join(struct table *t)
{
    if (!t->lookers)
        return;
    struct table_wait **end = t->lookers_end;
    *t->waiting_end = take_all(t);
    t->waiting_end = end;
}

/* Who came after the reading had begun waits for the next one, unless this one had the token: so
 * of two with one token, the one that came first goes first. */
void looks_end(struct table *t, const struct refusal *missing)
{
    struct table_wait *w = take_all(t), *next;
    for (; w; w = next) {
        next = w->next;
        if (!w->reading && !missing && !is_known(&t->match, w->token)) {
            w->next = NULL;
            *t->lookers_end = w;
            t->lookers_end = &w->next;
            continue;
        }
        w->then(t->server, missing ? NULL : t, missing, w->arg);
        free(w);
    }
    if (t->lookers)
        table_follow(t);
}
