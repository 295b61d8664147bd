/* The memory functions that the rules need, for WebAssembly without a libc. With -mbulk-memory the
 * first three become one instruction each; without it they would call themselves. */
#include "engine/port.h"

#ifndef __wasm_bulk_memory__
#error "compile with -mbulk-memory"
#endif

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    return __builtin_memcpy(to, from, n);
}

void *memmove(void *to, const void *from, size_t n)
{
    return __builtin_memmove(to, from, n);
}

void *memset(void *to, int byte, size_t n)
{
    return __builtin_memset(to, byte, n);
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}
