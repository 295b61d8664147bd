/* The inside of a server's table: what its messages (remote_hear.c), its requests and its opening
 * (remote.c) share. */
#ifndef CHARLATAN_TUI_REMOTE_H
#define CHARLATAN_TUI_REMOTE_H

#include "tui/call.h"
#include "tui/inside.h"
#include "tui/line.h"

/* A request without a reply so far. Answers to questions are sent again after a lost connection;
 * the server accepts each only once. */
struct request {
    /* 0 if there is none. */
    uint32_t id;
    /* The question that it answers, or 0. */
    uint32_t n;
    char action[MAX_NAME];
};

struct remote {
    struct client t;
    struct address where;
    struct line *line;
    /* The seat is -1 for a spectator. */
    int link, phase, seat;
    /* Somebody else has the seat now. */
    int seat_lost;
    /* A snapshot or an event has come since the connection was made. */
    int caught_up;
    /* The number of the last event, or -1. */
    int64_t n;
    int64_t created;
    struct {
        int kind, away;
        char name[MATCH_NAME + 1], bot[MATCH_BOT + 1];
    } at[MAX_SEATS];
    /* The view as the server sent it; NULL before the game. */
    json_t *root;
    /* The same view, decoded. */
    struct view view;
    int viewing;
    /* The number of the open question, or 0. */
    uint32_t ask;
    int64_t until;
    uint32_t ids;
    struct request request;
    /* The seat whose request to undo is open, or -1; and whether our seat must still answer it. */
    int plea, asked;
    struct client_result result;
    char rematch[MATCH_ID + 1];
};

/* ---- remote_hear.c ---- */

/* Applies a message to the table and queues its news. */
void remote_hear(struct remote *r, const char *text, size_t n);
/* Reads TABLE of docs/api.md. Returns 0, or -1 if it is invalid. */
int remote_read_table(struct remote *r, const json_t *table);
const char *remote_name(const struct remote *r, int seat);

/* ---- remote.c ---- */

/* Sends the pending answer, again if need be. */
void remote_send_answer(struct remote *r);
void remote_keep_record(struct remote *r);

/* ---- seats.c: seats held at servers, by table ---- */

/* Fills in a->token if it is known. */
void seats_recall(const char *folder, struct address *a);
/* Stores the token, or forgets it if it is "". */
void seats_remember(const char *folder, const struct address *a);

#endif
