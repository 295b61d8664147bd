/* Answers HTTP requests: founding, finding, joining and leaving tables, records, health
 * (docs/api.md, "HTTP").
 *
 * A request finds its row in `routes`; that of a table first waits until the table is in memory
 * (call_table). Most of those that change something make an entry with a match_may_ function and
 * end in hall_submit; the answer then comes when the entry is stored. */
#include "server/hall.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "engine/version.h"
#include "match/alike.h"
#include "match/founding.h"
#include "match/host.h"
#include "match/may.h"
#include "match/refusals.h"
#include "server/assets.h"
#include "server/host.h"
#include "server/http/limits.h"
#include "server/people/keys.h"
#include "server/people/people.h"
#include "server/people/wishes.h"
#include "server/refusals.h"
#include "server/request_body.h"
#include "server/server.h"
#include "server/server_only.h"
#include "server/tables/bots.h"
#include "server/tables/founding.h"
#include "server/tables/ids.h"
#include "server/tables/records.h"
#include "server/tables/tables.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/hex.h"
#include "wire/read.h"
#include "wire/refuse.h"

/* A request that waits for the store. */
struct call {
    struct http *http;
    /* An object, never NULL. */
    json_t *body;
    const struct route *route;
    /* The log was read once more for what it brings. */
    int looked;
};

/* Both kinds answer the request once, now or later. The body is the caller's: who needs it longer
 * takes a reference. */
typedef void route_fn(struct server *s, struct http *h, json_t *body);
typedef void table_fn(struct server *s, struct http *h, struct table *t, const json_t *body);

/* Either `plain` or `table` is set. A table's function is called once the table is in memory and
 * can be used. */
struct route {
    enum http_method method;
    /* '*' stands for a table's id. */
    const char *path;
    route_fn *plain;
    table_fn *table;
    /* The members that the body may have. */
    const char *keys[16];
};

/* ---- things that need no table ---- */

/* 503 as soon as nothing can be stored: nobody can play then, whatever else works. */
static void get_health(struct server *s, struct http *h, json_t *body)
{
    struct writer w = {0};
    (void)body;
    write_begin(&w, '{');
    write_member_bool(&w, "ok", s->store_well && !s->stopping);
    write_member_string(&w, "version", CHARLATAN_VERSION);
    write_end(&w, '}');
    hall_answer(h, s->store_well && !s->stopping ? 200 : 503, &w);
}

/* The process works: its loop turns. A manager that kills what is not alive asks this. */
static void get_live(struct server *s, struct http *h, json_t *body)
{
    struct writer w = {0};
    (void)s, (void)body;
    write_begin(&w, '{');
    write_member_bool(&w, "live", 1);
    write_end(&w, '}');
    hall_answer(h, 200, &w);
}

/* People can be sent here: the store works, and the server does not stop. A proxy asks this. */
static void get_ready(struct server *s, struct http *h, json_t *body)
{
    struct writer w = {0};
    int ready = s->store_well && !s->stopping;
    (void)body;
    write_begin(&w, '{');
    write_member_bool(&w, "ready", ready);
    write_member_bool(&w, "store", s->store_well != 0);
    write_member_bool(&w, "stopping", s->stopping != 0);
    write_end(&w, '}');
    hall_answer(h, ready ? 200 : 503, &w);
}

/* Others than this machine get the same 404 as for a path that is not there. */
static void get_metrics(struct server *s, struct http *h, json_t *body)
{
    struct writer w = {0};
    (void)body;
    if (!parts.metrics_write ||
        (!s->options.metrics_for_all && !parts.address_is_loopback(h->address))) {
        hall_refuse_with(h, &refusal_nothing_here);
        return;
    }
    parts.metrics_write(s, &w);
    http_answer(h, 200, "text/plain; version=0.0.4", w.at, w.n);
    writer_free(&w);
}

/* Those for the game and those for every game, then the operator's programs. Bots that nobody may
 * choose are left out. */
static void write_bots(const struct server *s, struct writer *w, const struct game *g)
{
    write_key(w, "bots");
    write_begin(w, '[');
    for (int i = 0; i < bots_count(); i++) {
        const struct bot *b = bots_at(i);
        if ((b->game && b->game != g) || !hall_bot_allowed(NULL, b->name, g))
            continue;
        write_begin(w, '{');
        write_member_string(w, "name", b->name);
        write_member_string(w, "title", b->title ? b->title : b->name);
        write_member_string(w, "blurb", b->blurb);
        write_end(w, '}');
    }
    if (s->programs)
        parts.programs_write(s->programs, g, w);
    write_end(w, ']');
}

/* The witness that tables may have, so that clients can offer it. */
static void write_witness(const struct server *s, struct writer *w)
{
    write_key(w, "witness");
    if (!s->inquiries) {
        write_null(w);
        return;
    }
    write_begin(w, '{');
    write_member_hex(w, "key", parts.inquiries_key(s->inquiries), WITNESS_KEY);
    write_end(w, '}');
}

/* What clients need to offer messages. */
static void write_calls(const struct call_messenger *m, struct writer *w)
{
    write_key(w, "push");
    if (m && m->key[0])
        write_string(w, m->key);
    else
        write_null(w);
    write_key(w, "hooks");
    write_begin(w, '[');
    for (int i = 0; m && m->hook_hosts[i]; i++)
        write_string(w, m->hook_hosts[i]);
    write_end(w, ']');
}

/* Depends on nothing that changes while the server runs, so it is made once. */
static void write_games(const struct server *s, struct writer *w)
{
    write_begin(w, '{');
    write_key(w, "games");
    write_begin(w, '[');
    for (int i = 0; game_json_at(i); i++) {
        const struct game *g = game_json_at(i)->game;
        write_begin(w, '{');
        write_member_string(w, "name", g->name);
        write_member_number(w, "min_players", g->min_players);
        write_member_number(w, "max_players", g->max_players);
        write_bots(s, w, g);
        write_end(w, '}');
    }
    write_end(w, ']');
    write_witness(s, w);
    write_calls(s->messenger, w);
    write_end(w, '}');
}

/* Made at the first request, because bots and programs are open by then. */
static void get_games(struct server *s, struct http *h, json_t *body)
{
    (void)body;
    if (!s->games.type) {
        write_games(s, &s->games_text);
        asset_make(&s->games, "application/json", s->games_text.at, s->games_text.n);
    }
    asset_answer(h, &s->games);
}

/* The texts that clients need: names, effects, prices, sentences of events. */
static void get_rules(struct server *s, struct http *h, json_t *body)
{
    (void)body;
    if (!s->rules.type)
        asset_make(&s->rules, "application/json", s->options.rules, s->options.rules_n);
    asset_answer(h, &s->rules);
}

void hall_free(struct server *s)
{
    asset_free(&s->rules);
    asset_free(&s->games);
    writer_free(&s->games_text);
}

/* ---- lists ---- */

/* `limit` is the most rows that were asked for. */
struct listing {
    struct http *http;
    int limit;
};

/* A full page has a `next`, which may turn out to lead to an empty one. */
static void list_came(void *arg, const struct queue_rows *rows)
{
    struct listing *l = arg;
    struct writer w = {0};
    if (rows->failed) {
        hall_refuse_with(l->http, &refusal_tables_unreadable);
        free(l);
        return;
    }
    write_begin(&w, '{');
    write_key(&w, "tables");
    write_begin(&w, '[');
    for (uint32_t i = 0; i < rows->count; i++)
        write_raw(&w, rows->row[i].text, rows->row[i].text_n);
    write_end(&w, ']');
    write_key(&w, "next");
    if ((int)rows->count >= l->limit)
        write_number(&w, rows->row[rows->count - 1].when);
    else
        write_null(&w);
    write_end(&w, '}');
    hall_answer(l->http, 200, &w);
    free(l);
}

/* A whole number; `usual` if the argument is missing; -1 if it is invalid. */
static int64_t read_arg(const struct http *h, const char *name, int64_t usual)
{
    char text[HTTP_ARGS], *end;
    if (!http_arg(h, name, text, sizeof text))
        return usual;
    long long value = strtoll(text, &end, 10);
    return end == text || *end || value < 0 ? -1 : value;
}

/* Only open tables: those that are not are found by their links alone. More than 200 become 200, so
 * clients may ask for as many as there are. */
static void list_tables(struct server *s, struct http *h, int phase)
{
    char game[HTTP_ARGS];
    struct store_query q = {.phase = phase, .open = 1, .before = read_arg(h, "before", INT64_MAX)};
    struct listing *l = calloc(1, sizeof *l);
    int64_t limit = read_arg(h, "limit", 50);
    MUST(l);
    q.game = http_arg(h, "game", game, sizeof game);
    q.limit = (int)(limit > 200 ? 200 : limit);
    if (limit < 1 || q.before < 0 || (q.game && !game_json_by_name(q.game))) {
        hall_refuse_with(h, &refusal_list_arguments);
        free(l);
        return;
    }
    *l = (struct listing){h, q.limit};
    queue_list(s->host->queue, &q, list_came, l);
}

/* Tables that are being played are listed too, so that people can watch. */
static void get_tables(struct server *s, struct http *h, json_t *body)
{
    char state[HTTP_ARGS];
    const char *which = http_arg(h, "state", state, sizeof state);
    (void)body;
    if (!which || strcmp(which, "waiting") == 0)
        list_tables(s, h, MATCH_WAITING);
    else if (strcmp(which, "running") == 0)
        list_tables(s, h, MATCH_RUNNING);
    else
        hall_refuse_with(h, &refusal_table_state_needed);
}

static void get_history(struct server *s, struct http *h, json_t *body)
{
    (void)body;
    list_tables(s, h, MATCH_OVER);
}

/* ---- a table ---- */

static void get_table(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    (void)body;
    hall_show(s, h, t->id, 200);
}

/* Names of those who sit down or knock are compared with the bans here, those of a founding in
 * hall_found. The reply answers the request if the entry was taken. */
void hall_submit(struct http *h, struct table *t, int may, struct entry *e, struct entry_reply *r,
                 struct refusal *why)
{
    r->http = h;
    if (may == 0 && (e->kind == ENTRY_SIT || e->kind == ENTRY_KNOCK) && t->server->bans.n &&
        parts.bans_name(&t->server->bans, e->name, t->server->now))
        may = because(why, ROW(name_banned));
    if (may == 0 && table_submit(t, e, r) < 0)
        may = because(why, ROW(too_late));
    if (may < 0)
        hall_refuse(h, why);
}

/* *seat is -1 if it is missing: then any free one will do. */
static int read_seat(const json_t *body, int *seat, struct refusal *why)
{
    const json_t *value = json_object_get(body, "seat");
    *seat = -1;
    if (!value)
        return 0;
    return refused_as(why, CODE_BAD_REQUEST, read_int(value, "seat", 0, MAX_SEATS - 1, seat, why));
}

/* Makes the entry by which somebody new sits down, or knocks. `r` gets the token, which appears
 * here and nowhere else; the log has its hash. */
static int sit_down(struct server *s, const struct http *h, struct table *t, const json_t *body,
                    struct entry *e, struct entry_reply *r, struct refusal *why)
{
    char name[MATCH_NAME + 1], key[KEY_MOST + 1];
    struct match_sitting sitting = {.name = name, .from = host_from(h->address)};
    if (hall_read_name(s->programs, body, name, why) < 0 ||
        hall_read_nonce(body, "nonce", &sitting.nonce, why) < 0 ||
        hall_read_pledge(body, sitting.pledge, why) < 0 ||
        read_seat(body, &sitting.seat, why) < 0 || hall_read_key(body, key, why) < 0)
        return -1;
    /* The name that was read is only "Guest" then; the match makes one that nobody has here. */
    if (!json_object_get(body, "name"))
        match_guest_name(&t->match, name);
    token_make(s->host, key, t->id, r->token);
    token_hash(r->token, sitting.token);
    if (match_may_sit(&t->match, &sitting, s->now, e, why) < 0)
        return -1;
    r->seat = e->seat;
    /* 202: the host has to agree first. */
    r->status = e->kind == ENTRY_KNOCK ? 202 : 200;
    return 0;
}

/* Reads a nonce or a pledge, which takes the place of the one that the seat has. If one of the two
 * is given, the other is empty afterwards. */
static int read_nonce_anew(const json_t *body, struct match_sitting *s, struct refusal *why)
{
    if (!json_object_get(body, "nonce") && !json_object_get(body, "nonce_commitment"))
        return 0;
    if (hall_read_nonce(body, "nonce", &s->nonce, why) < 0)
        return -1;
    return hall_read_pledge(body, s->pledge, why);
}

/* Changes the name or nonce of one's own seat before the start. Missing members stay unchanged. The
 * token stays the same, and with it all keys of the seat. */
static int sit_anew(struct server *s, const struct http *h, struct table *t, const json_t *body,
                    struct entry *e, struct entry_reply *r, struct refusal *why)
{
    char name[MATCH_NAME + 1];
    int seat = hall_seat_of(h, t, why);
    if (seat < 0)
        return -1;
    struct match_sitting sitting = {.seat = seat, .name = name, .nonce = t->match.seat[seat].nonce};
    strcpy(name, t->match.seat[seat].name);
    token_hash(h->token, sitting.token);
    memcpy(sitting.pledge, t->match.seat[seat].pledge, sizeof sitting.pledge);
    if ((json_object_get(body, "name") && hall_read_name(s->programs, body, name, why) < 0) ||
        read_nonce_anew(body, &sitting, why) < 0 ||
        (json_object_get(body, "seat") && read_seat(body, &sitting.seat, why) < 0) ||
        match_may_sit(&t->match, &sitting, s->now, e, why) < 0)
        return -1;
    r->seat = seat;
    r->status = 200;
    if (strlen(h->token) < sizeof r->token)
        strcpy(r->token, h->token);
    return 0;
}

/* Whether the request has been carried out before: its key is that of a seat here. Then it gets
 * the same answer once more. */
static int is_repeated(struct server *s, struct http *h, const struct table *t, const json_t *body)
{
    char key[KEY_MOST + 1];
    uint8_t hash[MATCH_TOKEN];
    struct refusal why;
    struct entry_reply r = {.status = 200};
    if (h->token[0] || hall_read_key(body, key, &why) < 0 || !key[0])
        return 0;
    token_make(s->host, key, t->id, r.token);
    token_hash(r.token, hash);
    int seat = match_seat_of(&t->match, hash), knocks = match_knocks_with(&t->match, hash);
    if (seat < 0 && knocks < 0)
        return 0;
    if (seat < 0)
        r.status = 202;
    hall_show_seat(s, h, t->id, &r, 1);
    return 1;
}

/* With a token: who sits here already changes something. Without one: somebody new. */
static void post_join(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct entry e;
    struct refusal why;
    struct entry_reply r = {.seat = -1};
    if (is_repeated(s, h, t, body))
        return;
    int may = t->match.phase == MATCH_WAITING ? h->token[0] ? sit_anew(s, h, t, body, &e, &r, &why)
                                                            : sit_down(s, h, t, body, &e, &r, &why)
                                              : because(&why, ROW(join_too_late));
    hall_submit(h, t, may, &e, &r, &why);
}

/* With a token the person comes back to their own seat; without, somebody new takes over the seat
 * of a bot or of somebody who is away, while the game runs. */
static void post_takeover(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct entry e;
    struct refusal why;
    struct entry_reply r = {.seat = -1};
    int may, seat;
    if (is_repeated(s, h, t, body))
        return;
    if (h->token[0]) {
        seat = hall_seat_of(h, t, &why);
        may = seat < 0 ? -1 : match_may_return(&t->match, seat, s->now, &e, &why);
        r.seat = seat;
        r.status = 200;
        if (seat >= 0 && strlen(h->token) < sizeof r.token)
            strcpy(r.token, h->token);
    } else {
        may = !json_object_get(body, "seat")    ? because(&why, ROW(seat_missing))
              : t->match.phase == MATCH_RUNNING ? sit_down(s, h, t, body, &e, &r, &why)
                                                : because(&why, ROW(takeover_not_now));
    }
    hall_submit(h, t, may, &e, &r, &why);
}

/* What can also be asked over a socket. */
static void post_wish(struct http *h, struct table *t, int name, const json_t *body)
{
    struct wish q = {.table = t, .reply = {.seat = -1}};
    q.seat = hall_seat_of(h, t, &q.why);
    int may = q.seat < 0 ? -1 : wish_body(&q, name, body);
    /* A request that is repeated gets the table as it is. */
    if (may < 0 && q.seat >= 0 && q.why.row == &refusal_already_revealed)
        hall_show(t->server, h, t->id, 200);
    else
        hall_submit(h, t, may, &q.e, &q.reply, &q.why);
}

#define TYPE(type, example, typescript, openapi)
#define SOCKET(name)
#define POST(name)                                                                                 \
    static void post_##name(struct server *s, struct http *h, struct table *t, const json_t *body) \
    {                                                                                              \
        (void)s;                                                                                   \
        post_wish(h, t, WISH_##name, body);                                                        \
    }
#define WISH(name, way, value, members, meaning) way(name)
#include "server/people/wishes.def"
#undef SOCKET
#undef POST

/* A request whose new table is stored; `next` is its id. Freed by rematch_told. */
struct rematch {
    struct http *http;
    char next[MATCH_ID + 1];
};

/* Called with the old table, once the new one is stored. Another request may have named a
 * rematch meanwhile. */
static void rematch_told(struct server *s, struct table *t, const struct refusal *missing,
                         void *arg)
{
    struct rematch *m = arg;
    struct entry e;
    struct refusal why;
    struct entry_reply r = {.seat = -1};
    if (!t) {
        hall_refuse(m->http, missing);
    } else if (t->match.rematch[0]) {
        /* Somebody else was faster. */
        hall_show(s, m->http, t->match.rematch, 200);
    } else {
        strcpy(r.other, m->next);
        hall_submit(m->http, t, match_may_rematch(&t->match, m->next, s->now, &e, &why), &e, &r,
                    &why);
    }
    free(m);
}

/* Adds the entry that names the rematch, once the new table is stored. `h` is answered in any case,
 * even if the old table has gone. Both ids are ours. */
void hall_rematch_founded(struct server *s, struct http *h, const char *old, const char *next)
{
    struct rematch *m = calloc(1, sizeof *m);
    MUST(m);
    m->http = h;
    snprintf(m->next, sizeof m->next, "%s", next);
    table_with(s, old, rematch_told, m);
}

/* Founds a rematch. If one is being founded, the request waits for it; one that is stored but
 * not named yet is used. */
static void found_rematch(struct server *s, struct http *h, struct table *t, int seat, int moves,
                          const uint8_t pledge[COMMIT_BYTES])
{
    struct match_founding f;
    struct refusal why;
    struct entry_reply r = {.http = h, .seat = -1};
    struct table *next = t->rematch[0] ? table_find(s, t->rematch) : NULL;
    strcpy(r.after, t->id);
    if (next && next->pending && next->pending->n == 0 && !next->pending->dead) {
        table_reply_later(next, 0, &r);
        return;
    }
    if (next && next->stored > 0) {
        hall_rematch_founded(s, h, t->id, next->id);
        return;
    }
    match_again(&t->match, &f);
    if (moves) {
        founding_move_on(&f);
        seat = (seat + 1) % f.players;
    }
    memcpy(f.seat[seat].pledge, pledge, COMMIT_BYTES);
    /* Whoever asks for the rematch has pledged with the request, if at all; the others are waited
     * for. */
    f.seat[seat].expected &= sodium_is_zero(pledge, COMMIT_BYTES);
    /* A table with a witness has its rematch with one, too; its id is known only later. */
    int fine = t->match.watch ? found_with_witness(s, &f, "", &r, &why) : 0;
    next = t->match.watch ? NULL : hall_found(s, &f, "", &r, &why);
    if (next)
        strcpy(t->rematch, next->id);
    else if (fine < 0 || !t->match.watch)
        hall_refuse(h, &why);
}

/* Whether everybody is to sit one seat further on; false if the member is missing. */
static int read_move_on(const json_t *body, int *moves, struct refusal *why)
{
    const json_t *value = json_object_get(body, "move_on");
    *moves = 0;
    return value ? refused_as(why, CODE_BAD_REQUEST, read_bool(value, "move_on", moves, why)) : 0;
}

/* Whether the table can have a rematch is asked with an id that stands for any: nothing is founded
 * for a refusal. */
static void post_rematch(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct entry e;
    struct refusal why;
    uint8_t pledge[COMMIT_BYTES];
    int moves, seat = hall_seat_of(h, t, &why);
    if (seat < 0 || hall_read_pledge(body, pledge, &why) < 0 ||
        read_move_on(body, &moves, &why) < 0)
        hall_refuse(h, &why);
    else if (t->match.rematch[0])
        hall_show(s, h, t->match.rematch, 200);
    else if (match_may_rematch(&t->match, "aaaaaaaaaaaaaaaa", s->now, &e, &why) < 0)
        /* This table can have no rematch. */
        hall_refuse(h, &why);
    else
        found_rematch(s, h, t, seat, moves, pledge);
}

/* ---- reviews and messages outside, where there are some ---- */

static void get_review(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    parts.hall_review(s, h, t, body);
}

/* `ask` is NULL where the host cannot send messages, a page for example. */
static void ask_messages(table_fn *ask, struct server *s, struct http *h, struct table *t,
                         const json_t *body)
{
    if (ask)
        ask(s, h, t, body);
    else
        hall_refuse_with(h, &refusal_push_off);
}

static void post_push(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    ask_messages(parts.hall_push, s, h, t, body);
}

static void post_quiet(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    ask_messages(parts.hall_quiet, s, h, t, body);
}

static void post_hook(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    ask_messages(parts.hall_hook, s, h, t, body);
}

/* ---- the ways in ---- */

static void post_tables(struct server *s, struct http *h, json_t *body)
{
    hall_found_by_body(s, h, body);
}

/* The first row that fits path and method counts. Rows of wishes.def follow by themselves. */
static const struct route routes[] = {
    {HTTP_GET, "/health", get_health, NULL, {NULL}},
    {HTTP_GET, "/live", get_live, NULL, {NULL}},
    {HTTP_GET, "/ready", get_ready, NULL, {NULL}},
    {HTTP_GET, "/metrics", get_metrics, NULL, {NULL}},
    {HTTP_GET, "/api/games", get_games, NULL, {NULL}},
    {HTTP_GET, "/api/rules", get_rules, NULL, {NULL}},
    {HTTP_GET, "/api/tables", get_tables, NULL, {NULL}},
    {HTTP_GET, "/api/history", get_history, NULL, {NULL}},
    {HTTP_POST,
     "/api/tables",
     post_tables,
     NULL,
     {"game", "seats", "options", "name", "open", "wait", "clock", "nonce", "nonce_commitment",
      "help", "practice", "approve", "key", "witness", "daily", NULL}},
    {HTTP_POST,
     "/api/practice",
     hall_practice,
     NULL,
     {"table", "record", "n", "seat", "name", "bot", "luck", "key", NULL}},
    {HTTP_POST, "/api/mine", hall_mine, NULL, {"seats", NULL}},
    {HTTP_GET, "/api/tables/*", NULL, get_table, {NULL}},
    {HTTP_GET, "/api/tables/*/record", NULL, hall_record, {NULL}},
    {HTTP_GET, "/api/tables/*/review", NULL, get_review, {NULL}},
    {HTTP_POST,
     "/api/tables/*/join",
     NULL,
     post_join,
     {"name", "seat", "nonce", "nonce_commitment", "key", NULL}},
    {HTTP_POST,
     "/api/tables/*/push",
     NULL,
     post_push,
     {"endpoint", "p256dh", "auth", "lang", NULL}},
    {HTTP_POST, "/api/tables/*/quiet", NULL, post_quiet, {"endpoint", NULL}},
    {HTTP_POST, "/api/tables/*/hook", NULL, post_hook, {"url", "shape", "lang", "link", NULL}},
    {HTTP_POST,
     "/api/tables/*/takeover",
     NULL,
     post_takeover,
     {"name", "seat", "nonce", "key", NULL}},
    {HTTP_POST, "/api/tables/*/rematch", NULL, post_rematch, {"nonce_commitment", "move_on", NULL}},
    {HTTP_GET, "/api/tables/*/keys", NULL, key_get_keys, {NULL}},
    {HTTP_POST, "/api/tables/*/link", NULL, key_post_link, {NULL}},
    {HTTP_POST, "/api/tables/*/open", NULL, key_post_open, {"link", "key", NULL}},
    {HTTP_POST, "/api/tables/*/revoke", NULL, key_post_revoke, {"id", "others", NULL}},
#define TYPE(type, example, typescript, openapi)
#define NAMELESS(type)
#define VALUE(type, name, note) #name,
#define MEMBER(type, name, note) #name,
#define OPTION(type, name, note) #name,
#define SOCKET(name, ...)
#define POST(name, ...) {HTTP_POST, "/api/tables/*/" #name, NULL, post_##name, {__VA_ARGS__}},
#define WISH(name, way, value, members, meaning) way(name, value members NULL)
#include "server/people/wishes.def"
};

/* Returns 1 if the path fits the pattern; the id in place of '*' is copied to `id`. An id of the
 * wrong length fits as well, as "": the request is about a table, which is then unknown. */
static int path_fits(const char *pattern, const char *path, char id[MATCH_ID + 1])
{
    const char *star = strchr(pattern, '*');
    size_t n = star ? (size_t)(star - pattern) : 0;
    id[0] = 0;
    if (!star)
        return strcmp(pattern, path) == 0;
    if (strncmp(pattern, path, n) != 0)
        return 0;
    size_t len = strcspn(path + n, "/");
    if (len == 0 || strcmp(path + n + len, star + 1) != 0)
        return 0;
    if (len == MATCH_ID) {
        memcpy(id, path + n, MATCH_ID);
        id[MATCH_ID] = 0;
    }
    return 1;
}

enum { HASHES = 2 };

/* The hashes of what the request brings to open a seat: its token or the secret of a link; and the
 * token of a seat that the same request, with the same key, may have taken before. Returns how many
 * there are. Only what changes something or shows a secret is worth a reading of the log: others
 * are answered as the table is known here. */
static int hashes_of(const struct call *c, const char *id, uint8_t hash[HASHES][MATCH_TOKEN])
{
    int n = 0, takes_token = c->route->method == HTTP_POST || c->route->table == key_get_keys;
    char key[KEY_MOST + 1], token[33];
    struct refusal why;
    if (c->route->table == key_post_open)
        n += key_read_link(c->body, hash[n], &why) == 0;
    else if (takes_token && c->http->token[0])
        token_hash(c->http->token, hash[n++]);
    if (c->http->token[0] || hall_read_key(c->body, key, &why) < 0 || !key[0])
        return n;
    token_make(c->http->host, key, id, token);
    token_hash(token, hash[n]);
    return n + 1;
}

/* Called again after a look at the log, of which there is at most one. Frees the call when it was
 * handed over. */
static void call_table(struct server *s, struct table *t, const struct refusal *missing, void *arg)
{
    struct call *c = arg;
    uint8_t hash[HASHES][MATCH_TOKEN];
    struct refusal why;
    int n = t && !c->looked++ ? hashes_of(c, t->id, hash) : 0, looks = 0;
    /* Only where other nodes write can this one know less than the log. */
    while (s->neighbours && n-- > 0 && !looks)
        looks = parts.look_first(t, c->http->address, hash[n], call_table, c);
    if (looks > 0)
        return;
    if (looks < 0) {
        because(&why, ROW(too_many_requests));
        hall_refuse(c->http, &why);
    } else if (t) {
        table_looked(t, c->http->address);
        c->route->table(s, c->http, t, c->body);
    } else {
        hall_refuse(c->http, missing);
    }
    json_decref(c->body);
    free(c);
}

/* The body as an object, which is empty if there is no body; or NULL. */
static json_t *read_body(const struct http *h, const struct route *r, struct refusal *why)
{
    json_t *body =
        h->body_n ? json_loadb(h->body, h->body_n, JSON_REJECT_DUPLICATES, NULL) : json_object();
    if (!body) {
        because(why, ROW(body_not_json));
        return NULL;
    }
    if (json_is_object(body) &&
        refused_as(why, CODE_BAD_REQUEST, only_keys(body, "the body", r->keys, why)) == 0)
        return body;
    if (!json_is_object(body))
        because(why, ROW(body_not_object));
    json_decref(body);
    return NULL;
}

/* Unknown members are refused, so that a typing mistake does not pass for a default. */
static void run_route(struct server *s, struct http *h, const struct route *r, const char *id)
{
    struct refusal why;
    json_t *body = read_body(h, r, &why);
    if (!body) {
        hall_refuse(h, &why);
        return;
    }
    if (r->plain) {
        r->plain(s, h, body);
        json_decref(body);
        return;
    }
    struct call *c = calloc(1, sizeof *c);
    MUST(c);
    *c = (struct call){.http = h, .body = body, .route = r};
    table_with(s, id, call_table, c);
}

/* Whether the request asks how the server is, which is always answered. */
static int asks_health(const struct route *r)
{
    return r && (r->plain == get_health || r->plain == get_live || r->plain == get_ready);
}

/* Why nothing of the request is looked at, or NULL. A server that is full still says how it is. */
static const struct refusal_row *shut_for(const struct http *h, const struct route *r)
{
    if (h->refused)
        return h->refused;
    if (asks_health(r) || (r && r->plain == get_metrics))
        return NULL;
    return h->door == DOOR_CROWDED ? &refusal_too_many_connections
           : h->door == DOOR_FULL  ? &refusal_server_full
                                   : NULL;
}

/* Founding costs from two buckets. /api/mine only reads and counts for each of its tables
 * (my_games.c). */
static int within_limits(struct server *s, const struct http *h, const struct route *r)
{
    if (!s->options.limits || asks_health(r))
        return 1;
    int posting = r && r->method == HTTP_POST && r->plain != hall_mine;
    int founding = posting && r->plain;
    if (posting && parts.cost_people_wait(s, h->address))
        return 0;
    return parts.limits_take(s->limits, h->address, LIMIT_REQUESTS, s->now) &&
           (!founding || parts.limits_take(s->limits, h->address, LIMIT_TABLES, s->now));
}

/* Whatever is no API is a file of the client, or nothing. */
static void answer_page(struct http *h)
{
    struct asset *a = h->method == HTTP_GET ? asset_find(h->path) : NULL;
    if (a)
        asset_answer(h, a);
    else
        hall_refuse_with(h, &refusal_nothing_here);
}

/* NULL with *known: the path is there, for other methods. */
static const struct route *find_route(const struct http *h, char id[MATCH_ID + 1], int *known)
{
    *known = 0;
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        if (!path_fits(routes[i].path, h->path, id))
            continue;
        *known = 1;
        if (routes[i].method == h->method)
            return &routes[i];
    }
    return NULL;
}

/* The order of the checks is that of their reasons: who has no right to an answer at all comes
 * first, what is wrong with the request last. Everything before run_route costs no look at the
 * store. */
void hall_request(void *server, struct http *h)
{
    struct server *s = server;
    char id[MATCH_ID + 1];
    int known;
    const struct route *r = find_route(h, id, &known);
    s->figures.bodies_slow += h->too_slow != 0;
    h->route = r ? r->path : NULL;
    h->for_all = asks_health(r);
    snprintf(h->table, sizeof h->table, "%s", r && id_is(id) ? id : "");
    if (shut_for(h, r))
        hall_refuse_with(h, shut_for(h, r));
    else if (!asks_health(r) && s->bans.n && parts.bans_address(&s->bans, h->address, s->now))
        hall_refuse_with(h, &refusal_address_banned);
    else if (h->too_slow)
        hall_refuse_with(h, &refusal_body_too_slow);
    else if (!within_limits(s, h, r))
        hall_refuse_with(h, &refusal_too_many_requests);
    else if (h->wrong_host)
        hall_refuse_with(h, &refusal_wrong_host);
    else if (h->wrong_origin)
        hall_refuse_with(h, &refusal_wrong_origin);
    else if (h->too_large)
        hall_refuse_with(h, &refusal_body_too_large);
    else if (!http_may_be_json(h))
        hall_refuse_with(h, &refusal_body_type);
    else if (h->method == HTTP_OPTIONS && h->named_origin)
        http_answer(h, 204, "text/plain", "", 0);
    else if (s->stopping && r && r->method == HTTP_POST)
        hall_refuse_with(h, &refusal_server_stops);
    else if (r)
        run_route(s, h, r, id);
    else if (known)
        hall_refuse_with(h, &refusal_wrong_method);
    else
        answer_page(h);
}
