/* What happens at one table: it takes entries, stores them, tells everybody, and asks bots.
 *
 * The way of an entry: match_take applies it (table_submit); the messages about it are made, for
 * those who are there; it is queued for the store; and once that has answered (entry_stored),
 * guests get the messages, whoever asked gets an answer, guests are asked the next questions, and
 * what follows by itself is submitted (table_go_on). So the match in memory may be ahead of the
 * store, by the entries in `pending`, and what anybody is told never is. If an entry is not stored,
 * all of `pending` is void, and the log is read again. */
#include "server/tables/table.h"

#include <stdlib.h>
#include <string.h>

#include "match/call.h"
#include "match/watched.h"
#include "server/hall.h"
#include "server/host.h"
#include "server/outage.h"
#include "server/people/guests.h"
#include "server/people/keys.h"
#include "server/people/people.h"
#include "server/refusals.h"
#include "server/server.h"
#include "server/server_only.h"
#include "server/tables/bots.h"
#include "server/tables/postponed.h"
#include "server/tables/snapshots.h"
#include "server/tables/tables.h"
#include "server/tables/wakes.h"
#include "wire/refuse.h"

/* ---- telling ---- */

static int place_of(int viewer)
{
    return viewer == SPECTATOR ? MAX_SEATS : viewer;
}

/* Makes one message for each kind of viewer that is present and up to date. Guests that have the
 * entry already, or are catching up, need none. The texts differ by viewer, and not by guest, so
 * sixty spectators share one. */
void table_make_messages(struct table *t, const struct match *m, const struct entry *e,
                         struct peer_message *told[MAX_SEATS + 1])
{
    struct server *s = t->server;
    memset(told, 0, (MAX_SEATS + 1) * sizeof told[0]);
    for (struct guest *g = t->guests; g; g = g->next) {
        int place = place_of(g->viewer);
        if (!g->live || told[place] || g->sent >= (int64_t)e->n)
            continue;
        writer_reset(&s->out);
        tell_entry(&s->out, m, &s->before, e, &s->done, g->viewer);
        told[place] = message_make(s->out.at, s->out.n);
    }
}

/* May be called for lists that are empty; the list is empty afterwards. */
void messages_drop(struct peer_message *told[MAX_SEATS + 1])
{
    for (int i = 0; i <= MAX_SEATS; i++)
        if (told[i])
            message_drop(told[i]);
    memset(told, 0, (MAX_SEATS + 1) * sizeof told[0]);
}

/* Sends the messages. A guest that came after they were made catches up from the store. The entry
 * must be stored. */
void table_publish(struct table *t, uint32_t n, struct peer_message *const told[MAX_SEATS + 1])
{
    for (struct guest *g = t->guests, *next; g; g = next) {
        next = g->next;
        struct peer_message *m = told[place_of(g->viewer)];
        if (!g->live || g->sent >= (int64_t)n)
            continue;
        if (g->sent + 1 != (int64_t)n || !m) {
            guest_catch_up(g);
            continue;
        }
        peer_send(g->peer, m);
        guest_has(g, n);
    }
}

/* Only when nothing is pending: the question may change with the next entry. */
static void tell_asks(struct table *t)
{
    if (t->pending)
        return;
    for (struct guest *g = t->guests; g; g = g->next) {
        /* The entry that caused the refusal is stored. */
        g->refused = 0;
        if (g->live)
            guest_tell_ask(g);
    }
}

/* ---- storing ---- */

/* What is answered depends on what was asked: see struct entry_reply. The entry is stored. */
static void reply_ok(struct entry_pending *p, const struct entry_reply *r)
{
    if (r->guest)
        guest_ok(r->guest, r->id, p->n);
    if (r->http && r->after[0])
        hall_rematch_founded(p->table->server, r->http, r->after, p->table->id);
    else if (r->http && r->other[0])
        hall_show(p->table->server, r->http, r->other, 201);
    else if (r->http && r->keys)
        key_answer(r->http, &p->summary, r);
    else if (r->http && r->opens)
        hall_show_seat(p->table->server, r->http, p->table->id, r, 1);
    else if (r->http)
        hall_answer_table(r->http, &p->summary, r);
}

/* Answers guest and request; most replies have one of them, those of the loop itself neither. */
static void reply_no(const struct entry_reply *r, const struct refusal *why)
{
    if (r->guest)
        guest_refuse(r->guest, r->id, why);
    if (r->http)
        hall_refuse(r->http, why);
}

/* Answers everyone who waits for this entry. `why` is NULL if it is stored. Each reply is given
 * once: they are taken off here. */
static void pending_reply(struct entry_pending *p, const struct refusal *why)
{
    struct entry_reply *more = p->reply.next;
    if (why)
        reply_no(&p->reply, why);
    else
        reply_ok(p, &p->reply);
    memset(&p->reply, 0, sizeof p->reply);
    while (more) {
        struct entry_reply *r = more;
        more = r->next;
        if (why)
            reply_no(r, why);
        else
            reply_ok(p, r);
        free(r);
    }
}

/* Its messages and replies must be gone. */
static void pending_free(struct entry_pending *p)
{
    writer_free(&p->summary);
    free(p);
}

/* Aborts if it is not in the list: each entry has one callback. */
static void pending_unlink(struct table *t, struct entry_pending *p)
{
    struct entry_pending **at = &t->pending;
    while (*at && *at != p)
        at = &(*at)->next;
    MUST(*at == p);
    *at = p->next;
    if (!*at)
        t->pending_end = at;
}

/* Keeps the replies of an entry until the log was read again: the store has failed, but the entry
 * may be stored, if only the answer to a commit was lost. */
static void doubt_add(struct table *t, struct entry_pending *p)
{
    struct entry_pending *d = calloc(1, sizeof *d), **at = &t->doubts;
    MUST(d);
    *d = (struct entry_pending){.table = t, .n = p->n, .hash = p->hash};
    d->summary = p->summary;
    d->reply = p->reply;
    memset(&p->summary, 0, sizeof p->summary);
    memset(&p->reply, 0, sizeof p->reply);
    while (*at)
        at = &(*at)->next;
    *at = d;
}

/* By number and by hash: another node may have stored another entry under this number. */
static int is_in_log(const struct entry_pending *p, const struct queue_rows *rows)
{
    for (uint32_t i = 0; i < rows->count; i++)
        if (rows->row[i].n == p->n)
            return hash_bytes(rows->row[i].text, rows->row[i].text_n) == p->hash;
    return 0;
}

/* Whether the rows begin after the entry, because others have gone on and made a snapshot. */
static int is_before(const struct entry_pending *p, const struct queue_rows *rows)
{
    return rows->failed || (rows->count && p->n < rows->row[0].n);
}

/* Rows that have `failed` leave it open: those who wait are told that their entry may be stored. */
void table_settle_doubts(struct table *t, const struct queue_rows *rows)
{
    struct refusal why;
    while (t->doubts) {
        struct entry_pending *d = t->doubts;
        t->doubts = d->next;
        refusal_fill(&why, is_before(d, rows) ? &refusal_maybe_stored : &refusal_not_stored, NULL);
        pending_reply(d, is_in_log(d, rows) ? NULL : &why);
        pending_free(d);
    }
}

/* Drops everything that was not stored: waiting clients are told, and the match is computed again.
 * Every pending entry after the refused one was built on it, so all of them are void. Each stays in
 * the list, dead, until its own callback has come. */
static void table_undo_pending(struct table *t, enum queue_outcome outcome)
{
    struct refusal why;
    because(&why, ROW(somebody_faster));
    for (struct entry_pending *p = t->pending; p; p = p->next) {
        if (!p->dead && outcome == QUEUE_FAILED)
            doubt_add(t, p);
        p->dead = 1;
        pending_reply(p, &why);
        messages_drop(p->told);
    }
    table_reload(t);
}

/* Called when the store has answered. Only now are guests told, so that nothing is told that is not
 * stored. Runs once for each entry, in their order. The first one that was not stored voids the
 * others; for those that are dead it only frees. */
static void entry_stored(void *arg, enum queue_outcome outcome)
{
    struct entry_pending *p = arg;
    struct table *t = p->table;
    store_did(t->server, STORE_WRITE, outcome != QUEUE_FAILED);
    t->server->figures.conflicts += outcome == QUEUE_CONFLICT;
    t->server->figures.failures += outcome == QUEUE_FAILED;
    t->holds--;
    wake_soon(t);
    if (!p->dead && outcome != QUEUE_STORED)
        table_undo_pending(t, outcome);
    pending_unlink(t, p);
    if (!p->dead) {
        uint32_t calls = p->reply.calls;
        t->stored = p->n + 1;
        t->server->figures.entries++;
        table_publish(t, p->n, p->told);
        pending_reply(p, NULL);
        messages_drop(p->told);
        if (calls)
            parts.calls_send(t, calls);
        if (!p->is_move)
            guests_shut_out(t);
        tell_asks(t);
        people_tell(t);
        if (!t->pending)
            table_go_on(t);
    }
    pending_free(p);
}

/* When the table needs attention even if nobody looks at it. What the store keeps for queue_due, so
 * that a table out of memory is loaded in time. INT64_MAX: never by itself. */
static int64_t due_of(const struct match *m)
{
    int64_t due = match_due(m);
    if (match_waits(m) || match_unsealed(m))
        due = m->touched + 3 * BOT_PATIENCE_MS;
    if (m->phase == MATCH_WAITING && m->created + TABLE_WAITS_MS < due)
        due = m->created + TABLE_WAITS_MS;
    for (int seat = 0; m->wants && seat < m->players; seat++) {
        int64_t since = match_call_since(m, seat);
        if (since < INT64_MAX && since + CALL_AFTER_MS < due)
            due = since + CALL_AFTER_MS;
    }
    return due;
}

/* Whether an entry changes what lists show. Seats and phase do, moves and keys do not. */
static int summary_changes(const struct match *m, const struct entry *e)
{
    return !entry_is(e, UNLISTED) && (!entry_moves(e) || m->phase == MATCH_OVER);
}

/* With every entry: phase and times. The text is written only when lists would show something else;
 * the store keeps the old one otherwise. `text` is the pending entry's and outlives the append. */
static void fill_summary(struct table *t, const struct entry *e, struct store_summary *summary,
                         struct writer *text)
{
    const struct match *m = &t->match;
    summary->phase = m->phase;
    summary->open = m->open;
    snprintf(summary->game, sizeof summary->game, "%s", m->session.game->name);
    summary->created = m->created;
    summary->touched = m->touched;
    summary->due = due_of(m);
    if (!summary_changes(m, e))
        return;
    tell_table(text, m, t->id);
    summary->text = text->at;
    summary->text_n = text->n;
}

/* The match has taken the entry. From here on a callback is due (holds), so the table stays in
 * memory. */
static void store_entry(struct table *t, const struct entry *e, const struct store_text *body,
                        struct entry_pending *p)
{
    struct server *s = t->server;
    struct store_append a = {.expected = e->n, .count = 1, .entry = body};
    p->hash = hash_bytes(body->at, body->n);
    strcpy(a.match, t->id);
    log_hash_add(&t->log, body->at, body->n);
    a.snapshot = shot_take(t, e);
    fill_summary(t, e, &a.summary, &p->summary);
    if (t->server->options.limits)
        parts.cost_entry(t, &p->reply, e->n, body->n);
    if (p->reply.keys)
        tell_keys_of(&p->summary, &t->match, &p->reply.own, t->match.entries);
    t->holds++;
    queue_append(s->host->queue, &a, entry_stored, p);
}

/* Takes over the reply, which is given when the entry is stored or was refused. The messages are
 * made now, while the server's `before` and `done` are about this entry. */
static struct entry_pending *pending_new(struct table *t, const struct entry *e,
                                         const struct entry_reply *reply)
{
    struct entry_pending *p = calloc(1, sizeof *p);
    MUST(p);
    p->table = t;
    p->n = e->n;
    p->is_move = e->kind == ENTRY_MOVE;
    if (reply)
        p->reply = *reply;
    table_make_messages(t, &t->match, e, p->told);
    *t->pending_end = p;
    t->pending_end = &p->next;
    return p;
}

/* From here on the match is ahead of the store. Call it only where the match is loaded and not
 * broken; the entry comes from a match_may_ function or the witness. */
int table_submit(struct table *t, struct entry *e, const struct entry_reply *reply)
{
    struct server *s = t->server;
    struct refusal why;
    uint8_t wanted = t->match.wants, phase = t->match.phase;
    before_take(&s->before, &t->match, t->id);
    if (match_take(&t->match, e, &s->done, &why) < 0)
        return -1;
    if (parts.calls_changed)
        parts.calls_changed(t, wanted, phase);
    t->moved = t->used = s->now;
    t->foreign = 0;
    wake_soon(t);
    s->figures.moves += e->kind == ENTRY_MOVE;
    struct entry_pending *p = pending_new(t, e, reply);
    writer_reset(&s->out);
    entry_write(&s->out, &t->match, e, &s->done);
    store_entry(t, e, &(struct store_text){s->out.at, s->out.n}, p);
    return 0;
}

/* The table must be new and empty. `m` is moved here and is empty afterwards; the entry is its
 * first, and nobody is at the table yet. */
void table_found(struct table *t, struct match *m, const struct entry *e,
                 const struct store_text *text, const struct entry_reply *reply)
{
    match_free(&t->match);
    t->match = *m;
    match_init(m);
    t->moved = t->used = t->server->now;
    wake_soon(t);
    store_entry(t, e, text, pending_new(t, e, reply));
}

/* Aborts if it is not: the caller has checked that the entry is newer than what is stored. */
void table_reply_later(struct table *t, uint32_t n, const struct entry_reply *reply)
{
    struct entry_pending *p = t->pending;
    while (p && p->n != n)
        p = p->next;
    struct entry_reply *r = p ? malloc(sizeof *r) : NULL;
    MUST(r);
    *r = *reply;
    r->next = p->reply.next;
    p->reply.next = r;
}

/* Called while the guest still exists, before it is freed or leaves. */
void table_forget_guest(struct table *t, const struct guest *g)
{
    postponed_forget(t, g);
    for (int i = 0; i < 2; i++)
        for (struct entry_pending *p = i ? t->doubts : t->pending; p; p = p->next)
            for (struct entry_reply *r = &p->reply; r; r = r->next)
                if (r->guest == g)
                    r->guest = NULL;
}

/* No callback may be due any more, as the pending entries are freed here. */
void table_drop_pending(struct table *t)
{
    struct refusal why;
    because(&why, ROW(server_stops));
    while (t->pending) {
        struct entry_pending *p = t->pending;
        t->pending = p->next;
        pending_reply(p, &why);
        messages_drop(p->told);
        pending_free(p);
    }
    table_settle_doubts(t, &(struct queue_rows){.failed = 1});
}

/* ---- what goes on by itself ---- */

/* Whether the clocks of this table stand still: after the server or its store was away, people
 * get a minute to come back. */
static int in_grace(const struct table *t)
{
    const struct server *s = t->server;
    return !s->store_well || (t->match.touched < s->started && s->now < s->started + GRACE_MS);
}

/* During the time of grace the table's own time stands still, so nothing that depends on the clock
 * follows. */
static int64_t time_at(const struct table *t)
{
    return in_grace(t) ? t->match.touched : t->server->now;
}

/* If the server was down while the clock ran, an answer counts as given at a moment that leaves the
 * seat some time: else a game clock would be empty at the next question. */
int64_t table_time_of(const struct table *t, int seat)
{
    int64_t until = match_until(&t->match, seat), now = t->server->now;
    return until < INT64_MAX && now > until - GRACE_LEFT_MS && in_grace(t) ? until - GRACE_LEFT_MS
                                                                           : now;
}

/* Call it whenever something has changed and nothing is pending. At most MAX_SEATS entries follow
 * by themselves at once, one for each seat whose time is over; further ones come when these are
 * stored. */
void table_go_on(struct table *t)
{
    struct entry e;
    if (t->loading || t->broken || t->server->stopping)
        return;
    for (int i = 0; i < MAX_SEATS && match_follows(&t->match, time_at(t), &e); i++)
        if (table_submit(t, &e, NULL) < 0)
            break;
    kept_try(t);
    if (parts.inquiries_look)
        parts.inquiries_look(t);
    bots_go_on(t);
    if (t->server->messenger)
        parts.calls_go_on(t);
}
