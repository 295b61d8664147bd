/* The plain screen: a table line by line, without cursor tricks, for screen readers and pipes.
 * Every fact in words, every question with numbered answers. */
#ifndef CHARLATAN_TUI_PLAIN_H
#define CHARLATAN_TUI_PLAIN_H

#include "tui/client.h"
#include "tui/face.h"

struct plain_options {
    /* Of a new game, to be shown; NULL: not to be. */
    const uint8_t *seed;
};

/* Plays until the game is over and nobody wants another, or somebody leaves. Returns an exit
 * status. */
int plain_play(struct client *t, const struct plain_options *o);

/* ---- inside ---- */

enum { PLAIN_LINE = 256, PLAIN_NAME = 11, PLAIN_LEVEL = 12 };

/* How reading a line ended. */
enum plain_read { PLAIN_TYPED, PLAIN_END, PLAIN_NEWS };

struct plain {
    struct client *t;
    const struct face *face;
    const uint8_t *seed;
    /* Pauses are made for spectators at a terminal. */
    uint32_t watched;
    /* The person who has the keyboard; SPECTATOR: nobody yet. */
    int keyboard;
    /* Who acted last. */
    int actor;
    /* When the board was last drawn. */
    int scene;
    /* How much of the story each viewer has read; the last a spectator's. */
    int told[MAX_SEATS + 1];
    int turns;
    int leaves, over, gone;
    /* The prompt that stands there, or NULL. */
    const char *lobby;
    /* A line says so, and is to be taken away. */
    int thinks;
    /* Typed, and not yet read as lines. */
    char room[4096];
    size_t room_n;
    /* The rest of a line is to be dropped; the input is at its end. */
    int skips, ended;
};

/* What is shown to a viewer, with what it needs. */
struct plain_page {
    struct showing s;
    struct view view;
    char name[MAX_SEATS][PLAIN_NAME * 4 + 8], level[MAX_SEATS][PLAIN_LEVEL + 1];
    const char *names[MAX_SEATS], *levels[MAX_SEATS];
};
/* -1: no game yet. */
int plain_page(const struct plain *p, int viewer, struct plain_page *to);

/* plain_input.c: a line without its end. While it waits it returns PLAIN_NEWS as soon as the
 * table has something; with `patient` it waits for the line whatever happens. */
int plain_line(struct plain *p, const char *prompt, int patient, char line[PLAIN_LINE]);
/* 1 yes, 0 no, -1 at the end of input. */
int plain_yes(struct plain *p, const char *prompt);
void plain_catch_signals(void);
/* Somebody pressed Ctrl-C. */
int plain_interrupted(void);
/* A person at a terminal has pressed Enter meanwhile; it is read. */
int plain_key_waits(struct plain *p);

/* plain_ask.c: asks until there is an answer. 0 it was given or is no longer wanted, -1 the
 * person leaves. */
int plain_ask(struct plain *p, int seat);

/* plain.c: what a piece of news means. */
void plain_hear(struct plain *p, const struct news *news);

#endif
