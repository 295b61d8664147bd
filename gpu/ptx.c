/* The kernels as part of the program: PTX, which the driver compiles for its GPU. tools/gpu.sh
 * makes it. What ptxas makes of it may lie in its place, and must be aligned then: the driver has
 * nothing to compile. A build without it has empty texts, and says so when it is asked. */

#ifdef GPU_PTX_FOLDER

/* The byte behind the file ends the text: the driver takes PTX as a string. */
#define PTX(name, file)                                                                            \
    __asm__(".section .rodata\n"                                                                   \
            ".balign 16\n"                                                                         \
            ".globl " #name "\n"                                                                   \
            ".hidden " #name "\n" #name ":\n"                                                      \
            ".incbin \"" file "\"\n"                                                               \
            ".byte 0\n"                                                                            \
            ".previous\n");

#define KERNELS(x) PTX(gpu_ptx_##x, GPU_PTX_FOLDER "/" #x ".ptx")
#include "games/games.def"

#else

#define KERNELS(x) const char gpu_ptx_##x[] = "";
#include "games/games.def"

#endif
