/* A connection to PostgreSQL with deadlines. libpq's blocking functions may wait for ever, so
 * everything here uses its non-blocking functions and poll(). */
#include "store/postgres_link.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "store/postgres_address.h"

int64_t link_now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- sentences ---- */

/* Every place, since libpq may repeat the address more than once. */
static void hide(char *text, const char *secret)
{
    size_t n = secret ? strlen(secret) : 0;
    for (char *at = text; n && (at = strstr(at, secret)); at += n)
        memset(at, '*', n);
}

/* Copies a message onto one line, without the full stop or the question mark at its end. Runs of
 * blanks become one. `room` counts the zero. */
static void one_line(char *to, size_t room, const char *from)
{
    size_t n = 0;
    for (; *from && n + 1 < room; from++) {
        char c = *from == '\n' || *from == '\t' ? ' ' : *from;
        if (c != ' ' || (n && to[n - 1] != ' '))
            to[n++] = c;
    }
    while (n && (strchr(" .?", to[n - 1])))
        n--;
    to[n] = '\0';
}

/* `message` NULL: none. `message` and `error` may be the same memory: the sentence is made beside
 * it. */
void link_explain(PGconn *conn, const char *what, const char *message, char error[STORE_ERROR])
{
    char line[1024], shown[STORE_ERROR];
    one_line(line, sizeof line, message ? message : "");
    hide(line, conn ? PQpass(conn) : NULL);
    int room = (int)sizeof shown - (int)strlen(what) - 4;
    snprintf(shown, sizeof shown, "%s%s%.*s.", what, line[0] ? ": " : "", room, line);
    memcpy(error, shown, STORE_ERROR);
}

/* Whether it has prepared statements of somebody else, or has lost ours (codes of PostgreSQL). */
static int is_shared(const char *code)
{
    return code && (strcmp(code, "26000") == 0 || strcmp(code, "42P05") == 0);
}

/* The primary message only: details may quote values of the statement. */
void link_refuse(PGconn *conn, const PGresult *r, char error[STORE_ERROR])
{
    const char *message = PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
    const char *what = is_shared(PQresultErrorField(r, PG_DIAG_SQLSTATE))
                           ? "A pooler lets others use the connection: set its pool_mode to session"
                           : "The database refuses";
    link_explain(conn, what, message ? message : PQresultErrorMessage(r), error);
}

/* ---- connecting ---- */

/* 1: ready, 0: not within `ms`, -1: there is no socket any more. */
static int is_ready(PGconn *conn, short events, int ms)
{
    struct pollfd p = {.fd = PQsocket(conn), .events = events};
    return p.fd >= 0 ? poll(&p, 1, ms) > 0 : -1;
}

/* Afterwards the connection does not block. */
int link_step(PGconn *conn, PostgresPollingStatusType *wants)
{
    if (PQstatus(conn) == CONNECTION_BAD)
        return -1;
    while (is_ready(conn, *wants == PGRES_POLLING_READING ? POLLIN : POLLOUT, 0) > 0) {
        *wants = PQconnectPoll(conn);
        if (*wants == PGRES_POLLING_FAILED)
            return -1;
        if (*wants == PGRES_POLLING_OK)
            return PQsetnonblocking(conn, 1) ? -1 : 1;
    }
    return 0;
}

/* libpq says why a connection failed in sentences only. These are the ones that an operator can do
 * something about. */
static const struct {
    const char *part, *what;
} failures[] = {
    {"certificate verify failed",
     "The database's certificate is not trusted: the authority in sslrootcert has not signed it, "
     "or it has expired"},
    {"does not match host name", "The database's certificate is for another name than its address"},
    {"root certificate file", "There is no authority to check the database's certificate by: set "
                              "sslrootcert to its file"},
    {"does not support SSL", "The database offers no TLS, and sslmode asks for it"},
    {"session is read-only",
     "The database can only be read now: it is a standby, or being replaced"},
    {"hot standby mode", "The database can only be read now: it is a standby"},
};

/* The message is libpq's, in English, as the program sets no LC_MESSAGES. */
static const char *what_failed(const char *message)
{
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++)
        if (strstr(message, failures[i].part))
            return failures[i].what;
    return "The database cannot be reached";
}

/* Blocks, for about the connect_timeout of the address. NULL with an error. */
PGconn *link_open(const struct postgres_address *a, char error[STORE_ERROR])
{
    PGconn *conn = postgres_connect(a, "", 1);
    if (conn && PQstatus(conn) == CONNECTION_OK && PQsetnonblocking(conn, 1) == 0)
        return conn;
    const char *message = conn ? PQerrorMessage(conn) : "there is no memory left";
    link_explain(conn, what_failed(message), message, error);
    PQfinish(conn);
    return NULL;
}

/* ---- sending and waiting ---- */

static int is_lost(PGconn *conn, char error[STORE_ERROR])
{
    link_explain(conn, "The database was lost before it answered", PQerrorMessage(conn), error);
    return -1;
}

static int is_late(char error[STORE_ERROR])
{
    snprintf(error, STORE_ERROR, "The database did not answer in time.");
    return -1;
}

/* It also reads while it sends: a server that cannot send its answers takes no more commands. A
 * peer that takes nothing costs the time until `end`. */
int link_flush(PGconn *conn, int64_t end, char error[STORE_ERROR])
{
    for (int left; (left = PQflush(conn)) != 0;) {
        struct pollfd p = {.fd = PQsocket(conn), .events = POLLIN | POLLOUT};
        if (left < 0)
            return is_lost(conn, error);
        if (link_now_ms() >= end)
            return is_late(error);
        if (poll(&p, 1, 100) > 0 && p.revents & ~POLLOUT && !PQconsumeInput(conn))
            return is_lost(conn, error);
    }
    return 0;
}

/* Polls for moments only, so a deadline is at most a tenth of a second late. */
int link_result(PGconn *conn, int64_t end, PGresult **result, char error[STORE_ERROR])
{
    while (PQisBusy(conn)) {
        if (link_now_ms() >= end)
            return is_late(error);
        if (is_ready(conn, POLLIN, 100) && !PQconsumeInput(conn))
            return is_lost(conn, error);
    }
    *result = PQgetResult(conn);
    return *result || PQstatus(conn) == CONNECTION_OK ? 0 : is_lost(conn, error);
}

/* The result may be an error: the caller looks at its status. All results before it are dropped,
 * errors too; libpq ends a text with its first error. */
PGresult *link_last_result(PGconn *conn, int64_t end, char error[STORE_ERROR])
{
    PGresult *last = NULL, *next;
    if (link_flush(conn, end, error))
        return NULL;
    for (;;) {
        if (link_result(conn, end, &next, error)) {
            PQclear(last);
            return NULL;
        }
        if (!next)
            return last;
        PQclear(last);
        last = next;
    }
}

/* The caller clears the result. After NULL the connection may be within a transaction that has
 * failed. */
PGresult *link_ask(PGconn *conn, const char *text, int ms, char error[STORE_ERROR])
{
    if (!PQsendQuery(conn, text)) {
        link_explain(conn, "The database was lost", PQerrorMessage(conn), error);
        return NULL;
    }
    PGresult *r = link_last_result(conn, link_now_ms() + ms, error);
    ExecStatusType status = PQresultStatus(r);
    if (!r || status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK)
        return r;
    link_refuse(conn, r, error);
    PQclear(r);
    return NULL;
}

/* A message that the server sends before it closes the connection is read first. */
int link_stands(PGconn *conn)
{
    while (PQstatus(conn) == CONNECTION_OK && is_ready(conn, POLLIN, 0) > 0)
        if (!PQconsumeInput(conn))
            return 0;
    return PQstatus(conn) == CONNECTION_OK;
}
