/* Weights that a page hands in, in place of those that are part of the program (bots/net); see
 * weights.h. */
#include "wasm/weights.h"

#include <stdlib.h>
#include <string.h>

#include "bots/net/weights.h"
#include "bots/net/net.h"
#include "engine/game.h"
#include "wire/games.h"

/* The net's code asks weights_GAME() for its bytes; here that is whatever was handed in last, or
 * nothing. */
#define NET(x)                                                                                     \
    static struct weights x;                                                                       \
    struct weights weights_##x(void)                                                               \
    {                                                                                              \
        return x;                                                                                  \
    }
#include "games/games.def"

/* One row for each game with a net; `kept` is the static above that the net's code reads. */
static const struct net_of_game {
    const struct game *game;
    struct weights *kept;
    const char *(*check)(void);
} nets[] = {
#define NET(x) {&x##_game, &x, x##_net_check},
#include "games/games.def"
};

/* Replaces what was kept; n = 0 drops it. Aligned as the net's vectors want it, in size, too, which
 * aligned_alloc demands. Without memory nothing is kept. */
static void keep(struct weights *kept, const void *bytes, size_t n)
{
    free((void *)(uintptr_t)kept->bytes);
    uint8_t *copy =
        n ? aligned_alloc(NET_ALIGN, (n + NET_ALIGN - 1) / NET_ALIGN * NET_ALIGN) : NULL;
    *kept = (struct weights){copy, copy ? n : 0};
    if (copy)
        memcpy(copy, bytes, n);
}

/* The check needs the new bytes in place, so after a failure the old ones are gone as well. */
int weights_take(const struct game *g, const void *bytes, size_t n)
{
    for (size_t i = 0; i < sizeof nets / sizeof nets[0]; i++) {
        if (nets[i].game != g)
            continue;
        keep(nets[i].kept, bytes, n);
        if (!nets[i].check())
            return 0;
        keep(nets[i].kept, NULL, 0);
        return -1;
    }
    return -1;
}

/* 0 for a game without a net: there is nothing to wait for. */
int weights_missing(const struct game *g)
{
    for (size_t i = 0; i < sizeof nets / sizeof nets[0]; i++)
        if (nets[i].game == g)
            return !nets[i].kept->bytes;
    return 0;
}
