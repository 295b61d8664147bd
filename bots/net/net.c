/* Reads a net, and evaluates it on any processor; see net.h. net_kernels.h has what all forms of
 * the evaluation share; net_x86.c has the quick ones, net_wasm.c and net_swar.c those of web
 * pages. */
#include "bots/net/net_kernels.h"

/* ---- reading ---- */

static uint64_t fnv(const uint8_t *bytes, size_t n)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

/* A file is gone through part by part. Each begins at a multiple of NET_ALIGN. `at` is always a
 * multiple of NET_ALIGN, counted from the beginning of the file. */
struct net_file {
    const uint8_t *file;
    size_t at;
};

static const void *take(struct net_file *r, size_t bytes)
{
    const uint8_t *part = r->file + r->at;
    r->at += (bytes + NET_ALIGN - 1) & ~(size_t)(NET_ALIGN - 1);
    return part;
}

/* Returns how many bytes the file must have. The order is that of learn/export.py. */
static size_t lay_out(struct net *net, const struct net_header *h)
{
    struct net_file r = {(const uint8_t *)h, 0};
    size_t wide = h->wide, narrow = h->narrow, outputs = h->outputs;
    take(&r, sizeof *h);
    net->before = take(&r, h->places * 2);
    net->bias[0] = take(&r, wide * 4);
    net->step[0] = take(&r, wide * 2);
    net->bias[1] = take(&r, narrow * 4);
    net->step[1] = take(&r, narrow * 2);
    net->bias[2] = take(&r, outputs * 4);
    net->output = take(&r, outputs * narrow * 2);
    net->second = take(&r, narrow * wide);
    net->first = take(&r, h->rows * wide);
    return r.at;
}

static int is_size(uint32_t units, uint32_t most)
{
    return units > 0 && units <= most && units % NET_BLOCK == 0;
}

/* Shifts are unsigned: less 1, a shift of 0 is too great as well. */
static int sizes_fit(const struct net_header *h)
{
    return is_size(h->wide, NET_WIDE) && is_size(h->narrow, NET_NARROW) && h->rows <= UINT16_MAX &&
           h->places <= NET_CELLS && h->outputs <= UINT16_MAX && h->shift[0] - 1 < 15 &&
           h->shift[1] - 1 < 30;
}

const char *net_read(struct net *net, const void *file, size_t bytes)
{
    const struct net_header *h = file;
    if (!file || bytes < sizeof *h || memcmp(h->magic, "CHARNET2", 8) != 0)
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
    return !file || bytes < after || fnv((const uint8_t *)file + after, bytes - after) != h->own;
}

/* Half of the range of 32 bits is left to the products. */
static int biases_fit(const int32_t *bias, uint32_t n)
{
    const int32_t most = 1 << 30;
    for (uint32_t i = 0; i < n; i++)
        if (bias[i] > most || bias[i] < -most)
            return 0;
    return 1;
}

static int steps_fit(const int16_t *step, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (step[i] < 0)
            return 0;
    return 1;
}

int net_numbers_fit(const struct net *net)
{
    return biases_fit(net->bias[0], net->wide) && biases_fit(net->bias[1], net->narrow) &&
           biases_fit(net->bias[2], net->header->outputs) && steps_fit(net->step[0], net->wide) &&
           steps_fit(net->step[1], net->narrow);
}

#if !defined(__wasm__)
/* ---- on every processor ---- */

/* One word of eight cells after the other. Rows are written before it is known whether they count,
 * and written over if not: no branch depends on the cells. */
static void list_changed(const struct net *net, const uint8_t *before, const uint8_t *now, int at,
                         struct net_change *to)
{
    uint64_t was, is;
    memcpy(&was, before, sizeof was);
    memcpy(&is, now, sizeof is);
    for (uint64_t changed = was ^ is; changed;) {
        int shift = __builtin_ctzll(changed) & ~7;
        uint32_t old = was >> shift & 255, new = is >> shift & 255,
                 row = net->before[at + shift / 8];
        to->coming[to->come] = (uint16_t)(row + new);
        to->come += new != 0;
        to->going[to->go] = (uint16_t)(row + old);
        to->go += old != 0;
        changed &= ~((uint64_t)255 << shift);
    }
}

static void compare(const struct net *net, const uint8_t *before, const uint8_t *now, int at,
                    struct net_change *to)
{
    for (int k = 0; k < NET_STRIDE; k += 8)
        list_changed(net, before + k, now + k, at + k, to);
    for (int k = 0; k < NET_STRIDE; k++)
        to->all += now[k] != 0;
}

typedef int8_t bytes8 __attribute__((vector_size(8)));
typedef int16_t words8 __attribute__((vector_size(16)));

/* Eight weights as numbers of 16 bits. */
static inline words8 eight(const int8_t *weight)
{
    bytes8 part;
    memcpy(&part, weight, sizeof part);
    return __builtin_convertvector(part, words8);
}

/* Sums of 16 bits, which NET_MOST_ROWS keeps from overflowing. */
static void add_rows(const int8_t *block, uint32_t wide, const uint16_t *coming, int come,
                     const uint16_t *going, int go, int32_t *sums)
{
    enum { LANES = 8, PARTS = NET_BLOCK / LANES };
    words8 sum[PARTS] = {{0}};
    int16_t done[NET_BLOCK];
    for (int i = 0; i < come; i++)
        for (int k = 0; k < PARTS; k++)
            sum[k] += eight(block + (size_t)coming[i] * wide + LANES * k);
    for (int i = 0; i < go; i++)
        for (int k = 0; k < PARTS; k++)
            sum[k] -= eight(block + (size_t)going[i] * wide + LANES * k);
    memcpy(done, sum, sizeof done);
    for (int k = 0; k < NET_BLOCK; k++)
        sums[k] += done[k];
}

/* The sum of NET_SPAN products. Both factors have 16 bits, because compilers know an instruction
 * for that. */
static inline int32_t product(const int16_t *active, const int8_t *weight)
{
    int16_t by[NET_SPAN];
    int32_t sum = 0;
    for (int k = 0; k < NET_SPAN; k++)
        by[k] = weight[k];
    for (int k = 0; k < NET_SPAN; k++)
        sum += active[k] * by[k];
    return sum;
}

/* Weights are read in the order in which they lie in the file (NET_GROUP, NET_SPAN). */
static void multiply(const struct net *net, const uint8_t *active, int32_t *sums)
{
    int16_t by[NET_WIDE];
    const int8_t *weight = net->second;
    for (uint32_t k = 0; k < net->wide; k++)
        by[k] = active[k];
    memset(sums, 0, net->narrow * sizeof sums[0]);
    for (uint32_t i = 0; i < net->narrow; i += NET_GROUP)
        for (uint32_t k = 0; k < net->wide; k += NET_SPAN)
            for (uint32_t unit = i; unit < i + NET_GROUP; unit++, weight += NET_SPAN)
                sums[unit] += product(by + k, weight);
}

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

static const struct net_form plain = {"plain", can_always, think, outputs};
#endif

/* ---- the best form ---- */

static const struct net_form *const forms[] = {
#if defined(__x86_64__)
    &net_avx512,
    &net_avx2,
#elif defined(__wasm_relaxed_simd__)
    &net_at_once,
    &net_by_pairs,
    &net_at_once_too,
#elif defined(__wasm_simd128__)
    &net_simd,
#endif
#if !defined(__wasm__)
    &plain,
#endif
#if !defined(__wasm_simd128__)
    &net_lanes,
#endif
};

/* Asks the processor each time, which costs a few instructions. */
const struct net_form *net_form(int i)
{
    for (size_t k = 0; k < sizeof forms / sizeof forms[0]; k++)
        if (forms[k]->can() && i-- == 0)
            return forms[k];
    return NULL;
}

void net_think(const struct net *net, struct net_memory *memory, const void *cells, int count,
               struct net_active *out)
{
    net_form(0)->think(net, memory, cells, count, out);
}

void net_outputs(const struct net *net, const struct net_active *active, const uint16_t *which,
                 int n, int32_t *sums)
{
    net_form(0)->outputs(net, active, which, n, sums);
}
