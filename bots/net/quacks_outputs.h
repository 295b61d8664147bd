/* What the Quacks' net says about a position: how good each answer looks, and how likely each seat
 * is to win. */
#ifndef CHARLATAN_BOTS_NET_QUACKS_OUTPUTS_H
#define CHARLATAN_BOTS_NET_QUACKS_OUTPUTS_H

#include "bots/net/weights.h"
#include "bots/net/net.h"
#include "bots/net/quacks_inputs.h"

struct quacks_said {
    /* For each legal answer, by its number: 1 << NET_UNIT more means e times as likely. */
    int32_t answer[64];
    /* For each seat of the game: the share of the win in parts of 65536, and the lead over the
     * others' mean at the end in tenths of a point. */
    int32_t share[QUACKS_SEATS], lead[QUACKS_SEATS];
};

/* Opens the weights that are part of the program, quickly. Returns NULL, or what is wrong. */
const char *quacks_net_read(struct net *net);
/* Whether the net has learned to answer the seat's question. What is asked only with the option
 * `optional` (Q12) it has not; then quacks_net_say goes by rule: everything is taken. */
int quacks_net_knows(const struct quacks_state *s, int seat);
/* `s` is a view of the seat's. `answers` are those of its question that are wanted. */
void quacks_net_say(const struct net *net, const struct quacks_state *s, int seat, uint64_t answers,
                    struct quacks_said *out);
/* The same, quicker in a row of positions that have much in common. `memory->of` is NULL before the
 * first of them. */
void quacks_net_say_next(const struct net *net, struct net_memory *memory,
                         const struct quacks_state *s, int seat, uint64_t answers,
                         struct quacks_said *out);
/* The layers alone. */
void quacks_net_think(const struct net *net, const struct quacks_watched *watched,
                      struct net_active *out);

#endif
