/* Parts of pictures that several games draw: the question, the story, how a screen is divided. */
#ifndef CHARLATAN_TUI_SCREEN_PARTS_H
#define CHARLATAN_TUI_SCREEN_PARTS_H

#include "tui/screen_picture.h"

/* The rows that new lines of the story should have of `room`, with its title: as many as they need,
 * but not those of the question, its answers and this text about them. */
int story_rows(const struct screen_picture *p, struct canvas_area room, const char *focus);
/* The row behind the last one of the table. On a small screen the last message has no row of its
 * own: it covers the last line of the story. */
int table_bottom(const struct canvas *c, struct canvas_area a);
/* Draws the story below a line with its title. */
void draw_story(struct canvas *c, struct canvas_area a, const struct screen_picture *p);
/* The story between two indices in short words, folded; the caller frees it (screen_story.c). */
char *story_words(const struct board_showing *s, int from, int to, int width);
/* The columns of a line of the story on a screen of w columns. */
int story_columns(int w);
/* How a screen is divided; `side` and `log` have w 0 if they are not there. */
struct screen_split {
    struct canvas_area table, side, log;
};
/* Divides the area of a whole screen. */
struct screen_split split_of(struct canvas_area a);
/* Draws the question and its answers, and below them what the game says about the answer under the
 * cursor, at the same place for every question. Leaves `spare` rows. Returns the rows used. */
int draw_asking(struct canvas *c, struct canvas_area a, const struct screen_picture *p,
                const char *focus, int spare);
/* Lists the seats other than the viewer's, clockwise from the left; returns how many. */
int seats_around(const struct board_showing *s, int players, int seats[MAX_SEATS]);
/* Appends to a text of the message line; what has no room is cut. */
void words_add(char text[SCREEN_TEXT], const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Whether the answer with this name in the protocol is offered. */
int is_offered(const struct screen_picture *p, const char *name);

#endif
