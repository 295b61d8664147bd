/* The random bot: every legal answer is equally likely. All other bots are compared with it. */
#include "bots/bots.h"
#include "engine/view.h"

static int choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                  struct advice *say)
{
    (void)how;
    (void)say;
    uint64_t answers = view_legal(v);
    MUST(answers != 0);
    return bit_nth(answers, chance_below(luck, CHANCE_PICK, (uint32_t)bit_count(answers)));
}

const struct bot random_bot = {
    .name = "random",
    .blurb = "answers at random, every legal answer equally often",
    .choose = choose,
};
