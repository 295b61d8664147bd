/* Plays deals on a GPU, a part after another. Two parts are kept: one that threads measure, and
 * the next one. */
#include "sim/gpu.h"

#include <pthread.h>
#include <stdlib.h>

#include "gpu/arena.h"
#include "gpu/mixes.h"
#include "sim/plan.h"
#include "sim/refusals.h"
#include "wire/refuse.h"

/* The most answers of a game that are kept; longer games are played by the threads. */
enum { ROOM = 8192, PART_GAMES = 8192, PART_GAMES_HERE = 256, PARTS = 2 };

/* A part is played again only when nobody uses it, so users may read it without the lock. */
struct gpu_part {
    /* Its number, or -1: nothing is in it. */
    int64_t number;
    /* Threads that measure its deals. */
    int users;
    struct gpu_result *result;
    uint8_t *answers;
};

/* All threads of a rank share it. */
struct sim_gpu {
    const struct sim_plan *plan;
    struct gpu gpu;
    struct gpu_arena arena;
    struct gpu_table *table;
    /* The games of a deal, and the deals of a part. */
    int64_t games, deals;
    struct gpu_part part[PARTS];
    /* Guards the parts. */
    pthread_mutex_t lock;
    /* Signalled when a part has no users. */
    pthread_cond_t unused;
};

/* ---- opening ---- */

/* Fills in the policies. A design with another mix of books each deal cannot be played: the tables
 * of a GPU are set once. */
static int plays(const struct sim_plan *p, struct gpu_plan *to, struct refusal *why)
{
    for (int i = 0; i < p->players; i++) {
        int policy = gpu_policy_of(p->game, &p->bot[i]);
        if (policy < 0) {
            because(why, ROW(gpu_bot));
            return -1;
        }
        to->policy[i] = (uint8_t)policy;
    }
    for (int i = 0; i < p->settings; i++)
        if (p->varied[i]) {
            because(why, ROW(gpu_varied));
            return -1;
        }
    if (gpu_game_of(p->game))
        return 0;
    because(why, ROW(gpu_game));
    return -1;
}

/* As many whole deals as make about PART_GAMES games, one at least. `here`: the processor plays in
 * place of a GPU, with smaller parts, as threads wait longer for them. */
static void open_parts(struct sim_gpu *c, int here)
{
    int64_t games = here ? PART_GAMES_HERE : PART_GAMES;
    c->games = (int64_t)c->plan->settings * c->plan->seatings;
    c->deals = games / c->games > 0 ? games / c->games : 1;
    for (int i = 0; i < PARTS; i++) {
        c->part[i].number = -1;
        c->part[i].result = calloc((size_t)(c->deals * c->games), sizeof *c->part[i].result);
        c->part[i].answers = malloc((size_t)(c->deals * c->games) * ROOM);
        MUST(c->part[i].result && c->part[i].answers);
    }
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->unused, NULL);
}

/* 0, or -1 with the reason in c->gpu.why. */
static int open_arena(struct sim_gpu *c, struct gpu_plan *plan)
{
    const struct sim_plan *p = c->plan;
    for (int i = 0; i < p->settings; i++) {
        memcpy(c->table[i].start, p->begun[i], p->game->state_bytes);
        c->table[i].players = p->players;
    }
    plan->places = (uint32_t)(c->deals * c->games);
    plan->table = c->table;
    plan->tables = (uint32_t)p->settings;
    plan->luck = GPU_LUCK_OF_DEAL;
    plan->games_stride = 1;
    plan->games_end = (uint64_t)(c->deals * c->games);
    plan->seatings = (uint32_t)p->seatings;
    plan->deal_seed = p->seed;
    plan->seating = &p->seating[0][0];
    plan->players = p->players;
    plan->results = 1;
    plan->room = ROOM;
    return gpu_arena_open(&c->arena, &c->gpu, plan);
}

/* The plan must be complete: seatings, settings and the seed are handed to the GPU here. */
struct sim_gpu *sim_gpu_open(const struct sim_plan *p, int number, struct refusal *why)
{
    struct gpu_plan plan = {0};
    if (plays(p, &plan, why) < 0)
        return NULL;
    struct sim_gpu *c = calloc(1, sizeof *c);
    MUST(c);
    c->plan = p;
    c->table = calloc((size_t)p->settings, sizeof *c->table);
    MUST(c->table);
    open_parts(c, number < 0);
    if (gpu_open(&c->gpu, number < 0 ? GPU_HOST : number, gpu_game_of(p->game)) == 0 &&
        open_arena(c, &plan) == 0)
        return c;
    because(why, ROW(gpu_broken), c->gpu.why);
    sim_gpu_close(c);
    return NULL;
}

/* After an error the arena's memory may be gone with the device, so it is left alone. */
void sim_gpu_close(struct sim_gpu *c)
{
    if (!c)
        return;
    if (c->arena.gpu && !c->gpu.why[0])
        gpu_arena_close(&c->arena);
    gpu_close(&c->gpu);
    for (int i = 0; i < PARTS; i++) {
        free(c->part[i].result);
        free(c->part[i].answers);
    }
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->unused);
    free(c->table);
    free(c);
}

/* ---- playing ---- */

/* A GPU that fails in the middle leaves its games to the threads: all are marked as too long. Under
 * the lock: the other threads need this part or the next one, and there is one GPU. */
static void play_part(struct sim_gpu *c, struct gpu_part *part, int64_t number)
{
    size_t games = (size_t)(c->deals * c->games);
    uint64_t first = (uint64_t)number * games;
    gpu_arena_again(&c->arena, first, first + games);
    gpu_arena_finish(&c->arena, GPU_KERNEL_play_deals);
    gpu_read(&c->gpu, part->result, c->arena.work.results, games * sizeof *part->result);
    gpu_read(&c->gpu, part->answers, c->arena.work.answers, games * ROOM);
    for (size_t i = 0; i < games && c->gpu.why[0]; i++)
        part->result[i].cut = 1;
    part->number = number;
}

/* Cannot deadlock: a thread gives back its deal before it takes the next or waits for lines, so the
 * users of the part in the way always finish. */
void sim_gpu_take(struct sim_gpu *c, int64_t deal)
{
    int64_t number = deal / c->deals;
    struct gpu_part *part = &c->part[number % PARTS];
    pthread_mutex_lock(&c->lock);
    while (part->number != number && part->users)
        pthread_cond_wait(&c->unused, &c->lock);
    if (part->number != number)
        play_part(c, part, number);
    part->users++;
    pthread_mutex_unlock(&c->lock);
}

/* Wakes all that wait, because they may wait for different parts. */
void sim_gpu_done(struct sim_gpu *c, int64_t deal)
{
    struct gpu_part *part = &c->part[deal / c->deals % PARTS];
    pthread_mutex_lock(&c->lock);
    if (--part->users == 0)
        pthread_cond_broadcast(&c->unused);
    pthread_mutex_unlock(&c->lock);
}

const uint8_t *sim_gpu_answers(const struct sim_gpu *c, int64_t deal, int setting, int seating)
{
    const struct gpu_part *part = &c->part[deal / c->deals % PARTS];
    int64_t game = deal % c->deals * c->games + (int64_t)setting * c->plan->seatings + seating;
    return part->result[game].cut ? NULL : part->answers + game * ROOM;
}
