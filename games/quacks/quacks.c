/* The Quacks of Quedlinburg as a game: set-up (Q2) and the one exported table (engine/game.h). */
#include "games/quacks/rules.h"

static void deal_player(struct quacks_state *s, struct quacks_player *p)
{
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        int n = quacks_chip(chip)->start;
        p->bag[chip] = (uint8_t)n;
        s->supply[chip] = (uint8_t)(s->supply[chip] - n);
    }
    p->rubies = 1;
    p->flask = 1;
    p->hand = NO_CHIP;
    p->scoring = NO_SPACE;
}

void quacks_init(struct quacks_state *s, int players)
{
    memset(s, 0, sizeof *s);
    s->players = (uint8_t)players;
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        s->supply[chip] = quacks_chip(chip)->count;
    for (int seat = 0; seat < players; seat++)
        deal_player(s, &s->player[seat]);
    for (int colour = GREEN; colour <= PURPLE; colour++)
        s->book[colour] = 1;
    s->left = (uint32_t)bits_below(CARD_COUNT);
    s->last_two[0] = s->last_two[1] = NO_CHIP;
    s->first = NO_SPACE;
}

/* ---- the table ---- */

static const struct quacks_state *state_of(const void *state)
{
    return (const struct quacks_state *)state;
}

static void game_init(void *state, int players)
{
    quacks_init((struct quacks_state *)state, players);
}

static void game_begin(void *state, struct chance *c, struct events *sink)
{
    quacks_begin((struct quacks_state *)state, c, sink);
}

static int game_players(const void *state)
{
    return state_of(state)->players;
}

static int game_first_seat(const void *state)
{
    return state_of(state)->start;
}

static uint32_t game_active(const void *state)
{
    return quacks_active(state_of(state));
}

static int game_question(const void *state, int seat)
{
    return state_of(state)->player[seat].question;
}

static uint64_t game_legal(const void *state, int seat)
{
    return quacks_legal(state_of(state), seat);
}

static void game_apply(void *state, int seat, int answer, struct chance *c, struct events *sink)
{
    quacks_apply((struct quacks_state *)state, seat, answer, c, sink);
}

static uint32_t game_winners(const void *state)
{
    return state_of(state)->winners;
}

static int32_t game_score(const void *state, int seat)
{
    return state_of(state)->player[seat].points;
}

static void game_redact(void *state, int seat)
{
    quacks_redact((struct quacks_state *)state, seat);
}

static void game_determinize(void *view, int seat, struct chance *c)
{
    quacks_determinize((struct quacks_state *)view, seat, c);
}

static const char *game_check(const void *state)
{
    return quacks_check(state_of(state));
}

/* All secrets of a state are what its view hides: guessing them anew changes nothing else. */
static void game_scramble(void *state, int seat, struct chance *c)
{
    quacks_redact((struct quacks_state *)state, seat);
    quacks_determinize((struct quacks_state *)state, seat, c);
}

static char *game_action_name(const void *state, int seat, int answer, char buf[MAX_NAME])
{
    return quacks_action_name(state_of(state), seat, answer, buf);
}

static char *game_question_text(const void *state, int seat, char buf[MAX_SENTENCE])
{
    return quacks_question_text(state_of(state), seat, buf);
}

static void game_explain(const void *state, int seat, const char *action, struct refusal *why)
{
    quacks_explain(state_of(state), seat, action, why);
}

const struct game quacks_game = {
    .name = "quacks",
    .title = "The Quacks of Quedlinburg",
    .state_bytes = sizeof(struct quacks_state),
    /* Nine turns of four seats, each with a few dozen chips and some choices for each. */
    .max_actions = 9u * 4u * 600u,
    .min_players = 2,
    .max_players = QUACKS_SEATS,
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
    .question_kind = quacks_question_kind,
    .action_name = game_action_name,
    .question_text = game_question_text,
    .event_text = quacks_event_text,
    .event_type = quacks_event_type,
    .event_rule = quacks_event_rule,
    .explain = game_explain,
};
