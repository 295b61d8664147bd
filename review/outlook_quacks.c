/* The Quacks imagined for a review: rules of thumb play every seat to the end of the turn, then the
 * fitted value of what each seat has says the share of the win. */
#include "bots/playout.h"
#include "bots/tree.h"
#include "games/quacks/quacks.h"
#include "review/outlook.h"

_Static_assert((int)SHARE_ONE == (int)VALUE_ONE, "shares count in the same parts");

static int model(const struct view *v)
{
    struct chance luck = {0};
    chance_seed_number(&luck, 1);
    return brewer_bot.choose(v, &brewer_bot.usual, &luck, NULL);
}

static void ask_again(struct quacks_state *s, int seat)
{
    s->player[seat].commit = COMMIT_NONE;
    s->player[seat].question = QQ_BREW;
    s->asked |= (uint8_t)(1u << seat);
}

/* What a seat decides secretly (Q5.7) is guessed by the rules of thumb, as if it were asked now. */
static void guess(void *state, const void *view, int seat, uint64_t *luck)
{
    struct quacks_state *s = state;
    const struct quacks_state *seen = view;
    uint64_t may = (uint64_t)1 << BREW_DRAW | (uint64_t)1 << BREW_STOP;
    for (int i = 0; i < s->players; i++) {
        struct quacks_player *p = &s->player[i];
        if (i == seat || seen->player[i].commit != COMMIT_HIDDEN)
            continue;
        ask_again(s, i);
        int answer = quacks_greedy_pick(s, i, quacks_legal(s, i) & may, luck);
        p->commit = answer == BREW_DRAW ? COMMIT_DRAW : COMMIT_STOP, p->question = QQ_NONE;
        s->asked &= (uint8_t) ~(1u << i);
    }
}

/* Between two turns everything can be valued, so it is never played farther. */
static int32_t imagine(void *state, int seat, int far, struct chance *c, uint64_t *luck)
{
    (void)far;
    int value[MAX_SEATS];
    quacks_playout.play(state, 0, quacks_playout.clock(state) + 1, c, luck);
    if (!quacks_active(state))
        return outlook_result(&quacks_game, state, seat);
    quacks_playout.shares(state, value);
    return value[seat];
}

/* Two chips that are bought belong together, and so do rubies that are spent, reds that are placed,
 * and purples with the chip that they upgrade. Every chip that is drawn is a decision. */
static int joins(int before, int question)
{
    int again = question == QQ_BUY || question == QQ_RUBIES || question == QQ_RED;
    return question == QQ_UPGRADE || (again && question == before);
}

const struct outlook quacks_outlook = {
    .game = &quacks_game,
    .samples = 256,
    .model = model,
    .guess = guess,
    .imagine = imagine,
    .joins = joins,
};
