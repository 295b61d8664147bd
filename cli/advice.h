/* What bots have to say, on its way to people and programs: numbers with a fixed number of decimals,
 * the names of bots, and budgets that do not depend on the clock. */
#ifndef CHARLATAN_CLI_ADVICE_H
#define CHARLATAN_CLI_ADVICE_H

#include "bots/bot.h"
#include "wire/wire.h"

enum { BOT_NAMES = 200 };

/* A fraction with four decimals, the same bytes on every platform. */
void write_decimal(struct writer *w, double number);
void write_member_decimal(struct writer *w, const char *key, double number);

/* The members of `suggest` that the bot has something for. */
void write_advice(struct writer *w, const struct view *v, const struct advice *say);

/* The names of all bots that play a game, levels first, with commas between. Returns buf. */
char *bot_names(const struct game *g, char buf[BOT_NAMES]);

/* How many games a search imagines where neither a count nor a time was asked for. */
uint32_t bot_usual_iterations(const struct game *g);
/* Takes the clock out of a bot's budget: a count stays, or becomes the usual one. */
void bot_by_count(struct seated_bot *bot, const struct game *g);

#endif
