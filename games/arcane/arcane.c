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
/* A turn takes 40 answers at the most, which the property suite checks, and an inspection 14 of a
 * seat: remove, sales, slide, Dafana, Ninx, bribe, reveal. One lap may have begun when the last is
 * over. Two players have 21 laps at the most (A10.2). */
static uint32_t game_most_actions(const void *state)
{
    const struct arcane_state *s = state_of(state);
    int laps = s->cards.turn_cap;
    if (s->players == 2)
        laps = int_min(laps, arcane_two_latest(s) + 1);
    return (uint32_t)(arcane_last_round(s) * s->players * ((laps + 1) * 40 + 14));
}

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
    .min_players = 2,
    .max_players = 6,
    .as_of = game_as_of_rules,
    .most_actions = game_most_actions,
    .first_seat = game_first_seat,
    .question = game_question,
    .score = game_score,
    .learned = arcane_learned,
    .scramble = game_scramble,
    .observer = &arcane_observer,
    .numbers = &arcane_numbers_form,
};
