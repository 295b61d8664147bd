/* A random one of some answers, quickly.
 *
 * Most processors count bits, and find the k-th one, by an instruction each. Programs that run on
 * all of them have to ask first, which is quicker than doing without. The first Zen processors
 * have the second instruction, but take longer for it. */
#ifndef CHARLATAN_BOTS_PICK_H
#define CHARLATAN_BOTS_PICK_H

#include "bots/policy.h"

#if defined(__x86_64__) && defined(__GNUC__)
static inline int pick_answer(uint64_t answers, uint64_t *luck)
{
    uint64_t count, bit;
    if (!__builtin_cpu_supports("bmi2") || __builtin_cpu_is("znver1") || __builtin_cpu_is("znver2"))
        return bit_nth(answers, luck_below(luck, (uint32_t)bit_count(answers)));
    __asm__("popcnt %1, %0" : "=r"(count) : "r"(answers) : "cc");
    bit = (uint64_t)1 << luck_below(luck, (uint32_t)count);
    __asm__("pdep %2, %1, %0" : "=r"(bit) : "r"(bit), "r"(answers));
    return bit_lowest(bit);
}
#else
static inline int pick_answer(uint64_t answers, uint64_t *luck)
{
    return bit_nth(answers, luck_below(luck, (uint32_t)bit_count(answers)));
}
#endif

#endif
