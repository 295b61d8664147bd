/* Practice: a table that begins at a move of a record (POST /api/practice). The record is read,
 * played and checked by a chore, which also makes the match and its first entry; the loop only adds
 * the table. */
#include <stdlib.h>
#include <string.h>

#include "match/founding.h"
#include "match/practice.h"
#include "server/hall.h"
#include "server/host.h"
#include "server/refusals.h"
#include "server/request_body.h"
#include "server/server.h"
#include "server/server_only.h"
#include "server/tables/founding.h"
#include "server/tables/ids.h"
#include "server/tables/luck.h"
#include "server/tables/rebuild.h"
#include "server/tables/records.h"
#include "server/tables/table.h"
#include "server/tables/tables.h"
#include "wire/game.h"
#include "wire/read.h"
#include "wire/refuse.h"

/* The most moves of a fork, and the most bytes of an entry; match/ refuses more. Both guard the
 * loop and the store: a fork with all its chance is one entry. */
enum { PRACTICE_MOST = 1 << 16, PRACTICE_BYTES = 1 << 22 };

/* One request from its first look-up to its answer; then `drop`. In between it is the chore's or
 * the loop's, never both. */
struct practice {
    /* If the record is that of a table. */
    struct record_request recording;
    struct server *server;
    struct match_founding f;
    struct entry_reply reply;
    json_t *body;
    /* The move at which it begins, the person's seat, and whether the luck after it is that of the
     * record. */
    int n, seat, same;
    char key[KEY_MOST + 1];
    /* What the chore makes, at this time. */
    int64_t now;
    struct match match;
    struct entry e;
    struct writer entry;
    int fine;
    struct refusal why;
};

/* The reply must have been given, or handed on with the table. */
static void drop(struct practice *p)
{
    json_decref(p->body);
    practice_free(&p->f);
    match_free(&p->match);
    writer_free(&p->entry);
    writer_free(&p->recording.text);
    free(p);
}

/* The end of every way that fails. */
static void practice_refuse(struct practice *p, const struct refusal *why)
{
    hall_refuse(p->reply.http, why);
    drop(p);
}

/* ---- on the chore's thread ---- */

/* Everybody else is a bot, the same one. The token follows from the key, so a repeated request can
 * be answered again; without one it is random, and this is the only call. */
static void fill_practice_seats(struct practice *p, const char *name, const char *bot)
{
    for (int i = 0; i < p->f.players; i++) {
        if (i == p->seat) {
            p->f.seat[i].kind = SEAT_HUMAN;
            strcpy(p->f.seat[i].name, name);
            hall_founders_token(p->server->host, p->key, p->reply.token);
            token_hash(p->reply.token, p->f.seat[i].token);
        } else {
            p->f.seat[i].kind = SEAT_BOT;
            strcpy(p->f.seat[i].bot, bot);
        }
    }
}

/* Missing: new luck. "same" keeps that of the record. */
static int read_luck(const struct practice *p, int *same, struct refusal *why)
{
    const json_t *given = json_object_get(p->body, "luck");
    const char *luck = given ? json_string_value(given) : "new";
    if (!luck || (strcmp(luck, "new") != 0 && strcmp(luck, "same") != 0))
        return because(why, ROW(practice_luck_needed));
    *same = strcmp(luck, "same") == 0;
    return 0;
}

/* On the chore's thread, since bounds depend on the record. It reads the server's programs, which
 * never change, and nothing else of it. */
static int read_practice(struct practice *p, struct record *r, struct refusal *why)
{
    char name[MATCH_NAME + 1];
    const json_t *value = json_object_get(p->body, "bot"), *seat = json_object_get(p->body, "seat");
    if (read_int(json_object_get(p->body, "n"), "n", 0, (int)r->moves, &p->n, why) < 0 ||
        (seat && read_int(seat, "seat", 0, r->players - 1, &p->seat, why) < 0) ||
        hall_read_name(p->server->programs, p->body, name, why) < 0)
        return -1;
    if (p->n > PRACTICE_MOST)
        return because(why, ROW(practice_late), PRACTICE_MOST);
    if (read_luck(p, &p->same, why) < 0)
        return -1;
    const char *bot = value ? json_string_value(value) : hall_usual_bot(r->json->game);
    if (!bot || !hall_bot_allowed(p->server->programs, bot, r->json->game))
        return because(why, ROW(field_unknown_bot), "bot");
    p->f.players = r->players;
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

/* Founds the match: it takes its founding, and the entry is written. */
static int make_match(struct practice *p, struct refusal *why)
{
    struct session_done *done = malloc(sizeof *done);
    MUST(done);
    int made = founding_play_fork(&p->f, why);
    if (made == 0)
        made = match_may_found(&p->f, p->now, &p->e, why);
    if (made == 0)
        made = match_take(&p->match, &p->e, done, why);
    if (made == 0) {
        entry_write(&p->entry, &p->match, &p->e, done);
        if (p->entry.n > PRACTICE_BYTES)
            made = because(why, ROW(practice_late), PRACTICE_MOST);
    }
    free(done);
    /* They are many, and no longer needed: the entry has them. */
    match_forget_fork(&p->match);
    json_decref(p->f.fork.chance);
    p->f.fork.chance = NULL;
    return made;
}

/* 0: match and entry are made. */
static int practise(struct practice *p, struct record *r, struct refusal *why)
{
    if (!r->json || r->wrong.line)
        return refuse_record(r, why);
    if (refused_as(why, CODE_BAD_REQUEST, read_practice(p, r, why)) < 0)
        return -1;
    return practice_found(&p->f, r, (uint32_t)p->n, p->same, why) < 0 ? -1 : make_match(p, why);
}

/* The record is the one that was sent, or the one that was just written from the table's log. */
static void run(struct chore *c)
{
    struct practice *p = (struct practice *)c;
    const json_t *record = json_object_get(p->body, "record");
    struct writer *w = &p->recording.text;
    struct record r;
    if (w->n)
        record_read(&r, w->at, w->n);
    else
        record_read(&r, json_string_value(record), json_string_length(record));
    p->fine = practise(p, &r, &p->why) == 0;
    record_free(&r);
}

/* ---- on the loop's thread ---- */

/* Another request with the same key may be asking for the table just now; that one is loading. */
static struct table *new_table(struct practice *p, struct refusal *why)
{
    char id[MATCH_ID + 1];
    id_make(p->server->host, p->key, id);
    if (p->key[0] && table_find(p->server, id)) {
        because(why, ROW(somebody_faster));
        return NULL;
    }
    return hall_new_table(p->server, p->key, &p->reply, why);
}

/* The only step that touches tables, on the loop. The match is taken over with its entry, so
 * nothing is played here. */
static void found(struct chore *c)
{
    struct practice *p = (struct practice *)c;
    struct table *t = NULL;
    if (c->dropped)
        because(&p->why, ROW(server_stops));
    else if (p->fine)
        t = new_table(p, &p->why);
    if (!t) {
        practice_refuse(p, &p->why);
        return;
    }
    struct store_text text = {p->entry.at, p->entry.n};
    table_found(t, &p->match, &p->e, &text, &p->reply);
    drop(p);
}

/* The luck is drawn and the time read here, because a chore may touch neither. */
static void practise_record(struct practice *p)
{
    p->now = p->server->now;
    luck_of_table(p->server, &p->f);
    p->recording.fold.chore = (struct chore){.run = run, .done = found};
    p->server->host->chore(p->server->host, CHORE_SLOW, &p->recording.fold.chore);
}

/* The fold's rows and match are no longer needed; the text is, until the chore has read it. */
static void record_written(struct table_fold *f)
{
    struct practice *p = (struct practice *)f;
    const struct refusal_row *missing = record_missing(&p->recording);
    struct refusal why;
    fold_free(f);
    if (!missing) {
        practise_record(p);
        return;
    }
    refusal_fill(&why, missing, NULL);
    practice_refuse(p, &why);
}

/* The record of a game that runs would show what is hidden, and one that is not stored may yet
 * change. */
static void practise_table(struct server *s, struct table *t, const struct refusal *missing,
                           void *arg)
{
    struct practice *p = arg;
    struct refusal why;
    int may = -1;
    if (!t)
        why = *missing;
    else if (t->match.phase != MATCH_OVER || t->stored != t->match.entries)
        because(&why, ROW(practice_not_over));
    else
        may = record_make(&p->recording, s, t, record_written, &why);
    if (may < 0)
        practice_refuse(p, &why);
}

/* Exactly one of `table` and `record`. A record that was sent goes straight to the chore. */
static void practise_now(struct server *s, struct practice *p)
{
    const char *table = json_string_value(json_object_get(p->body, "table"));
    const json_t *record = json_object_get(p->body, "record");
    struct refusal why;
    if (table && !record) {
        table_with(s, table, practise_table, p);
    } else if (!json_is_string(record) || json_object_get(p->body, "table")) {
        because(&why, ROW(table_or_record));
        practice_refuse(p, &why);
    } else if (slow_chores_wait(s, &why) < 0) {
        practice_refuse(p, &why);
    } else {
        practise_record(p);
    }
}

static void practise_once(struct server *s, struct table *t, const struct refusal *missing,
                          void *arg)
{
    struct practice *p = arg;
    if (hall_is_founded(s, p->reply.http, p->key, t, missing))
        drop(p);
    else
        practise_now(s, p);
}

/* The ban is looked at here, because a chore cannot see bans; the name itself is read later. */
void hall_practice(struct server *s, struct http *h, json_t *body)
{
    struct practice *p = calloc(1, sizeof *p);
    struct refusal why;
    char id[MATCH_ID + 1];
    MUST(p);
    p->server = s;
    match_init(&p->match);
    p->body = json_incref(body);
    p->reply = (struct entry_reply){.http = h, .status = 201, .seat = -1};
    const char *name = json_string_value(json_object_get(body, "name"));
    int banned = name && s->bans.n && parts.bans_name(&s->bans, name, s->now)
                     ? because(&why, ROW(name_banned))
                     : 0;
    if (banned < 0 || hall_read_key(body, p->key, &why) < 0) {
        practice_refuse(p, &why);
    } else if (p->key[0]) {
        id_make(s->host, p->key, id);
        table_with(s, id, practise_once, p);
    } else {
        practise_now(s, p);
    }
}
