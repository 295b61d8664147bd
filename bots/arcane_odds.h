/* Exact odds of Arcane Alley for one seat, from its view alone.
 *
 * Every card whose place the seat does not know is equally likely to lie in every such place (A14.4),
 * so all figures are counts of cards, not samples. What they leave out is said at each field. */
#ifndef CHARLATAN_BOTS_ARCANE_ODDS_H
#define CHARLATAN_BOTS_ARCANE_ODDS_H

#include "engine/view.h"
#include "games/arcane/arcane.h"

/* What an inspection now would do to one player, before sets are sold there (A8.1), and before Glynna,
 * Ninx and the trigger's penalty (A8.4). */
struct arcane_house_odds {
    int hidden;           /* hidden items in the storehouse */
    int unknown;          /* those of them the seat does not know */
    int shown_infamy;     /* of the revealed items (A2) */
    double hidden_infamy; /* expected, of all hidden items, known ones counted as they are */
    double total;         /* expected total of A8.2: shown and hidden together */
    double deviation;     /* standard deviation of that total */
    double lap;           /* chance that the total brings at least one fine marker (A3.2) */
    double fine;          /* expected gold paid for markers, old ones included (A8.5, A3.1) */
    double not_above;     /* chance that the seat's own total is not above this player's (A8.4) */
    double set_lines;     /* expected number of lines that are sets once all is revealed (A6) */
    double set_gold;      /* expected gold of these lines if each were sold; no Sword, no Byros */
};

struct arcane_odds {
    int seat;   /* whose odds these are; SPECTATOR: only unseen, deck, next and player are filled */
    int unseen; /* cards whose place the seat does not know */
    int deck;   /* cards in the deck */
    int deck_top; /* the item on top of it if it is known (Older Wand), else NONE */

    double next[ITEM_COUNT]; /* chance of each item to be the deck's next card; all 0: no deck */

    /* For each item: if the seat had one and played it into the best slot, the gold of the set it would
     * complete, Byros and Sword counted (A6.7); -1 where it would complete none. Played effects are not
     * counted: a Toad might bring an item into line, a Lotus costs gold. */
    int completes[ITEM_COUNT];
    uint16_t slots[ITEM_COUNT]; /* all the slots where it would complete a set */
    double next_completes;      /* chance that the deck's next card completes a set */
    double next_gold;           /* expected gold of that set, 0 counted where there is none */
    uint32_t stash_completes;   /* items of the own stash that complete a set now */
    int discard_completes;      /* 1: the top of the discard does */
    int market_completes[3];    /* 1: the item in this market slot does */

    struct arcane_house_odds player[MAX_SEATS];

    /* The chance that the seat's total is the least or tied for it lies between these two; with two
     * players, or where only one other total can be lower, they are the same. */
    double least_at_least, least_at_most;
};

void arcane_odds(const struct view *v, struct arcane_odds *out);

#endif
