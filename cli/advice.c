/* Advice in the protocol, and bots by name; see advice.h. */
#include "cli/advice.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "games/arcane/arcane.h"
#include "games/quacks/quacks.h"

void write_decimal(struct writer *w, double number)
{
    char text[40];
    double rounded = round(number * 10000) / 10000;
    int n = snprintf(text, sizeof text, "%.4f", rounded == 0 ? 0.0 : rounded); /* never -0 */
    write_raw(w, text, (size_t)n);
}

void write_member_decimal(struct writer *w, const char *key, double number)
{
    write_key(w, key);
    write_decimal(w, number);
}

static const char *action_of(const struct view *v, int answer, char name[MAX_NAME])
{
    return v->game->action_name(v->bytes, v->seat, answer, name);
}

static void write_visits(struct writer *w, const struct view *v, const struct advice *say)
{
    char name[MAX_NAME];
    write_key(w, "visits");
    write_begin(w, '{');
    for (int i = 0; i < say->weighed_n; i++)
        write_member_number(w, action_of(v, say->weighed[i].answer, name), say->weighed[i].visits);
    write_end(w, '}');
}

static void write_values(struct writer *w, const struct view *v, const struct advice *say)
{
    char name[MAX_NAME];
    write_key(w, "value");
    write_begin(w, '{');
    for (int i = 0; i < say->weighed_n; i++)
        write_member_decimal(w, action_of(v, say->weighed[i].answer, name), say->weighed[i].value);
    write_end(w, '}');
}

static void write_figures(struct writer *w, const struct advice *say)
{
    write_key(w, "odds");
    write_begin(w, '{');
    for (int i = 0; i < say->figures_n; i++)
        write_member_decimal(w, say->figure[i].name, say->figure[i].value);
    write_end(w, '}');
}

void write_advice(struct writer *w, const struct view *v, const struct advice *say)
{
    if (say->iterations)
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

uint32_t bot_usual_iterations(const struct game *g)
{
    return g == &arcane_game ? 4000 : 5000;
}

void bot_by_count(struct seated_bot *bot, const struct game *g)
{
    bot->how.milliseconds = 0;
    if (!bot->how.iterations)
        bot->how.iterations = bot_usual_iterations(g);
}
