/* The list of all games' odds functions, and the functions that choose from it. */
#include "advice/odds.h"
#include "advice/reason.h"
#include "advice/refusals.h"

#include "games/arcane/arcane.h"
#include "games/quacks/quacks.h"

static const struct game_odds arcane_odds_row = {
    .game = &arcane_game,
    .write = odds_arcane_write,
    .reason = reason_arcane,
    .alike = odds_arcane_alike,
    .usual_iterations = 4000,
};

static const struct game_odds quacks_odds_row = {
    .game = &quacks_game,
    .write = odds_quacks_write,
    .make = odds_make,
    .reason = reason_quacks,
    .figures = odds_quacks_figures,
    .usual_iterations = 5000,
};

/* For games without odds. */
static const struct game_odds none = {.usual_iterations = 5000};

static const struct game_odds *const rows[] = {&arcane_odds_row, &quacks_odds_row, NULL};

const struct game_odds *odds_of(const struct game *g)
{
    for (int i = 0; rows[i]; i++)
        if (rows[i]->game == g)
            return rows[i];
    return &none;
}

int odds_write(const struct view *v, struct writer *w, struct refusal *why)
{
    const struct game_odds *odds = odds_of(v->game);
    return odds->write ? odds->write(v, w, why) : because(why, ROW(no_odds_for_game));
}
