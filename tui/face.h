/* A face is how a game looks in a terminal: its board (board/board.h), stories, options and what
 * people type. The plain screen, replays and everything else that prints a game use it. */
#ifndef CHARLATAN_TUI_FACE_H
#define CHARLATAN_TUI_FACE_H

#include <jansson.h>
#include <stdio.h>

#include "args/args.h"
#include "board/board.h"
#include "engine/game.h"
#include "engine/view.h"
#include "tui/story.h"

struct bot;

struct face_pictures;
struct face_score;
struct client_hint;
struct menu;
struct rulebook;

/* A game's options as given on the command line. A command's own options struct begins with this
 * one, so that the face's rows can fill it. */
struct face_options {
    /* The protocol's `options` object. */
    json_t *set;
    /* A file with the game's own card values, or NULL. */
    const char *cards;
};

/* Readers for option rows (args/args.h): they put the value into `set` under the option's name in
 * the protocol. */
const char *face_set_text(void *to, const struct arg *row, const char *value);
const char *face_set_number(void *to, const struct arg *row, const char *value);
const char *face_set_true(void *to, const struct arg *row, const char *value);

/* How a game looks on a terminal. */
struct face {
    const struct game *game;
    const struct board *board;
    const char *title;
    /* The title in at most 12 columns, for lists. */
    const char *brief;
    /* The game in a few sentences. */
    const char *primer;
    /* How to answer, the commands, the signs on the board. */
    const char *keys;
    /* The command that shows the piles, and its word. */
    const char *pile_key, *pile_word;
    /* See rulebook/rulebook.h. */
    const struct rulebook *rulebook;
    /* On the full screen: tui/screen_picture.h. */
    const struct face_pictures *pictures;
    /* What is scored, and how a game went: tui/ending.h. */
    const struct face_score *score;
    /* Prints a page of odds (odds_page.h). Returns 0, or -1 with the reason if there are none. */
    int (*odds)(const struct view *v, const char *const *names, struct refusal *why);
    /* Prints a few lines of odds for a player who must decide. Returns 0 if there is nothing to
     * say. */
    int (*odds_brief)(const struct view *v);
    /* The bot that gives its reasons in a hint if it chooses the same answer, or NULL. */
    const struct bot *thumb;
    /* Set if seats act at the same time: other seats' actions do not redraw the board. */
    int at_once;
    /* Command-line options of this game only. */
    const struct arg *options;
    /* Returns NULL, or why the options contradict each other (the protocol ignores some
     * contradictions). The member is NULL if no options can. */
    const char *(*clash)(const struct face_options *o);
    /* Reads a file of card values into a state that has the options. Returns 0, or -1 with the
     * reason printed. NULL if the game has no such file. */
    int (*read_cards)(void *state, const char *path, FILE *complaints);
    /* Prints in one line what is played. */
    void (*introduce)(const struct board_showing *s);
    /* How far the game is and what the viewer has, such as "turn 4 of 9, 12 points". */
    void (*progress)(const struct board_showing *s, char buf[WORDS_MAX]);
    /* Prints a part of the story. */
    void (*tell)(const struct board_showing *s, int from, int to);
    char *(*sentence)(const struct board_showing *s, const struct event *e,
                      char text[MAX_SENTENCE]);
    /* Whether that part of the story prints anything. */
    int (*news)(const struct board_showing *s, int from, int to);
    /* The index in the story at which the present round begins. */
    int (*story_of_round)(const struct story *s);
    /* A number that changes whenever the board is worth printing again; 0 if it is not. */
    int (*scene)(const void *view);
    /* The answer that is listed before the others of this set though its number in the rules is not
     * the lowest; -1: none. NULL if there never is one. */
    int (*leads)(const struct board_showing *s, uint64_t answers);
    /* The number a player types for an answer; -1: its position in the list, from 1. */
    int (*label)(const struct board_showing *s, int answer);
    /* Draws the answers as a picture if that is clearer than a list. Returns whether it did. */
    int (*picture)(const struct board_showing *s);
    /* Turns typed words into the protocol's ("play egg" becomes "play dragons-egg"); NULL if that
     * is not possible. */
    char *(*protocol_words)(const char *plain, char buf[MAX_NAME]);
};

#define FACE(x) extern const struct face x##_face;
#include "games/games.def"

enum { FACE_NAMES = 80 };

/* All faces, in the order of the list of games; NULL after the last. */
const struct face *face_at(int index);
/* The games' names joined by "and" or "or". Returns buf. */
char *face_names(const char *link, char buf[FACE_NAMES]);
/* The face of a game, or NULL. */
const struct face *face_of(const struct game *g);
const struct face *face_by_name(const char *name);

/* The name of a person who gave none, such as "Berta". */
const char *given_name(int seat);

/* Prints a hint: the answer with its number on the screen, and one reason. */
void hint_print(const struct client_hint *h, const struct menu *m);
/* Prints the reasons for it. */
void hint_explain(const struct board_showing *s, const struct client_hint *h);

#endif
