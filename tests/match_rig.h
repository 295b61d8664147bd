/* A rig for tests of matches: a match, its log as texts, and a second match that reads every text
 * and must always be equal. The test sets the time. */
#ifndef CHARLATAN_TESTS_MATCH_RIG_H
#define CHARLATAN_TESTS_MATCH_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "match/founding.h"
#include "match/host.h"
#include "match/match.h"
#include "match/watched.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/write.h"

struct body {
    char *text;
    size_t n;
};

struct rig {
    struct match m, shadow;
    struct body *body;
    /* Of the state before each entry. */
    uint64_t *hash;
    uint32_t bodies;
    int64_t now;
    struct session_done *done;
    /* The last entry. */
    struct entry e;
    struct refusal why;
};

/* A name for whoever has this number: nobody at a table is called like another. */
static inline const char *rig_name(int n)
{
    static char name[24];
    snprintf(name, sizeof name, "Élise %d", n);
    return name;
}

/* A founding: 'h' a person, 'b' the bot medium (random in the null game), '.' an empty seat. */
static inline void rig_found(struct match_founding *f, const char *game, const char *seats,
                             const char *options)
{
    struct refusal why;
    memset(f, 0, sizeof *f);
    f->json = game_json_by_name(game);
    f->players = (int)strlen(seats);
    f->json->game->init(f->options, f->players);
    json_t *given = json_loads(options ? options : "{}", 0, NULL);
    assert_int_equal(f->json->read_options(f->options, given, &why), 0);
    json_decref(given);
    memset(f->seed, 7, sizeof f->seed);
    memset(f->salt, 9, sizeof f->salt);
    for (int seat = 0; seat < f->players; seat++) {
        if (seats[seat] == 'b') {
            f->seat[seat].kind = SEAT_BOT;
            strcpy(f->seat[seat].bot, strcmp(game, "null") == 0 ? "random" : "medium");
        } else if (seats[seat] == 'h') {
            f->seat[seat].kind = SEAT_HUMAN;
            snprintf(f->seat[seat].name, sizeof f->seat[seat].name, "Person %d", seat);
            f->seat[seat].token[0] = (uint8_t)(seat + 1);
        }
    }
}

/* ---- two matches must be the same ---- */

static inline void same_seat(const struct match_seat *a, const struct match_seat *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->away, b->away);
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->bot, b->bot);
    assert_memory_equal(a->token, b->token, MATCH_TOKEN);
    assert_int_equal(a->nonce.n, b->nonce.n);
    assert_memory_equal(a->nonce.bytes, b->nonce.bytes, MATCH_NONCE);
    assert_memory_equal(a->pledge, b->pledge, COMMIT_BYTES);
    assert_int_equal(a->expected, b->expected);
    assert_int_equal(a->sat, b->sat);
    assert_int_equal(a->asked, b->asked);
    assert_int_equal(a->since, b->since);
    assert_int_equal(a->left, b->left);
    assert_int_equal(a->spent, b->spent);
    assert_int_equal(a->mercy, b->mercy);
    assert_int_equal(a->answered, b->answered);
    assert_int_equal(a->answered_n, b->answered_n);
    assert_int_equal(a->answer, b->answer);
    assert_int_equal(a->answer_name, b->answer_name);
    assert_int_equal(a->from, b->from);
    assert_int_equal(a->turn, b->turn);
    assert_int_equal(a->called, b->called);
    assert_int_equal(a->renewed, b->renewed);
    assert_int_equal(a->turn_at, b->turn_at);
}

static inline void same_host(const struct match *a, const struct match *b)
{
    assert_int_equal(a->host, b->host);
    assert_int_equal(a->locked, b->locked);
    assert_int_equal(a->approve, b->approve);
    assert_int_equal(a->wants, b->wants);
    assert_int_equal(a->outs, b->outs);
    for (uint32_t i = 0; i < a->outs; i++) {
        assert_memory_equal(a->out[i].token, b->out[i].token, MATCH_TOKEN);
        assert_int_equal(a->out[i].from, b->out[i].from);
        assert_int_equal(a->out[i].n, b->out[i].n);
    }
    assert_int_equal(a->knocks, b->knocks);
    for (uint32_t i = 0; i < a->knocks; i++) {
        assert_int_equal(a->knock[i].seat, b->knock[i].seat);
        assert_string_equal(a->knock[i].name, b->knock[i].name);
        assert_memory_equal(a->knock[i].token, b->knock[i].token, MATCH_TOKEN);
        assert_int_equal(a->knock[i].from, b->knock[i].from);
        assert_int_equal(a->knock[i].n, b->knock[i].n);
        assert_int_equal(a->knock[i].at, b->knock[i].at);
    }
}

static inline void same_session(const struct session *a, const struct session *b)
{
    assert_ptr_equal(a->json, b->json);
    assert_ptr_equal(a->game, b->game);
    assert_memory_equal(a->state, b->state, sizeof a->state);
    assert_memory_equal(a->chance.key, b->chance.key, sizeof a->chance.key);
    for (int i = 0; i < CHANCE_STREAMS; i++)
        assert_int_equal(a->chance.place[i], b->chance.place[i]);
}

static inline void same_moves(const struct match *a, const struct match *b)
{
    assert_int_equal(a->moves, b->moves);
    assert_int_equal(a->first, b->first);
    for (uint32_t i = 0; i < a->moves - a->first; i++) {
        assert_int_equal(a->move[i].move.seat, b->move[i].move.seat);
        assert_int_equal(a->move[i].move.answer, b->move[i].move.answer);
        assert_int_equal(a->move[i].chance, b->move[i].chance);
        assert_int_equal(a->move[i].hurried, b->move[i].hurried);
        assert_int_equal(a->move[i].n, b->move[i].n);
        assert_int_equal(a->move[i].people, b->move[i].people);
    }
    assert_int_equal(a->undone_n, b->undone_n);
    for (uint32_t i = 0; i < a->undone_n; i++) {
        assert_int_equal(a->undone[i].before, b->undone[i].before);
        assert_true(json_equal(a->undone[i].items, b->undone[i].items));
    }
    assert_int_equal(a->fork.moves, b->fork.moves);
    assert_true(a->fork.chance == b->fork.chance || json_equal(a->fork.chance, b->fork.chance));
}

static inline void same_watch(const struct match *a, const struct match *b)
{
    const struct match_witness *x = a->watch, *y = b->watch;
    assert_int_equal(x != NULL, y != NULL);
    if (!x)
        return;
    assert_memory_equal(&x->opening, &y->opening, sizeof x->opening);
    assert_memory_equal(x->asker, y->asker, sizeof x->asker);
    assert_int_equal(x->asked, y->asked);
    assert_memory_equal(x->transcript, y->transcript, sizeof x->transcript);
    assert_int_equal(x->due, y->due);
    assert_memory_equal(x->question, y->question, sizeof x->question);
    assert_int_equal(x->unproven, y->unproven);
    if (a->begun)
        assert_memory_equal(x->share, y->share, (a->moves - a->first + 1) * sizeof x->share[0]);
    assert_int_equal(x->sealed, y->sealed);
    assert_memory_equal(&x->seal, &y->seal, sizeof x->seal);
}

static inline void same_match(const struct match *a, const struct match *b)
{
    assert_int_equal(a->entries, b->entries);
    assert_int_equal(a->others, b->others);
    assert_int_equal(a->undos, b->undos);
    assert_int_equal(a->practice, b->practice);
    assert_int_equal(a->undo_luck, b->undo_luck);
    assert_int_equal(a->phase, b->phase);
    assert_int_equal(a->open, b->open);
    assert_int_equal(a->wait, b->wait);
    assert_int_equal(a->help, b->help);
    assert_int_equal(a->begun, b->begun);
    assert_int_equal(a->players, b->players);
    assert_int_equal(a->created, b->created);
    assert_int_equal(a->touched, b->touched);
    assert_int_equal(a->reveal_until, b->reveal_until);
    assert_int_equal(a->clock.move, b->clock.move);
    assert_int_equal(a->clock.game, b->clock.game);
    assert_memory_equal(a->seed, b->seed, sizeof a->seed);
    assert_memory_equal(a->salt, b->salt, sizeof a->salt);
    assert_memory_equal(a->commitment, b->commitment, sizeof a->commitment);
    assert_memory_equal(a->options, b->options, sizeof a->options);
    assert_int_equal(a->rules, b->rules);
    assert_string_equal(a->rematch, b->rematch);
    assert_int_equal(a->plea.seat, b->plea.seat);
    assert_int_equal(a->plea.to, b->plea.to);
    assert_int_equal(a->plea.asked, b->plea.asked);
    assert_int_equal(a->plea.granted, b->plea.granted);
    assert_int_equal(a->plea.until, b->plea.until);
    for (int seat = 0; seat < MAX_SEATS; seat++)
        same_seat(&a->seat[seat], &b->seat[seat]);
    same_session(&a->session, &b->session);
    same_moves(a, b);
    same_host(a, b);
    same_watch(a, b);
}

/* ---- taking entries ---- */

/* Reads a body and applies it. Written again, it must be the same text. */
static inline void shadow_take(struct match *m, const struct body *b)
{
    struct refusal why = {0};
    struct entry e;
    struct writer w = {0};
    struct session_done *done = malloc(sizeof *done);
    assert_non_null(done);
    if (entry_read(&e, m, b->text, b->n, &why) < 0 || match_take(m, &e, done, &why) < 0)
        fail_msg("%s: %s", b->text, why.message);
    entry_write(&w, m, &e, done);
    assert_string_equal(w.at, b->text);
    entry_free(&e);
    writer_free(&w);
    free(done);
}

/* Applies the whole log to a new match, which must be equal. */
static inline void rig_refold(const struct rig *t)
{
    struct match again;
    match_init(&again);
    for (uint32_t i = 0; i < t->bodies; i++)
        shadow_take(&again, &t->body[i]);
    same_match(&again, &t->m);
    match_free(&again);
}

static inline void questions_hold(const struct match *m)
{
    const struct session *s = &m->session;
    uint32_t active = m->phase == MATCH_RUNNING ? s->game->active(s->state) : 0;
    assert_true(m->phase != MATCH_RUNNING || active);
    for (int seat = 0; seat < m->players; seat++) {
        assert_int_equal(m->seat[seat].asked != 0, active >> seat & 1);
        assert_true(m->seat[seat].asked < m->entries);
        assert_true(m->seat[seat].since <= m->touched);
    }
}

/* Applies t->e. */
static inline void rig_take(struct rig *t)
{
    struct refusal why = {0};
    struct writer w = {0};
    uint64_t hash = t->m.begun ? game_hash(t->m.session.game, t->m.session.state) : 0;
    uint32_t n = t->bodies++;
    if (match_take(&t->m, &t->e, t->done, &why) < 0)
        fail_msg("an entry that may be is refused: %s", why.message);
    assert_int_equal(t->e.n, n);
    entry_write(&w, &t->m, &t->e, t->done);
    t->body = realloc(t->body, t->bodies * sizeof *t->body);
    t->hash = realloc(t->hash, t->bodies * sizeof *t->hash);
    assert_true(t->body && t->hash);
    t->body[n] = (struct body){w.at, w.n};
    t->hash[n] = hash;
    shadow_take(&t->shadow, &t->body[n]);
    same_match(&t->shadow, &t->m);
    questions_hold(&t->m);
    if (t->e.kind == ENTRY_UNDO)
        assert_int_equal(game_hash(t->m.session.game, t->m.session.state), t->hash[t->e.to]);
}

static inline void rig_open(struct rig *t, const struct match_founding *f, int64_t now)
{
    memset(t, 0, sizeof *t);
    match_init(&t->m);
    match_init(&t->shadow);
    t->now = now;
    t->done = malloc(sizeof *t->done);
    assert_non_null(t->done);
    if (match_may_found(f, now, &t->e, &t->why) < 0)
        fail_msg("%s", t->why.message);
    rig_take(t);
}

static inline void rig_close(struct rig *t)
{
    match_free(&t->m);
    match_free(&t->shadow);
    for (uint32_t i = 0; i < t->bodies; i++)
        free(t->body[i].text);
    free(t->body);
    free(t->hash);
    free(t->done);
}

/* Applies all entries that are due without a request; returns how many there were. */
static inline int rig_settle(struct rig *t)
{
    int n = 0;
    for (; match_follows(&t->m, t->now, &t->e); n++)
        rig_take(t);
    return n;
}

/* Parses what was written. */
static inline json_t *parse(const struct writer *w)
{
    json_t *value = json_loadb(w->at, w->n, JSON_REJECT_DUPLICATES, NULL);
    if (!value)
        fail_msg("no JSON: %s", w->at);
    return value;
}

#endif
