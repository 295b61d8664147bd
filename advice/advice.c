/* Writes advice for the protocol, and finds bots by name; see advice.h. */
#include "advice/advice.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "advice/odds.h"
#include "advice/reason.h"
#include "advice/refusals.h"
#include "bots/advice.h"
#include "bots/bots.h"
#include "wire/read.h"
#include "wire/refuse.h"
#include "wire/write.h"

#define REFUSAL REFUSAL_DEFINE
#include "advice/refusals.def"
#undef REFUSAL

/* Rounded here and not by printf alone, so that a small negative number becomes 0 before its sign
 * is seen. */
void write_decimal(struct writer *w, double number)
{
    char text[40];
    double rounded = round(number * 10000) / 10000;
    /* Avoids -0. */
    int n = snprintf(text, sizeof text, "%.4f", rounded == 0 ? 0.0 : rounded);
    write_raw(w, text, (size_t)n);
}

void write_member_decimal(struct writer *w, const char *key, double number)
{
    write_key(w, key);
    write_decimal(w, number);
}

/* The protocol's name of a legal answer of the view's seat. Returns `name`. */
static const char *action_of(const struct view *v, int answer, char name[MAX_NAME])
{
    return v->game->action_name(v->bytes, v->seat, answer, name);
}

/* Writes how often a search tried each answer. */
static void write_visits(struct writer *w, const struct view *v, const struct advice *say)
{
    char name[MAX_NAME];
    write_key(w, "visits");
    write_begin(w, '{');
    for (int i = 0; i < say->weighed_n; i++)
        write_member_number(w, action_of(v, say->weighed[i].answer, name), say->weighed[i].visits);
    write_end(w, '}');
}

/* Writes what each answer is worth, in the unit that "worth" names. */
static void write_values(struct writer *w, const struct view *v, const struct advice *say)
{
    char name[MAX_NAME];
    write_key(w, "value");
    write_begin(w, '{');
    for (int i = 0; i < say->weighed_n; i++)
        write_member_decimal(w, action_of(v, say->weighed[i].answer, name), say->weighed[i].value);
    write_end(w, '}');
}

/* The figures' names are the bot's own and go into the protocol as they are. */
static void write_figures(struct writer *w, const struct advice *say)
{
    write_key(w, "odds");
    write_begin(w, '{');
    for (int i = 0; i < say->figures_n; i++)
        write_member_decimal(w, say->figure[i].name, say->figure[i].value);
    write_end(w, '}');
}

/* A hint's iterations are no tries of single answers (`settled`), so it has no visits. */
void write_advice(struct writer *w, const struct view *v, const struct advice *say)
{
    if (say->iterations && !say->settled)
        write_visits(w, v, say);
    if (say->weighed_n)
        write_values(w, v, say);
    if (say->weighed_n && say->worth)
        write_member_string(w, "worth", say->worth);
    if (say->iterations)
        write_member_number(w, "iterations", say->iterations);
    if (say->figures_n)
        write_figures(w, say);
    if (say->why[0])
        write_member_string(w, "why", say->why);
}

/* Bots without a game play all of them. */
char *bot_names(const struct game *g, char buf[BOT_NAMES])
{
    int n = 0;
    buf[0] = 0;
    for (int i = 0; i < bots_count(); i++) {
        const struct bot *bot = bots_at(i);
        if ((!bot->game || bot->game == g) && n < BOT_NAMES)
            n += snprintf(buf + n, (size_t)(BOT_NAMES - n), "%s%s", n ? ", " : "", bot->name);
    }
    return buf;
}

void bot_by_count(struct seated_bot *bot, const struct game *g)
{
    bot->how.milliseconds = 0;
    if (!bot->how.iterations)
        bot->how.iterations = odds_of(g)->usual_iterations;
}

/* ---- a suggestion ---- */

/* The seed is not an option of the bot itself; bot_luck reads it. 0, or -1 with the reason: values
 * are whole numbers without a sign. */
static int bot_option(struct seated_bot *bot, const char *key, const json_t *given,
                      struct refusal *why)
{
    const char *wrong = "has to be a whole number from 0 on";
    if (strcmp(key, "seed") == 0)
        return 0;
    if (json_is_integer(given) && json_integer_value(given) >= 0)
        wrong = bot_option_set(bot, key, (uint64_t)json_integer_value(given));
    return wrong ? because(why, ROW(bot_option_wrong), key, wrong) : 0;
}

/* Only a bot that was given a time limit uses the clock; all others give the same answer every
 * time. Levels have limits of their own, which do not count: nobody asked for them. */
static int uses_clock(const struct seated_bot *bot, const char *name)
{
    return bot->how.milliseconds && strstr(name, ":ms=");
}

/* The bot by its name, which may have options; NULL is no name. 0, or -1 with the names there are,
 * or with what is wrong with an option. */
static int bot_known(struct seated_bot *bot, const char *name, const struct game *g,
                     struct refusal *why)
{
    char names[BOT_NAMES], word[BOT_NAMES];
    snprintf(word, sizeof word, "%.*s", name ? (int)strcspn(name, ":") : 0, name ? name : "");
    if (!name || !bot_by_name(word, g))
        return because(why, ROW(bot_not_known), bot_names(g, names));
    const char *wrong = bot_read(name, g, bot);
    return wrong ? because(why, ROW(bot_wrong), wrong) : 0;
}

/* Without a time in the name the answer is a matter of counts alone. */
int bot_named(struct seated_bot *bot, const char *name, const struct game *g, struct refusal *why)
{
    if (bot_known(bot, name, g, why) < 0)
        return -1;
    if (!uses_clock(bot, name))
        bot_by_count(bot, g);
    return 0;
}

/* A name, or an object with "name" and "options"; without either it is `random`. Options in the
 * object go after those in the name. 0, or -1 with the reason. */
static int bot_of(const json_t *value, const struct game *g, struct seated_bot *bot,
                  struct refusal *why)
{
    const json_t *named = json_is_object(value) ? json_object_get(value, "name") : value;
    json_t *options = json_object_get(value, "options"), *given;
    const char *name = named ? json_string_value(named) : "random", *key;
    if (bot_known(bot, name, g, why) < 0)
        return -1;
    json_object_foreach(options, key, given)
        if (bot_option(bot, key, given, why) < 0)
            return -1;
    if (!(bot->how.milliseconds && json_object_get(options, "ms")) && !uses_clock(bot, name))
        bot_by_count(bot, g);
    return 0;
}

/* The bot's random numbers come from the view and a seed of its own, never from the game's chance:
 * whoever sees the advice must not learn what will be drawn. 0, or -1 with the reason. */
static int bot_luck(const json_t *bot, const struct view *view, struct chance *luck,
                    struct refusal *why)
{
    uint8_t seed[32] = {0};
    const json_t *options = json_object_get(bot, "options");
    const json_t *given = json_object_get(options, "seed");
    if (given && seed_read_json(given, seed, why) < 0)
        return -1;
    /* Without a seed the view alone decides, so asking again gives the same advice. */
    uint64_t hash = game_hash(view->game, view->bytes);
    /* The first 8 bytes of the seed; different views draw differently by the same seed. */
    for (int i = 0; i < 8; i++)
        seed[i] ^= (uint8_t)(hash >> (8 * i));
    chance_seed(luck, seed);
    return 0;
}

int bot_asked(struct asked_bot *to, const struct view *v, const json_t *asked, struct refusal *why)
{
    if (bot_of(asked, v->game, &to->bot, why) < 0)
        return -1;
    return bot_luck(asked, v, &to->luck, why);
}

/* The bot is named without its options. */
static void write_answer(struct writer *w, const struct view *v, const struct asked_bot *asked,
                         int answer)
{
    char name[MAX_NAME];
    write_member_string(w, "action", action_of(v, answer, name));
    write_member_string(w, "bot", asked->bot.bot->name);
}

/* Uses up the luck of `asked`, so a second call may answer something else. */
void write_bare_suggestion(struct writer *w, const struct view *v, struct asked_bot *asked)
{
    write_answer(w, v, asked, bot_choose(&asked->bot, v, &asked->luck, NULL));
}

/* The answer is the same as that of write_bare_suggestion: being asked for reasons changes no
 * choice. */
void write_suggestion(struct writer *w, const struct view *v, struct asked_bot *asked)
{
    struct advice say = {0};
    struct reason reason;
    int answer = bot_choose(&asked->bot, v, &asked->luck, &say);
    write_answer(w, v, asked, answer);
    write_advice(w, v, &say);
    /* A bot that has weighed nothing has no reason, unless there was no choice. */
    if (!say.weighed_n && bit_count(view_legal(v)) > 1)
        return;
    reason_find(&reason, v, answer, &say);
    write_reason(w, &reason);
}
