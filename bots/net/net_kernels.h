/* The forms in which a net can be computed, and what they share. All give the same bits; which one
 * is used depends on the processor (net.c). */
#ifndef CHARLATAN_BOTS_NET_NET_KERNELS_H
#define CHARLATAN_BOTS_NET_NET_KERNELS_H

#include <string.h>

#include "bots/net/net.h"

extern const struct net_form net_avx2, net_avx512;                                 /* net_x86.c */
extern const struct net_form net_at_once, net_by_pairs, net_at_once_too, net_simd; /* net_wasm.c */
extern const struct net_form net_lanes;

#define NET_INLINE static inline __attribute__((always_inline))

/* Rows of the first layer that a position has and the last one had not, and the other way round;
 * and how many it has in all. */
struct net_change {
    int come, go, all;
    uint16_t coming[NET_CELLS], going[NET_CELLS];
};

/* The loops that take the time. */
struct net_loops {
    /* Finds what has changed in 64 cells from number `at` on. */
    void (*compare)(const struct net *net, const uint8_t *before, const uint8_t *now, int at,
                    struct net_change *to);
    /* Adds `come` rows to the sums of one block of units, and takes `go` from them; they are
     * NET_MOST_ROWS at most. */
    void (*add_rows)(const int8_t *block, uint32_t wide, const uint16_t *coming, int come,
                     const uint16_t *going, int go, int32_t *sums);
    /* For each unit of the second layer the sum of activations times weights. */
    void (*multiply)(const struct net *net, const uint8_t *active, int32_t *sums);
};

/* Differences of 16 bits cannot overflow: 255 rows of at least -128 are not below -32768, and
 * weights are not above 127. */
enum { NET_MOST_ROWS = 255, NET_STRIDE = 64 };

/* ---- the first layer ---- */

/* The cells of one stride; those behind the last one are 0. */
NET_INLINE const uint8_t *net_stride(const uint8_t *cells, int count, int at, uint8_t *spare)
{
    if (at + NET_STRIDE <= count)
        return cells + at;
    memset(spare, 0, NET_STRIDE);
    memcpy(spare, cells + at, (size_t)(count - at));
    return spare;
}

NET_INLINE void net_compare(const struct net *net, const struct net_loops *by,
                            struct net_memory *memory, const uint8_t *cells, int count,
                            struct net_change *to)
{
    uint8_t spare[NET_STRIDE];
    to->come = to->go = to->all = 0;
    for (int at = 0; at < count; at += NET_STRIDE)
        by->compare(net, memory->cells + at, net_stride(cells, count, at, spare), at, to);
}

/* Nothing was looked at: no cell chooses a row. */
NET_INLINE void net_forget(const struct net *net, struct net_memory *memory)
{
    memory->of = net->header;
    memset(memory->cells, 0, sizeof memory->cells);
    memcpy(memory->sums, net->bias[0], net->wide * sizeof memory->sums[0]);
}

NET_INLINE int net_least(int a, int b)
{
    return a < b ? a : b;
}

NET_INLINE void net_add(const struct net *net, const struct net_loops *by,
                        const struct net_change *c, int32_t *sums)
{
    for (uint32_t block = 0; block < net->wide; block += NET_BLOCK) {
        int come = 0, go = 0;
        do {
            int in = net_least(c->come - come, NET_MOST_ROWS);
            int out = net_least(c->go - go, NET_MOST_ROWS - in);
            by->add_rows(net->first + block, net->wide, c->coming + come, in, c->going + go, out,
                         sums + block);
            come += in;
            go += out;
        } while (come < c->come || go < c->go);
    }
}

/* Brings the memory up to date. A position that has little in common with the last one is better
 * summed up anew. */
NET_INLINE void net_follow(const struct net *net, const struct net_loops *by,
                           struct net_memory *memory, const uint8_t *cells, int count)
{
    struct net_change change;
    if (memory->of != net->header)
        net_forget(net, memory);
    net_compare(net, by, memory, cells, count, &change);
    if (change.come + change.go > change.all) {
        net_forget(net, memory);
        net_compare(net, by, memory, cells, count, &change);
    }
    memcpy(memory->cells, cells, (size_t)count);
    net_add(net, by, &change, memory->sums);
}

/* ---- activations ---- */

/* The rule of net.h. Sums above 65535 are more than enough for 127 with any step that is not tiny,
 * and 65535 * 32767 fits. */
NET_INLINE void net_activate(const int32_t *restrict sums, const int16_t *restrict steps,
                             uint32_t shift, uint32_t n, uint8_t *restrict out)
{
    for (uint32_t k = 0; k < n; k++) {
        int32_t bound = sums[k] < 0 ? 0 : sums[k] > 65535 ? 65535 : sums[k];
        uint32_t scaled = ((uint32_t)bound * (uint32_t)steps[k] + (1u << (shift - 1))) >> shift;
        out[k] = (uint8_t)(scaled > 127 ? 127 : scaled);
    }
}

/* Sums of the second layer are at most 512 * 127 * 127, so they are scaled in 64 bits. */
NET_INLINE void net_activate_more(const int32_t *restrict sums, const int16_t *restrict steps,
                                  uint32_t shift, uint32_t n, int16_t *restrict out)
{
    const uint64_t half = (uint64_t)1 << (shift - 1);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t bound = (uint32_t)(sums[k] < 0 ? 0 : sums[k]), step = (uint32_t)steps[k];
        uint64_t scaled = ((uint64_t)bound * step + half) >> shift;
        out[k] = (int16_t)(scaled > 127 ? 127 : scaled);
    }
}

/* ---- the whole ---- */

NET_INLINE void net_think_by(const struct net *net, const struct net_loops *by,
                             struct net_memory *memory, const void *cells, int count,
                             struct net_active *out)
{
    uint8_t wide[NET_WIDE];
    int32_t sums[NET_NARROW];
    net_follow(net, by, memory, cells, count);
    net_activate(memory->sums, net->step[0], net->shift[0], net->wide, wide);
    by->multiply(net, wide, sums);
    for (uint32_t i = 0; i < net->narrow; i++)
        sums[i] += net->bias[1][i];
    net_activate_more(sums, net->step[1], net->shift[1], net->narrow, out->unit);
}

#endif
