/* What a net says, as the search wants it; see net_evaluator.h. */
#include "bots/search/net_evaluator.h"

#include "bots/net/net_shares.h"
#include "bots/search/tree.h"

/* The best answer of all, as the policy has it. `answers` must not be 0. */
static int32_t most_of(const int32_t *sums, uint64_t answers)
{
    int32_t most = sums[bit_lowest(answers)];
    for (; answers; answers &= answers - 1)
        if (sums[bit_lowest(answers)] > most)
            most = sums[bit_lowest(answers)];
    return most;
}

/* 5909 / 4096 is the logarithm of e to base 2. `below` is not negative. Differences are cut at 32
 * halvings, where the part is 0 anyway. */
static uint32_t part_of(int64_t below)
{
    int64_t d = below * 5909 >> NET_UNIT;
    return net_half_by(d < 65536 * 2 ? (uint32_t)d : 65536 * 2);
}

/* The best answer has prior 0. Entries of other answers are left as they are. */
void net_evaluate_answers(const int32_t *sums, uint64_t answers, struct evaluation *out)
{
    uint32_t part[64], all = 0;
    int32_t most = most_of(sums, answers);
    for (uint64_t rest = answers; rest; rest &= rest - 1) {
        int a = bit_lowest(rest);
        int64_t below = (int64_t)most - sums[a];
        all += part[a] = part_of(below);
        out->prior[a] = (int32_t)(-below / (1 << (NET_UNIT - 16)));
    }
    for (uint64_t rest = answers; rest; rest &= rest - 1)
        out->likely[bit_lowest(rest)] = (uint16_t)((uint64_t)part[bit_lowest(rest)] * 65535 / all);
}

/* The lead counts an eighth, so that a game that is as good as won or lost is still played well.
 * `clear` is in the unit of `lead`. From 0 to VALUE_ONE. */
int net_evaluate_seat(int32_t share, int32_t lead, int32_t clear)
{
    int32_t bound = lead > clear ? clear : lead < -clear ? -clear : lead;
    int32_t by_lead = (bound + clear) * 32 / clear * (VALUE_ONE / 64);
    return (7 * share + by_lead) / 8;
}
