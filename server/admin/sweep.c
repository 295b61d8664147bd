/* Goes through all tables, page by page: removes those that are old enough, or a name from those
 * that are over. Between two pages the store does what others ask. Operators begin such a walk; and
 * the server does, every hour, for tables that were kept long enough.
 *
 * A walk is a job for the store's thread that is queued again and again (`work`, then `worked` on
 * the loop), each time for a few tables, with its place kept in `after` and `at`. */
#include <stdlib.h>
#include <string.h>

#include "match/name.h"
#include "server/admin/admin.h"
#include "server/host.h"
#include "server/log.h"
#include "server/refusals.h"
#include "server/server.h"
#include "server/tables/tables.h"
#include "wire/refuse.h"

/* PAGE_WITH_TEXT: a search through the texts of tables takes longer. AT_ONCE: tables that are
 * changed before others get the store. FIRST_MS, EVERY_MS: see admin_begin. */
enum { PAGE = 256, PAGE_WITH_TEXT = 64, AT_ONCE = 8, FIRST_MS = 2000, EVERY_MS = 3600000 };
enum { DAY_MS = 86400000 };

/* A table that was found. */
struct sweep_table {
    char id[MATCH_ID + 1];
    /* done: it was changed, or would have been if nothing is to be. */
    uint8_t phase, done;
};

/* One walk at a time (s->sweeping). The store's thread has it in `work`, the loop in between. */
struct admin_sweep {
    struct server *server;
    /* NULL: the server itself. */
    struct admin_call *call;
    /* Tables of these phases go that were not touched since; INT64_MIN: none. */
    int64_t before[MATCH_REVEALING + 1];
    /* Only counts. */
    int dry;
    /* Another name takes the place of this one, at tables that are over; "": tables are removed. */
    char from[MATCH_NAME + 1], to[MATCH_NAME + 1];
    char *needle;
    char after[MATCH_ID + 1];
    /* What a page has found, what is being done of it, and whether there are no more pages. */
    struct sweep_table found[PAGE];
    int found_n, at, page_n, last;
    uint32_t looked, done, left_alone;
};

/* ---- on the store's thread ---- */

/* Phases that the walk is not about have INT64_MIN, before which nothing was touched. */
static int is_old(const struct admin_sweep *w, const struct store_walked *m)
{
    return m->phase <= MATCH_REVEALING && m->touched < w->before[m->phase];
}

/* `has`: the store has found the needle in one of the table's texts. */
static void take_walked(void *arg, const struct store_walked *m)
{
    struct admin_sweep *w = arg;
    w->page_n++;
    snprintf(w->after, sizeof w->after, "%s", m->match);
    if (w->needle ? !m->has : !is_old(w, m))
        return;
    struct sweep_table *f = &w->found[w->found_n++];
    *f = (struct sweep_table){.phase = m->phase};
    snprintf(f->id, sizeof f->id, "%s", m->match);
}

/* 0; -1: the store has failed. The last page is shorter than asked for. */
static int find_page(struct store *s, struct admin_sweep *w)
{
    int page = w->needle ? PAGE_WITH_TEXT : PAGE;
    w->found_n = w->at = w->page_n = 0;
    if (s->walk(s, w->after, page, w->needle, take_walked, w))
        return -1;
    w->looked += (uint32_t)w->page_n;
    w->last = w->page_n < page;
    return 0;
}

/* People at a table that is not over are asked to do it themselves: it may be theirs just now. */
static int rename_at(struct store *s, struct admin_sweep *w, struct sweep_table *f)
{
    int conflict = 0, changed = 0;
    f->done = f->phase == MATCH_OVER || f->phase == MATCH_CLOSED;
    w->left_alone += !f->done;
    if (!f->done || w->dry)
        return 0;
    for (int i = 0; i < 3; i++) {
        changed = names_rewrite(s, f->id, w->from, w->to, &conflict);
        if (changed < 0 || !conflict)
            break;
    }
    f->done = changed > 0 && !conflict;
    w->left_alone += conflict != 0;
    return changed < 0 ? -1 : 0;
}

static int remove_one(struct store *s, struct admin_sweep *w, struct sweep_table *f)
{
    f->done = 1;
    return w->dry ? 0 : s->sweep(s, f->id);
}

/* Does a part of the work, so that nobody waits long. Called again until all pages are through: a
 * page is looked for only when the last one is done. */
static int work(struct store *s, void *arg)
{
    struct admin_sweep *w = arg;
    int end = w->at + AT_ONCE;
    if (w->at == w->found_n) {
        if (find_page(s, w))
            return -1;
        end = AT_ONCE;
    }
    for (; w->at < w->found_n && w->at < end; w->at++) {
        struct sweep_table *f = &w->found[w->at];
        if (w->needle ? rename_at(s, w, f) : remove_one(s, w, f))
            return -1;
        w->done += f->done;
    }
    return 0;
}

/* ---- on the loop's thread ---- */

/* The next walk may begin. */
static void sweep_free(struct admin_sweep *w)
{
    w->server->sweeping = 0;
    free(w->needle);
    free(w);
}

/* `tables` counts what was changed, or would have been if it is dry. */
static void answer(struct admin_sweep *w)
{
    struct writer out = {0};
    w->call->count = w->done;
    admin_fine(&out);
    write_member_number(&out, "tables", w->done);
    write_member_number(&out, "looked_at", w->looked);
    if (w->needle)
        write_member_number(&out, "left_alone", w->left_alone);
    write_member_bool(&out, "dry", w->dry);
    admin_end(w->call, &out);
}

static int compact(struct store *s, void *arg)
{
    (void)arg;
    return s->compact(s);
}

/* The tables are done whatever comes of it; if it fails the operator is told, because the old texts
 * may still be in the file. */
static void compacted(void *arg, int result)
{
    struct admin_sweep *w = arg;
    if (result < 0)
        admin_failed(w->call);
    else
        answer(w);
    sweep_free(w);
}

/* A walk of the server itself says something only if it has removed something. */
static void finish(struct admin_sweep *w)
{
    if (!w->call && w->done)
        log_say(LOG_SAYS_INFO, "retention", LOG_FIELDS(LOG_N("count", w->done)),
                "%u table%s removed: kept long enough", w->done, w->done == 1 ? " was" : "s were");
    /* What was replaced or removed long ago may still be somewhere in the file. */
    if (w->needle && !w->dry) {
        queue_run(w->server->host->queue, compact, compacted, w);
        return;
    }
    if (w->call)
        answer(w);
    sweep_free(w);
}

/* Tables that were changed are read anew, or leave memory. The part that failed may have changed
 * some, so that is done first. */
static void worked(void *arg, int result)
{
    struct admin_sweep *w = arg;
    int from = w->at > AT_ONCE ? (w->at - 1) / AT_ONCE * AT_ONCE : 0;
    for (int i = from; !w->dry && i < w->at; i++)
        if (w->found[i].done)
            table_swept(w->server, w->found[i].id);
    if (result < 0) {
        if (w->call)
            admin_failed(w->call);
        sweep_free(w);
    } else if (w->at < w->found_n || !w->last) {
        queue_run(w->server->host->queue, work, worked, w);
    } else {
        finish(w);
    }
}

/* Removes nothing until a time is set, or a name. */
static struct admin_sweep *sweep_new(struct server *s, struct admin_call *c)
{
    struct admin_sweep *w = calloc(1, sizeof *w);
    MUST(w);
    w->server = s;
    w->call = c;
    w->dry = c && admin_flag(c, "dry");
    for (int i = 0; i <= MATCH_REVEALING; i++)
        w->before[i] = INT64_MIN;
    s->sweeping = 1;
    return w;
}

/* 1: the call was refused. */
static int is_busy(struct admin_call *c)
{
    struct refusal why;
    if (!c->server->sweeping)
        return 0;
    because(&why, ROW(admin_busy));
    admin_refuse(c, &why);
    return 1;
}

/* ---- commands ---- */

/* What has not been touched for `days` goes; "idle" is all that is not over. */
static void keep_since(struct admin_sweep *w, const char *what, int64_t days)
{
    int64_t before = w->server->now - days * DAY_MS;
    if (strcmp(what, "finished") == 0)
        w->before[MATCH_OVER] = before;
    else if (strcmp(what, "closed") == 0)
        w->before[MATCH_CLOSED] = before;
    else
        w->before[MATCH_WAITING] = w->before[MATCH_REVEALING] = w->before[MATCH_RUNNING] = before;
}

/* `days` has no default: nobody removes tables by leaving something out. */
void admin_purge(struct admin_call *c)
{
    const char *state = admin_text(c, "state");
    int64_t days = admin_number(c, "days", -1);
    if (!state || (strcmp(state, "finished") && strcmp(state, "closed") && strcmp(state, "idle"))) {
        admin_wrong(c, "state", "finished, closed or idle");
        return;
    }
    if (days < 0 || days > 36500) {
        admin_wrong(c, "days", "say how many days old they must be (--days N), 0 to 36500");
        return;
    }
    if (is_busy(c))
        return;
    struct admin_sweep *w = sweep_new(c->server, c);
    keep_since(w, state, days);
    queue_run(c->server->host->queue, work, worked, w);
}

/* Only at tables that are over; the answer says how many were left alone. */
void admin_forget(struct admin_call *c)
{
    const char *name = admin_text(c, "name"), *as = admin_text(c, "as");
    as = as ? as : "Guest";
    if (!name || !name[0] || strlen(name) > MATCH_NAME) {
        admin_wrong(c, "name", "the name that has to go, exactly as tables show it");
        return;
    }
    if (strlen(as) > MATCH_NAME || !name_is_clean(as) || !name_is_visible(as) ||
        strcmp(name, as) == 0) {
        admin_wrong(c, "as", "another name, of 1 to 40 visible characters");
        return;
    }
    if (is_busy(c))
        return;
    struct admin_sweep *w = sweep_new(c->server, c);
    w->needle = name_needle(name);
    snprintf(w->from, sizeof w->from, "%s", name);
    snprintf(w->to, sizeof w->to, "%s", as);
    queue_run(c->server->host->queue, work, worked, w);
}

static void compact_done(void *arg, int result)
{
    struct admin_call *c = arg;
    struct writer w = {0};
    if (result < 0) {
        admin_failed(c);
        return;
    }
    admin_fine(&w);
    admin_end(c, &w);
}

void admin_compact(struct admin_call *c)
{
    queue_run(c->server->host->queue, compact, compact_done, c);
}

/* ---- retention ---- */

/* 0 days: such tables are kept for ever. */
static void keep_long_enough(struct server *s)
{
    const struct server_options *o = &s->options;
    struct admin_sweep *w = sweep_new(s, NULL);
    if (o->keep_finished)
        keep_since(w, "finished", o->keep_finished);
    if (o->keep_closed)
        keep_since(w, "closed", o->keep_closed);
    if (o->keep_idle)
        keep_since(w, "idle", o->keep_idle);
    queue_run(s->host->queue, work, worked, w);
}

/* Not while the store fails: each attempt would only add to its work. */
void admin_tick(struct server *s)
{
    const struct server_options *o = &s->options;
    if (!s->stopping && s->now >= s->bans_at)
        bans_reload(s);
    if (s->stopping || s->sweeping || s->now < s->sweep_at || !s->store_well ||
        !(o->keep_finished || o->keep_closed || o->keep_idle))
        return;
    s->sweep_at = s->now + EVERY_MS;
    keep_long_enough(s);
}

/* Whoever has not said how long tables are kept, and did not expect that any is deleted, has an
 * hour to say so. */
void admin_begin(struct server *s)
{
    s->sweep_at = s->now + (s->options.keep_said ? FIRST_MS : EVERY_MS);
    bans_reload(s);
}
