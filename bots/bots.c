/* The list of bots, in the order shown to players, and the reader of bot names with options. */
#include "bots/bots.h"

#include <stdio.h>
#include <string.h>

#include "bots/advice.h"
#include "engine/numbers.h"
#include "engine/text.h"
#include "engine/view.h"

/* The order is that of the lists shown to players, levels first. */
static const struct bot *const *all_bots(int *n)
{
    static const struct bot *const bots[] = {
#define LEVEL(symbol, ...) &symbol,
#include "bots/levels.def"
#undef LEVEL
        &random_bot,
#define PLAYOUT(x) &x##_greedy,
#include "games/games.def"
        &search_bot, &search_1_bot, &brewer_bot, &brewer_1_bot,
#ifndef WITHOUT_NETS
    /* Not in modules for pages in which nobody plays against bots. */
#define NET(x) &x##_net,
#include "games/games.def"
#endif
    };
    *n = (int)(sizeof bots / sizeof bots[0]);
    return bots;
}

int bots_count(void)
{
    int n;
    all_bots(&n);
    return n;
}

const struct bot *bots_at(int index)
{
    int n;
    const struct bot *const *bots = all_bots(&n);
    MUST(index >= 0 && index < n);
    return bots[index];
}

/* The first that fits: games share names such as "greedy", so without a game it is that of the
 * first game. */
const struct bot *bot_by_name(const char *name, const struct game *g)
{
    for (int i = 0; i < bots_count(); i++) {
        const struct bot *bot = bots_at(i);
        if (text_same(bot->name, name) && (!g || !bot->game || bot->game == g))
            return bot;
    }
    return NULL;
}

/* 100 is kept as 0, so that a bot turned back to its usual weights is the usual one again. */
void bot_turn(struct bot_options *how, int dial, int percent)
{
    MUST(dial >= 0 && dial < DIALS_MAX && percent > 0 && percent <= DIAL_MOST);
    how->dial[dial] = (uint16_t)(percent == 100 ? 0 : percent);
    how->dialled = 0;
    for (int i = 0; i < DIALS_MAX; i++)
        how->dialled |= how->dial[i] != 0;
}

/* 1 if the bot has such a dial; *wrong says what is wrong with the value, if anything. */
static int dial_set(struct seated_bot *b, const char *key, uint64_t value, const char **wrong)
{
    for (int i = 0; i < b->bot->dials_n; i++) {
        if (!text_same(key, b->bot->dials[i].name))
            continue;
        *wrong = value < 1 || value > DIAL_MOST ? "a dial of a bot is from 1 to 400 percent" : NULL;
        if (!*wrong)
            bot_turn(&b->how, i, (int)value);
        return 1;
    }
    return 0;
}

/* On failure nothing is changed. What is returned is constant text. */
const char *bot_option_set(struct seated_bot *b, const char *key, uint64_t value)
{
    struct bot_options *how = &b->how;
    const char *wrong;
    if (dial_set(b, key, value, &wrong))
        return wrong;
#define OPTION(field, name, searches, most, usual, text)                                           \
    if (text_same(key, name)) {                                                                    \
        if ((searches) && !bot_searches(b->bot))                                                   \
            return "only search, search-1 and master have this option";                            \
        if (value > (most))                                                                        \
            return "that number is too large for this option of a bot";                            \
        how->field = (uint32_t)value;                                                              \
        return NULL;                                                                               \
    }
#include "bots/options.def"
#undef OPTION
#define OPTION(field, name, searches, most, usual, text) " " name
    return "the options of bots are"
#include "bots/options.def"
        ;
#undef OPTION
}

/* Copies the text up to the next separator. Returns the rest of the text, or NULL if the part does
 * not fit into buf. */
static const char *part(const char *text, char until, char *buf, int size)
{
    int n = 0;
    for (; *text && *text != until && *text != ':'; text++) {
        if (n == size - 1)
            return NULL;
        buf[n++] = *text;
    }
    buf[n] = '\0';
    return text;
}

/* The rest of the text, or NULL without a digit. Ten digits at most, so it cannot overflow; a
 * longer number leaves a digit, which the caller refuses. */
static const char *number(const char *text, uint64_t *out)
{
    const char *from = text;
    for (*out = 0; *text >= '0' && *text <= '9' && text - from < 10; text++)
        *out = *out * 10 + (uint64_t)(*text - '0');
    return text > from ? text : NULL;
}

/* `out` begins with the bot's usual options. On failure it is partly set and must not be used. */
const char *bot_read(const char *text, const struct game *g, struct seated_bot *out)
{
    char word[32];
    uint64_t value;
    text = part(text, ':', word, sizeof word);
    out->bot = text ? bot_by_name(word, g) : NULL;
    if (!out->bot)
        return "there is no such bot for this game";
    out->how = out->bot->usual;
    while (*text == ':') {
        text = part(text + 1, '=', word, sizeof word);
        if (!text || *text != '=' || !(text = number(text + 1, &value)))
            return "a bot's options are written name:key=number, as in search:ms=100";
        const char *wrong = bot_option_set(out, word, value);
        if (wrong)
            return wrong;
    }
    return *text ? "a bot's options are written name:key=number, as in search:ms=100" : NULL;
}

/* Only the random bot has no weights at all. Says nothing if the table has the standard numbers (id
 * 0). */
void bot_say_numbers(const struct bot *b, const struct view *v, struct advice *say)
{
    const struct numbers_form *f = v->game->numbers;
    size_t n = strlen(say->why);
    if (b == &random_bot || !f || !f->id(v->bytes))
        return;
    snprintf(say->why + n, ADVICE_WORDS - n,
             "%sMy weights were made for the standard numbers, and this table plays by others.",
             n ? " " : "");
}
