/* Sheets: texts over a part of the table, such as help, odds, the guide, the end and its review. */
#ifndef CHARLATAN_TUI_SCREEN_SHEET_H
#define CHARLATAN_TUI_SCREEN_SHEET_H

struct board_showing;
struct screen;
struct screen_sheet;

/* Takes ownership of the text. What lies under the open sheet stays there. */
void sheet_open(struct screen *d, const char *title, char *text);
/* Closes all sheets. */
void sheet_close(struct screen *d);
/* Closes the open sheet and shows the one under it, if there is one. */
void sheet_leave(struct screen *d);
/* Makes this line the first one shown, or shows the end. */
void sheet_scroll(struct screen *d, int top);
/* Does what a key means to the open sheet: scrolls it, leaves it, turns to another part. */
void sheet_key(struct screen *d, int key);
/* Draws the open sheet over the picture. */
void draw_sheet(struct screen *d);
/* The columns of a line on a sheet. */
int sheet_width(const struct screen *d);

/* ---- screen_page.c ---- */

/* Opens the sheet that a key stands for. Returns 0 if the key opens none. */
int desk_take_look(struct screen *d, int key);
/* Whether a key opens a sheet, which is allowed while others must answer. */
int desk_is_look(const struct screen *d, int key);
/* Asks for a hint to the open question; NEWS_HINT opens its sheet. */
void desk_ask_hint(struct screen *d);
/* The keys, the signs of the picture, and the game in a few sentences. */
void sheet_help(struct screen *d);
/* The story of the game, scrolled to its end. */
void sheet_log(struct screen *d);
/* The odds of the position, or why there are none. */
void sheet_odds(struct screen *d);
/* The hint that was found, with its reasons. */
void sheet_hint(struct screen *d);
/* A page that the game prints, such as its piles. */
void sheet_face(struct screen *d, const char *title, void (*print)(const struct board_showing *s));
/* The guide for newcomers: speaks if it is turned on and has not yet spoken at such a question. */
void sheet_guide(struct screen *d);
/* Turns the guide on or off; turned on, it speaks at each kind of question again. */
void desk_turn_guide(struct screen *d);

/* ---- screen_end.c ---- */

/* The end in parts: the last round, the standing, the scores by round, who did what. */
enum { STAGE_STORY = 1, STAGE_STANDING, STAGE_CHART, STAGE_MOMENTS };
/* Opens that part of the end. */
void sheet_end(struct screen *d, int stage);
/* Handles a key of the end. Returns 0 if the key is not for it. */
int sheet_turn(struct screen *d, int key);
/* Stops at a moment worth seeing in this part of the story: an explosion, an inspection. */
void sheet_scene(struct screen *d, int from, int to);

/* ---- screen_review.c ---- */

/* Begins to review the game that is over, or shows how far its review is, or the review. */
void sheet_review(struct screen *d);
/* Handles a key of the review. Returns 0 if the key is not for it. */
int sheet_turn_review(struct screen *d, int key);
/* The keys of a sheet of the review; NULL for other sheets. */
const char *review_keys(const struct screen_sheet *s);
/* Updates the progress of the review on the screen. */
void desk_watch_review(struct screen *d);
/* Whether the open sheet shows that progress. */
int desk_reviews(const struct screen *d);
/* Stops and forgets the review: another game begins, or the program ends. */
void desk_forget_review(struct screen *d);

/* ---- screen_find.c ---- */

/* Begins to type the words; what has them in its name is listed meanwhile. */
void sheet_begin_search(struct screen *d);
/* Takes a key into the words that are being typed. */
void sheet_type(struct screen *d, int key);
/* Lists what was found, with this line under the cursor. */
void sheet_list(struct screen *d, int pick);
/* Handles a key of the list. Returns 0 if the key is not for the list. */
int sheet_choose(struct screen *d, int key);

#endif
