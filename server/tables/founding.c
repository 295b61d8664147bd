/* Founds tables: from a request, and for a rematch. Practice is in practice.c.
 *
 * A founding is read from the body (founding_read), gets its luck, from here or together with a
 * witness, and becomes the first entry of a new table (hall_found); the request is answered when
 * that entry is stored. With a key the id of the table follows from the key, and a request that
 * comes again finds the table. */
#include "server/tables/founding.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "match/daily.h"
#include "match/founding.h"
#include "match/refusals.h"
#include "server/hall.h"
#include "server/http/http.h"
#include "server/people/people.h"
#include "server/refusals.h"
#include "server/request_body.h"
#include "server/server.h"
#include "server/server_only.h"
#include "server/tables/bots.h"
#include "server/tables/ids.h"
#include "server/tables/luck.h"
#include "server/tables/table.h"
#include "server/tables/tables.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/read.h"
#include "wire/refuse.h"

/* In seconds: the most a clock may give for a move and for a game, and the move clock of several
 * people who have said nothing. */
enum { MOVE_MOST_S = 30 * 86400, GAME_MOST_S = 90 * 86400, MOVE_USUAL_S = 300 };

/* Seats of a deal of the day: a person and bots. */
enum { DAILY_PLAYERS = 3 };

/* The table is in memory afterwards, without a match: the caller has to give it its first entry at
 * once. */
struct table *hall_new_table(struct server *s, const char *key, const struct entry_reply *r,
                             struct refusal *why)
{
    char id[MATCH_ID + 1];
    id_make(s->host, key, id);
    /* The same request came twice at once; repeated once more, it gets the answer of the first. */
    struct table *t = key[0] ? table_find(s, id) : NULL;
    if (t && t->match.entries > 0) {
        because(why, ROW(somebody_faster));
        return NULL;
    }
    t = table_new(s, id);
    table_looked(t, r && r->http ? r->http->address : "");
    s->figures.founded++;
    return t;
}

/* 0: the answer comes when the witness has answered, or could not be reached in time. */
int found_with_witness(struct server *s, const struct match_founding *f, const char *key,
                       const struct entry_reply *r, struct refusal *why)
{
    return s->inquiries ? parts.inquiries_found(s, f, key, r, why)
                        : because(why, ROW(no_witness_here));
}

/* Names of all people of a founding: those of a rematch were taken over without being read
 * again. */
static int founding_is_banned(const struct server *s, const struct match_founding *f)
{
    for (int seat = 0; s->bans.n && seat < f->players; seat++)
        if (f->seat[seat].kind == SEAT_HUMAN &&
            parts.bans_name(&s->bans, f->seat[seat].name, s->now))
            return 1;
    return 0;
}

/* A founding without a seed gets its luck here. On failure nothing was founded and nothing was
 * answered; the caller refuses. */
struct table *hall_found(struct server *s, struct match_founding *f, const char *key,
                         const struct entry_reply *r, struct refusal *why)
{
    struct entry e;
    if (s->figures.tables >= TABLES_MOST) {
        because(why, ROW(too_many_tables));
        return NULL;
    }
    if (founding_is_banned(s, f)) {
        because(why, ROW(name_banned));
        return NULL;
    }
    /* A witness has signed the commitment to seed and salt, and a deal of the day has its own. */
    if (!f->witness.there && sodium_is_zero(f->seed, sizeof f->seed))
        luck_of_table(s, f);
    if (match_may_found(f, s->now, &e, why) < 0)
        return NULL;
    struct table *t = hall_new_table(s, key, r, why);
    if (t)
        /* An empty table takes any founding that match_may_found has allowed. */
        MUST(table_submit(t, &e, r) == 0);
    return t;
}

/* ---- POST /api/tables ---- */

/* One refusal for whatever a seat may not be: the message lists the words. */
static int read_bot_seat(const struct programs *p, struct match_founding *f, int seat,
                         const char *what, struct refusal *why)
{
    if (!hall_bot_allowed(p, what, f->json->game))
        return because(why, ROW(seats_words_needed));
    f->seat[seat].kind = SEAT_BOT;
    strcpy(f->seat[seat].bot, what);
    return 0;
}

/* Returns how many people will play, the founder included; or -1. */
static int read_seats(const struct programs *p, struct match_founding *f, const json_t *list,
                      int *me, struct refusal *why)
{
    int people = 0;
    *me = -1;
    for (int seat = 0; seat < f->players; seat++) {
        const char *what = json_string_value(json_array_get(list, (size_t)seat));
        if (what && strcmp(what, "me") == 0) {
            if (*me >= 0)
                return because(why, ROW(me_twice));
            f->seat[seat].kind = SEAT_HUMAN;
            *me = seat;
            people++;
        } else if (what && strcmp(what, "open") == 0) {
            people++;
        } else if (read_bot_seat(p, f, seat, what ? what : "", why) < 0) {
            return -1;
        }
    }
    return people;
}

/* Missing: people among themselves get the usual move clock, one person none. A clock that is given
 * says everything: what it leaves out is 0, no clock. */
static int read_clock(struct match_founding *f, const json_t *clock, int people,
                      struct refusal *why)
{
    static const char *const keys[] = {"move", "game", NULL};
    int move = people > 1 ? MOVE_USUAL_S : 0, game = 0;
    if (clock) {
        const json_t *m = json_object_get(clock, "move"), *g = json_object_get(clock, "game");
        move = 0;
        if (!json_is_object(clock))
            return because(why, ROW(clock_needed));
        if (only_keys(clock, "clock", keys, why) < 0)
            return -1;
        if ((m && read_int(m, "clock.move", 0, MOVE_MOST_S, &move, why) < 0) ||
            (g && read_int(g, "clock.game", 0, GAME_MOST_S, &game, why) < 0))
            return -1;
    }
    f->clock = (struct match_clock){(uint32_t)move, (uint32_t)game};
    return 0;
}

/* Fills in game, players and options; everything else is read after it, since seats and bots depend
 * on the game. */
static int read_game(struct match_founding *f, const json_t *body, struct refusal *why)
{
    const json_t *seats = json_object_get(body, "seats");
    f->json = game_json_read(json_object_get(body, "game"), "game", why);
    if (!f->json)
        return -1;
    size_t n = json_array_size(seats);
    const struct game *g = f->json->game;
    if (!json_is_array(seats) || n < g->min_players || n > g->max_players)
        return because(why, ROW(seats_list_needed), g->min_players, g->max_players);
    f->players = (int)n;
    g->init(f->options, f->players);
    return refused_as(why, CODE_BAD_OPTION,
                      f->json->read_options(f->options, json_object_get(body, "options"), why));
}

/* Leaves the flag unchanged if the member is missing. */
static int read_table_flag(const json_t *body, const char *key, uint8_t *flag, struct refusal *why)
{
    const json_t *value = json_object_get(body, key);
    if (value && !json_is_boolean(value))
        return because(why, ROW(table_flags_needed));
    if (value)
        *flag = json_is_true(value);
    return 0;
}

/* The same key always gives the same token, so a repeated founding can be answered again. With ""
 * it is random; then call it once. */
void hall_founders_token(struct host *host, const char *key, char token[33])
{
    char id[MATCH_ID + 1];
    id_make(host, key, id);
    token_make(host, key, id, token);
}

/* A founder without a seat has no token and is nobody's host. The name is read all the same, so
 * nonsense is refused. */
static int seat_founder(const struct programs *p, struct match_founding *f, const json_t *body,
                        const char *key, int me, struct entry_reply *r, struct refusal *why)
{
    char name[MATCH_NAME + 1];
    struct match_nonce nonce;
    uint8_t pledge[COMMIT_BYTES];
    if (hall_read_name(p, body, name, why) < 0 || hall_read_nonce(body, "nonce", &nonce, why) < 0 ||
        hall_read_pledge(body, pledge, why) < 0)
        return -1;
    r->seat = me;
    if (me < 0)
        return 0;
    f->host = (uint8_t)(me + 1);
    f->seat[me].from = r->http ? host_from(r->http->address) : 0;
    strcpy(f->seat[me].name, name);
    f->seat[me].nonce = nonce;
    memcpy(f->seat[me].pledge, pledge, sizeof pledge);
    hall_founders_token(r->http ? r->http->host : NULL, key, r->token);
    token_hash(r->token, f->seat[me].token);
    return 0;
}

/* The order of the reads is that of the refusals: the first thing wrong is what the client is told.
 * Also called for foundings without a server's request (r->http is NULL), with a key then. */
int founding_read(const struct programs *p, struct match_founding *f, const json_t *body,
                  const char *key, struct entry_reply *r, struct refusal *why)
{
    int me, people;
    if (read_game(f, body, why) < 0)
        return -1;
    people = read_seats(p, f, json_object_get(body, "seats"), &me, why);
    if (people < 0 || read_clock(f, json_object_get(body, "clock"), people, why) < 0)
        return -1;
    /* After the seats, since it depends on who plays. */
    f->help = (uint8_t)match_help_usual(f);
    if (read_table_flag(body, "open", &f->open, why) < 0 ||
        read_table_flag(body, "wait", &f->wait, why) < 0 ||
        read_table_flag(body, "help", &f->help, why) < 0 ||
        read_table_flag(body, "practice", &f->practice, why) < 0 ||
        read_table_flag(body, "approve", &f->approve, why) < 0)
        return -1;
    if (f->approve && me < 0)
        return because(why, ROW(approve_seat));
    return seat_founder(p, f, body, key, me, r, why);
}

/* Whether the request is for the deal of the day, with its people and bots, the usual options, and
 * no luck but that of the day. */
static int is_daily_game(const struct match_founding *f, const json_t *body)
{
    int me = -1;
    for (int seat = 0; seat < f->players; seat++) {
        if (f->seat[seat].kind == SEAT_HUMAN)
            me = seat;
        else if (strcmp(f->seat[seat].bot, hall_usual_bot(f->json->game)) != 0)
            return 0;
    }
    return me == 0 && f->players == DAILY_PLAYERS && !f->wait && !f->practice && !f->clock.move &&
           !f->clock.game && json_object_size(json_object_get(body, "options")) == 0 &&
           !f->seat[0].nonce.n && sodium_is_zero(f->seat[0].pledge, COMMIT_BYTES) &&
           !json_is_true(json_object_get(body, "witness"));
}

/* Leaves the seed alone unless the deal of the day is asked for. The date is that of the server's
 * clock. */
static int read_daily(struct match_founding *f, const json_t *body, int64_t now,
                      struct refusal *why)
{
    uint8_t daily = 0;
    char date[DAILY_DATE + 1];
    if (read_table_flag(body, "daily", &daily, why) < 0)
        return -1;
    if (!daily)
        return 0;
    if (!is_daily_game(f, body))
        return because(why, ROW(daily_terms), DAILY_PLAYERS - 1);
    daily_date(now, date);
    daily_seed(f->json->game->name, date, f->seed, f->salt);
    return 0;
}

/* Answers, or sees to it: the reply of the first entry, or of the witness, is the answer to this
 * request. */
static void found_now(struct server *s, struct http *h, const json_t *body, const char *key)
{
    struct match_founding f = {0};
    struct refusal why;
    struct entry_reply r = {.http = h, .status = 201, .seat = -1};
    uint8_t witness = 0;
    int fine =
        refused_as(&why, CODE_BAD_REQUEST, founding_read(s->programs, &f, body, key, &r, &why));
    if (fine == 0)
        fine = read_table_flag(body, "witness", &witness, &why);
    if (fine == 0)
        fine = refused_as(&why, CODE_BAD_REQUEST, read_daily(&f, body, s->now, &why));
    if (fine == 0 && witness)
        fine = found_with_witness(s, &f, key, &r, &why);
    else if (fine == 0)
        fine = hall_found(s, &f, key, &r, &why) ? 0 : -1;
    if (fine < 0)
        hall_refuse(h, &why);
}

/* The same request may have come twice at once, and the other one may have founded the table
 * meanwhile. */
int hall_is_founded(struct server *s, struct http *h, const char *key, const struct table *t,
                    const struct refusal *missing)
{
    struct entry_reply r = {.status = 201};
    char id[MATCH_ID + 1];
    id_make(s->host, key, id);
    hall_founders_token(s->host, key, r.token);
    t = t ? t : table_find(s, id);
    if (t && t->match.entries > 0) {
        hall_show_seat(s, h, id, &r, 0);
        return 1;
    }
    if (missing->row == &refusal_unknown_table)
        return 0;
    hall_refuse(h, missing);
    return 1;
}

/* A founding with a key, while it is looked up whether it was carried out before. Holds a reference
 * to the body. */
struct repeatable {
    struct http *http;
    json_t *body;
    char key[KEY_MOST + 1];
};

/* The table of this key is looked for first, in the store as well: a client that lost the answer
 * gets it again. */
static void found_once(struct server *s, struct table *t, const struct refusal *missing, void *arg)
{
    struct repeatable *r = arg;
    if (!hall_is_founded(s, r->http, r->key, t, missing))
        found_now(s, r->http, r->body, r->key);
    json_decref(r->body);
    free(r);
}

/* Without a key a repeated request founds another table; clients that may repeat send one. */
void hall_found_by_body(struct server *s, struct http *h, json_t *body)
{
    struct refusal why;
    char key[KEY_MOST + 1], id[MATCH_ID + 1];
    if (hall_read_key(body, key, &why) < 0) {
        hall_refuse(h, &why);
        return;
    }
    if (!key[0]) {
        found_now(s, h, body, key);
        return;
    }
    struct repeatable *r = calloc(1, sizeof *r);
    MUST(r);
    r->http = h;
    r->body = json_incref(body);
    strcpy(r->key, key);
    id_make(s->host, key, id);
    table_with(s, id, found_once, r);
}
