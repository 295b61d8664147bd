/* A net without vector instructions: two to four numbers lie in one of 64 bits. Web pages use it in
 * browsers without SIMD. See net_kernels.h. */
#include "bots/net/net_kernels.h"

/* ---- cells ---- */

NET_INLINE uint64_t word_at(const void *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* How many of eight cells are not 0. A byte's highest bit is set by the sum unless all of its bits
 * are 0. */
NET_INLINE int filled(uint64_t cells)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu, ones = 0x0101010101010101u;
    uint64_t highest = (((cells & low) + low) | cells) >> 7 & ones;
    return (int)(highest * ones >> 56);
}

/* Words that did not change are passed over at once. */
static void compare(const struct net *net, const uint8_t *before, const uint8_t *now, int at,
                    struct net_change *to)
{
    for (int k = 0; k < NET_STRIDE; k += 8) {
        uint64_t is = word_at(now + k), changed = is ^ word_at(before + k);
        to->all += filled(is);
        for (int cell; changed; changed &= ~((uint64_t)255 << (8 * (cell - k)))) {
            cell = k + __builtin_ctzll(changed) / 8;
            int row = net->before[at + cell];
            to->coming[to->come] = (uint16_t)(row + now[cell]);
            to->come += now[cell] != 0;
            to->going[to->go] = (uint16_t)(row + before[cell]);
            to->go += before[cell] != 0;
        }
    }
}

/* ---- the first layer ---- */

/* Words of eight weights that are added up together. */
enum { WORDS = 4 };

/* Sums of eight units: four of those with even numbers, four of the others. */
struct eight {
    uint64_t even, odd;
};

NET_INLINE void add_bytes(struct eight *sum, uint64_t bytes)
{
    const uint64_t lanes = 0x00ff00ff00ff00ffu;
    sum->even += bytes & lanes;
    sum->odd += bytes >> 8 & lanes;
}

/* `too_much` is what was added to keep bytes from being negative. */
NET_INLINE void add_to(int32_t *sums, const struct eight *sum, int too_much)
{
    for (int k = 0; k < 4; k++) {
        sums[2 * k] += (int)(sum->even >> (16 * k) & 65535) - too_much;
        sums[2 * k + 1] += (int)(sum->odd >> (16 * k) & 65535) - too_much;
    }
}

/* Bytes must not be negative: for a weight w that comes, 128 + w is added; for one that goes,
 * 127 - w. NET_MOST_ROWS of them fit into 16 bits. */
static void add_rows(const int8_t *block, uint32_t wide, const uint16_t *coming, int come,
                     const uint16_t *going, int go, int32_t *sums)
{
    const uint64_t signs = 0x8080808080808080u;
    for (int at = 0; at < NET_BLOCK; at += 8 * WORDS) {
        struct eight sum[WORDS] = {{0, 0}};
        for (int i = 0; i < come; i++)
            for (int k = 0; k < WORDS; k++)
                add_bytes(&sum[k], word_at(block + (size_t)coming[i] * wide + at + 8 * k) ^ signs);
        for (int i = 0; i < go; i++)
            for (int k = 0; k < WORDS; k++)
                add_bytes(&sum[k],
                          ~(word_at(block + (size_t)going[i] * wide + at + 8 * k) ^ signs));
        for (int k = 0; k < WORDS; k++)
            add_to(sums + at + 8 * k, &sum[k], 128 * come + 127 * go);
    }
}

/* ---- the second layer ---- */

/* Eight weights lie in a word. Two of them, four bytes apart, are multiplied at once with their
 * activations, which lie the other way round: then the upper half of the product is the sum of both
 * products. The lower half is less than 127 * 255, so nothing is carried. */
NET_INLINE uint64_t pair(const uint8_t *active)
{
    return active[4] | (uint64_t)active[0] << 32;
}

/* The sum of NET_SPAN products, with weights that are too high by 128. */
NET_INLINE uint32_t products(const uint64_t *pairs, const int8_t *weight)
{
    const uint64_t signs = 0x8080808080808080u, lanes = 0x000000ff000000ffu;
    uint64_t sum = 0;
    for (int k = 0; k < NET_SPAN; k += 8) {
        uint64_t eight = word_at(weight + k) ^ signs;
        for (int i = 0; i < 4; i++)
            sum += (eight >> (8 * i) & lanes) * pairs[k / 2 + i];
    }
    return (uint32_t)(sum >> 32);
}

/* Weights that are too high by 128 add 128 times every activation, which is taken off at the
 * end. */
static void multiply(const struct net *net, const uint8_t *active, int32_t *sums)
{
    uint64_t pairs[NET_WIDE / 2];
    const int8_t *weight = net->second;
    int32_t too_much = 0;
    for (uint32_t k = 0; k < net->wide; k++)
        too_much += 128 * active[k];
    for (uint32_t k = 0; k < net->wide; k += 8)
        for (uint32_t i = 0; i < 4; i++)
            pairs[k / 2 + i] = pair(active + k + i);
    for (uint32_t i = 0; i < net->narrow; i += NET_GROUP) {
        uint32_t sum[NET_GROUP] = {0};
        for (uint32_t k = 0; k < net->wide; k += NET_SPAN)
            for (int unit = 0; unit < NET_GROUP; unit++, weight += NET_SPAN)
                sum[unit] += products(pairs + k / 2, weight);
        for (uint32_t unit = 0; unit < NET_GROUP; unit++)
            sums[i + unit] = (int32_t)sum[unit] - too_much;
    }
}

/* ---- the whole ---- */

static void think(const struct net *net, struct net_memory *memory, const void *cells, int count,
                  struct net_active *out)
{
    const struct net_loops loops = {compare, add_rows, multiply};
    net_think_by(net, &loops, memory, cells, count, out);
}

static void outputs(const struct net *net, const struct net_active *active, const uint16_t *which,
                    int n, int32_t *sums)
{
    for (int k = 0; k < n; k++) {
        const int16_t *weight = net->output + (size_t)which[k] * net->narrow;
        int32_t sum = net->bias[2][which[k]];
        for (uint32_t i = 0; i < net->narrow; i++)
            sum += active->unit[i] * weight[i];
        sums[k] = sum;
    }
}

static int can_always(void)
{
    return 1;
}

const struct net_form net_lanes = {"lanes", can_always, think, outputs};
