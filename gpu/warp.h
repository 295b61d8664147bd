/* A warp: the threads of a block that step together. */
#ifndef CHARLATAN_GPU_WARP_H
#define CHARLATAN_GPU_WARP_H

#include <stdint.h>

enum { GPU_WARP = 32 };

/* Loaded and stored at once. */
typedef uint32_t gpu_four __attribute__((vector_size(16)));

#endif
