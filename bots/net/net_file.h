/* Whether a file of weights is whole and was learned for what the program looks at now. */
#ifndef CHARLATAN_BOTS_NET_NET_FILE_H
#define CHARLATAN_BOTS_NET_NET_FILE_H

#include "bots/net/weights.h"
#include "bots/net/net.h"
#include "bots/net/net_inputs.h"
#include "engine/game.h"

/* What a game's net is made for. `rows` are what it looks at: `places` cells at a time. */
struct net_fit {
    const struct game *game;
    struct net_rows rows;
    uint32_t outputs, places;
};

/* Opens the net of a file. Returns NULL, or a sentence: it cannot be used. */
const char *net_file_read(struct net *net, const struct weights *file, const struct net_fit *fit);
/* Also checks what takes longer: hashes, numbers, rows. `first` has room for fit->places. */
const char *net_file_check(const struct weights *file, const struct net_fit *fit, uint16_t *first);

#endif
