/* A grid of characters to draw on, without a terminal: each spot has a character, an ink, and
 * what a click on it means. Pure: tests compare it as a text, screen_term.c shows it. */
#ifndef CHARLATAN_TUI_CANVAS_H
#define CHARLATAN_TUI_CANVAS_H

#include <stdint.h>
#include <wchar.h>

/* What a thing is, not how it is coloured. */
enum ink {
    INK_PLAIN,
    INK_DIM,
    INK_BOLD,
    /* The line on top. */
    INK_BAR,
    /* The answer under the cursor. */
    INK_PICK,
    /* What may be chosen. */
    INK_LEGAL,
    INK_WARN,
    INK_GOOD,
    INK_GOLD,
    INK_INFAMY,
    /* Frames. */
    INK_LINE,
    /* A key to press. */
    INK_KEY,
    /* This one and the seven after it: the colours of chips. */
    INK_CHIP,
    INKS = INK_CHIP + 8
};

/* What a click means: a kind, and a value below 256. */
enum touch { TOUCH_NOTHING, TOUCH_ANSWER, TOUCH_DIGIT, TOUCH_KEY, TOUCH_CHIP, TOUCH_ITEM };

struct spot {
    /* 0: the right half of a wide one. */
    wchar_t ch;
    uint8_t ink, kind, value;
};

struct canvas {
    int w, h, ascii;
    struct spot *at;
};

struct area {
    int row, col, w, h;
};

/* Changes the size and clears the canvas. */
void canvas_size(struct canvas *c, int w, int h);
void canvas_free(struct canvas *c);
/* The spot at a place; NULL outside the canvas. */
struct spot *canvas_at(const struct canvas *c, int row, int col);

/* Columns a text takes on a terminal. */
int text_columns(const char *text);

/* Writes UTF-8 into at most `room` columns, cut with dots where it is longer; returns the
 * columns used. */
int canvas_put(struct canvas *c, int row, int col, int room, int ink, const char *text);
int canvas_print(struct canvas *c, int row, int col, int room, int ink, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
/* In the middle of `room`. */
void canvas_centre(struct canvas *c, int row, int col, int room, int ink, const char *text);
/* Folds words into the area; returns the rows it needs, drawn or not. c NULL: only measures. */
int canvas_fold(struct canvas *c, struct area a, int ink, const char *text);
void canvas_fill(struct canvas *c, struct area a, wchar_t ch, int ink);
void canvas_box(struct canvas *c, struct area a, int ink);
/* A line across with a word in it. */
void canvas_rule(struct canvas *c, int row, int col, int w, const char *title);
void canvas_ink(struct canvas *c, struct area a, int ink);
void canvas_touch(struct canvas *c, struct area a, int kind, int value);

/* The whole picture in UTF-8, a line each, without blanks at their ends; to be freed. */
char *canvas_text(const struct canvas *c);

#endif
