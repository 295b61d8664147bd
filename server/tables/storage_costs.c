/* What is stored, and for whom: each entry is charged to an address (limits.h), with what the store
 * adds to it. Where an address has stored too much lately, the bots that play for it wait until
 * that is made good; far beyond what people can play, its requests and messages wait as well.
 * Nobody else at a table notices. */
#include "server/tables/storage_costs.h"

#include "server/http/http.h"
#include "server/http/limits.h"
#include "server/http/peer.h"
#include "server/people/guests.h"
#include "server/server.h"
#include "server/tables/bots.h"
#include "server/tables/table.h"
#include "server/tables/tables.h"

/* What a row of the log takes besides its text; and a table, with its summary, its indices and its
 * last snapshots. */
enum { ROW_BYTES = 100, TABLE_BYTES = 8192 };

/* Never refuses. Who must wait for it is asked later (cost_bots_wait, cost_people_wait). */
void cost_store(struct server *s, const char *address, size_t bytes)
{
    if (s->options.limits && address[0])
        limits_store(s->limits, address, bytes, s->now);
}

/* Who asked for it pays, else whoever pays for the bots. */
void cost_entry(struct table *t, const struct entry_reply *r, uint32_t n, size_t bytes)
{
    const char *payer = r->http    ? r->http->address
                        : r->guest ? r->guest->peer->address
                                   : table_payer(t);
    cost_store(t->server, payer, bytes + (n ? ROW_BYTES : TABLE_BYTES));
}

/* Asks for whoever pays now, so bots go on when somebody else comes to the table. */
int cost_bots_wait(const struct table *t)
{
    struct server *s = t->server;
    return s->options.limits && limits_spent(s->limits, table_payer(t), s->now) != SPENT_NOTHING;
}

int cost_people_wait(const struct server *s, const char *address)
{
    return s->options.limits && limits_spent(s->limits, address, s->now) == SPENT_PEOPLE;
}
