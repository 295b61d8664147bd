/* What a connection to PostgreSQL is told before it is used, and how the one before it ends.
 *
 * If the answer to an append is lost, the append may have been stored, or it may still be on its
 * way: held up in the network, waiting for a row or for a standby. Whoever only looked would find
 * nothing and see it appear afterwards. So every append holds a lock of its connection until its
 * transaction has ended, and the next connection takes that lock and ends the process of the one
 * before: it waits for a transaction that is under way, and one that comes later can never begin.
 * Then what can be read is what was stored.
 *
 * With a standby that commits wait for, a restarted primary shows entries that the standby may not
 * have yet. They would be lost if the standby took over. So a new connection first commits
 * something itself, and that waits for everything before it. */
#include "store/postgres_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "engine/port.h"
#include "store/postgres_link.h"

/* What is acknowledged is on disk, here and on the standby, and no node waits for another one that
 * hangs or has lost its power. An operator may allow statements less time. */
static const char settings_text[] =
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') IN ('off', 'local');"
    "SELECT set_config('statement_timeout', '10s', false) FROM pg_catalog.pg_settings"
    " WHERE name = 'statement_timeout' AND setting::integer NOT BETWEEN 1000 AND 10000;"
    "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;"
    "SET tcp_user_timeout = 15000;"
    "SELECT set_config('idle_in_transaction_session_timeout', (setting::integer / 2)::text, false)"
    " FROM pg_catalog.pg_settings WHERE name = 'statement_timeout';"
    "SELECT extract(epoch FROM pg_postmaster_start_time()), pg_backend_pid(),"
    " extract(epoch FROM a.backend_start), s.setting,"
    " (current_setting('synchronous_standby_names') <> '')::integer"
    " FROM pg_catalog.pg_stat_activity a, pg_catalog.pg_settings s"
    " WHERE a.pid = pg_backend_pid() AND s.name = 'statement_timeout'";

/* ---- warnings ---- */

/* The database warns if it commits without waiting for the standby, because somebody has cancelled
 * that. Its answer is "COMMIT" all the same. */
static void note_warning(void *arg, const PGresult *r)
{
    const char *severity = PQresultErrorField(r, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity && strcmp(severity, "WARNING") == 0)
        *(int *)arg = 1;
}

void postgres_session_watch(PGconn *conn, int *warned)
{
    *warned = 0;
    PQsetNoticeReceiver(conn, note_warning, warned);
}

/* ---- beginning ---- */

/* Another one for each connection, so that nodes never wait for each other's appends. */
static int64_t random_lock(void)
{
    int64_t lock;
    MUST(getrandom(&lock, sizeof lock, 0) == sizeof lock);
    return lock;
}

/* All settings and questions are one text and so one round trip. `answer_ms` is half as long again
 * as statements may take, so that the database's refusal comes before our patience ends. */
int postgres_session_begin(PGconn *conn, struct postgres_session *s, char error[STORE_ERROR])
{
    PGresult *r = link_ask(conn, settings_text, ANSWER_MS, error);
    if (!r)
        return -1;
    int told = PQntuples(r) == 1;
    *s = (struct postgres_session){.lock = random_lock()};
    if (told) {
        snprintf(s->server, sizeof s->server, "%s", PQgetvalue(r, 0, 0));
        s->process = atoi(PQgetvalue(r, 0, 1));
        snprintf(s->began, sizeof s->began, "%s", PQgetvalue(r, 0, 2));
        s->answer_ms = atoi(PQgetvalue(r, 0, 3)) * 3 / 2;
        s->has_standby = atoi(PQgetvalue(r, 0, 4));
    }
    PQclear(r);
    if (!told)
        snprintf(error, STORE_ERROR, "The database does not say who it is.");
    return told ? 0 : -1;
}

/* ---- what the connection before has left ---- */

/* For texts whose rows do not matter. */
static int ask(PGconn *conn, const struct postgres_session *s, const char *text,
               char error[STORE_ERROR])
{
    PGresult *r = link_ask(conn, text, s->answer_ms, error);
    PQclear(r);
    return r ? 0 : -1;
}

/* Ends the process of the connection before, and waits for what it still has to do. A process that
 * waits for its node is ended at once; it may be within a transaction, and would keep its locks as
 * long as the connection is half open. The others finish their transaction first. All of this is
 * one transaction, so that the lock stays until the process is ended. */
static int end_process(PGconn *conn, const struct postgres_session *s,
                       const struct postgres_session *before, char error[STORE_ERROR])
{
    char which[192], text[512];
    snprintf(which, sizeof which,
             "SELECT pg_terminate_backend(pid) FROM pg_catalog.pg_stat_activity"
             " WHERE pid = %d AND extract(epoch FROM backend_start)::text = '%s'",
             before->process, before->began);
    snprintf(text, sizeof text,
             "%s AND wait_event = 'ClientRead'; SELECT pg_advisory_xact_lock(%lld); %s", which,
             (long long)before->lock, which);
    return ask(conn, s, text, error);
}

/* Changes nothing, but is a commit: it waits until the standby has it, and everything before it. */
static int await_standby(PGconn *conn, const struct postgres_session *s, int *warned,
                         char error[STORE_ERROR])
{
    *warned = 0;
    int failed = ask(conn, s, "UPDATE charlatan.about SET version = version", error);
    if (!failed && *warned)
        snprintf(error, STORE_ERROR, "The database did not wait for its standby.");
    return failed || *warned ? -1 : 0;
}

/* `before` all zeros: there was no connection. */
int postgres_session_settle(PGconn *conn, const struct postgres_session *s,
                            const struct postgres_session *before, int *warned,
                            char error[STORE_ERROR])
{
    if (before->process && end_process(conn, s, before, error))
        return -1;
    return s->has_standby ? await_standby(conn, s, warned, error) : 0;
}
