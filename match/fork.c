/* Practice matches: how another game began, played again with the outcomes it had. */
#include "match/inside.h"

#include <stdlib.h>

/* Outcomes that are missing would come from somewhere else, and ones too many mean another game. */
static int all_used(const struct session *s, const struct done *done, const json_t *chance,
                    struct refusal *why)
{
    if (json_array_size(s->force) == 0 && done->outcomes == json_array_size(chance))
        return 0;
    return refuse(why, NULL, "fork: other outcomes are needed than those given");
}

static void script(struct session *s, json_t *chance)
{
    json_decref(s->force);
    s->force = json_incref(chance);
}

static int run(struct session *s, json_t *chance, int seat, int answer, struct refusal *why)
{
    struct done *done = malloc(sizeof *done);
    MUST(done);
    script(s, chance);
    int ran = seat < 0 ? session_begin(s, done) : session_apply(s, seat, answer, done);
    if (ran < 0)
        refuse(why, NULL, "fork: an outcome cannot be");
    else
        ran = all_used(s, done, chance, why);
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
    return run(s, json_array_get(fork->chance, 0), -1, 0, why);
}

int fork_next(struct session *s, const struct fork *fork, uint32_t move, int seat, int answer,
              struct refusal *why)
{
    if (answer < 0 || answer >= 64 || !(s->game->legal(s->state, seat) >> answer & 1))
        return refuse(why, NULL, "fork: move %u is none of seat %d's answers", (unsigned)move,
                      seat);
    return run(s, json_array_get(fork->chance, (size_t)move + 1), seat, answer, why);
}
