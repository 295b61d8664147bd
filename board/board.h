/* A board is a position of a game as lines of text for people, made from what one viewer may know,
 * with the question and its answers in words. The plain screen of the terminal, replays and
 * libcharlatan print the same one. */
#ifndef CHARLATAN_BOARD_BOARD_H
#define CHARLATAN_BOARD_BOARD_H

#include "engine/game.h"
#include "engine/text.h"

struct face;
struct story;

/* A question has at most 64 answers, the bits of a legal mask. Words that do not fit are cut, never
 * refused. */
enum { ANSWERS_MAX = 64, WORDS_MAX = 120, LABEL_MAX = 40 };

/* What one viewer, a seat or SPECTATOR, is shown. names[seat] marks the viewer's own seat;
 * levels[seat] is the name of the seat's bot, or "". Boards do not need the face (tui/face.h) and
 * the story, which may be NULL for them. */
struct board_showing {
    const struct face *face;
    const void *view;
    int viewer;
    const char *const *names, *const *levels;
    const struct story *story;
};

/* How a game is printed. Everything goes to the page (board/page.h). */
struct board {
    const struct game *game;
    /* Prints everything the viewer may see. */
    void (*print)(const struct board_showing *s);
    /* Prints what a further question of the same turn needs. Only for a seat, never for
     * SPECTATOR. */
    void (*follow_up)(const struct board_showing *s);
    /* Prints the piles the viewer may read in full. */
    void (*piles)(const struct board_showing *s);
    /* Prints what the viewer may count. */
    void (*unseen)(const struct board_showing *s);
    /* Prints the final standing. */
    void (*standing)(const struct board_showing *s);
    /* What the viewer is asked, and an answer to it. Only for a seat that is asked. The question
     * ends with the rule it follows, in brackets; an answer is one of its legal ones. */
    char *(*question)(const struct board_showing *s, char buf[MAX_SENTENCE]);
    char *(*answer)(const struct board_showing *s, int answer, char buf[WORDS_MAX]);
};

#define BOARD(x) extern const struct board x##_board;
#include "games/games.def"

/* The board of a game, or NULL. Compares addresses: `g` has to be the game itself and not a
 * copy. */
const struct board *board_of(const struct game *g);

enum { BOARD_NAME = 11, BOARD_NAME_BYTES = 4 * BOARD_NAME + 8 };

/* A name cut to its columns, with a mark if it is the viewer's own. Returns buf. */
char *board_name(const char *name, int own, char buf[BOARD_NAME_BYTES]);
/* Name and level, such as "Berta (medium)". Cut at LABEL_MAX bytes, not at BOARD_NAME columns. */
char *seat_label(const struct board_showing *s, int seat, char buf[LABEL_MAX]);

#endif
