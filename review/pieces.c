/* A review made position by position, for callers that have no threads, or whose threads share no
 * memory; see pieces.h. */
#include <math.h>
#include <stdlib.h>

#include "review/inside.h"
#include "wire/game.h"

/* What point_weigh finds, in the same order on every machine. */
struct review_found {
    double before, after, loss, before_error, after_error, error;
    int32_t best;
    uint32_t samples;
};

_Static_assert(sizeof(struct review_found) == REVIEW_FOUND, "it has no gaps");

/* `record` is not needed afterwards. The seat of the wish must be one of the record, and the game
 * must be known: both are the caller's to check. */
struct review_pieces *review_open(const struct record *record, const struct review_ask *ask,
                                  struct record_wrong *wrong)
{
    struct review_pieces *p = calloc(1, sizeof *p);
    wrong->line = 0;
    if (!p)
        return NULL;
    MUST(review_knows(record->json->game) && ask->seat < record->players);
    if (walk_record(&p->walk, record, ask->seat, wrong) < 0) {
        review_close(p);
        return NULL;
    }
    p->samples = review_samples(p->walk.game, ask);
    p->scales.outlook = outlook_of(p->walk.game);
    p->scales.seed = ask->seed;
    return p;
}

void review_close(struct review_pieces *p)
{
    if (p)
        walk_free(&p->walk);
    free(p);
}

uint32_t review_positions(const struct review_pieces *p)
{
    return p->walk.points;
}

/* Bytes of this machine's numbers: they travel between programs of the same build, or as hex digits
 * beside a record. */
void review_found(const struct review_pieces *p, uint32_t position, uint8_t found[REVIEW_FOUND])
{
    const struct review_point *point = &p->walk.point[position];
    struct review_found f = {.before = point->before,
                             .after = point->after,
                             .loss = point->loss,
                             .before_error = point->before_error,
                             .after_error = point->after_error,
                             .error = point->error,
                             .best = point->best,
                             .samples = point->samples};
    memcpy(found, &f, sizeof f);
}

void review_weigh(struct review_pieces *p, uint32_t position, uint8_t found[REVIEW_FOUND])
{
    MUST(position < p->walk.points);
    struct review_point *point = &p->walk.point[position];
    point_weigh(&p->scales, point, p->samples);
    point_explain(point);
    review_found(p, position, found);
}

/* Losses and shares come from different samples, so their sums may be a little above 1. */
static int is_share(double x)
{
    return isfinite(x) && fabs(x) <= 2;
}

/* Whether point_weigh can have found this. */
static int is_possible(const struct review_point *p, const struct review_found *f)
{
    int best = p->chosen < 0 ? f->best == -1
                             : f->best >= 0 && f->best < 64 && view_legal(&p->view) >> f->best & 1;
    return best && is_share(f->before) && is_share(f->after) && is_share(f->loss) &&
           is_share(f->before_error) && is_share(f->after_error) && is_share(f->error);
}

/* Looks only whether it is possible: whoever sent it is trusted not to invent it. After -1 nothing
 * has changed. The reason is not sent but found again. */
int review_take(struct review_pieces *p, uint32_t position, const uint8_t found[REVIEW_FOUND])
{
    struct review_found f;
    memcpy(&f, found, sizeof f);
    if (position >= p->walk.points || !is_possible(&p->walk.point[position], &f))
        return -1;
    struct review_point *point = &p->walk.point[position];
    point->best = f.best, point->samples = f.samples;
    point->before = f.before, point->before_error = f.before_error;
    point->after = f.after, point->after_error = f.after_error;
    point->loss = f.loss, point->error = f.error;
    point_explain(point);
    return 0;
}

/* A copy of the walk is cut short, so the pieces stay as they are and it may be called after each
 * position. Positions from `positions` on need no values yet. */
int review_so_far(const struct review_pieces *p, uint32_t positions, struct review *r)
{
    struct review_walk walk = p->walk;
    MUST(positions <= walk.points);
    walk.finished = walk.finished && positions == walk.points;
    walk.points = positions;
    memset(r, 0, sizeof *r);
    r->game = walk.game;
    r->players = walk.players;
    r->seats = walk.seats;
    r->samples = p->samples;
    r->cut = walk.cut;
    return review_sum(r, &walk);
}

/* The position where a move decided something, or NULL. */
static const struct review_point *point_of(const struct review_pieces *p, uint32_t move)
{
    for (uint32_t i = 0; i < p->walk.points; i++)
        if (p->walk.point[i].move == move && p->walk.point[i].chosen >= 0)
            return &p->walk.point[i];
    return NULL;
}

/* The legal answer with this name, or -1. */
static int answer_named(const struct view *v, const char *name)
{
    char buf[MAX_NAME];
    for (uint64_t rest = view_legal(v); rest; rest &= rest - 1)
        if (strcmp(v->game->action_name(v->bytes, v->seat, bit_lowest(rest), buf), name) == 0)
            return bit_lowest(rest);
    return -1;
}

/* The same seed as the review's, so the same guess each time. The answer's consequences are one
 * sample and no forecast. */
int review_try(const struct review_pieces *p, uint32_t move, const char *answer, struct view *after)
{
    const struct review_point *point = point_of(p, move);
    int given = point ? answer_named(&point->view, answer) : -1;
    uint64_t state[MAX_STATE_BYTES / 8], luck = p->scales.seed;
    struct chance c = {0};
    if (given < 0)
        return -1;
    const struct view *v = &point->view;
    chance_seed_number(&c, p->scales.seed);
    memcpy(state, v->bytes, sizeof state);
    v->game->determinize(state, v->seat, &c);
    if (p->scales.outlook->guess)
        p->scales.outlook->guess(state, v->bytes, v->seat, &luck);
    v->game->apply(state, v->seat, given, &c, NULL);
    view_take(after, v->game, state, v->seat);
    return 0;
}
