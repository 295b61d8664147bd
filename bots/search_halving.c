/* The search: a race of the answers at the root. In each lap every answer that is left is tried
 * once, all with the same guess and the same chance. The differences within the laps then say how
 * far two answers are apart, and how sure that is. An answer leaves the race when it is behind for
 * certain or by next to nothing, and the worse half leaves after each of a few equal parts of the
 * budget (sequential halving). When one answer is left, the search is over: clear decisions take
 * few games, close ones the whole budget. */
#include <math.h>

#include "bots/search.h"

/* With an evaluator this many answers race at most: those that it finds likeliest. */
enum { STARTERS = 16 };
/* What is taken for granted before the first lap: in so many laps two answers differed by `apart`
 * (struct rigour). Without it, a few equal laps would look like certainty. */
static const double laps_before = 4;

/* When an answer may leave the race. */
struct rigour {
    /* Not before so many laps and so much of the budget. */
    uint32_t laps;
    double spent;
    double apart;
    /* When taking the best one instead risks less than this share of the whole. */
    double risk;
};

/* A fortieth of a point in the Quacks, six hundredths of a gold in Arcane Alley. */
static const struct rigour played_out = {.laps = 8, .apart = 0.08, .risk = 0.0005};
/* An evaluator has no luck, so its values differ by less. They change while the tree grows, so some
 * of the budget is always spent. */
static const struct rigour evaluated = {
    .laps = 64, .spent = 1.0 / 16, .apart = 0.03, .risk = 0.000005};

struct race {
    struct searcher *s;
    const struct rigour *rigour;
    /* The answers still in the race, and how many there were. */
    uint64_t left;
    int starters;
    uint32_t laps;
    /* The values of this lap. */
    int value[64];
    /* The part of the budget that is spent, as last known. */
    double spent;
    /* For each pair of answers the sum of their squared differences. */
    double apart[64 * 63 / 2];
};

static double *pair(struct race *r, int a, int b)
{
    int high = a > b ? a : b, low = a > b ? b : a;
    return &r->apart[high * (high - 1) / 2 + low];
}

/* ---- a lap ---- */

static int try_one(struct race *r, int answer)
{
    double spent = search_spent(r->s);
    r->spent = spent > r->spent ? spent : r->spent;
    if (r->spent >= 1)
        return 0;
    r->value[answer] = search_try(r->s, answer, r->laps);
    return 1;
}

/* The answer of the rules of thumb comes first, in case there is no time for more. */
static uint64_t run_lap(struct race *r)
{
    uint64_t first = r->left & (uint64_t)1 << r->s->root.first, done = 0;
    if (first && try_one(r, r->s->root.first))
        done = first;
    for (uint64_t rest = r->left & ~first; rest; rest &= rest - 1) {
        if (!try_one(r, bit_lowest(rest)))
            break;
        done |= rest & -rest;
    }
    return done;
}

static void compare(struct race *r)
{
    for (uint64_t high = r->left; high; high &= high - 1)
        for (uint64_t low = high & (high - 1); low; low &= low - 1) {
            int a = bit_lowest(high), b = bit_lowest(low);
            double d = (double)(r->value[a] - r->value[b]) / VALUE_ONE;
            *pair(r, a, b) += d * d;
        }
}

/* A lap that cannot be finished does not count, because then some answers would have had other
 * luck; in the first lap that is better than nothing. Returns 0 if the budget is spent. */
static int lap(struct race *r)
{
    uint32_t most = r->s->how.iterations;
    if (r->laps && most && r->s->games + (uint32_t)bit_count(r->left) > most)
        return 0;
    uint64_t done = run_lap(r);
    if (done != r->left && r->laps)
        return 0;
    for (uint64_t rest = done; rest; rest &= rest - 1)
        search_count(r->s, bit_lowest(rest), r->value[bit_lowest(rest)]);
    if (done != r->left)
        return 0;
    compare(r);
    r->laps++;
    return 1;
}

/* ---- leaving the race ---- */

static int64_t sum(const struct race *r, int answer)
{
    return root_sum(&r->s->root, answer);
}

static int best_left(const struct race *r)
{
    int best = bit_lowest(r->left);
    for (uint64_t rest = r->left; rest; rest &= rest - 1)
        if (sum(r, bit_lowest(rest)) > sum(r, best))
            best = bit_lowest(rest);
    return best;
}

/* What is lost, on average, if `best` is taken now and the other may be better after all. The mean
 * difference is taken as normally distributed; 0.4 (1 - z/3)^4 is close to the mean of the part of
 * a normal distribution beyond z standard errors. Nothing is expected beyond three. */
static double risk(struct race *r, int best, int other)
{
    double n = r->laps, ahead = (double)(sum(r, best) - sum(r, other)) / VALUE_ONE / n;
    double squares = *pair(r, best, other) - n * ahead * ahead;
    squares += laps_before * r->rigour->apart * r->rigour->apart;
    double error = sqrt(squares / (n + laps_before) / n), far = 1 - ahead / (3 * error);
    return far > 0 ? 0.4 * error * far * far * far * far : 0;
}

static void drop_settled(struct race *r)
{
    int best = best_left(r);
    for (uint64_t rest = r->left; rest; rest &= rest - 1) {
        int a = bit_lowest(rest);
        if (a != best && risk(r, best, a) < r->rigour->risk)
            r->left &= ~((uint64_t)1 << a);
    }
}

static int worst_left(const struct race *r)
{
    int worst = bit_lowest(r->left);
    for (uint64_t rest = r->left; rest; rest &= rest - 1)
        if (sum(r, bit_lowest(rest)) <= sum(r, worst))
            worst = bit_lowest(rest);
    return worst;
}

/* With 9 to 16 answers there are four parts: all race in the first, 8 at most in the second, 4 and
 * 2 in the others. */
static void halve(struct race *r)
{
    int parts = 1;
    while (1 << parts < r->starters)
        parts++;
    int over = (int)(r->spent * parts);
    int most = over >= parts ? 2 : (1 << parts) >> over;
    while (bit_count(r->left) > most)
        r->left &= ~((uint64_t)1 << worst_left(r));
}

/* The answers that the evaluator finds likeliest; without one, all. */
static uint64_t starters(const struct searcher *s)
{
    uint64_t left = s->root.answers;
    while (s->evaluator && bit_count(left) > STARTERS) {
        int worst = bit_lowest(left);
        for (uint64_t rest = left; rest; rest &= rest - 1)
            if (s->root.bonus[bit_lowest(rest)] <= s->root.bonus[worst])
                worst = bit_lowest(rest);
        left &= ~((uint64_t)1 << worst);
    }
    return left;
}

static void think(struct searcher *s)
{
    struct race r = {.s = s, .left = starters(s)};
    r.rigour = s->evaluator && !s->evaluator->lucky ? &evaluated : &played_out;
    r.starters = bit_count(r.left);
    while (bit_count(r.left) > 1 && lap(&r)) {
        if (r.laps >= r.rigour->laps && r.spent >= r.rigour->spent)
            drop_settled(&r);
        halve(&r);
    }
}

static int choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                  struct advice *say)
{
    static const struct root_policy policy = {.think = think};
    return search_choose(&policy, v, how, luck, say);
}

const struct bot search_bot = {
    .name = "search",
    .apart = 1,
    .blurb = "imagines many games that agree with what it knows, and does what did best in them",
    .usual = SEARCH_USUAL,
    .choose = choose,
};
