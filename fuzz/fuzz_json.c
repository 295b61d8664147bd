/* Fuzzes the JSON that WebAssembly has in place of Jansson: both must read the same, or refuse the same. */
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
