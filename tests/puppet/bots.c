/* How bots think in a world: all play by rules of thumb or at random, whatever their names are, and
 * the same way each time; programs, too. A world can let them play as they are. They say that they
 * thought for as long as they were granted. */
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "match/hurried.h"
#include "tests/puppet/puppet.h"

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

struct bot_job *puppet_thinks(struct puppet *world, int node)
{
    struct bot_job *job = world->bots_left > 0 ? alone_take_job(&world->node[node].host) : NULL;
    if (!job)
        return NULL;
    world->bots_left--;
    if (world->hears.bot)
        world->hears.bot(world->hears.arg, job);
    job->move.answer = (uint8_t)choose(world, job);
    job->used = job->granted;
    job->hurried = job_has_enough(job, job->granted) ? HURRIED_NO : HURRIED_BUDGET;
    if (job->programs)
        ask_program(world, job);
    return job;
}
