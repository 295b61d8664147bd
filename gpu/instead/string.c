/* The memory functions of gpu/instead/string.h. Words where both sides lie on words. */
#include <stdint.h>
#include <string.h>

/* Both addresses; a remainder of fewer than 4 bytes is copied singly. */
static int on_words(const void *a, const void *b)
{
    return (((uintptr_t)a | (uintptr_t)b) & 3) == 0;
}

/* In parentheses, because string.h has a macro of this name. */
void *(memcpy)(void *restrict to, const void *restrict from, size_t n)
{
    uint8_t *a = to;
    const uint8_t *b = from;
    size_t i = 0;
    if (on_words(to, from))
        for (; i + 4 <= n; i += 4)
            *(uint32_t *)(void *)(a + i) = *(const uint32_t *)(const void *)(b + i);
    for (; i < n; i++)
        a[i] = b[i];
    return to;
}

/* Words first, then the rest; `byte` is cut to 8 bits. */
void *memset(void *to, int byte, size_t n)
{
    uint8_t *a = to;
    size_t i = 0;
    if (on_words(to, to))
        for (; i + 4 <= n; i += 4)
            *(uint32_t *)(void *)(a + i) = (uint8_t)byte * 0x01010101u;
    for (; i < n; i++)
        a[i] = (uint8_t)byte;
    return to;
}

/* Unsigned bytes, as in C; only whether it is 0 matters to the rules. */
int memcmp(const void *a, const void *b, size_t n)
{
    const uint8_t *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* Byte by byte: the rules move only a few of them. */
void *memmove(void *to, const void *from, size_t n)
{
    uint8_t *a = to;
    const uint8_t *b = from;
    if (a < b)
        for (size_t i = 0; i < n; i++)
            a[i] = b[i];
    else
        for (size_t i = n; i-- > 0;)
            a[i] = b[i];
    return to;
}
