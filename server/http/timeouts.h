/* Lists of those who wait for the same length of time. Everyone joins at the end, so the first has
 * waited the longest, and joining costs the same for the ten thousandth as for the first. */
#ifndef CHARLATAN_SERVER_HTTP_TIMEOUTS_H
#define CHARLATAN_SERVER_HTTP_TIMEOUTS_H

#include <stdint.h>

/* All zeros: empty. */
struct timeouts {
    struct timeout *first, *last;
};

/* One who waits; zeros: in no list. */
struct timeout {
    struct timeout *earlier, *later;
    struct timeouts *list;
    /* When it joined, by the clock that the callers use, in ms. */
    uint64_t since;
};

/* Joins the list, and leaves the one it was in. */
void waits_join(struct timeouts *list, struct timeout *w, uint64_t now);
/* Does nothing if it is in no list. */
void waits_leave(struct timeout *w);

#endif
