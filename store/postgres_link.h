/* Connections to PostgreSQL with deadlines, which are times of link_now_ms. No error message ever
 * contains a password. */
#ifndef CHARLATAN_STORE_POSTGRES_LINK_H
#define CHARLATAN_STORE_POSTGRES_LINK_H

#include <libpq-fe.h>

#include "store/told.h"

struct postgres_address;

/* The most that an answer may take. The steps of the schema may take long in a large database. */
enum { ANSWER_MS = 15000, STEPS_MS = 600 * 1000 };

/* Monotonic time in milliseconds. */
int64_t link_now_ms(void);

/* One step of connecting, without waiting. 1: connected, 0: not yet, -1: failed. `wants` is
 * libpq's state, at first PGRES_POLLING_WRITING. */
int link_step(PGconn *conn, PostgresPollingStatusType *wants);
/* Connects to the host `at` of the address. */
PGconn *link_open(const struct postgres_address *a, char error[STORE_ERROR]);

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

#endif
