/* What a connection to PostgreSQL is told before it is used. */
#ifndef CHARLATAN_STORE_POSTGRES_SESSION_H
#define CHARLATAN_STORE_POSTGRES_SESSION_H

#include <libpq-fe.h>

#include "store/told.h"

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

#endif
