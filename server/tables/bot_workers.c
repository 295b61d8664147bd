/* The workers: some threads on which bots think, one for bots that answer at once, and a list of
 * answers.
 *
 * Jobs wait in `turns` or in `quick`, and come out in `answers`. A thread holds the lock only to
 * take a job and to give it back. */
#include "server/tables/bot_workers.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "bots/bots.h"
#include "match/hurried.h"

/* DEADLINE_MS: people never wait longer for a bot. LEAST_MS: with less, a search finds nothing that
 * rules of thumb would not. */
enum { WORKERS_MOST = 64, DEADLINE_MS = 2000, LEAST_MS = 20 };

/* Everything but the threads, `wake` and `arg` is used under the lock. */
struct workers {
    pthread_mutex_t lock;
    /* Bots have to think; bots have to answer at once. */
    pthread_cond_t more, more_quick;
    pthread_t thread[WORKERS_MOST], quick_thread;
    int threads, stopping;
    struct turns turns;
    struct bot_job_list quick, answers;
    struct workers_figures figures;
    void (*wake)(void *arg);
    void *arg;
};

/* Monotonic, the clock of job->queued and job->began. */
static int64_t clock_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static uint64_t clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* ---- thinking ---- */

/* The same view, bot, luck and time limit give the same answer, unless the time runs out. */
static void choose(struct bot_job *job, const struct seated_bot *b)
{
    struct chance luck;
    chance_seed(&luck, job->luck);
    job->move.answer = (uint8_t)bot_choose(b, &job->view, &luck, NULL);
}

/* Rules of thumb answer instead. Whatever the bot was, its answer then comes from rules of thumb,
 * or at random in a game without them. */
static void answer_at_once(struct bot_job *job, enum hurried why)
{
    const struct bot *quick = bot_by_name("greedy", job->view.game);
    struct seated_bot b = {quick ? quick : &random_bot, {0}};
    b.how = b.bot->usual;
    job->hurried = (uint8_t)why;
    choose(job, &b);
}

/* How long the bot may think: what it was granted, within its deadline. */
static uint32_t time_for(const struct bot_job *job)
{
    int64_t left = job->queued + DEADLINE_MS - job->began;
    return left < 0 ? 0 : left < (int64_t)job->granted ? (uint32_t)left : job->granted;
}

/* Says too whether the bot was cut short: by the machine (BUSY) or by what its address has left
 * (BUDGET). */
static void think_for(struct bot_job *job, uint32_t ms)
{
    struct seated_bot b = job->bot;
    b.how.milliseconds = ms;
    b.how.watch = &job->watch;
    choose(job, &b);
    job->used = (uint32_t)(clock_ms() - job->began);
    /* A bot that had nothing to choose has not missed the time. One that a busy machine kept
     * waiting has thought no longer than it was allowed to. */
    int ended = job->watch.hurry || job->used >= ms;
    if (ended && !job_has_enough(job, job->used < ms ? job->used : ms))
        job->hurried = job->watch.hurry || ms < job->granted ? HURRIED_BUSY : HURRIED_BUDGET;
}

/* A program that does not answer in time, for whatever reason, does not keep people waiting. */
static void ask_program(struct bot_job *job, uint32_t ms)
{
    struct chance luck;
    struct refusal why;
    int answer = 0;
    chance_seed(&luck, job->luck);
    enum exec_outcome got = programs_ask(job->programs, job->program, &job->view, &luck, ms,
                                         &job->watch.hurry, &answer, &why);
    job->used = (uint32_t)(clock_ms() - job->began);
    job->move.answer = (uint8_t)answer;
    /* Less time than usual may be the machine's fault (BUSY) or that of the address's budget; a
     * program that was late with its usual time was kept waiting by the machine. */
    if (got == EXEC_LATE)
        answer_at_once(job, job->watch.hurry || ms < job->granted || job->granted == job->usual
                                ? HURRIED_BUSY
                                : HURRIED_BUDGET);
    if (got == EXEC_FAILED) {
        memcpy(job->failure, why.message, sizeof job->failure);
        answer_at_once(job, HURRIED_FAILED);
    }
}

/* Always leaves a legal answer. A program is not asked with less than LEAST_MS, in which it could
 * hardly read the question. */
static void think(struct bot_job *job)
{
    uint32_t ms = time_for(job);
    if (job->programs && ms >= LEAST_MS)
        ask_program(job, ms);
    else if (job->usual == 0)
        choose(job, &job->bot);
    else if (ms >= LEAST_MS)
        think_for(job, ms);
    else
        answer_at_once(job, job->granted < LEAST_MS ? HURRIED_BUDGET : HURRIED_BUSY);
}

/* ---- threads ---- */

/* Called with the lock, which is released while the bot thinks. */
static void work_on(struct workers *w, struct bot_job *job)
{
    pthread_mutex_unlock(&w->lock);
    uint64_t began = clock_ns();
    think(job);
    uint64_t busy = clock_ns() - began;
    pthread_mutex_lock(&w->lock);
    w->figures.busy_ns += busy;
    w->figures.answered++;
    w->figures.hurried += job->hurried != HURRIED_NO;
    w->figures.over_budget += job->hurried == HURRIED_BUDGET;
    w->figures.waiting--;
}

/* Called with the lock. `wake` only wakes the loop and takes no lock of ours. */
static void answered(struct workers *w, struct bot_job *job)
{
    job_list_add(&w->answers, job);
    w->wake(w->arg);
}

/* A thread for bots that think. Jobs that wait when the server stops are freed by workers_close. */
static void *work(void *arg)
{
    struct workers *w = arg;
    struct bot_job *job;
    pthread_mutex_lock(&w->lock);
    while (!w->stopping) {
        if (!(job = turns_next(&w->turns))) {
            pthread_cond_wait(&w->more, &w->lock);
            continue;
        }
        job->began = clock_ms();
        work_on(w, job);
        turns_end(&w->turns, job);
        answered(w, job);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* The thread for bots that need no time, so that they never wait behind those that think. */
static void *work_quickly(void *arg)
{
    struct workers *w = arg;
    struct bot_job *job;
    pthread_mutex_lock(&w->lock);
    while (!w->stopping) {
        if (!(job = job_list_take(&w->quick))) {
            pthread_cond_wait(&w->more_quick, &w->lock);
            continue;
        }
        job->began = clock_ms();
        work_on(w, job);
        answered(w, job);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* ---- from the loop ---- */

/* `threads` from 1 to WORKERS_MOST; it is the operator's choice and was checked. Aborts if a thread
 * cannot be started. */
struct workers *workers_open(int threads, void (*wake)(void *arg), void *arg)
{
    struct workers *w = calloc(1, sizeof *w);
    MUST(w && threads >= 1 && threads <= WORKERS_MOST);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->more, NULL);
    pthread_cond_init(&w->more_quick, NULL);
    job_list_init(&w->quick);
    job_list_init(&w->answers);
    w->wake = wake;
    w->arg = arg;
    for (; w->threads < threads; w->threads++)
        MUST(pthread_create(&w->thread[w->threads], NULL, work, w) == 0);
    MUST(pthread_create(&w->quick_thread, NULL, work_quickly, w) == 0);
    return w;
}

/* Each bot is hurried, so this takes milliseconds, with programs as long as they need to notice.
 * Answers that nobody has taken are lost: the bots are asked again after a restart. */
void workers_close(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->stopping = 1;
    turns_hurry(&w->turns);
    pthread_cond_broadcast(&w->more);
    pthread_cond_broadcast(&w->more_quick);
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < w->threads; i++)
        pthread_join(w->thread[i], NULL);
    pthread_join(w->quick_thread, NULL);
    turns_free(&w->turns);
    job_list_free(&w->quick);
    job_list_free(&w->answers);
    pthread_cond_destroy(&w->more);
    pthread_cond_destroy(&w->more_quick);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

/* Called with the lock. May cut another address's job short, so that the machine is never full of
 * one person's bots. */
static void add_to_turns(struct workers *w, struct bot_job *job)
{
    turns_add(&w->turns, job);
    pthread_cond_signal(&w->more);
    struct bot_job *crowding = turns_crowding(&w->turns, w->threads);
    if (crowding)
        crowding->watch.hurry = 1;
}

/* Its deadline runs from here. A job with less than LEAST_MS goes to the quick thread whatever its
 * bot is. */
void workers_add(struct workers *w, const struct bot_job *job)
{
    struct bot_job *own = malloc(sizeof *own);
    MUST(own);
    *own = *job;
    own->queued = clock_ms();
    pthread_mutex_lock(&w->lock);
    w->figures.waiting++;
    if (own->granted >= LEAST_MS) {
        add_to_turns(w, own);
    } else {
        job_list_add(&w->quick, own);
        pthread_cond_signal(&w->more_quick);
    }
    pthread_mutex_unlock(&w->lock);
}

struct bot_job *workers_take(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    struct bot_job *job = job_list_take(&w->answers);
    pthread_mutex_unlock(&w->lock);
    return job;
}

void workers_figures(struct workers *w, struct workers_figures *f)
{
    pthread_mutex_lock(&w->lock);
    *f = w->figures;
    pthread_mutex_unlock(&w->lock);
}
