/* Fuzzes WebAssembly's replacement for Jansson: both must read the same value, or both must refuse
 * the text. */
#include <stdint.h>
#include <stdio.h>

#include "tests/json_compare.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *wrong = json_compare((const char *)data, size);
    if (!wrong)
        return 0;
    fprintf(stderr, "broken promise: %s\n", wrong);
    abort();
}
