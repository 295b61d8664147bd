/* Asks a bot about every game of a batch: what it would answer where the games stand. */
#include "lib/batch.h"

#include "engine/view.h"
#include "wire/refuse.h"

/* One call, shared by the pool's threads, which only read it and write to disjoint `actions`. */
struct batch_asking {
    const charlatan_batch *batch;
    struct seated_bot bot;
    uint64_t seed;
    int32_t *actions;
};

/* The luck is that of charlatan_bot_choose with the seed of the call and the place of the game, so
 * the answers do not depend on the threads. The bot gets the view of the asked seat. */
static void choose_some(void *with, size_t from, size_t to)
{
    const struct batch_asking *asking = with;
    const struct game *g = asking->batch->game;
    struct view view;
    struct chance luck;
    for (size_t i = from; i < to; i++) {
        const struct batch_slot *slot = slot_at(asking->batch, i);
        int seat = asking->batch->asked[i].seat;
        view_take(&view, g, slot->state, seat);
        chance_seed_number(&luck, charlatan_seed_of(asking->seed, i, 0));
        int answer = bot_choose(&asking->bot, &view, &luck, NULL);
        asking->actions[i] = lib_action_of(g, slot->state, seat, answer);
    }
}

/* Names the handle that is wrong; the batch is checked first. */
static int check_handles(const charlatan_batch *batch, const charlatan_bot *bot,
                         charlatan_error *error)
{
    struct refusal why;
    if (batch && batch->kind == HANDLE_BATCH && bot && bot->kind == HANDLE_BOT)
        return 0;
    because(&why, ROW(handle_wrong), batch && batch->kind == HANDLE_BATCH ? "bot" : "batch");
    return lib_refuse(error, CODE_BAD_REQUEST, &why);
}

int charlatan_batch_choose(charlatan_batch *batch, const charlatan_bot *bot, uint64_t seed,
                           int32_t *actions, charlatan_error *error)
{
    int code = check_handles(batch, bot, error);
    if (code)
        return code;
    if (!batch->begun)
        return lib_refuse_row(error, &refusal_batch_not_begun);
    if (bot->game != batch->game)
        return lib_refuse_row(error, &refusal_bot_of_other_game);
    if (!actions)
        return lib_missing(error, "actions");
    struct batch_asking asking = {batch, bot->bot, seed, actions};
    /* A copy of the bot, so that its own watch, and other threads that use it, are left alone. */
    asking.bot.how.watch = &batch->watch;
    pool_run(batch->pool, batch->games, choose_some, &asking);
    return lib_fine(error);
}
