/* The plain screen: a table line by line, without cursor tricks, for screen readers and pipes. Every fact
 * in words, every question with numbered answers. */
#ifndef CHARLATAN_TUI_PLAIN_H
#define CHARLATAN_TUI_PLAIN_H

#include "tui/face.h"
#include "tui/table.h"

struct plain_options {
    const uint8_t *seed; /* of a new game, to be shown; NULL: not to be */
};

/* Plays until the game is over and nobody wants another, or somebody leaves. Returns an exit status. */
int plain_play(struct table *t, const struct plain_options *o);

/* ---- inside ---- */

enum { PLAIN_LINE = 256, PLAIN_NAME = 11, PLAIN_LEVEL = 12 };

/* How reading a line ended. */
enum plain_read { PLAIN_TYPED, PLAIN_END, PLAIN_NEWS };

struct plain {
    struct table *t;
    const struct face *face;
    const uint8_t *seed;
    uint32_t watched; /* pauses are made for spectators at a terminal */
    int keyboard;     /* the person who has the keyboard; SPECTATOR: nobody yet */
    int actor;        /* who acted last */
    int scene;        /* when the board was last drawn */
    int told[MAX_SEATS +
             1]; /* how much of the story each viewer has read; the last a spectator's */
    int turns;
    int leaves, over, gone;
    const char *lobby; /* the prompt that stands there, or NULL */
    int thinks;        /* a line says so, and is to be taken away */
    char room[4096];   /* typed, and not yet read as lines */
    size_t room_n;
    int skips, ended; /* the rest of a line is to be dropped; the input is at its end */
};

/* What is shown to a viewer, with what it needs. */
struct plain_page {
    struct showing s;
    struct view view;
    char name[MAX_SEATS][PLAIN_NAME * 4 + 8], level[MAX_SEATS][PLAIN_LEVEL + 1];
    const char *names[MAX_SEATS], *levels[MAX_SEATS];
};
int plain_page(const struct plain *p, int viewer, struct plain_page *to); /* -1: no game yet */

/* plain_input.c: a line without its end. While it waits it returns PLAIN_NEWS as soon as the table has something;
 * with `patient` it waits for the line whatever happens. */
int plain_line(struct plain *p, const char *prompt, int patient, char line[PLAIN_LINE]);
int plain_yes(struct plain *p, const char *prompt); /* 1 yes, 0 no, -1 at the end of input */
void plain_catch_signals(void);
int plain_interrupted(void); /* somebody pressed Ctrl-C */
int plain_key_waits(
    struct plain *p); /* a person at a terminal has pressed Enter meanwhile; it is read */

/* plain_ask.c: asks until there is an answer. 0 it was given or is no longer wanted, -1 the person leaves. */
int plain_ask(struct plain *p, int seat);

/* plain.c: what a piece of news means. */
void plain_hear(struct plain *p, const struct news *news);

#endif
