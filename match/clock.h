/* The clocks of a match, by the time that the caller gives (clock.c), and what happens when one
 * runs out. */
#ifndef CHARLATAN_MATCH_CLOCK_H
#define CHARLATAN_MATCH_CLOCK_H

#include <stdint.h>

struct entry;
struct match;

struct match_clock {
    /* In seconds; 0: no such clock. */
    uint32_t move, game;
};

/* When this seat's clock runs out; INT64_MAX: never. */
int64_t match_until(const struct match *m, int seat);
/* What is left of the seat's game clock, in milliseconds; -1: there is none. */
int64_t match_left(const struct match *m, int seat);

/* When the next clock runs out; INT64_MAX: never. */
int64_t match_due(const struct match *m);
/* Returns 1 and makes an entry that is due now without a request (a full table starts, nobody is
 * left to reveal a nonce, a clock has run out, everyone has agreed to a plea, or a plea has
 * lapsed), else 0. Must be called after every entry and at the time match_due gives. */
int match_follows(const struct match *m, int64_t now, struct entry *e);

#endif
