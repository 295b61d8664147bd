/* Prints a line `form hash` for each form of the net that this processor can do: native WEIGHTS
 * VECTORS. */
#include <inttypes.h>
#include <stdio.h>

#include "tests/bits/bits.h"

static size_t read_whole(const char *name, int room)
{
    FILE *file = fopen(name, "rb");
    size_t bytes = file ? fread(bits_room(room), 1, 4 << 20, file) : 0;
    if (file)
        fclose(file);
    return bytes;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    size_t weights = read_whole(argv[1], 0), vectors = read_whole(argv[2], 1);
    for (int i = 0; bits_form(i); i++)
        printf("%s %016" PRIx64 "\n", bits_form(i),
               bits_hash(i, bits_room(0), weights, bits_room(1), vectors));
    return 0;
}
