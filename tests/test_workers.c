/* Tests of bots and chores on threads: every job gets a legal answer, bots are cut short when too
 * many jobs wait, addresses take turns, programs are asked, and quick chores do not wait for slow
 * ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "games/arcane/arcane.h"
#include "match/hurried.h"
#include "server/chores.h"
#include "server/tables/bot_workers.h"

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
    view_take(&job.view, &arcane_game, state, job.move.seat);
    job_read_bot(&job, bot);
    job.granted = job.usual;
    return job;
}

/* The last answer that was collected. */
static struct bot_job last;

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
        last = *job;
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
    struct bot_job thinker = job_of("search-1:ms=700");
    for (int i = 0; i < 8; i++)
        workers_add(w, &thinker);
    assert_int_equal(take_answers(w, 8), 8);
    workers_figures(w, &f);
    assert_in_range(f.hurried, 3, 8);
    workers_close(w);
}

/* Bots that do not think have a thread of their own. */
static void quick_bots_do_not_wait(void **unused)
{
    (void)unused;
    struct workers *w = workers_open(1, wake, NULL);
    struct bot_job thinker = job_of("search-1:ms=400"), quick = job_of("easy");
    workers_add(w, &thinker);
    workers_add(w, &thinker);
    workers_add(w, &quick);
    assert_int_equal(take_answers(w, 1), 1);
    assert_ptr_equal(last.bot.bot, quick.bot.bot);
    assert_int_equal(take_answers(w, 2), 2);
    assert_int_equal(last.hurried, HURRIED_NO);
    assert_in_range(last.used, last.usual, 10 * last.usual);
    workers_close(w);
}

/* An answer says why it was thought about less: the address had little time left, or none. */
static void a_budget_is_kept(void **unused)
{
    (void)unused;
    struct workers *w = workers_open(1, wake, NULL);
    struct workers_figures f;
    struct bot_job thinker = job_of("search-1:ms=700");
    for (uint32_t granted = 0; granted <= 40; granted += 40) {
        thinker.granted = granted;
        workers_add(w, &thinker);
        assert_int_equal(take_answers(w, 1), 1);
        assert_int_equal(last.hurried, HURRIED_BUDGET);
        assert_true(last.used >= granted);
    }
    workers_figures(w, &f);
    assert_int_equal(f.hurried, 2);
    assert_int_equal(f.over_budget, 2);
    /* A little less makes no difference. */
    thinker.granted = thinker.usual - thinker.usual / 5;
    workers_add(w, &thinker);
    assert_int_equal(take_answers(w, 1), 1);
    assert_int_equal(last.hurried, HURRIED_NO);
    workers_close(w);
}

/* ---- programs ---- */

#define HELLO "read l; echo '{\"ok\":true,\"id\":0,\"protocol\":1}'; "

static struct bot_job program_job(struct programs *p)
{
    struct bot_job job = job_of("@smith");
    job_set_program(&job, p, 0);
    job.granted = job.usual;
    return job;
}

static struct exec_bot smith(const char *command)
{
    struct exec_bot bot = {.name = "smith", .ms = 1500, .start_ms = 30000};
    strcpy(bot.command, command);
    return bot;
}

/* Two threads ask at once: the program runs twice, and every answer is its own. */
static void a_program_is_asked(void **unused)
{
    (void)unused;
    struct exec_bot bot = smith("exec /usr/bin/python3 docs/examples/exec_bot.py");
    struct refusal why;
    struct workers_figures f;
    int which;
    bot.ms = 30000; /* enough on a busy machine */
    struct programs *p = programs_open(&bot, 1, &which, &why);
    assert_non_null(p);
    struct workers *w = workers_open(2, wake, NULL);
    struct bot_job job = program_job(p);
    for (int i = 0; i < 20; i++)
        workers_add(w, &job);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(take_answers(w, 1), 1);
        assert_string_equal(last.failure, "");
    }
    workers_figures(w, &f);
    assert_int_equal(f.answered, 20);
    workers_close(w);
    programs_close(p);
}

/* A program that ends is said to have failed, and is not started again at once. Its jobs get legal
 * answers all the same. */
static void a_program_fails(void **unused)
{
    (void)unused;
    struct exec_bot bot = smith(HELLO "read l; exit 3");
    struct refusal why;
    int which;
    struct programs *p = programs_open(&bot, 1, &which, &why);
    struct workers *w = workers_open(1, wake, NULL);
    struct bot_job job = program_job(p);
    for (int i = 0; i < 2; i++) {
        workers_add(w, &job);
        assert_int_equal(take_answers(w, 1), 1);
        assert_int_equal(last.hurried, HURRIED_FAILED);
        assert_non_null(strstr(last.failure, i ? "a moment ago" : "status 3"));
    }
    workers_close(w);
    programs_close(p);
}

/* A program with less time than usual, which does not answer, keeps nobody waiting and is not
 * ended for it. The end of the server does not wait for it either. */
static void a_slow_program_is_hurried(void **unused)
{
    static const struct timespec nap = {.tv_nsec = 100 * 1000 * 1000};
    (void)unused;
    struct exec_bot bot = smith(HELLO "sleep 60");
    struct refusal why;
    struct timespec began, ended;
    int which;
    bot.ms = 60000; /* what waits for it is noticed, however busy the machine is */
    struct programs *p = programs_open(&bot, 1, &which, &why);
    struct workers *w = workers_open(1, wake, NULL);
    struct bot_job job = program_job(p);
    job.granted = 50;
    workers_add(w, &job);
    assert_int_equal(take_answers(w, 1), 1);
    assert_int_equal(last.hurried, HURRIED_BUDGET);
    assert_string_equal(last.failure, "");
    job.granted = job.usual;
    workers_add(w, &job);
    nanosleep(&nap, NULL);
    clock_gettime(CLOCK_MONOTONIC, &began);
    workers_close(w);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    assert_true(ended.tv_sec - began.tv_sec < 20);
    programs_close(p);
}

/* Programs that cannot be bots are found out before the server opens. */
static void programs_are_tried(void **unused)
{
    (void)unused;
    struct exec_bot bots[2] = {smith(HELLO "cat"), smith("exit 5")};
    struct refusal why;
    int which = 0;
    assert_null(programs_open(bots, 2, &which, &why));
    assert_int_equal(which, 1);
    assert_ptr_equal(why.row, &refusal_exec_ended);
}

/* ---- turns ---- */

static struct bot_job *queue_job(struct turns *t, const char *payer, uint32_t granted)
{
    struct bot_job *job = calloc(1, sizeof *job);
    assert_non_null(job);
    strcpy(job->payer, payer);
    job->usual = job->granted = granted;
    turns_add(t, job);
    return job;
}

/* The bot whose turn it is thinks for all of its time. Returns whose bot it is, as a letter. */
static char take_turn(struct turns *t)
{
    struct bot_job *job = turns_next(t);
    if (!job)
        return 0;
    char payer = job->payer[0];
    job->used = job->granted;
    turns_end(t, job);
    free(job);
    return payer;
}

/* Whose turns they are, as a text. */
static const char *take_turns(struct turns *t, int n)
{
    static char text[100];
    int i = 0;
    while (i < n && (text[i] = take_turn(t)))
        i++;
    text[i] = 0;
    return text;
}

/* However many jobs one address has, another one is next. */
static void addresses_take_turns(void **unused)
{
    (void)unused;
    struct turns t = {0};
    for (int i = 0; i < 72; i++)
        queue_job(&t, "a", 700);
    assert_string_equal(take_turns(&t, 10), "aaaaaaaaaa");
    /* No turns were saved up while it had no jobs. */
    for (int i = 0; i < 4; i++)
        queue_job(&t, "b", 700);
    assert_string_equal(take_turns(&t, 9), "bbababaaa");
    turns_free(&t);
}

/* Time counts, not the number of answers. */
static void turns_count_time(void **unused)
{
    (void)unused;
    struct turns t = {0};
    for (int i = 0; i < 20; i++) {
        queue_job(&t, "a", 600);
        queue_job(&t, "b", 200);
    }
    assert_string_equal(take_turns(&t, 12), "babbbabbbabb");
    turns_free(&t);
}

/* What was granted and not used does not count. */
static void turns_count_what_was_used(void **unused)
{
    (void)unused;
    struct turns t = {0};
    queue_job(&t, "a", 700);
    queue_job(&t, "a", 700);
    queue_job(&t, "b", 700);
    struct bot_job *b = turns_next(&t), *a = turns_next(&t);
    assert_string_equal(b->payer, "b");
    queue_job(&t, "b", 700);
    a->used = 100;
    b->used = 300;
    turns_end(&t, b);
    turns_end(&t, a);
    assert_string_equal(take_turns(&t, 2), "ab");
    free(a);
    free(b);
    turns_free(&t);
}

/* A crowd of bots that holds all threads is cut short for another address, once. A table is no
 * crowd. */
static void a_crowd_makes_room(void **unused)
{
    (void)unused;
    struct turns t = {0};
    struct bot_job *job[MAX_SEATS + 1];
    for (int i = 0; i < MAX_SEATS; i++)
        queue_job(&t, "a", 700);
    for (int i = 0; i < 2; i++) {
        job[i] = turns_next(&t);
        job[i]->began = 1000 - i;
    }
    queue_job(&t, "b", 700);
    assert_null(turns_crowding(&t, 2));
    queue_job(&t, "a", 700);
    assert_null(turns_crowding(&t, 3));
    assert_ptr_equal(turns_crowding(&t, 2), job[1]);
    job[1]->watch.hurry = 1;
    assert_null(turns_crowding(&t, 2));
    turns_end(&t, job[1]);
    job[2] = turns_next(&t);
    assert_string_equal(job[2]->payer, "b");
    turns_end(&t, job[0]);
    turns_end(&t, job[2]);
    for (int i = 0; i < 3; i++)
        free(job[i]);
    turns_free(&t);
}

/* One address holds the only thread with more bots than a table has: the bot of another one thinks
 * at once, and for all of its time. */
static void a_bystander_does_not_wait(void **unused)
{
    (void)unused;
    struct workers *w = workers_open(1, wake, NULL);
    struct bot_job crowd = job_of("search-1:ms=700"), one = job_of("master");
    strcpy(crowd.payer, "127.0.0.2");
    strcpy(one.payer, "127.0.0.1");
    for (int i = 0; i < 12; i++)
        workers_add(w, &crowd);
    workers_add(w, &one);
    /* If the thread was free until all were queued, the bystander may even be first. */
    take_answers(w, 1);
    if (strcmp(last.payer, one.payer) != 0) {
        assert_int_equal(last.hurried, HURRIED_BUSY);
        take_answers(w, 1);
    }
    assert_string_equal(last.payer, one.payer);
    assert_int_equal(last.hurried, HURRIED_NO);
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

/* ---- chores ---- */

struct work {
    struct chore chore;
    _Atomic int *may_end;
    _Atomic int ran;
    int done, dropped;
};

static void run_work(struct chore *c)
{
    static const struct timespec nap = {.tv_nsec = 1000 * 1000};
    struct work *w = (struct work *)c;
    while (w->may_end && !*w->may_end)
        nanosleep(&nap, NULL);
    w->ran = 1;
}

static void end_work(struct chore *c)
{
    struct work *w = (struct work *)c;
    w->done++;
    w->dropped = c->dropped;
}

static void add_work(struct chores *c, enum chore_lane lane, struct work *w, _Atomic int *may_end)
{
    *w = (struct work){.chore = {.run = run_work, .done = end_work}, .may_end = may_end};
    chores_add(c, lane, &w->chore);
}

static void await_work(struct chores *c, const struct work *w)
{
    static const struct timespec nap = {.tv_nsec = 1000 * 1000};
    for (int i = 0; i < 10000 && !w->done; i++) {
        chores_deliver(c);
        nanosleep(&nap, NULL);
    }
    assert_true(w->ran && w->done == 1 && !w->dropped);
}

/* Quick chores do not wait for slow ones; of each lane, the first to come is the first done. */
static void chores_have_lanes(void **unused)
{
    struct chores *c = chores_open(wake, NULL);
    struct work slow[2], quick[3];
    _Atomic int may_end = 0;
    (void)unused;
    for (int i = 0; i < 2; i++)
        add_work(c, CHORE_SLOW, &slow[i], &may_end);
    for (int i = 0; i < 3; i++)
        add_work(c, CHORE_QUICK, &quick[i], NULL);
    await_work(c, &quick[2]);
    assert_true(quick[0].done && quick[1].done && !slow[0].done);
    assert_int_equal(chores_waiting(c, CHORE_SLOW), 2);
    may_end = 1;
    await_work(c, &slow[1]);
    assert_true(slow[0].done == 1);
    assert_int_equal(chores_waiting(c, CHORE_SLOW), 0);
    chores_close(c);
}

/* What was not delivered is dropped when the server stops, each once. */
static void chores_are_dropped(void **unused)
{
    struct chores *c = chores_open(wake, NULL);
    struct work work[3];
    (void)unused;
    for (int i = 0; i < 3; i++)
        add_work(c, CHORE_SLOW, &work[i], NULL);
    chores_close(c);
    for (int i = 0; i < 3; i++)
        assert_true(work[i].done == 1 && work[i].dropped);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chores_have_lanes),         cmocka_unit_test(chores_are_dropped),
        cmocka_unit_test(every_job_is_answered),     cmocka_unit_test(a_crowd_is_hurried),
        cmocka_unit_test(quick_bots_do_not_wait),    cmocka_unit_test(a_budget_is_kept),
        cmocka_unit_test(addresses_take_turns),      cmocka_unit_test(turns_count_time),
        cmocka_unit_test(turns_count_what_was_used), cmocka_unit_test(a_crowd_makes_room),
        cmocka_unit_test(a_bystander_does_not_wait), cmocka_unit_test(closing_waits_for_nobody),
        cmocka_unit_test(a_program_is_asked),        cmocka_unit_test(a_program_fails),
        cmocka_unit_test(a_slow_program_is_hurried), cmocka_unit_test(programs_are_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
