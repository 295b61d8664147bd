/* The files of weights that are part of the program; learn/README.md says which command made
 * each. */
#ifndef CHARLATAN_BOTS_LEARNED_WEIGHTS_H
#define CHARLATAN_BOTS_LEARNED_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

struct weights {
    /* Aligned to 64 bytes. */
    const uint8_t *bytes;
    size_t count;
};

/* bots/learned/arcane.net and quacks.net, in the form of bots/net.h. */
struct weights weights_arcane(void);
struct weights weights_quacks(void);

#endif
