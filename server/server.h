/* Inside the server: tables, guests, what its rooms share. Everything here belongs to the loop's thread; the
 * store and the bots have threads of their own behind queue.h and workers.h.
 *
 * A table in memory is a match and what was not stored yet. An entry is taken by the match at once and queued for
 * the store; what is told about it waits in a `pending` until it is durable. Where the store says that somebody
 * else was faster, or fails, everything that was not stored is thrown away and the match is folded again. */
#ifndef CHARLATAN_SERVER_SERVER_H
#define CHARLATAN_SERVER_SERVER_H

#include "match/match.h"
#include "match/tell.h"
#include "server/assets.h"
#include "server/limits.h"
#include "server/transport.h"
#include "server/workers.h"
#include "store/queue.h"

enum {
    TABLE_BUCKETS = 1 << 14,
    /* At one table. */
    TABLE_PEERS = 64,
    /* In memory. */
    TABLES_MOST = 200000,
    /* Then it leaves memory. */
    TABLE_IDLE_MS = 60000,
    /* For people, then it is closed. */
    TABLE_WAITS_MS = 86400000,
    /* Before a node plays the bots of a table another node moved last. */
    BOT_PATIENCE_MS = 3000,
    /* Bots wait for an answer to a plea. */
    PLEA_PATIENCE_MS = 30000,
    RESUME_MOST = 500,
    HELLO_WITHIN_MS = 10000,
    /* After a restart nobody loses by the clock. */
    GRACE_MS = 60000,
    /* After the last move. */
    RECALL_MS = 5000,
    TICK_MS = 100
};

struct server;
struct table;

/* A socket at the server; sits at no table before its hello. */
struct guest {
    struct server *server;
    struct peer *peer;
    struct table *table;
    /* At the same table. */
    struct guest *next;
    /* A seat or SPECTATOR. */
    int viewer;
    /* Hash of what it came with, where it is a seat. */
    uint8_t token[MATCH_TOKEN];
    /* Entries there were when it did. */
    uint32_t verified;
    /* Gets events as they come; else it is being caught up. */
    uint8_t live;
    /* Against its address. */
    uint8_t counted;
    int64_t since;
    /* Number of the last event it has; -1: none. */
    int64_t sent;
    /* The question it was told of last. */
    uint32_t asked;
    /* What it is to be told once it has the events before. */
    struct owed *owed;
    /* What the store is asked for it, or NULL. */
    struct errand *errand;
    struct bucket messages;
    /* Among those that have not said hello. */
    struct guest *newcomer_next, **newcomer_at;
    /* Among those that have sent too much. */
    struct guest *paused_next, **paused_at;
};

/* {"ok":id,"n":n}, which comes after event n. */
struct owed {
    struct owed *next;
    long long id;
    uint32_t n;
};

/* Something the store does for a guest, who may be gone when it is done. */
struct errand {
    struct server *server;
    /* NULL: it has gone. */
    struct guest *guest;
    uint8_t token[MATCH_TOKEN];
    int has_token;
    /* The last event the guest has; -1: none. */
    int64_t n;
};

/* Who is to be answered when an entry is stored. */
struct reply {
    /* The same answer was sent again meanwhile. */
    struct reply *next;
    /* {"ok":id,"n":…}; or NULL. */
    struct guest *guest;
    long long id;
    /* The table, and what is below; or NULL. */
    struct http *http;
    int status;
    /* The seat that was taken, or -1. */
    int seat;
    /* Its new token, or "". */
    char token[33];
    /* The table to be shown instead, or "". */
    char other[MATCH_ID + 1];
    /* Of a rematch's founding: the table that is to say so, or "". */
    char after[MATCH_ID + 1];
};

/* An entry that was taken and is not stored yet. */
struct pending {
    struct pending *next;
    struct table *table;
    uint32_t n;
    /* Refused already: only its callback is awaited. */
    uint8_t dead;
    /* By viewer, spectators last; NULL: nobody is there. */
    struct message *told[MAX_SEATS + 1];
    /* TABLE as it is after it. */
    struct writer card;
    struct reply reply;
};

/* Somebody waits for a table to be in memory. */
typedef void with_table_fn(struct server *s, struct table *t,
                           /* T NULL: there is none. */
                           void *arg);
struct waiting {
    struct waiting *next;
    with_table_fn *then;
    void *arg;
};

struct table {
    struct server *server;
    /* In its bucket. */
    struct table *next, **at;
    char id[MATCH_ID + 1];
    struct match match;
    /* Entries known to be in the store. */
    uint32_t stored;
    uint8_t loading, broken, catching_up;
    /* Others have stored more, and it could not be read. */
    uint8_t behind;
    /* Another node made the last entry. */
    uint8_t foreign;
    /* The table that was founded last to follow it, or "". */
    char rematch[MATCH_ID + 1];
    /* Seats whose bot is thinking. */
    uint32_t bots_busy;
    /* Callbacks that will come back to it. */
    uint32_t holds;
    int guests_n;
    /* When somebody asked for it; when its last entry came. */
    int64_t used, moved;
    struct guest *guests;
    struct pending *pending, **pending_end;
    struct waiting *waiting, **waiting_end;
    /* While moves come often; else NULL. */
    struct recall *recall;
};

struct server_options {
    struct transport_options transport;
    const char *db;
    int limits, workers, quiet;
    /* JSON, what /api/rules answers; it outlives the server. */
    const char *rules;
    size_t rules_n;
};

struct server_figures {
    uint64_t entries, moves, refused, conflicts, failures, bot_moves, founded, resumed, snapshots;
    uint32_t tables;
};

struct server {
    uv_loop_t *loop;
    struct server_options options;
    struct transport *transport;
    struct queue *queue;
    struct workers *workers;
    struct limits *limits;
    struct table *bucket[TABLE_BUCKETS];
    struct guest *newcomers, *paused;
    struct server_figures figures;
    /* Of this turn of the loop. */
    int64_t now;
    /* When that was, by a clock nobody sets. */
    int64_t steady;
    /* This process; or when its store was there again. */
    int64_t started;
    int64_t scanned, swept;
    int stopping, store_well;
    struct done done;
    struct before before;
    /* One message at a time. */
    struct writer out;
    /* Made when they are first asked for. */
    struct asset rules, games;
    struct writer games_text;
    uv_async_t store_woke, bots_woke;
    uv_timer_t tick;
    uv_signal_t term, interrupt;
};

/* ---- tables.c: which tables are in memory ---- */

/* Calls `then` with the table, now or when it has been loaded; with NULL where there is none. */
void table_with(struct server *s, const char *id, with_table_fn *then, void *arg);
/* In memory, or NULL. */
struct table *table_find(struct server *s, const char *id);
struct table *table_new(struct server *s, const char *id);
/* Clocks, bots of others, idle tables. */
void tables_tick(struct server *s);
/* By other nodes. */
void tables_changed(void *server, const struct queue_rows *rows);
void tables_free(struct server *s);
uint64_t tables_bytes(const struct server *s);
/* What its last answer says of the store. */
void tables_store_is(struct server *s, int well);
void table_reload(struct table *t);
/* Looks for entries others have stored. */
void table_follow(struct table *t);

/* ---- table.c: what happens at one ---- */

/* Takes an entry, queues it for the store and tells of it once it is there. -1: it did not follow; the reply is not used. */
int table_submit(struct table *t, struct entry *e, const struct reply *reply);
/* N is pending. */
void table_reply_later(struct table *t, uint32_t n, const struct reply *reply);
void table_forget_guest(struct table *t, const struct guest *g);
void table_drop_pending(struct table *t);
/* When what it says now counts as said. */
int64_t table_time_of(const struct table *t, int seat);
/* What follows by itself; bots. */
void table_go_on(struct table *t);
void table_publish(struct table *t, uint32_t n, struct message *const told[MAX_SEATS + 1]);
void table_bot_answered(struct server *s, const struct bot_job *job);
void table_make_messages(struct table *t, const struct match *m, const struct entry *e,
                         struct message *told[MAX_SEATS + 1]);
void messages_drop(struct message *told[MAX_SEATS + 1]);

/* ---- guests.c: sockets ---- */

int guest_admit(void *server, const char *address);
void guest_opened(void *server, struct peer *p);
void guest_message(void *server, struct peer *p, const char *text, size_t n);
void guest_closed(void *server, struct peer *p);
void guest_tell_ask(struct guest *g);
void guest_catch_up(struct guest *g);
/* An entry it asked for is stored: now, or when it has been told of it. */
void guest_ok(struct guest *g, long long id, uint32_t n);
/* Event n was sent to it. */
void guest_has(struct guest *g, uint32_t n);
void guest_refuse(struct guest *g, long long id, const struct no *no);
/* Whoever has left and been followed by somebody else hears and says nothing of that seat any more. */
void guests_shut_out(struct table *t);
void guests_tick(struct server *s);

/* ---- hall.c: HTTP ---- */

void hall_request(void *server, struct http *h);
/* What it keeps. */
void hall_free(struct server *s);
void hall_refuse(struct http *h, const struct no *no);
void hall_answer_table(struct http *h, const struct writer *table, const struct reply *r);
void hall_rematch_founded(struct server *s, struct http *h, const char *old, const char *next);
/* What is stored. */
void hall_show(struct server *s, struct http *h, const char *id, int status);
void hall_answer(struct http *h, int status, struct writer *w);
/* A table of its own, or NULL with `no`. The reply is given when it is stored. */
struct table *hall_found(struct server *s, struct founding *f, const struct reply *r,
                         struct no *no);
void hall_found_by_body(struct server *s, struct http *h, const json_t *body);
void hall_practice(struct server *s, struct http *h, json_t *body);
int hall_read_name(const json_t *body, char name[MATCH_NAME + 1], struct no *no);
int hall_read_nonce(const json_t *body, struct nonce *nonce, struct no *no);
int hall_bot_allowed(const char *bot, const struct game *g);
const char *hall_usual_bot(const struct game *g);
/* -1. */
int no_of(struct no *no, const char *code, const char *message);

/* ---- ids.c: what cannot be guessed ---- */

void id_make(char id[MATCH_ID + 1]);
int id_is(const char *id);
void token_make(char token[33]);
void token_hash(const char *token, uint8_t hash[MATCH_TOKEN]);

void metrics_write(struct server *s, struct writer *w);
void writer_reset(struct writer *w);

/* ---- serve.c ---- */

/* Runs until SIGTERM or SIGINT; the exit status. `ready` is called once with the port. */
int serve(const struct server_options *o, void (*ready)(void *arg, int port), void *arg);

#endif
