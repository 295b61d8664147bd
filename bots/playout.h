/* What the search needs from a game: how to play a simulated game to its end, and what the end is
 * worth. */
#ifndef CHARLATAN_BOTS_PLAYOUT_H
#define CHARLATAN_BOTS_PLAYOUT_H

#include "bots/bot.h"
#include "bots/policy.h"

struct playout {
    const struct game *game;
    /* The rules of thumb that play simulated games. */
    policy_pick *pick;
    /* A bot that plays better than `pick` but is slower, asked once a search; or NULL. */
    const struct bot *adviser;
    /* The adviser of search-1, which does not change. */
    const struct bot *adviser_1;
    /* Another answer must look better than the adviser's by this much, of VALUE_ONE (tree.h): the
     * standing of a game that was cut off is not exact. */
    int trust;
    /* Of the legal answers those worth trying, at least one: others are never better. NULL: all. */
    uint64_t (*sensible)(const void *state, int seat, uint64_t answers);
    /* The round or turn, which the horizon counts. */
    int (*clock)(const void *state);
    /* Plays to the end of the game, or until `clock` reaches `stop`; `noise` percent of the answers
     * are random. */
    void (*play)(void *state, uint32_t noise, int stop, struct chance *c, uint64_t *luck);
    /* The worth of a seat in a game that was cut off, in hundredths of the score. */
    int64_t (*standing)(const void *state, int seat);
    /* A lead of this many hundredths counts as a clear win. */
    int margin;
};

extern const struct playout arcane_playout, quacks_playout;

#endif
