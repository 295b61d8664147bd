/* Asks Arcane Alley's net about a view; see arcane_outputs.h. */
#include "bots/net/arcane_outputs.h"

#include "bots/net/net_file.h"
#include "bots/net/net_shares.h"

/* ---- opening ---- */

/* The policy's outputs, then a share and a lead for each seat. */
static struct net_fit fit(void)
{
    return (struct net_fit){&arcane_game, looked_rows(), POLICY_OUTPUTS + 2 * MAX_SEATS,
                            LOOKED_CELLS};
}

const char *arcane_net_read(struct net *net)
{
    struct weights file = weights_arcane();
    struct net_fit own = fit();
    return net_file_read(net, &file, &own);
}

const char *arcane_net_check(void)
{
    uint16_t first[LOOKED_CELLS];
    struct weights file = weights_arcane();
    struct net_fit own = fit();
    return net_file_check(&file, &own, first);
}

/* ---- values ---- */

/* Gold more than the mean of the others, in tenths. */
static int32_t lead_now(const struct arcane_state *s, int seat)
{
    int64_t others = 0;
    for (int i = 0; i < s->players; i++)
        others += i == seat ? 0 : 10 * (int64_t)s->player[i].gold;
    others /= s->players - 1; /* NOLINT(*DivideZero): every game has two seats or more */
    return (int32_t)(10 * (int64_t)s->player[seat].gold - others);
}

/* The net's leads are what is still to come, in parts of 50 gold pieces. Outputs count seats from
 * the viewer on; `out` has them by seat. */
static void say_values(const struct net *net, const struct net_active *active,
                       const struct arcane_state *s, int viewer, struct arcane_said *out)
{
    uint16_t which[2 * MAX_SEATS];
    int32_t sums[2 * MAX_SEATS];
    uint32_t share[MAX_SEATS];
    for (int i = 0; i < s->players; i++) {
        which[i] = (uint16_t)(POLICY_OUTPUTS + i);
        which[s->players + i] = (uint16_t)(POLICY_OUTPUTS + MAX_SEATS + i);
    }
    net_outputs(net, active, which, 2 * s->players, sums);
    net_shares(sums, s->players, share);
    for (int i = 0; i < s->players; i++) {
        int seat = (viewer + i) % s->players;
        int64_t more = sums[s->players + i];
        out->share[seat] = (int32_t)share[i];
        out->lead[seat] = lead_now(s, seat) + (int32_t)(more * 500 / (1 << NET_UNIT));
    }
}

/* ---- the whole ---- */

/* Answers of a seat are numbered in the square of its storehouse, or of the chosen seat's. */
static void say_answers(const struct net *net, const struct net_active *active,
                        const struct arcane_looked *looked, const struct arcane_state *s, int seat,
                        uint64_t answers, struct arcane_said *out)
{
    int target = looked->target[0], theirs = target ? looked->seat[target - 1].shape[0] : 0;
    int own = looked->seat[0].shape[0], doll = looked->question[0] == Q_COUNT, n = 0;
    uint16_t which[64];
    int32_t sums[64];
    for (uint64_t rest = answers; rest; rest &= rest - 1) {
        int action = observe_action(&arcane_game, s, seat, bit_lowest(rest));
        which[n++] = (uint16_t)arcane_output_of(action, own, theirs, doll);
    }
    net_outputs(net, active, which, n, sums);
    for (n = 0; answers; answers &= answers - 1)
        out->answer[bit_lowest(answers)] = sums[n++];
}

_Static_assert(sizeof(struct arcane_looked_houses) <= NET_SOURCE, "the memory has room for them");

/* The memory of a net has the cells of the last position. The memory's cells and source are of the
 * same position, or of none. */
static void look_next(const struct net *net, struct net_memory *memory,
                      const struct arcane_seen *seen, struct arcane_looked *to)
{
    struct arcane_looked_houses houses;
    const struct arcane_looked *last =
        memory->of == net->header ? (const void *)memory->cells : NULL;
    memset(&houses, 255, sizeof houses);
    if (last)
        memcpy(&houses, memory->source, sizeof houses);
    arcane_look_next(seen, last, &houses, to);
    memcpy(memory->source, &houses, sizeof houses);
}

/* Gives what arcane_net_say gives, whatever is in the memory. */
void arcane_net_say_next(const struct net *net, struct net_memory *memory,
                         const struct arcane_state *s, int seat, uint64_t answers,
                         struct arcane_said *out)
{
    struct arcane_seen seen;
    struct arcane_looked looked;
    struct net_active active;
    arcane_observe(s, seat, &seen);
    look_next(net, memory, &seen, &looked);
    net_think(net, memory, &looked, LOOKED_CELLS, &active);
    say_answers(net, &active, &looked, s, seat, answers, out);
    say_values(net, &active, s, seat, out);
}

void arcane_net_say(const struct net *net, const struct arcane_state *s, int seat, uint64_t answers,
                    struct arcane_said *out)
{
    struct net_memory memory;
    memory.of = NULL;
    arcane_net_say_next(net, &memory, s, seat, answers, out);
}
