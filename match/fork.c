/* Practice matches: replays the beginning of another game with the outcomes it had. If the luck is
 * to go on as in that game, the outcomes come from its key, and the streams end where it had read
 * them. */
#include <stdlib.h>

#include "match/founding_inside.h"
#include "match/refusals.h"
#include "match/session.h"
#include "wire/game.h"
#include "wire/outcome.h"
#include "wire/refuse.h"
#include "wire/write.h"

/* Refuses a fork whose outcomes are too few (the missing ones would be drawn at random) or too many
 * (then they belong to another game). */
static int all_used(const json_t *left, const struct session_done *done, const json_t *chance,
                    struct refusal *why)
{
    if (json_array_size(left) == 0 && done->outcomes == json_array_size(chance))
        return 0;
    return because(why, ROW(fork_chance_unused));
}

/* Plays a move, or the beginning if `move` is NULL, with these outcomes. The session is as before
 * if it fails because of an impossible outcome. */
static int run_given(struct session *s, json_t *chance, const struct move *move,
                     struct session_done *done, struct refusal *why)
{
    json_t *force = json_incref(chance);
    int ran =
        move ? session_apply_forced(s, &force, *move, done) : session_begin_forced(s, &force, done);
    if (ran < 0)
        because(why, ROW(fork_chance_impossible));
    else
        ran = all_used(force, done, chance, why);
    json_decref(force);
    return ran;
}

static int is_outcome(const struct session *s, const struct outcome *o, const json_t *recorded)
{
    struct writer w = {0};
    outcome_write(s->json, o, &w);
    json_t *drawn = json_loadb(w.at, w.n, 0, NULL);
    int same = json_equal(drawn, recorded);
    json_decref(drawn);
    writer_free(&w);
    return same;
}

/* The same with outcomes from the seed, which must be these. */
static int run_drawn(struct session *s, const json_t *chance, const struct move *move,
                     struct session_done *done, struct refusal *why)
{
    if (move)
        session_apply(s, *move, done);
    else
        session_begin(s, done);
    int same = done->outcomes == json_array_size(chance);
    for (uint32_t i = 0; same && i < done->outcomes; i++)
        same = is_outcome(s, &done->outcome[i], json_array_get(chance, i));
    return same ? 0 : because(why, ROW(fork_chance_other));
}

/* `list` 0 has the outcomes of the beginning, 1 those of the first move. */
static int run(struct session *s, const struct match_fork *fork, uint32_t list,
               const struct move *move, struct refusal *why)
{
    struct session_done *done = malloc(sizeof *done);
    json_t *chance = json_array_get(fork->chance, list);
    MUST(done);
    int ran = list < fork_given(fork) ? run_given(s, chance, move, done, why)
                                      : run_drawn(s, chance, move, done, why);
    free(done);
    return ran;
}

/* Unless the luck is the other game's the key does not matter: all outcomes are given. */
int fork_begin(struct session *s, const struct match_founding *f, struct refusal *why)
{
    static const uint8_t none[32] = {0};
    s->json = f->json;
    s->game = f->json->game;
    memcpy(s->state, f->options, sizeof s->state);
    chance_seed(&s->chance, f->fork.same ? f->seed : none);
    return run(s, &f->fork, 0, NULL, why);
}

/* Move n must follow move n - 1 on the same session. After -1 the session is of no use. */
int fork_next(struct session *s, const struct match_fork *fork, uint32_t n, struct move move,
              struct refusal *why)
{
    if (move.answer >= 64 || !(s->game->legal(s->state, move.seat) >> move.answer & 1))
        return because(why, ROW(fork_move_illegal), (int)n, move.seat);
    return run(s, fork, n + 1, &move, why);
}

void fork_keep_end(struct match_founding *f, const struct session *s)
{
    f->fork_end = calloc(1, sizeof *f->fork_end);
    MUST(f->fork_end);
    f->fork_end->moves = f->fork.moves;
    memcpy(f->fork_end->state, s->state, sizeof s->state);
    if (f->fork.same)
        memcpy(f->fork_end->place, s->chance.place, sizeof s->chance.place);
}
