/* How a bot that is a net answers and explains itself, whatever the game. */
#ifndef CHARLATAN_BOTS_NET_NET_BOT_H
#define CHARLATAN_BOTS_NET_NET_BOT_H

#include "engine/chance.h"

struct advice;
struct bot_options;

/* What a net says to the seat that is asked. */
struct net_said {
    /* For each legal answer, by its number: 1 << NET_UNIT more means e times as likely. */
    const int32_t *answer;
    /* The seat's share of the win in parts of 65536, and its lead at the end in tenths. */
    int32_t share, lead;
};

/* The answer that the net likes best, or with a temperature one of those that it likes. */
int net_player_choose(const struct net_said *said, uint64_t answers, const struct bot_options *how,
                      struct chance *luck, struct advice *say);

#endif
