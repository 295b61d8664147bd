/* The page's chores: every function of server/chores.h, without threads. They are done at the end
 * of the turn. A page has one person, and the worker that does them has nothing else to do. */
#include "server/chores.h"

#include <stdlib.h>

#include "wasm/hall/inside.h"

struct chores {
    struct chore *first, **end;
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
    chore->run(chore);
    chore->done(chore);
    return 1;
}

int page_chores_do(struct chores *c)
{
    int done = 0;
    while (chores_deliver(c))
        done = 1;
    return done;
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
    (void)c;
    return 0;
}
