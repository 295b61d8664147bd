/* Makes a review of valued positions: the steps of each seat, the parts that people see, what luck
 * and skill gave, and the names for it. */
#include <math.h>
#include <stdlib.h>

#include "review/inside.h"

/* ---- the chain of one seat: every change of its share is luck or skill ---- */

/* How far the sums of a seat are. */
struct chain {
    struct review_seat *seat;
    /* The last step, or NULL. */
    struct review_step *step;
    /* The share of the win that is accounted for. */
    double share;
};

/* Books the change up to `share` as luck. */
static void chain_to(struct chain *c, double share, double error)
{
    double luck = share - c->share;
    if (!c->step) {
        c->seat->beginning += luck;
    } else if (c->step->away) {
        c->step->others += luck;
        c->seat->others += luck;
    } else {
        c->step->own += luck;
        c->step->then_error = error;
        c->seat->own += luck;
    }
    c->share = share;
}

/* Two answers of one turn, such as an item and its slot, may both be blamed for one mistake: the
 * evaluator plays the rest of the turn after the first no better than the person did. Where nothing
 * came by chance between them, what the second one lost is no luck of the first, but a part of its
 * loss that would count twice. */
static double counted_twice(const struct chain *c, const struct review_point *p)
{
    const struct review_step *last = c->step;
    if (!last || !p->follows || last->best == last->chosen || p->best == p->chosen)
        return 0;
    return fmin(fmax(p->before - c->share, 0), last->loss);
}

/* What was counted twice is taken off the earlier step. If that leaves less than is called, the
 * step is no mistake any more, and then `best` must be its answer. */
static void take_back(struct chain *c, double twice)
{
    struct review_step *last = c->step;
    last->loss -= twice;
    last->after += twice;
    c->seat->skill += twice;
    c->share += twice;
    if (last->loss < REVIEW_CALLED)
        last->best = last->chosen;
}

/* Steps must come in the order of the record. What changed since the last one is booked first, as
 * luck; then the loss, as skill; what the answer leads to is where the chain goes on. */
static void chain_step(struct chain *c, struct review_step *step, const struct review_point *p)
{
    double twice = counted_twice(c, p);
    *step = (struct review_step){
        .move = p->move,
        .seat = p->view.seat,
        .question = p->question,
        .chosen = p->chosen,
        .best = p->best,
        .before = p->before,
        .after = p->after,
        .loss = p->loss,
        .before_error = p->before_error,
        .after_error = p->after_error,
        .error = p->error,
        .samples = p->samples,
        .view = p->view,
        .reason = p->reason,
    };
    if (twice > 0)
        take_back(c, twice);
    chain_to(c, p->before, p->before_error);
    c->seat->skill -= p->loss;
    c->seat->error = sqrt(c->seat->error * c->seat->error + p->error * p->error);
    c->step = step;
    c->share = p->after;
}

/* Another seat moves now: what came until here was the step's own luck, and what comes next is the
 * others'. */
static void chain_look(struct chain *c, const struct review_point *p)
{
    chain_to(c, p->before, p->before_error);
    if (c->step)
        c->step->away = 1;
}

/* A game that is not over ends with what it is worth there. */
static void chain_end(struct chain *c, const struct review_walk *walk, int seat)
{
    if (walk->finished)
        chain_to(c, walk->result[seat], 0);
    c->seat->result = c->share;
}

/* ---- parts ---- */

/* Luck is called from here on. */
enum { LUCK_PERCENT = 6 };

/* As it is told: 6 % is never both doubtful and a mistake, nor both lucky and not. */
static int percent_of(double share)
{
    return (int)floor(100 * share + 0.5);
}

/* By the percent that is told, not by the exact loss. The rows of marks.def ascend. */
enum review_mark review_mark_of(double loss)
{
#define MARK(name, id, from) from,
    static const int least[MARK_COUNT] = {
#include "review/marks.def"
    };
#undef MARK
    int mark = MARK_COUNT - 1, percent = percent_of(loss);
    while (mark > MARK_FINE && percent < least[mark])
        mark--;
    return (enum review_mark)mark;
}

/* Both limits hold: large enough to be told, and certain. */
enum review_luck review_luck_of(double luck, double error)
{
    if (percent_of(fabs(luck)) < LUCK_PERCENT || fabs(luck) < REVIEW_CERTAIN * error)
        return LUCK_EVEN;
    return luck > 0 ? LUCK_LUCKY : LUCK_UNLUCKY;
}

/* The error of a sum of luck: only its ends count, and the losses in between. */
static void settle_part(struct review *r, struct review_part *part)
{
    const struct review_step *first = &r->step[part->first], *last = first + part->steps - 1;
    double losses = 0;
    for (const struct review_step *s = first; s <= last; s++) {
        part->loss += s->loss;
        part->called += s->best == s->chosen ? 0 : s->loss;
        part->luck += s->own;
        losses += s->error * s->error;
    }
    part->error = sqrt(losses);
    part->luck_error = sqrt(first->before_error * first->before_error + losses +
                            last->then_error * last->then_error);
    part->mark = review_mark_of(part->called);
    part->chance = review_luck_of(part->luck, part->luck_error);
}

/* Whether a step belongs to the one before it. */
static int step_joins(const struct review *r, uint32_t at)
{
    if (at == 0)
        return 0;
    const struct review_step *now = &r->step[at], *before = now - 1;
    return now->seat == before->seat && !before->away &&
           outlook_of(r->game)->joins(before->question, now->question);
}

static void count_part(struct review *r, const struct review_part *part)
{
    struct review_seat *seat = &r->seat[part->seat];
    seat->parts++;
    seat->marks[part->mark]++;
    seat->lucky += part->chance == LUCK_LUCKY;
    seat->unlucky += part->chance == LUCK_UNLUCKY;
}

/* A part is a run of steps; step_joins decides where the next one begins. There is room for as many
 * parts as steps (review_sum). */
static void make_parts(struct review *r)
{
    for (uint32_t i = 0; i < r->steps; i++) {
        if (!step_joins(r, i))
            r->part[r->parts++] = (struct review_part){.first = i, .seat = r->step[i].seat};
        r->part[r->parts - 1].steps++;
    }
    for (uint32_t i = 0; i < r->parts; i++) {
        settle_part(r, &r->part[i]);
        count_part(r, &r->part[i]);
    }
}

/* ---- all of it ---- */

/* All seats have a chain, though only the reviewed ones have positions. */
static void make_steps(struct review *r, const struct review_walk *walk)
{
    struct chain chain[MAX_SEATS] = {0};
    for (int seat = 0; seat < MAX_SEATS; seat++) {
        r->seat[seat].start = chain[seat].share = 1.0 / r->players;
        chain[seat].seat = &r->seat[seat];
    }
    for (uint32_t i = 0; i < walk->points; i++) {
        const struct review_point *p = &walk->point[i];
        struct chain *c = &chain[p->view.seat];
        if (p->chosen < 0)
            chain_look(c, p);
        else
            chain_step(c, &r->step[r->steps++], p);
    }
    for (int seat = 0; seat < r->players; seat++)
        if (r->seats >> seat & 1)
            chain_end(&chain[seat], walk, seat);
}

/* *r must have its game, players and seats. After -1 review_free is still to be called. */
int review_sum(struct review *r, const struct review_walk *walk)
{
    r->finished = walk->finished;
    r->moves = walk->moves;
    r->step = calloc(walk->points + 1, sizeof *r->step);
    r->part = calloc(walk->points + 1, sizeof *r->part);
    if (!r->step || !r->part)
        return -1;
    make_steps(r, walk);
    make_parts(r);
    return 0;
}

double review_luck(const struct review_seat *seat)
{
    return seat->beginning + seat->own + seat->others;
}

/* Whether `a` is called, and larger than what `b` has. */
static int is_worse(const struct review_step *a, const struct review_step *b)
{
    return a->best != a->chosen && (b->best == b->chosen || a->loss > b->loss);
}

const struct review_step *review_worst(const struct review *r, const struct review_part *part)
{
    const struct review_step *worst = &r->step[part->first];
    for (uint32_t i = 1; i < part->steps; i++)
        if (is_worse(&r->step[part->first + i], worst))
            worst = &r->step[part->first + i];
    return worst;
}
