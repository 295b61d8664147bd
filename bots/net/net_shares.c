/* Shares from a net's outputs; see net_shares.h. */
#include "bots/net/net_shares.h"

#include "bots/net/net.h"

/* Between two of the table's 64 steps it is a straight line. */
uint32_t net_half_by(uint32_t d)
{
    static const uint32_t table[65] = {
        65536, 64830, 64132, 63441, 62757, 62081, 61413, 60751, 60097, 59449, 58809, 58176, 57549,
        56929, 56316, 55709, 55109, 54515, 53928, 53347, 52773, 52204, 51642, 51085, 50535, 49991,
        49452, 48920, 48393, 47871, 47356, 46846, 46341, 45842, 45348, 44859, 44376, 43898, 43425,
        42958, 42495, 42037, 41584, 41136, 40693, 40255, 39821, 39392, 38968, 38548, 38133, 37722,
        37316, 36914, 36516, 36123, 35734, 35349, 34968, 34591, 34219, 33850, 33486, 33125, 32768};
    uint32_t step = d >> 6 & 63, rest = d & 63, whole = d >> 12;
    if (whole > 16)
        return 0;
    return (table[step] - ((table[step] - table[step + 1]) * rest >> 6)) >> whole;
}

/* The best seat has the full part, so the sum is never 0. Rounded, so shares may add up to a little
 * more or less than 65536. */
void net_shares(const int32_t *outputs, int players, uint32_t *share)
{
    int32_t best = outputs[0];
    uint64_t sum = 0;
    for (int i = 1; i < players; i++)
        best = outputs[i] > best ? outputs[i] : best;
    for (int i = 0; i < players; i++)
        sum += share[i] = net_half_by((uint32_t)(((int64_t)best - outputs[i]) >> (NET_UNIT - 12)));
    for (int i = 0; i < players; i++)
        share[i] = (uint32_t)(((uint64_t)share[i] * 65536 + sum / 2) / sum);
}
