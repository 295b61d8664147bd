/* XXH64, written from its public description: four lanes of multiply-rotate over 32-byte stripes,
 * then the rest by words and bytes, then an avalanche. Chosen because it is fast without vector
 * instructions and because others can check our hashes with a library of their own. */
#include "engine/hash.h"

#define P1 0x9E3779B185EBCA87u
#define P2 0xC2B2AE3D27D4EB4Fu
#define P3 0x165667B19E3779F9u
#define P4 0x85EBCA77C2B2AE63u
#define P5 0x27D4EB2F165667C5u

static uint64_t rotate(uint64_t x, int by)
{
    return (x << by) | (x >> (64 - by));
}

static uint64_t word_at(const uint8_t *p)
{
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

static uint64_t half_at(const uint8_t *p)
{
    uint32_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

static uint64_t lane_round(uint64_t lane, uint64_t word)
{
    return rotate(lane + word * P2, 31) * P1;
}

static uint64_t merge_round(uint64_t h, uint64_t lane)
{
    return (h ^ lane_round(0, lane)) * P1 + P4;
}

static uint64_t stripes(const uint8_t **at, size_t n)
{
    uint64_t a = P1 + P2, b = P2, c = 0, d = (uint64_t)0 - P1;
    const uint8_t *p = *at;
    for (; n >= 32; n -= 32, p += 32) {
        a = lane_round(a, word_at(p));
        b = lane_round(b, word_at(p + 8));
        c = lane_round(c, word_at(p + 16));
        d = lane_round(d, word_at(p + 24));
    }
    *at = p;
    uint64_t h = rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18);
    return merge_round(merge_round(merge_round(merge_round(h, a), b), c), d);
}

uint64_t hash_bytes(const void *bytes, size_t n)
{
    const uint8_t *p = (const uint8_t *)bytes;
    const uint8_t *end = p + n;
    uint64_t h = n >= 32 ? stripes(&p, n) : P5;
    h += n;
    for (; end - p >= 8; p += 8)
        h = rotate(h ^ lane_round(0, word_at(p)), 27) * P1 + P4;
    if (end - p >= 4) {
        h = rotate(h ^ (half_at(p) * P1), 23) * P2 + P3;
        p += 4;
    }
    for (; p < end; p++)
        h = rotate(h ^ (*p * P5), 11) * P1;
    h = (h ^ (h >> 33)) * P2;
    h = (h ^ (h >> 29)) * P3;
    return h ^ (h >> 32);
}
