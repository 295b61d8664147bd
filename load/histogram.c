/* Histograms of durations: one bucket for each ns below 32, then 32 buckets of equal width for
 * each doubling. */
#include "load/histogram.h"

/* Negative durations, from a clock that was read in another order, count as 0; anything beyond the
 * last bucket counts there, and only `most` is exact then. */
static int bucket_of(int64_t ns)
{
    uint64_t v = ns < 0 ? 0 : (uint64_t)ns;
    if (v < HISTOGRAM_FINE)
        return (int)v;
    /* Doubling 1 is 32 to 63. */
    int doubling = 63 - __builtin_clzll(v) - 4;
    int bucket = doubling * HISTOGRAM_FINE + (int)(v >> (doubling - 1)) - HISTOGRAM_FINE;
    return bucket < HISTOGRAM_BUCKETS ? bucket : HISTOGRAM_BUCKETS - 1;
}

/* The largest value of the bucket: a quantile is never reported too low. */
static int64_t edge_of(int bucket)
{
    int doubling = bucket / HISTOGRAM_FINE, fine = bucket % HISTOGRAM_FINE;
    if (doubling == 0)
        return fine;
    return ((int64_t)(HISTOGRAM_FINE + fine + 1) << (doubling - 1)) - 1;
}

void histogram_add(struct histogram *h, int64_t ns)
{
    h->count[bucket_of(ns)]++;
    h->n++;
    if (ns > h->most)
        h->most = ns;
}

/* Exact, because all histograms have the same edges. */
void histogram_merge(struct histogram *to, const struct histogram *from)
{
    for (int i = 0; i < HISTOGRAM_BUCKETS; i++)
        to->count[i] += from->count[i];
    to->n += from->n;
    if (from->most > to->most)
        to->most = from->most;
}

/* An edge may lie beyond the largest value, which is the better answer then. */
int64_t histogram_quantile(const struct histogram *h, double part)
{
    uint64_t wanted = (uint64_t)(part * (double)h->n), seen = 0;
    if (wanted >= h->n)
        return h->most;
    for (int i = 0; i < HISTOGRAM_BUCKETS; i++) {
        seen += h->count[i];
        if (seen > wanted)
            return edge_of(i) < h->most ? edge_of(i) : h->most;
    }
    return h->most;
}
