/* Practice matches: replays the beginning of another game with the outcomes it had. */
#include "match/inside.h"

#include <stdlib.h>

/* Refuses a fork whose outcomes are too few (the missing ones would be drawn at random) or too many
 * (then they belong to another game). */
static int all_used(const json_t *left, const struct done *done, const json_t *chance,
                    struct refusal *why)
{
    if (json_array_size(left) == 0 && done->outcomes == json_array_size(chance))
        return 0;
    return because(why, ROW(fork_chance_unused));
}

/* Plays a move, or the beginning if `move` is NULL. */
static int run(struct session *s, json_t *chance, const struct move *move, struct refusal *why)
{
    struct done *done = malloc(sizeof *done);
    json_t *force = json_incref(chance);
    MUST(done);
    int ran =
        move ? session_apply_forced(s, &force, *move, done) : session_begin_forced(s, &force, done);
    if (ran < 0)
        because(why, ROW(fork_chance_impossible));
    else
        ran = all_used(force, done, chance, why);
    json_decref(force);
    free(done);
    return ran;
}

int fork_begin(struct session *s, const struct game_json *json, const uint64_t *options,
               const struct fork *fork, struct refusal *why)
{
    static const uint8_t none[32] = {0};
    s->json = json;
    s->game = json->game;
    memcpy(s->state, options, sizeof s->state);
    chance_seed(&s->chance, none);
    return run(s, json_array_get(fork->chance, 0), NULL, why);
}

int fork_next(struct session *s, const struct fork *fork, uint32_t n, struct move move,
              struct refusal *why)
{
    if (move.answer >= 64 || !(s->game->legal(s->state, move.seat) >> move.answer & 1))
        return because(why, ROW(fork_move_illegal), (int)n, move.seat);
    return run(s, json_array_get(fork->chance, (size_t)n + 1), &move, why);
}
