/* Guesses at the stashes of others in Arcane Alley, by what players usually keep. */
#ifndef CHARLATAN_BOTS_SEARCH_ARCANE_GUESS_H
#define CHARLATAN_BOTS_SEARCH_ARCANE_GUESS_H

#include "bots/search/playout.h"
#include "games/arcane/arcane.h"

/* How an item lies to a storehouse: nothing revealed there is like it; it would lie in line with
 * its like; it would complete a set. */
enum arcane_fit { FIT_ALONE, FIT_NEAR, FIT_READY, FIT_COUNT };

enum arcane_fit arcane_fit_of(const struct arcane_player *p, int item);

/* How often an item is kept in a stash, of ARCANE_KEPT_ONE for an item that is kept as often as it
 * is unseen: by `more` (0 with two players, else 1), fit and item. */
enum { ARCANE_KEPT_ONE = 64, ARCANE_KEPT_MOST = 1023 };
struct arcane_kept {
    uint16_t weight[2][FIT_COUNT][ITEM_COUNT];
};
/* The rows of bots/search/arcane_guess.def. */
const struct arcane_kept *arcane_kept_rows(void);

/* The weight of each item in each stash of a view. */
void arcane_weigh_guesses(const void *view, struct guess_weights *to);
/* Fills a view up as arcane_determinize does, but cards of stashes are as likely as the weights
 * say. */
void arcane_guess(const struct guess_weights *by, void *view, int seat, struct chance *c);

#endif
