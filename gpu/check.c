/* Plays the same games on a GPU and on the processor. */
#include "gpu/check.h"

#include <pthread.h>
#include <stdlib.h>

#include "engine/hash.h"
#include "gpu/mixes.h"
#include "gpu/seed.h"

/* ---- on the processor ---- */

/* Draws as the kernels do, word for word: one more or fewer, and all that follows differs. */
static int answer_here(const struct gpu_game *g, const void *state, int seat,
                       enum gpu_policy policy, struct chance *c)
{
    uint64_t legal = g->game->legal(state, seat);
    if (policy == GPU_RANDOM)
        return bit_nth(legal, chance_below(c, CHANCE_PICK, (uint32_t)bit_count(legal)));
    uint64_t words[2] = {chance_word(c, CHANCE_PICK), 0};
    if (g->greedy_words == 2)
        words[1] = chance_word(c, CHANCE_PICK);
    return g->greedy(state, seat, legal, words);
}

void gpu_game_here(const struct gpu_game *g, const struct gpu_table *table, uint64_t number,
                   enum gpu_policy policy, struct gpu_result *result)
{
    uint64_t state[MAX_STATE_BYTES / 8];
    struct chance c;
    uint32_t active;
    memset(result, 0, sizeof *result);
    memcpy(state, table->start, sizeof state);
    chance_seed_number(&c, number);
    g->game->begin(state, &c, NULL);
    while ((active = g->game->active(state))) {
        int seat = bit_lowest(active);
        g->game->apply(state, seat, answer_here(g, state, seat, policy, &c), &c, NULL);
        result->moves++;
    }
    result->hash = game_hash(g->game, state);
    result->winners = (uint8_t)g->game->winners(state);
    for (int seat = 0; seat < table->players; seat++)
        result->score[seat] = g->game->score(state, seat);
}

/* What a thread plays: every `threads`-th game. */
struct check_part {
    const struct gpu_check_plan *plan;
    const struct gpu_game *game;
    const struct gpu_table *table;
    /* What the GPU found, or NULL if nothing is compared. */
    const struct gpu_result *there;
    uint32_t from, threads;
    pthread_t thread;
    uint64_t decisions, different, first, sum;
};

/* The hash is that of the final state, so games that differ anywhere hardly ever pass. `cut` and
 * `broken` are the GPU's own. */
static int is_same(const struct gpu_result *a, const struct gpu_result *b)
{
    return a->hash == b->hash && a->moves == b->moves && a->winners == b->winners &&
           memcmp(a->score, b->score, sizeof a->score) == 0;
}

/* The part of game i in the sum of a mix, which is the same in any order. */
static uint64_t sum_of(const struct gpu_result *r, uint64_t i)
{
    struct gpu_result all = {.hash = r->hash ^ i * UINT64_C(0x9e3779b97f4a7c15),
                             .moves = r->moves,
                             .winners = r->winners};
    memcpy(all.score, r->score, sizeof all.score);
    return hash_bytes(&all, sizeof all);
}

/* `first` is UINT64_MAX if nothing differs. */
static void *play_part(void *context)
{
    struct check_part *p = context;
    p->first = UINT64_MAX;
    for (uint32_t i = p->from; i < p->plan->games; i += p->threads) {
        struct gpu_result here;
        uint64_t number = gpu_seed_of(p->plan->seed, i, 0);
        gpu_game_here(p->game, p->table, number, p->plan->policy, &here);
        p->decisions += here.moves;
        p->sum += sum_of(&here, i);
        if (!p->there || is_same(&here, &p->there[i]))
            continue;
        p->different++;
        if (i < p->first)
            p->first = i;
    }
    return NULL;
}

/* Keeps the lowest mix and game that differ, in whatever order threads end. Mixes are added in
 * ascending order. */
static void add_part(const struct check_part *p, int mix, struct gpu_checked *sum)
{
    sum->mix_decisions += p->decisions;
    sum->mix_sum += p->sum;
    int is_first = !sum->different || (mix == sum->mix && p->first < sum->game);
    if (p->different && is_first) {
        sum->mix = mix;
        sum->game = p->first;
    }
    sum->different += p->different;
}

/* On so many threads, and adds what they found. `like` is what their parts have in common. */
static void play_here(const struct check_part *like, int threads, int mix, struct gpu_checked *sum)
{
    struct check_part *part = calloc((size_t)threads, sizeof *part);
    MUST(part);
    for (int i = 0; i < threads; i++) {
        part[i] = *like;
        part[i].from = (uint32_t)i;
        part[i].threads = (uint32_t)threads;
        MUST(pthread_create(&part[i].thread, NULL, play_part, &part[i]) == 0);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(part[i].thread, NULL);
        add_part(&part[i], mix, sum);
    }
    free(part);
}

/* ---- on the GPU ---- */

/* With a dozen games for each place the last ones, which leave most places empty, take little
 * time. */
static uint32_t places_for(const struct gpu *gpu, uint64_t games)
{
    uint64_t most = gpu->number == GPU_HOST ? 1024 : games >> 24 ? 1 << 20 : 1 << 18;
    return (uint32_t)(games < most ? games : most);
}

/* The kernels that play all seats by one policy. */
static enum gpu_kernel kernel_of(enum gpu_policy policy)
{
    return policy == GPU_RANDOM ? GPU_KERNEL_play_random : GPU_KERNEL_play_greedy;
}

/* Fills `there` with how the games end on the GPU. After a failure it is not complete, and gpu->why
 * says so. */
static void play_there(struct gpu *gpu, const struct gpu_check_plan *p,
                       const struct gpu_table *table, struct gpu_result *there)
{
    struct gpu_arena arena;
    struct gpu_plan plan = {.places = places_for(gpu, p->games),
                            .players = table->players,
                            .table = table,
                            .tables = 1,
                            .seed = p->seed,
                            .games_stride = 1,
                            .games_end = p->games,
                            .results = 1};
    if (gpu_arena_open(&arena, gpu, &plan) < 0)
        return;
    gpu_arena_finish(&arena, kernel_of(p->policy));
    gpu_read(gpu, there, arena.work.results, p->games * sizeof *there);
    gpu_arena_close(&arena);
}

/* For one side alone: the same sums as play_part makes. */
static void sum_up(const struct gpu_result *there, uint32_t games, struct gpu_checked *sum)
{
    for (uint32_t i = 0; i < games; i++) {
        sum->mix_decisions += there[i].moves;
        sum->mix_sum += sum_of(&there[i], i);
    }
}

/* Without the processor's side `there` is only summed up; without the GPU's it stays NULL, and
 * nothing is compared. */
int gpu_check(struct gpu *gpu, const struct gpu_check_plan *plan, int mix, int threads,
              struct gpu_checked *sum)
{
    struct gpu_table table;
    struct gpu_result *there = NULL;
    gpu_mix(gpu->game, mix, &table);
    if (plan->side != GPU_SIDE_PROCESSOR) {
        there = calloc(plan->games, sizeof *there);
        MUST(there);
        play_there(gpu, plan, &table, there);
    }
    if (!gpu->why[0]) {
        struct check_part like = {.plan = plan, .game = gpu->game, .table = &table, .there = there};
        sum->mix_decisions = sum->mix_sum = 0;
        if (plan->side == GPU_SIDE_GPU)
            sum_up(there, plan->games, sum);
        else
            play_here(&like, threads, mix, sum);
        sum->games += plan->games;
        sum->decisions += sum->mix_decisions;
    }
    free(there);
    return gpu->why[0] ? -1 : 0;
}

/* Broken positions are counted, not kept: a check of the same mix finds the game. */
int gpu_soak(struct gpu *gpu, uint64_t seed, uint64_t first, uint64_t games, struct gpu_sums *sums)
{
    int mixes = gpu_mixes(gpu->game);
    struct gpu_table *table = calloc((size_t)mixes, sizeof *table);
    struct gpu_arena arena;
    struct gpu_plan plan = {.places = places_for(gpu, games),
                            .table = table,
                            .tables = (uint32_t)mixes,
                            .seed = seed,
                            .games_stride = 1,
                            .games_first = first,
                            .games_end = first + games,
                            .checks = 1};
    MUST(table);
    for (int i = 0; i < mixes; i++)
        gpu_mix(gpu->game, i, &table[i]);
    if (gpu_arena_open(&arena, gpu, &plan) == 0) {
        gpu_arena_finish(&arena, GPU_KERNEL_play_random);
        gpu_arena_sums(&arena, sums);
        gpu_arena_close(&arena);
    }
    free(table);
    return gpu->why[0] ? -1 : 0;
}

/* ---- several GPUs ---- */

/* One GPU's thread. Each writes its own share alone, so nothing is locked. */
struct check_share {
    struct gpu *gpu;
    int from, of, threads;
    /* For checks; the rest is for soaks. */
    const struct gpu_check_plan *plan;
    uint64_t seed, first, games;
    struct gpu_checked checked;
    struct gpu_sums sums;
    pthread_t thread;
};

/* Every n-th mix, in ascending order, until its GPU fails. The others go on. */
static void *check_share(void *context)
{
    struct check_share *s = context;
    const struct gpu_check_plan *p = s->plan;
    int mixes = gpu_mixes(s->gpu->game);
    for (int mix = p->first_mix + s->from; mix < mixes && !s->gpu->why[0]; mix += s->of) {
        gpu_check(s->gpu, p, mix, s->threads, &s->checked);
        if (p->tell && !s->gpu->why[0])
            p->tell(p->context, mix, &s->checked);
    }
    return NULL;
}

/* A GPU without games is left alone: an arena needs at least one. */
static void *soak_share(void *context)
{
    struct check_share *s = context;
    if (s->games)
        gpu_soak(s->gpu, s->seed, s->first, s->games, &s->sums);
    return NULL;
}

/* Runs `work` for every GPU; `like` is what their shares have in common. Games are split into
 * ranges whose lengths differ by one at most. Returns when all are done; the caller frees the
 * shares. */
static struct check_share *run_shares(const struct gpu_team *gpus, const struct check_share *like,
                                      void *(*work)(void *))
{
    struct check_share *share = calloc((size_t)gpus->n, sizeof *share);
    MUST(share);
    for (int i = 0; i < gpus->n; i++) {
        uint64_t part = like->games / (uint64_t)gpus->n, more = like->games % (uint64_t)gpus->n;
        uint64_t at = (uint64_t)i;
        share[i] = *like;
        share[i].gpu = &gpus->gpu[i];
        share[i].from = i;
        share[i].of = gpus->n;
        if (work == soak_share) {
            share[i].first = like->first + part * at + (at < more ? at : more);
            share[i].games = part + (at < more);
        }
        MUST(pthread_create(&share[i].thread, NULL, work, &share[i]) == 0);
    }
    for (int i = 0; i < gpus->n; i++)
        pthread_join(share[i].thread, NULL);
    return share;
}

const char *gpu_team_why(const struct gpu_team *gpus)
{
    for (int i = 0; i < gpus->n; i++)
        if (gpus->gpu[i].why[0])
            return gpus->gpu[i].why;
    return "";
}

/* -1 if any GPU failed; `sum` has what was compared until then. */
int gpu_check_all(const struct gpu_team *gpus, const struct gpu_check_plan *plan,
                  struct gpu_checked *sum)
{
    int each = plan->threads / gpus->n;
    struct check_share like = {.plan = plan, .threads = each > 0 ? each : 1};
    struct check_share *share = run_shares(gpus, &like, check_share);
    for (int i = 0; i < gpus->n; i++) {
        const struct gpu_checked *one = &share[i].checked;
        sum->games += one->games;
        sum->decisions += one->decisions;
        if (one->different && (!sum->different || one->mix < sum->mix)) {
            sum->mix = one->mix;
            sum->game = one->game;
        }
        sum->different += one->different;
    }
    free(share);
    return gpu_team_why(gpus)[0] ? -1 : 0;
}

int gpu_soak_all(const struct gpu_team *gpus, uint64_t seed, uint64_t first, uint64_t games,
                 struct gpu_sums *sums)
{
    struct check_share like = {.seed = seed, .first = first, .games = games};
    struct check_share *share = run_shares(gpus, &like, soak_share);
    *sums = (struct gpu_sums){0};
    for (int i = 0; i < gpus->n; i++) {
        sums->decisions += share[i].sums.decisions;
        sums->ended += share[i].sums.ended;
        sums->broken += share[i].sums.broken;
    }
    free(share);
    return gpu_team_why(gpus)[0] ? -1 : 0;
}
