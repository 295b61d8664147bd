/* A rig for tests of reviews: games between bots as records, with planted answers and with other
 * outcomes. */
#ifndef CHARLATAN_TESTS_REVIEW_RIG_H
#define CHARLATAN_TESTS_REVIEW_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "bots/bots.h"
#include "match/record_read.h"
#include "match/record_write.h"
#include "review/report.h"
#include "review/review.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/hex.h"
#include "wire/outcome.h"

struct bot;
struct bot_options;

enum { GAME_MOVES = 4096 };

/* A game to be recorded, and its record. Too large for the stack. */
struct played {
    const struct game_json *json;
    int players;
    const struct bot *bot[MAX_SEATS];
    /* NULL: as the bots usually play. */
    const struct bot_options *how;
    uint64_t seed;
    /* The game is left after so many moves. */
    uint32_t most;
    /* NULL, or called before every move: may change the answer of the seat that is to move. */
    int (*plant)(struct played *p, const struct view *v, int answer);
    /* For each move whether an answer was planted. */
    uint8_t planted[GAME_MOVES];
    struct session session;
    struct session_done done;
    struct chance pick;
    uint64_t options[MAX_STATE_BYTES / 8];
    uint8_t key[32];
    struct move move[GAME_MOVES];
    uint32_t moves;
    /* Outcomes of the beginning and of each move, in the form of `force`; NULL: from the seed. */
    json_t *chance;
    struct writer text;
    struct record record;
};

static inline struct played *played_new(const char *game, int players, const char *options)
{
    struct played *p = calloc(1, sizeof *p);
    struct refusal why;
    assert_non_null(p);
    p->json = game_json_by_name(game);
    p->players = players;
    p->most = GAME_MOVES;
    p->json->game->init(p->options, players);
    json_t *given = json_loads(options ? options : "{}", 0, NULL);
    assert_int_equal(p->json->read_options(p->options, given, &why), 0);
    json_decref(given);
    return p;
}

static inline void played_free(struct played *p)
{
    json_decref(p->chance);
    record_free(&p->record);
    writer_free(&p->text);
    free(p);
}

/* ---- playing ---- */

/* With a list, the outcomes are kept, and the record has them as given. */
static inline void played_keep(struct played *p)
{
    struct writer w = {0};
    if (!p->chance)
        return;
    write_begin(&w, '[');
    for (uint32_t i = 0; i < p->done.outcomes; i++)
        outcome_write(p->json, &p->done.outcome[i], &w);
    write_end(&w, ']');
    json_array_append_new(p->chance, json_loadb(w.at, w.n, 0, NULL));
    writer_free(&w);
}

static inline void played_begin(struct played *p)
{
    struct session *s = &p->session;
    s->json = p->json;
    s->game = p->json->game;
    memcpy(s->state, p->options, sizeof p->options);
    seed_from_number(p->seed, p->key);
    chance_seed(&s->chance, p->key);
    chance_seed_number(&p->pick, p->seed);
    session_begin(s, &p->done);
    played_keep(p);
}

static inline void played_move(struct played *p)
{
    struct session *s = &p->session;
    int seat = bit_lowest(s->game->active(s->state));
    const struct bot *bot = p->bot[seat];
    struct view v;
    view_take(&v, s->game, s->state, seat);
    int answer = bot->choose(&v, p->how ? &p->how[seat] : &bot->usual, &p->pick, NULL);
    int other = p->plant ? p->plant(p, &v, answer) : answer;
    p->planted[p->moves] = other != answer;
    p->move[p->moves] = (struct move){(uint8_t)seat, (uint8_t)other};
    session_apply(s, p->move[p->moves++], &p->done);
    played_keep(p);
}

/* Writes the record and reads it. */
static inline void played_record(struct played *p, int unfinished)
{
    struct record_written r = {.json = p->json,
                               .options = p->options,
                               .rules = RULES_NOW,
                               .seed = p->key,
                               .fork = {.moves = p->chance ? p->moves : 0, .chance = p->chance},
                               .move = p->move,
                               .moves = p->moves,
                               .unfinished = unfinished};
    for (int i = 0; i < p->players; i++)
        r.name[i] = p->bot[i] ? p->bot[i]->name : "medium";
    record_write(&p->text, &r);
    record_read(&p->record, p->text.at, p->text.n);
    assert_int_equal(p->record.wrong.line, 0);
}

static inline void played_all(struct played *p)
{
    const struct session *s = &p->session;
    played_begin(p);
    while (s->game->active(s->state) && p->moves < p->most)
        played_move(p);
    played_record(p, s->game->active(s->state) != 0);
}

/* A game between these bots, the last of which has all seats that are left. */
static inline struct played *played_between(const char *game, int players, const char *const *bots,
                                            uint64_t seed, uint32_t most)
{
    struct played *p = played_new(game, players, NULL);
    const struct bot *bot = NULL;
    for (int i = 0; i < players; i++) {
        bot = *bots ? bot_by_name(*bots++, p->json->game) : bot;
        p->bot[i] = bot;
    }
    p->seed = seed;
    p->most = most;
    return p;
}

/* ---- its review ---- */

static inline void played_review(const struct played *p, struct review *r, int seat,
                                 uint32_t samples, int threads)
{
    struct review_ask ask = {.seat = seat, .seed = 1, .samples = samples, .threads = threads};
    struct record_wrong wrong = {0};
    if (review_make(r, &p->record, &ask, &wrong) < 0)
        fail_msg("line %u: %s", (unsigned)wrong.line, wrong.why.message);
}

/* The review as JSON, to be freed. */
static inline char *played_text(const struct played *p, int seat, uint32_t samples, int threads)
{
    struct review r;
    struct writer w = {0};
    played_review(p, &r, seat, samples, threads);
    review_write(&w, &r);
    char *text = strdup(w.at);
    assert_non_null(text);
    writer_free(&w);
    review_free(&r);
    return text;
}

#endif
