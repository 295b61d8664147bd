/* The kernels of Arcane Alley. */
#include "bots/net/arcane_inputs.h"
#include "bots/policy.h"
#include "gpu/game.h"

#define GAME(x) arcane_##x
#define GPU(x) gpu_arcane_##x
#define GAME_STATE struct arcane_state
#define GAME_PTX gpu_ptx_arcane
#define GAME_STRIDE 228
#define GAME_ACTIONS (int)sizeof(struct arcane_seen_actions)
#define GAME_SEEN struct arcane_seen
#define GAME_SEATS MAX_SEATS
#define GAME_LOOK struct arcane_looked
#define GAME_STEPS ARCANE_STEPS
#define GAME_PIECES 1
#define GAME_ROUND 2
#define GAME_HINTS (ITEM_COUNT + 1)
#define GREEDY_WORDS 2

/* One question at a time, whoever is asked. */
static int question_of(const struct arcane_state *s, int seat)
{
    (void)seat;
    return s->question;
}

/* A slot is answered by the effect of the item that is played there. */
static int hint_of(const struct arcane_state *s, int question)
{
    if (question != Q_SLOT)
        return 0;
    return s->at.played < ITEM_COUNT ? 1 + s->at.played : 0;
}

/* Gold alone; the order of those who tie is the rules' business. */
static int32_t score_of(const struct arcane_state *s, int seat)
{
    return s->player[seat].gold;
}

/* The answer itself; what it leads to waits for the next rounds. Returns the next step, or 0. */
static int answer_piece(struct arcane_state *s, int seat, int answer, struct chance *c)
{
    return arcane_answer(s, seat, answer, c, NULL);
}

/* `step` is what the last piece returned. */
static int next_piece(struct arcane_state *s, int step, struct chance *c)
{
    return arcane_go_on(s, step, c, NULL);
}

/* As the bot `greedy` without noise: it draws one number for that in any case. */
static int greedy_answer(const struct arcane_state *s, int seat, uint64_t legal,
                         const uint64_t words[2])
{
    uint64_t luck = words[0] << 32 | words[1];
    (void)luck_below(&luck, 100);
    return arcane_greedy_pick(s, seat, legal, &luck);
}

/* As learn/cells_arcane.c. */
static void look_at(const struct arcane_seen *seen, struct arcane_looked *to, int32_t *now,
                    int16_t *table)
{
    arcane_look(seen, to);
    for (int seat = 0; seat < MAX_SEATS; seat++) {
        const struct arcane_seen_seat *s = &seen->seat[seat];
        now[seat] = s->gold[0] < 255 ? s->gold[0] : s->gold_tens[0] * 10;
    }
    int target = to->target[0], theirs = target ? to->seat[target - 1].shape[0] : 0;
    *table = (int16_t)((to->seat[0].shape[0] * LOOKED_SHAPES + theirs) * 2 +
                       (to->question[0] == Q_COUNT));
}

#ifndef __NVPTX__
enum { MIXES = 10 };

/* Bit 0: the Market. The rest: nothing more, random wizards, chosen wizards, edition hundred, and
 * that with three rounds. */
static void set_mix(void *state, int mix)
{
    struct arcane_state *s = state;
    int kind = mix >> 1;
    if (kind >= 3)
        arcane_set_edition(s, EDITION_HUNDRED);
    if (kind == 4)
        s->cards.rounds = 3;
    s->cards.wizards = kind == 1 ? WIZARDS_RANDOM : kind == 2 ? WIZARDS_LIST : WIZARDS_NONE;
    for (int seat = 0; seat < s->players && kind == 2; seat++)
        s->player[seat].wizard = (uint8_t)(WIZARD_COUNT - 1 - seat);
    s->market_on = mix & 1;
}
#endif

#include "gpu/kernels.inc"
