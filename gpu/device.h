/* What kernels need of the machine they run on: a GPU, or the host, which runs the same kernels
 * thread after thread.
 *
 * A kernel is a row of phases. In a phase every thread of the block does its part; between two
 * phases all of them meet. On the host a phase is a loop over the threads. So what a thread keeps
 * from one phase to the next lies in shared memory, never in a variable, and `continue` ends a
 * thread's part. PHASE meets with the block, WARP_PHASE only with the 32 threads of the warp: for
 * phases that touch nothing of other warps. */
#ifndef CHARLATAN_GPU_DEVICE_H
#define CHARLATAN_GPU_DEVICE_H

#ifdef __NVPTX__
#include "gpu/device_ptx.h"
#else
#include "gpu/device_host.h"
#endif

#endif
