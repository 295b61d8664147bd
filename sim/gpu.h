/* Deals whose answers a GPU chooses: it plays the games ahead of the threads, which then
 * play the same answers and measure. */
#ifndef CHARLATAN_SIM_GPU_H
#define CHARLATAN_SIM_GPU_H

#include <stdint.h>

struct sim_gpu;
struct refusal;
struct sim_plan;

/* Opens a GPU, or the processor in its place (-1). Returns NULL and says why in `why`: there is no
 * GPU, or it cannot play what is planned. `number` counts GPUs from 0. Freed by sim_gpu_close. */
struct sim_gpu *sim_gpu_open(const struct sim_plan *p, int number, struct refusal *why);
/* Frees it; no thread measures any more. NULL is allowed. */
void sim_gpu_close(struct sim_gpu *c);

/* The answers of all games of a deal, from now until sim_gpu_done: see sim_gpu_answers. Threads may
 * wait here for the GPU. */
void sim_gpu_take(struct sim_gpu *c, int64_t deal);
/* Every deal that was taken is given back by the thread that took it. */
void sim_gpu_done(struct sim_gpu *c, int64_t deal);
/* The answers of one game of a deal that was taken, or NULL if they were too many to be kept. One
 * byte an answer, in the order of the game; lent until sim_gpu_done. */
const uint8_t *sim_gpu_answers(const struct sim_gpu *c, int64_t deal, int setting, int seating);

#endif
