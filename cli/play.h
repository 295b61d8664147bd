/* The terminal game: what the table (play.c), the command line (play_options.c), the keyboard
 * (play_ask.c) and the looks of a game (play_arcane.c, play_quacks.c and their parts) share. Only
 * play.c ever holds a true state; all others get views. */
#ifndef CHARLATAN_CLI_PLAY_H
#define CHARLATAN_CLI_PLAY_H

#include <stdio.h>

#include "bots/bot.h"
#include "engine/game.h"
#include "engine/view.h"

enum { ANSWERS_MAX = 64, WORDS_MAX = 100 };

/* The story so far: every event, and the seat whose answer brought it about. */
struct told {
    struct event event;
    uint8_t actor; /* EVENT_NONE: the beginning of the game */
};

struct story {
    struct told *at;
    int n, cap;
};

/* What the command line asks for; -1 or NULL where it says nothing. */
struct play_options {
    int players, seat, hotseat, watch;
    const struct face *face;
    const char *bot_names;
    struct seated_bot bot[MAX_SEATS];      /* of the seats without a person */
    const char *edition, *wizards, *cards; /* Arcane Alley */
    int market, goal, rounds;
    const char *books, *pot, *prices; /* the Quacks */
    int together;
    uint8_t seed[32];
};

/* One screen for one viewer: a seat, or SPECTATOR. names[seat] marks the viewer's own; levels[seat] is
 * the name of the bot that plays the seat, or "". */
struct screen {
    const struct face *face;
    const void *view;
    int viewer;
    const char *const *names, *const *levels;
    const struct story *story;
};

/* How a game looks on a terminal. */
struct face {
    const struct game *game;
    const char *title;
    const char *primer;               /* the game in a few sentences */
    const char *keys;                 /* how to answer, the commands, the signs on the board */
    const char *pile_key, *pile_word; /* the command that shows the piles */
    const struct bot *adviser;        /* who is asked for hints */
    int at_once; /* seats act at the same time: what others do meanwhile calls for no new board */
    /* Options into a state fresh from init(); 0, or -1 with the reason printed. */
    int (*set_up)(void *state, const struct play_options *o, FILE *complaints);
    void (*introduce)(const struct screen *s); /* what is being played, in a line */
    void (*board)(const struct screen *s);     /* everything the viewer may see */
    void (*follow_up)(const struct screen *s); /* what a further question of one turn needs */
    void (*tell)(const struct screen *s, int from, int to); /* a part of the story in words */
    int (*news)(const struct screen *s, int from, int to);  /* is there anything to tell */
    int (*story_of_round)(const struct story *s);           /* where the present round begins */
    void (*piles)(const struct screen *s);                  /* what may be read in full */
    void (*unseen)(const struct screen *s);                 /* what may be counted */
    void (*standing)(const struct screen *s);               /* the end of the game */
    int (*scene)(const void *view); /* changes with the phase; 0 where there is little to see */
    char *(*question)(const struct screen *s, char buf[MAX_SENTENCE]);
    char *(*answer)(const struct screen *s, int answer, char buf[WORDS_MAX]);
    /* The number a player types; -1: its place in the list, counted from 1. */
    int (*label)(const struct screen *s, int answer);
    /* Draws the answers as a picture where that is clearer than a list; 0 where it is not. */
    int (*picture)(const struct screen *s);
    /* A refused answer in the protocol's words ("play egg" becomes "play dragons-egg"). */
    char *(*protocol_words)(const char *plain, char buf[MAX_NAME]);
};

extern const struct face arcane_face, quacks_face;

/* ---- play_options.c ---- */

/* 0, or the exit status and *done set, where there is nothing to play. */
int play_options_read(struct play_options *o, int argc, char **argv, int *done);
/* The seats where people sit, a set. */
uint32_t play_people(const struct play_options *o);

/* ---- play.c ---- */

enum { LABEL_MAX = 40 };

const char *given_name(int seat); /* of bots, and of people who gave none: "Berta" */
char *seat_label(const struct screen *s, int seat, char buf[LABEL_MAX]); /* "Berta (medium)" */

/* ---- play_hint.c ---- */

struct hint {
    struct view view;
    struct advice say;
    int answer;
};

int hint_take(const struct screen *s, struct hint *h); /* returns the answer */
void hint_explain(const struct screen *s, const struct hint *h);

/* ---- play_ask.c ---- */

enum { ASK_QUIT = -1, LINE_MAX_CHARS = 256 };

/* A line of input without its end, or NULL at the end of input. */
char *ask_line(const char *prompt, char buf[LINE_MAX_CHARS]);
int ask_yes(const char *prompt);        /* 1 yes, 0 no, ASK_QUIT at the end of input */
int ask_answer(const struct screen *s); /* a legal answer, or ASK_QUIT */

#endif
