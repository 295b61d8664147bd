/* Fits the value of the Quacks by least squares, backwards from turn 8: to the value of the same
 * game a turn later. What is fitted is the lead of one seat over another, on the difference of
 * their inputs, so whatever both have drops out. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "learn/quacks_value.h"

/* Also the most threads. */
enum { PARTS_MAX = 64 };

/* ---- least squares ---- */

/* The normal equations a x = b. Only the lower triangle of `a` is filled. */
struct normal {
    double a[VALUE_INPUTS][VALUE_INPUTS], b[VALUE_INPUTS];
};

/* One sample. Most inputs are 0, so those that are not are gathered first. */
static void normal_add(struct normal *m, const double x[VALUE_INPUTS], double y, double weight)
{
    int at[VALUE_INPUTS], n = 0;
    for (int i = 0; i < VALUE_INPUTS; i++)
        if (x[i] != 0)
            at[n++] = i;
    for (int i = 0; i < n; i++) {
        m->b[at[i]] += weight * x[at[i]] * y;
        for (int j = 0; j <= i; j++)
            m->a[at[i]][at[j]] += weight * x[at[i]] * x[at[j]];
    }
}

static void normal_join(struct normal *m, const struct normal *other)
{
    for (int i = 0; i < VALUE_INPUTS; i++) {
        m->b[i] += other->b[i];
        for (int j = 0; j <= i; j++)
            m->a[i][j] += other->a[i][j];
    }
}

/* Cholesky, in place: `a` becomes its lower factor. The matrix is positive definite because every
 * input leans on something (fit_turn). */
static void normal_factor(struct normal *m)
{
    for (int i = 0; i < VALUE_INPUTS; i++)
        for (int j = 0; j <= i; j++) {
            double sum = m->a[i][j];
            for (int k = 0; k < j; k++)
                sum -= m->a[i][k] * m->a[j][k];
            m->a[i][j] = i == j ? sqrt(sum) : sum / m->a[j][j];
        }
}

/* Destroys `a`. */
static void normal_solve(struct normal *m, double out[VALUE_INPUTS])
{
    normal_factor(m);
    for (int i = 0; i < VALUE_INPUTS; i++) {
        double sum = m->b[i];
        for (int k = 0; k < i; k++)
            sum -= m->a[i][k] * out[k];
        out[i] = sum / m->a[i][i];
    }
    for (int i = VALUE_INPUTS - 1; i >= 0; i--) {
        double sum = out[i];
        for (int k = i + 1; k < VALUE_INPUTS; k++)
            sum -= m->a[k][i] * out[k];
        out[i] = sum / m->a[i][i];
    }
}

/* ---- leads ---- */

/* What a seat had after `turn`, from 1 on. `h` points into `g`. */
static void holding_kept(const struct learn_game *g, int turn, int seat, struct value_holding *h)
{
    const struct learn_seat *k = &g->at[turn - 1][seat];
    memcpy(h->chip, k->chip, CHIP_COUNT);
    /* Books and tubes are the game's, not the seat's. */
    h->points = k->points, h->rubies = k->rubies, h->droplet = k->droplet, h->tube = k->tube;
    h->flask = k->flask, h->rival[0] = k->rival[0], h->rival[1] = k->rival[1];
    h->players = g->players, h->tubes = g->tubes, h->book = g->book;
}

/* In points, by the rows of the turn. */
static double lead_by_value(const struct value_rows *rows, const struct learn_game *g, int turn,
                            int a, int b)
{
    struct value_holding one, other;
    holding_kept(g, turn, a, &one);
    holding_kept(g, turn, b, &other);
    return value_of(rows, turn, &one) - value_of(rows, turn, &other);
}

static double final_lead(const struct learn_game *g, int a, int b)
{
    return g->final[a] - g->final[b];
}

/* What the lead at the end of `turn` led to: by the value a turn later, after turn 8 in the end.
 * `mix` is the part of the real end in it, which has more noise but no error of the rows. */
static double lead_after(const struct learn_settings *set, const struct value_rows *rows,
                         const struct learn_game *g, int turn, int a, int b)
{
    double end = final_lead(g, a, b);
    if (turn + 1 == TURNS)
        return end;
    return set->mix * end + (1 - set->mix) * lead_by_value(rows, g, turn + 1, a, b);
}

/* `sign` is 1 or -1, for the difference of two seats. */
static void add_terms(const struct value_holding *h, double sign, double x[VALUE_INPUTS])
{
    struct value_terms t;
    value_terms_of(h, &t);
    for (int i = 0; i < t.n; i++)
        x[t.at[i].input] += sign * t.at[i].x;
}

/* ---- one turn ---- */

/* The part of a turn's games that one thread adds up. */
struct fit_part {
    const struct learn_settings *set;
    const struct value_rows *rows;
    const struct learn_game *games;
    int64_t n;
    int turn, first, step;
    struct normal *m;
};

/* A pair is counted once: the lead of b over a has nothing more to say. */
static void add_pair(const struct fit_part *p, const struct learn_game *g, int a, int b)
{
    double x[VALUE_INPUTS] = {0};
    struct value_holding one, other;
    holding_kept(g, p->turn, a, &one);
    holding_kept(g, p->turn, b, &other);
    add_terms(&one, 1, x);
    add_terms(&other, -1, x);
    /* The pairs of a game depend on each other. */
    double weight = 2.0 / g->players;
    normal_add(p->m, x, lead_after(p->set, p->rows, g, p->turn, a, b), weight);
}

/* Every `step`-th game from `first` on, into the part's own equations. */
static void *add_part(void *arg)
{
    const struct fit_part *p = arg;
    for (int64_t i = p->first; i < p->n; i += p->step)
        for (int a = 0; a < p->games[i].players; a++)
            for (int b = 0; b < a; b++)
                add_pair(p, &p->games[i], a, b);
    return NULL;
}

/* Adds up `n` parts, each on a thread of its own. */
static void add_parts(struct fit_part *part, int n)
{
    pthread_t thread[PARTS_MAX] = {0};
    for (int i = 0; i < n; i++)
        MUST(pthread_create(&thread[i], NULL, add_part, &part[i]) == 0);
    for (int i = 0; i < n; i++)
        pthread_join(thread[i], NULL);
}

/* The sums do not depend on the number of threads: there are always as many parts, joined in the
 * same order. The caller frees them. */
static struct normal *add_games(const struct fit_part *all)
{
    struct fit_part part[PARTS_MAX];
    int threads = all->set->threads < 1 ? 1 : int_min((int)all->set->threads, PARTS_MAX);
    for (int i = 0; i < PARTS_MAX; i++) {
        part[i] = *all;
        /* Part i has games i, i + PARTS_MAX and so on. */
        part[i].first = i, part[i].step = PARTS_MAX;
        part[i].m = calloc(1, sizeof *part[i].m);
        MUST(part[i].m);
    }
    for (int first = 0; first < PARTS_MAX; first += threads)
        add_parts(&part[first], int_min(threads, PARTS_MAX - first));
    for (int i = 1; i < PARTS_MAX; i++) {
        normal_join(part[0].m, part[i].m);
        free(part[i].m);
    }
    return part[0].m;
}

/* Rows of later turns must be there. `lean` pulls each weight to that of `toward`; 0.01 keeps the
 * matrix positive definite without it. Weights are kept in thousandths. */
static void fit_turn(const struct learn_settings *set, const struct value_rows *toward,
                     const struct learn_game *games, int64_t n, int turn, struct value_rows *rows)
{
    struct fit_part all = {.set = set, .rows = rows, .games = games, .n = n, .turn = turn};
    struct normal *m = add_games(&all);
    double weight[VALUE_INPUTS];
    for (int i = 0; i < VALUE_INPUTS; i++) {
        m->a[i][i] += set->lean + 0.01;
        m->b[i] += set->lean * toward->weight[i][turn - 1] / 1000;
    }
    normal_solve(m, weight);
    for (int i = 0; i < VALUE_INPUTS; i++)
        rows->weight[i][turn - 1] = (int)lround(1000 * weight[i]);
    free(m);
}

/* ---- spreads ---- */

/* The mean square of what the value says wrongly about the final leads of games for so many
 * players; 0 for all. Of seats 0 and 1 alone. `rows` NULL: of the leads themselves. */
static double mean_square(const struct value_rows *rows, const struct learn_game *games, int64_t n,
                          int turn, int players)
{
    double sum = 0;
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) {
        const struct learn_game *g = &games[i];
        if (players && g->players != players)
            continue;
        double off = final_lead(g, 0, 1) - (rows ? lead_by_value(rows, g, turn, 0, 1) : 0);
        sum += off * off;
        count++;
    }
    return count ? sum / (double)count : 0;
}

/* The spread of one seat is that of a lead over the root of two. After turn 9 only the last points
 * of the evaluation are open, hence the constant. Those of potions are constants, too, as games are
 * kept after turns alone. */
static void fit_spread(const struct learn_game *games, int64_t n, struct value_rows *rows)
{
    for (int players = 2; players <= QUACKS_SEATS; players++) {
        int *row = rows->spread[players - 2];
        for (int turn = 1; turn < TURNS; turn++)
            row[turn - 1] =
                (int)lround(1000 * sqrt(mean_square(rows, games, n, turn, players) / 2));
        row[TURNS - 1] = 800;
    }
    for (int turn = 1; turn <= TURNS; turn++)
        rows->potion[turn - 1] = turn < TURNS ? 3300 : 4500;
}

/* `rows` NULL: the points alone, at the weight they have after turn 9. */
double fit_explains(const struct value_rows *rows, const struct learn_game *games, int64_t n,
                    int turn)
{
    static const struct value_rows points = {
        .weight[VALUE_POINTS] = {4000, 4000, 4000, 4000, 4000, 4000, 4000, 4000, 4000}};
    double all = mean_square(NULL, games, n, turn, 0);
    return all > 0 ? 1 - mean_square(rows ? rows : &points, games, n, turn, 0) / all : 0;
}

/* After turn 9 only points and pairs of rubies count (Q9.1). */
void fit_rows(const struct learn_settings *set, const struct value_rows *toward,
              const struct learn_game *games, int64_t n, struct value_rows *rows)
{
    memset(rows, 0, sizeof *rows);
    rows->weight[VALUE_POINTS][TURNS - 1] = 4000, rows->weight[VALUE_RUBIES][TURNS - 1] = 500;
    for (int turn = TURNS - 1; turn >= 1; turn--)
        fit_turn(set, toward, games, n, turn, rows);
    fit_spread(games, n, rows);
}
