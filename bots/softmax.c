/* Draws answers by softmax over their worth, in whole numbers. */
#include "bots/softmax.h"

#include "bots/policy.h"

/* Weights are parts of 1 << WEIGHT_BITS, so that those of 64 answers together fit into 32 bits;
 * exponents have EXPONENT_BITS behind the point. */
enum { WEIGHT_BITS = 24, EXPONENT_BITS = 8 };

/* 2 to the power of -e, in parts of 1 << 32, for the single bits behind the point of e: -1/2, -1/4
 * and so on. */
static const uint32_t roots[EXPONENT_BITS] = {
    0xb504f334, 0xd744fccb, 0xeac0c6e8, 0xf5257d15, 0xfa83b2db, 0xfd3e0c0d, 0xfe9e115c, 0xff4ecb59,
};

/* e to the power of -x is 2 to the power of -x * log2(e), and log2(e) is 23637 / 16384. Bits behind
 * the point are multiplied in one by one; every step rounds down in the same way on every
 * machine. */
uint32_t temper_weight(uint64_t less, uint32_t temperature)
{
    if (less / temperature >= WEIGHT_BITS)
        return 0;
    uint64_t exponent = (less * 23637 / temperature) >> (14 - EXPONENT_BITS);
    uint64_t weight = (uint64_t)1 << WEIGHT_BITS;
    for (int bit = 0; bit < EXPONENT_BITS; bit++)
        if (exponent >> (EXPONENT_BITS - 1 - bit) & 1)
            weight = (weight * roots[bit]) >> 32;
    exponent >>= EXPONENT_BITS;
    return exponent >= WEIGHT_BITS ? 0 : (uint32_t)(weight >> exponent);
}

/* INT64_MIN without answers. */
static int64_t best_worth(uint64_t answers, const int64_t worth[64])
{
    int64_t best = INT64_MIN;
    for (; answers; answers &= answers - 1)
        if (worth[bit_lowest(answers)] > best)
            best = worth[bit_lowest(answers)];
    return best;
}

/* The best answer has the full weight, so the sum is never 0. 64 full weights are 1 << 30, so it
 * fits. */
int temper_pick(uint64_t answers, const int64_t worth[64], uint32_t temperature, uint64_t *luck)
{
    uint32_t weight[64], sum = 0;
    int64_t best = best_worth(answers, worth);
    for (uint64_t left = answers; left; left &= left - 1) {
        int answer = bit_lowest(left);
        weight[answer] = temper_weight((uint64_t)(best - worth[answer]), temperature);
        sum += weight[answer];
    }
    uint32_t at = luck_below(luck, sum);
    for (; answers & (answers - 1); answers &= answers - 1) {
        int answer = bit_lowest(answers);
        if (at < weight[answer])
            return answer;
        at -= weight[answer];
    }
    return bit_lowest(answers);
}
