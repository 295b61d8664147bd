/* Keeps lists of those who wait; see timeouts.h. */
#include "server/http/timeouts.h"

#include <stddef.h>

/* The first and the last of a list have no neighbour on one side; then the list itself is what
 * points at them. */
void waits_leave(struct timeout *w)
{
    if (!w->list)
        return;
    *(w->earlier ? &w->earlier->later : &w->list->first) = w->later;
    *(w->later ? &w->later->earlier : &w->list->last) = w->earlier;
    w->earlier = w->later = NULL;
    w->list = NULL;
}

/* `now` must not be earlier than that of whoever joined before: that is why the first has waited
 * longest, and why nobody has to be sorted in. */
void waits_join(struct timeouts *list, struct timeout *w, uint64_t now)
{
    waits_leave(w);
    w->since = now;
    w->list = list;
    w->earlier = list->last;
    *(list->last ? &list->last->later : &list->first) = w;
    list->last = w;
}
