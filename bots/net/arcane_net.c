/* The bot `net` of Arcane Alley. */
#include "bots/bots.h"
#include "bots/net/arcane_outputs.h"
#include "bots/net/net_bot.h"
#include "engine/view.h"

static int choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                  struct advice *say)
{
    struct net net;
    struct arcane_said said;
    uint64_t answers = view_legal(v);
    MUST(answers != 0 && !arcane_net_read(&net));
    arcane_net_say(&net, (const struct arcane_state *)v->bytes, v->seat, answers, &said);
    struct net_said own = {said.answer, said.share[v->seat], said.lead[v->seat]};
    return net_player_choose(&own, answers, how, luck, say);
}

const struct bot arcane_net = {
    .name = "net",
    .blurb = "plays as it learned to by playing against itself",
    .game = &arcane_game,
    .apart = 1,
    .learned = 1,
    .choose = choose,
};
