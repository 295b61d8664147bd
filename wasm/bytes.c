/* Bytes as hex digits, and what looks at all of them; see sodium.h. */
#include "wasm/sodium.h"
#include <string.h>

SODIUM_API char *sodium_bin2hex(char *hex, size_t room, const unsigned char *bytes, size_t n)
{
    static const char digits[] = "0123456789abcdef";
    if (room / 2 < n || room <= 2 * n)
        __builtin_trap();
    for (size_t i = 0; i < n; i++) {
        hex[2 * i] = digits[bytes[i] >> 4];
        hex[2 * i + 1] = digits[bytes[i] & 15];
    }
    hex[2 * n] = 0;
    return hex;
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

SODIUM_API int sodium_hex2bin(unsigned char *bytes, size_t room, const char *hex, size_t n,
                              const char *ignore, size_t *len, const char **end)
{
    size_t at = 0, count = 0;
    int high = -1, wrong = 0;
    for (; at < n; at++) {
        int value = hex_value(hex[at]);
        if (value < 0 && ignore && high < 0 && hex[at] && strchr(ignore, hex[at]))
            continue;
        if (value < 0)
            break;
        if (count >= room) {
            wrong = 1;
            break;
        }
        if (high >= 0)
            bytes[count++] = (unsigned char)(high << 4 | value);
        high = high < 0 ? value : -1;
    }
    if (high >= 0) {
        at--;
        wrong = 1;
    }
    if (wrong)
        count = 0;
    if (len)
        *len = count;
    if (end)
        *end = hex + at;
    else if (at != n)
        wrong = 1;
    return wrong ? -1 : 0;
}

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

SODIUM_API void sodium_memzero(void *bytes, size_t n)
{
    volatile unsigned char *at = bytes;
    for (size_t i = 0; i < n; i++)
        at[i] = 0;
}
