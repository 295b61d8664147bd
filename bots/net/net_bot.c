/* Answers as a net likes them; see net_bot.h. */
#include "bots/net/net_bot.h"

#include "bots/advice.h"
#include "bots/net/net.h"
#include "bots/options.h"
#include "bots/softmax.h"
#include "engine/text.h"

/* Worths get so many bits more than hundredths have. */
enum { FINE = 8 };

static void add_percent(struct text *t, int32_t share)
{
    text_number(t, (share * 100 + 32768) >> 16);
    text_add(t, " %");
}

/* How much likelier the policy is to give each answer than the best one: a logarithm, at most 0. */
static void weigh(const struct net_said *said, uint64_t answers, int best, struct advice *say)
{
    say->worth = "logarithm of how likely the net is to answer so, less that of its best answer";
    for (; answers; answers &= answers - 1) {
        int i = say->weighed_n++;
        say->weighed[i].answer = bit_lowest(answers);
        say->weighed[i].value =
            (said->answer[bit_lowest(answers)] - said->answer[best]) / (double)(1 << NET_UNIT);
    }
}

/* The figures are of the seat that is asked. */
static void explain(const struct net_said *said, int is_best, struct advice *say)
{
    struct text t = text_in(say->why, sizeof say->why);
    text_add(&t, "A net that learned by playing against itself likes ");
    text_add(&t, is_best ? "this answer best. " : "another answer better. ");
    text_add(&t, "It gives you ");
    add_percent(&t, said->share);
    text_add(&t, " of the win.");
    say->figure[say->figures_n].name = "win_share";
    say->figure[say->figures_n++].value = said->share / 65536.0;
    say->figure[say->figures_n].name = "expected_lead";
    say->figure[say->figures_n++].value = said->lead / 10.0;
}

/* Of equals the lowest. */
static int best_of(const struct net_said *said, uint64_t answers)
{
    int best = bit_lowest(answers);
    for (; answers; answers &= answers - 1)
        if (said->answer[bit_lowest(answers)] > said->answer[best])
            best = bit_lowest(answers);
    return best;
}

/* A temperature of 100 gives every answer as often as the net learned to. */
static int tempered_pick(const struct net_said *said, uint64_t answers, uint32_t temperature,
                         struct chance *luck)
{
    uint64_t word = chance_word(luck, CHANCE_PICK);
    int64_t worth[64];
    for (int i = 0; i < 64; i++)
        worth[i] = answers >> i & 1 ? (100 * (int64_t)said->answer[i]) >> (NET_UNIT - FINE) : 0;
    return temper_pick(answers, worth, temperature << FINE, &word);
}

/* `answers` must not be 0. Without a temperature no luck is used. */
int net_player_choose(const struct net_said *said, uint64_t answers, const struct bot_options *how,
                      struct chance *luck, struct advice *say)
{
    int best = best_of(said, answers), answer = best;
    if (how->temperature)
        answer = tempered_pick(said, answers, how->temperature, luck);
    if (say) {
        weigh(said, answers, best, say);
        explain(said, answer == best, say);
    }
    return answer;
}
