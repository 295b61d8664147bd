/* What the host of a table decides, and who waits for it (host.c).
 *
 * Each request makes the entry `e` for match_take and returns 0, or -1 with `why`; it changes
 * nothing. */
#ifndef CHARLATAN_MATCH_HOST_H
#define CHARLATAN_MATCH_HOST_H

#include "match/seat.h"

struct entry;
struct match;
struct refusal;

/* How many people a host may remove from a table. */
enum { OUT_MOST = 32 };
/* After this time without the host's answer, somebody else may ask for the same seat. */
enum { KNOCK_MS = 600000 };

/* Somebody whom the host has removed (host.c). */
struct match_out {
    /* The hash of their token, which is void. */
    uint8_t token[MATCH_TOKEN];
    /* Nobody from there may sit down any more; 0: they may. */
    uint32_t from;
    /* The entry. */
    uint32_t n;
};

/* Somebody who waits for the host's yes to take over a seat. */
struct match_knock {
    uint8_t seat;
    char name[MATCH_NAME + 1];
    uint8_t token[MATCH_TOKEN];
    uint32_t from, n;
    int64_t at;
};

/* Refuses if the table has a host and this seat is not the host's. */
int match_must_host(const struct match *m, int seat, struct refusal *why);
/* Whether the host has removed the person with this token. */
int match_is_removed(const struct match *m, const uint8_t token[MATCH_TOKEN]);
/* Whether taking over a seat needs the host's yes. */
int match_asks_host(const struct match *m);
/* Who waits for this seat; NULL: nobody. */
const struct match_knock *match_knock_at(const struct match *m, int seat);
/* The seat for which the person with this token waits; -1: none. */
int match_knocks_with(const struct match *m, const uint8_t token[MATCH_TOKEN]);

/* Before the start. `host` is the seat that asks for it; only the host's is taken. With `keep_out`,
 * nobody may sit down any more who comes from where that person does. */
int match_may_remove(const struct match *m, int host, int seat, int keep_out, int64_t now,
                     struct entry *e, struct refusal *why);
/* Locks the table, and has the host asked who takes over a seat; -1: as it is. */
int match_may_door(const struct match *m, int host, int lock, int approve, int64_t now,
                   struct entry *e, struct refusal *why);
/* Answers whoever waits for this seat; with a yes they sit there. */
int match_may_admit(const struct match *m, int host, int seat, int yes, int64_t now,
                    struct entry *e, struct refusal *why);

#endif
