/* Wraps a game's functions, which take its own type of state, as the untyped functions of struct
 * game.
 *
 * A game's table has untyped signatures; its hot loops call typed functions. Include this once, in
 * the file with the table, after defining what it needs:
 *   STATE       the type, such as struct arcane_state; it has members `players` and `winners`
 *   TYPED(verb) the game's function for a verb, such as arcane_##verb
 * Put TYPED_MEMBERS into the table, and write only the remaining members by hand. */
#include "engine/game.h"

static const STATE *state_of(const void *state)
{
    return (const STATE *)state;
}

static void game_init(void *state, int players)
{
    TYPED(init)((STATE *)state, players);
}

static void game_begin(void *state, struct chance *c, struct events *sink)
{
    TYPED(begin)((STATE *)state, c, sink);
}

static int game_players(const void *state)
{
    return state_of(state)->players;
}

static uint32_t game_active(const void *state)
{
    return TYPED(active)(state_of(state));
}

static uint64_t game_legal(const void *state, int seat)
{
    return TYPED(legal)(state_of(state), seat);
}

static void game_apply(void *state, int seat, int answer, struct chance *c, struct events *sink)
{
    TYPED(apply)((STATE *)state, seat, answer, c, sink);
}

static uint32_t game_winners(const void *state)
{
    return state_of(state)->winners;
}

static void game_redact(void *state, int seat)
{
    TYPED(redact)((STATE *)state, seat);
}

static void game_determinize(void *view, int seat, struct chance *c)
{
    TYPED(determinize)((STATE *)view, seat, c);
}

static const char *game_check(const void *state)
{
    return TYPED(check)(state_of(state));
}

static char *game_action_name(const void *state, int seat, int answer, char buf[MAX_NAME])
{
    return TYPED(action_name)(state_of(state), seat, answer, buf);
}

static char *game_question_text(const void *state, int seat, char buf[MAX_SENTENCE])
{
    return TYPED(question_text)(state_of(state), seat, buf);
}

static void game_explain(const void *state, int seat, const char *action, struct refusal *why)
{
    TYPED(explain)(state_of(state), seat, action, why);
}

/* clang-format off */
#define TYPED_MEMBERS                                                                              \
    .state_bytes = sizeof(STATE),                                                                  \
    .init = game_init,                                                                             \
    .begin = game_begin,                                                                           \
    .players = game_players,                                                                       \
    .active = game_active,                                                                         \
    .legal = game_legal,                                                                           \
    .apply = game_apply,                                                                           \
    .winners = game_winners,                                                                       \
    .redact = game_redact,                                                                         \
    .determinize = game_determinize,                                                               \
    .check = game_check,                                                                           \
    .question_kind = TYPED(question_kind),                                                         \
    .action_name = game_action_name,                                                               \
    .question_text = game_question_text,                                                           \
    .event_text = TYPED(event_text),                                                               \
    .event_type = TYPED(event_type),                                                               \
    .event_rule = TYPED(event_rule),                                                               \
    .explain = game_explain
/* clang-format on */
