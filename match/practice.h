/* Practice: a match that goes on from a move of a record, with new luck or with the record's. */
#ifndef CHARLATAN_MATCH_PRACTICE_H
#define CHARLATAN_MATCH_PRACTICE_H

#include "match/record_play.h"

struct match_founding;

/* Fills in what a founding takes from a record: the game, its rules and options, and the first `n`
 * moves with their outcomes. If `same`, the luck goes on as in the record, and the founding gets
 * its key as a seed; otherwise it keeps its own. Returns 0, or -1 with the reason. */
int practice_found(struct match_founding *f, const struct record *r, uint32_t n, int same,
                   struct refusal *why);
/* Frees what practice_found has put there, also after a -1. */
void practice_free(struct match_founding *f);

#endif
