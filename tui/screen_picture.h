/* A picture of a table on the full screen: what it shows, and the parts that each game supplies. */
#ifndef CHARLATAN_TUI_SCREEN_PICTURE_H
#define CHARLATAN_TUI_SCREEN_PICTURE_H

#include "engine/game.h"
#include "tui/canvas.h"

struct board_showing;
struct menu;
struct story;

enum {
    SCREEN_W = 80,
    SCREEN_H = 24,
    SCREEN_LEAST_W = 30,
    SCREEN_LEAST_H = 10,
    SCREEN_SMALL_H = 16,
    TYPED_MAX = 8
};
/* A screen of at least SCREEN_LOG columns shows the story beside the table, which then takes
 * SCREEN_MAIN columns. From SCREEN_SIDE on there is a column between the two, for the shop or the
 * other players. */
enum { SCREEN_LOG = 116, SCREEN_SIDE = 168, SCREEN_MAIN = 82 };
enum { SCREEN_NAME = 14, SCREEN_TEXT = 500 };

/* Everything a picture of a table shows. */
struct screen_picture {
    const struct board_showing *s;
    /* The viewer's answers; n is 0 while others must answer. */
    const struct menu *menu;
    /* The last question's answers, whose rows stay empty while others must answer; or NULL. */
    const struct menu *last;
    /* The position of the cursor, or -1 if nothing is chosen yet. */
    int pick;
    /* The position of the adviser's answer, or -1. */
    int hinted;
    /* The digits typed so far. */
    const char *typed;
    /* The question, or who must answer. */
    const char *asks;
    /* The last message; `warns` is set if it was a refusal. */
    const char *note;
    int warns;
    /* The story of this round: what the viewer has read, and what is new. */
    const char *old, *fresh;
    /* Shown in the header; "" if no clock runs. */
    const char *clock;
    /* Keys beside the usual ones, or "". */
    const char *extra;
    /* Whether the keys for hints and odds can do something, and those for the guide and for taking
     * a move back. */
    int helps, plays;
    /* Whether a sheet about a moment of the game covers the lower part. */
    int passing;
};

/* Draws the whole picture. A pure function of its arguments, as all pictures are. */
void draw_table(struct canvas *c, const struct screen_picture *p);

/* No certain answer under the cursor at first: the first one, or none, so that a person chooses. */
enum screen_usual { USUAL_FIRST = -1, USUAL_NONE = -2 };

/* The parts that a game supplies. */
struct face_pictures {
    /* The word for the piles in the footer, and the title of their sheet. */
    const char *pile, *pile_title;
    /* What the signs of the picture mean, beside those of the plain board. */
    const char *signs;
    void (*header)(const struct board_showing *s, char text[SCREEN_TEXT]);
    void (*draw)(struct canvas *c, struct canvas_area a, const struct screen_picture *p);
    /* Draws the viewer's own board for a screen of less than 80x24. Returns the rows used. */
    int (*small)(struct canvas *c, struct canvas_area a, const struct screen_picture *p);
    /* The rows of the viewer's own board on top, which sheets leave in sight. */
    int (*board_rows)(struct canvas_area a, const struct board_showing *s);
    /* Prints a moment worth stopping at, if there is one in this part of the story: its title, the
     * lines of its drawing, and its page. Returns 0 if there is none. */
    int (*scene)(const struct board_showing *s, int from, int to, char title[80], int *art);
    /* Writes what the message line says of this part of the story, such as "You sell a set of Dark
     * Lotus for 30 gold."; "" if nothing. NULL: never anything. */
    void (*notice)(const struct board_showing *s, int from, int to, char text[SCREEN_TEXT]);
    /* Where the part of the story begins that the end of the game tells again. */
    int (*finale)(const struct story *story);
    /* The key of an answer, or 0. */
    char (*letter)(const struct board_showing *s, int answer);
    /* The answer under the cursor at first, or one of enum screen_usual. What cannot be undone must
     * not be Enter's unless it does no harm. */
    int (*usual)(const struct board_showing *s);
    /* What a newcomer should know now, or NULL; *question is the kind of question, below 32. */
    const char *(*guide)(const struct board_showing *s, int *question);
    /* The answer that a key would give if it were offered, in the protocol's words; NULL if there
     * is none. */
    const char *(*meaning)(const struct board_showing *s, int key);
    /* Writes the answer that a click on this chip (TOUCH_CHIP) gives, in the protocol's words.
     * NULL: there are no chips to click on. Returns buf. */
    char *(*chip_answer)(int chip, char buf[MAX_NAME]);
};

#define FACE(x) extern const struct face_pictures x##_pictures;
#include "games/games.def"

#endif
