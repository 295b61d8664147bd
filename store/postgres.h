/* Shared by the files of the PostgreSQL back end: connections with deadlines (postgres_link.c),
 * the schema (postgres_schema.c) and the connection that listens (postgres_ear.c). No error message
 * ever contains a password. */
#ifndef CHARLATAN_STORE_POSTGRES_H
#define CHARLATAN_STORE_POSTGRES_H

#include <libpq-fe.h>

#include "store/store.h"

/* The steps of the schema may take long in a large database. */
enum { CONNECT_MS = 8000, ANSWER_MS = 15000, STEPS_MS = 600 * 1000 };

/* Monotonic time in milliseconds. */
int64_t link_now_ms(void);

/* ---- connections ---- */

/* Begins to connect. NULL: no memory. */
PGconn *link_start(const char *where);
/* One step of connecting, without waiting. 1: connected, 0: not yet, -1: failed. `wants` is
 * libpq's state, at first PGRES_POLLING_WRITING. */
int link_step(PGconn *conn, PostgresPollingStatusType *wants);
/* Connects, within CONNECT_MS. */
PGconn *postgres_link_open(const char *where, char error[STORE_ERROR]);

/* Sends what is queued, within ANSWER_MS. 0, or -1. */
int link_flush(PGconn *conn, char error[STORE_ERROR]);
/* Waits for the next result; *result is NULL at the end of a command. -1: it did not come. */
int link_result(PGconn *conn, PGresult **result, char error[STORE_ERROR]);
/* The last result of a command that was sent, or NULL with an error. */
PGresult *link_last_result(PGconn *conn, char error[STORE_ERROR]);
/* Runs a text, and waits for its last result for at most `ms`. NULL with an error if it does not
 * come, or if the database refuses. */
PGresult *link_ask(PGconn *conn, const char *text, int ms, char error[STORE_ERROR]);
/* Reads what has arrived. Returns whether the connection is still up, as far as is known. */
int link_stands(PGconn *conn);

/* Writes `what` and libpq's message on one line, without the password. */
void link_explain(PGconn *conn, const char *what, const char *message, char error[STORE_ERROR]);

/* Writes the message of a result that is an error. */
void link_refuse(PGconn *conn, const PGresult *r, char error[STORE_ERROR]);

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
enum ear_state { EAR_DOWN, EAR_CONNECTING, EAR_LISTENING, EAR_ASKING, EAR_BEATING, EAR_UP };

struct ear {
    const char *where, *node;
    PGconn *conn;
    enum ear_state state;
    PostgresPollingStatusType wants;
    /* The result of the last command, as far as it has come. */
    PGresult *answer;
    /* When the state began. */
    int64_t since;
    /* In EAR_DOWN: when to try again. In EAR_UP: when to check the connection. */
    int64_t next;
    /* The database's time up to which everything was heard; 0: it has never listened. */
    int64_t good_ms;
    char error[STORE_ERROR];
};

/* Goes on as far as it can without waiting. Returns 0; or -1 while it hears nothing, with the
 * reason in `error`. */
int ear_turn(struct ear *e, store_match_fn *row, void *arg);
int ear_fd(const struct ear *e);
/* Waits until it is listening. */
int ear_open(struct ear *e, const char *where, const char *node);
void ear_close(struct ear *e);

#endif
