/* How long things took: counts by buckets from 50 microseconds to 10 seconds, as histograms of
 * Prometheus have them. */
#ifndef CHARLATAN_STORE_SPREAD_H
#define CHARLATAN_STORE_SPREAD_H

#include <stdint.h>

enum { SPREAD_BUCKETS = 17 };

/* Counts only rise, and are never set back. */
struct spread {
    /* How many took at most as long as the bucket's bound, and longer than the bound before; the
     * last one: longer than all bounds. */
    uint64_t count[SPREAD_BUCKETS + 1];
    uint64_t sum_ns;
};

void spread_add(struct spread *s, uint64_t ns);
/* The upper bound of a bucket. */
uint64_t spread_bound_us(int bucket);

#endif
