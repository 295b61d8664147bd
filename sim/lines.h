/* The lines of games in the order of deals, whichever is played first. */
#ifndef CHARLATAN_SIM_LINES_H
#define CHARLATAN_SIM_LINES_H

#include <stdint.h>
#include <stdio.h>

/* How many deals may be finished while an earlier one is still being played. Threads that are
 * further ahead wait. */
enum { LINES_AHEAD = 256 };

/* Puts the texts of deals, which finish in any order, into order. If `framed`, each is written with
 * its length in front, so that rank 0 can read back deal by deal. All 0 with `to` set is a new one,
 * with deal 0 due. */
struct sim_lines {
    FILE *to;
    int framed;
    /* The errno of the first write that failed, or 0. */
    int error;
    /* Index of the next deal to be written, counted within this rank. */
    int64_t due;
    /* A free slot is not `ready`; its text belongs to the ring until it is written. */
    struct {
        char *text;
        size_t n;
        int ready;
    } slot[LINES_AHEAD];
};

/* Whether this deal can be handed over now. If not, wait until others were written. The deal that
 * is due always has room, so somebody can always go on. */
static inline int lines_room(const struct sim_lines *l, int64_t index)
{
    return index < l->due + LINES_AHEAD;
}

/* Hands over the text of a deal and writes all that is due; the text is copied. */
void lines_put(struct sim_lines *l, int64_t index, const char *text, size_t n);
/* The next framed text, to be freed by the caller, or NULL at the end. */
char *lines_next(FILE *from, size_t *n);

#endif
