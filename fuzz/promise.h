/* Promises that every harness makes: a broken one is an abort, which the fuzzer reports. */
#ifndef CHARLATAN_FUZZ_PROMISE_H
#define CHARLATAN_FUZZ_PROMISE_H

#include <stdio.h>
#include <stdlib.h>

static inline void promise(int kept, const char *what)
{
    if (kept)
        return;
    fprintf(stderr, "broken promise: %s\n", what);
    abort();
}

#endif
