/* What kernels have for <string.h>: a GPU has no library. */
#ifndef CHARLATAN_GPU_INSTEAD_STRING_H
#define CHARLATAN_GPU_INSTEAD_STRING_H

#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memmove(void *to, const void *from, size_t n);

/* A GPU loads words only from addresses that are multiples of their size, and the compiler does
 * not know that of states: it would load bytes. Eight bytes are two words, or three that are
 * shifted; less than that, and all that is not constant, goes the usual way. */
static inline void *copy_8(void *to, const void *from)
{
    uint32_t off = (uint32_t)(uintptr_t)from & 3, shift = 8 * off;
    const uint32_t *at = (const uint32_t *)((const uint8_t *)from - off);
    uint64_t both = at[0] | (uint64_t)at[1] << 32;
    if (shift)
        both = both >> shift | (uint64_t)at[2] << (64 - shift);
    return __builtin_memcpy(to, &both, 8);
}
#define memcpy(to, from, n)                                                                        \
    (__builtin_constant_p(n) && (n) == 8    ? copy_8(to, from)                                     \
     : __builtin_constant_p(n) && (n) <= 32 ? __builtin_memcpy(to, from, n)                        \
                                            : (memcpy)(to, from, n))

#endif
