/* Advice of bots for people and programs: numbers with a fixed number of decimals, the names of
 * bots, and budgets that do not depend on the clock. */
#ifndef CHARLATAN_ADVICE_H
#define CHARLATAN_ADVICE_H

#include <jansson.h>

#include "bots/bot.h"
#include "engine/view.h"

struct advice;
struct writer;

enum { BOT_NAMES = 200 };

/* Writes a number with four decimals; the bytes are the same on every platform. The number must be
 * finite: JSON has nothing else. */
void write_decimal(struct writer *w, double number);
void write_member_decimal(struct writer *w, const char *key, double number);

/* Writes the members of `suggest` for which the bot has something to say. */
void write_advice(struct writer *w, const struct view *v, const struct advice *say);

/* Writes the names of all bots that play a game, levels first, separated by commas. Returns buf;
 * names that do not fit are cut off. */
char *bot_names(const struct game *g, char buf[BOT_NAMES]);

/* Removes the time limit from a bot's budget: it keeps its number of iterations, or gets the
 * default one. */
void bot_by_count(struct seated_bot *bot, const struct game *g);

/* Reads "search:iterations=200". A bot whose time is not limited there gets a number of iterations,
 * so its answers do not depend on the clock. Returns 0, or -1 with the reason. */
int bot_named(struct seated_bot *bot, const char *name, const struct game *g, struct refusal *why);

/* A bot as requested in the protocol (docs/protocol.md, "Advice"). Its random numbers come from the
 * view and a seed, never from the game's chance. Reading returns 0, or -1 with the reason. */
struct asked_bot {
    struct seated_bot bot;
    struct chance luck;
};

/* `asked` NULL is the bot `random`. */
int bot_asked(struct asked_bot *to, const struct view *v, const json_t *asked, struct refusal *why);
/* Writes the members of the answer to `suggest`. The view's seat must have an open question. */
void write_suggestion(struct writer *w, const struct view *v, struct asked_bot *asked);
/* The same answer without reasons: most bots are many times quicker than with them. */
void write_bare_suggestion(struct writer *w, const struct view *v, struct asked_bot *asked);

#endif
