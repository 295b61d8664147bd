/* Telling people who are not there that it is their turn (call.c).
 *
 * Each request makes the entry `e` for match_take and returns 0, or -1 with `why`; it changes
 * nothing. */
#ifndef CHARLATAN_MATCH_CALL_H
#define CHARLATAN_MATCH_CALL_H

#include <stdint.h>

struct entry;
struct match;
struct refusal;

/* In `wants`: the table has a hook. The lower bits are seats. */
enum { WANT_HOOK = 1 << 7 };

/* Since when it is the turn of the person at this seat, who wants to be told; INT64_MAX: it is not,
 * they do not, or they were told. */
int64_t match_call_since(const struct match *m, int seat);
/* The person at this seat wants to be told, or not any more; with `hook` it is about the hook of
 * the table, which only the host sets. */
int match_may_want(const struct match *m, int seat, int hook, int yes, int64_t now, struct entry *e,
                   struct refusal *why);
/* These seats, a set, are told now. Refused if one of them is not to be told. */
int match_may_call(const struct match *m, uint32_t seats, int64_t now, struct entry *e,
                   struct refusal *why);

#endif
