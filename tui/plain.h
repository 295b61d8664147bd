/* The plain screen: a table line by line, without moving the cursor, for screen readers and pipes.
 * Every fact is in words, and every question has numbered answers. */
#ifndef CHARLATAN_TUI_PLAIN_H
#define CHARLATAN_TUI_PLAIN_H

#include "board/board.h"
#include "engine/view.h"

struct client;
struct client_news;
struct face;

struct plain_options {
    /* The seed of a new game, to be shown; NULL to hide it. */
    const uint8_t *seed;
};

/* Plays until the game is over and no other is wanted, or until a person leaves. Returns an exit
 * status. */
int plain_play(struct client *t, const struct plain_options *o);

/* ---- inside ---- */

/* A line has at most PLAIN_LINE - 1 bytes, the rest is dropped; names of levels are cut to
 * PLAIN_LEVEL. */
enum { PLAIN_LINE = 256, PLAIN_LEVEL = 12 };

/* How reading a line ended. */
enum plain_read { PLAIN_TYPED, PLAIN_END, PLAIN_NEWS };

/* Zeroed but for what plain_play sets. */
struct plain {
    struct client *t;
    const struct face *face;
    const uint8_t *seed;
    /* The person who has the keyboard, or SPECTATOR. */
    int keyboard;
    /* The seat that acted last. */
    int actor;
    /* The scene (face.h) at which the board was last printed. */
    int scene;
    /* How much of the story each viewer has read; the last one is the spectator's. */
    int told[MAX_SEATS + 1];
    /* Turns since the last pause for a spectator. */
    int turns;
    /* The person leaves; the game is over; the table was closed. Each ends play_on in its own
     * way. */
    int leaves, over, gone;
    /* The lobby prompt on the screen, or NULL. */
    const char *lobby;
    /* A line says that a bot thinks and must be removed later. */
    int thinks;
    /* Bytes typed that are not yet cut into lines. */
    char room[4096];
    size_t room_n;
    /* The rest of an overlong line is to be dropped; the input has ended. */
    int skips, ended;
};

/* What a viewer is shown, with the data it points to. */
struct plain_page {
    struct board_showing s;
    struct view view;
    char name[MAX_SEATS][BOARD_NAME_BYTES], level[MAX_SEATS][PLAIN_LEVEL + 1];
    const char *names[MAX_SEATS], *levels[MAX_SEATS];
};
/* Returns -1 if there is no game yet. Even then names and story are filled in. */
int plain_page(const struct plain *p, int viewer, struct plain_page *to);

/* plain_input.c: reads a line without its end. Returns PLAIN_NEWS as soon as the table has news;
 * with `patient` it waits for the line in any case. PLAIN_END at the end of the input or after
 * Ctrl-C; the line is then not valid. */
int plain_line(struct plain *p, const char *prompt, int patient, char line[PLAIN_LINE]);
/* Returns 1 for yes, 0 for no, -1 at the end of the input. Every other line is a no. */
int plain_yes(struct plain *p, const char *prompt);
/* From now on Ctrl-C and SIGTERM end the waiting instead of the program. Stays so until the program
 * ends. */
void plain_catch_signals(void);
/* Whether Ctrl-C was pressed. */
int plain_interrupted(void);
/* Whether a person at a terminal has pressed Enter; the key is consumed. Always 0 if the input is
 * no terminal. */
int plain_key_waits(struct plain *p);

/* plain_ask.c: asks until the question is answered. Returns 0 if it was answered or withdrawn, -1
 * if the person leaves. */
int plain_ask(struct plain *p, int seat);

/* plain_review.c: reviews the game that is over, and shows its mistakes one by one. Returns 1 if
 * practice has begun from one of them. */
int plain_review(struct plain *p);

/* plain.c: prints a piece of news and acts on it. */
void plain_hear(struct plain *p, const struct client_news *news);

#endif
