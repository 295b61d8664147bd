/* The register: all bots, by name. */
#ifndef CHARLATAN_BOTS_BOTS_H
#define CHARLATAN_BOTS_BOTS_H

#include "bots/bot.h"

/* How many bots there are. */
int bots_count(void);
/* One of them, from 0 on, in the order of lists. */
const struct bot *bots_at(int index);
/* The bot of this name that plays this game (NULL: any game), or NULL. */
const struct bot *bot_by_name(const char *name, const struct game *g);

/* Reads name:key=value:…; returns NULL, or a sentence about what is wrong. */
const char *bot_read(const char *text, const struct game *g, struct seated_bot *out);
/* Sets one option or dial by its key. Returns NULL, or what is wrong. */
const char *bot_option_set(struct seated_bot *b, const char *key, uint64_t value);
/* Turns a dial by its index, to 1 to DIAL_MOST percent. */
void bot_turn(struct bot_options *how, int dial, int percent);

#define LEVEL(symbol, ...) extern const struct bot symbol;
#include "bots/levels.def"
#undef LEVEL
extern const struct bot random_bot;
extern const struct bot search_bot, search_1_bot;
#define PLAYOUT(x) extern const struct bot x##_greedy;
#define NET(x) extern const struct bot x##_net;
#include "games/games.def"
extern const struct bot brewer_bot, brewer_1_bot;

#endif
