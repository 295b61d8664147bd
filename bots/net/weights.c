/* The files of weights as part of the program. The assembler puts them there: as C they would take
 * the compiler a minute. */
#include "bots/net/weights.h"

#define NET(x)                                                                                     \
    __asm__(".section .rodata\n"                                                                   \
            ".balign 64\n"                                                                         \
            ".globl weights_" #x "_from\n"                                                         \
            ".hidden weights_" #x "_from\nweights_" #x "_from:\n"                                  \
            ".incbin \"" WEIGHTS_FOLDER "/" #x ".net\"\n"                                          \
            ".globl weights_" #x "_to\n"                                                           \
            ".hidden weights_" #x "_to\nweights_" #x "_to:\n"                                      \
            ".byte 0\n"                                                                            \
            ".previous\n");                                                                        \
    extern const uint8_t weights_##x##_from[], weights_##x##_to[];                                 \
    struct weights weights_##x(void)                                                               \
    {                                                                                              \
        struct weights w = {weights_##x##_from,                                                    \
                            (uintptr_t)weights_##x##_to - (uintptr_t)weights_##x##_from};          \
        return w;                                                                                  \
    }
#include "games/games.def"
