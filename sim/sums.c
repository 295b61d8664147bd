/* The sums of all settings of a run: opened, counted deal by deal, added up, freed. */
#include "sim/sums.h"

#include <stdlib.h>

#include "sim/plan.h"
#include "sim/results.h"

/* ---- the arrays of a setting ---- */

/* An array that this setting does not have is left out, in the same way on every rank. */
static void part(struct sim_sum_part *list, int *n, void *array, size_t metrics, int is_cross)
{
    if (array)
        list[(*n)++] = (struct sim_sum_part){array, metrics, is_cross};
}

/* Setting 0 has nothing to be paired with; `pairs` are there with several designs only. */
int sums_parts(const struct sim_plan *p, const struct sim_setting *s, int setting,
               struct sim_sum_part list[SUM_PARTS])
{
    size_t metrics = (size_t)p->metrics.n;
    int n = 0;
    part(list, &n, s[setting].tally, metrics, 0);
    part(list, &n, s[setting].beyond, metrics, 0);
    part(list, &n, s[setting].cross, metrics, 1);
    part(list, &n, s[setting].pairs, metrics * (size_t)(setting > 1 ? setting - 1 : 0), 1);
    return n;
}

size_t sum_part_bytes(const struct sim_sum_part *part)
{
    return part->n * (part->is_cross ? sizeof(struct gauge_cross) : sizeof(struct gauge_sums));
}

/* Zeroed padding too: settings are compared as bytes (conclude.c). */
static void *zeros(size_t n, size_t size)
{
    void *at = calloc(n, size);
    MUST(at);
    return at;
}

/* Which arrays a setting has depends on the plan alone. */
void sums_open(const struct sim_plan *p, struct sim_setting *s)
{
    size_t n = (size_t)p->metrics.n;
    for (int i = 0; i < p->settings; i++) {
        s[i].tally = zeros(n, sizeof(struct gauge_sums));
        if (i)
            s[i].cross = zeros(n, sizeof(struct gauge_cross));
        if (sweep_interacts(p->sweep, p->sweeps, i) > 1)
            s[i].beyond = zeros(n, sizeof(struct gauge_sums));
        if (i > 1 && p->designs && p->sweeps == 1)
            s[i].pairs = zeros(n * (size_t)(i - 1), sizeof(struct gauge_cross));
    }
}

/* The pointers are NULL afterwards, so it may be called again. */
void sums_free(const struct sim_plan *p, struct sim_setting *s)
{
    for (int i = 0; i < p->settings; i++) {
        free(s[i].tally);
        free(s[i].cross);
        free(s[i].beyond);
        free(s[i].pairs);
        s[i].tally = s[i].beyond = NULL;
        s[i].cross = s[i].pairs = NULL;
    }
}

/* Sums are integers, so the order in which workers and ranks are added does not matter. */
void sum_part_add(const struct sim_sum_part *to, const void *from)
{
    for (size_t i = 0; i < to->n; i++)
        if (to->is_cross)
            cross_merge((struct gauge_cross *)to->at + i, (const struct gauge_cross *)from + i);
        else
            tally_merge((struct gauge_sums *)to->at + i, (const struct gauge_sums *)from + i);
}

/* Both sides were opened for this plan, so their parts are the same. */
void sums_add(const struct sim_plan *p, struct sim_setting *to, const struct sim_setting *s)
{
    struct sim_sum_part mine[SUM_PARTS], theirs[SUM_PARTS];
    for (int i = 0; i < p->settings; i++) {
        int n = sums_parts(p, to, i, mine);
        sums_parts(p, s, i, theirs);
        for (int k = 0; k < n; k++)
            sum_part_add(&mine[k], theirs[k].at);
    }
}

void sums_clear(const struct sim_plan *p, struct sim_setting *s)
{
    struct sim_sum_part part[SUM_PARTS];
    for (int i = 0; i < p->settings; i++)
        for (int k = sums_parts(p, s, i, part); k-- > 0;)
            memset(part[k].at, 0, sum_part_bytes(&part[k]));
}

/* ---- a deal ---- */

/* What one of the corners of an interaction counted, with its sign. */
struct corner {
    const struct gauge_figure *figure;
    int sign;
};

/* The settings in which some of the values are the first ones instead, all subsets of them: for two
 * sweeps f11 - f10 - f01 + f00, for three with three times as many signs. Returns how many.
 * corner[0] is the setting itself. A digit of 0 is the first value already and makes no new
 * corner. */
static int corners_of(const struct sim_plan *p, int setting, const struct gauge_figure *f,
                      struct corner corner[1 << MAX_SWEEPS])
{
    int n = 1;
    corner[0] = (struct corner){f + (size_t)setting * (size_t)p->metrics.n, 1};
    for (int i = p->sweeps - 1, stride = 1; i >= 0; stride *= p->sweep[i--].n) {
        int digit = setting / stride % p->sweep[i].n;
        if (!digit)
            continue;
        for (int k = 0; k < n; k++)
            corner[n + k] =
                (struct corner){corner[k].figure - (size_t)(digit * stride) * (size_t)p->metrics.n,
                                -corner[k].sign};
        n *= 2;
    }
    return n;
}

/* What the values do together beyond what fewer of them do. Only where all corners count among
 * equally many, as wins and scores always do. Differences of ratios with different n are no ratio
 * of sums, so such a deal is left out. */
static void count_beyond(const struct sim_plan *p, struct gauge_sums *beyond, int setting,
                         const struct gauge_figure *f)
{
    struct corner corner[1 << MAX_SWEEPS];
    int n = corners_of(p, setting, f, corner);
    for (int m = 0; m < p->metrics.n; m++) {
        struct gauge_figure sum = {0, corner[0].figure[m].n};
        int alike = 1;
        for (int k = 0; k < n; k++) {
            sum.x += corner[k].sign * corner[k].figure[m].x;
            alike &= corner[k].figure[m].n == sum.n;
        }
        if (alike)
            tally_add(&beyond[m], sum);
    }
}

/* Designs are compared each with each; with the first one by `cross`. pairs[(other - 1) * metrics +
 * m] belongs to design `other`. */
static void count_pairs(const struct sim_plan *p, struct sim_setting *s, int setting,
                        const struct gauge_figure *f)
{
    int n = p->metrics.n;
    for (int other = 1; other < setting; other++)
        for (int m = 0; m < n; m++)
            cross_add(&s[setting].pairs[(other - 1) * n + m], f[other * n + m], f[setting * n + m]);
}

/* Adds the figures of one deal. Pairs are with other settings of the same deal. In two passes:
 * interactions and pairs need the figures of all settings, `first` those of setting 0. */
void sums_count(const struct sim_plan *p, struct sim_setting *s, const struct gauge_figure *f)
{
    const struct gauge_figure *first = f;
    for (int i = 0; i < p->settings; i++) {
        if (s[i].beyond)
            count_beyond(p, s[i].beyond, i, first);
        if (s[i].pairs)
            count_pairs(p, s, i, first);
    }
    for (int i = 0; i < p->settings; i++, f += p->metrics.n)
        for (int m = 0; m < p->metrics.n; m++) {
            tally_add(&s[i].tally[m], f[m]);
            if (i)
                cross_add(&s[i].cross[m], first[m], f[m]);
        }
}

/* ---- afterwards ---- */

/* a = 0 is in `cross`, like the baseline of any sweep. */
struct gauge_estimate difference_between(const struct sim_results *r, int metric, int a, int b)
{
    const struct sim_setting *s = r->setting;
    const struct gauge_cross *c =
        a ? &s[b].pairs[(size_t)(a - 1) * (size_t)r->metrics.n] : s[b].cross;
    return estimate_difference(&s[a].tally[metric], &s[b].tally[metric], &c[metric]);
}
