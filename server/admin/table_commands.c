/* What operators do with one table: list, show, export, close, delete. */
#include <stdlib.h>
#include <string.h>

#include "match/may.h"
#include "server/admin/admin.h"
#include "server/host.h"
#include "server/people/guests.h"
#include "server/refusals.h"
#include "server/server.h"
#include "server/tables/rebuild.h"
#include "server/tables/records.h"
#include "server/tables/table.h"
#include "server/tables/tables.h"
#include "wire/games.h"
#include "wire/refuse.h"

static void refuse_row(struct admin_call *c, const struct refusal_row *row)
{
    struct refusal why;
    refusal_fill(&why, row, NULL);
    admin_refuse(c, &why);
}

/* ---- list ---- */

static const char *const states[] = {"waiting", "running", "over", "closed", "revealing"};

/* Its place is the number of the phase; -2: there is none of this name. */
static int read_state(const char *name)
{
    for (int i = 0; i < 5; i++)
        if (strcmp(states[i], name) == 0)
            return i;
    return -2;
}

/* `next` as in the public list: the time from which to go on. */
static void listed(void *arg, const struct queue_rows *rows)
{
    struct admin_call *c = arg;
    struct writer w = {0};
    if (rows->failed) {
        admin_failed(c);
        return;
    }
    admin_fine(&w);
    write_key(&w, "tables");
    write_begin(&w, '[');
    for (uint32_t i = 0; i < rows->count; i++) {
        write_begin(&w, '{');
        write_member_number(&w, "when", rows->row[i].when);
        write_key(&w, "table");
        write_raw(&w, rows->row[i].text, rows->row[i].text_n);
        write_end(&w, '}');
    }
    write_end(&w, ']');
    write_key(&w, "next");
    if ((int64_t)rows->count >= admin_number(c, "limit", 50))
        write_number(&w, rows->row[rows->count - 1].when);
    else
        write_null(&w);
    write_member_number(&w, "now", c->server->now);
    admin_end(c, &w);
}

/* Also tables that are not open, and in every state. */
void admin_list(struct admin_call *c)
{
    const char *state = admin_text(c, "state");
    int64_t limit = admin_number(c, "limit", 50);
    struct store_query q = {.phase = state ? read_state(state) : -1,
                            .game = admin_text(c, "game"),
                            .before = admin_number(c, "before", INT64_MAX),
                            .limit = (int)limit};
    if (q.phase < -1)
        admin_wrong(c, "state", "waiting, revealing, running, over or closed");
    else if (q.game && !game_json_by_name(q.game))
        admin_wrong(c, "game", "there is no such game");
    else if (limit < 1 || limit > 1000)
        admin_wrong(c, "limit", "a number from 1 to 1000");
    else if (q.before < 0)
        admin_wrong(c, "before", "a time in milliseconds, the 'next' of another list");
    else
        queue_list(c->server->host->queue, &q, listed, c);
}

/* ---- show ---- */

static void write_time_or_null(struct writer *w, const char *key, int64_t time)
{
    write_key(w, key);
    if (time < INT64_MAX)
        write_number(w, time);
    else
        write_null(w);
}

/* Seats whose question is open, bots' included. */
static void write_waits(struct writer *w, const struct match *m)
{
    write_key(w, "waits_for");
    write_begin(w, '[');
    for (int seat = 0; seat < m->players; seat++) {
        const struct match_seat *s = &m->seat[seat];
        if (!s->asked)
            continue;
        write_begin(w, '{');
        write_member_number(w, "seat", seat);
        write_member_string(w, "name", s->name);
        write_member_bool(w, "bot", s->kind == SEAT_BOT || s->away != AWAY_NO);
        write_member_number(w, "since", s->since);
        write_time_or_null(w, "until", match_until(m, seat));
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* With addresses and ids of sockets, as the log has them: operators may see them. */
static void write_sockets(struct writer *w, const struct table *t)
{
    write_key(w, "sockets");
    write_begin(w, '[');
    for (const struct guest *g = t->guests; g; g = g->next) {
        write_begin(w, '{');
        write_key(w, "seat");
        if (g->viewer == SPECTATOR)
            write_null(w);
        else
            write_number(w, g->viewer);
        write_member_string(w, "address", g->peer->address);
        write_member_string(w, "id", g->peer->request);
        write_member_number(w, "since", g->since);
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* The table as this node has it, which may be ahead of the store. Cards and secrets are not shown,
 * to operators neither. */
static void show(struct server *s, struct table *t, const struct refusal *missing, void *arg)
{
    struct admin_call *c = arg;
    struct writer w = {0}, table = {0};
    if (!t) {
        if (missing->row == &refusal_unknown_table)
            refuse_row(c, &refusal_admin_unknown_table);
        else
            admin_refuse(c, missing);
        return;
    }
    admin_fine(&w);
    tell_table(&table, &t->match, t->id);
    write_key(&w, "table");
    write_raw(&w, table.at, table.n);
    writer_free(&table);
    write_member_number(&w, "entries", t->match.entries);
    write_member_number(&w, "moves", t->match.moves);
    write_member_number(&w, "touched", t->match.touched);
    write_time_or_null(&w, "due", match_due(&t->match));
    write_waits(&w, &t->match);
    write_sockets(&w, t);
    write_member_bool(&w, "bots_thinking", t->bots_busy != 0);
    write_member_number(&w, "now", s->now);
    admin_end(c, &w);
}

void admin_show(struct admin_call *c)
{
    table_with(c->server, c->table, show, c);
}

/* ---- close ---- */

/* Called when everything that was queued before is stored, or was refused. */
static int nothing(struct store *s, void *arg)
{
    (void)s, (void)arg;
    return 0;
}

/* The entry was queued before this, so by now it is stored or the table was read again. */
static void closed(void *arg, int result)
{
    struct admin_call *c = arg;
    struct table *t = table_find(c->server, c->table);
    struct writer w = {0};
    if (result < 0) {
        admin_failed(c);
    } else if (!t || t->loading || t->match.phase != MATCH_CLOSED) {
        refuse_row(c, &refusal_admin_moved_on);
    } else {
        admin_fine(&w);
        admin_end(c, &w);
    }
}

/* The answer comes after the entry's own, since only then is it known whether it was stored. */
static void close_table(struct server *s, struct table *t, const struct refusal *missing, void *arg)
{
    struct admin_call *c = arg;
    struct entry e;
    struct refusal why;
    const char *reason = admin_text(c, "why");
    if (!t) {
        admin_refuse(c, missing);
        return;
    }
    if (match_may_close(&t->match, reason ? reason : "the operator closed it", s->now, &e, &why) <
            0 ||
        (table_submit(t, &e, NULL) < 0 && because(&why, ROW(too_late)))) {
        admin_refuse(c, &why);
        return;
    }
    queue_run(s->host->queue, nothing, closed, c);
}

void admin_close(struct admin_call *c)
{
    const char *reason = admin_text(c, "why");
    if (json_object_get(c->ask, "why") && (!reason || !reason[0] || strlen(reason) >= MAX_NAME))
        admin_wrong(c, "why", "a short sentence that people at the table may read");
    else
        table_with(c->server, c->table, close_table, c);
}

/* ---- delete ---- */

/* 1: removed; 0: there is no such match. */
static int sweep(struct store *s, void *arg)
{
    const struct admin_call *c = arg;
    struct store_walked w;
    int there = walk_one(s, c->table, &w);
    return there <= 0 ? there : s->sweep(s, c->table) ? -1 : 1;
}

/* Guests at the table are told that it is gone. */
static void swept(void *arg, int result)
{
    struct admin_call *c = arg;
    struct writer w = {0};
    if (result < 0) {
        admin_failed(c);
    } else if (result == 0) {
        refuse_row(c, &refusal_admin_unknown_table);
    } else {
        table_swept(c->server, c->table);
        admin_fine(&w);
        admin_end(c, &w);
    }
}

/* Whether anybody plays there is not asked. It cannot be undone. */
void admin_delete(struct admin_call *c)
{
    queue_run(c->server->host->queue, sweep, swept, c);
}

/* ---- export ---- */

/* The log as it is stored, with its secrets: seed, nonces, hashes of tokens. */
static void log_came(void *arg, const struct queue_rows *rows)
{
    struct admin_call *c = arg;
    struct writer w = {0}, text = {0};
    if (rows->failed) {
        admin_failed(c);
        return;
    }
    if (rows->count == 0) {
        refuse_row(c, &refusal_admin_unknown_table);
        return;
    }
    for (uint32_t i = 0; i < rows->count; i++) {
        write_bytes(&text, rows->row[i].text, rows->row[i].text_n, 0);
        write_bytes(&text, "\n", 1, 0);
    }
    admin_fine(&w);
    write_member_string(&w, "text", text.at);
    writer_free(&text);
    admin_end(c, &w);
}

struct exporting {
    struct record_request recording;
    struct admin_call *call;
};

/* The text of a record goes into one member, lines and all. */
static void record_came(struct table_fold *f)
{
    struct exporting *e = (struct exporting *)f;
    const struct refusal_row *missing = record_missing(&e->recording);
    struct writer w = {0};
    if (missing) {
        refuse_row(e->call, missing);
    } else {
        admin_fine(&w);
        write_member_string(&w, "text", e->recording.text.at);
        admin_end(e->call, &w);
    }
    fold_free(f);
    writer_free(&e->recording.text);
    free(e);
}

static void export_record(struct server *s, struct table *t, const struct refusal *missing,
                          void *arg)
{
    struct admin_call *c = arg;
    struct refusal why;
    if (!t) {
        admin_refuse(c, missing);
        return;
    }
    struct exporting *e = calloc(1, sizeof *e);
    MUST(e);
    e->call = c;
    if (record_due(s, t, &why) == 0 && record_make(&e->recording, s, t, record_came, &why) == 0)
        return;
    admin_refuse(c, &why);
    free(e);
}

/* A log can be had of any table, a record only of one that is over. */
void admin_export(struct admin_call *c)
{
    if (admin_flag(c, "log"))
        queue_load(c->server->host->queue, c->table, 0, log_came, c);
    else
        table_with(c->server, c->table, export_record, c);
}
