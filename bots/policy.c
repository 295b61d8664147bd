/* The policy of games without rules of thumb: a random answer. */
#include "bots/pick.h"

int random_policy(const void *state, int seat, uint64_t answers, uint64_t *luck)
{
    (void)state;
    (void)seat;
    return pick_answer(answers, luck);
}
