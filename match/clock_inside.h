/* How entries move the clocks of seats; for match/ alone. */
#ifndef CHARLATAN_MATCH_CLOCK_INSIDE_H
#define CHARLATAN_MATCH_CLOCK_INSIDE_H

#include "match/clock.h"

/* In milliseconds: what a person who comes back has at least. */
enum { MATCH_MERCY = 30000 };
/* In seconds: the longest clocks. */
enum { CLOCK_MOVE_MOST = 30 * 86400, CLOCK_GAME_MOST = 90 * 86400 };

/* Returns `now`, or the last entry's time if that is later: time never runs backward. */
int64_t clock_at(const struct match *m, int64_t now);
/* Subtracts the time that has run until `at` from the seat's clocks. */
void clock_charge(struct match *m, int seat, int64_t at);
/* The seat is asked nothing any more. */
void clock_stop(struct match *m, int seat, int64_t at);
/* The seat is asked something new. */
void clock_renew(struct match *m, int seat, int64_t at);
/* The seat takes its last move back: must be called while the move still stands. */
void clock_undo(struct match *m, int seat);
/* A person is back, and gets what is left; once a question at least MATCH_MERCY. */
void clock_return(struct match *m, int seat, int64_t at);
/* Whether a person who comes back would have no time at all for the open question. */
int clock_is_out(const struct match *m, int seat);

#endif
