/* The bot `net` of Arcane Alley: gives the answer that the net's policy likes best. */
#include "bots/bot.h"
#include "bots/learned/arcane_value.h"
#include "engine/text.h"

static void add_percent(struct text *t, int32_t share)
{
    text_number(t, (share * 100 + 32768) >> 16);
    text_add(t, " %");
}

/* How much likelier the policy is to give each answer than the best one: a logarithm, at most 0. */
static void weigh(const struct arcane_said *said, uint64_t answers, int best, struct advice *say)
{
    say->worth = "logarithm of how likely the net is to answer so, less that of its best answer";
    for (; answers; answers &= answers - 1) {
        int i = say->weighed_n++;
        say->weighed[i].answer = bit_lowest(answers);
        say->weighed[i].value =
            (said->answer[bit_lowest(answers)] - said->answer[best]) / (double)(1 << NET_UNIT);
    }
}

static void explain(const struct arcane_said *said, int seat, struct advice *say)
{
    struct text t = text_in(say->why, sizeof say->why);
    text_add(&t, "A net that learned by playing against itself likes this answer best. It gives "
                 "you ");
    add_percent(&t, said->share[seat]);
    text_add(&t, " of the win.");
    say->figure[say->figures_n].name = "win_share";
    say->figure[say->figures_n++].value = said->share[seat] / 65536.0;
    say->figure[say->figures_n].name = "expected_lead";
    say->figure[say->figures_n++].value = said->lead[seat] / 10.0;
}

static int choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                  struct advice *say)
{
    struct net net;
    struct arcane_said said;
    uint64_t answers = view_legal(v);
    (void)how;
    (void)luck;
    MUST(answers != 0 && !arcane_net_read(&net));
    arcane_net_say(&net, (const struct arcane_state *)v->bytes, v->seat, answers, &said);
    int best = bit_lowest(answers);
    for (uint64_t left = answers; left; left &= left - 1)
        if (said.answer[bit_lowest(left)] > said.answer[best])
            best = bit_lowest(left);
    if (say) {
        weigh(&said, answers, best, say);
        explain(&said, v->seat, say);
    }
    return best;
}

const struct bot arcane_net = {
    .name = "net",
    .blurb = "plays Arcane Alley as it learned to by playing against itself",
    .game = &arcane_game,
    .apart = 1,
    .choose = choose,
};
