/* How a game looks line by line: boards, stories, questions and answers in words, made from
 * views. The plain screen, replays and whoever else prints a game use them. */
#ifndef CHARLATAN_TUI_FACE_H
#define CHARLATAN_TUI_FACE_H

#include <stdio.h>

#include "args/args.h"
#include "bots/bot.h"
#include "engine/game.h"
#include "engine/view.h"
#include "tui/story.h"
#include "wire/wire.h"

struct face_pictures;
struct hint;
struct rulebook;

enum { ANSWERS_MAX = 64, WORDS_MAX = 100 };

/* Options of a game as the command line has them. A command's own struct begins with this one,
 * so that the rows of a face can fill it. */
struct face_options {
    /* The protocol's `options`, an object. */
    json_t *set;
    /* A file with the game's own numbers, or NULL. */
    const char *cards;
};

/* Readers for the rows (args/args.h): the value goes to `set` under the option's name. */
const char *face_set_text(void *to, const struct arg *row, const char *value);
const char *face_set_number(void *to, const struct arg *row, const char *value);
const char *face_set_true(void *to, const struct arg *row, const char *value);

/* What is shown to one viewer: a seat, or SPECTATOR. names[seat] marks the viewer's own;
 * levels[seat] is the name of the bot that plays the seat, or "". */
struct showing {
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
    /* The game in a few sentences. */
    const char *primer;
    /* How to answer, the commands, the signs on the board. */
    const char *keys;
    /* The command that shows the piles. */
    const char *pile_key, *pile_word;
    /* Who is asked for hints. */
    const struct bot *adviser;
    /* See tui/rules.h. */
    const struct rulebook *rulebook;
    /* On the full screen: tui/screen.h. */
    const struct face_pictures *pictures;
    /* Prints a page of odds; 0, or -1 with the reason where there are none. */
    int (*odds)(const struct view *v, struct refusal *why);
    /* Prints why the adviser would do that. */
    void (*explain)(const struct showing *s, const struct hint *h);
    /* Seats act at the same time: what others do meanwhile calls for no new board. */
    int at_once;
    /* Options of the command line that are this game's alone. */
    const struct arg *options;
    /* What is wrong with options that do not belong together, or NULL; the protocol ignores some
     * of them. NULL where all of them do. */
    const char *(*clash)(const struct face_options *o);
    /* Reads a file with the game's own numbers into a state that has the options; 0, or -1 with
     * the reason printed. NULL where a game has none. */
    int (*read_cards)(void *state, const char *path, FILE *complaints);
    /* What is being played, in a line. */
    void (*introduce)(const struct showing *s);
    /* Everything the viewer may see. */
    void (*board)(const struct showing *s);
    /* What a further question of one turn needs. */
    void (*follow_up)(const struct showing *s);
    /* A part of the story in words. */
    void (*tell)(const struct showing *s, int from, int to);
    char *(*sentence)(const struct showing *s, const struct event *e, char text[MAX_SENTENCE]);
    /* Is there anything to tell? */
    int (*news)(const struct showing *s, int from, int to);
    /* Where the present round begins. */
    int (*story_of_round)(const struct story *s);
    /* What may be read in full. */
    void (*piles)(const struct showing *s);
    /* What may be counted. */
    void (*unseen)(const struct showing *s);
    /* The end of the game. */
    void (*standing)(const struct showing *s);
    /* Changes with the phase; 0 where there is little to see. */
    int (*scene)(const void *view);
    char *(*question)(const struct showing *s, char buf[MAX_SENTENCE]);
    char *(*answer)(const struct showing *s, int answer, char buf[WORDS_MAX]);
    /* The number a player types; -1: its place in the list, counted from 1. */
    int (*label)(const struct showing *s, int answer);
    /* Draws the answers as a picture where that is clearer than a list; 0 where it is not. */
    int (*picture)(const struct showing *s);
    /* A refused answer in the protocol's words ("play egg" becomes "play dragons-egg"). */
    char *(*protocol_words)(const char *plain, char buf[MAX_NAME]);
};

extern const struct face arcane_face, quacks_face;

enum { FACE_NAMES = 80 };

/* All faces, in the order of the list of games; NULL at the end. */
const struct face *face_at(int index);
/* The games' names: "arcane", "and" or "or", "quacks". Returns buf. */
char *face_names(const char *link, char buf[FACE_NAMES]);
/* The face of a game, or NULL. */
const struct face *face_of(const struct game *g);
const struct face *face_by_name(const char *name);

enum { LABEL_MAX = 40 };

/* What bots are called, and people who gave no name: "Berta". */
const char *given_name(int seat);
/* "Berta (medium)". */
char *seat_label(const struct showing *s, int seat, char buf[LABEL_MAX]);

#endif
