/* Compares commitments and keys of chance with values computed by Python's hashlib. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "match/commit.h"
#include "wire/hex.h"

static void count_up(uint8_t *bytes, int n, int from)
{
    for (int i = 0; i < n; i++)
        bytes[i] = (uint8_t)(from + i);
}

static void key_must_be(const uint8_t *const nonce[], const uint8_t n[], int seats,
                        const char *expected)
{
    uint8_t seed[32], key[32];
    char text[65];
    count_up(seed, 32, 0);
    commit_chance_key(seed, nonce, n, seats, key);
    hex_write(key, 32, text);
    assert_string_equal(text, expected);
}

/* blake2b(b"charlatan chance 1" + b"\x03abc" + b"\x00" + b"\x20" + bytes(range(100, 132)),
 * key=seed) */
static void nonces_of_three_seats(void **unused)
{
    uint8_t long_one[32];
    const uint8_t *nonce[] = {(const uint8_t *)"abc", (const uint8_t *)"", long_one};
    (void)unused;
    count_up(long_one, 32, 100);
    key_must_be(nonce, (const uint8_t[]){3, 0, 32}, 3,
                "0a8c94f0fb351ce0e26018a3462ce050428dc25dc7c79451aa78d0c2814fa8ce");
}

static void nonce_of_one_byte(void **unused)
{
    const uint8_t zero = 0;
    const uint8_t *nonce[] = {NULL, &zero};
    (void)unused;
    key_must_be(nonce, (const uint8_t[]){0, 1}, 2,
                "511b2c712c933166584d863a033e991c646f6f2b64e1856e417fa61fd728dd4c");
}

static void no_nonce_leaves_the_seed(void **unused)
{
    const uint8_t *nonce[] = {NULL, NULL};
    (void)unused;
    key_must_be(nonce, (const uint8_t[]){0, 0}, 2,
                "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nonces_of_three_seats),
        cmocka_unit_test(nonce_of_one_byte),
        cmocka_unit_test(no_nonce_leaves_the_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
