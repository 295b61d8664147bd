/* Guests, the sockets at tables: hello, catching up, requests (docs/api.md, "WebSocket").
 *
 * A guest is a newcomer until its hello; then its table is loaded (an errand); then it sits at the
 * table and catches up (another errand), until it has what is stored; then it is live, and gets
 * each entry as it is stored. It falls back to catching up when it misses an entry, for instance
 * because the table was loaded anew. Each entry reaches it once and in order: `sent` is the last
 * one. */
#include "server/people/guests.h"

#include <stdlib.h>
#include <string.h>

#include "engine/version.h"
#include "match/host.h"
#include "match/refusals.h"
#include "server/host.h"
#include "server/log.h"
#include "server/people/keys.h"
#include "server/people/people.h"
#include "server/people/wishes.h"
#include "server/refusals.h"
#include "server/server.h"
#include "server/server_only.h"
#include "server/tables/bots.h"
#include "server/tables/ids.h"
#include "server/tables/postponed.h"
#include "server/tables/rebuild.h"
#include "server/tables/snapshots.h"
#include "server/tables/tables.h"
#include "wire/read.h"
#include "wire/refuse.h"

/* An answer {"ok":id,"n":n}, which is sent after event n. */
struct guest_answer {
    struct guest_answer *next;
    long long id;
    uint32_t n;
};

/* A store request for a guest; the guest may disconnect first. */
struct guest_request {
    struct server *server;
    /* NULL: the guest has gone. */
    struct guest *guest;
    uint8_t token[MATCH_TOKEN];
    int has_token;
    /* The log was read once more for the token. */
    int looked;
    /* The last event the guest has; -1: none. */
    int64_t n;
    int people;
};

/* ---- coming and going ---- */

/* Asked before the handshake is answered, so it must not wait for anything. */
int guest_admit(void *server, const char *address)
{
    const struct server *s = server;
    return s->stopping || (s->bans.n && parts.bans_address(&s->bans, address, s->now)) ? -1 : 0;
}

/* Guests without a hello, so that guests_tick finds those who say none. */
static void newcomers_add(struct server *s, struct guest *g)
{
    g->newcomer_next = s->newcomers;
    g->newcomer_at = &s->newcomers;
    if (g->newcomer_next)
        g->newcomer_next->newcomer_at = &g->newcomer_next;
    s->newcomers = g;
}

/* May be called for a guest that is not in the list, as may paused_remove. */
static void newcomers_remove(struct guest *g)
{
    if (!g->newcomer_at)
        return;
    *g->newcomer_at = g->newcomer_next;
    if (g->newcomer_next)
        g->newcomer_next->newcomer_at = g->newcomer_at;
    g->newcomer_at = NULL;
}

/* The peer is read again when its bucket has refilled (guests_tick); until then what it sends fills
 * its own buffers. */
static void paused_add(struct server *s, struct guest *g)
{
    if (g->paused_at)
        return;
    peer_pause(g->peer, 1);
    g->paused_next = s->paused;
    g->paused_at = &s->paused;
    if (g->paused_next)
        g->paused_next->paused_at = &g->paused_next;
    s->paused = g;
}

static void paused_remove(struct guest *g)
{
    if (!g->paused_at)
        return;
    *g->paused_at = g->paused_next;
    if (g->paused_next)
        g->paused_next->paused_at = g->paused_at;
    g->paused_at = NULL;
}

/* A socket too many is closed with a reason rather than refused, so that its client can say why. */
void guest_opened(void *server, struct peer *p)
{
    struct server *s = server;
    struct guest *g = calloc(1, sizeof *g);
    MUST(g);
    *g = (struct guest){.server = s, .peer = p, .viewer = SPECTATOR, .since = s->now, .sent = -1};
    p->user = g;
    newcomers_add(s, g);
    /* Set without limits as well; what was counted is given back in guest_closed. */
    g->counted = !s->options.limits || parts.limits_socket_open(s->limits, p->address, s->now);
    if (!g->counted)
        peer_close(p, "flood");
}

/* Afterwards the guest gets nothing of the table. Its entries under way are stored without it; its
 * messages that wait are forgotten. */
static void guest_leave_table(struct guest *g)
{
    struct table *t = g->table;
    if (!t)
        return;
    struct guest **at = &t->guests;
    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    t->guests_n--;
    t->used = g->server->now;
    table_looked(t, g->peer->address);
    table_forget_guest(t, g);
    if (g->viewer != SPECTATOR)
        people_went(t, g->viewer);
    g->table = NULL;
    g->live = 0;
}

/* The first one, without sending it. */
static void owed_forget(struct guest *g)
{
    struct guest_answer *o = g->owed;
    g->owed = o->next;
    free(o);
}

/* An errand goes on and finds out that its guest has gone. */
void guest_closed(void *server, struct peer *p)
{
    struct server *s = server;
    struct guest *g = p->user;
    if (!g)
        return;
    if (g->errand)
        g->errand->guest = NULL;
    guest_leave_table(g);
    newcomers_remove(g);
    paused_remove(g);
    while (g->owed)
        owed_forget(g);
    if (g->counted && s->options.limits)
        parts.limits_socket_closed(s->limits, p->address);
    free(g);
    p->user = NULL;
}

/* Returns 1 if the guest may send. Otherwise its socket is not read until the bucket has refilled,
 * or what was stored for its address is made good. */
static int guest_may_send(struct guest *g)
{
    static const struct limits_rate rate = {100, 3000};
    return !g->server->options.limits || (!parts.cost_people_wait(g->server, g->peer->address) &&
                                          parts.bucket_take(&g->messages, rate, g->server->now));
}

/* Newcomers whose hello is being looked up are left alone: the store may be slow. */
void guests_tick(struct server *s)
{
    for (struct guest *g = s->paused, *next; g; g = next) {
        next = g->paused_next;
        if (!guest_may_send(g))
            continue;
        paused_remove(g);
        peer_pause(g->peer, 0);
    }
    for (struct guest *g = s->newcomers; g; g = g->newcomer_next)
        if (!g->errand && s->now > g->since + HELLO_WITHIN_MS)
            peer_close(g->peer, "idle");
}

/* ---- what is sent ---- */

/* What was written to the server's buffer, which may be used again right after. */
static void send_writer(struct guest *g)
{
    struct writer *w = &g->server->out;
    peer_send_text(g->peer, w->at, w->n);
}

/* Notes that entries were under way: what the guest did may have been refused only because of them,
 * and then it is asked again (ask_again in tables.c). */
void guest_refuse(struct guest *g, long long id, const struct refusal *why)
{
    struct writer *w = &g->server->out;
    writer_reset(w);
    write_begin(w, '{');
    write_member_number(w, "no", id);
    refusal_write(w, why);
    refusal_write_reason(w, why);
    write_end(w, '}');
    g->server->figures.refused++;
    g->refused |= g->table && (g->table->pending || g->table->loading);
    log_say(LOG_SAYS_DEBUG, "message-refused",
            LOG_FIELDS(LOG_T("socket", g->peer->request),
                       LOG_T("table", g->table ? g->table->id : ""),
                       LOG_T("reason", why->row->reason)),
            "socket %s: a message was refused: %s", g->peer->request, why->row->reason);
    send_writer(g);
}

static void send_ok(struct guest *g, long long id, uint32_t n)
{
    char text[64];
    peer_send_text(g->peer, text,
                   (size_t)snprintf(text, sizeof text, "{\"ok\":%lld,\"n\":%u}", id, n));
}

/* A guest that is still catching up gets the ok after the event. */
void guest_ok(struct guest *g, long long id, uint32_t n)
{
    if (g->sent >= (int64_t)n) {
        send_ok(g, id, n);
        return;
    }
    struct guest_answer *o = calloc(1, sizeof *o), **at = &g->owed;
    MUST(o);
    *o = (struct guest_answer){NULL, id, n};
    while (*at)
        at = &(*at)->next;
    *at = o;
}

/* Event n is the last one it has. Oks that wait for it go out right behind it. */
void guest_has(struct guest *g, uint32_t n)
{
    g->sent = n;
    while (g->owed && g->owed->n <= n) {
        send_ok(g, g->owed->id, g->owed->n);
        owed_forget(g);
    }
}

/* Sends the open question, once. It must belong to a stored entry. */
void guest_tell_ask(struct guest *g)
{
    struct match *m = &g->table->match;
    if (g->viewer == SPECTATOR || g->table->pending || g->table->loading ||
        g->sent + 1 != (int64_t)g->table->stored || m->seat[g->viewer].asked == g->asked)
        return;
    writer_reset(&g->server->out);
    if (!tell_ask(&g->server->out, m, g->viewer))
        return;
    g->asked = m->seat[g->viewer].asked;
    send_writer(g);
}

/* The match must be as it is stored: it becomes all that the guest knows. The question is sent once
 * more after it. */
static void send_snapshot(struct guest *g, const struct match *m)
{
    writer_reset(&g->server->out);
    tell_snapshot(&g->server->out, m, g->table->id, g->viewer);
    g->server->figures.snapshots++;
    g->asked = 0;
    send_writer(g);
    guest_has(g, m->entries - 1);
}

/* The guest may know more than this node: another node has told it, and this one will hear of it
 * soon. */
static void go_live(struct guest *g)
{
    g->live = 1;
    guest_tell_ask(g);
    /* The next tick tells it who is here. */
    g->people_told = 0;
    if (g->sent + 1 > (int64_t)g->table->match.entries)
        table_follow(g->table);
    kept_try(g->table);
}

/* ---- catching up: the end of the log is folded once more, up to what the store has ---- */

/* Whether the guest's token still belongs to its seat. A match that is older than the guest's
 * hello says nothing about that. */
static int guest_has_seat(const struct guest *g, const struct match *m)
{
    return g->viewer == SPECTATOR || m->entries < g->verified ||
           match_seat_of(m, g->token) == g->viewer;
}

/* How a guest is told that its token opens no seat. */
static const char *bye_for_token(const struct match *m, const uint8_t token[MATCH_TOKEN])
{
    if (match_is_removed(m, token))
        return "removed";
    return key_is_revoked(m, token) ? "revoked" : "wrong-token";
}

/* Called whenever the seats may have changed. The guest's socket is told why and closed; whoever
 * has the seat now is not affected. */
void guests_shut_out(struct table *t)
{
    for (struct guest *g = t->guests, *next; g; g = next) {
        next = g->next;
        if (guest_has_seat(g, &t->match))
            continue;
        guest_leave_table(g);
        peer_close(g->peer, bye_for_token(&t->match, g->token));
    }
}

/* What a guest needs to catch up, for a chore: the guest may be gone when it is done. `fold` must
 * be the first member. */
struct catching_up {
    struct table_fold fold;
    struct guest_request *errand;
    /* Of the guest, as it was when it asked. */
    struct guest is;
    /* The state before an entry, and whether the guest is told of the entry. */
    struct tell_before before;
    int tells;
    /* The messages, one after the other. */
    struct writer text;
    struct guest_piece {
        uint32_t n;
        size_t end;
    } * piece;
    uint32_t pieces, room;
};

/* A guest is not told what came after its seat went to somebody else. */
static void before_entry(struct table_fold *f, const struct entry *e)
{
    struct catching_up *c = (struct catching_up *)f;
    c->tells = c->is.sent >= 0 && (int64_t)e->n > c->is.sent && guest_has_seat(&c->is, &f->match);
    if (c->tells)
        before_take(&c->before, &f->match, f->id);
}

/* On the chore's thread. The message is written for the guest's viewer and cut off from the next
 * one by where it ends. */
static void after_entry(struct table_fold *f, const struct entry *e,
                        const struct session_done *done)
{
    struct catching_up *c = (struct catching_up *)f;
    if (!c->tells)
        return;
    if (c->pieces == c->room) {
        c->room = c->room ? 2 * c->room : 64;
        c->piece = realloc(c->piece, c->room * sizeof *c->piece);
        MUST(c->piece);
    }
    c->text.comma = 0;
    tell_entry(&c->text, &f->match, &c->before, e, done, c->is.viewer);
    c->piece[c->pieces++] = (struct guest_piece){e->n, c->text.n};
}

/* In the order of the events, each followed by the oks that wait for it. */
static void send_pieces(struct guest *g, const struct catching_up *c)
{
    size_t at = 0;
    for (uint32_t i = 0; i < c->pieces; at = c->piece[i++].end) {
        peer_send_text(g->peer, c->text.at + at, c->piece[i].end - at);
        guest_has(g, c->piece[i].n);
    }
}

/* On the loop's thread. Ends with the guest live, with another round if entries were stored
 * meanwhile, or with its socket closed. */
static void catch_up_with(struct guest *g, const struct catching_up *c)
{
    const struct match *m = &c->fold.match;
    if (c->fold.rows.failed || c->fold.invalid || m->entries == 0) {
        /* The client will connect again and, if the store still fails, be closed again. */
        peer_close(g->peer, "restart");
        return;
    }
    send_pieces(g, c);
    if (!guest_has_seat(g, m)) {
        guest_leave_table(g);
        peer_close(g->peer, bye_for_token(m, g->token));
        return;
    }
    /* The guest has no event yet, or a number that never existed. */
    if (g->sent < 0 || g->sent >= (int64_t)m->entries)
        send_snapshot(g, m);
    /* The table may have stored more while the log was folded. */
    if (g->sent + 1 >= (int64_t)g->table->stored)
        go_live(g);
    else
        guest_catch_up(g);
}

/* Called when the log that a guest needs was folded. The guest may have gone, or left its table. */
static void caught_up(struct table_fold *f)
{
    struct catching_up *c = (struct catching_up *)f;
    struct guest *g = c->errand->guest;
    free(c->errand);
    if (g)
        g->errand = NULL;
    if (g && g->table)
        catch_up_with(g, c);
    fold_free(f);
    before_free(&c->before);
    writer_free(&c->text);
    free(c->piece);
    free(c);
}

/* A guest has one errand at a time. Whoever ends it frees it, and takes it off the guest if that is
 * still there. */
static struct guest_request *errand_new(struct guest *g)
{
    struct guest_request *errand = calloc(1, sizeof *errand);
    MUST(errand && !g->errand);
    errand->server = g->server;
    errand->guest = g;
    g->errand = errand;
    return errand;
}

/* May be called while it is catching up: the round under way ends with another one if that is
 * needed. */
void guest_catch_up(struct guest *g)
{
    g->live = 0;
    if (g->errand)
        return;
    struct catching_up *c = calloc(1, sizeof *c);
    MUST(c);
    c->errand = errand_new(g);
    c->is = *g;
    c->fold.before = before_entry;
    c->fold.after = after_entry;
    /* The client may have sent any number. */
    int any = g->sent < 0 || g->sent >= UINT32_MAX;
    fold_log(&c->fold, g->server, g->table->id, any ? UINT32_MAX : (uint32_t)g->sent + 1,
             caught_up);
}

/* The client throws away what it has when it gets the snapshot. */
void guest_anew(struct guest *g)
{
    g->sent = -1;
    guest_catch_up(g);
}

/* ---- hello ---- */

/* A device has one socket. Other devices of the same seat, with keys of their own, keep theirs. */
static void replace_others(struct table *t, int seat, const uint8_t token[MATCH_TOKEN])
{
    for (struct guest *g = t->guests, *next; g; g = next) {
        next = g->next;
        if (g->viewer != seat || memcmp(g->token, token, MATCH_TOKEN) != 0)
            continue;
        guest_leave_table(g);
        peer_close(g->peer, "replaced");
    }
}

/* From here on the guest gets what its viewer may see. The token was checked against the match as
 * it is now, hence `verified`. */
static void guest_sit(struct guest *g, struct table *t, int viewer,
                      const uint8_t token[MATCH_TOKEN])
{
    newcomers_remove(g);
    if (viewer != SPECTATOR) {
        replace_others(t, viewer, token);
        memcpy(g->token, token, MATCH_TOKEN);
        g->verified = t->stored;
    }
    g->viewer = viewer;
    g->table = t;
    g->next = t->guests;
    t->guests = g;
    t->guests_n++;
    t->used = g->server->now;
    table_looked(t, g->peer->address);
    if (viewer != SPECTATOR)
        people_came(t, viewer);
}

/* Whether the guest can go on after number n. If the game has older rules, the guest's view may
 * come from a node of an older version, and changes of ours would not fit it. */
static int may_resume(const struct table *t, int64_t n)
{
    int64_t missing = (int64_t)t->stored - 1 - n;
    if (n < 0 || missing > RESUME_MOST)
        return 0;
    return missing <= 0 ? t->match.rules == RULES_NOW || missing < 0
                        : t->match.rules == RULES_NOW && shot_covers(t, n);
}

/* Sends events from number n on if that is possible, else a snapshot. The guest has just sat down,
 * and gets its first messages here or from a chore. */
static void guest_begin(struct guest *g, int64_t n)
{
    struct table *t = g->table;
    int64_t last = (int64_t)t->stored - 1;
    if (may_resume(t, n)) {
        g->sent = n;
        g->server->figures.resumed++;
        if (n == last)
            go_live(g);
        else
            guest_catch_up(g);
        return;
    }
    if (t->pending) {
        /* The match in memory is ahead of the store. */
        guest_catch_up(g);
        return;
    }
    send_snapshot(g, &t->match);
    go_live(g);
}

/* How a guest is told that a table cannot be used. After "restart" it tries again. */
static const char *bye_for(const struct refusal *missing)
{
    return missing->row == &refusal_unknown_table ? "unknown-table"
           : missing->code == CODE_BROKEN_TABLE   ? "broken-table"
                                                  : "restart";
}

/* A token that opens no seat closes the socket rather than making a spectator of somebody who
 * thinks they play. Seats always get in; spectators only while there is room. */
static void hello_seat(struct guest *g, struct table *t, const struct guest_request *hello)
{
    int seat = hello->has_token ? match_seat_of(&t->match, hello->token) : SPECTATOR;
    if (hello->has_token && seat < 0) {
        peer_close(g->peer, bye_for_token(&t->match, hello->token));
    } else if (seat == SPECTATOR && t->guests_n >= TABLE_PEERS) {
        peer_close(g->peer, "full");
    } else {
        g->people = hello->people != 0;
        guest_sit(g, t, seat, hello->token);
        guest_begin(g, hello->n);
    }
}

/* Called with the table, and once more after a look at the log for a token that is not known. The
 * guest may have gone at any time. */
static void hello_table(struct server *s, struct table *t, const struct refusal *missing, void *arg)
{
    struct guest_request *errand = arg;
    struct guest *g = errand->guest;
    int looks = 0;
    if (s->neighbours && g && t && errand->has_token &&
        match_seat_of(&t->match, errand->token) < 0 && !errand->looked++)
        looks = parts.look_first(t, g->peer->address, errand->token, hello_table, errand);
    if (looks > 0)
        return;
    if (g)
        g->errand = NULL;
    if (looks < 0)
        peer_close(g->peer, "restart");
    else if (g && t)
        hello_seat(g, t, errand);
    else if (g)
        peer_close(g->peer, bye_for(missing));
    free(errand);
}

/* A page that was loaded before the server became newer, for instance. It shows the refusal, whose
 * text says what to do; newer clients know the reason, and do not come again. */
static void turn_away(struct guest *g)
{
    struct refusal why;
    because(&why, ROW(old_client));
    guest_refuse(g, 0, &why);
    peer_close(g->peer, "old-client");
}

/* Anything wrong with a hello closes the socket: there is nobody yet to refuse something to.
 * Clients that are too old are told so first. */
static void guest_hello(struct guest *g, const json_t *hello)
{
    static const char *const keys[] = {"api", "table", "token", "n", "people", NULL};
    struct refusal why;
    const char *id = json_string_value(json_object_get(hello, "table"));
    const json_t *token = json_object_get(hello, "token"), *n = json_object_get(hello, "n"),
                 *people = json_object_get(hello, "people");
    if (g->table || g->errand || !id || (token && !json_is_string(token)) ||
        (n && !json_is_integer(n)) || (people && !json_is_boolean(people)) ||
        only_keys(hello, "hello", keys, &why) < 0) {
        peer_close(g->peer, "bad-message");
        return;
    }
    if (json_integer_value(json_object_get(hello, "api")) < API_VERSION) {
        turn_away(g);
        return;
    }
    struct guest_request *errand = errand_new(g);
    errand->n = n ? json_integer_value(n) : -1;
    errand->has_token = token != NULL;
    errand->people = json_is_true(people);
    if (token)
        token_hash(json_string_value(token), errand->token);
    table_with(g->server, id, hello_table, errand);
}

/* ---- requests ---- */

/* The order of the checks matters: nonsense is refused as such, whoever sends it. */
static int wish_carry_out(struct guest *g, struct wish *q, const json_t *message)
{
    int name = wish_find(message, &q->why);
    if (name < 0)
        return -1;
    if (g->viewer == SPECTATOR)
        return because(&q->why, ROW(spectators_watch));
    /* While it catches up, a guest may answer a question before it is told what came after. */
    if (g->table->loading || g->server->stopping || g->errand)
        return because(&q->why, ROW(table_loading));
    if (!guest_has_seat(g, &g->table->match))
        return key_is_revoked(&g->table->match, g->token) ? because(&q->why, ROW(key_revoked))
                                                          : because(&q->why, ROW(seat_lost));
    return wish_message(q, name, message);
}

/* The same answer was sent again: it gets its ok again, once it is stored. */
static void wish_repeated(struct guest *g, struct wish *q)
{
    if (q->e.n >= g->table->stored)
        table_reply_later(g->table, q->e.n, &q->reply);
    else
        guest_ok(g, q->reply.id, q->e.n);
}

/* Answers wait for the luck of another, and everything waits for a table that is being read again;
 * not if the store has failed, for that may take long. */
static int may_wait(const struct guest *g, const struct wish *q, const json_t *message)
{
    if (q->why.row == &refusal_witness_asked)
        return json_object_get(message, "do") != NULL;
    return q->why.row == &refusal_table_loading && (g->table->holds || g->errand) &&
           !g->server->stopping;
}

/* Answers the message: with an ok when its entry is stored, with a refusal, or later, if it has to
 * wait. */
static void guest_wish(struct guest *g, const json_t *root, json_int_t id)
{
    struct wish q = {
        .table = g->table, .seat = g->viewer, .reply = {.guest = g, .id = id, .seat = -1}};
    if (wish_carry_out(g, &q, root) < 0) {
        if (may_wait(g, &q, root) && postponed_add(g, root) == 0)
            return;
        if (q.why.row != &refusal_answer_repeated)
            guest_refuse(g, id, &q.why);
        else
            wish_repeated(g, &q);
        return;
    }
    if (table_submit(g->table, &q.e, &q.reply) < 0) {
        because(&q.why, ROW(too_late));
        guest_refuse(g, id, &q.why);
    }
}

/* The message was kept by postponed_add and had an id. It may have to wait again. */
void guest_again(struct guest *g, const json_t *message)
{
    guest_wish(g, message, json_integer_value(json_object_get(message, "id")));
}

/* Before the hello nothing else counts. After it every message has an id, under which it is
 * answered. */
static void guest_request(struct guest *g, const json_t *root)
{
    const json_t *hello = json_object_get(root, "hello"), *id = json_object_get(root, "id");
    struct refusal why;
    if (!g->table) {
        if (json_is_object(hello) && json_object_size(root) == 1)
            guest_hello(g, hello);
        else if (!g->errand)
            peer_close(g->peer, "bad-message");
        else if (json_is_integer(id)) {
            because(&why, ROW(table_loading));
            guest_refuse(g, json_integer_value(id), &why);
        }
        return;
    }
    if (!json_is_integer(id)) {
        because(&why, ROW(id_needed));
        guest_refuse(g, 0, &why);
        return;
    }
    if (json_object_get(root, "react"))
        people_react(g, root, json_integer_value(id));
    else
        guest_wish(g, root, json_integer_value(id));
}

/* Pings cost us as much as messages, so they come from the same bucket. */
void guest_control(void *server, struct peer *p)
{
    if (!guest_may_send(p->user))
        paused_add(server, p->user);
}

/* The message that empties the bucket is still answered; only those after it wait. An object with a
 * key twice is refused, as two readers could differ. */
void guest_message(void *server, struct peer *p, const char *text, size_t n)
{
    struct guest *g = p->user;
    guest_control(server, p);
    json_t *root = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(root)) {
        guest_request(g, root);
    } else if (!g->table) {
        peer_close(p, "bad-message");
    } else {
        struct refusal why;
        because(&why, ROW(message_not_object));
        guest_refuse(g, 0, &why);
    }
    json_decref(root);
}
