/* Founds tables: from a request, for a rematch, and from a move of a record. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "match/record_play.h"
#include "match/record_write.h"
#include "server/server.h"

enum { MOVE_MOST_S = 30 * 86400, GAME_MOST_S = 90 * 86400, MOVE_USUAL_S = 300 };

struct table *hall_found(struct server *s, struct founding *f, const char *key,
                         const struct reply *r, struct refusal *why)
{
    struct entry e;
    char id[MATCH_ID + 1];
    if (s->figures.tables >= TABLES_MOST) {
        because(why, ROW(too_many_tables));
        return NULL;
    }
    randombytes_buf(f->seed, sizeof f->seed);
    randombytes_buf(f->salt, sizeof f->salt);
    if (match_may_found(f, s->now, &e, why) < 0)
        return NULL;
    id_make(key, id);
    /* The same request came twice at once; repeated once more, it gets the answer of the first. */
    struct table *t = key[0] ? table_find(s, id) : NULL;
    if (t && t->match.entries > 0) {
        because(why, ROW(somebody_faster));
        return NULL;
    }
    t = table_new(s, id);
    table_looked(t, r && r->http ? r->http->address : "");
    MUST(table_submit(t, &e, r) == 0);
    s->figures.founded++;
    return t;
}

/* ---- POST /api/tables ---- */

static int read_bot_seat(struct founding *f, int seat, const char *what, struct refusal *why)
{
    if (!hall_bot_allowed(what, f->json->game))
        return because(why, ROW(seats_words_needed));
    f->seat[seat].kind = SEAT_BOT;
    strcpy(f->seat[seat].bot, what);
    snprintf(f->seat[seat].name, sizeof f->seat[seat].name, "%s", what);
    return 0;
}

/* Returns how many people will play, the founder included; or -1. */
static int read_seats(struct founding *f, const json_t *list, int *me, struct refusal *why)
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
        } else if (read_bot_seat(f, seat, what ? what : "", why) < 0) {
            return -1;
        }
    }
    return people;
}

static int read_clock(struct founding *f, const json_t *clock, int people, struct refusal *why)
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

static int read_game(struct founding *f, const json_t *body, struct refusal *why)
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

/* The token of whoever founds a table. */
static void make_founders_token(const char *key, char token[33])
{
    char id[MATCH_ID + 1];
    id_make(key, id);
    token_make(key, id, token);
}

static int seat_founder(struct founding *f, const json_t *body, const char *key, int me,
                        struct reply *r, struct refusal *why)
{
    char name[MATCH_NAME + 1];
    struct nonce nonce;
    uint8_t pledge[COMMIT_BYTES];
    if (hall_read_name(body, name, why) < 0 || hall_read_nonce(body, "nonce", &nonce, why) < 0 ||
        hall_read_pledge(body, pledge, why) < 0)
        return -1;
    r->seat = me;
    if (me < 0)
        return 0;
    strcpy(f->seat[me].name, name);
    f->seat[me].nonce = nonce;
    memcpy(f->seat[me].pledge, pledge, sizeof pledge);
    make_founders_token(key, r->token);
    token_hash(r->token, f->seat[me].token);
    return 0;
}

static int read_founding(struct founding *f, const json_t *body, const char *key, struct reply *r,
                         struct refusal *why)
{
    int me, people;
    if (read_game(f, body, why) < 0)
        return -1;
    people = read_seats(f, json_object_get(body, "seats"), &me, why);
    if (people < 0 || read_clock(f, json_object_get(body, "clock"), people, why) < 0)
        return -1;
    f->help = (uint8_t)match_help_usual(f);
    if (read_table_flag(body, "open", &f->open, why) < 0 ||
        read_table_flag(body, "wait", &f->wait, why) < 0 ||
        read_table_flag(body, "help", &f->help, why) < 0)
        return -1;
    return seat_founder(f, body, key, me, r, why);
}

static void found_now(struct server *s, struct http *h, const json_t *body, const char *key)
{
    struct founding f = {0};
    struct refusal why;
    struct reply r = {.http = h, .status = 201, .seat = -1};
    int fine = refused_as(&why, CODE_BAD_REQUEST, read_founding(&f, body, key, &r, &why));
    if (fine < 0 || !hall_found(s, &f, key, &r, &why))
        hall_refuse(h, &why);
}

/* Whether a request with this key has founded its table already. Then it gets the same answer
 * again. `missing` is what table_with says of the table. The same request may have come twice at
 * once, and the other one may have founded the table meanwhile. */
static int is_founded(struct server *s, struct http *h, const char *key, const struct table *t,
                      const struct refusal_row *missing)
{
    struct reply r = {.status = 201};
    struct refusal why;
    char id[MATCH_ID + 1];
    id_make(key, id);
    make_founders_token(key, r.token);
    t = t ? t : table_find(s, id);
    if (t && t->match.entries > 0) {
        hall_show_seat(s, h, id, &r, 0);
        return 1;
    }
    if (missing == &refusal_unknown_table)
        return 0;
    refusal_fill(&why, missing, NULL);
    hall_refuse(h, &why);
    return 1;
}

struct repeatable {
    struct http *http;
    json_t *body;
    char key[KEY_MOST + 1];
};

static void found_once(struct server *s, struct table *t, const struct refusal_row *missing,
                       void *arg)
{
    struct repeatable *r = arg;
    if (!is_founded(s, r->http, r->key, t, missing))
        found_now(s, r->http, r->body, r->key);
    json_decref(r->body);
    free(r);
}

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
    id_make(key, id);
    table_with(s, id, found_once, r);
}

/* ---- POST /api/practice ---- */

struct practice {
    struct founding f;
    struct reply reply;
    json_t *body;
    int n, seat;
    char key[KEY_MOST + 1];
};

/* Plays the record up to move n and keeps the answers. The outcomes of chance are taken from the
 * record. */
static int replay_to(struct practice *p, struct record *r, struct refusal *why)
{
    struct record_play *play = calloc(1, sizeof *play);
    struct record_wrong wrong;
    MUST(play);
    record_play_open(play, r, RECORD_SCRIPT);
    int fine = record_play_begin(play, &wrong) == 0;
    json_array_append(p->f.fork.chance, r->chance);
    for (int i = 0; fine && i < p->n; i++) {
        const struct record_move *m = &r->move[i];
        int answer = session_answer(&play->session, m->seat, m->action);
        p->f.fork_move[i] = (struct move){(uint8_t)m->seat, (uint8_t)answer};
        json_array_append(p->f.fork.chance, m->chance);
        fine = answer >= 0 && record_play_next(play, &wrong) == 0;
    }
    fine = fine && play->session.game->active(play->session.state);
    free(play);
    return fine ? 0 : because(why, ROW(record_ends_there));
}

static void fill_practice_seats(struct practice *p, const char *name, const char *bot)
{
    for (int i = 0; i < p->f.players; i++) {
        if (i == p->seat) {
            p->f.seat[i].kind = SEAT_HUMAN;
            strcpy(p->f.seat[i].name, name);
            make_founders_token(p->key, p->reply.token);
            token_hash(p->reply.token, p->f.seat[i].token);
        } else {
            p->f.seat[i].kind = SEAT_BOT;
            strcpy(p->f.seat[i].bot, bot);
            strcpy(p->f.seat[i].name, bot);
        }
    }
}

static int read_practice(struct practice *p, struct record *r, struct refusal *why)
{
    char name[MATCH_NAME + 1];
    const json_t *value = json_object_get(p->body, "bot"), *seat = json_object_get(p->body, "seat");
    if (read_int(json_object_get(p->body, "n"), "n", 0, (int)r->moves, &p->n, why) < 0 ||
        (seat && read_int(seat, "seat", 0, r->players - 1, &p->seat, why) < 0) ||
        hall_read_name(p->body, name, why) < 0)
        return -1;
    const char *bot = value ? json_string_value(value) : hall_usual_bot(r->json->game);
    if (!bot || !hall_bot_allowed(bot, r->json->game))
        return because(why, ROW(field_unknown_bot), "bot");
    p->f.json = r->json;
    p->f.players = r->players;
    /* Practice goes on by the rules of the record, so that its moves are possible. */
    p->f.rules = r->rules;
    memcpy(p->f.options, r->options, sizeof p->f.options);
    p->f.fork.moves = (uint32_t)p->n;
    p->f.help = 1;
    p->reply.seat = p->seat;
    fill_practice_seats(p, name, bot);
    return 0;
}

/* If another version is needed, the reader has said which. */
static int refuse_record(const struct record *r, struct refusal *why)
{
    const struct refusal_row *row = r->wrong.line ? r->wrong.why.row : NULL;
    if (row != &refusal_rules_newer && row != &refusal_rules_unknown &&
        row != &refusal_program_newer)
        return because(why, ROW(not_a_record));
    *why = r->wrong.why;
    return refused_as(why, CODE_BAD_REQUEST, -1);
}

static void practise(struct server *s, struct practice *p, const char *text, size_t n)
{
    struct record r;
    struct refusal why;
    record_read(&r, text, n);
    int fine = r.json && !r.wrong.line
                   ? refused_as(&why, CODE_BAD_REQUEST, read_practice(p, &r, &why))
                   : refuse_record(&r, &why);
    if (fine == 0) {
        p->f.fork.chance = json_array();
        p->f.fork_move = calloc((size_t)p->n + 1, sizeof p->f.fork_move[0]);
        MUST(p->f.fork_move);
        fine = replay_to(p, &r, &why);
        if (fine == 0 && !hall_found(s, &p->f, p->key, &p->reply, &why))
            fine = -1;
        json_decref(p->f.fork.chance);
        free(p->f.fork_move);
    }
    if (fine < 0)
        hall_refuse(p->reply.http, &why);
    record_free(&r);
}

static void practice_free(struct practice *p)
{
    json_decref(p->body);
    free(p);
}

static void practise_table(struct server *s, struct table *t, const struct refusal_row *missing,
                           void *arg)
{
    struct practice *p = arg;
    struct writer w = {0};
    struct refusal why;
    if (!t)
        refusal_fill(&why, missing, NULL);
    else if (t->match.phase != MATCH_OVER || t->stored != t->match.entries)
        because(&why, ROW(practice_not_over));
    else
        record_write_match(&w, &t->match);
    if (w.n)
        practise(s, p, w.at, w.n);
    else
        hall_refuse(p->reply.http, &why);
    writer_free(&w);
    practice_free(p);
}

static void practise_now(struct server *s, struct practice *p)
{
    const char *table = json_string_value(json_object_get(p->body, "table"));
    const json_t *record = json_object_get(p->body, "record");
    struct refusal why;
    if (table && !record) {
        table_with(s, table, practise_table, p);
        return;
    }
    if (json_is_string(record) && !json_object_get(p->body, "table")) {
        practise(s, p, json_string_value(record), json_string_length(record));
    } else {
        because(&why, ROW(table_or_record));
        hall_refuse(p->reply.http, &why);
    }
    practice_free(p);
}

static void practise_once(struct server *s, struct table *t, const struct refusal_row *missing,
                          void *arg)
{
    struct practice *p = arg;
    if (is_founded(s, p->reply.http, p->key, t, missing))
        practice_free(p);
    else
        practise_now(s, p);
}

void hall_practice(struct server *s, struct http *h, json_t *body)
{
    struct practice *p = calloc(1, sizeof *p);
    struct refusal why;
    char id[MATCH_ID + 1];
    MUST(p);
    p->body = json_incref(body);
    p->reply = (struct reply){.http = h, .status = 201, .seat = -1};
    if (hall_read_key(body, p->key, &why) < 0) {
        hall_refuse(h, &why);
        practice_free(p);
    } else if (p->key[0]) {
        id_make(p->key, id);
        table_with(s, id, practise_once, p);
    } else {
        practise_now(s, p);
    }
}
