/* Random bytes in a page: those of crypto.getRandomValues; see sodium.h. */
#include "wasm/sodium.h"

__attribute__((import_module("host"), import_name("random"))) void host_random(void *bytes,
                                                                               size_t n);

void randombytes_buf(void *bytes, size_t n)
{
    host_random(bytes, n);
}

/* Numbers that would make some results likelier are drawn again. */
uint32_t randombytes_uniform(uint32_t below)
{
    uint32_t number, least = below ? (0 - below) % below : 0;
    do
        host_random(&number, sizeof number);
    while (number < least);
    return below ? number % below : 0;
}
