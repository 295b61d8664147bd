/* Settles a bot's advice for people; see hint.h.
 *
 * A search gives the answer that it tried most often, which is steady play, but the figures that
 * people see are averages. A hint gives the answer with the best average among those that were
 * tried often enough, and shows the figures of these only. */
#include "advice/hint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "advice/advice.h"
#include "advice/odds.h"
#include "advice/reason.h"

/* How much the value of one simulated game strays from the average of its answer: 0.06 to 0.13,
 * measured in Arcane Alley with games of one turn. */
static const double SPREAD = 0.12;

double hint_tenths(double points)
{
    char text[40];
    snprintf(text, sizeof text, "%.1f", points);
    return strtod(text, NULL) + 0.0;
}

/* ---- the answer ---- */

/* An answer that was tried less than half as often as another has no average to go by. */
static void leave_out_rare(struct advice *say)
{
    uint32_t most = 0;
    int n = 0;
    for (int i = 0; i < say->weighed_n; i++)
        if (say->weighed[i].visits > most)
            most = say->weighed[i].visits;
    for (int i = 0; i < say->weighed_n; i++)
        if (say->weighed[i].visits >= most - most / 2)
            say->weighed[n++] = say->weighed[i];
    say->weighed_n = n;
}

static int place_of(const struct advice *say, int answer)
{
    for (int i = 0; i < say->weighed_n; i++)
        if (say->weighed[i].answer == answer)
            return i;
    return -1;
}

/* The answer with the best value; of equals the bot's own, then the first. */
static int best_of(const struct advice *say, int answer)
{
    int best = place_of(say, answer);
    for (int i = 0; i < say->weighed_n; i++)
        if (best < 0 || say->weighed[i].value > say->weighed[best].value)
            best = i;
    return best < 0 ? answer : say->weighed[best].answer;
}

static void round_points(struct advice *say)
{
    for (int i = 0; i < say->weighed_n; i++)
        say->weighed[i].value = hint_tenths(say->weighed[i].value);
}

static int choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                  struct advice *say)
{
    const struct game_odds *game = odds_of(v->game);
    struct advice unheard = {0};
    if (game->alike && game->alike(v))
        return bit_lowest(view_legal(v));
    say = say ? say : &unheard;
    int answer = game->adviser->choose(v, how, luck, say);
    if (game->weigh)
        game->weigh(v, say);
    leave_out_rare(say);
    answer = best_of(say, answer);
    if (!say->iterations)
        round_points(say);
    /* The bot's own sentences are about its own answer. */
    say->why[0] = 0;
    say->settled = 1;
    return answer;
}

static const struct bot hint_bot = {
    .name = "hint",
    .blurb = "advises people",
    .choose = choose,
};

struct seated_bot hint_adviser(const struct game *g)
{
    struct seated_bot bot = {&hint_bot, odds_of(g)->adviser->usual};
    bot_by_count(&bot, g);
    return bot;
}

/* ---- about as good ---- */

/* Two standard errors of the difference of two averages; 0 where nothing was simulated. */
static double error_of(const struct advice *say, int i, int k)
{
    uint32_t a = say->weighed[i].visits, b = say->weighed[k].visits;
    return a && b ? 2 * SPREAD * sqrt(1.0 / a + 1.0 / b) : 0;
}

uint64_t hint_even(const struct advice *say, int answer)
{
    uint64_t even = 0;
    int own = place_of(say, answer);
    for (int i = 0; own >= 0 && i < say->weighed_n; i++)
        if (i != own && say->weighed[own].value - say->weighed[i].value <= error_of(say, own, i))
            even |= (uint64_t)1 << say->weighed[i].answer;
    return even;
}

/* ---- for the browser ---- */

static void write_even(struct writer *w, const struct view *v, uint64_t even)
{
    char name[MAX_NAME];
    write_key(w, "even");
    write_begin(w, '[');
    for (; even; even &= even - 1)
        write_string(w, v->game->action_name(v->bytes, v->seat, bit_lowest(even), name));
    write_end(w, ']');
}

void write_hint(struct writer *w, const struct view *v)
{
    struct seated_bot bot = hint_adviser(v->game);
    struct advice say = {0};
    struct reason reason;
    struct chance luck = {0};
    char name[MAX_NAME];
    chance_seed_number(&luck, game_hash(v->game, v->bytes));
    int answer = bot_choose(&bot, v, &luck, &say);
    write_member_string(w, "action", v->game->action_name(v->bytes, v->seat, answer, name));
    write_member_string(w, "bot", odds_of(v->game)->adviser->name);
    write_advice(w, v, &say);
    write_even(w, v, hint_even(&say, answer));
    reason_find(&reason, v, answer, &say);
    write_reason(w, &reason);
}
