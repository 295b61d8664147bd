/* The bytes of a fuzzer's input, taken one after another as instructions; zeros follow the last. */
#ifndef CHARLATAN_FUZZ_RECIPE_H
#define CHARLATAN_FUZZ_RECIPE_H

#include <stdint.h>

struct recipe {
    const uint8_t *at, *end;
};

static inline uint32_t next(struct recipe *r)
{
    return r->at < r->end ? *r->at++ : 0;
}

static inline uint32_t next_pair(struct recipe *r)
{
    uint32_t low = next(r);
    return low | next(r) << 8;
}

#endif
