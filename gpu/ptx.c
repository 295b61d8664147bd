/* The kernels as part of the program: PTX, which the driver compiles for its card. tools/gpu.sh
 * makes it. What ptxas makes of it may lie in its place, and must be aligned then: the driver has
 * nothing to compile. A build without it has empty texts, and says so when it is asked. */
#include "gpu/game.h"

#ifdef GPU_PTX_FOLDER

#define PTX(name, file)                                                                            \
    __asm__(".section .rodata\n"                                                                   \
            ".balign 16\n"                                                                         \
            ".globl " #name "\n"                                                                   \
            ".hidden " #name "\n" #name ":\n"                                                      \
            ".incbin \"" file "\"\n"                                                               \
            ".byte 0\n"                                                                            \
            ".previous\n");

PTX(gpu_ptx_arcane, GPU_PTX_FOLDER "/arcane.ptx")
PTX(gpu_ptx_quacks, GPU_PTX_FOLDER "/quacks.ptx")

#else

const char gpu_ptx_arcane[] = "";
const char gpu_ptx_quacks[] = "";

#endif
