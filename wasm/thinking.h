/* A bot's question on its way from the module with the tables to one that thinks. Both are the same
 * module, so its bytes are the same there. */
#ifndef CHARLATAN_WASM_THINKING_H
#define CHARLATAN_WASM_THINKING_H

#include "engine/view.h"

enum { THINKING_GAME = 16, THINKING_BOT = 64 };

struct thinking {
    /* Names of the game and of the bot, the bot's with options: "search:iterations=100". */
    char game[THINKING_GAME], bot[THINKING_BOT];
    /* What the bot draws its random numbers from. */
    uint8_t luck[32];
    int64_t seat;
    /* A view, never a state. */
    uint64_t view[MAX_STATE_BYTES / 8];
};

#endif
