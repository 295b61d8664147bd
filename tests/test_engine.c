/* Tests of the engine: published test vectors of its hash and its generator, fair numbers, scripts,
 * and bit operations compared with simple versions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bots/pick.h"
#include "engine/counts.h"
#include "engine/game.h"
#include "engine/text.h"

static void hash_vectors(void **state)
{
    (void)state;
    static const uint8_t zeros[100];
    assert_true(hash_bytes("", 0) == 0xef46db3751d8e999u);
    assert_true(hash_bytes("a", 1) == 0xd24ec4f1a98c6e5bu);
    assert_true(hash_bytes("abc", 3) == 0x44bc2cf5ad770999u);
    assert_true(hash_bytes(zeros, 99) != hash_bytes(zeros, 100));
}

/* ChaCha8, 256-bit key of zeros, nonce 0: the first block of the published test vector. */
static void generator_vector(void **state)
{
    (void)state;
    static const uint8_t seed[32];
    static const uint8_t want[32] = {
        0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6, 0x7f, 0x5b, 0xb8,
        0xe8, 0x1f, 0x09, 0xa5, 0xa1, 0x2c, 0x84, 0x0e, 0xc3, 0xce, 0x9a,
        0x7f, 0x3b, 0x18, 0x1b, 0xe1, 0x88, 0xef, 0x71, 0x1a, 0x1e,
    };
    struct chance c;
    chance_seed(&c, seed);
    for (int i = 0; i < 8; i++) {
        uint32_t word = chance_word(&c, 0);
        assert_memory_equal(&word, want + 4 * i, 4);
    }
}

static void streams_are_apart(void **state)
{
    (void)state;
    struct chance a, b;
    chance_seed_number(&a, 7);
    chance_seed_number(&b, 7);
    /* Other streams do not matter. */
    for (int i = 0; i < 100; i++)
        chance_word(&b, CHANCE_DIE);
    for (int i = 0; i < 100; i++)
        assert_int_equal(chance_word(&a, CHANCE_SEAT), chance_word(&b, CHANCE_SEAT));
    assert_int_not_equal(chance_word(&a, CHANCE_SEAT), chance_word(&a, CHANCE_SEAT + 1));
}

/* Places alone say what comes, whichever blocks are remembered: forwards, backwards, in the middle
 * of a block, with another seed. */
static void places_are_enough(void **state)
{
    (void)state;
    static const uint32_t places[] = {0, 5, 15, 16, 4, 40, 41, 16, 0, 1u << 31, 31};
    struct chance c;
    uint32_t words[16];
    for (uint64_t seed = 0; seed < 3; seed++) {
        chance_seed_number(&c, seed);
        for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
            for (int stream = 0; stream < CHANCE_STREAMS; stream++) {
                c.place[stream] = places[i];
                chance_block(c.key, stream, places[i] / 16, words);
                assert_int_equal(chance_word(&c, stream), words[places[i] % 16]);
                assert_int_equal(chance_one(c.key, stream, places[i]), words[places[i] % 16]);
                assert_int_equal(c.place[stream], places[i] + 1);
            }
    }
}

/* Throws a die 60,000 times: each face must come within five standard deviations of 10,000. */
static void numbers_are_fair(void **state)
{
    (void)state;
    struct chance c;
    int count[6] = {0};
    chance_seed_number(&c, 1);
    for (int i = 0; i < 60000; i++)
        count[chance_below(&c, CHANCE_PICK, 6)]++;
    for (int i = 0; i < 6; i++)
        assert_in_range(count[i], 9544, 10456);
}

static void scripts_by_seat(void **state)
{
    (void)state;
    const struct outcome script[3] = {{4, 1, 1, {9}}, {4, 0, 1, {8}}, {5, 1, 1, {7}}};
    uint8_t used[3] = {0};
    struct chance c;
    chance_seed_number(&c, 1);
    c.script = script, c.used = used, c.script_n = 3;
    assert_ptr_equal(chance_scripted(&c, 4, 0), &script[1]);
    assert_ptr_equal(chance_scripted(&c, 4, 1), &script[0]);
    assert_null(chance_scripted(&c, 4, CHANCE_NO_SEAT));
    assert_int_equal(c.impossible, 0);
    /* The next outcome of seat 1 is of another kind. */
    assert_null(chance_scripted(&c, 4, 1));
    assert_int_equal(c.impossible, 1);
}

static void bits(void **state)
{
    (void)state;
    uint64_t x = 88172645463325252u;
    for (int round = 0; round < 1000; round++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        assert_int_equal(bit_count(x), __builtin_popcountll(x));
        uint32_t k = 0;
        for (int bit = 0; bit < 64; bit++)
            if (x >> bit & 1)
                assert_int_equal(bit_nth(x, k++), bit);
    }
    assert_true(bits_below(64) == ~(uint64_t)0);
}

/* With the instructions of this processor and without them, the same answer is chosen. */
static void picks(void **state)
{
    (void)state;
    uint64_t x = 88172645463325252u, luck = 1;
    for (int round = 0; round < 1000; round++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        uint64_t answers = x >> round % 64 | 1, same = luck;
        uint32_t k = luck_below(&same, (uint32_t)bit_count(answers));
        assert_int_equal(pick_answer(answers, &luck), bit_nth(answers, k));
        assert_true(luck == same);
    }
}

static int find_plainly(const uint8_t *counts, uint32_t r)
{
    int i = 0;
    while (r >= counts[i])
        r -= counts[i++];
    return i;
}

static void counts_mean_what_they_say(void **state)
{
    (void)state;
    struct chance c;
    chance_seed_number(&c, 3);
    for (int round = 0; round < 500; round++) {
        uint8_t counts[COUNTS_BYTES] = {0};
        uint32_t all = 0, kinds = 0, most = 1 + chance_below(&c, 0, 12);
        for (int i = 0; i < COUNTS_BYTES; i++) {
            all += counts[i] = (uint8_t)chance_below(&c, 0, most);
            kinds |= (uint32_t)(counts[i] != 0) << i;
        }
        for (uint32_t r = 0; r < all; r++)
            assert_int_equal(counts_find(counts, r), find_plainly(counts, r));
        assert_int_equal(counts_sum(counts), all);
        assert_int_equal(counts_kinds(counts), kinds);
    }
}

static void text_is_cut(void **state)
{
    (void)state;
    char buf[8];
    struct text t = text_in(buf, sizeof buf);
    text_add(&t, "infamy ");
    text_number(&t, -2147483647 - 1);
    assert_string_equal(buf, "infamy ");
    t = text_in(buf, sizeof buf);
    text_number(&t, -42);
    assert_string_equal(buf, "-42");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hash_vectors),
        cmocka_unit_test(generator_vector),
        cmocka_unit_test(streams_are_apart),
        cmocka_unit_test(places_are_enough),
        cmocka_unit_test(numbers_are_fair),
        cmocka_unit_test(scripts_by_seat),
        cmocka_unit_test(bits),
        cmocka_unit_test(picks),
        cmocka_unit_test(text_is_cut),
        cmocka_unit_test(counts_mean_what_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
