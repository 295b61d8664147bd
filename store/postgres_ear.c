/* Listens for appends by other nodes. After LISTEN, it asks once for everything stored since the
 * last good time; from then on notifications are enough. Every few seconds it asks for the
 * database's time. The answer proves that the connection is up, and becomes the new good time. A
 * notification is "node n match"; n is 0 if the match was removed or rewritten. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/port.h"
#include "store/postgres.h"

enum { AGAIN_MS = 500, BEAT_MS = 5000, TOO_LONG_MS = 10000 };

/* Entries have the time at which their transaction began. One that was under way at the good
 * time was stored later, but less than a minute later. */
static const char missed_text[] =
    "SELECT match, max(n) + 1 FROM charlatan.log"
    " WHERE at >= to_timestamp($1::bigint / 1000.0) - interval '60 s' GROUP BY match"
    " UNION ALL SELECT match, 0 FROM charlatan.swept"
    " WHERE at >= to_timestamp($1::bigint / 1000.0) - interval '60 s'";
static const char beat_text[] = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

static void enter(struct ear *e, enum ear_state state)
{
    e->state = state;
    e->since = link_now_ms();
}

/* Closes the connection and tries again after a while. */
static int give_up(struct ear *e, const char *what)
{
    link_explain(e->conn, what, e->conn ? PQerrorMessage(e->conn) : NULL, e->error);
    ear_close(e);
    enter(e, EAR_DOWN);
    e->next = e->since + AGAIN_MS;
    return -1;
}

static int send(struct ear *e, int sent, enum ear_state state)
{
    if (!sent || PQflush(e->conn) < 0)
        return give_up(e, "The connection that listens was lost");
    enter(e, state);
    return 1;
}

static int send_missed(struct ear *e)
{
    char since[24];
    const char *const values[] = {since};
    snprintf(since, sizeof since, "%lld", (long long)e->good_ms);
    return send(e, PQsendQueryParams(e->conn, missed_text, 1, NULL, values, NULL, NULL, 0),
                EAR_ASKING);
}

static int send_beat(struct ear *e)
{
    return send(e, PQsendQuery(e->conn, beat_text), EAR_BEATING);
}

/* ---- steps: 1 went on, 0 has to wait, -1 is down ---- */

static int step_down(struct ear *e)
{
    if (link_now_ms() < e->next)
        return -1;
    e->conn = link_start(e->where);
    if (!e->conn)
        return give_up(e, "There is no memory left");
    e->wants = PGRES_POLLING_WRITING;
    enter(e, EAR_CONNECTING);
    return 1;
}

static int step_connecting(struct ear *e)
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

/* Goes on to the next state when a command was answered. */
static int go_on(struct ear *e, const PGresult *r, store_match_fn *row, void *arg)
{
    if (e->state == EAR_LISTENING)
        return e->good_ms ? send_missed(e) : send_beat(e);
    if (e->state == EAR_ASKING) {
        report_missed(r, row, arg);
        return send_beat(e);
    }
    e->good_ms = strtoll(PQgetvalue(r, 0, 0), NULL, 10);
    enter(e, EAR_UP);
    e->next = e->since + BEAT_MS;
    return 1;
}

static int step_answer(struct ear *e, store_match_fn *row, void *arg)
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

/* Reports a notification, "node n match", if it is from another node. */
static void report_notice(const struct ear *e, const char *text, store_match_fn *row, void *arg)
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

static int step_hear(struct ear *e, store_match_fn *row, void *arg)
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

int ear_turn(struct ear *e, store_match_fn *row, void *arg)
{
    int went;
    do {
        if (e->state != EAR_DOWN && e->state != EAR_UP && link_now_ms() > e->since + TOO_LONG_MS)
            return give_up(e, "The database does not answer the connection that listens");
        went = e->state == EAR_DOWN         ? step_down(e)
               : e->state == EAR_CONNECTING ? step_connecting(e)
                                            : step_hear(e, row, arg);
    } while (went > 0);
    return went < 0 || (e->state != EAR_UP && e->state != EAR_BEATING) ? -1 : 0;
}

int ear_fd(const struct ear *e)
{
    return e->state == EAR_UP || e->state == EAR_BEATING ? PQsocket(e->conn) : -1;
}

static void ignore_row(void *arg, const char *match, uint32_t entries)
{
    (void)arg, (void)match, (void)entries;
}

int ear_open(struct ear *e, const char *where, const char *node)
{
    int64_t end = link_now_ms() + CONNECT_MS;
    *e = (struct ear){.where = where, .node = node};
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

void ear_close(struct ear *e)
{
    PQclear(e->answer);
    PQfinish(e->conn);
    e->answer = NULL;
    e->conn = NULL;
}
