/* A record as a film: any move of it, as any viewer saw it. Outcomes are taken as recorded;
 * whether they are true is for checks.c to say. */
#ifndef CHARLATAN_WASM_FILM_H
#define CHARLATAN_WASM_FILM_H

#include "match/record_play.h"

struct film {
    struct record record;
    /* Somewhere in it. */
    struct record_play play;
    /* The state after every so many moves. */
    uint64_t (*kept)[MAX_STATE_BYTES / 8];
    uint32_t kept_n;
    /* Moves that can be shown. */
    uint32_t length;
    /* With what follows them; line 0: none. */
    struct record_wrong problem;
};

/* 0, or -1 where not even the beginning can be shown: `problem` says why. To be closed in any
 * case. */
int film_open(struct film *f, const char *text, size_t n);
void film_close(struct film *f);

/* To where n moves are played, at most `length`: the state stands in f->play.session, what the
 * last of them did (0: setting up) in f->play.done. */
void film_go(struct film *f, uint32_t n);

/* Members of an answer; a viewer is a seat, SPECTATOR or REFEREE. */
void film_write_header(struct writer *w, const struct film *f);
void film_write_moves(struct writer *w, const struct film *f);
void film_write_view(struct writer *w, const struct film *f, int viewer);
void film_write_events(struct writer *w, const struct film *f, int viewer);
/* "problem", null for line 0. */
void wrong_write(struct writer *w, const struct record_wrong *wrong);

/* ---- checks.c ---- */

/* All that `charlatan verify` checks, thing by thing, and its verdict. */
void checks_write(struct writer *w, const struct record *r);

#endif
