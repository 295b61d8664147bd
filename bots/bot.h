/* What a bot is: a name, half a line about how it plays, and a function from a view to an answer.
 *
 * A bot is handed a view (redact), never a state, so it cannot see more than the seat it plays for.
 * Its luck is its own: a key apart from the game's, of which it reads CHANCE_PICK only. With the
 * same view and the same luck it gives the same answer. */
#ifndef CHARLATAN_BOTS_BOT_H
#define CHARLATAN_BOTS_BOT_H

#include "engine/game.h"

struct bot {
    const char *name;
    const char *blurb;
    /* One of the bits of g->legal(view, seat), which must not be 0. */
    int (*choose)(const struct game *g, const void *view, int seat, struct chance *luck);
};

int bots_count(void);
const struct bot *bots_at(int index);
const struct bot *bot_by_name(const char *name); /* or NULL */

extern const struct bot random_bot;

#endif
