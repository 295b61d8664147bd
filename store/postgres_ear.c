/* Listens for appends by other nodes. After LISTEN, it asks once for everything stored since the
 * last good time; from then on notifications are enough. Every few seconds it asks for the
 * database's time. The answer proves that the connection is up, and becomes the new good time. A
 * notification is "node n match"; n is 0 if the match was removed or rewritten.
 *
 * It listens at the server where the store appends. If the store has gone to another one, so does
 * the ear, even if the old server still answers: nobody appends there any more. */
#include "store/postgres_ear.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres_address.h"
#include "store/postgres_link.h"

enum { OPEN_MS = 10000 };

/* Entries have the time at which their transaction began. One that was under way at the good
 * time was stored later, but less than a minute later. The good time is that of the old server's
 * clock, and the new one's may be behind it; $2 is how long ago it was. */
static const char missed_text[] =
    "WITH since AS MATERIALIZED (SELECT least(to_timestamp($1::bigint / 1000.0),"
    " now() - $2::bigint * interval '1 ms') - interval '60 s' AS at)"
    " SELECT match, max(n) + 1 FROM charlatan.log WHERE at >= (SELECT at FROM since)"
    " GROUP BY match"
    " UNION ALL SELECT match, 0 FROM charlatan.swept WHERE at >= (SELECT at FROM since)";
static const char beat_text[] = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint,"
                                " extract(epoch FROM pg_postmaster_start_time())";

/* With the usual 15 seconds for an answer it asks every 5 seconds, waits for 10, and connects again
 * after half a second. */
static int beat_ms(const struct postgres_listener *e)
{
    return e->store->answer_ms / 3;
}

static int too_long_ms(const struct postgres_listener *e)
{
    return e->store->answer_ms / 3 * 2;
}

static int again_ms(const struct postgres_listener *e)
{
    return e->store->answer_ms / 30;
}

/* Time limits count from here. */
static void enter(struct postgres_listener *e, enum postgres_listener_state state)
{
    e->state = state;
    e->since = link_now_ms();
}

/* Closes the connection and tries again after a while. Always -1. good_ms stays, so that the next
 * connection asks for what was missed. */
static int give_up(struct postgres_listener *e, const char *what)
{
    link_explain(e->conn, what, e->conn ? PQerrorMessage(e->conn) : NULL, e->error);
    ear_close(e);
    e->server[0] = '\0';
    enter(e, EAR_DOWN);
    e->next = e->since + again_ms(e);
    return -1;
}

/* `sent` is what libpq's function returned. 1, or -1 if it is down. What the socket does not take
 * at once goes with later steps. */
static int send(struct postgres_listener *e, int sent, enum postgres_listener_state state)
{
    if (!sent || PQflush(e->conn) < 0)
        return give_up(e, "The connection that listens was lost");
    enter(e, state);
    return 1;
}

/* Asks from the good time on, so some matches are reported that were heard of already; that does no
 * harm. */
static int send_missed(struct postgres_listener *e)
{
    char since[24], ago[24];
    const char *const values[] = {since, ago};
    snprintf(since, sizeof since, "%lld", (long long)e->good_ms);
    snprintf(ago, sizeof ago, "%lld", (long long)(link_now_ms() - e->good_at));
    return send(e, PQsendQueryParams(e->conn, missed_text, 2, NULL, values, NULL, NULL, 0),
                EAR_ASKING);
}

static int send_beat(struct postgres_listener *e)
{
    return send(e, PQsendQuery(e->conn, beat_text), EAR_BEATING);
}

/* ---- steps: 1 went on, 0 has to wait, -1 is down ---- */

/* Waits for the store: it finds out which host works, and the ear never tries another one. */
static int step_down(struct postgres_listener *e)
{
    if (link_now_ms() < e->next || !e->may_go)
        return -1;
    e->conn = postgres_connect(e->address, e->exact, 0);
    if (!e->conn)
        return give_up(e, "There is no memory left");
    e->wants = PGRES_POLLING_WRITING;
    enter(e, EAR_CONNECTING);
    return 1;
}

/* LISTEN is sent first of all: nothing that is stored after it can be missed. */
static int step_connecting(struct postgres_listener *e)
{
    int done = link_step(e->conn, &e->wants);
    if (done < 0)
        return give_up(e, "The database cannot be reached to listen");
    return done ? send(e, PQsendQuery(e->conn, "LISTEN charlatan"), EAR_LISTENING) : 0;
}

static void report_missed(const PGresult *r, store_match_fn *row, void *arg)
{
    for (int i = 0; i < PQntuples(r); i++)
        row(arg, PQgetvalue(r, i, 0), (uint32_t)strtoul(PQgetvalue(r, i, 1), NULL, 10));
}

/* Goes on to the next state when a command was answered. Only the answer to a beat makes a new good
 * time: it was asked after LISTEN, so what was stored before it is announced or was asked for.
 * good_at is when it was sent, the earlier end. */
static int go_on(struct postgres_listener *e, const PGresult *r, store_match_fn *row, void *arg)
{
    if (e->state == EAR_LISTENING)
        return e->good_ms ? send_missed(e) : send_beat(e);
    if (e->state == EAR_ASKING) {
        report_missed(r, row, arg);
        return send_beat(e);
    }
    e->good_ms = strtoll(PQgetvalue(r, 0, 0), NULL, 10);
    e->good_at = e->since;
    snprintf(e->server, sizeof e->server, "%s", PQgetvalue(r, 0, 1));
    enter(e, EAR_UP);
    e->next = e->since + beat_ms(e);
    return 1;
}

/* A command may have several results, of which the last counts. 0 while more is to come. */
static int step_answer(struct postgres_listener *e, store_match_fn *row, void *arg)
{
    PGresult *r;
    if (PQflush(e->conn) < 0)
        return give_up(e, "The connection that listens was lost");
    while (!PQisBusy(e->conn) && (r = PQgetResult(e->conn))) {
        PQclear(e->answer);
        e->answer = r;
    }
    if (PQisBusy(e->conn))
        return 0;
    ExecStatusType status = PQresultStatus(e->answer);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        return give_up(e, "The database refuses LISTEN");
    r = e->answer;
    e->answer = NULL;
    int went = go_on(e, r, row, arg);
    PQclear(r);
    return went;
}

/* Reports a notification, "node n match", if it is from another node. What has another form is
 * ignored: any client of the database may notify. */
static void report_notice(const struct postgres_listener *e, const char *text, store_match_fn *row,
                          void *arg)
{
    size_t node = strlen(e->node);
    char *end;
    const char *space = strchr(text, ' ');
    if (!space || ((size_t)(space - text) == node && memcmp(text, e->node, node) == 0))
        return;
    unsigned long n = strtoul(space + 1, &end, 10);
    if (*end == ' ' && n <= UINT32_MAX && strlen(end + 1) <= STORE_ID)
        row(arg, end + 1, (uint32_t)n);
}

/* Notifications are taken in every state after connecting, also while a question is open. */
static int step_hear(struct postgres_listener *e, store_match_fn *row, void *arg)
{
    if (!link_stands(e->conn))
        return give_up(e, "The connection that listens was lost");
    for (PGnotify *n; (n = PQnotifies(e->conn)); PQfreemem(n))
        report_notice(e, n->extra, row, arg);
    if (e->state == EAR_UP)
        return link_now_ms() < e->next ? 0 : send_beat(e);
    return step_answer(e, row, arg);
}

/* ---- turns ---- */

/* Whether it listens where nobody appends any more. */
static int is_elsewhere(const struct postgres_listener *e)
{
    return e->server[0] && e->store->server[0] && strcmp(e->server, e->store->server) != 0;
}

/* `row` may be called even if it returns -1 in the end: what was heard before the loss counts. */
int ear_turn(struct postgres_listener *e, store_match_fn *row, void *arg)
{
    int went;
    do {
        if (is_elsewhere(e))
            return give_up(e, "The connection that listens is to another server");
        if (e->state != EAR_DOWN && e->state != EAR_UP && link_now_ms() > e->since + too_long_ms(e))
            return give_up(e, "The database does not answer the connection that listens");
        went = e->state == EAR_DOWN         ? step_down(e)
               : e->state == EAR_CONNECTING ? step_connecting(e)
                                            : step_hear(e, row, arg);
    } while (went > 0);
    return went < 0 || (e->state != EAR_UP && e->state != EAR_BEATING) ? -1 : 0;
}

int ear_fd(const struct postgres_listener *e)
{
    return e->state == EAR_UP || e->state == EAR_BEATING ? PQsocket(e->conn) : -1;
}

static void ignore_row(void *arg, const char *match, uint32_t entries)
{
    (void)arg, (void)match, (void)entries;
}

/* -1 with the reason in `error` if it is down, or not listening after OPEN_MS. The descriptor may
 * change from step to step, so it is polled for moments only. */
int ear_open(struct postgres_listener *e)
{
    int64_t end = link_now_ms() + OPEN_MS;
    for (;;) {
        ear_turn(e, ignore_row, NULL);
        if (e->state == EAR_UP)
            return 0;
        if (e->state == EAR_DOWN || link_now_ms() > end)
            return -1;
        struct pollfd p = {.fd = PQsocket(e->conn), .events = POLLIN};
        poll(&p, 1, 5);
    }
}

/* Leaves the state as it is: give_up sets it. Nothing is told to the database, which notices by
 * itself. */
void ear_close(struct postgres_listener *e)
{
    PQclear(e->answer);
    PQfinish(e->conn);
    e->answer = NULL;
    e->conn = NULL;
}
