/* The simulator: what to play, and playing it.
 *
 * A deal is one luck of the game and of every bot, played in every distinct seating of the bots, at
 * every value of a sweep. Deals are independent of each other and of who plays them, so threads and
 * ranks share them out as they like; everything is added up in whole numbers. */
#ifndef CHARLATAN_SIM_SIM_H
#define CHARLATAN_SIM_SIM_H

#include <stdio.h>

#include "bots/bot.h"
#include "sim/gauge.h"
#include "sim/options.h"
#include "sim/ranks.h"
#include "wire/seed.h"
#include "wire/wire.h"

enum { SEATINGS_MAX = 720 }; /* 6 different bots at 6 seats */

/* Where the general metrics stand (sim/general.c). */
struct general {
    int win_bot, win_place, win_bot_place, ahead, score_bot, score_place, length, margin;
    int score_bins, length_bins, n;
};

enum { SCORE_BINS = 40, LENGTH_BINS = 40 };

/* Which games are kept, beside the first. */
enum keep_by { KEEP_FIRST, KEEP_LONGEST, KEEP_SHORTEST, KEEP_CLOSEST, KEEP_WIDEST, KEEP_WAYS };

struct plan {
    const struct game_json *json;
    const struct game *game;
    const struct gauge *gauge;
    int players;
    struct seated_bot bot[MAX_SEATS]; /* as they were given: instance by instance */
    int kind[MAX_SEATS];              /* instance -> which text */
    int kinds;
    char text[MAX_SEATS][96]; /* by instance; by kind once plan_seats was here */
    int seatings;
    uint8_t seating[SEATINGS_MAX][MAX_SEATS]; /* seat -> instance */
    uint8_t seed[32];
    int64_t deals;
    int threads, quiet;
    /* Combinations of the values of all sweeps; 1 where nothing is swept. */
    int settings, sweeps;
    struct sweep sweep[MAX_SWEEPS];
    uint64_t begun[MAX_VALUES][MAX_STATE_BYTES / 8]; /* options set, before begin() */
    struct metrics metrics;
    struct general general;
    int keep;
    enum keep_by keep_by;
    int line_a_game; /* are lines wanted? */
    FILE *lines;     /* then, on rank 0: where to */
};

/* ---- plan.c ---- */

/* Bots of the same text become one kind, and all distinct seatings are listed. */
void plan_seats(struct plan *p);
/* Lists what will be measured. */
void plan_metrics(struct plan *p);
void plan_free(struct plan *p);

/* ---- sweep.c ---- */

/* key=1..6 or key=x,y,z; 0, or -1 with the reason. */
int sweep_read(const char *text, struct sweep *s, struct refusal *why);
/* Adds one more --sweep to a plan, whose settings become as many times more. The plan begins with one
 * setting. 0, or -1 with the reason. */
int sweeps_add(struct plan *p, const char *text, struct refusal *why);

/* ---- luck.c ---- */

/* The 32 bytes that make the luck of a deal's games, as `charlatan play --seed` takes them. */
void deal_seed(const uint8_t seed[32], int64_t deal, uint8_t out[32]);
/* The luck of one bot in a deal: the same in every seating, and never the game's. */
void bot_luck(const uint8_t seed[32], int64_t deal, int instance, struct chance *luck);

/* ---- general.c ---- */

void general_open(struct general *g, struct metrics *m, const struct plan *p);
/* A game that is over; bot_at and place_at as in struct watched. */
void general_count(const struct plan *p, const struct watched *w, int decisions, struct figure *f);
int64_t score_margin(const struct game *g, const void *state);

/* ---- deal.c ---- */

/* One answer of a game, so that it can be played again. */
struct move {
    uint8_t seat, answer;
};

struct moves {
    struct move *at;
    uint32_t n, cap;
};

/* A game worth keeping. */
struct kept {
    int64_t rank; /* the greater the better */
    int64_t deal;
    int32_t setting, seating;
    struct moves moves;
};

/* The best `cap` games, best first. */
struct shelf {
    struct kept *at;
    int n, cap;
};

int shelf_wants(const struct shelf *s, const struct kept *k);
void shelf_put(struct shelf *s, struct kept k); /* takes over its moves */
void shelf_forget(struct shelf *s, int64_t deal);
void shelf_free(struct shelf *s);

/* What one thread needs to play. */
struct dealer {
    const struct plan *plan;
    uint64_t state[MAX_STATE_BYTES / 8], before[MAX_STATE_BYTES / 8];
    struct event event[MAX_EVENTS];
    struct chance chance, luck[MAX_SEATS];
    struct view view;
    struct moves moves;
    int bot_at[MAX_SEATS], place_at[MAX_SEATS];
    void *notes;
    struct figure *figure;                           /* settings x metrics, of this deal */
    struct writer lines;                             /* of this deal */
    uint64_t ns[MAX_SEATS];                          /* by kind: time of the decisions timed */
    uint64_t timed[MAX_SEATS], tick;                 /* how many; every 8th is timed */
    const _Atomic int *give_up;                      /* set: the deal is not wanted any more */
    void (*finished)(void *context, struct kept *k); /* called after each game; may be NULL */
    void *context;
};

void dealer_open(struct dealer *d, const struct plan *p);
void dealer_close(struct dealer *d);
/* 0, or -1 when it was given up. Figures and lines are those of this deal alone. */
int dealer_play_deal(struct dealer *d, int64_t deal);

/* ---- crew.c ---- */

/* What came of a plan. Only rank 0 gets all of it. */
struct harvest {
    struct results results;
    struct shelf kept;
    int interrupted;
    /* With several ranks: this one's lines, and how many deals of each rank are among them, be it with
     * none because they were given up. */
    FILE *own_lines;
    int64_t lined, *rank_lined;
    /* Some rank could not keep its lines. */
    int lines_lost;
    /* The errno with which writing lines failed, or 0; what is still buffered may yet fail. */
    int lines_error;
};

/* Plays all of the plan, or as much as there was until a SIGINT, SIGTERM or SIGUSR1: whole deals only. */
void sim_run(const struct plan *p, const struct ranks *ranks, struct harvest *h);
void harvest_free(struct harvest *h);

/* ---- gather.c ---- */

/* Everything the ranks have but lines is brought together at rank 0. */
void gather(const struct plan *p, const struct ranks *ranks, struct harvest *h);
/* The lines of all ranks, in the order of deals: last, because they may be many. */
void gather_lines(const struct plan *p, const struct ranks *ranks, struct harvest *h);

/* ---- lines.c ---- */

enum { LINES_AHEAD = 256 }; /* how many deals may be ready before the one that is due */

/* Texts of deals that become ready in any order, written in order. With `framed` each has its length
 * in front, so that it can be read back as one piece. */
struct lines {
    FILE *to;
    int framed;
    /* The errno of the first write that failed, or 0. */
    int error;
    int64_t due; /* counted in this rank's deals */
    struct {
        char *text;
        size_t n;
        int ready;
    } slot[LINES_AHEAD];
};

/* Is there room for this deal? If not, wait until others are written. */
static inline int lines_room(const struct lines *l, int64_t index)
{
    return index < l->due + LINES_AHEAD;
}

void lines_put(struct lines *l, int64_t index, const char *text, size_t n);
/* The next framed text, in memory of malloc, or NULL at the end. */
char *lines_next(FILE *from, size_t *n);

/* ---- progress.c ---- */

struct progress {
    double began, said;
    int terminal, quiet, shown;
    int64_t games_a_deal;
};

void progress_open(struct progress *p, int quiet, int64_t games_a_deal);
void progress_say(struct progress *p, int64_t done, int64_t all);
void progress_interrupted(struct progress *p);
void progress_clear(struct progress *p);

/* ---- print.c, print_json.c: to people, and as one JSON object ---- */

void print_results(FILE *to, const struct results *r);
void print_results_json(FILE *to, const struct results *r);
/* "values":[...], the value of each sweep in a setting. */
void write_sweep_values(struct writer *w, const struct sweep *sweeps, int n, int setting);

#endif
