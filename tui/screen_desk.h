/* The desk: what the program remembers between two pictures of the full screen. */
#ifndef CHARLATAN_TUI_SCREEN_DESK_H
#define CHARLATAN_TUI_SCREEN_DESK_H

#include "board/board.h"
#include "engine/view.h"
#include "match/seat.h"
#include "rulebook/rulebook.h"
#include "tui/client.h"
#include "tui/menu.h"
#include "tui/screen_picture.h"

struct client_news;
struct client_plea;
struct face;
struct reviewer;

/* What a viewer sees, with the names at the table. Points into itself, so it is never copied. */
struct screen_sight {
    struct board_showing s;
    struct view view;
    char name[MAX_SEATS][MATCH_NAME + 12], level[MAX_SEATS][CLIENT_BOT];
    const char *names[MAX_SEATS], *levels[MAX_SEATS];
};

/* A text over a part of the table, cut into lines. Freed by the functions of screen_sheet.h only. n
 * is 0 without a sheet; text and line are then NULL. */
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

/* The desk itself. Only the thread of the loop touches it. */
struct screen {
    struct client *t;
    const struct face *face;
    const uint8_t *seed;
    struct canvas c;
    struct screen_sight sight;
    /* 0 before the game: `sight` then has names but no view. */
    int has_view;
    /* The person who has the keyboard, or SPECTATOR. */
    int keyboard;
    /* The seat that must take the keyboard before its view is drawn, or -1. */
    int curtain;
    /* The open question's answers, n 0 without one; and the last ones there were. */
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
    /* The game is over; the table was closed; the person leaves. */
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

/* Updates the view, the question, and the words for both. Must follow everything that may change
 * the table, before anything is drawn or a key is handled. */
void desk_look(struct screen *d);
/* Acts on a piece of news: the note, the sheets, who has the keyboard. */
void desk_hear(struct screen *d, const struct client_news *news);
/* Acts on a key, and on a click as the key or answer it stands for. */
void desk_key(struct screen *d, int key);
/* CLOCK_MONOTONIC in ms, by which all times of the desk count. */
int64_t desk_clock(void);
/* An Enter from now on, for a short time, belongs to the number typed before. */
void desk_hush(struct screen *d);
/* Enter does nothing for a moment, so that one too many neither closes a box unseen nor answers the
 * question below it. */
void desk_ignore_enter(struct screen *d);
/* Sets the note; `warns` shows it as a refusal. */
void desk_say(struct screen *d, int warns, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Returns 1 if one of our seats must answer a request to undo. Fills in `plea` in any case. */
int desk_plea(const struct screen *d, struct client_plea *plea);
/* Turns the stops at moments worth seeing off or on. */
void desk_turn_stops(struct screen *d);
/* How much of the story this viewer has read, to be read and set. */
int *desk_told(struct screen *d, int viewer);

#endif
