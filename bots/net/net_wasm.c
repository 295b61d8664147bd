/* A net in a web page: 4 to 16 numbers at once where the browser has SIMD, and more of them in one
 * instruction where it has relaxed SIMD, too. See net_kernels.h. */
#include "bots/net/net_kernels.h"

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>

/* ---- cells ---- */

/* Bit k is set if cells k of two times 64 differ. */
NET_INLINE uint64_t differing(const uint8_t *a, const uint8_t *b)
{
    uint64_t bits = 0;
    for (int k = 0; k < NET_STRIDE; k += 16) {
        v128_t equal = wasm_i8x16_eq(wasm_v128_load(a + k), wasm_v128_load(b + k));
        bits |= (uint64_t)(uint16_t)~wasm_i8x16_bitmask(equal) << k;
    }
    return bits;
}

/* How many of 64 cells are not 0. Each lane counts down from 0 for every empty cell. */
NET_INLINE int filled(const uint8_t *cells)
{
    v128_t empty = wasm_i8x16_eq(wasm_v128_load(cells), wasm_i8x16_splat(0));
    for (int k = 16; k < NET_STRIDE; k += 16)
        empty =
            wasm_i8x16_add(empty, wasm_i8x16_eq(wasm_v128_load(cells + k), wasm_i8x16_splat(0)));
    v128_t sum = wasm_i32x4_extadd_pairwise_i16x8(wasm_i16x8_extadd_pairwise_i8x16(empty));
    return NET_STRIDE + wasm_i32x4_extract_lane(sum, 0) + wasm_i32x4_extract_lane(sum, 1) +
           wasm_i32x4_extract_lane(sum, 2) + wasm_i32x4_extract_lane(sum, 3);
}

static void compare(const struct net *net, const uint8_t *before, const uint8_t *now, int at,
                    struct net_change *to)
{
    int come = to->come, go = to->go;
    to->all += filled(now);
    for (uint64_t rest = differing(before, now); rest; rest &= rest - 1) {
        int cell = __builtin_ctzll(rest), row = net->before[at + cell];
        to->coming[come] = (uint16_t)(row + now[cell]);
        come += now[cell] != 0;
        to->going[go] = (uint16_t)(row + before[cell]);
        go += before[cell] != 0;
    }
    to->come = come;
    to->go = go;
}

/* ---- the first layer ---- */

/* So many units at once, for which a browser has registers. */
enum { PARTS = 8, UNITS = 8 * PARTS };

NET_INLINE void add_to(int32_t *sums, v128_t four)
{
    wasm_v128_store(sums, wasm_i32x4_add(wasm_v128_load(sums), four));
}

/* Differences of 16 bits, as NET_MOST_ROWS allows. */
NET_INLINE void add_part(const int8_t *block, uint32_t wide, const uint16_t *coming, int come,
                         const uint16_t *going, int go, int32_t *sums)
{
    v128_t sum[PARTS] = {0};
    for (int i = 0; i < come; i++) {
        const int8_t *row = block + (size_t)coming[i] * wide;
        for (int k = 0; k < PARTS; k++)
            sum[k] = wasm_i16x8_add(sum[k], wasm_i16x8_load8x8(row + 8 * k));
    }
    for (int i = 0; i < go; i++) {
        const int8_t *row = block + (size_t)going[i] * wide;
        for (int k = 0; k < PARTS; k++)
            sum[k] = wasm_i16x8_sub(sum[k], wasm_i16x8_load8x8(row + 8 * k));
    }
    for (int k = 0; k < PARTS; k++) {
        add_to(sums + 8 * k, wasm_i32x4_extend_low_i16x8(sum[k]));
        add_to(sums + 8 * k + 4, wasm_i32x4_extend_high_i16x8(sum[k]));
    }
}

static void add_rows(const int8_t *block, uint32_t wide, const uint16_t *coming, int come,
                     const uint16_t *going, int go, int32_t *sums)
{
    for (int k = 0; k < NET_BLOCK; k += UNITS)
        add_part(block + k, wide, coming, come, going, go, sums + k);
}

/* net_activate, eight at once. Products of 65535 and 32767 and what is added fit into 31 bits. */
NET_INLINE v128_t activate(const int32_t *sums, const int16_t *steps, uint32_t shift)
{
    v128_t half = wasm_i32x4_splat(1 << (shift - 1)), step = wasm_v128_load(steps);
    v128_t bound = wasm_u16x8_narrow_i32x4(wasm_v128_load(sums), wasm_v128_load(sums + 4));
    v128_t low = wasm_i32x4_add(wasm_u32x4_extmul_low_u16x8(bound, step), half);
    v128_t high = wasm_i32x4_add(wasm_u32x4_extmul_high_u16x8(bound, step), half);
    v128_t scaled =
        wasm_i16x8_narrow_i32x4(wasm_u32x4_shr(low, shift), wasm_u32x4_shr(high, shift));
    return wasm_i16x8_min(scaled, wasm_i16x8_splat(127));
}

NET_INLINE v128_t activate_eight(const struct net *net, const struct net_memory *memory, uint32_t k)
{
    return activate(memory->sums + k, net->step[0] + k, net->shift[0]);
}

/* ---- the second layer ---- */

/* Four sums of four parts each, and what is added to them. */
NET_INLINE void add_up(const v128_t *sum, const int32_t *bias, int32_t *sums)
{
    v128_t ab = wasm_i32x4_add(wasm_i32x4_shuffle(sum[0], sum[1], 0, 4, 1, 5),
                               wasm_i32x4_shuffle(sum[0], sum[1], 2, 6, 3, 7));
    v128_t cd = wasm_i32x4_add(wasm_i32x4_shuffle(sum[2], sum[3], 0, 4, 1, 5),
                               wasm_i32x4_shuffle(sum[2], sum[3], 2, 6, 3, 7));
    v128_t all = wasm_i32x4_add(wasm_i64x2_shuffle(ab, cd, 0, 2), wasm_i64x2_shuffle(ab, cd, 1, 3));
    wasm_v128_store(sums, wasm_i32x4_add(all, wasm_v128_load(bias)));
}

/* net_activate_more, four at once: a sum of less than 2^31 times a step of less than 2^15, shifted
 * by 15 or more, fits into 32 bits. */
NET_INLINE v128_t activate_more(const int32_t *sums, const int16_t *steps, uint32_t shift)
{
    v128_t half = wasm_i64x2_splat((int64_t)1 << (shift - 1)), step = wasm_i32x4_load16x4(steps);
    v128_t bound = wasm_i32x4_max(wasm_v128_load(sums), wasm_i32x4_splat(0));
    v128_t low = wasm_i64x2_add(wasm_u64x2_extmul_low_u32x4(bound, step), half);
    v128_t high = wasm_i64x2_add(wasm_u64x2_extmul_high_u32x4(bound, step), half);
    v128_t scaled =
        wasm_i32x4_shuffle(wasm_u64x2_shr(low, shift), wasm_u64x2_shr(high, shift), 0, 2, 4, 6);
    return wasm_u32x4_min(scaled, wasm_i32x4_splat(127));
}

/* With a smaller shift the products need more than 32 bits, so it is computed number by number. */
static void activate_second(const struct net *net, const int32_t *sums, int16_t *out)
{
    enum { LEAST_SHIFT = 15 };
    const int16_t *step = net->step[1];
    uint32_t shift = net->shift[1];
    if (shift < LEAST_SHIFT)
        net_activate_more(sums, step, shift, net->narrow, out);
    for (uint32_t i = 0; shift >= LEAST_SHIFT && i < net->narrow; i += 8)
        wasm_v128_store(out + i,
                        wasm_i16x8_narrow_i32x4(activate_more(sums + i, step + i, shift),
                                                activate_more(sums + i + 4, step + i + 4, shift)));
}

/* ---- the outputs ---- */

static void outputs(const struct net *net, const struct net_active *active, const uint16_t *which,
                    int n, int32_t *sums)
{
    for (int k = 0; k < n; k++) {
        const int16_t *weight = net->output + (size_t)which[k] * net->narrow;
        v128_t sum = wasm_i32x4_splat(0);
        for (uint32_t i = 0; i < net->narrow; i += 8)
            sum = wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(wasm_v128_load(active->unit + i),
                                                           wasm_v128_load(weight + i)));
        sums[k] = net->bias[2][which[k]] + wasm_i32x4_extract_lane(sum, 0) +
                  wasm_i32x4_extract_lane(sum, 1) + wasm_i32x4_extract_lane(sum, 2) +
                  wasm_i32x4_extract_lane(sum, 3);
    }
}

static int can_always(void)
{
    return 1;
}

static const struct net_loops loops = {.compare = compare, .add_rows = add_rows};

#if defined(__wasm_relaxed_simd__)
/* ---- relaxed SIMD ---- */

/* Activations as bytes of 7 bits: then the instructions below are exact everywhere. Two products of
 * at most 127 * 128 each fit into 16 bits. */
NET_INLINE void begin(const struct net *net, struct net_memory *memory, const void *cells,
                      int count, uint8_t *wide)
{
    net_follow(net, &loops, memory, cells, count);
    for (uint32_t k = 0; k < net->wide; k += 16)
        wasm_v128_store(wide + k, wasm_u8x16_narrow_i16x8(activate_eight(net, memory, k),
                                                          activate_eight(net, memory, k + 8)));
}

typedef v128_t add_products(v128_t weights, v128_t active, v128_t sum);

NET_INLINE void multiply(const struct net *net, const uint8_t *active, add_products *add,
                         int32_t *sums)
{
    const int8_t *weight = net->second;
    for (uint32_t i = 0; i < net->narrow; i += NET_GROUP) {
        v128_t sum[NET_GROUP] = {0};
        for (uint32_t at = 0; at < net->wide; at += NET_SPAN, weight += NET_GROUP * NET_SPAN)
            for (int k = 0; k < NET_SPAN; k += 16) {
                v128_t by = wasm_v128_load(active + at + k);
                for (int unit = 0; unit < NET_GROUP; unit++)
                    sum[unit] = add(wasm_v128_load(weight + unit * NET_SPAN + k), by, sum[unit]);
            }
        add_up(sum, net->bias[1] + i, sums + i);
    }
}

NET_INLINE v128_t add_at_once(v128_t weights, v128_t active, v128_t sum)
{
    return wasm_i32x4_relaxed_dot_i8x16_i7x16_add(weights, active, sum);
}

NET_INLINE v128_t add_by_pairs(v128_t weights, v128_t active, v128_t sum)
{
    v128_t pairs = wasm_i16x8_relaxed_dot_i8x16_i7x16(weights, active);
    return wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(pairs, wasm_i16x8_splat(1)));
}

static void think_at_once(const struct net *net, struct net_memory *memory, const void *cells,
                          int count, struct net_active *out)
{
    uint8_t wide[NET_WIDE];
    int32_t sums[NET_NARROW];
    begin(net, memory, cells, count, wide);
    multiply(net, wide, add_at_once, sums);
    activate_second(net, sums, out->unit);
}

static void think_by_pairs(const struct net *net, struct net_memory *memory, const void *cells,
                           int count, struct net_active *out)
{
    uint8_t wide[NET_WIDE];
    int32_t sums[NET_NARROW];
    begin(net, memory, cells, count, wide);
    multiply(net, wide, add_by_pairs, sums);
    activate_second(net, sums, out->unit);
}

/* Processors of ARM's have one instruction for 16 products, and show it by what they make of
 * numbers with 8 bits: they take them for signed ones. Others would take several steps. */
static int can_at_once(void)
{
    enum { SIGNED = 4 * -1 * -128 };
    static const volatile uint8_t all = 255, low = 128;
    v128_t sum = wasm_i32x4_relaxed_dot_i8x16_i7x16_add(
        wasm_i8x16_splat((int8_t)low), wasm_i8x16_splat((int8_t)all), wasm_i32x4_splat(0));
    return wasm_i32x4_extract_lane(sum, 0) == SIGNED;
}

const struct net_form net_at_once = {"at-once", can_at_once, think_at_once, outputs};
const struct net_form net_by_pairs = {"by-pairs", can_always, think_by_pairs, outputs};
/* Also right where it is not quicker, so that it is tested everywhere. */
const struct net_form net_at_once_too = {"at-once-too", can_always, think_at_once, outputs};
#else
/* ---- SIMD ---- */

NET_INLINE void add_products(const int16_t *active, const int8_t *weight, v128_t *sum)
{
    for (int k = 0; k < NET_SPAN; k += 8) {
        v128_t by = wasm_v128_load(active + k);
        for (int unit = 0; unit < NET_GROUP; unit++) {
            v128_t eight = wasm_i16x8_load8x8(weight + unit * NET_SPAN + k);
            sum[unit] = wasm_i32x4_add(sum[unit], wasm_i32x4_dot_i16x8(eight, by));
        }
    }
}

static void multiply(const struct net *net, const int16_t *active, int32_t *sums)
{
    const int8_t *weight = net->second;
    for (uint32_t i = 0; i < net->narrow; i += NET_GROUP) {
        v128_t sum[NET_GROUP] = {0};
        for (uint32_t k = 0; k < net->wide; k += NET_SPAN, weight += NET_GROUP * NET_SPAN)
            add_products(active + k, weight, sum);
        add_up(sum, net->bias[1] + i, sums + i);
    }
}

static void think(const struct net *net, struct net_memory *memory, const void *cells, int count,
                  struct net_active *out)
{
    int16_t wide[NET_WIDE];
    int32_t sums[NET_NARROW];
    net_follow(net, &loops, memory, cells, count);
    for (uint32_t k = 0; k < net->wide; k += 8)
        wasm_v128_store(wide + k, activate_eight(net, memory, k));
    multiply(net, wide, sums);
    activate_second(net, sums, out->unit);
}

const struct net_form net_simd = {"simd", can_always, think, outputs};
#endif
#endif
