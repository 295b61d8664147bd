/* The inside of a server's table: what its messages (remote_hear.c), its requests and its opening
 * (remote.c) share. */
#ifndef CHARLATAN_TUI_REMOTE_H
#define CHARLATAN_TUI_REMOTE_H

#include "tui/call.h"
#include "tui/client_end.h"
#include "tui/inside.h"
#include "tui/line.h"
#include "tui/luck.h"

struct writer;

struct client_visit;

/* A request without a reply so far. Answers to questions are sent again after a lost connection;
 * the server accepts each only once. */
struct remote_request {
    /* 0 if there is none. */
    uint32_t id;
    /* The question that it answers, or 0. */
    uint32_t n;
    char action[MAX_NAME];
};

struct remote {
    /* First, so that a client can be cast to its table. */
    struct client t;
    struct call_address where;
    /* NULL before the first connection, and for questions about keys. */
    struct line *line;
    /* The seat is -1 for a spectator. `link` is an enum client_link, `phase` an enum
     * match_phase. */
    int link, phase, seat;
    /* Somebody else has the seat now. */
    int seat_lost;
    /* A token that has opened nothing yet was refused; it is tried once more. */
    int doubted;
    /* Our last request was refused for good: the next one needs another key. */
    int denied;
    /* A snapshot or an event has come since the connection was made. */
    int caught_up;
    /* The number of the last event, or -1. */
    int64_t n;
    int64_t created;
    /* What happened before we joined: to be asked for, or on its way. */
    enum { PAST_KNOWN, PAST_WANTED, PAST_COMES } past;
    struct {
        int kind, away;
        char name[MATCH_NAME + 1], bot[MATCH_BOT + 1];
    } at[MAX_SEATS];
    /* The table as the server shows it, and the view; NULL before the snapshot and before the game.
     * What is read of the table stands in the members around here. */
    json_t *table, *root;
    /* The same view, decoded. */
    struct view view;
    int viewing;
    /* The number of the open question, or 0. */
    uint32_t ask;
    /* Milliseconds since 1970 by the server's clock. */
    int64_t until;
    /* The last id of a request. */
    uint32_t ids;
    /* Our nonce was sent; it was refused since. */
    int revealed, refused;
    struct remote_request request;
    /* The seat whose request to undo is open, or -1; and whether our seat must still answer it. */
    int plea, asked;
    struct client_result result;
    struct luck luck;
    struct seen seen;
};

/* ---- remote_hear.c ---- */

/* Applies a message to the table and queues its news. */
void remote_hear(struct remote *r, const char *text, size_t n);
/* Reads TABLE of docs/api.md. Returns 0, or -1 if it is invalid. */
int remote_read_table(struct remote *r, const json_t *table);
/* "" for an empty seat. */
const char *remote_name(const struct remote *r, int seat);

/* ---- remote.c ---- */

/* Sends the pending answer, again if need be. */
void remote_send_answer(struct remote *r);
/* Reveals our nonce. */
void remote_send_nonce(struct remote *r);
/* Asks the server to note our commitment to a nonce. A failure is ignored: the game can be played
 * without. */
void remote_commit(struct remote *r);
/* Fetches the record of the finished game, stores it, and judges its luck. */
void remote_keep_record(struct remote *r);
/* Owned by the caller, who frees it with client_leave. */
struct remote *remote_new(const struct client_visit *v);
/* Asks the server about this table; `what` is the end of the path. Returns the body of a good
 * reply, or NULL with the reason. */
json_t *remote_ask(struct remote *r, const char *method, const char *what, const char *body,
                   char why[CLIENT_TEXT]);
/* Adds a key of our choice to a request: then it may be repeated (docs/api.md). It stays the same
 * until the seat was entered. */
void remote_write_key(const struct remote *r, struct writer *w);

/* ---- remote_keys.c: links to a seat, and its devices ---- */

/* Uses the private link that we were given, and stores the token. */
int remote_open_link(struct remote *r, char why[CLIENT_TEXT]);

/* ---- seats.c: seats held at servers, by table ---- */

enum { SEATS_KEY = 32 };

/* Fills in a->token if it is known. */
void seats_recall(const char *folder, struct call_address *a);
/* Stores the token. */
void seats_remember(const char *folder, const struct call_address *a);
/* The key of our requests for a seat at this table: the same one until it is settled, because a
 * seat was entered or is lost, or the request was refused. */
void seats_key(const char *folder, const struct call_address *a, char key[SEATS_KEY + 1]);
void seats_settle(const char *folder, const struct call_address *a);
/* Forgets the token, which opens nothing any more. */
void seats_lose(const char *folder, const struct call_address *a);
/* The same for what was shown of the luck at that table. NULL: nothing is known. */
json_t *seats_recall_luck(const char *folder, const struct call_address *a);
void seats_remember_luck(const char *folder, const struct call_address *a, json_t *luck);

/* ---- remote_luck.c: nonces ---- */

/* Loads what was kept of this table's luck; remote_luck_remember stores it. */
void remote_luck_recall(struct remote *r);
/* Makes sure that there is a nonce of ours, and stores it. Returns 0 if the server takes none. */
int remote_luck_draw(struct remote *r);
void remote_luck_remember(const struct remote *r);
/* What the server shows: a table, the seats being fixed, the start, the record. */
void remote_luck_table(struct remote *r, const json_t *table);
void remote_luck_fixed(struct remote *r, const json_t *event);
/* A seat has revealed its nonce. */
void remote_luck_revealed(struct remote *r);
void remote_luck_started(struct remote *r, const json_t *event);
void remote_luck_over(struct remote *r, const char *record, size_t n);

#endif
