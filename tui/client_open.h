/* Sitting down at a table, a local one or one at a server, and leaving it. */
#ifndef CHARLATAN_TUI_CLIENT_OPEN_H
#define CHARLATAN_TUI_CLIENT_OPEN_H

#include "engine/game.h"
#include "match/seat.h"
#include "tui/client.h"

struct game_json;
struct writer;

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

/* The three functions that open a table return NULL on failure, with a sentence in `why` that says
 * what to do. */

/* Begins a local game; the caller leaves the table with client_leave, as with all three. `plan` is
 * copied. Everything is stored before the first question is asked. */
struct client *client_found(const struct client_plan *plan, char why[CLIENT_TEXT]);
/* Continues the game whose id begins with these letters. */
struct client *client_resume_id(const char *id, const char *folder, char why[CLIENT_TEXT]);
/* Takes a seat at a server, or watches; waits a few seconds at most for the server. May take a seat
 * even if it then fails: the seat's token is stored, and joining again returns to it. */
struct client *client_join(const struct client_visit *visit, char why[CLIENT_TEXT]);
/* Frees the table. Games stay stored, and a server keeps the seat: joining again returns to it. */
void client_leave(struct client *t);

/* What may be asked about a seat at a server without playing: a private link to it, its devices and
 * links, or to revoke one of these by its number, or with -1 all but this device. */
enum client_keys { CLIENT_NO_KEYS, CLIENT_LINK, CLIENT_DEVICES, CLIENT_REVOKE };
/* Asks the server of the visit and writes its answer into `text`. Returns 0; or -1 with `why`.
 * Opens no connection that stays; waits for the server. */
int client_ask_keys(const struct client_visit *visit, enum client_keys what, int id,
                    struct writer *text, char why[CLIENT_TEXT]);

#endif
