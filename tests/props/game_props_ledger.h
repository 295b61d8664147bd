/* The data of the ledger: game_props_ledger.c fills it, game_props_ledger_compare.c compares it. */
#ifndef CHARLATAN_TESTS_GAME_PROPS_LEDGER_H
#define CHARLATAN_TESTS_GAME_PROPS_LEDGER_H

#include "games/arcane/arcane.h"

struct card {
    /* ITEM_NONE: no card, ITEM_UNDECIDED: nobody has looked. */
    uint8_t item;
    /* The seats that have seen it, while it is face down or in a stash. */
    uint8_t known;
    uint8_t up;
};

struct house {
    int rows, cols;
    struct card cell[CELLS];
};

struct stash {
    int n;
    struct card card[STASH_MAX + 2];
};

struct pile {
    int n;
    uint8_t item[PILE_MAX + 1];
};

struct ledger {
    int players, everyone, market_slots;
    /* The shape of a full storehouse (A4.2). */
    int rows, cols;
    uint8_t count[ITEM_COUNT];
    struct house house[MAX_SEATS];
    struct stash stash[MAX_SEATS];
    /* The top card comes last; `top` holds the cards that Wands put on the deck. */
    struct pile discard, top, offer;
    /* has_own: the deck was remade, and draws from `own` (A14.1). */
    int deck, has_own;
    /* The cards of a remade deck besides `top`. */
    uint8_t own[ITEM_COUNT];
    uint8_t market[3], aside[ITEM_COUNT];
    struct card replaced, unseen;
    /* The item being played, or NONE. */
    int hand;
    /* The special item in use, and whose stash a Chalice opened, or NONE. */
    int special, whom;
    /* Slot of the item just played, or NONE (A6.3). */
    int just;
    /* Slots of the set the player chose to sell, or 0. */
    uint32_t chosen;
    /* Slots of a sold diagonal that waits for its slide, or 0. */
    uint32_t diagonal;
    int inspection;
    /* The answers given in the current turn. */
    uint32_t answers;
    /* Tells one turn from the next. */
    uint8_t turn[6];
    /* Stands in for an impossible slot. */
    struct card nowhere;
    const char *wrong;
};

/* Returns NULL, or how the state or a seat's view of it differs from the ledger. */
const char *props_ledger_compare(void *ledger, const void *state);
const char *props_ledger_compare_view(const void *ledger, const void *view, int seat);

#endif
