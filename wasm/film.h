/* A replay of a record that can show any move as any viewer saw it. Outcomes are taken as recorded;
 * checks.c verifies them. */
#ifndef CHARLATAN_WASM_FILM_H
#define CHARLATAN_WASM_FILM_H

#include "match/record_play.h"

struct writer;

struct film {
    struct record record;
    /* The replay, after some number of moves. */
    struct record_play play;
    /* States at regular intervals, from which film_go continues. */
    uint64_t (*kept)[MAX_STATE_BYTES / 8];
    uint32_t kept_n;
    /* The number of moves that can be shown: all of them unless one is not possible. */
    uint32_t length;
    /* The error after these moves; line 0: none. */
    struct record_wrong problem;
};

/* Returns 0, or -1 with the reason in `problem` if not even the beginning can be shown. Must be
 * closed in both cases. The text is not kept. */
int film_open(struct film *f, const char *text, size_t n);
/* Frees all of it. A film of zeros may be closed, too. */
void film_close(struct film *f);

/* Goes to the position after n moves, at most `length`. The state is then in f->play.session;
 * f->play.done has the events of the last move, or of the beginning if n is 0. */
void film_go(struct film *f, uint32_t n);

/* Write members of an answer; a viewer is a seat, SPECTATOR or REFEREE. */
void film_write_header(struct writer *w, const struct film *f);
void film_write_moves(struct writer *w, const struct film *f);
void film_write_view(struct writer *w, const struct film *f, int viewer);
void film_write_events(struct writer *w, const struct film *f, int viewer);
/* Writes the member "problem", null for line 0. */
void wrong_write(struct writer *w, const struct record_wrong *wrong);

/* ---- checks.c ---- */

/* Writes the result of each check of `charlatan verify`, and the verdict. */
void checks_write(struct writer *w, const struct record *r);

#endif
