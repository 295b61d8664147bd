/* Tests of gpu/ without a GPU: the kernels run on the processor, thread after thread, and must
 * give what the engine and the batches of the library give. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "bots/net/arcane_inputs.h"
#include "engine/numbers.h"
#include "engine/observe.h"
#include "games/arcane/arcane.h"
#include "gpu/batch.h"
#include "gpu/check.h"
#include "gpu/mixes.h"
#include "gpu/seed.h"
#include "lib/charlatan.h"

enum { GAMES = 40, STEPS = 260, SEED = 11 };

static struct gpu open_host(int game)
{
    struct gpu gpu;
    assert_int_equal(gpu_open(&gpu, GPU_HOST, gpu_game_at(game)), 0);
    return gpu;
}

/* ---- whole games ---- */

static void check_mixes(int game, enum gpu_policy policy, int stride, uint32_t games)
{
    struct gpu gpu = open_host(game);
    struct gpu_check_plan plan = {.policy = policy, .seed = SEED, .games = games};
    struct gpu_checked sum = {0};
    for (int mix = 0; mix < gpu_mixes(gpu.game); mix += stride)
        assert_int_equal(gpu_check(&gpu, &plan, mix, 1, &sum), 0);
    assert_true(sum.games > 0 && sum.decisions > sum.games);
    assert_int_equal(sum.different, 0);
    gpu_close(&gpu);
}

static void random_games_end_as_in_the_engine(void **state)
{
    (void)state;
    check_mixes(0, GPU_RANDOM, 7, 3);
    check_mixes(1, GPU_RANDOM, 5, 5);
}

static void greedy_games_end_as_in_the_engine(void **state)
{
    (void)state;
    check_mixes(0, GPU_GREEDY, 7, 2);
    check_mixes(1, GPU_GREEDY, 13, 2);
}

/* As greedy on the processor, but from the second game on it gives the last answer it may. The
 * kernels do not call it. */
static int calls_before_it_errs;
static int errs_later(const void *state, int seat, uint64_t legal, const uint64_t luck[2])
{
    if (calls_before_it_errs-- > 0)
        return gpu_game_at(1)->greedy(state, seat, legal, luck);
    return 63 - __builtin_clzll(legal);
}

static void the_first_difference_is_named(void **state)
{
    (void)state;
    struct gpu gpu = open_host(1);
    struct gpu_game game = *gpu.game;
    struct gpu_check_plan plan = {.policy = GPU_GREEDY, .seed = SEED, .games = 1};
    struct gpu_checked sum = {0};
    assert_int_equal(gpu_check(&gpu, &plan, 0, 1, &sum), 0);
    assert_int_equal(sum.different, 0);
    calls_before_it_errs = (int)sum.decisions;
    game.greedy = errs_later;
    gpu.game = &game;
    plan.games = 3;
    assert_int_equal(gpu_check(&gpu, &plan, 0, 1, &sum), 0);
    assert_int_equal(sum.different, 2);
    assert_int_equal(sum.mix, 0);
    assert_int_equal(sum.game, 1);
    /* Game 0 of the next mix is not before it. */
    assert_int_equal(gpu_check(&gpu, &plan, 1, 1, &sum), 0);
    assert_int_equal(sum.different, 5);
    assert_int_equal(sum.mix, 0);
    assert_int_equal(sum.game, 1);
    gpu_close(&gpu);
}

/* What one side says of a mix, for games that end otherwise if `other`. */
static struct gpu_checked one_side(struct gpu *gpu, enum gpu_side side, int threads, int other)
{
    struct gpu_check_plan plan = {.side = side, .seed = (uint64_t)(SEED + other), .games = 9};
    struct gpu_checked sum = {0};
    assert_int_equal(gpu_check(gpu, &plan, 5, threads, &sum), 0);
    assert_int_equal(sum.games, 9);
    assert_true(sum.decisions == sum.mix_decisions);
    return sum;
}

static void sides_that_play_alone_say_the_same(void **state)
{
    (void)state;
    struct gpu gpu = open_host(1);
    struct gpu_checked both = one_side(&gpu, GPU_SIDE_BOTH, 1, 0);
    struct gpu_checked there = one_side(&gpu, GPU_SIDE_GPU, 1, 0);
    struct gpu_checked here = one_side(&gpu, GPU_SIDE_PROCESSOR, 1, 0);
    struct gpu_checked threads = one_side(&gpu, GPU_SIDE_PROCESSOR, 4, 0);
    assert_true(both.mix_decisions > 9 && both.mix_sum);
    assert_true(there.mix_decisions == both.mix_decisions && there.mix_sum == both.mix_sum);
    assert_true(here.mix_decisions == both.mix_decisions && here.mix_sum == both.mix_sum);
    assert_true(threads.mix_sum == both.mix_sum);
    assert_true(one_side(&gpu, GPU_SIDE_GPU, 1, 1).mix_sum != both.mix_sum);
    gpu_close(&gpu);
}

static void positions_are_checked(void **state)
{
    (void)state;
    struct gpu gpu = open_host(1);
    struct gpu_sums sums;
    assert_int_equal(gpu_soak(&gpu, SEED, 0, 96, &sums), 0);
    assert_int_equal(sums.ended, 96);
    assert_int_equal(sums.broken, 0);
    gpu_close(&gpu);
}

/* Three that share the work do the same as one, and nothing is left out or done twice. */
static void gpus_share_the_work(void **state)
{
    (void)state;
    struct gpu gpu[3] = {open_host(1), open_host(1), open_host(1)};
    struct gpu_team one = {gpu, 1}, all = {gpu, 3};
    struct gpu_sums alone, shared;
    struct gpu_checked sum = {0};
    assert_int_equal(gpu_soak_all(&one, SEED, 5, 100, &alone), 0);
    assert_int_equal(gpu_soak_all(&all, SEED, 5, 100, &shared), 0);
    assert_int_equal(shared.ended, 100);
    assert_int_equal(shared.decisions, alone.decisions);
    struct gpu_check_plan plan = {.seed = SEED, .games = 1, .threads = 3};
    assert_int_equal(gpu_check_all(&all, &plan, &sum), 0);
    assert_int_equal(sum.games, gpu_mixes(gpu[0].game));
    assert_int_equal(sum.different, 0);
    for (int i = 0; i < 3; i++)
        gpu_close(&gpu[i]);
}

static void add_mix(void *context, int mix, const struct gpu_checked *so_far)
{
    uint64_t *told = context;
    assert_int_equal(so_far->games, ++told[0]);
    told[1] += (uint64_t)mix;
}

/* A check that was stopped goes on with the mix that was next, and says how far it is. */
static void a_check_goes_on(void **state)
{
    (void)state;
    struct gpu gpu = open_host(1);
    struct gpu_team one = {&gpu, 1};
    int mixes = gpu_mixes(gpu.game);
    uint64_t told[2] = {0};
    struct gpu_checked sum = {0};
    struct gpu_check_plan plan = {.seed = SEED,
                                  .games = 1,
                                  .threads = 1,
                                  .first_mix = mixes - 2,
                                  .tell = add_mix,
                                  .context = told};
    assert_int_equal(gpu_check_all(&one, &plan, &sum), 0);
    assert_int_equal(sum.games, 2);
    assert_int_equal(told[0], 2);
    assert_int_equal(told[1], 2 * mixes - 3);
    gpu_close(&gpu);
}

/* Kernels have no other numbers: they would stop at the first one that is asked for. */
static void other_numbers_are_refused(void **state)
{
    (void)state;
    struct gpu gpu = open_host(1);
    struct gpu_arena arena;
    struct gpu_table table;
    struct gpu_plan plan = {
        .places = 1, .table = &table, .tables = 1, .games_stride = 1, .games_end = 1};
    const struct numbers_form *form = gpu.game->game->numbers;
    gpu_mix(gpu.game, 0, &table);
    form->play_by(table.start, numbers_add(form->standard(), form->values));
    assert_int_equal(gpu_arena_open(&arena, &gpu, &plan), -1);
    assert_string_equal(gpu.why, "GPUs play by the standard numbers alone");
    gpu_close(&gpu);
}

/* A game with one card too many keeps no promise. */
static void a_broken_position_is_counted(void **state)
{
    (void)state;
    struct gpu gpu = open_host(0);
    struct gpu_arena arena;
    struct gpu_sums sums;
    struct gpu_table table;
    struct gpu_plan plan = {
        .places = 1, .table = &table, .tables = 1, .games_stride = 1, .games_end = 1, .checks = 1};
    gpu_mix(gpu.game, 0, &table);
    ((struct arcane_state *)(void *)table.start)->player[0].fines = 200;
    assert_int_equal(gpu_arena_open(&arena, &gpu, &plan), 0);
    gpu_arena_play(&arena, GPU_KERNEL_play_random, 1, 1);
    assert_int_equal(gpu_arena_sums(&arena, &sums), 0);
    assert_true(sums.broken > 0);
    gpu_arena_close(&arena);
    gpu_close(&gpu);
}

/* ---- batches ---- */

/* A batch of the library with its arrays. */
struct here {
    charlatan_batch *batch;
    int cells, actions, seats;
    int32_t action[GAMES], seat[GAMES], score[GAMES * 6];
    uint8_t *observations, *masks, *finals, done[GAMES];
    float reward[GAMES * 6];
    charlatan_arrays to;
};

static void open_here(struct here *h, const char *spec)
{
    assert_int_equal(charlatan_batch_open(spec, &h->batch, NULL), 0);
    h->cells = charlatan_batch_cells(h->batch);
    h->actions = charlatan_batch_actions(h->batch);
    h->seats = charlatan_batch_seats(h->batch);
    h->observations = calloc(GAMES, (size_t)h->cells);
    h->finals = calloc(GAMES, (size_t)h->cells);
    h->masks = calloc(GAMES, (size_t)h->actions);
    h->to = (charlatan_arrays){.bytes = sizeof h->to,
                               .actions = h->action,
                               .seats = h->seat,
                               .observations = h->observations,
                               .masks = h->masks,
                               .rewards = h->reward,
                               .scores = h->score,
                               .dones = h->done,
                               .finals = h->finals};
    assert_int_equal(charlatan_batch_reset(h->batch, &h->to, NULL), 0);
}

static void close_here(struct here *h)
{
    charlatan_batch_free(h->batch);
    free(h->observations);
    free(h->finals);
    free(h->masks);
}

static void compare_rows(const struct gpu_shape *there, const uint8_t *here, int columns)
{
    for (int64_t i = 0; i < there->rows; i++)
        assert_memory_equal((const uint8_t *)there->at + i * there->stride, here + i * columns,
                            (size_t)columns);
}

static void compare_batches(const struct gpu_batch *b, const struct here *h)
{
    assert_memory_equal(b->shape[GPU_SEATS].at, h->seat, sizeof h->seat);
    assert_memory_equal(b->shape[GPU_DONES].at, h->done, sizeof h->done);
    assert_memory_equal(b->shape[GPU_REWARDS].at, h->reward,
                        GAMES * (size_t)h->seats * sizeof h->reward[0]);
    assert_memory_equal(b->shape[GPU_SCORES].at, h->score,
                        GAMES * (size_t)h->seats * sizeof h->score[0]);
    compare_rows(&b->shape[GPU_OBSERVATIONS], h->observations, h->cells);
    compare_rows(&b->shape[GPU_FINALS], h->finals, h->cells);
    compare_rows(&b->shape[GPU_MASKS], h->masks, h->actions);
}

static void compare_legal(const struct gpu_batch *b, const struct here *h)
{
    const int32_t *first = b->shape[GPU_FIRSTS].at;
    const uint64_t *legal = b->shape[GPU_LEGAL].at;
    for (int i = 0; i < GAMES; i++)
        for (int k = 0; k < h->actions; k++) {
            int bit = k - first[i];
            int is = bit >= 0 && bit < 64 && (legal[i] >> bit & 1);
            assert_int_equal(h->masks[i * h->actions + k], is);
        }
}

static int ended(const struct here *h)
{
    int n = 0;
    for (int i = 0; i < GAMES; i++)
        n += h->done[i];
    return n;
}

static const char *const arcane_spec =
    "{\"game\":\"arcane\",\"seed\":11,\"tables\":[{\"count\":23,\"players\":3},"
    "{\"count\":17,\"players\":5,\"options\":{\"market\":true,\"wizards\":\"random\"},"
    "\"bots\":[null,\"random\",null,\"greedy\",null]}]}";
static const char *const quacks_spec =
    "{\"game\":\"quacks\",\"seed\":11,\"tables\":[{\"count\":23,\"players\":4},"
    "{\"count\":17,\"players\":3,\"bots\":[\"greedy\",null,\"random\"]}]}";

/* The same tables. */
static void set_tables(int game, struct gpu_table *table)
{
    const struct gpu_game *g = gpu_game_at(game);
    memset(table, 0, 2 * sizeof *table);
    table[0].players = game == 0 ? 3 : 4;
    table[1].players = game == 0 ? 5 : 3;
    for (int i = 0; i < 2; i++)
        g->game->init(table[i].start, table[i].players);
    table[1].bots = game == 0 ? 10 : 5;
    if (game == 0) {
        struct arcane_state *s = (struct arcane_state *)(void *)table[1].start;
        s->market_on = 1;
        s->cards.wizards = WIZARDS_RANDOM;
        table[1].policy[3] = GPU_GREEDY;
    } else {
        table[1].policy[0] = GPU_GREEDY;
    }
}

static void steps_are_those_of_the_library(int game, const char *spec)
{
    struct gpu gpu = open_host(game);
    struct gpu_table table[2];
    struct gpu_batch b;
    struct here h = {0};
    const uint32_t count[2] = {23, 17};
    int ends = 0;
    set_tables(game, table);
    open_here(&h, spec);
    assert_int_equal(gpu_batch_open(&b, &gpu, table, count, 2, SEED, ~0u), 0);
    gpu_batch_reset(&b);
    for (uint32_t step = 0; step < STEPS; step++) {
        compare_batches(&b, &h);
        if (step % 16 == 0)
            compare_legal(&b, &h);
        gpu_batch_guess(&b, step);
        memcpy(h.action, b.shape[GPU_ACTIONS].at, sizeof h.action);
        gpu_batch_step(&b);
        assert_int_equal(gpu_batch_wrong(&b), -1);
        assert_int_equal(charlatan_batch_step(h.batch, &h.to, NULL), 0);
        ends += ended(&h);
    }
    assert_true(ends > 0);
    close_here(&h);
    gpu_batch_close(&b);
    gpu_close(&gpu);
}

static void arcane_steps(void **state)
{
    (void)state;
    steps_are_those_of_the_library(0, arcane_spec);
}

static void quacks_steps(void **state)
{
    (void)state;
    steps_are_those_of_the_library(1, quacks_spec);
}

static void a_wrong_action_changes_nothing(void **state)
{
    (void)state;
    struct gpu gpu = open_host(1);
    struct gpu_table table[2];
    struct gpu_batch b;
    const uint32_t count[2] = {23, 17};
    set_tables(1, table);
    assert_int_equal(gpu_batch_open(&b, &gpu, table, count, 2, SEED, 1u << GPU_OBSERVATIONS), 0);
    gpu_batch_reset(&b);
    gpu_batch_guess(&b, 0);
    size_t bytes = b.arena.work.places * gpu.game->kept_words * sizeof(uint32_t);
    uint32_t *before = malloc(bytes);
    assert_non_null(before);
    memcpy(before, b.arena.work.states, bytes);
    int32_t *action = b.shape[GPU_ACTIONS].at;
    int32_t right = action[30];
    action[30] = action[35] = -1;
    gpu_batch_step(&b);
    assert_int_equal(gpu_batch_wrong(&b), 30);
    assert_memory_equal(before, b.arena.work.states, bytes);
    gpu_batch_guess(&b, 0);
    assert_int_equal(action[30], right);
    gpu_batch_step(&b);
    assert_int_equal(gpu_batch_wrong(&b), -1);
    assert_memory_not_equal(before, b.arena.work.states, bytes);
    free(before);
    gpu_batch_close(&b);
    gpu_close(&gpu);
}

/* The action that was wrong is named, even if the program has written others since. */
static void a_wrong_action_is_named(void **state)
{
    (void)state;
    charlatan_gpu *gpu;
    charlatan_gpu_array actions, masks;
    charlatan_error error;
    assert_int_equal(
        charlatan_gpu_open(quacks_spec, GPU_HOST, 1u << CHARLATAN_GPU_MASKS, &gpu, &error), 0);
    assert_int_equal(charlatan_gpu_reset(gpu, &error), 0);
    assert_int_equal(charlatan_gpu_where(gpu, CHARLATAN_GPU_ACTIONS, &actions, &error), 0);
    assert_int_equal(charlatan_gpu_where(gpu, CHARLATAN_GPU_MASKS, &masks, &error), 0);
    int32_t *action = actions.at;
    memset(action, -1, (size_t)actions.rows * sizeof *action);
    action[0] = 12345;
    assert_int_equal(charlatan_gpu_step(gpu, &error), 0);
    action[0] = (int32_t)((const uint8_t *)memchr(masks.at, 1, (size_t)masks.columns) -
                          (const uint8_t *)masks.at);
    assert_int_equal(charlatan_gpu_step(gpu, &error), 0);
    assert_int_equal(charlatan_gpu_check(gpu, &error), CHARLATAN_ILLEGAL_ACTION);
    assert_non_null(strstr(error.message, "game 0: action 12345 is not legal"));
    charlatan_gpu_free(gpu);
}

/* What the net looks at is made of the observation. */
static void looks_are_those_of_the_net(void **state)
{
    (void)state;
    struct gpu gpu = open_host(0);
    struct gpu_table table[2];
    struct gpu_batch b;
    const uint32_t count[2] = {23, 17};
    set_tables(0, table);
    assert_int_equal(
        gpu_batch_open(&b, &gpu, table, count, 2, SEED, 1u << GPU_OBSERVATIONS | 1u << GPU_LOOKS),
        0);
    gpu_batch_reset(&b);
    const struct gpu_shape *seen = &b.shape[GPU_OBSERVATIONS], *looks = &b.shape[GPU_LOOKS];
    assert_int_equal(looks->columns, sizeof(struct arcane_looked));
    for (int64_t i = 0; i < GAMES; i++) {
        struct arcane_looked looked;
        memset(&looked, 0, sizeof looked);
        arcane_look((const struct arcane_seen *)((const uint8_t *)seen->at + i * seen->stride),
                    &looked);
        assert_memory_equal((const uint8_t *)looks->at + i * looks->stride, &looked, LOOKED_CELLS);
    }
    gpu_batch_close(&b);
    gpu_close(&gpu);
}

/* ---- what is told where there is no GPU ---- */

static void seeds_are_those_of_the_library(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 100; i++)
        assert_true(gpu_seed_of(i, 3 * i, 7) == charlatan_seed_of(i, 3 * i, 7));
}

static void a_gpu_that_is_not_there_says_why(void **state)
{
    (void)state;
    struct gpu gpu;
    assert_int_equal(gpu_open(&gpu, 63, gpu_game_at(0)), -1);
    assert_true(gpu.why[0] != 0);
    gpu_close(&gpu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_end_as_in_the_engine),
        cmocka_unit_test(greedy_games_end_as_in_the_engine),
        cmocka_unit_test(the_first_difference_is_named),
        cmocka_unit_test(sides_that_play_alone_say_the_same),
        cmocka_unit_test(positions_are_checked),
        cmocka_unit_test(gpus_share_the_work),
        cmocka_unit_test(a_check_goes_on),
        cmocka_unit_test(other_numbers_are_refused),
        cmocka_unit_test(a_broken_position_is_counted),
        cmocka_unit_test(arcane_steps),
        cmocka_unit_test(quacks_steps),
        cmocka_unit_test(a_wrong_action_changes_nothing),
        cmocka_unit_test(a_wrong_action_is_named),
        cmocka_unit_test(looks_are_those_of_the_net),
        cmocka_unit_test(seeds_are_those_of_the_library),
        cmocka_unit_test(a_gpu_that_is_not_there_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
