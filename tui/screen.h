/* The full screen: a table drawn with a cursor, played with keys and the mouse.
 *
 * Three layers: pictures are drawn on a canvas by pure functions (screen_draw.c,
 * screen_arcane.c, screen_quacks.c); the desk is what the program remembers between two pictures
 * (screen.c, screen_keys.c, screen_page.c, screen_news.c); the terminal shows a canvas and gives
 * keys (screen_term.c). */
#ifndef CHARLATAN_TUI_SCREEN_H
#define CHARLATAN_TUI_SCREEN_H

#include "tui/canvas.h"
#include "tui/client.h"
#include "tui/face.h"
#include "tui/menu.h"

struct screen_options {
    /* Of a new game; NULL: at random. */
    const uint8_t *seed;
};

/* Are keyboard and screen a terminal that has a cursor? */
int screen_possible(void);
/* Plays until the game is over and nobody wants another, or somebody leaves. Returns an exit
 * status. */
int screen_play(struct client *t, const struct screen_options *o);

/* ---- pictures ---- */

enum { SCREEN_W = 80, SCREEN_H = 24, SCREEN_LEAST_W = 30, SCREEN_LEAST_H = 10, TYPED_MAX = 8 };
/* From SCREEN_LOG columns on the story stands beside the table, which then has SCREEN_MAIN. */
enum { SCREEN_LOG = 116, SCREEN_MAIN = 82 };
enum { SCREEN_NAME = 14, SCREEN_TEXT = 500 };

/* Everything a picture of a table shows. */
struct picture {
    const struct showing *s;
    /* Of the viewer; n 0 where others are awaited. */
    const struct menu *menu;
    /* The place under the cursor. */
    int pick;
    /* The place the adviser has named, or -1. */
    int hinted;
    /* Digits so far. */
    const char *typed;
    /* The question, or who is awaited. */
    const char *asks;
    /* The last thing said; warns: it was a refusal. */
    const char *note;
    int warns;
    /* The story of this round: read before, and new. */
    const char *old, *fresh;
    /* Beside the header, "" where there is none. */
    const char *clock;
    /* Keys beside the usual ones, "". */
    const char *extra;
};

void draw_table(struct canvas *c, const struct picture *p);
/* Below 80x24: the question, its answers, the last lines of the story. */
void draw_narrow(struct canvas *c, const struct picture *p);

/* ---- parts of the games' pictures ---- */

/* Returns the rows used. */
int draw_question(struct canvas *c, struct area a, const struct picture *p);
/* The width of one column of answers. */
int answers_width(const struct picture *p);
int answers_rows(const struct picture *p, int w);
void draw_answers(struct canvas *c, struct area a, const struct picture *p);
/* Draws the story with a rule on top. */
void draw_story(struct canvas *c, struct area a, const struct picture *p);
/* The story between two places in short words, folded; to be freed (screen_story.c). */
char *story_words(const struct showing *s, int from, int to, int width);
/* The columns that a line of the story has on a screen of w. */
int story_columns(int w);
struct area draw_beside(struct canvas *c, struct area a, const struct picture *p);
/* Seats other than the viewer's, clockwise from the left; returns how many. */
int seats_around(const struct showing *s, int players, int seats[MAX_SEATS]);
void words_add(char text[SCREEN_TEXT], const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* May the answer in the protocol's words be given? */
int is_offered(const struct picture *p, const char *name);

/* What a game supplies. */
struct face_pictures {
    /* The footer's word for the piles. */
    const char *pile;
    void (*header)(const struct showing *s, char text[SCREEN_TEXT]);
    void (*draw)(struct canvas *c, struct area a, const struct picture *p);
    /* A key for an answer, or 0. */
    char (*letter)(const struct showing *s, int answer);
    /* An answer that a key stands for although it is not offered, in the protocol's words; NULL:
     * none. */
    const char *(*meaning)(const struct showing *s, int key);
};

extern const struct face_pictures arcane_pictures, quacks_pictures;

/* ---- the terminal ---- */

enum key {
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
    /* term_click says where. */
    KEY_CLICK,
    KEY_REDRAW
};

/* 0, or -1 where the terminal cannot be drawn on. */
int term_open(void);
/* Leaves the terminal as it was; may be called twice. */
void term_close(void);
int term_is_ascii(void);
void term_size(int *w, int *h);
void term_show(const struct canvas *c);
/* Waits until a key, a signal, `fd`, or the time is there. */
void term_wait(int fd, int timeout_ms);
/* The next key; KEY_NOTHING where none waits. */
int term_key(void);
void term_click(int *row, int *col);
/* The number of the signal that ends the program (Ctrl-C, SIGTERM, a lost terminal), or 0. */
int term_ended(void);

/* ---- the desk ---- */

/* What a viewer sees, with the names of the table. */
struct sight {
    struct showing s;
    struct view view;
    char name[MAX_SEATS][MATCH_NAME + 8], level[MAX_SEATS][CLIENT_BOT];
    const char *names[MAX_SEATS], *levels[MAX_SEATS];
};

/* A text over the table, line by line. */
struct sheet {
    char *text, **line;
    int n, top;
    char title[80];
};

struct desk {
    struct client *t;
    const struct face *face;
    const uint8_t *seed;
    struct canvas c;
    struct sight sight;
    int has_view;
    /* The person who has it; SPECTATOR: nobody yet. */
    int keyboard;
    /* The seat that is to take it, or -1. */
    int curtain;
    struct menu menu;
    /* Its number; 0: none is open. */
    uint32_t question;
    int pick, hinted;
    char typed[TYPED_MAX];
    char asks[SCREEN_TEXT], note[SCREEN_TEXT], clock[40];
    int warns;
    /* How much of the story each viewer has read; the last a spectator's. */
    int told[MAX_SEATS + 1];
    /* Its `n` is 0 where none is open. */
    struct sheet sheet;
    /* A rule is being typed. */
    int searching;
    char words[64];
    int over, gone, leaves;
    /* For those who look on: ms between two pieces of news, and whether they pause. */
    int pace, paused;
    /* When the next piece of news may come. */
    int64_t next;
    /* How far the wheel has turned that shows that something works. */
    uint32_t turns;
};

/* Takes the view and the question anew, and the words for both. */
void desk_look(struct desk *d);
void desk_hear(struct desk *d, const struct news *news);
void desk_key(struct desk *d, int key);
void desk_draw(struct desk *d);
void desk_say(struct desk *d, int warns, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* 1 where one of mine must answer. */
int desk_plea(const struct desk *d, struct client_plea *plea);
int *desk_told(struct desk *d, int viewer);
int sight_take(const struct client *t, const struct face *face, int viewer, struct sight *to);

/* Sheets. */
/* Takes over the text. */
void sheet_open(struct desk *d, const char *title, char *text);
void sheet_close(struct desk *d);
void sheet_key(struct desk *d, int key);
void draw_sheet(struct canvas *c, struct sheet *s, const char *asking);
void sheet_help(struct desk *d);
void sheet_rule(struct desk *d, const char *words);
void sheet_log(struct desk *d);
void sheet_odds(struct desk *d);
void sheet_hint(struct desk *d);
void sheet_end(struct desk *d);
void sheet_face(struct desk *d, const char *title, void (*print)(const struct showing *s));

#endif
