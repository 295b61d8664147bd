/* Asks the Quacks' net about a view; see quacks_outputs.h. */
#include "bots/net/quacks_outputs.h"

#include "bots/net/net_file.h"
#include "bots/net/net_shares.h"

/* The values come after the actions. A lead of LEAD points is 1. */
enum { ACTIONS = WATCHED_ACTIONS, LEAD = 25 };

/* ---- opening ---- */

static struct net_fit fit(void)
{
    return (struct net_fit){&quacks_game, watched_rows(), ACTIONS + 2 * QUACKS_SEATS,
                            WATCHED_CELLS};
}

const char *quacks_net_read(struct net *net)
{
    struct weights file = weights_quacks();
    struct net_fit own = fit();
    return net_file_read(net, &file, &own);
}

const char *quacks_net_check(void)
{
    uint16_t first[WATCHED_CELLS];
    struct weights file = weights_quacks();
    struct net_fit own = fit();
    return net_file_check(&file, &own, first);
}

int quacks_net_knows(const struct quacks_state *s, int seat)
{
    return s->player[seat].question <= WATCHED_QUESTIONS;
}

/* ---- the whole ---- */

/* Without a memory, for those who look at single positions. */
void quacks_net_think(const struct net *net, const struct quacks_watched *watched,
                      struct net_active *out)
{
    struct net_memory memory = {.of = NULL};
    net_think(net, &memory, watched, WATCHED_CELLS, out);
}

/* Points more than the mean of the others, in tenths. The net learned with 255 at most. */
static int32_t lead_now(const struct quacks_state *s, int seat)
{
    int32_t others = 0;
    for (int i = 0; i < s->players; i++)
        others += i == seat ? 0 : 10 * int_min(s->player[i].points, 255);
    others /= s->players - 1; /* NOLINT(*DivideZero): every game has two seats or more */
    return 10 * int_min(s->player[seat].points, 255) - others;
}

/* Outputs count seats from the viewer on; `out` has them by seat. */
static void say_values(const struct net *net, const struct net_active *active,
                       const struct quacks_state *s, int viewer, struct quacks_said *out)
{
    uint16_t which[2 * QUACKS_SEATS];
    int32_t sums[2 * QUACKS_SEATS];
    uint32_t share[QUACKS_SEATS];
    for (int i = 0; i < s->players; i++) {
        which[i] = (uint16_t)(ACTIONS + i);
        which[s->players + i] = (uint16_t)(ACTIONS + QUACKS_SEATS + i);
    }
    net_outputs(net, active, which, 2 * s->players, sums);
    net_shares(sums, s->players, share);
    for (int i = 0; i < s->players; i++) {
        int seat = (viewer + i) % s->players;
        int64_t more = sums[s->players + i];
        out->share[seat] = (int32_t)share[i];
        out->lead[seat] = lead_now(s, seat) + (int32_t)(more * 10 * LEAD / (1 << NET_UNIT));
    }
}

/* By rule: everything is taken, which is many times as likely as anything else. */
static void say_by_rule(int question, uint64_t answers, struct quacks_said *out)
{
    uint64_t all = optional_taken(question, answers);
    for (; answers; answers &= answers - 1)
        out->answer[bit_lowest(answers)] = (all >> bit_lowest(answers) & 1) ? 4 << NET_UNIT : 0;
}

/* Entries of answers that are not asked for are left as they are. */
static void say_answers(const struct net *net, const struct net_active *active,
                        const struct quacks_state *s, int seat, uint64_t answers,
                        struct quacks_said *out)
{
    uint16_t which[64];
    int32_t sums[64];
    int n = 0;
    if (!quacks_net_knows(s, seat)) {
        say_by_rule(s->player[seat].question, answers, out);
        return;
    }
    for (uint64_t rest = answers; rest; rest &= rest - 1)
        which[n++] = (uint16_t)observe_action(&quacks_game, s, seat, bit_lowest(rest));
    net_outputs(net, active, which, n, sums);
    for (n = 0; answers; answers &= answers - 1)
        out->answer[bit_lowest(answers)] = sums[n++];
}

void quacks_net_say_next(const struct net *net, struct net_memory *memory,
                         const struct quacks_state *s, int seat, uint64_t answers,
                         struct quacks_said *out)
{
    struct quacks_seen seen;
    struct quacks_watched watched;
    struct net_active active;
    quacks_observe(s, seat, &seen);
    quacks_watch(&seen, &watched);
    net_think(net, memory, &watched, WATCHED_CELLS, &active);
    say_answers(net, &active, s, seat, answers, out);
    say_values(net, &active, s, seat, out);
}

void quacks_net_say(const struct net *net, const struct quacks_state *s, int seat, uint64_t answers,
                    struct quacks_said *out)
{
    struct net_memory memory;
    memory.of = NULL;
    quacks_net_say_next(net, &memory, s, seat, answers, out);
}
