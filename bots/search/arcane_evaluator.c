/* Arcane Alley's net as an evaluator of the search (bots/search/playout.h). */
#include "bots/net/arcane_outputs.h"
#include "bots/search/net_evaluator.h"
#include "bots/search/tree.h"

/* A lead of this many tenths of a gold piece counts as a clear win. */
enum { CLEAR = 600 };

/* The net is part of the program and was checked by the tests, so that it cannot be read is a
 * bug. */
static void say(struct net_memory *memory, const void *state, int seat, uint64_t answers,
                struct evaluation *out)
{
    struct net net;
    struct arcane_said said;
    const struct arcane_state *s = state;
    MUST(answers != 0 && !arcane_net_read(&net));
    arcane_net_say_next(&net, memory, s, seat, answers, &said);
    net_evaluate_answers(said.answer, answers, out);
    for (int i = 0; i < s->players; i++)
        out->value[i] = net_evaluate_seat(said.share[i], said.lead[i], CLEAR);
}

/* The seat's turns of this round so far. A new round is beyond every horizon, because it begins
 * equally for all players. */
static int lap_clock(const void *state, int seat)
{
    enum { ROUND = 1 << 20 };
    const struct arcane_state *s = state;
    if (s->turn >= s->players)
        return (s->round + 1) * ROUND;
    int now = (s->turn + s->players - s->first) % s->players;
    int own = (seat + s->players - s->first) % s->players;
    return s->round * ROUND + s->turns + (now >= own);
}

/* Only when the game is over: before, nobody has won. */
static void end(const void *state, int *value)
{
    const struct arcane_state *s = state;
    for (int i = 0; i < s->players; i++) {
        int won = s->winners >> i & 1, others = 0;
        for (int k = 0; k < s->players; k++)
            others += k == i ? 0 : 10 * s->player[k].gold;
        others /= s->players - 1; /* NOLINT(*DivideZero): every game has two seats or more */
        value[i] = net_evaluate_seat(won ? VALUE_ONE / bit_count(s->winners) : 0,
                                     10 * s->player[i].gold - others, CLEAR);
    }
}

const struct evaluator arcane_evaluator = {
    .say = say,
    .clock = lap_clock,
    .end = end,
    .trust = 300,
    .risk = 50,
    /* docs/bots.md says what other numbers brought. */
    .plays_on = {2, 2, 2, 2, 2},
};
