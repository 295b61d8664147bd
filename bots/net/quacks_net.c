/* The bot `net` of the Quacks. */
#include "bots/bots.h"
#include "bots/net/net_bot.h"
#include "bots/net/quacks_outputs.h"
#include "engine/view.h"

static int choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                  struct advice *say)
{
    struct net net;
    struct quacks_said said;
    uint64_t answers = view_legal(v);
    if (!quacks_net_knows((const struct quacks_state *)v->bytes, v->seat))
        return quacks_greedy.choose(v, how, luck, say);
    MUST(answers != 0 && !quacks_net_read(&net));
    quacks_net_say(&net, (const struct quacks_state *)v->bytes, v->seat, answers, &said);
    struct net_said own = {said.answer, said.share[v->seat], said.lead[v->seat]};
    return net_player_choose(&own, answers, how, luck, say);
}

const struct bot quacks_net = {
    .name = "net",
    .blurb = "plays as it learned to by playing against itself",
    .game = &quacks_game,
    .apart = 1,
    .learned = 1,
    .choose = choose,
};
