/* When tables need attention: a heap of all tables in memory, the next one first. A tick looks at
 * those whose time has come, not at all of them. */
#include <stdlib.h>

#include "server/server.h"

static void put(struct server *s, uint32_t at, struct table *t)
{
    s->wakes.table[at] = t;
    t->wake_place = at;
}

/* Moves the table towards the first place, or away from it, until the order is right. */
static void settle(struct server *s, struct table *t)
{
    struct table **heap = s->wakes.table;
    uint32_t at = t->wake_place, n = s->wakes.n;
    for (; at > 0 && heap[(at - 1) / 2]->wake > t->wake; at = (at - 1) / 2)
        put(s, at, heap[(at - 1) / 2]);
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child + 1 < n && heap[child + 1]->wake < heap[child]->wake)
            child++;
        if (child >= n || heap[child]->wake >= t->wake)
            break;
        put(s, at, heap[child]);
        at = child;
    }
    put(s, at, t);
}

void wake_add(struct table *t)
{
    struct server *s = t->server;
    if (s->wakes.n == s->wakes.room) {
        s->wakes.room = s->wakes.room ? 2 * s->wakes.room : 64;
        s->wakes.table = realloc(s->wakes.table, s->wakes.room * sizeof s->wakes.table[0]);
        MUST(s->wakes.table);
    }
    t->wake = s->now;
    t->wake_place = s->wakes.n++;
    settle(s, t);
}

void wake_at(struct table *t, int64_t when)
{
    t->wake = when;
    settle(t->server, t);
}

void wake_soon(struct table *t)
{
    if (t->wake > t->server->now)
        wake_at(t, t->server->now);
}

void wake_remove(struct table *t)
{
    struct server *s = t->server;
    struct table *last = s->wakes.table[--s->wakes.n];
    if (last == t)
        return;
    put(s, t->wake_place, last);
    settle(s, last);
}

struct table *wake_next(const struct server *s)
{
    struct table *first = s->wakes.n ? s->wakes.table[0] : NULL;
    return first && first->wake <= s->now ? first : NULL;
}

void wake_free(struct server *s)
{
    free(s->wakes.table);
}
