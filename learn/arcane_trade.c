/* Games of traders against greedy, and steps of their weights; see arcane_trade.h. */
#include "learn/arcane_trade.h"

#include "bots/policy.h"
#include "engine/view.h"

static int best_of(const int each[64], uint64_t answers, uint64_t *luck)
{
    uint64_t ties = 0;
    int best = INT32_MIN;
    for (; answers; answers &= answers - 1) {
        int answer = bit_lowest(answers);
        ties = each[answer] > best ? (uint64_t)1 << answer
                                   : ties | (uint64_t)(each[answer] == best) << answer;
        best = each[answer] > best ? each[answer] : best;
    }
    return bit_nth(ties, luck_below(luck, (uint32_t)bit_count(ties)));
}

static int answer_of(const struct trade_weights *w, const struct arcane_state *s, int seat,
                     int trades, uint64_t *luck)
{
    struct view v;
    int each[64];
    view_take(&v, &arcane_game, s, seat);
    uint64_t answers = view_legal(&v);
    if (!(answers & (answers - 1)))
        return bit_lowest(answers);
    if (!trades)
        return arcane_greedy_pick(v.bytes, seat, answers, luck);
    trade_weigh(w, (const struct arcane_state *)v.bytes, seat, answers, each);
    return best_of(each, answers, luck);
}

/* Adds what the traders, every second seat from `from` on, have at the end. */
static void play(const struct trade_weights *w, int players, int from, uint64_t number,
                 struct trade_result *to)
{
    struct arcane_state s;
    struct chance c;
    uint32_t active;
    uint64_t luck = number;
    int traders = (players + 1 - from) / 2;
    memset(&s, 0, sizeof s);
    arcane_init(&s, players);
    chance_seed_number(&c, number);
    arcane_begin(&s, &c, NULL);
    while ((active = arcane_active(&s)) != 0) {
        int seat = bit_lowest(active);
        arcane_apply(&s, seat, answer_of(w, &s, seat, seat % 2 == from, &luck), &c, NULL);
    }
    for (int seat = 0; seat < players; seat++) {
        int mine = seat % 2 == from;
        double won = (double)(s.winners >> seat & 1) / bit_count(s.winners);
        to->share += mine ? won : 0;
        to->lead += s.player[seat].gold * (mine ? 1.0 / traders : -1.0 / (players - traders));
    }
    to->share -= (double)traders / players;
}

struct trade_result trade_match(const struct trade_weights *w, int players, uint64_t first,
                                int deals)
{
    struct trade_result sum = {0, 0};
    for (int i = 0; i < deals; i++)
        for (int from = 0; from < 2; from++)
            play(w, players ? players : 2 + i % 5, from, first + (uint64_t)i, &sum);
    return (struct trade_result){sum.share / (2 * deals), sum.lead / (2 * deals)};
}

static int step_of(int weight)
{
#define TRADE(e, weight, step, text) step,
    static const int8_t steps[TRADE_COUNT] = {
#include "bots/greedy/arcane_trader.def"
    };
#undef TRADE
    return steps[weight];
}

/* Each sweep has deals of its own, so that a step cannot stay because of the luck of one. */
int trade_fit(struct trade_weights *w, uint64_t first, int deals, int sweeps)
{
    int taken = 0;
    for (int sweep = 0; sweep < sweeps; sweep++) {
        uint64_t from = first + (uint64_t)sweep * (uint64_t)deals;
        double best = trade_match(w, 0, from, deals).lead;
        for (int i = 0; i < 2 * TRADE_COUNT; i++) {
            struct trade_weights tried = *w;
            tried.of[i / 2] = (int16_t)(tried.of[i / 2] + (i % 2 ? -1 : 1) * step_of(i / 2));
            double lead = trade_match(&tried, 0, from, deals).lead;
            if (lead <= best)
                continue;
            best = lead;
            *w = tried;
            taken++;
        }
    }
    return taken;
}
