/* BLAKE2b as in RFC 7693, and what looks at all bytes; see sodium.h. */
#include "wasm/sodium.h"

#include <string.h>

/* RFC 7693, section 2.1: BLAKE2b has 12 rounds, so sigma's first two rows serve twice. */
enum { ROUNDS = 12 };

/* RFC 7693, section 2.6. */
static const uint64_t iv[8] = {
    0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
    0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u,
};

/* RFC 7693, section 2.7: the order of the message's words in each round. */
static const uint8_t sigma[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

/* `by` is from 1 to 63; 0 would shift by 64. */
static uint64_t turned(uint64_t x, int by)
{
    return x >> by | x << (64 - by);
}

/* G of RFC 7693, section 3.1. */
static void mix(uint64_t *a, uint64_t *b, uint64_t *c, uint64_t *d, uint64_t x, uint64_t y)
{
    *a += *b + x;
    *d = turned(*d ^ *a, 32);
    *c += *d;
    *b = turned(*b ^ *c, 24);
    *a += *b + y;
    *d = turned(*d ^ *a, 16);
    *c += *d;
    *b = turned(*b ^ *c, 63);
}

/* The first half of `order` is for the columns, the second for the diagonals. */
static void one_round(uint64_t v[16], const uint64_t m[16], const uint8_t *order)
{
    /* Mixes the columns. */
    for (int i = 0; i < 4; i++)
        mix(&v[i], &v[4 + i], &v[8 + i], &v[12 + i], m[order[2 * i]], m[order[2 * i + 1]]);
    /* Mixes the diagonals. */
    for (int i = 0; i < 4; i++)
        mix(&v[i], &v[4 + (i + 1) % 4], &v[8 + (i + 2) % 4], &v[12 + (i + 3) % 4],
            m[order[8 + 2 * i]], m[order[9 + 2 * i]]);
}

/* F of RFC 7693, section 3.2. s->bytes must count the block already. The counter's upper word,
 * v[13], is never needed: no page hashes 2^64 bytes. */
static void work_in(crypto_generichash_state *s, int last)
{
    uint64_t v[16], m[16];
    /* Assumes a little-endian machine, as all ours are. */
    memcpy(m, s->block, sizeof m);
    memcpy(v, s->h, sizeof s->h);
    memcpy(v + 8, iv, sizeof iv);
    v[12] ^= s->bytes;
    v[14] ^= last ? ~(uint64_t)0 : 0;
    for (int i = 0; i < ROUNDS; i++)
        one_round(v, m, sigma[i % 10]);
    for (int i = 0; i < 8; i++)
        s->h[i] ^= v[i] ^ v[i + 8];
}

/* h[0] takes in the parameter block: lengths of key and hash, fanout and depth 1 (RFC 7693, section
 * 2.5). Lengths are not checked; the callers' are constants. */
int crypto_generichash_init(crypto_generichash_state *s, const unsigned char *key, size_t key_n,
                            size_t out_n)
{
    memset(s, 0, sizeof *s);
    memcpy(s->h, iv, sizeof iv);
    s->h[0] ^= 0x01010000u ^ key_n << 8 ^ out_n;
    if (key_n) {
        memcpy(s->block, key, key_n);
        /* The key takes up a whole block. */
        s->n = sizeof s->block;
    }
    return 0;
}

/* A full block waits until more comes, because the last one is worked in with another flag. */
int crypto_generichash_update(crypto_generichash_state *s, const unsigned char *in,
                              unsigned long long in_n)
{
    for (; in_n > 0; in_n--) {
        if (s->n == sizeof s->block) {
            s->bytes += s->n;
            work_in(s, 0);
            s->n = 0;
        }
        s->block[s->n++] = *in++;
    }
    return 0;
}

/* The state cannot be used afterwards. The rest of the last block is filled with zeros, which are
 * not counted. */
int crypto_generichash_final(crypto_generichash_state *s, unsigned char *out, size_t out_n)
{
    s->bytes += s->n;
    memset(s->block + s->n, 0, sizeof s->block - s->n);
    work_in(s, 1);
    memcpy(out, s->h, out_n);
    return 0;
}

/* One call for a text that is there as a whole. `out` may be `in`. */
int crypto_generichash(unsigned char *out, size_t out_n, const unsigned char *in,
                       unsigned long long in_n, const unsigned char *key, size_t key_n)
{
    crypto_generichash_state s;
    crypto_generichash_init(&s, key, key_n, out_n);
    crypto_generichash_update(&s, in, in_n);
    return crypto_generichash_final(&s, out, out_n);
}

/* ---- all bytes ---- */

/* Always reads all n bytes, so that time does not tell where the first one is that differs. */
SODIUM_API int sodium_is_zero(const unsigned char *bytes, size_t n)
{
    unsigned char all = 0;
    for (size_t i = 0; i < n; i++)
        all |= bytes[i];
    return all == 0;
}

SODIUM_API int sodium_memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    unsigned char differ = 0;
    for (size_t i = 0; i < n; i++)
        differ |= x[i] ^ y[i];
    return differ ? -1 : 0;
}

/* volatile: a plain memset of memory that is not read again would be left out. */
SODIUM_API void sodium_memzero(void *bytes, size_t n)
{
    volatile unsigned char *at = bytes;
    for (size_t i = 0; i < n; i++)
        at[i] = 0;
}
