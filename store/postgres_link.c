/* A connection to PostgreSQL with deadlines. libpq's blocking functions may wait for ever, so
 * everything here uses its non-blocking functions and poll(). */
#include "store/postgres.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

int64_t link_now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- sentences ---- */

static void hide(char *text, const char *secret)
{
    size_t n = secret ? strlen(secret) : 0;
    for (char *at = text; n && (at = strstr(at, secret)); at += n)
        memset(at, '*', n);
}

/* Copies a message onto one line, without the full stop or the question mark at its end. */
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

void link_explain(PGconn *conn, const char *what, const char *message, char error[STORE_ERROR])
{
    char line[1024], shown[STORE_ERROR];
    one_line(line, sizeof line, message ? message : "");
    hide(line, conn ? PQpass(conn) : NULL);
    snprintf(shown, sizeof shown, "%s%s%.160s.", what, line[0] ? ": " : "", line);
    memcpy(error, shown, STORE_ERROR);
}

void link_refuse(PGconn *conn, const PGresult *r, char error[STORE_ERROR])
{
    const char *message = PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
    link_explain(conn, "The database refuses", message ? message : PQresultErrorMessage(r), error);
}

/* ---- connecting ---- */

static void be_quiet(void *arg, const char *message)
{
    (void)arg, (void)message;
}

/* The address may override the parameters before dbname, but not those after it. */
PGconn *link_start(const char *where)
{
    const char *const keys[] = {
        "fallback_application_name", "keepalives_idle", "keepalives_interval", "keepalives_count",
        "tcp_user_timeout",          "dbname",          "client_encoding",     NULL,
    };
    const char *const values[] = {"charlatan", "10", "5", "3", "15000", where, "UTF8", NULL};
    PGconn *conn = PQconnectStartParams(keys, values, 1);
    if (conn)
        PQsetNoticeProcessor(conn, be_quiet, NULL);
    return conn;
}

static int is_ready(PGconn *conn, short events, int ms)
{
    struct pollfd p = {.fd = PQsocket(conn), .events = events};
    return p.fd >= 0 ? poll(&p, 1, ms) > 0 : -1;
}

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

PGconn *postgres_link_open(const char *where, char error[STORE_ERROR])
{
    PostgresPollingStatusType wants = PGRES_POLLING_WRITING;
    PGconn *conn = link_start(where);
    int64_t end = link_now_ms() + CONNECT_MS;
    int done = conn ? 0 : -1;
    while (done == 0 && link_now_ms() < end) {
        is_ready(conn, wants == PGRES_POLLING_READING ? POLLIN : POLLOUT, 100);
        done = link_step(conn, &wants);
    }
    if (done == 1)
        return conn;
    link_explain(conn, "The database cannot be reached",
                 done == 0 ? "it does not answer" : PQerrorMessage(conn), error);
    PQfinish(conn);
    return NULL;
}

/* ---- sending and waiting ---- */

static int is_lost(PGconn *conn, char error[STORE_ERROR])
{
    link_explain(conn, "The database was lost before it answered", PQerrorMessage(conn), error);
    return -1;
}

static int is_late(int ms, char error[STORE_ERROR])
{
    snprintf(error, STORE_ERROR, "The database did not answer within %d seconds.", ms / 1000);
    return -1;
}

/* It also reads while it sends: a server that cannot send its answers takes no more commands. */
int link_flush(PGconn *conn, char error[STORE_ERROR])
{
    int64_t end = link_now_ms() + ANSWER_MS;
    for (int left; (left = PQflush(conn)) != 0;) {
        struct pollfd p = {.fd = PQsocket(conn), .events = POLLIN | POLLOUT};
        if (left < 0)
            return is_lost(conn, error);
        if (link_now_ms() >= end)
            return is_late(ANSWER_MS, error);
        if (poll(&p, 1, 100) > 0 && p.revents & ~POLLOUT && !PQconsumeInput(conn))
            return is_lost(conn, error);
    }
    return 0;
}

static int result_within(PGconn *conn, int ms, PGresult **result, char error[STORE_ERROR])
{
    int64_t end = link_now_ms() + ms;
    while (PQisBusy(conn)) {
        if (link_now_ms() >= end)
            return is_late(ms, error);
        if (is_ready(conn, POLLIN, 100) && !PQconsumeInput(conn))
            return is_lost(conn, error);
    }
    *result = PQgetResult(conn);
    return *result || PQstatus(conn) == CONNECTION_OK ? 0 : is_lost(conn, error);
}

int link_result(PGconn *conn, PGresult **result, char error[STORE_ERROR])
{
    return result_within(conn, ANSWER_MS, result, error);
}

static PGresult *last_within(PGconn *conn, int ms, char error[STORE_ERROR])
{
    PGresult *last = NULL, *next;
    if (link_flush(conn, error))
        return NULL;
    for (;;) {
        if (result_within(conn, ms, &next, error)) {
            PQclear(last);
            return NULL;
        }
        if (!next)
            return last;
        PQclear(last);
        last = next;
    }
}

PGresult *link_last_result(PGconn *conn, char error[STORE_ERROR])
{
    return last_within(conn, ANSWER_MS, error);
}

PGresult *link_ask(PGconn *conn, const char *text, int ms, char error[STORE_ERROR])
{
    if (!PQsendQuery(conn, text)) {
        link_explain(conn, "The database was lost", PQerrorMessage(conn), error);
        return NULL;
    }
    PGresult *r = last_within(conn, ms, error);
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
