/* The full screen: a table drawn with a cursor and played with keys and the mouse.
 *
 * It has three layers. Pictures are drawn on a canvas by pure functions (screen_draw.c,
 * screen_arcane.c, screen_quacks.c). The desk is what the program remembers between two pictures
 * (screen.c, screen_keys.c, screen_page.c, screen_news.c). The terminal shows a canvas and reads
 * keys (screen_term.c). */
#ifndef CHARLATAN_TUI_SCREEN_H
#define CHARLATAN_TUI_SCREEN_H

#include "tui/canvas.h"
#include "tui/client.h"
#include "tui/face.h"
#include "tui/menu.h"
#include "rulebook/rulebook.h"

struct reviewer;

struct screen_options {
    /* The seed of a new game; NULL if it is random. */
    const uint8_t *seed;
};

/* Whether standard input and output are a terminal with a cursor. */
int screen_possible(void);
/* Plays until the game is over and no other is wanted, or until a person leaves. Returns an exit
 * status. */
int screen_play(struct client *t, const struct screen_options *o);

/* ---- pictures ---- */

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

void draw_table(struct canvas *c, const struct screen_picture *p);
/* For less than 80x24: the viewer's own board if there is room, the question, its answers, and the
 * last lines of the story. */
void draw_narrow(struct canvas *c, const struct screen_picture *p);

/* ---- parts of the games' pictures ---- */

/* Returns the rows used. */
int draw_question(struct canvas *c, struct canvas_area a, const struct screen_picture *p);
/* The width of one column of answers. */
int answers_width(const struct screen_picture *p);
int answers_rows(const struct screen_picture *p, int w);
void draw_answers(struct canvas *c, struct canvas_area a, const struct screen_picture *p);
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
struct screen_split split_of(struct canvas_area a);
/* Draws the question and its answers, and below them what the game says about the answer under the
 * cursor, at the same place for every question. Leaves `spare` rows. Returns the rows used. */
int draw_asking(struct canvas *c, struct canvas_area a, const struct screen_picture *p,
                const char *focus, int spare);
/* Lists the seats other than the viewer's, clockwise from the left; returns how many. */
int seats_around(const struct board_showing *s, int players, int seats[MAX_SEATS]);
void words_add(char text[SCREEN_TEXT], const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Whether the answer with this name in the protocol is offered. */
int is_offered(const struct screen_picture *p, const char *name);

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

/* ---- the terminal ---- */

enum screen_key {
    KEY_NOTHING = -1,
    KEY_ESCAPE = 27,
    KEY_CURSOR_UP = 0x200,
    KEY_CURSOR_DOWN,
    KEY_CURSOR_LEFT,
    KEY_CURSOR_RIGHT,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_FIRST,
    KEY_LAST,
    KEY_RUBOUT,
    /* term_click has the position. */
    KEY_CLICK,
    KEY_REDRAW
};

/* Returns 0, or -1 if the terminal does not support the full screen. */
int term_open(void);
/* Restores the terminal; may be called twice. */
void term_close(void);
int term_is_ascii(void);
void term_size(int *w, int *h);
void term_show(const struct canvas *c);
/* Waits for a key, a signal, `fd` or the end of the time. */
void term_wait(int fd, int timeout_ms);
/* The next key, or KEY_NOTHING. */
int term_key(void);
void term_click(int *row, int *col);
/* The signal that ends the program (Ctrl-C, SIGTERM, a lost terminal), or 0. */
int term_ended(void);

/* ---- the desk ---- */

/* What a viewer sees, with the names at the table. */
struct screen_sight {
    struct board_showing s;
    struct view view;
    char name[MAX_SEATS][MATCH_NAME + 12], level[MAX_SEATS][CLIENT_BOT];
    const char *names[MAX_SEATS], *levels[MAX_SEATS];
};

/* A text over a part of the table, cut into lines. */
struct screen_sheet {
    char *text, **line;
    int n, top;
    char title[80];
    /* How many lines at its beginning are a drawing. */
    int art;
    /* It takes the whole screen. */
    int whole;
    /* The part of the end that it shows, from 1 on; 0 for other sheets. */
    int stage;
    /* It stops the game at a moment worth seeing. */
    int passing;
    /* Its lines are what a search found, and this one is under the cursor; -1 for other sheets. */
    int pick;
    /* It is the guide's: 1 + the kind of the question; 0 for other sheets. */
    int guide;
    /* It was chosen from that list: 1 + its line there; 0 for other sheets. */
    int back;
    /* The part of the review that it shows (screen_review.c); 0 for other sheets. */
    int review;
};

struct screen {
    struct client *t;
    const struct face *face;
    const uint8_t *seed;
    struct canvas c;
    struct screen_sight sight;
    int has_view;
    /* The person who has the keyboard, or SPECTATOR. */
    int keyboard;
    /* The seat that must take the keyboard before its view is drawn, or -1. */
    int curtain;
    struct menu menu, last;
    /* The number of the open question, or 0. */
    uint32_t question;
    /* Places in the menu, or -1. */
    int pick, hinted;
    /* A number has been taken without Enter: an Enter up to this time was meant for it. */
    int reflex;
    int64_t quiet;
    /* A box has opened by itself or was closed by Enter: Enter does nothing up to this time. */
    int64_t deaf;
    char typed[TYPED_MAX];
    char asks[SCREEN_TEXT], note[SCREEN_TEXT], clock[40];
    int warns;
    /* The note says that nothing is asked, and is not true of the next question. */
    int idle;
    /* How much of the story each viewer has read; the last one is the spectator's. */
    int told[MAX_SEATS + 1];
    /* Its `n` is 0 if no sheet is open. A guide's sheet or a moment lies under a page that was
     * opened over it, and comes back when that is closed. */
    struct screen_sheet sheet, under;
    /* The game does not stop at moments worth seeing. */
    int nonstop;
    /* A guide speaks at the first question of each kind; `guided` has those it has spoken at. */
    int guides;
    uint32_t guided;
    /* The words of a rule are being typed. */
    int searching;
    char words[64];
    struct rules_found found;
    int over, gone, leaves;
    /* The review of the game that is over, or NULL; the number of the mistake that is shown. */
    struct reviewer *reviewer;
    int mistake;
    /* For spectators of a local table: ms between two events, and whether they have paused. */
    int pace, paused;
    /* The earliest time of the next event. */
    int64_t next;
    /* How far the wheel of screen.c has turned. */
    uint32_t turns;
};

/* Updates the view, the question, and the words for both. */
void desk_look(struct screen *d);
void desk_hear(struct screen *d, const struct client_news *news);
void desk_key(struct screen *d, int key);
void desk_draw(struct screen *d);
int64_t desk_clock(void);
/* An Enter from now on, for a short time, belongs to the number typed before. */
void desk_hush(struct screen *d);
/* Enter does nothing for a moment, so that one too many neither closes a box unseen nor answers the
 * question below it. */
void desk_ignore_enter(struct screen *d);
void desk_say(struct screen *d, int warns, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Returns 1 if one of our seats must answer a request to undo. */
int desk_plea(const struct screen *d, struct client_plea *plea);
/* Turns the stops at moments worth seeing off or on. */
void desk_turn_stops(struct screen *d);
int *desk_told(struct screen *d, int viewer);
int sight_take(const struct client *t, const struct face *face, int viewer,
               struct screen_sight *to);

/* Takes ownership of the text. What lies under the open sheet stays there. */
void sheet_open(struct screen *d, const char *title, char *text);
/* Closes all sheets. */
void sheet_close(struct screen *d);
/* Closes the open sheet and shows the one under it, if there is one. */
void sheet_leave(struct screen *d);
/* Puts a guide's sheet or a moment under the page that opens next. */
void sheet_put_under(struct screen *d);
/* Makes this line the first one shown, or shows the end. */
void sheet_scroll(struct screen *d, int top);
void sheet_key(struct screen *d, int key);
void draw_sheet(struct screen *d);
/* The columns of a line on a sheet. */
int sheet_width(const struct screen *d);
/* Opens the sheet that a key stands for. Returns 0 if the key opens none. */
int desk_take_look(struct screen *d, int key);
int desk_is_look(const struct screen *d, int key);
void desk_ask_hint(struct screen *d);
void sheet_help(struct screen *d);
void sheet_log(struct screen *d);
void sheet_odds(struct screen *d);
void sheet_hint(struct screen *d);
/* The end in parts: the last round, the standing, the scores by round, who did what. */
enum { STAGE_STORY = 1, STAGE_STANDING, STAGE_CHART, STAGE_MOMENTS };
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
/* Updates the progress on the screen; desk_reviews says whether there is any. */
void desk_watch_review(struct screen *d);
int desk_reviews(const struct screen *d);
/* Stops and forgets the review: another game begins, or the program ends. */
void desk_forget_review(struct screen *d);

/* ---- screen_find.c ---- */

/* Begins to type the words; what has them in its name is listed meanwhile. */
void sheet_begin_search(struct screen *d);
void sheet_type(struct screen *d, int key);
/* Lists what was found, with this line under the cursor. */
void sheet_list(struct screen *d, int pick);
/* Looks up the words that were typed: shows the one entry they name, or a list to choose from. */
void sheet_search(struct screen *d);
/* Handles a key of the list. Returns 0 if the key is not for the list. */
int sheet_choose(struct screen *d, int key);

/* The guide for newcomers: speaks if it is turned on and has not yet spoken at such a question. */
void sheet_guide(struct screen *d);
void desk_turn_guide(struct screen *d);

void sheet_face(struct screen *d, const char *title, void (*print)(const struct board_showing *s));

#endif
