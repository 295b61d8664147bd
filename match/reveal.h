/* Nonces that seats have pledged, and reveal before the game begins (reveal.c). */
#ifndef CHARLATAN_MATCH_REVEAL_H
#define CHARLATAN_MATCH_REVEAL_H

#include <stdint.h>

struct entry;
struct match;
struct match_nonce;
struct refusal;

/* Whoever has not revealed their nonce after this time is left out. A rematch waits as long for
 * pledges. */
enum { REVEAL_MS = 10000 };

/* Makes the entry that reveals the nonce which the seat has pledged, and returns 0, or -1 with
 * `why`: with the refusal already_revealed if it was revealed before. */
int match_may_reveal(const struct match *m, int seat, const struct match_nonce *nonce, int64_t now,
                     struct entry *e, struct refusal *why);
/* Returns 1 if the seat has pledged a nonce. */
int match_has_pledged(const struct match *m, int seat);
/* The same for any seat. */
int match_is_pledged(const struct match *m);

#endif
