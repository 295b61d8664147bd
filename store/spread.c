/* The bounds of the buckets; see spread.h. */
#include "store/spread.h"

static const uint64_t bounds_us[SPREAD_BUCKETS] = {
    50,    100,    250,    500,    1000,    2500,    5000,    10000,   25000,
    50000, 100000, 250000, 500000, 1000000, 2500000, 5000000, 10000000};

uint64_t spread_bound_us(int bucket)
{
    return bounds_us[bucket];
}

/* The caller has the lock that guards the counts. */
void spread_add(struct spread *s, uint64_t ns)
{
    int i = 0;
    while (i < SPREAD_BUCKETS && ns > bounds_us[i] * 1000)
        i++;
    s->count[i]++;
    s->sum_ns += ns;
}
