/* The property suite: promises of engine/game.h, tested over every game, player count and mix of
 * options, with random answers.
 *
 * A *subject* is a game with what the suite must know about it: how to set its options, bounds
 * tighter than the game's own, and optional second opinions written apart from the rules (ranges,
 * layout of bytes, another scramble, a ledger of who has seen what). A *run* is one game of one
 * worker. Game k of seed s is always the same game, whatever else was asked for: its luck and its
 * choices come from (s, k), and experiments have a chance of their own, so that they cannot
 * disturb it.
 *
 * What is tested when (see game_props_play.c):
 *   every action   legal sets, check, ranges, bounds, sizes of logs and sinks
 *   sampled        names, views, guesses, scrambles, twins, scripts, orders, sentences; one viewer
 *   one game in 4  the ledger, after every action
 *   one in 16      the whole game again, from its seed and from its script
 *   one in 256     deep: everything, after every action (of a long game the first 4000), for every
 *                  viewer */
#ifndef CHARLATAN_TESTS_GAME_PROPS_H
#define CHARLATAN_TESTS_GAME_PROPS_H

#include <stdio.h>
#include <stdlib.h>

#include "engine/game.h"

/* The states a run works with. */
enum props_slot { NOW, START, VIEW, AGAIN, PUBLIC, GUESS, OTHER, LEFT, RIGHT, PROPS_SLOTS };
enum { PROPS_GUARD = 16, PROPS_GUARD_BYTE = 0xa5, PROPS_QUESTIONS = 64, PROPS_EVENTS = 256 };
enum { PROPS_LEDGER = 16384 }; /* bytes of the biggest ledger */

struct props_mix {
    const char *name;
    int weight; /* how many of a cycle's games are played with it */
};

/* A ledger follows a game by its answers and its events alone and then says what each seat knows.
 * Each function returns NULL, or what is wrong. */
struct props_ledger {
    size_t bytes;
    void (*open)(void *ledger, const void *state); /* the state before begin(): its options */
    const char *(*follow)(void *ledger, int seat, const char *action, const struct events *log);
    const char *(*compare)(void *ledger, const void *state);
    const char *(*compare_view)(const void *ledger, const void *view, int seat);
};

/* What may be NULL says so. */
struct props_subject {
    const struct game *game;
    const struct props_mix *mixes;
    int mix_count;
    void (*mix)(void *state, int mix, int players, struct chance *c); /* between init and begin */
    uint32_t (*bound)(
        const void *state); /* a game with these options ends within so many answers */
    const char *(*ranges)(const void *state); /* every action; NULL where all is well */
    const char *(*tidy)(const void *state);   /* bytes without meaning are at rest; may be NULL */
    void (*rescramble)(void *state, int seat, struct chance *c); /* may be NULL */
    /* Twins: does this event show the viewer, who did not act, something that was hidden; and do
     * views stay equal when no event does (1), or not always (0), or are there no twins (-1). */
    int (*reveals)(const struct event *e, int viewer);
    int (*quiet)(const void *state, int seat, int answer, int viewer);
    int (*event_seen)(const struct event *e, int viewer); /* may be NULL: the set in the event */
    int (*rule_known)(const char *rule);
    const char *const *nonsense; /* answers to offer at the wrong time, closed by NULL */
    int items, event_kinds, questions;
    int sample_rate;                   /* one action in so many is experimented with */
    const struct props_ledger *ledger; /* may be NULL */
};

/* A growing record of a whole game, for replay and for reports. */
struct props_record {
    struct move *answer;
    uint64_t *hash;        /* hash[i]: of the state before answer i */
    uint32_t *outcome_end; /* of begin() and of each answer */
    struct outcome *outcome;
    uint32_t answers, outcomes, answer_cap, outcome_cap;
};

struct props_counts {
    uint64_t games, failed, actions;
    uint64_t views, guesses, playouts, scrambles, scrambled, twins, quiet_twins, orders;
    uint64_t scripts, impossible, sentences, secrets, names, ledgers, replays, deep;
    uint64_t most_actions, most_events, most_outcomes;
    uint64_t question[PROPS_QUESTIONS], event[PROPS_EVENTS];
};

struct props_run {
    const struct props_subject *subject;
    const struct game *game;
    uint64_t seed, number;
    int players, mix;
    int lean; /* which answers this game prefers */
    int is_deep, has_ledger, is_recorded, tell_all;
    uint32_t bound;
    void *slot[PROPS_SLOTS];
    void *ledger;
    struct chance luck; /* of the game, its answers included */
    struct chance lab;  /* of the experiments */
    struct outcome log[2 * MAX_OUTCOMES], script[2 * MAX_OUTCOMES];
    uint8_t used[2 * MAX_OUTCOMES];
    struct event event[2][2 * MAX_EVENTS];
    struct events sink, other_sink;
    struct props_record record;
    uint64_t asked;       /* questions met so far in this game */
    const char *property; /* NULL, or the first promise that was broken */
    char failure[512];
    struct props_counts *counts; /* of the subject */
};

/* ---- game_props_play.c ---- */

struct props_run *props_open(void);
void props_close(struct props_run *r);
void props_schedule(const struct props_subject *s, uint64_t k, int *players, int *mix);
void props_play(struct props_run *r, const struct props_subject *s, uint64_t seed, uint64_t number,
                uint64_t index);
void props_count(struct props_run *r);                                 /* after a game */
int props_pick(struct props_run *r, struct chance *c, uint64_t legal); /* one of the answers */
void props_fail(struct props_run *r, const char *property, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void props_seed(struct chance *c, uint64_t seed, uint64_t number, uint8_t purpose);

static inline uint32_t props_dice(struct props_run *r, uint32_t n)
{
    return chance_below(&r->lab, CHANCE_PICK, n);
}

static inline void *props_copy(struct props_run *r, int to, int from)
{
    return memcpy(r->slot[to], r->slot[from], r->game->state_bytes);
}

/* Fails, and says where, when two states that must be equal are not. */
int props_same(struct props_run *r, const char *property, int a, int b);

/* ---- game_props_text.c ---- */

void props_names(struct props_run *r, int seat);
void props_sentences(struct props_run *r);
void props_refusals(struct props_run *r, int seat);
uint64_t props_offer(const struct game *g, const void *state, int seat); /* hash of all it reads */

/* ---- game_props_repeat.c ---- */

void props_repeat(struct props_run *r, int seat, int answer);
void props_orders(struct props_run *r);
void props_record_step(struct props_run *r, int seat, int answer);
void props_record_outcomes(struct props_run *r);
void props_replay(struct props_run *r);
void props_list_actions(struct props_run *r, FILE *to);

/* ---- game_props_secrets.c ---- */

/* What this viewer is shown now, and what of the answer the seat will give; seat -1: none. */
void props_secrets(struct props_run *r, int seat, int answer, int viewer);

/* ---- the subjects, and leaks planted in them ---- */

extern const struct props_subject props_arcane, props_null, props_quacks;
extern const struct props_ledger props_arcane_ledger;
int props_arcane_leaves_first(uint32_t a, uint32_t b);

struct props_leak {
    const char *name;
    const struct props_subject *subject;
    void (*plant)(struct game *g);
};
const struct props_leak *props_leaks(int *count);

#endif
