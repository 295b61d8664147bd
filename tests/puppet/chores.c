/* The fake chores of a world: every function of server/chores.h, without threads. A chore is run
 * when the world lets it. */
#include "server/chores.h"

#include <stdlib.h>

#include "tests/puppet/puppet.h"

struct chores {
    struct chore *first, **end;
    int closing;
};

struct chores *chores_open(void (*wake)(void *arg), void *arg)
{
    struct chores *c = calloc(1, sizeof *c);
    (void)wake, (void)arg;
    MUST(c);
    c->end = &c->first;
    return c;
}

void chores_add(struct chores *c, enum chore_lane lane, struct chore *chore)
{
    (void)lane;
    chore->next = NULL;
    *c->end = chore;
    c->end = &chore->next;
}

int chores_deliver(struct chores *c)
{
    struct chore *chore = c->first;
    if (!chore)
        return 0;
    if (!(c->first = chore->next))
        c->end = &c->first;
    chore->dropped = c->closing;
    if (!c->closing)
        chore->run(chore);
    chore->done(chore);
    return 1;
}

void chores_close(struct chores *c)
{
    c->closing = 1;
    while (chores_deliver(c)) {
    }
    free(c);
}

uint32_t chores_waiting(struct chores *c, enum chore_lane lane)
{
    uint32_t n = 0;
    (void)lane;
    for (const struct chore *chore = c->first; chore; chore = chore->next)
        n++;
    return n;
}

int chores_stopping(struct chores *c)
{
    return c->closing;
}
