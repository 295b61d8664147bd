/* The bot `net` of Arcane Alley: gives the answer that the net's policy likes best, or with a
 * temperature one of those that it likes. */
#include "bots/bot.h"
#include "bots/learned/arcane_value.h"
#include "bots/temper.h"
#include "engine/text.h"

/* Worths get so many bits more than hundredths have. */
enum { FINE = 8 };

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

static void explain(const struct arcane_said *said, int seat, int is_best, struct advice *say)
{
    struct text t = text_in(say->why, sizeof say->why);
    text_add(&t, "A net that learned by playing against itself likes ");
    text_add(&t, is_best ? "this answer best. " : "another answer better. ");
    text_add(&t, "It gives you ");
    add_percent(&t, said->share[seat]);
    text_add(&t, " of the win.");
    say->figure[say->figures_n].name = "win_share";
    say->figure[say->figures_n++].value = said->share[seat] / 65536.0;
    say->figure[say->figures_n].name = "expected_lead";
    say->figure[say->figures_n++].value = said->lead[seat] / 10.0;
}

static int best_of(const struct arcane_said *said, uint64_t answers)
{
    int best = bit_lowest(answers);
    for (; answers; answers &= answers - 1)
        if (said->answer[bit_lowest(answers)] > said->answer[best])
            best = bit_lowest(answers);
    return best;
}

/* A temperature of 100 gives every answer as often as the net learned to. */
static int tempered_pick(const struct arcane_said *said, uint64_t answers, uint32_t temperature,
                         struct chance *luck)
{
    uint64_t word = chance_word(luck, CHANCE_PICK);
    int64_t worth[64];
    for (int i = 0; i < 64; i++)
        worth[i] = answers >> i & 1 ? (100 * (int64_t)said->answer[i]) >> (NET_UNIT - FINE) : 0;
    return temper_pick(answers, worth, temperature << FINE, &word);
}

static int choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                  struct advice *say)
{
    struct net net;
    struct arcane_said said;
    uint64_t answers = view_legal(v);
    MUST(answers != 0 && !arcane_net_read(&net));
    arcane_net_say(&net, (const struct arcane_state *)v->bytes, v->seat, answers, &said);
    int best = best_of(&said, answers), answer = best;
    if (how->temperature)
        answer = tempered_pick(&said, answers, how->temperature, luck);
    if (say) {
        weigh(&said, answers, best, say);
        explain(&said, v->seat, answer == best, say);
    }
    return answer;
}

const struct bot arcane_net = {
    .name = "net",
    .blurb = "plays Arcane Alley as it learned to by playing against itself",
    .game = &arcane_game,
    .apart = 1,
    .choose = choose,
};
