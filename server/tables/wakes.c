/* When tables need attention: a heap of all tables in memory, the next one first, and a list of
 * those where something has changed. A tick looks at the list and at those whose time has come, not
 * at all of them. With every move a table needs attention at once; the list spares it the way to
 * the top of the heap and back. */
#include "server/tables/wakes.h"

#include <stdlib.h>

#include "server/server.h"
#include "server/tables/tables.h"

/* The heap and the tables' own places must never disagree; every change goes through here. */
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

/* Never fails. Due at once, so that the first tick plans it. */
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

/* May be called for a table that is not in the list. */
static void soon_remove(struct table *t)
{
    if (!t->soon_at)
        return;
    *t->soon_at = t->soon_next;
    if (t->soon_next)
        t->soon_next->soon_at = t->soon_at;
    t->soon_at = NULL;
}

/* Also takes it off the list of those where something has changed: it was looked at just now. A
 * time that has passed makes it the next one. */
void wake_at(struct table *t, int64_t when)
{
    soon_remove(t);
    t->wake = when;
    settle(t->server, t);
}

/* Does nothing if it is due anyway. */
void wake_soon(struct table *t)
{
    struct server *s = t->server;
    if (t->soon_at || t->wake <= s->now)
        return;
    t->soon_next = s->wakes.soon;
    t->soon_at = &s->wakes.soon;
    if (t->soon_next)
        t->soon_next->soon_at = &t->soon_next;
    s->wakes.soon = t;
}

/* The last one of the heap takes its place. */
void wake_remove(struct table *t)
{
    struct server *s = t->server;
    soon_remove(t);
    struct table *last = s->wakes.table[--s->wakes.n];
    if (last == t)
        return;
    put(s, t->wake_place, last);
    settle(s, last);
}

/* Takes nothing out: the caller plans the table anew (wake_at) or frees it, or gets it again. */
struct table *wake_next(const struct server *s)
{
    if (s->wakes.soon)
        return s->wakes.soon;
    struct table *first = s->wakes.n ? s->wakes.table[0] : NULL;
    return first && first->wake <= s->now ? first : NULL;
}

void wake_free(struct server *s)
{
    free(s->wakes.table);
}
