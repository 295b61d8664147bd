/* A bot's question on its way from the module with the tables to one that thinks. Both are the same
 * module, so its bytes are the same there. */
#ifndef CHARLATAN_WASM_THINKING_H
#define CHARLATAN_WASM_THINKING_H

#include "engine/numbers.h"
#include "engine/view.h"

enum { THINKING_GAME = 16, THINKING_BOT = 64 };

struct thinking {
    /* Names of the game and of the bot, the bot's with options: "search:iterations=100". */
    char game[THINKING_GAME], bot[THINKING_BOT];
    /* What the bot draws its random numbers from. */
    uint8_t luck[32];
    /* 64 bits, so that no padding lies before `view`: bytes go to the other module as they are. */
    int64_t seat;
    /* A view, never a state. */
    uint64_t view[MAX_STATE_BYTES / 8];
    /* The values behind the view's id of numbers, which only the module with the tables knows; 0
     * of them if it plays by the standard ones. */
    int64_t values;
    uint16_t numbers[NUMBERS_VALUES];
};

#endif
