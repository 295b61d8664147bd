/* The tables in memory. They are found by id, loaded from the store, updated when other nodes
 * write, and dropped when nobody needs them.
 *
 * A table is new and empty, then loading (its log is being read and folded), then in use, or broken
 * (its log cannot be used; then it only has a reason). `holds` counts the callbacks that are due
 * for it: while there are some it stays in memory. Reading further entries of other nodes
 * (table_follow) leaves it in use; reading it anew (table_reload) makes it load again, with its
 * guests. */
#include "server/tables/tables.h"

#include <stdlib.h>
#include <string.h>

#include "engine/version.h"
#include "match/may.h"
#include "match/refusals.h"
#include "server/host.h"
#include "server/log.h"
#include "server/people/guests.h"
#include "server/people/people.h"
#include "server/refusals.h"
#include "server/server.h"
#include "server/server_only.h"
#include "server/tables/bots.h"
#include "server/tables/ids.h"
#include "server/tables/postponed.h"
#include "server/tables/rebuild.h"
#include "server/tables/snapshots.h"
#include "server/tables/table.h"
#include "server/tables/unusable.h"
#include "server/tables/wakes.h"
#include "wire/refuse.h"

/* ---- the hash table ---- */

/* Only the first MATCH_ID bytes are read, so the id must have been checked (id_is). */
static struct table **bucket_of(struct server *s, const char *id)
{
    return &s->bucket[hash_bytes(id, MATCH_ID) % TABLE_BUCKETS];
}

/* Nothing is loaded. Whoever needs the match has to look at loading, broken and match.entries. */
struct table *table_find(struct server *s, const char *id)
{
    struct table *t = *bucket_of(s, id);
    while (t && strcmp(t->id, id) != 0)
        t = t->next;
    return t;
}

/* Never NULL. It is empty and idle: unless somebody gives it a match or loads it, the tick drops it
 * again. */
struct table *table_new(struct server *s, const char *id)
{
    struct table *t = calloc(1, sizeof *t), **at = bucket_of(s, id);
    MUST(t);
    t->server = s;
    strcpy(t->id, id);
    match_init(&t->match);
    t->pending_end = &t->pending;
    t->waiting_end = &t->waiting;
    t->lookers_end = &t->lookers;
    t->used = t->moved = s->now;
    t->at = at;
    t->next = *at;
    if (t->next)
        t->next->at = &t->next;
    *at = t;
    wake_add(t);
    s->figures.tables++;
    return t;
}

/* Nobody may be at the table and nothing may be due for it (idle). */
static void table_free(struct table *t)
{
    *t->at = t->next;
    if (t->next)
        t->next->at = t->at;
    t->server->figures.tables--;
    wake_remove(t);
    postponed_forget(t, NULL);
    match_free(&t->match);
    free(t->broken);
    free(t);
}

/* ---- loading ---- */

/* Guests of a table that is gone leave; those of one that was rewritten see it anew. */
static void tell_anew(struct table *t)
{
    int gone = t->match.entries == 0;
    t->tells_anew = 0;
    for (struct guest *g = t->guests, *next; g; g = next) {
        next = g->next;
        if (gone)
            peer_close(g->peer, "deleted");
        else
            guest_anew(g);
    }
}

/* Calls those who wait in the order they came, so that of two sockets with one seat the newer one
 * stays. `missing` is NULL if the table is there. Callbacks may add others, which are called too.
 * The table stays while they run. */
static void wake_waiting(struct table *t, const struct refusal *missing)
{
    struct server *s = t->server;
    while (t->waiting) {
        struct table_wait *w = t->waiting;
        if (!(t->waiting = w->next))
            t->waiting_end = &t->waiting;
        w->then(s, missing ? NULL : t, missing, w->arg);
        free(w);
    }
}

/* Adds stored entries to the match and tells guests that are up to date. -1: the log is invalid. */
static int take_rows(struct table *t, const struct queue_rows *rows, struct refusal *why)
{
    struct server *s = t->server;
    for (uint32_t i = 0; i < rows->count; i++) {
        struct entry e;
        struct peer_message *told[MAX_SEATS + 1];
        if (rows->row[i].n != t->match.entries)
            return because(why, ROW(entry_missing));
        if (entry_read(&e, &t->match, rows->row[i].text, rows->row[i].text_n, why) < 0)
            return -1;
        before_take(&s->before, &t->match, t->id);
        int taken = match_take(&t->match, &e, &s->done, why);
        if (taken == 0) {
            t->stored = t->match.entries;
            log_hash_add(&t->log, rows->row[i].text, rows->row[i].text_n);
            table_make_messages(t, &t->match, &e, told);
            table_publish(t, e.n, told);
            messages_drop(told);
            guests_shut_out(t);
        }
        entry_free(&e);
        if (taken < 0)
            return -1;
    }
    return 0;
}

/* An answer may have been refused because of an entry that turned out not to be in the log, and its
 * question may be the same as before. So the question is sent again. */
static void ask_again(struct table *t)
{
    for (struct guest *g = t->guests; g; g = g->next)
        if (g->refused)
            g->asked = g->refused = 0;
}

/* Guests that are up to date are asked again, the others read what they missed. */
static void catch_up_guests(struct table *t)
{
    for (struct guest *g = t->guests, *next; g; g = next) {
        next = g->next;
        if (g->live && g->sent + 1 != (int64_t)t->stored)
            guest_catch_up(g);
        else if (g->live)
            guest_tell_ask(g);
    }
}

static void wake_with(struct table *t, const struct refusal_row *row)
{
    struct refusal why;
    refusal_fill(&why, row, NULL);
    wake_waiting(t, &why);
}

/* What people are told of a log that was refused: which version they need, if another one may be
 * able to read it. */
static void tell_people(const struct refusal *refused, struct refusal *why)
{
    char version[24] = "> " CHARLATAN_VERSION;
    if (refused->row == &refusal_rules_newer || refused->row == &refusal_rules_unknown ||
        refused->row == &refusal_program_newer)
        snprintf(version, sizeof version, "%.*s", (int)refused->value[0].n,
                 refused->message + refused->value[0].at);
    else if (refused->row != &refusal_entry_kind_unknown) {
        because(why, ROW(table_broken));
        return;
    }
    because(why, ROW(table_newer), version);
}

/* Closes the table to everybody and tells the operator why: the log is invalid after the entries of
 * the match. */
static void break_off(struct table *t, const struct refusal *why)
{
    free(t->broken);
    t->broken = calloc(1, sizeof *t->broken);
    MUST(t->broken);
    tell_people(why, t->broken);
    if (unusable_add(t->server, t->id, t->match.entries, t->broken))
        log_say(LOG_SAYS_ERROR, "table-broken",
                LOG_FIELDS(LOG_T("table", t->id), LOG_N("entry", t->match.entries),
                           LOG_T("reason", why->row->reason)),
                "table %s cannot be used: its log is invalid from entry %u on: %s (%s)", t->id,
                t->match.entries, why->message, why->row->reason);
    /* Another node, or a newer one, may understand it. */
    for (struct guest *g = t->guests; g; g = g->next)
        peer_close(g->peer, "restart");
}

/* The table stays in memory while it is loaded (holds), so the pointer is good. */
struct loading {
    struct table_fold fold;
    struct table *table;
};

/* Takes over the match of the fold. An invalid log leaves the entries before the error, and the
 * table is closed to everybody. */
static void adopt(struct table *t, struct table_fold *f)
{
    match_free(&t->match);
    t->match = f->match;
    match_init(&f->match);
    t->log = f->log;
    t->stored = t->match.entries;
    shots_found(t, f->resumed);
    if (f->invalid) {
        break_off(t, &f->why);
        return;
    }
    unusable_remove(t->server, t->id);
    if (t->stored)
        guests_shut_out(t);
}

/* All who wait are told now; a table with a match or with people stays marked as loading, and
 * table_tick reads it again. */
static void load_failed(struct table *t, const struct queue_rows *rows)
{
    table_settle_doubts(t, rows);
    wake_with(t, &refusal_table_unreadable);
    /* The tick tries again. */
    t->loading = t->match.entries > 0 || t->guests != NULL;
}

/* Doubts are settled before those who wait act, and guests are told before the table goes on. A
 * table that is not there leaves memory here. */
static void load_went_well(struct table *t, struct table_fold *f)
{
    adopt(t, f);
    ask_again(t);
    table_settle_doubts(t, &f->rows);
    /* If the last entry is recent, the node that wrote it asks the bots. */
    t->foreign = 1;
    t->moved = t->match.touched;
    if (!t->broken && t->match.entries == 0)
        wake_with(t, &refusal_unknown_table);
    else
        wake_waiting(t, t->broken);
    if (t->tells_anew || (t->match.entries == 0 && !t->broken))
        tell_anew(t);
    catch_up_guests(t);
    if (t->match.entries > 0 && !t->broken)
        table_go_on(t);
    else if (!t->guests && !t->waiting && !t->holds)
        table_free(t);
}

/* Called when the log of a table was read and folded, or could not be read. Exactly once for each
 * load. */
static void loaded(struct table_fold *f)
{
    struct table *t = ((struct loading *)f)->table;
    t->holds--;
    t->loading = 0;
    wake_soon(t);
    if (f->rows.failed)
        load_failed(t, &f->rows);
    else
        load_went_well(t, f);
    fold_free(f);
    free(f);
}

/* On the chore's thread: freeing the moves of a practice table's fork takes long, and nobody needs
 * them here. */
static void forget_fork(struct table_fold *f)
{
    match_forget_fork(&f->match);
}

/* Nothing else may be loading it. Those who wait for a look at the log wait for this instead. */
static void load(struct table *t)
{
    struct loading *l = calloc(1, sizeof *l);
    MUST(l);
    l->table = t;
    l->fold.finish = forget_fork;
    t->loading = 1;
    t->holds++;
    if (t->lookers)
        parts.looks_join(t);
    fold_log(&l->fold, t->server, t->id, UINT32_MAX, loaded);
}

/* Loads the whole table from the store again. Guests keep what they have. The match is empty until
 * then, so all requests wait or are kept. Pending entries stay in their list until their callbacks
 * have come. */
void table_reload(struct table *t)
{
    match_free(&t->match);
    match_init(&t->match);
    t->stored = 0;
    t->foreign = 1;
    load(t);
}

/* Entries that are on their way come first; the tick tries again. */
static void read_anew(struct table *t)
{
    if (t->loading || t->catching_up || t->pending)
        return;
    t->stale = 0;
    t->tells_anew = 1;
    postponed_forget(t, NULL);
    table_reload(t);
}

/* A table that is not in memory is only taken off those that are set aside. */
void table_swept(struct server *s, const char *id)
{
    struct table *t = table_find(s, id);
    unusable_remove(s, id);
    if (!t)
        return;
    free(t->broken);
    t->broken = NULL;
    t->stale = 1;
    wake_soon(t);
    read_anew(t);
}

/* Whether a table cannot be used, if that is known without the store, and why. */
static int missing_at_once(const struct server *s, const struct table *t, const char *id,
                           struct refusal *why)
{
    const struct refusal *broken = !id_is(id) ? NULL : t ? t->broken : unusable_why(s, id);
    if (!id_is(id))
        refusal_fill(why, &refusal_unknown_table, NULL);
    else if (broken)
        *why = *broken;
    else if (!t && s->figures.tables >= TABLES_MOST)
        refusal_fill(why, &refusal_too_many_tables, NULL);
    else
        return 0;
    return 1;
}

/* `then` may be called in here, before it returns. Those who wait are called in the order they
 * came. */
void table_with(struct server *s, const char *id, with_table_fn *then, void *arg)
{
    struct table *t = id_is(id) ? table_find(s, id) : NULL;
    struct refusal missing;
    if (missing_at_once(s, t, id, &missing)) {
        then(s, NULL, &missing, arg);
        return;
    }
    if (t)
        t->used = s->now;
    if (t && !t->loading && t->match.entries > 0) {
        then(s, t, NULL, arg);
        return;
    }
    struct table_wait *w = calloc(1, sizeof *w);
    MUST(w);
    w->then = then;
    w->arg = arg;
    if (!t)
        t = table_new(s, id);
    *t->waiting_end = w;
    t->waiting_end = &w->next;
    if (!t->loading)
        load(t);
}

/* ---- other nodes ---- */

/* Rows may overlap with what the match has, since the store was asked a while ago. With a gap, or
 * nothing new, nothing happens. */
static void take_news(struct table *t, const struct queue_rows *rows)
{
    uint32_t from = rows->row[0].n, skip = t->match.entries - from;
    if (from > t->match.entries || skip >= rows->count)
        return;
    struct queue_rows rest = {.count = rows->count - skip, .row = rows->row + skip};
    if (rest.count > FOLLOW_MOST) {
        table_reload(t);
        return;
    }
    struct refusal why;
    t->foreign = 1;
    t->moved = t->server->now;
    people_elsewhere(t);
    postponed_forget_bots(t);
    if (take_rows(t, &rest, &why) < 0)
        break_off(t, &why);
    catch_up_guests(t);
}

/* While the whole table is being loaded, or has entries of its own under way, the rows are
 * dropped. */
static void caught_up(void *arg, const struct queue_rows *rows)
{
    struct table *t = arg;
    struct refusal why;
    t->holds--;
    t->catching_up = 0;
    wake_soon(t);
    /* The tick tries again. */
    t->behind = rows->failed != 0;
    if (rows->failed) {
        refusal_fill(&why, &refusal_table_unreadable, NULL);
        if (t->lookers)
            parts.looks_end(t, &why);
        return;
    }
    /* What is pending will meet a conflict, and then everything is loaded. */
    if (t->loading || (t->pending && rows->count))
        return;
    if (rows->count)
        take_news(t, rows);
    if (t->lookers)
        parts.looks_end(t, t->broken);
}

/* May be called at any time; there is one reading at a time, so a call during another one does
 * nothing. */
void table_follow(struct table *t)
{
    if (t->loading || t->catching_up || t->broken)
        return;
    t->catching_up = 1;
    t->holds++;
    if (t->lookers)
        parts.looks_begin(t);
    queue_load(t->server->host->queue, t->id, t->match.entries, caught_up, t);
}

/* Called by the queue, with the number of entries that each table has now; 0: it was removed or
 * rewritten. */
void tables_changed(void *arg, const struct queue_rows *rows)
{
    struct server *s = arg;
    for (uint32_t i = 0; i < rows->count; i++) {
        struct table *t = table_find(s, rows->row[i].match);
        if (rows->row[i].n == 0) {
            table_swept(s, rows->row[i].match);
            continue;
        }
        /* Another node can use it, so perhaps this one can do so now. */
        unusable_remove(s, rows->row[i].match);
        if (t && t->loading)
            /* What is being folded may not have it. */
            t->behind = 1;
        else if (t && rows->row[i].n > t->match.entries)
            table_follow(t);
    }
}

/* ---- time ---- */

/* Stores that nobody came, if the match still may be closed. */
static void expire(struct table *t)
{
    struct entry e;
    struct refusal why;
    if (match_may_close(&t->match, "nobody came", t->server->now, &e, &why) == 0)
        table_submit(t, &e, NULL);
}

/* Whether the table may leave memory: nobody is there, no callback is due, and nobody has asked for
 * it lately. Nothing is lost by it, since all of it is stored. */
static int idle(const struct table *t)
{
    return !t->guests && !t->pending && !t->doubts && !t->waiting && !t->lookers && !t->holds &&
           !t->bots_busy && !t->inquiring && t->server->now - t->used > TABLE_IDLE_MS;
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* When the witness is asked, or somebody outside is told. */
static int64_t others_due(const struct table *t)
{
    int64_t asks = parts.inquiries_due ? parts.inquiries_due(t) : INT64_MAX;
    return t->server->messenger ? earlier(asks, parts.calls_due(t)) : asks;
}

/* A table that is marked as loading although no callback is due could not be read, and is read
 * again. */
static void table_tick(struct table *t)
{
    int64_t now = t->server->now;
    if (t->loading && !t->holds) {
        t->loading = 0;
        load(t);
        return;
    }
    if (t->stale)
        read_anew(t);
    if (t->loading || t->broken || t->pending || t->match.entries == 0)
        return;
    people_tell(t);
    if (t->behind || t->lookers)
        table_follow(t);
    if (t->match.phase == MATCH_WAITING && now >= t->match.created + TABLE_WAITS_MS)
        expire(t);
    else if (now >= match_due(&t->match) || now >= bots_due(t) || now >= others_due(t))
        table_go_on(t);
}

/* When something happens at a table by itself; a time that has passed if it should have happened
 * already and something is in the way, such as the time of grace. */
static int64_t happens_at(const struct table *t)
{
    const struct match *m = &t->match;
    if (t->stale)
        return t->server->now;
    if (t->broken || t->loading || t->pending || m->entries == 0)
        return INT64_MAX;
    if (t->behind || t->lookers)
        return t->server->now;
    int64_t waits = m->phase == MATCH_WAITING ? m->created + TABLE_WAITS_MS : INT64_MAX;
    waits = earlier(earlier(waits, people_due(t)), others_due(t));
    return earlier(earlier(match_due(m), bots_due(t)), waits);
}

/* When the tick has to look at the table again. */
static int64_t look_at(const struct table *t)
{
    int64_t now = t->server->now, when = earlier(now + LOOK_MS, happens_at(t));
    if (t->loading && !t->holds)
        when = now;
    if (!t->guests)
        when = earlier(when, t->used + TABLE_IDLE_MS + 1);
    return when > now ? when : now + TICK_MS;
}

/* Tables that are due are only loaded; load_went_well lets them go on. */
static void nothing(struct server *s, struct table *t, const struct refusal *missing, void *arg)
{
    (void)s, (void)t, (void)missing, (void)arg;
}

static void due_found(void *arg, const struct queue_rows *rows);

/* scan.after is where the last page ended, so equal times do not lead to the same page again. */
static void scan_on(struct server *s)
{
    s->scan.asking = 1;
    queue_due(s->host->queue, s->now, &s->scan.after, DUE_PAGE, due_found, s);
}

/* Loads the tables that are neither in memory nor set aside. Those may be many, so the scan goes on
 * with the next page until it has loaded enough; the next scan begins where it ended. */
static void due_found(void *arg, const struct queue_rows *rows)
{
    struct server *s = arg;
    s->scan.asking = 0;
    for (uint32_t i = 0; i < rows->count; i++) {
        const char *id = rows->row[i].match;
        if (table_find(s, id) || unusable_why(s, id))
            continue;
        table_with(s, id, nothing, NULL);
        s->scan.loaded++;
    }
    s->scan.after = (struct store_place){.due = INT64_MIN};
    if (rows->failed || rows->count < DUE_PAGE)
        return;
    s->scan.after.due = rows->row[rows->count - 1].when;
    strcpy(s->scan.after.match, rows->row[rows->count - 1].match);
    if (s->scan.loaded < DUE_PAGE)
        scan_on(s);
}

enum { DUE_EVERY_MS = 5000 };

/* Tables that are not in memory have clocks too. The store knows which ones are due. */
static void scan_due(struct server *s)
{
    if (s->now < s->scanned + DUE_EVERY_MS || s->scan.asking)
        return;
    s->scanned = s->now;
    s->scan.loaded = 0;
    scan_on(s);
}

/* Looks only at tables whose time has come (wakes.c). Each gets its next time, so none is looked at
 * twice in a tick. */
void tables_tick(struct server *s)
{
    for (struct table *t; (t = wake_next(s));) {
        if (idle(t)) {
            table_free(t);
            continue;
        }
        table_tick(t);
        wake_at(t, look_at(t));
    }
    scan_due(s);
}

/* At the end, when no callback can come any more; whoever still waits is refused. */
void tables_free(struct server *s)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        while (s->bucket[i]) {
            struct table *t = s->bucket[i];
            /* NOLINTNEXTLINE(*unix.Malloc): table_free takes the table out of its bucket */
            table_drop_pending(t);
            if (t->lookers)
                parts.looks_join(t);
            wake_with(t, &refusal_server_stops);
            table_free(t);
        }
}

/* Entries under way and messages are left out; the figure is for growth over days. */
uint64_t tables_bytes(const struct server *s)
{
    uint64_t bytes = 0;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (const struct table *t = s->bucket[i]; t; t = t->next)
            bytes +=
                sizeof *t + match_bytes(&t->match) + (uint64_t)t->guests_n * sizeof(struct guest);
    return bytes;
}
