/* Reads lines `game players mix seed` and prints each with the hash of that game. */
#include <inttypes.h>
#include <stdio.h>

#include "tests/hashes/hashes.h"

int main(void)
{
    int game, players, mix;
    uint64_t seed;
    while (scanf("%d %d %d %" SCNu64, &game, &players, &mix, &seed) == 4)
        printf("%d %d %d %" PRIu64 " %016" PRIx64 "\n", game, players, mix, seed,
               hashes_run(game, seed, players, mix));
    return 0;
}
