/* Answers drawn by softmax over their worth: how a bot plays below its best without blunders that
 * nobody would make. An answer that is worth one temperature less than the best is given e times
 * less often.
 *
 * Worths and temperature are whole numbers in the same unit, hundredths of gold, of a point, or of
 * the net's own unit. Only whole numbers are computed with, so every platform draws the same
 * answer. */
#ifndef CHARLATAN_BOTS_SOFTMAX_H
#define CHARLATAN_BOTS_SOFTMAX_H

#include <stdint.h>

/* One of `answers`, which is not 0. `worth` has an entry for each of them; the temperature is at
 * least 1. */
int temper_pick(uint64_t answers, const int64_t worth[64], uint32_t temperature, uint64_t *luck);

/* How often an answer is given that is worth `less` than the best, in parts of 1 << 24. */
uint32_t temper_weight(uint64_t less, uint32_t temperature);

#endif
