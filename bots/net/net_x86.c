/* A net on processors with AVX2 or AVX-512: 16 to 64 numbers at once. See net_kernels.h. */
#include "bots/net/net_kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,bmi,popcnt")))
#define AVX512 __attribute__((target("avx2,bmi,popcnt,avx512f,avx512bw,avx512vl,avx512vnni")))

/* ---- cells ---- */

AVX2 NET_INLINE __m256i load(const void *bytes)
{
    return _mm256_loadu_si256((const __m256i *)bytes);
}

/* Bit k is set if cells k of two times 64 are equal. */
AVX2 NET_INLINE uint64_t equal_cells(const uint8_t *a, const uint8_t *b)
{
    uint32_t low = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(load(a), load(b)));
    uint32_t high = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(load(a + 32), load(b + 32)));
    return low | (uint64_t)high << 32;
}

/* Lists the rows that cells choose. Four are written at once, so that the end of the loop can be
 * foreseen more often; those that are too many are written over. `rows` needs room for three more
 * than there are. */
AVX2 NET_INLINE int list(uint64_t which, const uint16_t *before, const uint8_t *cells,
                         uint16_t *rows)
{
    int n = (int)_mm_popcnt_u64(which);
    for (int i = 0; i < n; i += 4)
        for (int k = 0; k < 4; k++, which &= which - 1) {
            uint64_t cell = _tzcnt_u64(which) & 63;
            rows[i + k] = (uint16_t)(before[cell] + cells[cell]);
        }
    return n;
}

/* Cells behind the last one are 0 on both sides, so they neither come nor go. */
AVX2 static void compare(const struct net *net, const uint8_t *before, const uint8_t *now, int at,
                         struct net_change *to)
{
    static const uint8_t none[NET_STRIDE];
    uint64_t there = ~equal_cells(now, none), was = ~equal_cells(before, none);
    uint64_t changed = ~equal_cells(before, now);
    to->all += (int)_mm_popcnt_u64(there);
    to->come += list(there & changed, net->before + at, now, to->coming + to->come);
    to->go += list(was & changed, net->before + at, before, to->going + to->go);
}

/* ---- AVX2 ---- */

/* The sums of a block stay in eight registers while all rows are added. */
AVX2 static void add_rows_avx2(const int8_t *block, uint32_t wide, const uint16_t *coming, int come,
                               const uint16_t *going, int go, int32_t *sums)
{
    enum { LANES = 16, PARTS = NET_BLOCK / LANES };
    __m256i sum[PARTS];
    int16_t done[NET_BLOCK];
    for (int k = 0; k < PARTS; k++)
        sum[k] = _mm256_setzero_si256();
    for (int i = 0; i < come; i++) {
        const __m128i *row = (const __m128i *)(const void *)(block + (size_t)coming[i] * wide);
        for (int k = 0; k < PARTS; k++)
            sum[k] = _mm256_add_epi16(sum[k], _mm256_cvtepi8_epi16(_mm_loadu_si128(row + k)));
    }
    for (int i = 0; i < go; i++) {
        const __m128i *row = (const __m128i *)(const void *)(block + (size_t)going[i] * wide);
        for (int k = 0; k < PARTS; k++)
            sum[k] = _mm256_sub_epi16(sum[k], _mm256_cvtepi8_epi16(_mm_loadu_si128(row + k)));
    }
    memcpy(done, sum, sizeof done);
    for (int k = 0; k < NET_BLOCK; k++)
        sums[k] += done[k];
}

/* Two products of at most 127 * 128 each fit into 16 bits, so maddubs never saturates. */
AVX2 NET_INLINE __m256i product(__m256i sum, __m256i active, const int8_t *weight)
{
    __m256i pairs = _mm256_maddubs_epi16(active, load(weight));
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

/* Four sums of eight parts each. */
AVX2 NET_INLINE void add_up(__m256i a, __m256i b, __m256i c, __m256i d, int32_t *sums)
{
    __m256i all = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    _mm_storeu_si128((__m128i *)(void *)sums, four);
}

AVX2 static void multiply_avx2(const struct net *net, const uint8_t *active, int32_t *sums)
{
    const int8_t *weight = net->second;
    for (uint32_t i = 0; i < net->narrow; i += NET_GROUP) {
        __m256i sum[NET_GROUP];
        for (int k = 0; k < NET_GROUP; k++)
            sum[k] = _mm256_setzero_si256();
        for (uint32_t at = 0; at < net->wide; at += NET_SPAN, weight += NET_GROUP * NET_SPAN) {
            __m256i low = load(active + at), high = load(active + at + NET_SPAN / 2);
            for (int k = 0; k < NET_GROUP; k++) {
                sum[k] = product(sum[k], low, weight + NET_SPAN * k);
                sum[k] = product(sum[k], high, weight + NET_SPAN * k + NET_SPAN / 2);
            }
        }
        add_up(sum[0], sum[1], sum[2], sum[3], sums + i);
    }
}

AVX2 static void think_avx2(const struct net *net, struct net_memory *memory, const void *cells,
                            int count, struct net_active *out)
{
    const struct net_loops loops = {compare, add_rows_avx2, multiply_avx2};
    net_think_by(net, &loops, memory, cells, count, out);
}

AVX2 NET_INLINE int32_t add_eight(__m256i sum)
{
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(four, _mm_shuffle_epi32(four, 0xb1)));
}

/* Products of two 16-bit numbers are added in pairs into 32 bits. */
AVX2 static void outputs(const struct net *net, const struct net_active *active,
                         const uint16_t *which, int n, int32_t *sums)
{
    for (int k = 0; k < n; k++) {
        const int16_t *weight = net->output + (size_t)which[k] * net->narrow;
        __m256i sum = _mm256_setzero_si256();
        for (uint32_t i = 0; i < net->narrow; i += 16)
            sum =
                _mm256_add_epi32(sum, _mm256_madd_epi16(load(active->unit + i), load(weight + i)));
        sums[k] = net->bias[2][which[k]] + add_eight(sum);
    }
}

/* popcnt is there on every processor with AVX2. */
static int can_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
}

const struct net_form net_avx2 = {"avx2", can_avx2, think_avx2, outputs};

/* ---- AVX-512, with the instruction that multiplies bytes and adds them up ---- */

AVX512 static void add_rows_avx512(const int8_t *block, uint32_t wide, const uint16_t *coming,
                                   int come, const uint16_t *going, int go, int32_t *sums)
{
    enum { LANES = 32, PARTS = NET_BLOCK / LANES };
    __m512i sum[PARTS];
    int16_t done[NET_BLOCK];
    for (int k = 0; k < PARTS; k++)
        sum[k] = _mm512_setzero_si512();
    for (int i = 0; i < come; i++) {
        const int8_t *row = block + (size_t)coming[i] * wide;
        for (int k = 0; k < PARTS; k++)
            sum[k] = _mm512_add_epi16(sum[k], _mm512_cvtepi8_epi16(load(row + LANES * k)));
    }
    for (int i = 0; i < go; i++) {
        const int8_t *row = block + (size_t)going[i] * wide;
        for (int k = 0; k < PARTS; k++)
            sum[k] = _mm512_sub_epi16(sum[k], _mm512_cvtepi8_epi16(load(row + LANES * k)));
    }
    memcpy(done, sum, sizeof done);
    for (int k = 0; k < NET_BLOCK; k++)
        sums[k] += done[k];
}

/* The instruction compares all 64 cells at once. */
AVX512 static void compare_avx512(const struct net *net, const uint8_t *before, const uint8_t *now,
                                  int at, struct net_change *to)
{
    __m512i was = _mm512_loadu_si512(before), is = _mm512_loadu_si512(now);
    uint64_t changed = _mm512_cmpneq_epi8_mask(was, is), there = _mm512_test_epi8_mask(is, is);
    to->all += (int)_mm_popcnt_u64(there);
    if (!changed)
        return;
    to->come += list(there & changed, net->before + at, now, to->coming + to->come);
    to->go += list(_mm512_test_epi8_mask(was, was) & changed, net->before + at, before,
                   to->going + to->go);
}

AVX512 NET_INLINE __m256i halves(__m512i sum)
{
    return _mm256_add_epi32(_mm512_castsi512_si256(sum), _mm512_extracti64x4_epi64(sum, 1));
}

/* Four units; their weights lie span by span. `by` are the activations. */
AVX512 NET_INLINE void four_units(const __m512i *by, uint32_t spans, const int8_t *weight,
                                  int32_t *sums)
{
    __m512i sum[NET_GROUP];
    for (int k = 0; k < NET_GROUP; k++)
        sum[k] = _mm512_setzero_si512();
    for (uint32_t i = 0; i < spans; i++, weight += NET_GROUP * NET_SPAN)
        for (int k = 0; k < NET_GROUP; k++)
            sum[k] = _mm512_dpbusd_epi32(sum[k], by[i], _mm512_loadu_si512(weight + NET_SPAN * k));
    add_up(halves(sum[0]), halves(sum[1]), halves(sum[2]), halves(sum[3]), sums);
}

AVX512 NET_INLINE void multiply_spans(const struct net *net, uint32_t spans, const uint8_t *active,
                                      int32_t *sums)
{
    __m512i by[NET_WIDE / NET_SPAN];
    const int8_t *weight = net->second;
    for (uint32_t i = 0; i < spans; i++)
        by[i] = _mm512_loadu_si512(active + NET_SPAN * i);
    for (uint32_t i = 0; i < net->narrow; i += NET_GROUP, weight += spans * NET_GROUP * NET_SPAN)
        four_units(by, spans, weight, sums + i);
}

/* With the usual width known, the activations stay in registers. */
AVX512 static void multiply_avx512(const struct net *net, const uint8_t *active, int32_t *sums)
{
    enum { USUAL = 256 };
    if (net->wide == USUAL)
        multiply_spans(net, USUAL / NET_SPAN, active, sums);
    else
        multiply_spans(net, net->wide / NET_SPAN, active, sums);
}

AVX512 static void think_avx512(const struct net *net, struct net_memory *memory, const void *cells,
                                int count, struct net_active *out)
{
    const struct net_loops loops = {compare_avx512, add_rows_avx512, multiply_avx512};
    net_think_by(net, &loops, memory, cells, count, out);
}

/* The parts of one output's sum: products of pairs, added up. */
AVX512 NET_INLINE __m256i parts_of(const struct net *net, const struct net_active *active,
                                   uint32_t which)
{
    const int16_t *weight = net->output + (size_t)which * net->narrow;
    __m512i sum = _mm512_setzero_si512();
    for (uint32_t i = 0; i < net->narrow; i += 32)
        sum = _mm512_dpwssd_epi32(sum, _mm512_loadu_si512(active->unit + i),
                                  _mm512_loadu_si512(weight + i));
    return halves(sum);
}

/* Four at a time; the last few are counted again and again instead of those that are not there. */
AVX512 static void outputs_avx512(const struct net *net, const struct net_active *active,
                                  const uint16_t *which, int n, int32_t *sums)
{
    for (int k = 0; k < n; k += 4) {
        int32_t four[4];
        uint32_t w[4];
        for (int i = 0; i < 4; i++)
            w[i] = which[net_least(k + i, n - 1)];
        add_up(parts_of(net, active, w[0]), parts_of(net, active, w[1]),
               parts_of(net, active, w[2]), parts_of(net, active, w[3]), four);
        for (int i = 0; i < net_least(4, n - k); i++)
            sums[k + i] = net->bias[2][w[i]] + four[i];
    }
}

static int can_avx512(void)
{
    return can_avx2() && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vnni");
}

const struct net_form net_avx512 = {"avx512", can_avx512, think_avx512, outputs_avx512};
#endif
