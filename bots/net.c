/* Evaluates a small net in integers; see net.h.
 *
 * The first layer takes most of the time: about a hundred rows of 256 weights. It keeps the sums of
 * 64 units in registers while it goes through the rows. Sums of 16 bits cannot overflow: 255 rows
 * of at most 127 are below 32767; then they are added to sums of 32 bits. */
#include "bots/net.h"

#include <string.h>

/* ---- reading ---- */

static uint64_t fnv(const uint8_t *bytes, size_t n)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

/* Gives the next part of the file, whose size is filled up to 8 bytes. */
static const void *take(const uint8_t **at, size_t bytes)
{
    const uint8_t *part = *at;
    *at += (bytes + 7) & ~(size_t)7;
    return part;
}

static size_t lay_out(struct net *net, const struct net_header *h)
{
    const uint8_t *at = (const uint8_t *)(h + 1);
    size_t wide = h->wide, narrow = h->narrow, outputs = h->outputs;
    net->before = take(&at, h->places * 2);
    net->bias[0] = take(&at, wide * 4);
    net->step[0] = take(&at, wide * 2);
    net->bias[1] = take(&at, narrow * 4);
    net->step[1] = take(&at, narrow * 2);
    net->bias[2] = take(&at, outputs * 4);
    net->output = take(&at, outputs * narrow * 2);
    net->second = take(&at, narrow * wide);
    net->first = take(&at, h->rows * wide);
    return (size_t)(at - (const uint8_t *)h);
}

static int is_size(uint32_t units, uint32_t most)
{
    return units > 0 && units <= most && units % NET_BLOCK == 0;
}

static int sizes_fit(const struct net_header *h)
{
    return is_size(h->wide, NET_WIDE) && is_size(h->narrow, NET_NARROW) && h->rows <= UINT16_MAX &&
           h->places <= UINT16_MAX && h->outputs <= UINT16_MAX && h->shift[0] - 1 < 15 &&
           h->shift[1] - 1 < 30;
}

const char *net_read(struct net *net, const void *file, size_t bytes)
{
    const struct net_header *h = file;
    if (bytes < sizeof *h || memcmp(h->magic, "CHARNET1", 8) != 0)
        return "this is not a file of weights";
    net->header = h;
    net->wide = h->wide;
    net->narrow = h->narrow;
    memcpy(net->shift, h->shift, sizeof net->shift);
    if (!sizes_fit(h) || lay_out(net, h) != bytes)
        return "the sizes of the layers do not fit the file";
    return NULL;
}

int net_is_damaged(const void *file, size_t bytes)
{
    const struct net_header *h = file;
    size_t after = offsetof(struct net_header, own) + sizeof h->own;
    return fnv((const uint8_t *)file + after, bytes - after) != h->own;
}

/* ---- rows ---- */

int net_choose(const struct net *net, const void *cells, int words, uint16_t *chosen)
{
    int n = 0;
    for (int at = 0; at < 8 * words; at += 8) {
        uint64_t word;
        memcpy(&word, (const uint8_t *)cells + at, sizeof word);
        while (word) {
            int shift = __builtin_ctzll(word) & ~7;
            uint64_t value = word >> shift & 255;
            chosen[n++] = (uint16_t)(net->before[at + shift / 8] + value);
            word ^= value << shift;
        }
    }
    return n;
}

/* ---- layers ---- */

#define INLINE static inline __attribute__((always_inline))

/* The two loops that take the time. */
struct loops {
    /* Adds `n` rows, MOST_ROWS at most, to the sums of one block of units. */
    void (*add_rows)(const int8_t *block, uint32_t wide, const uint16_t *chosen, int n,
                     int32_t *sums);
    /* For each unit of the second layer the sum of activations times weights. */
    void (*multiply)(const struct net *net, const uint8_t *active, int32_t *sums);
};

enum { MOST_ROWS = 255 };

/* The rule of net.h. Sums above 65535 are more than enough for 127 with any step that is not
 * tiny, and 65535 * 32767 fits. */
INLINE uint8_t activation(int32_t sum, int32_t step, uint32_t shift)
{
    uint32_t bound = (uint32_t)(sum < 0 ? 0 : sum > 65535 ? 65535 : sum);
    uint32_t scaled = (bound * (uint32_t)step + (1u << (shift - 1))) >> shift;
    return (uint8_t)(scaled > 127 ? 127 : scaled);
}

/* Sums of the second layer are at most 512 * 127 * 127, so they are scaled in 64 bits. */
INLINE int16_t activation_of_more(int32_t sum, int32_t step, uint32_t shift)
{
    uint64_t bound = (uint64_t)(sum < 0 ? 0 : sum);
    uint64_t scaled = (bound * (uint64_t)step + ((uint64_t)1 << (shift - 1))) >> shift;
    return (int16_t)(scaled > 127 ? 127 : scaled);
}

INLINE void first_layer(const struct net *net, const struct loops *by, const uint16_t *chosen,
                        int n, uint8_t *out)
{
    for (uint32_t block = 0; block < net->wide; block += NET_BLOCK) {
        const int16_t *step = net->step[0] + block;
        int32_t sums[NET_BLOCK];
        memcpy(sums, net->bias[0] + block, sizeof sums);
        for (int i = 0; i < n; i += MOST_ROWS)
            by->add_rows(net->first + block, net->wide, chosen + i,
                         n - i < MOST_ROWS ? n - i : MOST_ROWS, sums);
        for (int k = 0; k < NET_BLOCK; k++)
            out[block + (uint32_t)k] = activation(sums[k], step[k], net->shift[0]);
    }
}

INLINE void think(const struct net *net, const struct loops *by, const uint16_t *chosen, int n,
                  struct net_active *out)
{
    uint8_t wide[NET_WIDE];
    int32_t sums[NET_NARROW];
    first_layer(net, by, chosen, n, wide);
    by->multiply(net, wide, sums);
    for (uint32_t i = 0; i < net->narrow; i++)
        out->unit[i] =
            activation_of_more(net->bias[1][i] + sums[i], net->step[1][i], net->shift[1]);
}

/* ---- on every processor ---- */

typedef int8_t bytes8 __attribute__((vector_size(8)));
typedef int16_t words8 __attribute__((vector_size(16)));

static void add_rows(const int8_t *block, uint32_t wide, const uint16_t *chosen, int n,
                     int32_t *sums)
{
    enum { PARTS = NET_BLOCK / 8 };
    words8 sum[PARTS] = {{0}};
    int16_t done[NET_BLOCK];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < PARTS; k++) {
            bytes8 part;
            memcpy(&part, block + (size_t)chosen[i] * wide + 8 * k, sizeof part);
            sum[k] += __builtin_convertvector(part, words8);
        }
    memcpy(done, sum, sizeof done);
    for (int k = 0; k < NET_BLOCK; k++)
        sums[k] += done[k];
}

/* Both factors have 16 bits, because compilers know an instruction for that. */
static void multiply(const struct net *net, const uint8_t *active, int32_t *sums)
{
    int16_t by[NET_WIDE], weight[NET_WIDE];
    for (uint32_t k = 0; k < net->wide; k++)
        by[k] = active[k];
    for (uint32_t i = 0; i < net->narrow; i++) {
        const int8_t *from = net->second + i * net->wide;
        int32_t sum = 0;
        for (uint32_t k = 0; k < net->wide; k++)
            weight[k] = from[k];
        for (uint32_t k = 0; k < net->wide; k++)
            sum += by[k] * weight[k];
        sums[i] = sum;
    }
}

void net_think_plainly(const struct net *net, const uint16_t *chosen, int n, struct net_active *out)
{
    const struct loops plain = {add_rows, multiply};
    think(net, &plain, chosen, n, out);
}

/* ---- with AVX2, 16 or 32 numbers at once ---- */

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

AVX2 static void add_rows_avx2(const int8_t *block, uint32_t wide, const uint16_t *chosen, int n,
                               int32_t *sums)
{
    enum { LANES = 16, PARTS = NET_BLOCK / LANES };
    __m256i sum[PARTS];
    for (int k = 0; k < PARTS; k++)
        sum[k] = _mm256_setzero_si256();
    int16_t done[NET_BLOCK];
    for (int i = 0; i < n; i++) {
        const __m128i *row = (const __m128i *)(const void *)(block + (size_t)chosen[i] * wide);
        for (int k = 0; k < PARTS; k++)
            sum[k] = _mm256_add_epi16(sum[k], _mm256_cvtepi8_epi16(_mm_loadu_si128(row + k)));
    }
    memcpy(done, sum, sizeof done);
    for (int k = 0; k < NET_BLOCK; k++)
        sums[k] += done[k];
}

/* Two products of at most 127 * 127 each fit into 16 bits, so maddubs never saturates. */
AVX2 INLINE __m256i product(__m256i sum, __m256i active, const int8_t *weight)
{
    __m256i w = _mm256_loadu_si256((const __m256i *)(const void *)weight);
    __m256i pairs = _mm256_maddubs_epi16(active, w);
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

/* Four units at once: their sums are then added up together. */
AVX2 static void multiply_avx2(const struct net *net, const uint8_t *active, int32_t *sums)
{
    uint32_t wide = net->wide;
    for (uint32_t i = 0; i < net->narrow; i += 4) {
        const int8_t *weight = net->second + i * wide;
        __m256i a = _mm256_setzero_si256(), b = a, c = a, d = a;
        for (uint32_t k = 0; k < wide; k += 32, weight += 32) {
            __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(active + k));
            a = product(a, x, weight);
            b = product(b, x, weight + wide);
            c = product(c, x, weight + 2 * wide);
            d = product(d, x, weight + 3 * wide);
        }
        __m256i all = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
        __m128i four = _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
        _mm_storeu_si128((__m128i *)(void *)(sums + i), four);
    }
}

AVX2 static void think_avx2(const struct net *net, const uint16_t *chosen, int n,
                            struct net_active *out)
{
    const struct loops quick = {add_rows_avx2, multiply_avx2};
    think(net, &quick, chosen, n, out);
}
#endif

void net_think(const struct net *net, const uint16_t *chosen, int n, struct net_active *out)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        think_avx2(net, chosen, n, out);
        return;
    }
#endif
    net_think_plainly(net, chosen, n, out);
}

int32_t net_output(const struct net *net, const struct net_active *active, int output)
{
    const int16_t *weight = net->output + (size_t)output * net->narrow;
    int32_t sum = net->bias[2][output];
    for (uint32_t i = 0; i < net->narrow; i++)
        sum += active->unit[i] * weight[i];
    return sum;
}
