/* The property suite. It tests the promises of engine/game.h for every game, player count and mix
 * of options, with random answers.
 *
 * A *subject* is a game with what the suite must know about it: how to set its options, bounds
 * tighter than the game's own, and optional checks written independently of the rules (ranges,
 * layout of bytes, another scramble, a ledger of who has seen what). A *run* is one game of one
 * worker. Game k of seed s is always the same game: its outcomes and answers come from (s, k), and
 * experiments have random numbers of their own, so that they cannot disturb it.
 *
 * What is tested when (see game_props_play.c):
 *   every action   legal sets, check, ranges, bounds, sizes of logs and sinks
 *   sampled        names, views, observations, guesses, scrambles, twins, scripts, orders,
 *                  sentences, what was learned; one viewer
 *   one game in 4  the ledger, after every action
 *   one in 16      the whole game again, from its seed and from its script
 *   one in 256     deep: everything, after every action (of a long game the first 4000), for every
 *                  viewer */
#ifndef CHARLATAN_TESTS_GAME_PROPS_H
#define CHARLATAN_TESTS_GAME_PROPS_H

#include <stdio.h>
#include <stdlib.h>

#include "engine/game.h"
#include "engine/help.h"

/* The states a run works with. */
enum props_slot { NOW, START, VIEW, AGAIN, PUBLIC, GUESS, OTHER, LEFT, RIGHT, PROPS_SLOTS };
enum { PROPS_GUARD = 16, PROPS_GUARD_BYTE = 0xa5, PROPS_QUESTIONS = 64, PROPS_EVENTS = 256 };
/* The most rows of an observation. */
enum { PROPS_ROWS = 128 };
/* Bytes of the biggest ledger. */
enum { PROPS_LEDGER = 16384 };

struct props_mix {
    const char *name;
    /* How many games of a cycle use it. */
    int weight;
};

/* A ledger follows a game from its answers and events alone, and then knows what each seat knows.
 * Each function returns NULL, or what is wrong. */
struct props_ledger {
    size_t bytes;
    /* `state` is the one before begin(), with its options. */
    void (*open)(void *ledger, const void *state);
    const char *(*follow)(void *ledger, int seat, const char *action, const struct events *log);
    const char *(*compare)(void *ledger, const void *state);
    const char *(*compare_view)(const void *ledger, const void *view, int seat);
};

/* Members that may be NULL say so. */
struct props_subject {
    const struct game *game;
    /* Its games among those of all subjects. Short games, which are soon covered, need few. */
    int weight;
    const struct props_mix *mixes;
    int mix_count;
    /* Called between init and begin. */
    void (*mix)(void *state, int mix, int players, struct chance *c);
    /* The most answers that a game with these options can take. */
    uint32_t (*bound)(const void *state);
    /* Called after every action; returns NULL, or what is wrong. */
    const char *(*ranges)(const void *state);
    /* Checks that unused bytes have their resting values; may be NULL. */
    const char *(*tidy)(const void *state);
    /* May be NULL. */
    void (*rescramble)(void *state, int seat, struct chance *c);
    /* For twins. `reveals`: returns 1 if this event may show something hidden to a viewer who did
     * not act. `quiet`: returns 1 if views stay equal when no event reveals anything, 0 if not
     * always, -1 if there are no twins; NULL: always 1. */
    int (*reveals)(const struct event *e, int viewer);
    int (*quiet)(const void *state, int seat, int answer, int viewer);
    /* NULL: the set in the event decides. */
    int (*event_seen)(const struct event *e, int viewer);
    /* Gives every seat's place to the next one, and what a seat has with it. NULL if the game has
     * no observations. */
    void (*rotate)(void *state);
    /* Compares an observation with the state, by what its rows say; returns NULL, or what is wrong.
     */
    const char *(*observed)(const void *state, int viewer, const uint8_t *cells);
    struct rule_rows (*rules)(void);
    /* Answers to offer at the wrong time, ended by NULL. */
    const char *const *nonsense;
    int items, event_kinds, questions;
    /* One in this many actions is experimented with. */
    int sample_rate;
    /* May be NULL. */
    const struct props_ledger *ledger;
};

/* Makes a state, fresh from init, play by random numbers that go together. There are no more sets
 * of numbers than the process keeps (engine/numbers.h). */
void props_numbers(const struct game *g, void *state, struct chance *c);
/* The first of these sets; 0 without a call. Before threads start. */
void props_designs_from(uint32_t first);

static inline int props_quiet(const struct props_subject *s, const void *state, int seat,
                              int answer, int viewer)
{
    return s->quiet ? s->quiet(state, seat, answer, viewer) : 1;
}

/* The record of a whole game, for replay and reports. */
struct props_record {
    struct move *answer;
    /* hash[i] is that of the state before answer i. */
    uint64_t *hash;
    /* The end of the outcomes of begin() and of each answer. */
    uint32_t *outcome_end;
    struct outcome *outcome;
    uint32_t answers, outcomes, answer_cap, outcome_cap;
};

struct props_counts {
    uint64_t games, failed, actions;
    uint64_t views, guesses, playouts, scrambles, scrambled, twins, quiet_twins, orders;
    uint64_t scripts, impossible, sentences, secrets, names, ledgers, replays, deep;
    uint64_t most_actions, most_events, most_outcomes;
    uint64_t question[PROPS_QUESTIONS], event[PROPS_EVENTS];
    uint64_t observed;
    /* Verdicts about a seat and a move that drew nothing. */
    uint64_t learned, unlearned;
};

struct props_run {
    const struct props_subject *subject;
    const struct game *game;
    uint64_t seed, number;
    int players, mix;
    /* Which answers this game prefers. */
    int lean;
    int is_deep, has_ledger, is_recorded, tell_all;
    /* 1: observes every seat after some actions, and makes no other experiment. */
    int only_observes;
    /* The least and the most that each row's cells have had. */
    uint8_t row_least[PROPS_ROWS], row_most[PROPS_ROWS];
    uint32_t bound;
    void *slot[PROPS_SLOTS];
    void *ledger;
    /* The random numbers of the game and its answers. */
    struct chance luck;
    /* The random numbers of the experiments. */
    struct chance lab;
    struct outcome log[2 * MAX_OUTCOMES], script[2 * MAX_OUTCOMES];
    uint8_t used[2 * MAX_OUTCOMES];
    struct event event[2][2 * MAX_EVENTS];
    struct events sink, other_sink;
    struct props_record record;
    /* Questions met so far in this game. */
    uint64_t asked;
    /* How often in this game a seat has learned something from a move that drew nothing, and how
     * often a guess proved it. */
    int learned, proven;
    /* The first broken promise, or NULL. */
    const char *property;
    char failure[512];
    /* The subject's counts. */
    struct props_counts *counts;
};

/* ---- game_props_play.c ---- */

struct props_run *props_open(void);
void props_close(struct props_run *r);
void props_schedule(const struct props_subject *s, uint64_t k, int *players, int *mix);
void props_play(struct props_run *r, const struct props_subject *s, uint64_t seed, uint64_t number,
                uint64_t index);
/* Called after a game. */
void props_count(struct props_run *r);
/* Picks one of the answers. */
int props_pick(struct props_run *r, struct chance *c, uint64_t legal);
void props_fail(struct props_run *r, const char *property, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void props_seed(struct chance *c, uint64_t seed, uint64_t number, uint8_t purpose);
/* The rules of a game: one game in 11 has older ones. */
static inline int props_rules(uint64_t number)
{
    return number % 11 == 10 ? 1 + (int)(number / 11 % (RULES_COUNT - 1)) : RULES_NOW;
}

static inline uint32_t props_dice(struct props_run *r, uint32_t n)
{
    return chance_below(&r->lab, CHANCE_PICK, n);
}

static inline void *props_copy(struct props_run *r, int to, int from)
{
    return memcpy(r->slot[to], r->slot[from], r->game->state_bytes);
}

/* Fails with the first differing byte if two states that must be equal are not. */
int props_same(struct props_run *r, const char *property, int a, int b);

/* ---- game_props_text.c ---- */

void props_names(struct props_run *r, int seat);
void props_sentences(struct props_run *r);
void props_refusals(struct props_run *r, int seat);
/* A hash of everything the seat is offered. */
uint64_t props_offer(const struct game *g, const void *state, int seat);

/* ---- game_props_repeat.c ---- */

void props_repeat(struct props_run *r, int seat, int answer);
void props_orders(struct props_run *r);
void props_record_step(struct props_run *r, int seat, int answer);
void props_record_outcomes(struct props_run *r);
void props_replay(struct props_run *r);
void props_list_actions(struct props_run *r, FILE *to);

/* ---- game_props_secrets.c ---- */

/* Checks what this viewer sees now, and what it sees of the answer that the seat will give; seat
 * -1: no answer. */
void props_secrets(struct props_run *r, int seat, int answer, int viewer);
/* Makes the viewer's view of NOW in VIEW, and another state with that view in OTHER. */
void props_scramble(struct props_run *r, int viewer);

/* ---- game_props_learned.c ---- */

/* Checks what a seat is said to learn from the answer that this seat will give. */
void props_learned(struct props_run *r, int seat, int answer);
/* Checks all such verdicts of a game. */
void props_learned_all(struct props_run *r);

/* ---- game_props_observe.c ---- */

/* Checks what this viewer observes; see props_scramble for what it needs. */
void props_observe(struct props_run *r, int viewer);
/* The first cell of a row in a block. */
const uint8_t *props_row(const struct game *g, const uint8_t *cells, const char *name, int block);
/* Returns how many names of cells, inputs and actions are empty or not unique. */
int props_observe_names(const struct game *g);
/* Lists the rows that never had their least or most. */
void props_observe_report(const struct props_run *r);

/* ---- the subjects, and leaks planted in them ---- */

#define GAME(x) extern const struct props_subject props_##x;
#include "games/games.def"
extern const struct props_ledger props_arcane_ledger;
int props_arcane_leaves_first(uint32_t a, uint32_t b);

struct props_leak {
    const char *name;
    const struct props_subject *subject;
    void (*plant)(struct game *g);
};
const struct props_leak *props_leaks(int *count);

#endif
