/* The null game under test. Its seats answer at the same time. */
#include "games/null/null.h"
#include "tests/props/game_props.h"

static const struct props_mix mixes[] = {{"default", 1}, {"any", 3}};

static void mix_options(void *state, int mix, int players, struct chance *c)
{
    struct null_state *s = state;
    if (mix != 1)
        return;
    s->tosses = (uint8_t)(1 + chance_below(c, CHANCE_PICK, NULL_MAX_TOSSES));
    for (int seat = 0; seat < players; seat++)
        s->gift[seat] = (uint8_t)chance_below(c, CHANCE_PICK, NULL_MAX_GIFT + 1);
}

static uint32_t bound(const void *state)
{
    const struct null_state *s = state;
    return (uint32_t)s->players * s->tosses;
}

static const char *ranges(const void *state)
{
    const struct null_state *s = state;
    int points = 0;
    for (int i = 0; i < s->players; i++)
        points += s->score[i] - s->gift[i];
    return points > s->players * s->toss ? "more points than calls (N2)" : NULL;
}

static const char *tidy(const void *state)
{
    const struct null_state *s = state;
    for (int i = s->players; i < MAX_SEATS; i++)
        if (s->call[i] || s->score[i] || s->gift[i])
            return "a seat that does not exist has something";
    for (int i = 0; i < s->players; i++)
        if (s->call[i] == CALL_HIDDEN)
            return "a state hides a call (N1)";
    return NULL;
}

/* The scores after the coin reveal what the others called. */
static int reveals(const struct event *e, int viewer)
{
    (void)viewer;
    return !strcmp(null_game.event_type(e), "coin");
}

static struct rule_rows rules(void)
{
    static const struct rule_row rows[] = {{.id = "N1"}, {.id = "N2"}, {.id = "N3"}};
    return ROWS(rule_rows, rows);
}

static const char *const nonsense[] = {"", "call", "call edge", "heads", "call  heads", NULL};

const struct props_subject props_null = {
    .game = &null_game,
    .weight = 1,
    .mixes = mixes,
    .mix_count = sizeof mixes / sizeof *mixes,
    .mix = mix_options,
    .bound = bound,
    .ranges = ranges,
    .tidy = tidy,
    .reveals = reveals,
    .rules = rules,
    .nonsense = nonsense,
    .items = 3,
    .event_kinds = 4,
    .questions = 2,
    /* Its games are short. */
    .sample_rate = 4,
};
