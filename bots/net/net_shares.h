/* Shares from a net's outputs, in whole numbers. */
#ifndef CHARLATAN_BOTS_NET_NET_SHARES_H
#define CHARLATAN_BOTS_NET_NET_SHARES_H

#include <stdint.h>

/* 2 to the power of -d, in parts of 65536; d is in parts of 4096. */
uint32_t net_half_by(uint32_t d);
/* Win shares in parts of 65536. The outputs are logarithms to base 2, less a number that is the
 * same for all seats; they count in parts of 1 << NET_UNIT. */
void net_shares(const int32_t *outputs, int players, uint32_t *share);

#endif
