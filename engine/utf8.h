/* Characters as UTF-8. */
#ifndef CHARLATAN_ENGINE_UTF8_H
#define CHARLATAN_ENGINE_UTF8_H

#include "engine/port.h"

/* Reads the character at `text`, of which there are `left` bytes, at least one; where a NUL ends
 * the text, 4 will do. Returns how many bytes it has. Returns 0 if it is cut short or not valid:
 * there are no overlong forms, no surrogates, and nothing above U+10FFFF. */
static inline size_t utf8_read(const char *text, size_t left, uint32_t *c)
{
    const unsigned char *at = (const unsigned char *)text;
    size_t n = *at < 0x80 ? 1 : *at < 0xc2 ? 0 : *at < 0xe0 ? 2 : *at < 0xf0 ? 3 : 4;
    if (n > left)
        return 0;
    *c = n < 2 ? *at : *at & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        *c = *c << 6 | (at[i] & 0x3f);
    }
    if ((n == 3 && (*c < 0x800 || (*c >= 0xd800 && *c < 0xe000))) ||
        (n == 4 && (*c < 0x10000 || *c > 0x10ffff || *at > 0xf4)))
        return 0;
    return n;
}

/* Writes a character. Returns how many bytes it has. */
static inline size_t utf8_write(uint32_t c, char to[4])
{
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--, c >>= 6)
        to[i] = (char)(0x80 | (c & 0x3f));
    to[0] = (char)((n < 2 ? 0 : 0xf00 >> n) | c);
    return n;
}

#endif
