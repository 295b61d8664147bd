/* Odds of Arcane Alley for one seat, from its view alone.
 *
 * Every card whose place the seat does not know is equally likely to lie in every such place
 * (A14.4), so the figures are counts of cards. Only the comparison of totals is a sample where
 * storehouses have too many unknown items to try them all (`sampled`). Each field says what it
 * leaves out. */
#ifndef CHARLATAN_BOTS_ODDS_ARCANE_ODDS_H
#define CHARLATAN_BOTS_ODDS_ARCANE_ODDS_H

#include "engine/view.h"
#include "games/arcane/arcane.h"

/* What an inspection now would do to one player (A8.1, A8.2, A8.5), sales included. Left out are
 * Glynna's removal, Dafana's payments, Ninx's gold, and the trigger's penalty (A8.4). Of several
 * ways to sell a player takes the best: the most gold after fines, then the least infamy
 * (games/arcane/sales.h). */
struct arcane_house_odds {
    /* Hidden items in the storehouse. */
    int hidden;
    /* Those of them the seat does not know. */
    int unknown;
    /* Of the revealed items (A2), sold or not. */
    int shown_infamy;
    /* Expected, of all hidden items, known ones counted as they are, sold or not. */
    double hidden_infamy;
    /* Expected total of A8.2: of what is left once the sets are sold. */
    double total;
    /* Standard deviation of that total. */
    double deviation;
    /* Chance that the total brings at least one fine marker (A3.2). */
    double lap;
    /* Expected gold paid for markers, old ones included (A8.5, A3.1). */
    double fine;
    /* Chance that the seat's own total is not above this player's (A8.4), and the standard error of
     * that figure: 0 if it is counted. */
    double not_above, not_above_error;
    /* Expected number of sets sold (A8.1), and what they bring, Sword and Byros counted (A6.7). */
    double sets, set_gold;
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

    /* For each item: the slots where it would complete a set if the seat had one and played it
     * there, and for each of them the gold of the best such set, Byros and Sword counted (A6.7).
     * Played effects are not counted: a Toad might bring an item into line, a Lotus costs gold. */
    uint16_t slots[ITEM_COUNT];
    int gold[ITEM_COUNT][CELLS];
    /* The gold of the best of these slots; -1: there is none. */
    int completes[ITEM_COUNT];
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

    /* How many deals were drawn to compare totals; 0 if all were counted. */
    int sampled;
    /* The chance that the seat's total is the least or tied for it lies between these two: equal if
     * it is counted, else three standard errors to either side. */
    double least_at_least, least_at_most;
};

/* Slow where many items are unknown, so for hints and not for simulated games. The view is of
 * arcane_game, of a seat or a spectator. */
void arcane_odds(const struct view *v, struct arcane_odds *out);
/* The same without what an inspection would do, for callers who ask often: neither `player`,
 * `sampled` nor the two of `least` are filled. */
void arcane_odds_cards(const struct view *v, struct arcane_odds *out);

#endif
