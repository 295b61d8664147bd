/* Taking moves back, what is kept of them, and what they told; for match/ alone. */
#ifndef CHARLATAN_MATCH_UNDO_INSIDE_H
#define CHARLATAN_MATCH_UNDO_INSIDE_H

#include "match/undo.h"

struct session;

/* How long a plea is open at least, in milliseconds. */
enum { PLEA_MS = 60000 };
/* How many moves back the move may lie that is taken back. */
enum { UNDO_BACK = 256 };

/* The index of the seat's last move that was not taken back, or -1. */
int undo_last_move(const struct match *m, int seat);
/* How many moves stand once this entry and all later ones are taken back. */
uint32_t undo_stand(const struct match *m, uint32_t to);
/* The seats that have to agree if this one takes its last move back, a set. */
uint32_t undo_asked(const struct match *m, int seat);
/* When a plea made now lapses. */
int64_t undo_until(const struct match *m, int64_t at);
/* Returns 1 if a plea is open and everyone has agreed to it. */
int undo_granted(const struct match *m);
/* Returns 1 if a plea is open that is too old, or that somebody cannot agree to any more. */
int undo_lapses(const struct match *m, int64_t at);

/* How many items all lists of the match have. */
uint32_t undone_items(const struct match *m);
/* Gives `to` lists of its own, whose items are shared. */
void undone_copy(struct match *to, const struct match *from);
/* Frees the lists, and gives up the items. */
void undone_free(struct match *m);
/* Keeps the open plea, which ends before this move: refused by a seat, or lapsed (-1). */
void undone_keep_plea(struct match *m, uint32_t move, int by);
/* Keeps the moves from `to` on, which the seat takes back; `stands` is the game without them. */
void undone_keep_undo(struct match *m, const struct session *stands, uint32_t to, int seat);

/* Whether the last move told any seat something it did not know. Must only be called for a move
 * without chance. */
int learned_by_last(const struct match *m);
/* Whether this seat learned something from this move or a later one; none of them had chance. */
int learned_since(const struct match *m, uint32_t move, int seat);

#endif
