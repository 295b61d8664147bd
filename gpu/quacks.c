/* The kernels of the Quacks. */
#include "bots/policy.h"
#include "bots/net/quacks_inputs.h"
#include "gpu/game.h"

#define GAME(x) quacks_##x
#define GPU(x) gpu_quacks_##x
#define GAME_STATE struct quacks_state
#define GAME_PTX gpu_ptx_quacks
#define GAME_STRIDE 260
#define GAME_ACTIONS (int)sizeof(struct quacks_seen_actions)
#define GAME_SEEN struct quacks_seen
#define GAME_SEATS QUACKS_SEATS
#define GAME_LOOK struct quacks_watched
/* STAGE_OVER + 1 stages, numbered from 1, and 0 for none. */
#define GAME_STEPS (STAGE_OVER + 2)
#define GAME_PIECES 3
#define GAME_ROUND 2
#define GAME_HINTS 1
#define GREEDY_WORDS 1

/* Every seat has a question of its own, since all brew at once. */
static int question_of(const struct quacks_state *s, int seat)
{
    return s->player[seat].question;
}

/* Answers of this game are carried out alike if they are the same, so there are no hints. */
static int hint_of(const struct quacks_state *s, int question)
{
    (void)s;
    (void)question;
    return 0;
}

static int32_t score_of(const struct quacks_state *s, int seat)
{
    return s->player[seat].points;
}

/* Pieces are numbered by their stages from 1 on, so that games of the same stage go on together. */
static int piece_of(const struct quacks_state *s, int more)
{
    return more ? s->stage + 1 : 0;
}

/* The answer itself; what it leads to waits for the next rounds. Returns the next piece, or 0 if
 * somebody is asked or the game is over. */
static int answer_piece(struct quacks_state *s, int seat, int answer, struct chance *c)
{
    return piece_of(s, quacks_answer(s, seat, answer, c, NULL));
}

/* How many stages are one piece: one, not all until a question is asked, so that games of the same
 * stage stay together; but what is next to nothing goes with the stage before or behind it. */
static int stages_of_piece(int stage)
{
    if (stage == STAGE_SCORED)
        return 3;
    return stage == STAGE_SEASONED || stage == STAGE_C ? 2 : 1;
}

/* `step` only groups the games: where the game stands is in its own stage. */
static int next_piece(struct quacks_state *s, int step, struct chance *c)
{
    (void)step;
    return piece_of(s, quacks_go_on(s, stages_of_piece(s->stage), c, NULL));
}

/* As the bot `greedy` without noise. */
static int greedy_answer(const struct quacks_state *s, int seat, uint64_t legal,
                         const uint64_t words[2])
{
    uint64_t luck = words[0];
    return quacks_greedy_pick(s, seat, legal, &luck);
}

/* As learn/cells_quacks.c. */
static void look_at(const struct quacks_seen *seen, struct quacks_watched *to, int32_t *now,
                    int16_t *table)
{
    quacks_watch(seen, to);
    for (int seat = 0; seat < QUACKS_SEATS; seat++)
        now[seat] = seen->seat[seat].points[0];
    *table = 0;
}

#ifndef __NVPTX__
enum { MIXES = 64 };

/* Bit 0: test tubes; bits 0 and 1: the books; bit 2: drawing together; bits 3 and 4: how A Second
 * Chance and Strong Ingredient are played (Q12); all five: no fortune cards; bit 5: what may be
 * passed up is asked. */
static void set_mix(void *state, int mix)
{
    struct quacks_state *s = state;
    s->tubes = mix & 1;
    s->together = mix >> 2 & 1;
    s->risky = mix >> 3 & 1;
    s->acts = mix >> 4 & 1;
    s->no_fortune = (mix & 31) == 31;
    s->optional = mix >> 5 & 1;
    for (int colour = GREEN; colour <= PURPLE; colour++)
        s->book[colour] = (uint8_t)(1 + (mix & 3));
}
#endif

#include "gpu/kernels.inc"
