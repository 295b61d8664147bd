/* Batches of the library: the same bytes for any number of threads, and the games that the state
 * functions play one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "lib/charlatan.h"

/* How long batches are compared. Slow builds look for races, which do not wait for long games. */
#ifdef SLOW_BUILD
enum { STEPS = 450 };
#else
enum { STEPS = 900 };
#endif

static charlatan_error error;

#define FINE(call)                                                                                 \
    do {                                                                                           \
        if (call)                                                                                  \
            fail_msg("%s: %s", #call, error.message);                                              \
    } while (0)

/* A batch with its arrays, and the luck of those who choose. */
struct run {
    charlatan_batch *batch;
    size_t games, cells, actions, seats;
    charlatan_arrays to;
    int32_t *action;
    uint64_t luck;
};

static void open_idle(struct run *r, const char *spec)
{
    memset(r, 0, sizeof *r);
    FINE(charlatan_batch_open(spec, &r->batch, &error));
    r->games = charlatan_batch_games(r->batch);
    r->cells = (size_t)charlatan_batch_cells(r->batch);
    r->actions = (size_t)charlatan_batch_actions(r->batch);
    r->seats = (size_t)charlatan_batch_seats(r->batch);
    r->action = calloc(r->games, sizeof *r->action);
    r->to = (charlatan_arrays){
        .bytes = sizeof r->to,
        .actions = r->action,
        .seats = calloc(r->games, sizeof(int32_t)),
        .observations = calloc(r->games, r->cells),
        .masks = calloc(r->games, r->actions),
        .rewards = calloc(r->games * r->seats, sizeof(float)),
        .scores = calloc(r->games * r->seats, sizeof(int32_t)),
        .dones = calloc(r->games, 1),
        .finals = calloc(r->games, r->cells),
    };
}

static void open_run(struct run *r, const char *spec)
{
    open_idle(r, spec);
    FINE(charlatan_batch_reset(r->batch, &r->to, &error));
}

static void close_run(struct run *r)
{
    charlatan_batch_free(r->batch);
    free(r->action);
    free(r->to.seats);
    free(r->to.observations);
    free(r->to.masks);
    free(r->to.rewards);
    free(r->to.scores);
    free(r->to.dones);
    free(r->to.finals);
}

static uint32_t below(struct run *r, uint32_t n)
{
    r->luck = r->luck * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(((r->luck >> 32) * n) >> 32);
}

static int some_action(struct run *r, size_t game)
{
    const uint8_t *mask = r->to.masks + game * r->actions;
    uint32_t n = 0;
    for (size_t a = 0; a < r->actions; a++)
        n += mask[a];
    assert_true(n > 0);
    uint32_t k = below(r, n);
    size_t a = 0;
    for (; k > 0 || !mask[a]; a++)
        k -= mask[a];
    return (int)a;
}

static void choose(struct run *r)
{
    for (size_t i = 0; i < r->games; i++)
        r->action[i] = some_action(r, i);
}

static void step(struct run *r)
{
    choose(r);
    FINE(charlatan_batch_step(r->batch, &r->to, &error));
}

#define TABLES                                                                                     \
    "\"seed\":5,\"tables\":[{\"count\":20,\"players\":4},"                                         \
    "{\"count\":15,\"players\":2,\"options\":{\"market\":true}},"                                  \
    "{\"count\":9,\"players\":3,\"bots\":[\"greedy\",null,\"random\"]}]}"

static const char *const alike[] = {
    "{\"game\":\"arcane\",\"threads\":1," TABLES,
    "{\"game\":\"arcane\",\"threads\":2," TABLES,
    "{\"game\":\"arcane\",\"threads\":3," TABLES,
};

/* While potions are brewed, all seats are asked at once. */
#define BREWERS                                                                                    \
    "\"seed\":5,\"tables\":[{\"count\":20,\"players\":4},"                                         \
    "{\"count\":15,\"players\":2,\"options\":{\"pot\":\"tubes\"}},"                                \
    "{\"count\":9,\"players\":3,\"bots\":[\"greedy\",null,\"random\"]}]}"

static const char *const brewers[] = {
    "{\"game\":\"quacks\",\"threads\":1," BREWERS,
    "{\"game\":\"quacks\",\"threads\":2," BREWERS,
    "{\"game\":\"quacks\",\"threads\":3," BREWERS,
};

static void expect_same(const struct run *a, const struct run *b)
{
    assert_memory_equal(a->to.seats, b->to.seats, a->games * sizeof(int32_t));
    assert_memory_equal(a->to.observations, b->to.observations, a->games * a->cells);
    assert_memory_equal(a->to.masks, b->to.masks, a->games * a->actions);
    assert_memory_equal(a->to.rewards, b->to.rewards, a->games * a->seats * sizeof(float));
    assert_memory_equal(a->to.scores, b->to.scores, a->games * a->seats * sizeof(int32_t));
    assert_memory_equal(a->to.dones, b->to.dones, a->games);
    for (size_t i = 0; i < a->games; i++)
        if (a->to.dones[i])
            assert_memory_equal(a->to.finals + i * a->cells, b->to.finals + i * a->cells, a->cells);
}

static void compare_threads(const char *const spec[3])
{
    struct run run[3];
    int ended = 0;
    for (int i = 0; i < 3; i++)
        open_run(&run[i], spec[i]);
    for (int k = 0; k < STEPS; k++) {
        for (int i = 0; i < 3; i++)
            step(&run[i]);
        expect_same(&run[0], &run[1]);
        expect_same(&run[0], &run[2]);
        for (size_t i = 0; i < run[0].games; i++)
            ended += run[0].to.dones[i];
    }
    assert_true(ended > 10);
    for (int i = 0; i < 3; i++)
        close_run(&run[i]);
}

static void threads_change_nothing(void **unused)
{
    (void)unused;
    compare_threads(alike);
    compare_threads(brewers);
}

/* ---- a batch, and its games one by one ---- */

struct single {
    charlatan_game *game;
    charlatan_bot *bot[CHARLATAN_MOST_SEATS];
    charlatan_state *state;
    uint64_t seed, played;
};

static void begin_single(struct single *s, size_t place)
{
    charlatan_state_free(s->state);
    s->seed = charlatan_seed_of(5, place, s->played++);
    FINE(charlatan_state_new(s->game, s->seed, &s->state, &error));
}

static void expect_end(const struct run *r, size_t i, const charlatan_state *state)
{
    double returns[CHARLATAN_MOST_SEATS];
    int32_t scores[CHARLATAN_MOST_SEATS];
    FINE(charlatan_state_returns(state, returns, CHARLATAN_MOST_SEATS, &error));
    FINE(charlatan_state_scores(state, scores, CHARLATAN_MOST_SEATS, &error));
    for (int seat = 0; seat < charlatan_state_players(state); seat++) {
        assert_true(r->to.rewards[i * r->seats + (size_t)seat] == (float)returns[seat]);
        assert_int_equal(r->to.scores[i * r->seats + (size_t)seat], scores[seat]);
    }
}

/* Plays bots and begins games until a seat without a bot is asked. */
static void go_on(const struct run *r, struct single *s, size_t place)
{
    int done = 0, seat, action;
    for (;;) {
        if (charlatan_state_is_over(s->state)) {
            expect_end(r, place, s->state);
            done = 1;
            begin_single(s, place);
        }
        seat = charlatan_state_seat(s->state);
        if (!s->bot[seat])
            break;
        uint64_t luck = charlatan_seed_of(s->seed, charlatan_state_moves(s->state), 0);
        FINE(charlatan_bot_choose(s->bot[seat], s->state, seat, luck, &action, &error));
        FINE(charlatan_state_apply(s->state, seat, action, &error));
    }
    assert_int_equal(r->to.dones[place], done);
    assert_int_equal(r->to.seats[place], seat);
}

static void expect_question(const struct run *r, const struct single *s, size_t place)
{
    uint8_t cells[4096], mask[4096];
    int seat = charlatan_state_seat(s->state);
    FINE(charlatan_state_observe(s->state, seat, cells, sizeof cells, &error));
    FINE(charlatan_state_mask(s->state, seat, mask, sizeof mask, &error));
    assert_memory_equal(cells, r->to.observations + place * r->cells, r->cells);
    assert_memory_equal(mask, r->to.masks + place * r->actions, r->actions);
}

static void play_singles(const char *spec, const char *game, const char *options)
{
    struct run r;
    struct single s[44] = {{0}};
    open_run(&r, spec);
    assert_int_equal(r.games, 44);
    for (size_t i = 0; i < r.games; i++) {
        FINE(charlatan_game_open(game,
                                 i < 20   ? 4
                                 : i < 35 ? 2
                                          : 3,
                                 i < 20 || i >= 35 ? NULL : options, &s[i].game, &error));
        if (i >= 35) {
            FINE(charlatan_bot_open(s[i].game, "greedy", &s[i].bot[0], &error));
            FINE(charlatan_bot_open(s[i].game, "random", &s[i].bot[2], &error));
        }
        begin_single(&s[i], i);
        go_on(&r, &s[i], i);
    }
    for (int k = 0; k < STEPS; k++) {
        for (size_t i = 0; i < r.games; i++)
            expect_question(&r, &s[i], i);
        step(&r);
        for (size_t i = 0; i < r.games; i++) {
            FINE(charlatan_state_apply(s[i].state, charlatan_state_seat(s[i].state), r.action[i],
                                       &error));
            go_on(&r, &s[i], i);
        }
    }
    charlatan_state *copy;
    FINE(charlatan_batch_state(r.batch, 7, 1, &copy, &error));
    assert_int_equal(charlatan_state_same(copy, s[7].state), 1);
    charlatan_state_free(copy);
    for (size_t i = 0; i < r.games; i++) {
        charlatan_bot_free(s[i].bot[0]);
        charlatan_bot_free(s[i].bot[2]);
        charlatan_state_free(s[i].state);
        charlatan_game_free(s[i].game);
    }
    close_run(&r);
}

static void games_are_those_of_the_states(void **unused)
{
    (void)unused;
    play_singles(alike[0], "arcane", "{\"market\":true}");
    play_singles(brewers[0], "quacks", "{\"pot\":\"tubes\"}");
}

/* ---- wrong calls ---- */

static void wrong_specs_are_refused(void **unused)
{
    (void)unused;
    static const char *const wrong[] = {
        "",
        "[]",
        "{}",
        "{\"game\":\"chess\",\"tables\":[{}]}",
        "{\"game\":\"arcane\"}",
        "{\"game\":\"arcane\",\"tables\":[]}",
        "{\"game\":\"arcane\",\"tables\":[1]}",
        "{\"game\":\"arcane\",\"tables\":[{\"count\":0}]}",
        "{\"game\":\"arcane\",\"tables\":[{\"count\":2097152},{}]}",
        "{\"game\":\"arcane\",\"tables\":[{\"players\":7}]}",
        "{\"game\":\"arcane\",\"tables\":[{\"playres\":3}]}",
        "{\"game\":\"arcane\",\"tables\":[{\"options\":{\"market\":3}}]}",
        "{\"game\":\"arcane\",\"tables\":[{\"bots\":\"greedy\"}]}",
        "{\"game\":\"arcane\",\"tables\":[{\"bots\":[1]}]}",
        "{\"game\":\"arcane\",\"tables\":[{\"bots\":[\"nobody\"]}]}",
        "{\"game\":\"arcane\",\"tables\":[{\"bots\":[\"greedy\",\"greedy\"]}]}",
        "{\"game\":\"arcane\",\"tables\":[{\"bots\":[null,null,\"greedy\"]}]}",
        "{\"game\":\"arcane\",\"tables\":[{}],\"threads\":0}",
        "{\"game\":\"arcane\",\"tables\":[{}],\"threads\":1000}",
        "{\"game\":\"arcane\",\"tables\":[{}],\"seed\":-1}",
        "{\"game\":\"arcane\",\"tables\":[{}],\"seed\":\"x\"}",
        "{\"game\":\"null\",\"tables\":[{}]}",
    };
    charlatan_batch *batch;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_not_equal(charlatan_batch_open(wrong[i], &batch, &error), 0);
        assert_null(batch);
        assert_true(error.message[0] && error.name[0]);
    }
    /* What the pointer held before is never looked at. */
    batch = (charlatan_batch *)(void *)&error;
    assert_int_equal(charlatan_batch_open(NULL, &batch, &error), CHARLATAN_BAD_REQUEST);
    assert_null(batch);
    assert_int_equal(charlatan_batch_open("{}", NULL, &error), CHARLATAN_BAD_REQUEST);
}

static void wrong_steps_change_nothing(void **unused)
{
    (void)unused;
    struct run a, b;
    charlatan_batch *unbegun;
    charlatan_state *state;
    open_run(&a, alike[1]);
    open_run(&b, alike[0]);
    for (int k = 0; k < 50; k++) {
        static const int32_t no[] = {-1, 100000, INT32_MAX, INT32_MIN, 0};
        choose(&b);
        memcpy(a.action, b.action, a.games * sizeof *a.action);
        size_t at = below(&b, (uint32_t)a.games);
        a.action[at] = no[k % 4];
        assert_int_equal(charlatan_batch_step(a.batch, &a.to, &error), CHARLATAN_ILLEGAL_ACTION);
        a.action[at] = b.action[at];
        FINE(charlatan_batch_step(a.batch, &a.to, &error));
        FINE(charlatan_batch_step(b.batch, &b.to, &error));
        expect_same(&a, &b);
    }
    charlatan_arrays none = {.bytes = sizeof none}, strange = {.bytes = 1};
    assert_int_equal(charlatan_batch_step(a.batch, &none, &error), CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_batch_step(a.batch, &strange, &error), CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_batch_step(a.batch, NULL, &error), CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_batch_step(NULL, &a.to, &error), CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_batch_state(a.batch, 44, 1, &state, &error), CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_batch_games(NULL), 0);
    assert_int_equal(charlatan_batch_seats(NULL), -1);
    FINE(charlatan_batch_open(alike[0], &unbegun, &error));
    assert_int_equal(charlatan_batch_step(unbegun, &a.to, &error), CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_batch_state(unbegun, 0, 1, &state, &error), CHARLATAN_BAD_REQUEST);
    charlatan_batch_free(unbegun);
    charlatan_batch_free(NULL);
    close_run(&a);
    close_run(&b);
}

/* A bot is asked as charlatan_bot_choose asks it about a copy of each game. No game changes, and
 * the number of threads does not matter. */
static void bots_are_asked_about_all_games(void **unused)
{
    (void)unused;
    struct run a, b;
    charlatan_game *game;
    charlatan_bot *bot;
    int32_t said[2][44];
    open_run(&a, alike[1]);
    open_run(&b, alike[0]);
    FINE(charlatan_game_open("arcane", 2, NULL, &game, &error));
    FINE(charlatan_bot_open(game, "greedy", &bot, &error));
    assert_true(a.games <= 44);
    for (int k = 0; k < 60; k++) {
        FINE(charlatan_batch_choose(a.batch, bot, 3, said[0], &error));
        FINE(charlatan_batch_choose(b.batch, bot, 3, said[1], &error));
        assert_memory_equal(said[0], said[1], a.games * sizeof said[0][0]);
        for (size_t i = 0; i < a.games; i += 7) {
            charlatan_state *copy;
            int action;
            FINE(charlatan_batch_state(a.batch, i, 1, &copy, &error));
            FINE(charlatan_bot_choose(bot, copy, charlatan_state_seat(copy),
                                      charlatan_seed_of(3, i, 0), &action, &error));
            assert_int_equal(action, said[0][i]);
            charlatan_state_free(copy);
        }
        memcpy(a.action, said[0], a.games * sizeof *a.action);
        memcpy(b.action, said[0], b.games * sizeof *b.action);
        FINE(charlatan_batch_step(a.batch, &a.to, &error));
        FINE(charlatan_batch_step(b.batch, &b.to, &error));
        expect_same(&a, &b);
    }
    charlatan_bot_free(bot);
    charlatan_game_free(game);
    close_run(&a);
    close_run(&b);
}

static void wrong_questions_to_bots_are_refused(void **unused)
{
    (void)unused;
    struct run a;
    charlatan_batch *unbegun;
    charlatan_game *arcane, *quacks;
    charlatan_bot *bot, *other;
    int32_t said[44];
    open_run(&a, alike[0]);
    FINE(charlatan_game_open("arcane", 2, NULL, &arcane, &error));
    FINE(charlatan_game_open("quacks", 2, NULL, &quacks, &error));
    FINE(charlatan_bot_open(arcane, "greedy", &bot, &error));
    FINE(charlatan_bot_open(quacks, "greedy", &other, &error));
    FINE(charlatan_batch_open(alike[0], &unbegun, &error));
    assert_int_equal(charlatan_batch_choose(NULL, bot, 0, said, &error), CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_batch_choose(a.batch, NULL, 0, said, &error), CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_batch_choose(a.batch, bot, 0, NULL, &error), CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_batch_choose(unbegun, bot, 0, said, &error), CHARLATAN_BAD_REQUEST);
    assert_int_not_equal(charlatan_batch_choose(a.batch, other, 0, said, &error), 0);
    charlatan_batch_free(unbegun);
    charlatan_bot_free(bot);
    charlatan_bot_free(other);
    charlatan_game_free(arcane);
    charlatan_game_free(quacks);
    close_run(&a);
}

/* A reset begins the same games again; arrays that are left out are not missed. */
/* Actions that lie in the array of observations are overwritten while the games are stepped. Those
 * count that were there when the call began. */
static void arrays_may_overlap(void **unused)
{
    (void)unused;
    struct run apart, over;
    open_run(&apart, alike[0]);
    open_run(&over, alike[0]);
    int32_t *actions = (int32_t *)(void *)over.to.observations;
    over.to.actions = actions;
    for (int i = 0; i < 50; i++) {
        step(&apart);
        memcpy(actions, apart.action, apart.games * sizeof *actions);
        FINE(charlatan_batch_step(over.batch, &over.to, &error));
        expect_same(&apart, &over);
    }
    close_run(&apart);
    close_run(&over);
}

static void resets_repeat(void **unused)
{
    (void)unused;
    struct run a, b;
    open_run(&a, alike[1]);
    open_run(&b, alike[0]);
    for (int k = 0; k < 20; k++)
        step(&a);
    charlatan_arrays less = {.bytes = offsetof(charlatan_arrays, rewards), .actions = a.action};
    choose(&a);
    FINE(charlatan_batch_step(a.batch, &less, &error));
    FINE(charlatan_batch_reset(a.batch, &a.to, &error));
    expect_same(&a, &b);
    close_run(&a);
    close_run(&b);
}

/* The child of a fork has no threads; its batch goes on all the same. */
static void a_fork_goes_on(void **unused)
{
    (void)unused;
    struct run a;
    int status = -1;
    open_run(&a, alike[2]);
    step(&a);
    pid_t child = fork();
    if (child == 0) {
        for (int k = 0; k < 10; k++)
            step(&a);
        charlatan_batch_free(a.batch);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    step(&a);
    close_run(&a);
}

static int at_once(void *with)
{
    (void)with;
    return 1;
}

/* The bots would think for hours. A batch without bots asks nobody. */
static void bots_can_be_stopped(void **unused)
{
    (void)unused;
    struct run a;
    open_idle(&a, "{\"game\":\"arcane\",\"threads\":2,\"tables\":[{\"count\":4,\"players\":2,"
                  "\"bots\":[null,\"search-1:iterations=100000000\"]}]}");
    charlatan_batch_watch(a.batch, at_once, NULL);
    FINE(charlatan_batch_reset(a.batch, &a.to, &error));
    for (int k = 0; k < 3; k++)
        step(&a);
    charlatan_batch_watch(NULL, at_once, NULL);
    close_run(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(games_are_those_of_the_states),
        cmocka_unit_test(wrong_specs_are_refused),
        cmocka_unit_test(wrong_steps_change_nothing),
        cmocka_unit_test(bots_are_asked_about_all_games),
        cmocka_unit_test(wrong_questions_to_bots_are_refused),
        cmocka_unit_test(resets_repeat),
        cmocka_unit_test(a_fork_goes_on),
        cmocka_unit_test(arrays_may_overlap),
        cmocka_unit_test(bots_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
