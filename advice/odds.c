/* The list of all games' odds functions, and the functions that choose from it. */
#include "advice/odds.h"
#include "advice/refusals.h"

/* For games without odds. */
static const struct game_odds none = {.usual_iterations = 5000};

static const struct game_odds *const rows[] = {
#define ODDS(x) &x##_odds_row,
#include "games/games.def"
    NULL};

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
