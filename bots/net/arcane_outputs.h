/* What Arcane Alley's net says about a position: how good each answer looks, and how likely each
 * seat is to win. */
#ifndef CHARLATAN_BOTS_NET_ARCANE_OUTPUTS_H
#define CHARLATAN_BOTS_NET_ARCANE_OUTPUTS_H

#include "bots/net/arcane_inputs.h"
#include "bots/net/weights.h"
#include "bots/net/net.h"

struct arcane_said {
    /* For each legal answer, by its number: a higher one is better. 1 << NET_UNIT more means e
     * times as likely. */
    int32_t answer[64];
    /* For each seat of the game: the share of the win in parts of 65536, and the lead over the
     * others' mean at the end in tenths of a gold piece. */
    int32_t share[MAX_SEATS], lead[MAX_SEATS];
};

/* Opens the weights that are part of the program, quickly. Returns NULL, or what is wrong. */
const char *arcane_net_read(struct net *net);
/* `s` is a view of the seat's. `answers` are those of its question that are wanted. */
void arcane_net_say(const struct net *net, const struct arcane_state *s, int seat, uint64_t answers,
                    struct arcane_said *out);
/* The same, quicker in a row of positions that have much in common. `memory->of` is NULL before the
 * first of them. */
void arcane_net_say_next(const struct net *net, struct net_memory *memory,
                         const struct arcane_state *s, int seat, uint64_t answers,
                         struct arcane_said *out);

#endif
