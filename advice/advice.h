/* What bots have to say, on its way to people and programs: numbers with a fixed number of
 * decimals, the names of bots, and budgets that do not depend on the clock. */
#ifndef CHARLATAN_ADVICE_H
#define CHARLATAN_ADVICE_H

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

/* Takes the clock out of a bot's budget: a count stays, or becomes the usual one. */
void bot_by_count(struct seated_bot *bot, const struct game *g);

/* A bot as the protocol asks for one (docs/protocol.md, "Advice"), with luck of its own: of the
 * view and a seed, never of the game's chance. 0, or -1 with the reason. */
struct asked_bot {
    struct seated_bot bot;
    struct chance luck;
};

int bot_asked(struct asked_bot *to, const struct view *v, const json_t *asked, struct refusal *why);
/* The members of the answer to `suggest`; the view's seat must have something to decide. */
void write_suggestion(struct writer *w, const struct view *v, struct asked_bot *asked);

#endif
