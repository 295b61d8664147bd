/* Spans of time counted in buckets that grow with the span: 32 to a doubling, so any quantile is known to
 * 3 % whatever its size, in 9 KiB, and adding one costs a few instructions. */
#ifndef CHARLATAN_LOAD_HISTOGRAM_H
#define CHARLATAN_LOAD_HISTOGRAM_H

#include <stdint.h>

enum { HISTOGRAM_FINE = 32, HISTOGRAM_BUCKETS = HISTOGRAM_FINE * 36 }; /* up to about 18 minutes */

struct histogram {
    uint64_t count[HISTOGRAM_BUCKETS], n;
    int64_t most; /* the longest, exactly */
};

void histogram_add(struct histogram *h, int64_t ns);
void histogram_merge(struct histogram *to, const struct histogram *from);
/* A span that the given part of all (0 to 1) does not exceed: the upper edge of its bucket, 0 where
 * nothing was counted. */
int64_t histogram_quantile(const struct histogram *h, double part);

#endif
