/* Exact odds of Arcane Alley for one seat, from its view alone.
 *
 * Every card whose place the seat does not know is equally likely to lie in every such place
 * (A14.4), so all figures are counts of cards, not samples. Each field says what it leaves out. */
#ifndef CHARLATAN_BOTS_ARCANE_ODDS_H
#define CHARLATAN_BOTS_ARCANE_ODDS_H

#include "engine/view.h"
#include "games/arcane/arcane.h"

/* What an inspection now would do to one player, before sets are sold there (A8.1), and before
 * Glynna, Ninx and the trigger's penalty (A8.4). */
struct arcane_house_odds {
    /* Hidden items in the storehouse. */
    int hidden;
    /* Those of them the seat does not know. */
    int unknown;
    /* Of the revealed items (A2). */
    int shown_infamy;
    /* Expected, of all hidden items, known ones counted as they are. */
    double hidden_infamy;
    /* Expected total of A8.2: shown and hidden together. */
    double total;
    /* Standard deviation of that total. */
    double deviation;
    /* Chance that the total brings at least one fine marker (A3.2). */
    double lap;
    /* Expected gold paid for markers, old ones included (A8.5, A3.1). */
    double fine;
    /* Chance that the seat's own total is not above this player's (A8.4). */
    double not_above;
    /* Expected number of lines that are sets once all is revealed (A6). */
    double set_lines;
    /* Expected gold of these lines if each were sold; no Sword, no Byros. */
    double set_gold;
};

struct arcane_odds {
    /* Whose odds these are; SPECTATOR: only unseen, deck, next and player are filled. */
    int seat;
    /* Cards whose place the seat does not know. */
    int unseen;
    /* Cards in the deck. */
    int deck;
    /* The item on top of it if it is known (Older Wand), else NONE. */
    int deck_top;

    /* Chance of each item to be the deck's next card; all 0: no deck. */
    double next[ITEM_COUNT];

    /* For each item: if the seat had one and played it into the best slot, the gold of the set it
     * would complete, Byros and Sword counted (A6.7); -1 if it would complete none. Played effects
     * are not counted: a Toad might bring an item into line, a Lotus costs gold. */
    int completes[ITEM_COUNT];
    /* All the slots where it would complete a set. */
    uint16_t slots[ITEM_COUNT];
    /* Chance that the deck's next card completes a set. */
    double next_completes;
    /* Expected gold of that set, counted as 0 if there is none. */
    double next_gold;
    /* Items of the own stash that complete a set now. */
    uint32_t stash_completes;
    /* 1: the top of the discard does. */
    int discard_completes;
    /* 1: the item in this market slot does. */
    int market_completes[3];

    struct arcane_house_odds player[MAX_SEATS];

    /* The chance that the seat's total is the least or tied for it lies between these two; with two
     * players, or if only one other total can be lower, they are equal. */
    double least_at_least, least_at_most;
};

void arcane_odds(const struct view *v, struct arcane_odds *out);

#endif
