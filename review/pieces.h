/* A review position by position, for callers that have no threads, or whose threads share no
 * memory. What one finds at a position is bytes that another one takes: both have opened the same
 * record with the same wish. */
#ifndef CHARLATAN_REVIEW_PIECES_H
#define CHARLATAN_REVIEW_PIECES_H

#include "review/review.h"

struct review_pieces;

enum { REVIEW_FOUND = 56 };

/* Returns NULL with the line of the record that is wrong; line 0: there is no memory. */
struct review_pieces *review_open(const struct record *record, const struct review_ask *ask,
                                  struct record_wrong *wrong);
/* Frees all of it; NULL is none. */
void review_close(struct review_pieces *p);
/* How many positions there are to weigh. */
uint32_t review_positions(const struct review_pieces *p);
/* All positions, on the threads of the wish. Returns 0, or -1 if there is no memory or it was
 * stopped. */
int review_weigh_all(struct review_pieces *p, const struct review_ask *ask);
/* Weighs one position, and writes what was found there for review_take. */
void review_weigh(struct review_pieces *p, uint32_t position, uint8_t found[REVIEW_FOUND]);
/* Returns 0, or -1 if that cannot have been found there. */
int review_take(struct review_pieces *p, uint32_t position, const uint8_t found[REVIEW_FOUND]);
/* The review of the first positions, as if the game had been left there. Returns 0, or -1 if there
 * is no memory. Call review_free in any case. */
int review_so_far(const struct review_pieces *p, uint32_t positions, struct review *r);
/* What the seat of a move might have seen after another answer, with luck and secrets that are
 * guessed from what it knew. Returns 0, or -1 if it could not answer so then. */
int review_try(const struct review_pieces *p, uint32_t move, const char *answer,
               struct view *after);

#endif
