/* Founds practice matches from records; see practice.h. */
#include "match/practice.h"

#include <stdlib.h>

#include "match/founding.h"
#include "match/refusals.h"
#include "wire/refuse.h"

/* The luck of a record is known once it has a result. With a witness every action has luck of its
 * own; and where the record was given its luck, that of the seed is another. */
static int check_luck(const struct record *r, uint32_t n, struct refusal *why)
{
    if (!r->result.there)
        return because(why, ROW(practice_luck_unknown));
    if (r->witness.there)
        return because(why, ROW(practice_luck_witnessed));
    if (r->forked && n < r->fork)
        return because(why, ROW(practice_luck_given), (int)r->fork);
    return 0;
}

/* Luck that is not that of the seed has a reason of its own: the record may be right and only its
 * seed wrong. */
static int refuse(const struct match_founding *f, const struct record_wrong *wrong,
                  struct refusal *why)
{
    if (f->fork.same && wrong->line && wrong->part == RECORD_CHANCE)
        return because(why, ROW(practice_luck_false));
    return because(why, ROW(record_ends_there));
}

/* Plays the record up to where the practice begins and keeps the answers. The outcomes of chance
 * are taken from the record; if the luck is to be the same, they must be those of its seed. */
static int replay(struct match_founding *f, const struct record *r, struct refusal *why)
{
    struct record_play *play = calloc(1, sizeof *play);
    struct record_wrong wrong = {0};
    MUST(play);
    record_play_open(play, r, f->fork.same ? RECORD_SEED : RECORD_SCRIPT);
    int fine = record_play_begin(play, &wrong) == 0;
    json_array_append(f->fork.chance, r->chance);
    for (uint32_t i = 0; fine && i < f->fork.moves; i++) {
        const struct record_move *m = &r->move[i];
        int answer = session_answer(&play->session, m->seat, m->action);
        f->fork_move[i] = (struct move){(uint8_t)m->seat, (uint8_t)answer};
        json_array_append(f->fork.chance, m->chance);
        fine = answer >= 0 && record_play_next(play, &wrong) == 0;
    }
    if (fine)
        wrong.line = 0;
    fine = fine && play->session.game->active(play->session.state);
    free(play);
    return fine ? 0 : refuse(f, &wrong, why);
}

/* f must be all zeros; practice_free must be called in any case. Seats, clock and names are the
 * caller's to fill in. */
int practice_found(struct match_founding *f, const struct record *r, uint32_t n, int same,
                   struct refusal *why)
{
    MUST(n <= r->moves);
    if (same && check_luck(r, n, why) < 0)
        return -1;
    f->json = r->json;
    f->players = r->players;
    /* Practice goes on by the rules of the record, so that its moves are possible. */
    f->rules = r->rules;
    memcpy(f->options, r->options, sizeof f->options);
    f->help = 1;
    f->fork = (struct match_fork){.moves = n,
                                  .chance = json_array(),
                                  .same = same != 0,
                                  .given = same && r->forked ? r->fork + 1 : 0};
    f->fork_move = calloc((size_t)n + 1, sizeof f->fork_move[0]);
    MUST(f->fork.chance && f->fork_move);
    if (same)
        record_chance_key(r, f->seed);
    return replay(f, r, why);
}

void practice_free(struct match_founding *f)
{
    json_decref(f->fork.chance);
    free(f->fork_move);
    free(f->fork_end);
    f->fork.chance = NULL;
    f->fork_move = NULL;
    f->fork_end = NULL;
}
