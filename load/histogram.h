/* Histograms of durations in nanoseconds, and of sizes in bytes, with 32 buckets for each
 * doubling: any quantile is known to 3 %, a histogram takes 9 KiB, and adding to it costs a few
 * instructions. */
#ifndef CHARLATAN_LOAD_HISTOGRAM_H
#define CHARLATAN_LOAD_HISTOGRAM_H

#include <stdint.h>

/* The buckets reach up to about 18 minutes. */
enum { HISTOGRAM_FINE = 32, HISTOGRAM_BUCKETS = HISTOGRAM_FINE * 36 };

struct histogram {
    uint64_t count[HISTOGRAM_BUCKETS], n;
    /* The longest duration, exactly. */
    int64_t most;
};

void histogram_add(struct histogram *h, int64_t ns);
void histogram_merge(struct histogram *to, const struct histogram *from);
/* The quantile `part` (0 to 1) as the upper edge of its bucket; 0 if nothing was counted. */
int64_t histogram_quantile(const struct histogram *h, double part);

#endif
