/* Reads and writes seeds. */
#include "wire/seed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int seed_read_hex(const char *text, uint8_t seed[32])
{
    static const char digits[] = "0123456789abcdef";
    if (strlen(text) != 64)
        return -1;
    for (int i = 0; i < 64; i++) {
        const char *at = strchr(digits, text[i] | 32);
        if (text[i] < '0' || !at)
            return -1;
        seed[i / 2] = (uint8_t)(seed[i / 2] << 4 | (at - digits));
    }
    return 0;
}

void seed_from_number(uint64_t number, uint8_t seed[32])
{
    memset(seed, 0, 32);
    for (int i = 31; i >= 24; i--, number >>= 8)
        seed[i] = (uint8_t)number;
}

int seed_read_text(const char *text, uint8_t seed[32])
{
    char *end;
    if (seed_read_hex(text, seed) == 0)
        return 0;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (errno || text[0] < '0' || text[0] > '9' || *end || number >> 63)
        return -1;
    seed_from_number(number, seed);
    return 0;
}

void seed_write_hex(const uint8_t *bytes, int n, char *text)
{
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < n; i++) {
        *text++ = digits[bytes[i] >> 4];
        *text++ = digits[bytes[i] & 15];
    }
    *text = '\0';
}
