/* The Quacks' net as an evaluator of the search (bots/search/playout.h). */
#include "bots/search/net_evaluator.h"
#include "bots/net/quacks_outputs.h"
#include "bots/search/tree.h"

/* A lead of this many tenths of a point counts as a clear win. */
enum { CLEAR = 250 };

static void say(struct net_memory *memory, const void *state, int seat, uint64_t answers,
                struct evaluation *out)
{
    struct net net;
    struct quacks_said said;
    const struct quacks_state *s = state;
    MUST(answers != 0 && !quacks_net_read(&net));
    quacks_net_say_next(&net, memory, s, seat, answers, &said);
    net_evaluate_answers(said.answer, answers, out);
    for (int i = 0; i < s->players; i++)
        out->value[i] = net_evaluate_seat(said.share[i], said.lead[i], CLEAR);
}

/* All seats brew at the same time, so a turn of the game is a turn of every seat. */
static int turn_clock(const void *state, int seat)
{
    (void)seat;
    return ((const struct quacks_state *)state)->turn;
}

/* Only when the game is over. */
static void end(const void *state, int *value)
{
    const struct quacks_state *s = state;
    for (int i = 0; i < s->players; i++) {
        int won = s->winners >> i & 1, others = 0;
        for (int k = 0; k < s->players; k++)
            others += k == i ? 0 : 10 * s->player[k].points;
        others /= s->players - 1; /* NOLINT(*DivideZero): every game has two seats or more */
        value[i] = net_evaluate_seat(won ? VALUE_ONE / bit_count(s->winners) : 0,
                                     10 * s->player[i].points - others, CLEAR);
    }
}

const struct evaluator quacks_evaluator = {
    .say = say,
    .clock = turn_clock,
    .end = end,
    .trust = 3930,
    .risk = 500,
};
