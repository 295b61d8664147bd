/* The fake workers of a world: every function of server/workers.h, without threads. All bots play
 * by rules of thumb or at random, whatever their names are, and the same way each time; programs,
 * too. A world can let them play as they are. They say that they thought for as long as they were
 * granted. */
#include "server/workers.h"

#include <stdlib.h>
#include <string.h>

#include "tests/puppet/puppet.h"

struct workers {
    struct puppet_node *node;
    struct bot_job *jobs, **jobs_end, *answers, **answers_end;
    struct workers_figures figures;
};

struct workers *workers_open(int threads, void (*wake)(void *arg), void *arg)
{
    struct workers *w = calloc(1, sizeof *w);
    (void)threads, (void)wake;
    MUST(w);
    w->node = arg;
    w->jobs_end = &w->jobs;
    w->answers_end = &w->answers;
    return w;
}

static struct bot_job *take(struct bot_job **first, struct bot_job ***end)
{
    struct bot_job *job = *first;
    if (job && !(*first = job->next))
        *end = first;
    return job;
}

static void add(struct bot_job ***end, struct bot_job *job)
{
    job->next = NULL;
    **end = job;
    *end = &job->next;
}

void workers_close(struct workers *w)
{
    struct bot_job *job;
    while ((job = take(&w->jobs, &w->jobs_end)) || (job = take(&w->answers, &w->answers_end)))
        free(job);
    free(w);
}

void workers_add(struct workers *w, const struct bot_job *job)
{
    struct bot_job *own = malloc(sizeof *own);
    MUST(own);
    *own = *job;
    w->figures.waiting++;
    add(&w->jobs_end, own);
}

/* As it is at a server, but for the time. */
static int choose_as_it_is(uint32_t iterations, const struct bot_job *job)
{
    struct seated_bot b = job->bot;
    struct chance luck;
    b.how.milliseconds = 0;
    b.how.iterations = job->usual ? iterations : b.how.iterations;
    chance_seed(&luck, job->luck);
    return bot_choose(&b, &job->view, &luck, NULL);
}

static int choose(struct puppet *world, const struct bot_job *job)
{
    if (world->iterations)
        return choose_as_it_is(world->iterations, job);
    const struct bot *quick =
        job->bot.bot == &random_bot ? NULL : bot_by_name("greedy", job->view.game);
    struct seated_bot b = {quick ? quick : &random_bot, {0}};
    struct chance luck;
    b.how = b.bot->usual;
    chance_seed_number(&luck, puppet_random(&world->bot_luck));
    return bot_choose(&b, &job->view, &luck, NULL);
}

static void ask_program(struct puppet *world, struct bot_job *job)
{
    world->programs_asked++;
    if (!world->programs_fail)
        return;
    strcpy(job->failure, "it fails");
    job->hurried = HURRIED_FAILED;
}

int puppet_workers_think(struct workers *w)
{
    struct puppet *world = w->node->world;
    if (!w->jobs || world->bots_left <= 0)
        return 0;
    struct bot_job *job = take(&w->jobs, &w->jobs_end);
    world->bots_left--;
    if (world->hears.bot)
        world->hears.bot(world->hears.arg, job);
    job->move.answer = (uint8_t)choose(world, job);
    job->used = job->granted;
    job->hurried = job_has_enough(job, job->granted) ? HURRIED_NO : HURRIED_BUDGET;
    if (job->programs)
        ask_program(world, job);
    w->figures.hurried += job->hurried != HURRIED_NO;
    w->figures.waiting--;
    w->figures.answered++;
    add(&w->answers_end, job);
    return 1;
}

struct bot_job *workers_take(struct workers *w)
{
    return take(&w->answers, &w->answers_end);
}

void workers_figures(struct workers *w, struct workers_figures *f)
{
    *f = w->figures;
}
