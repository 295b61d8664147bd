/* The ledger's pages: game_props_ledger.c writes them, game_props_ledger_compare.c reads them. */
#ifndef CHARLATAN_TESTS_GAME_PROPS_LEDGER_H
#define CHARLATAN_TESTS_GAME_PROPS_LEDGER_H

#include "games/arcane/arcane.h"

struct card {
    uint8_t item;  /* ITEM_NONE: no card, ITEM_UNDECIDED: nobody has looked */
    uint8_t known; /* who has, while it is out of sight */
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
    int players, everyone, has_market;
    uint8_t count[ITEM_COUNT];
    struct house house[MAX_SEATS];
    struct stash stash[MAX_SEATS];
    struct pile discard, top, offer; /* tops last; `top`: what Wands put on the deck */
    int deck, has_own;       /* has_own: the deck was remade, and draws from `own` (A14.1) */
    uint8_t own[ITEM_COUNT]; /* what a remade deck holds besides `top` */
    uint8_t market[3], aside[ITEM_COUNT];
    struct card replaced, unseen;
    int hand;          /* the item being played, or NONE */
    int special, whom; /* the special item in use, and whose stash a Chalice opened, or NONE */
    int just;          /* slot of the item just played, or NONE (A6.3) */
    uint32_t chosen;   /* slots of the set the player chose to sell, or 0 */
    uint32_t diagonal; /* slots of a sold diagonal that waits for its slide, or 0 */
    int inspection;
    uint32_t answers;    /* of the present turn */
    uint8_t turn[6];     /* what tells one turn from the next */
    struct card nowhere; /* what an impossible slot is written to */
    const char *wrong;
};

/* NULL, or in what the state, or what a seat is shown of it, differs. */
const char *props_ledger_compare(void *ledger, const void *state);
const char *props_ledger_compare_view(const void *ledger, const void *view, int seat);

#endif
