/* The search: a race of the answers at the root. In each lap every answer that is left is tried
 * once, all with the same guess and the same chance. The differences within the laps then say how
 * far two answers are apart, and how sure that is. An answer leaves the race when it is behind for
 * certain or by next to nothing, and the worse half leaves after each of a few equal parts of the
 * budget (sequential halving). When one answer is left, the search is over: clear decisions take
 * few games, close ones the whole budget. */
#include <math.h>

#include "bots/bots.h"
#include "bots/search/search.h"

/* With an evaluator this many answers race at most: those that it finds likeliest. */
enum { STARTERS = 16 };
/* What is taken for granted before the first lap: in so many laps two answers differed by so much.
 * Without it, a few equal laps would look like certainty. */
static const double laps_before = 4, apart_before = 0.08;
/* No answer leaves the race before so many laps. */
enum { LAPS_LEAST = 8 };
/* An answer leaves when taking the best one instead risks less than this, in parts of a million:
 * a fortieth of a point in the Quacks, six hundredths of a gold in Arcane Alley. */
enum { RISK = 500 };

/* As a fraction of VALUE_ONE. */
static double risk_taken(const struct searcher *s)
{
    uint32_t usual = s->evaluator ? s->evaluator->risk : RISK;
    return 1e-6 * (s->how.risk ? s->how.risk : usual);
}

/* a and b must differ; their order does not matter. */
static double *pair(struct search_race *r, int a, int b)
{
    int high = a > b ? a : b, low = a > b ? b : a;
    return &r->apart[high * (high - 1) / 2 + low];
}

/* ---- a lap ---- */

/* Returns 0 if there is no budget left; then nothing was tried. */
static int try_one(struct searcher *s, int answer)
{
    struct search_race *r = &s->race;
    double spent = search_spent(s);
    r->spent = spent > r->spent ? spent : r->spent;
    if (r->spent >= 1)
        return 0;
    r->value[answer] = search_try(s, answer, r->laps);
    return 1;
}

/* The answer of the rules of thumb comes first, in case there is no time for more. Returns the
 * answers that were tried. */
static uint64_t run_lap(struct searcher *s)
{
    uint64_t left = s->race.left, first = left & (uint64_t)1 << s->root.first, done = 0;
    if (first && try_one(s, s->root.first))
        done = first;
    for (uint64_t rest = left & ~first; rest; rest &= rest - 1) {
        if (!try_one(s, bit_lowest(rest)))
            break;
        done |= rest & -rest;
    }
    return done;
}

/* Only after a lap in which all were tried: it needs the values of all pairs. */
static void compare(struct search_race *r)
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
static int lap(struct searcher *s)
{
    struct search_race *r = &s->race;
    uint32_t most = s->how.iterations;
    if (r->laps && most && s->games + (uint32_t)bit_count(r->left) > most)
        return 0;
    uint64_t done = run_lap(s);
    if (done != r->left && r->laps)
        return 0;
    for (uint64_t rest = done; rest; rest &= rest - 1)
        search_count(s, bit_lowest(rest), r->value[bit_lowest(rest)]);
    if (done != r->left)
        return 0;
    compare(r);
    r->laps++;
    return 1;
}

/* ---- leaving the race ---- */

static int64_t sum(const struct searcher *s, int answer)
{
    return root_sum(&s->root, answer);
}

static int best_left(const struct searcher *s)
{
    int best = bit_lowest(s->race.left);
    for (uint64_t rest = s->race.left; rest; rest &= rest - 1)
        if (sum(s, bit_lowest(rest)) > sum(s, best))
            best = bit_lowest(rest);
    return best;
}

/* What is lost, on average, if `best` is taken now and the other may be better after all. The mean
 * difference is taken as normally distributed; 0.4 (1 - z/3)^4 is close to the mean of the part of
 * a normal distribution beyond z standard errors. Nothing is expected beyond three. Needs a lap at
 * least. A fraction of VALUE_ONE. */
static double risk(struct searcher *s, int best, int other)
{
    double n = s->race.laps, ahead = (double)(sum(s, best) - sum(s, other)) / VALUE_ONE / n;
    double squares = *pair(&s->race, best, other) - n * ahead * ahead;
    squares += laps_before * apart_before * apart_before;
    double error = sqrt(squares / (n + laps_before) / n), far = 1 - ahead / (3 * error);
    return far > 0 ? 0.4 * error * far * far * far * far : 0;
}

/* The best answer is never dropped. */
static void drop_settled(struct searcher *s)
{
    int best = best_left(s);
    for (uint64_t rest = s->race.left; rest; rest &= rest - 1) {
        int a = bit_lowest(rest);
        if (a != best && risk(s, best, a) < risk_taken(s))
            s->race.left &= ~((uint64_t)1 << a);
    }
}

/* Of equals the last, so that answers listed first stay. */
static int worst_left(const struct searcher *s)
{
    int worst = bit_lowest(s->race.left);
    for (uint64_t rest = s->race.left; rest; rest &= rest - 1)
        if (sum(s, bit_lowest(rest)) <= sum(s, worst))
            worst = bit_lowest(rest);
    return worst;
}

/* With 9 to 16 answers there are four parts: all race in the first, 8 at most in the second, 4 and
 * 2 in the others. Two are left at least: the last one is only decided by risk or by the end of the
 * budget. */
static void halve(struct searcher *s)
{
    struct search_race *r = &s->race;
    int parts = 1;
    while (1 << parts < r->starters)
        parts++;
    int over = (int)(r->spent * parts);
    int most = over >= parts ? 2 : (1 << parts) >> over;
    while (bit_count(r->left) > most)
        r->left &= ~((uint64_t)1 << worst_left(s));
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

static void begin_race(struct searcher *s)
{
    s->race.left = starters(s);
    s->race.starters = bit_count(s->race.left);
}

/* Also 0 when a single answer is left. */
static int go_on(struct searcher *s)
{
    if (bit_count(s->race.left) < 2 || !lap(s))
        return 0;
    if (s->race.laps >= LAPS_LEAST)
        drop_settled(s);
    halve(s);
    return 1;
}

static const struct search_root_policy policy = {.begin = begin_race, .go_on = go_on};

static int choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                  struct advice *say)
{
    return search_choose(&policy, v, how, luck, say);
}

static struct search_thought *begin(const struct view *v, const struct bot_options *how,
                                    const struct chance *luck)
{
    return search_begin(&policy, v, how, luck);
}

const struct bot search_bot = {
    .name = "search",
    .apart = 1,
    .learned = 1,
    .blurb = "simulates many games consistent with what it knows, and does what did best in them",
    .usual = SEARCH_USUAL,
    .choose = choose,
    .begin = begin,
};
