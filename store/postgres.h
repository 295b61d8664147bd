/* Inside the PostgreSQL back end: connections with deadlines (postgres_link.c), the one that listens
 * (postgres_ear.c), and what they say when something is wrong. A password never gets into a sentence. */
#ifndef CHARLATAN_STORE_POSTGRES_H
#define CHARLATAN_STORE_POSTGRES_H

#include <libpq-fe.h>

#include "store/store.h"

enum { CONNECT_MS = 8000, ANSWER_MS = 15000 };

/* A clock that only goes forward. */
int64_t link_now_ms(void);

/* ---- connections ---- */

/* Begins to connect; NULL: no memory. */
PGconn *link_start(const char *where);
/* One step on the way, without waiting: 1 connected, 0 not yet, -1 failed. `wants` is libpq's, first
 * PGRES_POLLING_WRITING. */
int link_step(PGconn *conn, PostgresPollingStatusType *wants);
PGconn *postgres_link_open(const char *where,
                           /* All of it, within CONNECT_MS. */
                           char error[STORE_ERROR]);

/* Sends what is queued, within ANSWER_MS. 0, or -1. */
int link_flush(PGconn *conn, char error[STORE_ERROR]);
/* The next result, waited for; *result is NULL at the end of a command. -1: it did not come. */
int link_result(PGconn *conn, PGresult **result, char error[STORE_ERROR]);
/* The last result of a command that was sent, or NULL with an error. */
PGresult *link_last_result(PGconn *conn, char error[STORE_ERROR]);
/* Reads what there is. Does the connection still stand, as far as is known? */
int link_stands(PGconn *conn);

/* What libpq says, on one line, after `what`; without the password. */
void link_explain(PGconn *conn, const char *what, const char *message, char error[STORE_ERROR]);

/* ---- listening ---- */

/* Hears of others' appends. Nothing here waits; when the connection is lost, it is made again, and what was
 * stored meanwhile is asked for. */
enum ear_state { EAR_DOWN, EAR_CONNECTING, EAR_LISTENING, EAR_ASKING, EAR_BEATING, EAR_UP };

struct ear {
    const char *where, *node;
    PGconn *conn;
    enum ear_state state;
    PostgresPollingStatusType wants;
    /* What has come of it. */
    PGresult *answer;
    /* When the state began. */
    int64_t since;
    /* DOWN: when to try again; UP: when to ask whether it still stands. */
    int64_t next;
    /* The database's time up to which everything was heard; 0: not yet listened. */
    int64_t good_ms;
    char error[STORE_ERROR];
};

/* Goes on as far as it can. 0, or -1 while it is deaf, with the reason in `error`. */
int ear_turn(struct ear *e, store_match_fn *row, void *arg);
int ear_fd(const struct ear *e);
/* Waits until it hears. */
int ear_open(struct ear *e, const char *where, const char *node);
void ear_close(struct ear *e);

#endif
