/* Arcane Alley's exported table of functions; engine/game.h says what each entry promises. */
#include "games/arcane/rules.h"

#define STATE struct arcane_state
#define TYPED(verb) arcane_##verb
#include "engine/typed.h"

static int game_first_seat(const void *state)
{
    return state_of(state)->first;
}

static void game_as_of_rules(void *state, int rules)
{
    ((struct arcane_state *)state)->cards.rules = (uint8_t)rules;
}

/* A seat that is not asked has no question, even while another has one. */
static int game_question(const void *state, int seat)
{
    return state_of(state)->asked == seat ? state_of(state)->question : Q_NONE;
}

/* Gold is the score; infamy only breaks ties (A1.winner), which `winners` does. */
static int32_t game_score(const void *state, int seat)
{
    return state_of(state)->player[seat].gold;
}

static void game_scramble(void *state, int seat, struct chance *c)
{
    arcane_scramble((struct arcane_state *)state, seat, c);
}

const struct game arcane_game = {
    .name = "arcane",
    .title = "Arcane Alley",
    TYPED_MEMBERS,
    /* At most 1000 laps of 6 turns a round, with a few dozen answers a turn at most. */
    .max_actions = MAX_ROUNDS * 1000u * 6u * 40u,
    .min_players = 2,
    .max_players = 6,
    .as_of = game_as_of_rules,
    .first_seat = game_first_seat,
    .question = game_question,
    .score = game_score,
    .scramble = game_scramble,
    .observer = &arcane_observer,
};
