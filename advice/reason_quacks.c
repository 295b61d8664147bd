/* Reasons in the Quacks: the risk of the next chip, and what an answer is worth in points, as the
 * bot `brewer-1` counts it, or as the bot that is asked has counted it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advice/odds_quacks.h"
#include "advice/reason.h"
#include "bots/advice.h"
#include "bots/bots.h"

/* Less than this is no difference that a person should act upon. */
static const double NOTHING = 0.05;

/* 0 if the bot has not said it. */
static double figure(const struct advice *say, const char *name)
{
    for (int i = 0; i < say->figures_n; i++)
        if (!strcmp(say->figure[i].name, name))
            return say->figure[i].value;
    return 0;
}

/* 0 if the answer was not weighed. */
static double value_of(const struct advice *say, int answer)
{
    for (int i = 0; i < say->weighed_n; i++)
        if (say->weighed[i].answer == answer)
            return say->weighed[i].value;
    return 0;
}

/* How much better the answer is than the best of the others; 0 if there is no other, negative if it
 * is worse. */
static double lead_of(const struct advice *say, int answer)
{
    double best = 0;
    int others = 0;
    for (int i = 0; i < say->weighed_n; i++)
        if (say->weighed[i].answer != answer && (!others++ || say->weighed[i].value > best))
            best = say->weighed[i].value;
    return others ? value_of(say, answer) - best : 0;
}

/* Whether the answer was weighed, that is, whether it is legal. */
static int may(const struct advice *say, int answer)
{
    for (int i = 0; i < say->weighed_n; i++)
        if (say->weighed[i].answer == answer)
            return 1;
    return 0;
}

/* A chance that there is never reads as 0 %. */
static int percent_of(double chance)
{
    int whole = (int)(100 * chance + 0.5);
    return whole || chance <= 0 ? whole : 1;
}

/* Returns whether there is a reason for this answer while a potion is brewed. "Safe" and "first
 * chip" go before any comparison. */
static int about_brew(struct reason *r, const struct advice *counted, int answer)
{
    double explodes = figure(counted, "explode_next");
    r->percent = percent_of(explodes);
    r->points = answer == BREW_DRAW ? value_of(counted, BREW_DRAW) - value_of(counted, BREW_STOP)
                                    : lead_of(counted, answer);
    /* The first chip has to be drawn: stopping is no answer then. */
    if (answer == BREW_DRAW && !may(counted, BREW_STOP))
        reason_set(r, REASON_FIRST_CHIP);
    else if (answer == BREW_DRAW && explodes <= 0)
        reason_set(r, REASON_SAFE);
    else if (r->points < NOTHING || (answer != BREW_FLASK && !r->percent))
        return 0;
    else if (answer == BREW_DRAW)
        reason_set(r, REASON_DRAW_ON);
    else if (answer == BREW_STOP)
        reason_set(r, REASON_STOP);
    else if (answer == BREW_FLASK)
        reason_set(r, REASON_FLASK);
    else
        return 0;
    return 1;
}

/* For all other questions: by how much it is the best answer, if at all. */
static int about_worth(struct reason *r, const struct advice *counted, int answer)
{
    r->points = lead_of(counted, answer);
    if (r->points < NOTHING)
        return 0;
    reason_set(r, REASON_WORTH);
    return 1;
}

/* The same seed each time, so the same view has the same reason. */
static void ask_brewer(const struct view *v, struct advice *counted)
{
    struct seated_bot brewer = {&brewer_1_bot, brewer_1_bot.usual};
    struct chance luck = {0};
    chance_seed_number(&luck, 1);
    bot_choose(&brewer, v, &luck, counted);
}

/* Differences are taken of points as the odds show them, with one decimal, so that readers can
 * check the subtraction. Adding 0.0 turns -0 into 0. */
static void count_by_odds(const struct view *v, struct advice *counted)
{
    char text[40];
    odds_quacks_weigh(v, counted);
    for (int i = 0; i < counted->weighed_n; i++) {
        snprintf(text, sizeof text, "%.1f", counted->weighed[i].value);
        counted->weighed[i].value = strtod(text, NULL) + 0.0;
    }
}

/* The figures of the odds or of a brewer are quoted, so that sentence and figures agree. */
void reason_quacks(struct reason *r, const struct view *v, int answer, const struct advice *say)
{
    const struct quacks_state *s = (const struct quacks_state *)v->bytes;
    struct advice counted = {0};
    /* A bot that counts in points itself is quoted as it is. */
    int own = say->counted;
    /* Both are asked: the brewer for figures of the next chip, the odds for values. */
    if (!own) {
        ask_brewer(v, &counted);
        count_by_odds(v, &counted);
    }
    int brews = s->player[v->seat].question == QQ_BREW;
    if (!(brews ? about_brew : about_worth)(r, own ? say : &counted, answer))
        reason_usual(r, say);
}
