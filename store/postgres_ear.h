/* The connection that hears of appends by other nodes. Nothing here waits, but ear_open. A lost
 * connection is made again, and what was stored meanwhile is asked for. */
#ifndef CHARLATAN_STORE_POSTGRES_EAR_H
#define CHARLATAN_STORE_POSTGRES_EAR_H

#include <libpq-fe.h>

#include "store/postgres_session.h"
#include "store/told.h"

struct postgres_address;

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
 * reason in `error`. `row` is called for matches that others have stored meanwhile, 0 entries for
 * those that are gone. */
int ear_turn(struct postgres_listener *e, store_match_fn *row, void *arg);
/* A descriptor that becomes readable when ear_turn has something to do, or -1. */
int ear_fd(const struct postgres_listener *e);
/* Waits until it is listening. */
int ear_open(struct postgres_listener *e);
/* Gives up the connection, if there is one. */
void ear_close(struct postgres_listener *e);

#endif
