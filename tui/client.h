/* A client is a table as a screen sees it: a local one (local.c: a match, bots on threads, every
 * move stored) or a server's (remote.c). A screen need not know which.
 *
 * A screen is one loop: it waits until the keyboard or client_fd is ready, calls client_poll until
 * there is no more news, draws, and answers. All functions must be called from that one thread;
 * the client handles its own threads and sockets. Only these functions wait: client_poll (for the
 * time given, and briefly for the disk; at the end of a server's game it fetches the record), the
 * functions that open a table, and client_rematch at a server.
 *
 * Promises:
 *   - News of a move comes only after the move is on the disk or at the server. So a program that
 *     is killed loses no move that anybody has seen.
 *   - A viewer gets nothing that the viewer may not know: views and events are redacted. If several
 *     people share the keyboard, each has a view of their own; the screen hides one before it shows
 *     the next (client_turn says who plays).
 *   - Changes happen in client_poll only. Between two calls, views, stories, seats and questions
 *     stay the same, and pointers into them stay valid.
 *   - A request that is not allowed is refused with a sentence and a rule, and changes nothing.
 *   - If the connection to the server is lost, requests are sent when it is back. */
#ifndef CHARLATAN_TUI_CLIENT_H
#define CHARLATAN_TUI_CLIENT_H

#include <stdio.h>

#include "bots/bot.h"
#include "match/match.h"
#include "tui/story.h"
#include "wire/wire.h"

enum { CLIENT_TEXT = 400, CLIENT_BOT = 80, CLIENT_PATH = 1024, CLIENT_ANSWERS = 64 };

struct client;
struct board_showing;

/* ---- sitting down ---- */

/* A local table. */
struct client_plan {
    const struct game_json *json;
    /* A state from init() with the options set. */
    uint64_t options[MAX_STATE_BYTES / 8];
    int players;
    /* A set of the seats played from this screen; 0 to watch only. */
    uint32_t people;
    /* "": a default name. */
    char name[MAX_SEATS][MATCH_NAME + 1];
    /* For the other seats, such as "hard" or "search:ms=300". */
    char bot[MAX_SEATS][CLIENT_BOT];
    uint8_t seed[32];
    /* 1: for practice; one person may take moves back past luck. */
    uint8_t practice;
    /* Where games are stored; NULL: client_folder(). */
    const char *folder;
};

/* A table at a server. */
struct client_visit {
    /* http(s)://HOST[:PORT]/#t/ID, also with /TOKEN or ?token=TOKEN behind the id; or a private
     * link to a seat, http(s)://HOST[:PORT]/#s/ID/SECRET. */
    const char *url;
    /* NULL: the server calls us "Guest", or "Guest 2". */
    const char *name;
    /* -1: the seat held already, or else any free one. */
    int seat;
    /* Watch without taking a seat. */
    int watch;
    /* Where seat tokens and records are stored; NULL: client_folder(). */
    const char *folder;
};

/* $XDG_DATA_HOME/charlatan, else ~/.local/share/charlatan. */
char *client_folder(char path[CLIENT_PATH]);

/* Unfinished local games of people, the one played last first. */
enum { SAVED_WORDS = 160, SAVED_SHORT = 6, CLIENT_URL = 400 };

struct client_saved {
    char id[MATCH_ID + 1];
    const struct game *game;
    /* When it was played last, in milliseconds since 1970. */
    int64_t touched;
    /* Another program has it open. */
    int open;
    /* How far it is and who plays, such as "turn 4 of 9, 12 points; Wanda". */
    char words[SAVED_WORDS];
};

struct client_saves {
    int n;
    struct client_saved *at;
};

/* Lists the unfinished games: of the given game, or of all if it is NULL. Returns 0, or -1 with a
 * sentence. Free the list with client_free_saved in any case. */
int client_list_saved(const struct game *game, const char *folder, struct client_saves *to,
                      char why[CLIENT_TEXT]);
void client_free_saved(struct client_saves *list);
/* The tables at servers where a seat is held, as links without their tokens, at most so many, the
 * latest last. Returns how many. */
int client_list_seats(const char *folder, char url[][CLIENT_URL], int most);
/* What a server says of a table in that list (seats.c): it goes on, it is over, there is no
 * such table; or the server is silent. Seats are kept in any case: the server may come back. */
enum client_seat_news { SEAT_THERE, SEAT_OVER, SEAT_GONE, SEAT_SILENT };
/* The last server that was silent, which is not asked again; begins with zeros. */
struct client_silence {
    char origin[CLIENT_URL];
};
enum client_seat_news client_ask_seat(const char *url, struct client_silence *silent);
/* Short words for a time, such as "today 14:05" or "12 Nov". */
char *client_when(int64_t ms, char text[32]);

/* All three return NULL on failure, with a sentence in `why` that says what to do.
 *
 * client_resume_id continues the game whose id begins with these letters.
 *
 * client_join waits a few seconds at most for the server. */
struct client *client_found(const struct client_plan *plan, char why[CLIENT_TEXT]);
struct client *client_resume_id(const char *id, const char *folder, char why[CLIENT_TEXT]);
struct client *client_join(const struct client_visit *visit, char why[CLIENT_TEXT]);
/* What may be asked about a seat at a server, without playing: a private link to it (CLIENT_LINK),
 * its devices and links (CLIENT_DEVICES), or to revoke one of these by its number, or all but this
 * device (CLIENT_REVOKE, with -1). Writes the answer into `text`. Returns 0; or -1 with `why`. */
enum client_keys { CLIENT_NO_KEYS, CLIENT_LINK, CLIENT_DEVICES, CLIENT_REVOKE };
int client_ask_keys(const struct client_visit *visit, enum client_keys what, int id,
                    struct writer *text, char why[CLIENT_TEXT]);
/* Games stay stored, and a server keeps the seat: joining again returns to it. */
void client_leave(struct client *t);

/* ---- what happens ---- */

enum client_news_kind {
    NEWS_NONE,
    /* A seat was taken or left: `seat`, `text`. */
    NEWS_SEATS,
    /* A game begins (the first one or a rematch): the stories are empty again. */
    NEWS_START,
    /* `seat` (or EVENT_NONE) acted: the story has grown from `from` to `to`. */
    NEWS_EVENTS,
    /* What happened before we joined is in the story, up to `to`. */
    NEWS_PAST,
    /* Moves were undone for `seat`: the story now ends at `to`; `text`. */
    NEWS_UNDONE,
    /* client_turn has become `seat`: one of our seats must answer. */
    NEWS_QUESTION,
    /* The bot of `seat` is thinking. Bots that answer quickly are not announced. */
    NEWS_THINKING,
    /* The bot of `seat` has thought less than usual about its move: `text`. */
    NEWS_HURRIED,
    /* `seat` asks to undo a move (answer with client_grant); seat -1: the request is over. */
    NEWS_PLEA,
    /* The hint is ready: client_hint_found. */
    NEWS_HINT,
    /* A request of `seat` was refused: `text`, `code`, and `rule` ("" if no rule of the game
     * forbids it). */
    NEWS_REFUSED,
    /* client_link has changed: `text`. */
    NEWS_LINK,
    /* The game is over: client_result. If client_record is not NULL, the record is in that file. */
    NEWS_OVER,
    /* The last news: the table was closed or the seat was lost; `text`. */
    NEWS_CLOSED,
    /* Something outside the game failed, such as a full disk: `text`. The last request had no
     * effect and may be tried again. */
    NEWS_FAILED
};

struct client_news {
    /* seat is EVENT_NONE if the news is about no seat. */
    int kind, seat;
    /* Indices into the stories. */
    int from, to;
    /* "" if there is nothing to say; valid until the next poll. */
    const char *code, *rule, *text;
};

/* Returns 1 with the next piece of news, or 0 if there is none within the time (0: does not wait;
 * -1: waits for ever). News comes in order, and the table never shows more than the news so far. */
int client_poll(struct client *t, int timeout_ms, struct client_news *news);
/* Becomes readable when client_poll may have news. It does not change while the table is open. */
int client_fd(const struct client *t);

/* ---- what is there ---- */

const struct game *client_game(const struct client *t);
/* A value of enum match_phase. */
int client_phase(const struct client *t);
int client_players(const struct client *t);

struct client_seat {
    /* Values of enum seat_kind and enum seat_away. */
    int kind, away;
    /* Played from this screen. */
    int mine;
    /* A person's own name, a bot's given name, "" for an empty seat. */
    const char *name;
    /* The bot that plays the seat, also in place of an absent person, such as "hard"; else "". */
    const char *bot;
    /* The bot's title, such as "the clairvoyant"; "" if it has none. */
    const char *title;
};
void client_seat(const struct client *t, int seat, struct client_seat *to);
/* The seats played from here; 0 for a spectator. */
uint32_t client_mine(const struct client *t);
int client_is_remote(const struct client *t);
/* Whether odds and hints may be shown. */
int client_helps(const struct client *t);
/* Whether this person may start the game: at a table with a host, only the host may. */
int client_may_start(const struct client *t);
/* Whether the game is for practice: moves may be taken back past luck. */
int client_is_practice(const struct client *t);
/* The link that takes others to a server's table; "" for a local one. */
const char *client_url(const struct client *t);
/* Whether this program resumed an earlier game. */
int client_is_resumed(const struct client *t);
/* How many other unfinished games were stored when this one was opened. */
int client_kept(const struct client *t);
/* Prints how a saved game is continued. */
void client_print_kept(const struct client *t, FILE *to);

/* Fills in what a seat or a spectator may see. Returns 0, or -1 before the game starts and for
 * seats that are not ours. SPECTATOR is always allowed. */
int client_view(const struct client *t, int viewer, struct view *to);
/* All events so far, as the viewer may know them; other seats' viewers get the spectator's story.
 * An index means the same event for all viewers. A server's table has only the story of our own
 * seat. What happened before we joined comes with NEWS_PAST, unless the server keeps that back. */
const struct story *client_story(const struct client *t, int viewer);
/* The sentence of an event for a viewer, with the names at this table ("Berta draws an item."), and
 * its rule. */
char *client_sentence(const struct client *t, int viewer, const struct event *e,
                      char text[MAX_SENTENCE]);

/* A LOST connection is retried automatically. */
enum client_link { LINK_GOOD, LINK_LOST, LINK_GONE };
/* Always LINK_GOOD for a local table. */
int client_link(const struct client *t);

/* ---- questions ---- */

struct client_question {
    int seat;
    /* Its number; every question has its own. */
    uint32_t n;
    /* Its name in the protocol, such as "act". */
    const char *kind;
    /* Its sentence. */
    char text[MAX_SENTENCE];
    /* Milliseconds since 1970 when the clock runs out; INT64_MAX: never. */
    int64_t until;
    int answers;
    struct answer {
        /* The engine's number: a bit of legal(). */
        uint8_t action;
        /* Its name in the protocol. */
        char text[MAX_NAME];
    } answer[CLIENT_ANSWERS];
};

/* All seats that must answer. */
uint32_t client_asked(const struct client *t);
/* The seat of ours that must answer now; -1 if we wait for others. If several of our seats must
 * answer, the one that answered last goes on, so that the keyboard changes hands as little as
 * possible. A seat whose answer is being sent does not count. */
int client_turn(const struct client *t);
/* Returns 0, or -1 if no question is open. */
int client_question(const struct client *t, int seat, struct client_question *q);
/* Why an answer is not allowed: the game's own sentence and rule. */
void client_explain(const struct client *t, int seat, const char *action, struct refusal *why);

/* ---- requests: they return 0, or -1 if refused at once (NEWS_REFUSED says why) ---- */

/* `action` is the engine's number. */
int client_answer(struct client *t, int seat, int action);
/* Undoes a move at once, or asks those who must agree. */
int client_undo(struct client *t, int seat);
/* An open request to undo: the seat that asks, and our seats that have not answered it. */
struct client_plea {
    /* -1 if none is open. */
    int seat;
    uint32_t waits;
};
void client_plea(const struct client *t, struct client_plea *to);
int client_grant(struct client *t, int seat, int yes);
/* At a server's table: fills the empty seats with bots (`fill` NULL: medium) and starts. */
int client_start(struct client *t, const char *fill);
/* Takes one of our seats back from the bot that plays for it. */
int client_back(struct client *t, int seat);

/* ---- bots that think ---- */

struct client_thinking {
    /* -1 if no bot is thinking, or if this program cannot see it. */
    int seat;
    /* CLOCK_MONOTONIC in ms. */
    int64_t began;
    /* Its time limit in ms; 0 if unknown. */
    uint32_t most;
    /* Games simulated so far. */
    uint32_t games;
};
void client_thinking(const struct client *t, struct client_thinking *to);
/* Makes the bot answer at once with the best move found so far. */
void client_interrupt_bot(struct client *t);

/* ---- help ---- */

struct client_hint {
    /* `answer` is the engine's number. */
    int seat, answer;
    /* The number of the question. */
    uint32_t n;
    struct view view;
    struct advice say;
};

/* Asks an adviser, which knows only what the seat may know; NEWS_HINT follows. The same question
 * gets the same hint, and asking does not change the game. Refused if client_helps is 0 or nothing
 * is asked. */
int client_hint(struct client *t, int seat);
/* In percent; -1 if no hint is being computed. */
int client_hint_progress(const struct client *t);
/* Cancels the hint: no NEWS_HINT follows. */
void client_hint_cancel(struct client *t);
/* The last hint, or NULL. */
const struct client_hint *client_hint_found(const struct client *t);

/* Prints a page of odds for the viewer with page_print, so it can be captured as text.
 * Returns 0, or -1 with the reason if there are no odds. */
int client_odds(const struct client *t, const struct board_showing *s, struct refusal *why);

/* ---- the end ---- */

struct client_result {
    int32_t score[MAX_SEATS];
    /* A set of seats. */
    uint32_t winners;
    uint8_t seed[32];
};
/* -1 before the end. */
int client_result(const struct client *t, struct client_result *to);
/* The file of the record, or NULL. */
const char *client_record(const struct client *t);
/* At a server, after the end: what the record proves about the luck, or what is wrong with it; else
 * NULL. */
const char *client_luck(const struct client *t);
/* Starts another game with the same people and bots: NEWS_START or NEWS_REFUSED follows. With
 * `seed` NULL the seed is random. */
int client_rematch(struct client *t, const uint8_t seed[32]);
/* Plays on from the game that is over, after so many of its moves: practice with the same people
 * and bots, with new luck or with that of the game. NEWS_START or NEWS_REFUSED follows. */
int client_practise(struct client *t, uint32_t moves, int same);

#endif
