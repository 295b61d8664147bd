/* A client: a table as a screen sees it. The table is one's own (local.c: a match, bots on
 * threads, every move stored) or a server's (remote.c). A screen need not know which.
 *
 * A screen is one loop: wait until the keyboard or client_fd is ready, then client_poll until it
 * has nothing more, draw, answer. All functions are to be called from that one thread; threads
 * and sockets are inside. No function waits but client_poll (as long as it is told to, and a
 * moment for the disk; at the end of a server's game it fetches the record), those that open a
 * table, and client_rematch at a server.
 *
 * Promises:
 *   - What is shown has been stored: news of a move comes when it is on the disk (or at the
 *     server), so a program that is killed loses no move that anybody has seen.
 *   - What is given for a viewer holds nothing that the viewer may not know: views are redacted,
 *     events have lost what is secret. Of several people at one keyboard each gets only the own
 *     view; the curtain between them is the screen's part (client_turn says who is to sit
 *     there).
 *   - Whatever changes is told by client_poll; between two calls of it views, stories, seats and
 *     questions stay as they are, and pointers into them are good.
 *   - A request that cannot be is refused with a sentence and the rule, and nothing has changed.
 *   - The server may come and go: requests made meanwhile are sent when it is back. */
#ifndef CHARLATAN_TUI_CLIENT_H
#define CHARLATAN_TUI_CLIENT_H

#include "bots/bot.h"
#include "match/match.h"
#include "tui/story.h"
#include "wire/wire.h"

enum { CLIENT_TEXT = 400, CLIENT_BOT = 80, CLIENT_PATH = 1024, CLIENT_ANSWERS = 64 };

struct client;

/* ---- sitting down ---- */

/* A table of one's own. */
struct client_plan {
    const struct game_json *json;
    /* A state from init(), with the options read into it. */
    uint64_t options[MAX_STATE_BYTES / 8];
    int players;
    /* The seats played from this screen, a set; 0: look on. */
    uint32_t people;
    /* "": a given one. */
    char name[MAX_SEATS][MATCH_NAME + 1];
    /* On the other seats: "hard", "search:ms=300". */
    char bot[MAX_SEATS][CLIENT_BOT];
    uint8_t seed[32];
    /* Where games are kept; NULL: client_folder(). */
    const char *folder;
};

/* A server's table. */
struct client_visit {
    /* http(s)://HOST[:PORT]/#t/ID, also …/ID/TOKEN or …?token=TOKEN. */
    const char *url;
    /* NULL: "Guest". */
    const char *name;
    /* -1: the one held already, else any free one. */
    int seat;
    /* Watch, sit nowhere. */
    int watch;
    /* Where seats are remembered and records written; NULL: client_folder(). */
    const char *folder;
};

/* $XDG_DATA_HOME/charlatan, else ~/.local/share/charlatan. */
char *client_folder(char path[CLIENT_PATH]);

/* Each returns NULL with a sentence in `why` that says what to do. client_resume goes on with
 * the game last touched, of this game or (NULL) any, that people began, nobody finished, and no
 * other program plays now; NULL and why "" where there is none. client_join waits for the server
 * for a few seconds at most. */
struct client *client_found(const struct client_plan *plan, char why[CLIENT_TEXT]);
struct client *client_resume(const struct game *game, const char *folder, char why[CLIENT_TEXT]);
struct client *client_join(const struct client_visit *visit, char why[CLIENT_TEXT]);
/* What was played stays where it is. A server keeps the seat: joining again comes back to it. */
void client_leave(struct client *t);

/* ---- what happens ---- */

enum news_kind {
    NEWS_NONE,
    /* Who sits where has changed: `seat`, `text`. */
    NEWS_SEATS,
    /* A game begins (the first, or a rematch): stories start anew. */
    NEWS_START,
    /* `seat` (or EVENT_NONE) has done something: the story has grown from `from` to `to`. */
    NEWS_EVENTS,
    /* Moves were taken back for `seat`: the story now ends at `to`; `text`. */
    NEWS_UNDONE,
    /* client_turn is now `seat`: one of mine has something to decide. */
    NEWS_QUESTION,
    /* Bot `seat` has begun to think (not told of bots that answer at once). */
    NEWS_THINKING,
    /* `seat` asks to take a move back: client_grant; or the plea is over (seat -1). */
    NEWS_PLEA,
    /* client_hint_found has it. */
    NEWS_HINT,
    /* Of a request for `seat`: `text`, `rule` ("" where it is none of the game), `code`. */
    NEWS_REFUSED,
    /* client_link has changed: `text`. */
    NEWS_LINK,
    /* client_result has it; the record is written where client_record is not NULL. */
    NEWS_OVER,
    /* There is no more to come: the table was closed, or the seat is lost; `text`. */
    NEWS_CLOSED,
    /* The world is wrong (a full disk): `text`. The last request has not happened; it may be
     * tried again. */
    NEWS_FAILED
};

struct news {
    /* EVENT_NONE where it is nobody's. */
    int kind, seat;
    /* Places in the stories. */
    int from, to;
    /* "" where there is nothing to say; good until the next poll. */
    const char *code, *rule, *text;
};

/* The next piece of news: 1; or 0 where there was none within the time (0: does not wait; -1:
 * waits for ever). News comes in the order it happened; the table is then as after that piece,
 * never further. */
int client_poll(struct client *t, int timeout_ms, struct news *news);
/* Readable whenever client_poll may have something; the same one as long as the table is there. */
int client_fd(const struct client *t);

/* ---- what is there ---- */

const struct game *client_game(const struct client *t);
const struct game_json *client_json(const struct client *t);
const char *client_id(const struct client *t);
/* A value of enum match_phase. */
int client_phase(const struct client *t);
int client_players(const struct client *t);
/* Options as a state before begin(), for those who show what is being played. */
const void *client_options(const struct client *t);

struct client_seat {
    /* Values of enum seat_kind and enum seat_away. */
    int kind, away;
    /* Played from this screen. */
    int mine;
    /* People's own; of bots a given name; "" where nobody sits. */
    const char *name;
    /* The bot that plays for a bot's seat or an absent person's, as it is called: "hard"; "". */
    const char *bot;
    /* "the clairvoyant"; "" where it has none. */
    const char *title;
};
void client_seat(const struct client *t, int seat, struct client_seat *to);
/* Seats played from here; 0: a spectator. */
uint32_t client_mine(const struct client *t);
int client_is_remote(const struct client *t);
/* May odds and hints be shown here? */
int client_helps(const struct client *t);
/* Was the game begun earlier and taken up again by this program? */
int client_is_resumed(const struct client *t);

/* What a seat or a spectator may see: 0, or -1 while there is no game, and for seats that are
 * not mine. SPECTATOR is always to be had. */
int client_view(const struct client *t, int viewer, struct view *to);
/* All events so far as the viewer may know them (same viewers; a spectator's for others). Places
 * in it are the same for all viewers. A server's table has one story, of the seat one has, which
 * begins where one came. */
const struct story *client_story(const struct client *t, int viewer);
/* The sentence of an event for a viewer, with the names of this table ("Berta draws an item."),
 * and its rule. */
char *client_sentence(const struct client *t, int viewer, const struct event *e,
                      char text[MAX_SENTENCE]);

/* LOST: it tries again by itself. */
enum client_link { LINK_GOOD, LINK_LOST, LINK_GONE };
/* A table of one's own is always LINK_GOOD. */
int client_link(const struct client *t);

/* ---- questions ---- */

struct client_question {
    int seat;
    /* Its number: another question has another one. */
    uint32_t n;
    /* As the protocol calls it: "act". */
    const char *kind;
    /* What is asked. */
    char text[MAX_SENTENCE];
    /* Milliseconds since 1970 when the clock runs out; INT64_MAX: never. */
    int64_t until;
    int answers;
    struct answer {
        /* The engine's number: a bit of legal(). */
        uint8_t action;
        /* The protocol's words. */
        char text[MAX_NAME];
    } answer[CLIENT_ANSWERS];
};

/* All seats whose answer is awaited. */
uint32_t client_asked(const struct client *t);
/* Which of my seats is to answer now; -1: none, others are awaited. Where several of mine are
 * asked, it is the one who answered last for as long as that seat is asked: the keyboard is not
 * passed on without need. A seat whose answer is on its way is not to answer. */
int client_turn(const struct client *t);
/* 0, or -1: none is open. */
int client_question(const struct client *t, int seat, struct client_question *q);
/* Why something is no answer: the game's own sentence and rule. */
void client_explain(const struct client *t, int seat, const char *action, struct refusal *why);

/* ---- requests: 0, or -1 where it is refused at once (NEWS_REFUSED says why) ---- */

/* `action` is the engine's number. */
int client_answer(struct client *t, int seat, int action);
/* Takes a move back at once, or asks those who must agree. */
int client_undo(struct client *t, int seat);
/* 1 at once, 0 others are asked, -1 unknown. */
int client_undo_is_free(const struct client *t, int seat);
/* An open plea: whose, and which of my seats have not yet said yes or no to it. */
struct client_plea {
    /* -1: none is open. */
    int seat;
    uint32_t waits;
};
void client_plea(const struct client *t, struct client_plea *to);
int client_grant(struct client *t, int seat, int yes);
/* At a server's table: puts bots into the empty seats; NULL: medium. */
int client_start(struct client *t, const char *fill);
/* Takes a seat of mine back from the bot that plays for it. */
int client_back(struct client *t, int seat);
/* Leaves for good: a bot plays on; a game of one's own is closed unfinished. */
int client_give_up(struct client *t);

/* ---- bots that think ---- */

struct client_thinking {
    /* -1: nobody, or not from here to be seen. */
    int seat;
    /* CLOCK_MONOTONIC, ms. */
    int64_t began;
    /* Milliseconds it may take; 0: unknown. */
    uint32_t most;
    /* Games imagined so far. */
    uint32_t games;
};
void client_thinking(const struct client *t, struct client_thinking *to);
/* Makes the bot answer at once, with the best it has found. */
void client_interrupt_bot(struct client *t);

/* ---- help ---- */

struct hint {
    /* The engine's number. */
    int seat, answer;
    /* Of the question it is for. */
    uint32_t n;
    struct view view;
    struct advice say;
};

/* Asks an adviser what it would do with what the seat may know; NEWS_HINT comes later. The same
 * question gets the same hint, and the game goes on as if nobody had asked. Refused where
 * client_helps is 0, and where nothing is asked. */
int client_hint(struct client *t, int seat);
/* In percent; -1 where none is on its way. */
int client_hint_progress(const struct client *t);
/* No NEWS_HINT comes. */
void client_hint_cancel(struct client *t);
/* The last hint, or NULL. */
const struct hint *client_hint_found(const struct client *t);

/* Prints a page of exact odds for the seat (page_print, so it can be caught as a text): 0, or -1
 * with the reason where there are none. */
int client_odds(const struct client *t, int seat, struct refusal *why);

/* ---- the end ---- */

struct client_result {
    int32_t score[MAX_SEATS];
    /* A set of seats. */
    uint32_t winners;
    uint8_t seed[32];
};
/* -1 before the end. */
int client_result(const struct client *t, struct client_result *to);
/* The file it was written to, or NULL. */
const char *client_record(const struct client *t);
/* The same people and bots once more, with other luck: NEWS_START, or NEWS_REFUSED. `seed` NULL:
 * by lot. */
int client_rematch(struct client *t, const uint8_t seed[32]);

#endif
