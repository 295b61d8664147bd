/* The policy of games without rules of thumb: a random answer. */
#include "bots/policy.h"

int random_policy(const void *state, int seat, uint64_t answers, uint64_t *luck)
{
    (void)state;
    (void)seat;
    return bit_nth(answers, luck_below(luck, (uint32_t)bit_count(answers)));
}
