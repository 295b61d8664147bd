/* When people are told that it is their turn. Whoever is not connected and has not answered for
 * half a minute is told, once a turn: an entry of the log says so, and only the node that stored
 * it sends the messages. So many quick moves make one message, and neither a restart nor a second
 * node makes another. A message that cannot be delivered is tried again a few times, as long as it
 * is still true.
 *
 * The way of a message: it is due (calls_due); an entry says who is told (calls_go_on); when that
 * is stored, the addresses are read from beside the log (calls_send); each becomes a parcel for the
 * messenger; and the parcel comes back with a status (calls_take). */
#include "server/notify/calls.h"

#include <stdlib.h>
#include <string.h>

#include "match/call.h"
#include "server/host.h"
#include "server/log.h"
#include "server/people/guests.h"
#include "server/server.h"
#include "server/tables/table.h"
#include "server/tables/tables.h"

/* ---- when ---- */

/* A socket of any device of the seat: the page itself tells its person then. */
static int is_here(const struct table *t, int seat)
{
    for (const struct guest *g = t->guests; g; g = g->next)
        if (g->viewer == seat)
            return 1;
    return 0;
}

/* Who has just gone gets as much time as who was asked just now. A node that did not make the last
 * move leaves it to the one that did, for a while. */
static int64_t due_at(const struct table *t, int seat)
{
    int64_t since = match_call_since(&t->match, seat), left = t->people.left[seat];
    if (since == INT64_MAX || is_here(t, seat))
        return INT64_MAX;
    return (left > since ? left : since) + (t->foreign ? 5 : 1) * t->server->calls.after;
}

/* Asks for nothing that costs; called with every tick of the table. */
int64_t calls_due(const struct table *t)
{
    int64_t due = INT64_MAX;
    if (!t->server->messenger || !t->match.wants)
        return INT64_MAX;
    for (int seat = 0; seat < t->match.players; seat++)
        if (due_at(t, seat) < due)
            due = due_at(t, seat);
    return due;
}

/* All who are due, so that a channel gets one message. */
static uint32_t to_be_told(const struct table *t)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < t->match.players; seat++)
        if (due_at(t, seat) <= t->server->now)
            seats |= 1u << seat;
    return seats;
}

/* Makes the entry that says who is told; the messages go out when it is stored (calls_send). At a
 * table with entries under way it waits. */
void calls_go_on(struct table *t)
{
    struct entry e;
    struct refusal why;
    if (calls_due(t) > t->server->now || !t->server->store_well || t->pending)
        return;
    uint32_t seats = to_be_told(t);
    struct entry_reply r = {.seat = -1, .calls = seats};
    if (seats && match_may_call(&t->match, seats, t->server->now, &e, &why) == 0)
        table_submit(t, &e, &r);
}

/* ---- what is kept ---- */

/* Nothing depends on it: what could not be forgotten is never used again. */
static void forgotten(void *arg, enum queue_outcome outcome)
{
    (void)arg, (void)outcome;
}

/* An empty list takes the place of what was kept. */
static void forget(struct table *t, int which)
{
    static const struct store_text nothing = {"[]", 2};
    queue_keep(t->server->host->queue, t->id, (uint32_t)(CALLS_AT + which), &nothing, forgotten,
               NULL);
}

/* `wanted` and `phase` are those from before the entry. */
void calls_changed(struct table *t, uint8_t wanted, int phase)
{
    const struct match *m = &t->match;
    int ends = m->phase != phase && (m->phase == MATCH_OVER || m->phase == MATCH_CLOSED);
    uint8_t lost = ends ? wanted : (uint8_t)(wanted & ~m->wants);
    for (int seat = 0; lost && seat < MAX_SEATS; seat++)
        if (lost >> seat & 1)
            forget(t, seat);
    if (lost & WANT_HOOK)
        forget(t, CALLS_HOOK);
}

/* ---- sending ---- */

/* What is needed when the store has found where the messages go; the table may be gone then. */
struct sending {
    struct server *server;
    char table[MATCH_ID + 1];
    int seat;
    /* Whose turn it is, as bits, and the number of the seat's own turn; 0 for a hook. */
    uint32_t seats, turn;
};

/* Never NULL. What is kept was checked when it was stored, but is read as if it were a
 * stranger's. */
static const char *text_of(const json_t *row, const char *key)
{
    const char *text = json_string_value(json_object_get(row, key));
    return text ? text : "";
}

/* Takes the parcel. Too many: it is dropped, because a message that comes late is of little use. */
static void deliver(struct server *s, struct call_parcel *p)
{
    if (s->calls.waiting >= CALLS_MOST) {
        free(p);
        return;
    }
    s->calls.waiting++;
    s->figures.calls++;
    s->messenger->send(s->messenger, p);
}

/* Address and shape only; the words come later. */
static struct call_parcel *parcel_new(const struct sending *g, const json_t *row)
{
    struct call_parcel *p = calloc(1, sizeof *p);
    MUST(p);
    snprintf(p->url, sizeof p->url, "%s", text_of(row, "endpoint"));
    snprintf(p->link, sizeof p->link, "%s", text_of(row, "link"));
    memcpy(p->table, g->table, sizeof p->table);
    p->seat = g->seat;
    p->turn = g->turn;
    p->seats = g->seats;
    p->shape = (enum call_shape)json_integer_value(json_object_get(row, "shape"));
    return p;
}

/* A subscription of a person who sat here before is passed over: it would tell them of somebody
 * else's game. */
static void send_row(const struct sending *g, const struct match *m, const json_t *row)
{
    struct call_parcel *p = parcel_new(g, row);
    const char *lang = text_of(row, "lang");
    int sat = (int)json_integer_value(json_object_get(row, "sat"));
    if (g->seat < CALLS_HOOK) {
        /* Somebody else has the seat now. */
        int fine = sat == (int)m->seat[g->seat].sat &&
                   push_base64_read(text_of(row, "p256dh"), p->point, PUSH_POINT) == PUSH_POINT &&
                   push_base64_read(text_of(row, "auth"), p->auth, PUSH_AUTH) == PUSH_AUTH;
        if (!fine) {
            free(p);
            return;
        }
        p->shape = CALL_PUSH;
        call_words_push(p, m, g->seat, lang, g->server->now);
    } else {
        call_words_hook(p, m, g->seats, lang);
    }
    deliver(g->server, p);
}

/* The table may have left memory; then nothing is sent. */
static void devices_found(void *arg, const struct queue_rows *rows)
{
    struct sending *g = arg;
    struct table *t = table_find(g->server, g->table);
    json_t *list = rows->failed || !rows->count
                       ? NULL
                       : json_loadb(rows->row[0].text, rows->row[0].text_n, 0, NULL);
    for (size_t i = 0; t && g->server->messenger && i < json_array_size(list); i++)
        send_row(g, &t->match, json_array_get(list, i));
    json_decref(list);
    free(g);
}

/* `seat` may be CALLS_HOOK; then the message is about all `seats`. */
static void send_to(struct table *t, int seat, uint32_t seats)
{
    struct sending *g = calloc(1, sizeof *g);
    MUST(g);
    g->server = t->server;
    strcpy(g->table, t->id);
    g->seat = seat;
    g->seats = seats;
    g->turn = seat < CALLS_HOOK ? t->match.seat[seat].turn : 0;
    queue_kept(t->server->host->queue, t->id, (uint32_t)(CALLS_AT + seat), devices_found, g);
}

/* Only those who have asked for it; the others are in the entry all the same. */
void calls_send(struct table *t, uint32_t seats)
{
    for (int seat = 0; seat < t->match.players; seat++)
        if (seats >> seat & t->match.wants >> seat & 1)
            send_to(t, seat, seats);
    if (t->match.wants & WANT_HOOK)
        send_to(t, CALLS_HOOK, seats);
}

/* ---- what comes of it ---- */

/* 1, 5 and 25 minutes later. */
static int64_t pause_after(int tries)
{
    int64_t pause = 60000;
    while (--tries > 0)
        pause *= 5;
    return pause;
}

/* Takes the parcel. It still counts as waiting, so that retries cannot pile up. */
static void try_later(struct server *s, struct call_parcel *p)
{
    if (++p->tries >= CALLS_TRIES) {
        s->figures.calls_lost++;
        free(p);
        return;
    }
    p->again = s->now + pause_after(p->tries);
    p->next = s->calls.later;
    s->calls.later = p;
    s->calls.waiting++;
}

/* What becomes of a parcel: delivered; forgotten, with its subscription if the service says that it
 * is gone or forbids it; tried again if the fault may pass (no answer, 429 or 5xx); otherwise given
 * up. */
static void came_back(struct server *s, struct call_parcel *p)
{
    int gone = p->status == 404 || p->status == 410;
    /* The host's name stands for the rest, which is a secret. */
    struct url u;
    const char *host = url_read(p->url, &u, NULL) == 0 ? u.host : "?";
    s->calls.waiting--;
    if (p->status >= 200 && p->status < 300) {
        log_say(LOG_SAYS_DEBUG, "call-sent",
                LOG_FIELDS(LOG_T("table", p->table), LOG_T("to", host)),
                "somebody was told of their turn");
        free(p);
        return;
    }
    log_say(LOG_SAYS_INFO, "call-failed",
            LOG_FIELDS(LOG_T("table", p->table), LOG_T("to", host), LOG_N("status", p->status)),
            gone ? "a subscription is gone" : "a message was not taken");
    if (gone || p->status == -1 || p->status == 403)
        calls_drop(s, p->table, p->seat, p->url);
    if (gone || (p->status < 500 && p->status != 0 && p->status != 429))
        free(p);
    else
        try_later(s, p);
}

/* Call it when the messenger has woken the loop. */
void calls_take(struct server *s)
{
    struct call_parcel *p;
    while (s->messenger && (p = s->messenger->take(s->messenger)))
        came_back(s, p);
}

/* Whether somebody whom it is about is still asked. */
static int is_true_still(const struct match *m, const struct call_parcel *p)
{
    for (int seat = 0; seat < m->players; seat++) {
        const struct match_seat *s = &m->seat[seat];
        int meant = p->seat == CALLS_HOOK ? p->seats >> seat & 1 && s->called == s->turn
                                          : p->seat == seat && s->turn == p->turn;
        if (meant && s->turn && match_person_plays(m, seat))
            return 1;
    }
    return 0;
}

/* The table had to be loaded, because only its match says whether the message is still true. */
static void try_again(struct server *s, struct table *t, const struct refusal *missing, void *arg)
{
    struct call_parcel *p = arg;
    (void)missing;
    s->calls.waiting--;
    if (t && s->messenger && is_true_still(&t->match, p))
        deliver(s, p);
    else
        free(p);
}

/* The parcel leaves the list before its table is asked for, so nothing can find it twice. */
void calls_tick(struct server *s)
{
    struct call_parcel **at = &s->calls.later;
    while (*at) {
        struct call_parcel *p = *at;
        if (p->again > s->now) {
            at = &p->next;
            continue;
        }
        *at = p->next;
        table_with(s, p->table, try_again, p);
    }
}

/* Parcels that wait for a table are freed by try_again, when the tables go. */
void calls_close(struct server *s)
{
    if (s->messenger)
        s->messenger->close(s->messenger);
    s->messenger = NULL;
    while (s->calls.later) {
        struct call_parcel *p = s->calls.later;
        s->calls.later = p->next;
        free(p);
    }
}
