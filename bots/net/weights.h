/* The files of weights that are part of the program; learn/README.md says which command made
 * each. */
#ifndef CHARLATAN_BOTS_NET_WEIGHTS_H
#define CHARLATAN_BOTS_NET_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

struct weights {
    /* Aligned to 64 bytes. */
    const uint8_t *bytes;
    size_t count;
};

/* For a game x with a net: weights_x, the file bots/net/x.net in the form of bots/net/net.h; and
 * x_net_check, whether the weights are whole and were learned with the rows of this program. It
 * returns NULL, or what is wrong. */
#define NET(x)                                                                                     \
    struct weights weights_##x(void);                                                              \
    const char *x##_net_check(void);
#include "games/games.def"

#endif
