/* The part of libsodium that pages use, for WebAssembly: BLAKE2b (RFC 7693) with and without a key,
 * and what looks at all bytes. tests/test_wasm.c compares it with the real libsodium. */
#ifndef CHARLATAN_WASM_SODIUM_H
#define CHARLATAN_WASM_SODIUM_H

#include <stddef.h>
#include <stdint.h>

#ifndef SODIUM_API
/* Tests define this as static, so that they can use the real libsodium as well. */
#define SODIUM_API
#endif

typedef struct {
    /* `bytes` counts the input that was worked in: whole blocks, until the end. */
    uint64_t h[8], bytes;
    uint8_t block[128];
    /* Bytes in the block; a full block is processed only when more input comes. */
    size_t n;
} crypto_generichash_state;

/* Each returns 0. A key has at most 64 bytes, a hash 1 to 64. */
SODIUM_API int crypto_generichash(unsigned char *out, size_t out_n, const unsigned char *in,
                                  unsigned long long in_n, const unsigned char *key, size_t key_n);
SODIUM_API int crypto_generichash_init(crypto_generichash_state *s, const unsigned char *key,
                                       size_t key_n, size_t out_n);
/* May be called any number of times; how the input is cut does not matter. */
SODIUM_API int crypto_generichash_update(crypto_generichash_state *s, const unsigned char *in,
                                         unsigned long long in_n);
SODIUM_API int crypto_generichash_final(crypto_generichash_state *s, unsigned char *out,
                                        size_t out_n);

/* Both look at all bytes. */
SODIUM_API int sodium_is_zero(const unsigned char *bytes, size_t n);
SODIUM_API int sodium_memcmp(const void *a, const void *b, size_t n);
SODIUM_API void sodium_memzero(void *bytes, size_t n);

#endif
