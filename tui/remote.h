/* A server's table, inside: what its messages (remote_hear.c), its requests and its opening
 * (remote.c) share. */
#ifndef CHARLATAN_TUI_REMOTE_H
#define CHARLATAN_TUI_REMOTE_H

#include "tui/call.h"
#include "tui/inside.h"
#include "tui/line.h"

/* A request that has no answer yet. Answers to questions are sent again after a lost connection:
 * the server takes each once. */
struct request {
    /* 0: none is under way. */
    uint32_t id;
    /* The question it answers; 0: something else. */
    uint32_t n;
    char action[MAX_NAME];
};

struct remote {
    struct client t;
    struct address where;
    struct line *line;
    /* Seat -1: a spectator. */
    int link, phase, seat;
    /* Since the connection was made: the snapshot or the first event has come. */
    int caught_up;
    /* Number of the last event; -1: none yet. */
    int64_t n;
    int64_t created;
    struct {
        int kind, away;
        char name[MATCH_NAME + 1], bot[MATCH_BOT + 1];
    } at[MAX_SEATS];
    /* The view as the server has it; NULL before the game. */
    json_t *root;
    /* And read. */
    struct view view;
    int viewing;
    /* Number of the open question; 0: none. */
    uint32_t ask;
    int64_t until;
    uint32_t ids;
    struct request request;
    /* Whose plea is open, or -1; and did this seat answer it? */
    int plea, granted;
    struct client_result result;
    char rematch[MATCH_ID + 1];
};

/* ---- remote_hear.c ---- */

/* What a message says becomes what is there, and news. */
void remote_hear(struct remote *r, const char *text, size_t n);
/* TABLE of docs/api.md; 0, or -1 where it makes no sense. */
int remote_read_table(struct remote *r, const json_t *table);
const char *remote_name(const struct remote *r, int seat);

/* ---- remote.c ---- */

/* The one under way, once more. */
void remote_send_answer(struct remote *r);
void remote_keep_record(struct remote *r);

/* ---- seats.c: seats held at servers, by table ---- */

/* Fills a->token where it is known. */
void seats_recall(const char *folder, struct address *a);
/* Or, token "", forgets it. */
void seats_remember(const char *folder, const struct address *a);

#endif
