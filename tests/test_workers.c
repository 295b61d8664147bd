/* Tests of bots on threads: every job gets a legal answer, and bots are cut short when too many
 * jobs wait. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "games/arcane/arcane.h"
#include "server/workers.h"

static void wake(void *arg)
{
    /* The test polls instead. */
    (void)arg;
}

static struct bot_job job_of(const char *bot)
{
    uint64_t state[MAX_STATE_BYTES / 8] = {0};
    struct bot_job job = {.ask = 7};
    struct chance luck;
    chance_seed_number(&luck, 1);
    arcane_game.init(state, 4);
    arcane_game.begin(state, &luck, NULL);
    job.move.seat = (uint8_t)bit_lowest(arcane_game.active(state));
    strcpy(job.table, "abcdefgh234567ab");
    strcpy(job.bot, bot);
    view_take(&job.view, &arcane_game, state, job.move.seat);
    return job;
}

/* Collects answers until there are n, for at most ten seconds. */
static int take_answers(struct workers *w, int n)
{
    static const struct timespec nap = {.tv_nsec = 10 * 1000 * 1000};
    int taken = 0;
    for (int i = 0; i < 1000 && taken < n; i++) {
        struct bot_job *job = workers_take(w);
        if (!job) {
            nanosleep(&nap, NULL);
            continue;
        }
        assert_true(view_legal(&job->view) >> job->move.answer & 1);
        assert_int_equal(job->ask, 7);
        free(job);
        taken++;
    }
    return taken;
}

static void every_job_is_answered(void **unused)
{
    (void)unused;
    struct workers *w = workers_open(2, wake, NULL);
    struct workers_figures f;
    struct bot_job quick = job_of("medium"), nobody = job_of("nobody");
    for (int i = 0; i < 100; i++)
        workers_add(w, i % 10 ? &quick : &nobody);
    assert_int_equal(take_answers(w, 100), 100);
    workers_figures(w, &f);
    assert_int_equal(f.answered, 100);
    assert_int_equal(f.hurried, 0);
    assert_int_equal(f.waiting, 0);
    workers_close(w);
}

/* One thread has more jobs than it has time for: the last ones are answered at once. */
static void a_crowd_is_hurried(void **unused)
{
    (void)unused;
    struct workers *w = workers_open(1, wake, NULL);
    struct workers_figures f;
    struct bot_job hard = job_of("hard");
    for (int i = 0; i < 8; i++)
        workers_add(w, &hard);
    assert_int_equal(take_answers(w, 8), 8);
    workers_figures(w, &f);
    assert_in_range(f.hurried, 3, 8);
    workers_close(w);
}

static void closing_waits_for_nobody(void **unused)
{
    (void)unused;
    struct workers *w = workers_open(2, wake, NULL);
    struct bot_job quick = job_of("easy");
    for (int i = 0; i < 50; i++)
        workers_add(w, &quick);
    /* Closes with open jobs: nothing may leak or hang. */
    workers_close(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_job_is_answered),
        cmocka_unit_test(a_crowd_is_hurried),
        cmocka_unit_test(closing_waits_for_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
