/* A grid of characters to draw on, without a terminal: each spot has a character, an ink and the
 * meaning of a click. Tests compare it as text; screen_term.c shows it. */
#ifndef CHARLATAN_TUI_CANVAS_H
#define CHARLATAN_TUI_CANVAS_H

#include <stdint.h>
#include <wchar.h>

/* An ink says what a thing is; screen_term.c chooses its colour. */
enum canvas_ink {
    INK_PLAIN,
    INK_DIM,
    INK_BOLD,
    /* The top line. */
    INK_BAR,
    /* The answer under the cursor. */
    INK_PICK,
    /* A thing that may be chosen. */
    INK_LEGAL,
    INK_WARN,
    INK_GOOD,
    INK_GOLD,
    INK_INFAMY,
    /* Frames. */
    INK_LINE,
    /* A key to press. */
    INK_KEY,
    /* The first of eight inks for the colours of chips. */
    INK_CHIP,
    /* The first of four inks for kinds of items. */
    INK_ITEM = INK_CHIP + 8,
    /* The first of six inks for the badges of seats. */
    INK_SEAT = INK_ITEM + 4,
    INKS = INK_SEAT + 6
};

/* What a click means: a kind, and a value below 256. */
enum canvas_touch { TOUCH_NOTHING, TOUCH_ANSWER, TOUCH_DIGIT, TOUCH_KEY, TOUCH_CHIP, TOUCH_ITEM };

struct canvas_spot {
    /* 0 for the right half of a wide character. */
    wchar_t ch;
    uint8_t ink, kind, value;
};

/* Zeroed: an empty canvas, to be given a size before anything is drawn. Owned by whoever calls
 * canvas_size; `ascii` is set by the owner and stays when the size changes. */
struct canvas {
    int w, h, ascii;
    struct canvas_spot *at;
};

/* Rows and columns count from 0, from the top left. An area may lie partly outside the canvas. */
struct canvas_area {
    int row, col, w, h;
};

/* Changes the size and clears the canvas. `w` and `h` must not be negative. */
void canvas_size(struct canvas *c, int w, int h);
void canvas_free(struct canvas *c);
/* The spot at a place; NULL outside the canvas. */
struct canvas_spot *canvas_at(const struct canvas *c, int row, int col);

/* Writes UTF-8 into at most `room` columns and ends a longer text with dots. The glyph of a seat's
 * badge (match/badge.h) gets the ink of its seat, wherever it stands. Returns the columns
 * used. */
int canvas_put(struct canvas *c, int row, int col, int room, int ink, const char *text);
int canvas_print(struct canvas *c, int row, int col, int room, int ink, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
/* Centres the text in `room`. */
void canvas_centre(struct canvas *c, int row, int col, int room, int ink, const char *text);
/* Folds a text into the area. Returns the rows it needs, even if they do not fit. With c NULL it
 * only measures. */
int canvas_fold(struct canvas *c, struct canvas_area a, int ink, const char *text);
/* Fills the area with a character. What clicks meant there is forgotten. */
void canvas_fill(struct canvas *c, struct canvas_area a, wchar_t ch, int ink);
/* Draws a frame along the edge of the area. */
void canvas_box(struct canvas *c, struct canvas_area a, int ink);
/* Draws a horizontal line with a title in it. */
void canvas_rule(struct canvas *c, int row, int col, int w, const char *title);
/* Changes the inks of what stands in the area. */
void canvas_ink(struct canvas *c, struct canvas_area a, int ink);
/* Says what a click in the area means: `kind` is an enum canvas_touch, `value` is below 256. */
void canvas_touch(struct canvas *c, struct canvas_area a, int kind, int value);

/* Returns the picture as UTF-8 lines without trailing blanks; the caller frees it. */
char *canvas_text(const struct canvas *c);

#endif
