/* ChaCha8 streams and scripted outcomes; see chance.h. */
#include "engine/chance.h"

#define TURN(v, n) (v = (v << n) | (v >> (32 - n)))

/* Two quarter rounds side by side: one alone waits for each of its own results. */
#define QUARTERS(a, b, c, d, e, f, g, h)                                                           \
    do {                                                                                           \
        a += b, e += f, d ^= a, h ^= e, TURN(d, 16), TURN(h, 16);                                  \
        c += d, g += h, b ^= c, f ^= g, TURN(b, 12), TURN(f, 12);                                  \
        a += b, e += f, d ^= a, h ^= e, TURN(d, 8), TURN(h, 8);                                    \
        c += d, g += h, b ^= c, f ^= g, TURN(b, 7), TURN(f, 7);                                    \
    } while (0)

static void chacha8_rounds(uint32_t x[16])
{
    for (int i = 0; i < 4; i++) {
        QUARTERS(x[0], x[4], x[8], x[12], x[1], x[5], x[9], x[13]);
        QUARTERS(x[2], x[6], x[10], x[14], x[3], x[7], x[11], x[15]);
        QUARTERS(x[0], x[5], x[10], x[15], x[1], x[6], x[11], x[12]);
        QUARTERS(x[2], x[7], x[8], x[13], x[3], x[4], x[9], x[14]);
    }
}

void chance_block(const uint32_t key[8], int stream, uint64_t block, uint32_t out[16])
{
    uint32_t x[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    uint32_t last[4] = {(uint32_t)block, (uint32_t)(block >> 32), (uint32_t)stream, 0};
    memcpy(x + 4, key, 8 * sizeof key[0]);
    memcpy(x + 12, last, sizeof last);
    chacha8_rounds(x);
    out[0] = x[0] + 0x61707865;
    out[1] = x[1] + 0x3320646e;
    out[2] = x[2] + 0x79622d32;
    out[3] = x[3] + 0x6b206574;
    for (int i = 0; i < 8; i++)
        out[4 + i] = x[4 + i] + key[i];
    for (int i = 0; i < 4; i++)
        out[12 + i] = x[12 + i] + last[i];
}

/* `a`, or `b` where the bit of `place` is set, without an index or a branch. */
static uint32_t one_of(uint32_t a, uint32_t b, uint32_t place, uint32_t bit)
{
    return a ^ ((a ^ b) & (0u - (place / bit & 1)));
}

/* Halves the block until one word is left, so that the block can stay in registers. */
uint32_t chance_one(const uint32_t key[8], int stream, uint32_t place)
{
    uint32_t word[16];
    chance_block(key, stream, place / 16, word);
    for (uint32_t i = 0; i < 8; i++)
        word[i] = one_of(word[i], word[i + 8], place, 8);
    for (uint32_t i = 0; i < 4; i++)
        word[i] = one_of(word[i], word[i + 4], place, 4);
    for (uint32_t i = 0; i < 2; i++)
        word[i] = one_of(word[i], word[i + 2], place, 2);
    return one_of(word[0], word[1], place, 1);
}

void chance_refill(struct chance *c, int stream, uint32_t place)
{
    uint32_t at = (uint32_t)stream % CHANCE_BLOCKS;
    chance_block(c->key, stream, place / 16, c->word[at]);
    c->held[at] = (place & ~15u) + (uint32_t)stream + 1;
}

void chance_seed(struct chance *c, const uint8_t seed[32])
{
    memset(c, 0, offsetof(struct chance, word));
    memcpy(c->key, seed, sizeof c->key);
}

void chance_seed_number(struct chance *c, uint64_t number)
{
    uint8_t seed[32] = {0};
    for (int i = 0; i < 8; i++)
        seed[31 - i] = (uint8_t)(number >> (8 * i));
    chance_seed(c, seed);
}

const struct outcome *chance_scripted(struct chance *c, int kind, int seat)
{
    for (uint32_t i = 0; around_has(i < c->script_n); i++) {
        if (c->used[i] || c->script[i].seat != seat)
            continue;
        c->used[i] = 1;
        if (c->script[i].kind == kind)
            return &c->script[i];
        c->impossible = 1;
        return NULL;
    }
    return NULL;
}

void chance_report(struct chance *c, const struct outcome *o)
{
    if (!chance_has_log(c))
        return;
    MUST(c->log_n < c->log_cap);
    c->log[c->log_n++] = *o;
}
