/* Matches with a witness; for match/ alone. */
#ifndef CHARLATAN_MATCH_WATCHED_INSIDE_H
#define CHARLATAN_MATCH_WATCHED_INSIDE_H

#include "match/match.h"
#include "match/watched.h"

struct match_founding;

/* Whether an entry may come while the witness is asked, and whether its own entries may come. */
int watch_check(const struct match *m, const struct entry *e, struct refusal *why);
/* Whether a table may be founded with this witness. */
int watch_check_founding(const struct match_founding *f, struct refusal *why);
/* Begins to watch, if the founding has a witness. */
void watch_found(struct match *m, const struct match_founding *f);
/* Gives `to` a witness of its own, if `from` has one. */
void watch_copy(struct match *to, const struct match *from);
/* Frees it, and wipes the key that signs questions. */
void watch_free(struct match *m);
/* A START or MOVE is chosen, and its question is due. */
void watch_choose(struct match *m, const struct entry *e);

/* The share of the beginning (0) or of a move, from 1 on; not one before m->first. */
static inline struct witness_share *watch_share(const struct match *m, uint32_t i)
{
    return &m->watch->share[i - m->first];
}

/* Computes the question of the next move again, from that before it, into its share. Does nothing
 * without a witness. */
void watch_ask_again(const struct match *m, struct move move);
/* Seeds the luck of move i; -1: of the beginning. Does nothing without a witness. */
void watch_luck(const struct match *m, int64_t i, struct chance *c);

#endif
