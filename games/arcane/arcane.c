/* Arcane Alley as a game: the one exported table (engine/game.h says what each entry promises).
 * The small functions only give the typed ones the table's untyped signatures. */
#include "games/arcane/rules.h"

static const struct arcane_state *state_of(const void *state)
{
    return (const struct arcane_state *)state;
}

static void game_init(void *state, int players)
{
    arcane_init((struct arcane_state *)state, players);
}

static void game_begin(void *state, struct chance *c, struct events *sink)
{
    arcane_begin((struct arcane_state *)state, c, sink);
}

static int game_players(const void *state)
{
    return state_of(state)->players;
}

static int game_first_seat(const void *state)
{
    return state_of(state)->first;
}

static uint32_t game_active(const void *state)
{
    return arcane_active(state_of(state));
}

static int game_question(const void *state, int seat)
{
    return state_of(state)->asked == seat ? state_of(state)->question : Q_NONE;
}

static uint64_t game_legal(const void *state, int seat)
{
    return arcane_legal(state_of(state), seat);
}

static void game_apply(void *state, int seat, int answer, struct chance *c, struct events *sink)
{
    arcane_apply((struct arcane_state *)state, seat, answer, c, sink);
}

static uint32_t game_winners(const void *state)
{
    return state_of(state)->winners;
}

static int32_t game_score(const void *state, int seat)
{
    return state_of(state)->player[seat].gold;
}

static void game_redact(void *state, int seat)
{
    arcane_redact((struct arcane_state *)state, seat);
}

static void game_determinize(void *view, int seat, struct chance *c)
{
    arcane_determinize((struct arcane_state *)view, seat, c);
}

static const char *game_check(const void *state)
{
    return arcane_check(state_of(state));
}

static void game_scramble(void *state, int seat, struct chance *c)
{
    arcane_scramble((struct arcane_state *)state, seat, c);
}

static char *game_action_name(const void *state, int seat, int answer, char buf[MAX_NAME])
{
    return arcane_action_name(state_of(state), seat, answer, buf);
}

static char *game_question_text(const void *state, int seat, char buf[MAX_SENTENCE])
{
    return arcane_question_text(state_of(state), seat, buf);
}

static void game_explain(const void *state, int seat, const char *action, struct refusal *why)
{
    arcane_explain(state_of(state), seat, action, why);
}

const struct game arcane_game = {
    .name = "arcane",
    .title = "Arcane Alley",
    .state_bytes = sizeof(struct arcane_state),
    /* 50 rounds of at most 1000 laps of 6 turns, each turn a few dozen answers at the most. */
    .max_actions = 50u * 1000u * 6u * 40u,
    .min_players = 2,
    .max_players = 6,
    .init = game_init,
    .begin = game_begin,
    .players = game_players,
    .first_seat = game_first_seat,
    .active = game_active,
    .question = game_question,
    .legal = game_legal,
    .apply = game_apply,
    .winners = game_winners,
    .score = game_score,
    .redact = game_redact,
    .determinize = game_determinize,
    .check = game_check,
    .scramble = game_scramble,
    .question_kind = arcane_question_kind,
    .action_name = game_action_name,
    .question_text = game_question_text,
    .event_text = arcane_event_text,
    .event_type = arcane_event_type,
    .event_rule = arcane_event_rule,
    .explain = game_explain,
};
