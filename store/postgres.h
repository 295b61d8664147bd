/* Shared by the files of the PostgreSQL back end: the hosts of an address (postgres_address.c),
 * connections with deadlines (postgres_link.c), what a connection is told before it is used
 * (postgres_session.c), the schema (postgres_schema.c) and the connection that listens
 * (postgres_ear.c). No error message ever contains a password. */
#ifndef CHARLATAN_STORE_POSTGRES_H
#define CHARLATAN_STORE_POSTGRES_H

#include <libpq-fe.h>

#include "store/store.h"

/* The most that an answer may take. The steps of the schema may take long in a large database. */
enum { ANSWER_MS = 15000, STEPS_MS = 600 * 1000 };

/* Monotonic time in milliseconds. */
int64_t link_now_ms(void);

/* ---- the address ---- */

/* An address may name several hosts. One is tried at a time. */
struct postgres_address {
    PQconninfoOption *options;
    int hosts;
    /* The host to try next, or in use. */
    int at;
};

/* Returns NULL; or why it cannot be used, without a part of the address. */
const char *postgres_address_read(struct postgres_address *a, const char *where);
void postgres_address_free(struct postgres_address *a);
/* Begins to connect to the host `at`, or connects if it `waits`. `exact`: the IP address to use for
 * its name; "" asks the resolver, which may take long. NULL: no memory. */
PGconn *postgres_connect(const struct postgres_address *a, const char *exact, int waits);

/* ---- connections ---- */

/* One step of connecting, without waiting. 1: connected, 0: not yet, -1: failed. `wants` is
 * libpq's state, at first PGRES_POLLING_WRITING. */
int link_step(PGconn *conn, PostgresPollingStatusType *wants);
/* Connects to the host `at` of the address. */
PGconn *link_open(const struct postgres_address *a, char error[STORE_ERROR]);

/* Deadlines are times of link_now_ms. */

/* Sends what is queued. 0, or -1. */
int link_flush(PGconn *conn, int64_t end, char error[STORE_ERROR]);
/* Waits for the next result; *result is NULL at the end of a command. -1: it did not come. */
int link_result(PGconn *conn, int64_t end, PGresult **result, char error[STORE_ERROR]);
/* The last result of a command that was sent, or NULL with an error. */
PGresult *link_last_result(PGconn *conn, int64_t end, char error[STORE_ERROR]);
/* Runs a text, and waits for its last result for at most `ms`. NULL with an error if it does not
 * come, or if the database refuses. */
PGresult *link_ask(PGconn *conn, const char *text, int ms, char error[STORE_ERROR]);
/* Reads what has arrived. Returns whether the connection is still up, as far as is known. */
int link_stands(PGconn *conn);

/* Writes `what` and libpq's message on one line, without the password. */
void link_explain(PGconn *conn, const char *what, const char *message, char error[STORE_ERROR]);

/* Writes the message of a result that is an error. */
void link_refuse(PGconn *conn, const PGresult *r, char error[STORE_ERROR]);

/* ---- sessions ---- */

enum { SERVER_NAME = 40 };

/* What is known of a connection. */
struct postgres_session {
    /* When the server was started, which tells it from every other one; "" while there is no
     * connection. */
    char server[SERVER_NAME];
    /* The process that serves us there, and when it was started; 0: there is none yet. */
    int process;
    char began[40];
    /* How long an answer may take. */
    int answer_ms;
    /* Commits wait for a standby. */
    int has_standby;
    /* Appends hold this lock until their transaction has ended. */
    int64_t lock;
};

/* Notes in *warned if the database warns from now on. */
void postgres_session_watch(PGconn *conn, int *warned);
/* Makes a new connection ready. 0, or -1 with an error; then it is of no use. */
int postgres_session_begin(PGconn *conn, struct postgres_session *s, char error[STORE_ERROR]);
/* Comes last: what the connection before still had under way has ended when this returns, stored or
 * not, and what can be read is on the standby as well. `warned` is watched. 0, or -1 as above. */
int postgres_session_settle(PGconn *conn, const struct postgres_session *s,
                            const struct postgres_session *before, int *warned,
                            char error[STORE_ERROR]);

/* ---- the schema ---- */

/* Takes all steps that the database lacks (steps.def), or none. 0, or -1 with an error; then the
 * connection is of no use any more. */
int postgres_schema_make(PGconn *conn, char error[STORE_ERROR]);

/* ---- for operators: postgres_rare.c ---- */

/* 0, or -1 with an error; then the connection may be lost. `node` is the one that tells others. */
int postgres_rare_walk(PGconn *conn, const char *after, int limit, const char *text,
                       store_walk_fn *row, void *arg, char error[STORE_ERROR]);
int postgres_rare_sweep(PGconn *conn, const char *match, const char *node, char error[STORE_ERROR]);
int postgres_rare_rewrite(PGconn *conn, struct store_rewrite *r, const char *node,
                          char error[STORE_ERROR]);
int postgres_rare_compact(PGconn *conn, char error[STORE_ERROR]);
int postgres_rare_note(PGconn *conn, const char *name, const struct store_text *text,
                       char error[STORE_ERROR]);
int postgres_rare_notes(PGconn *conn, const char *prefix, store_note_fn *row, void *arg,
                        char error[STORE_ERROR]);

/* ---- listening ---- */

/* The ear hears of appends by other nodes. Nothing here waits. A lost connection is made again,
 * and what was stored meanwhile is asked for. */
enum postgres_listener_state {
    EAR_DOWN,
    EAR_CONNECTING,
    EAR_LISTENING,
    EAR_ASKING,
    EAR_BEATING,
    EAR_UP
};

struct postgres_listener {
    const char *node;
    /* The store's: where it is connected to. The ear goes there. */
    const struct postgres_address *address;
    const struct postgres_session *store;
    /* Whether the store has reached the host, and its IP address, "" if there is none. */
    int may_go;
    char exact[64];
    PGconn *conn;
    enum postgres_listener_state state;
    PostgresPollingStatusType wants;
    /* The result of the last command, as far as it has come. */
    PGresult *answer;
    /* When the state began. */
    int64_t since;
    /* In EAR_DOWN: when to try again. In EAR_UP: when to check the connection. */
    int64_t next;
    /* The database's time up to which everything was heard, and when that was by our clock; 0: it
     * has never listened. */
    int64_t good_ms, good_at;
    /* The server it listens at; "" while that is not known. */
    char server[SERVER_NAME];
    char error[STORE_ERROR];
};

/* Goes on as far as it can without waiting. Returns 0; or -1 while it hears nothing, with the
 * reason in `error`. */
int ear_turn(struct postgres_listener *e, store_match_fn *row, void *arg);
int ear_fd(const struct postgres_listener *e);
/* Waits until it is listening. */
int ear_open(struct postgres_listener *e);
void ear_close(struct postgres_listener *e);

#endif
