/* The files of weights as part of the program. The assembler puts them there: as C they would take
 * the compiler a minute. */
#include "bots/learned/weights.h"

#define WEIGHTS(name, file)                                                                        \
    __asm__(".section .rodata\n"                                                                   \
            ".balign 64\n"                                                                         \
            ".globl " #name "_from\n"                                                              \
            ".hidden " #name "_from\n" #name "_from:\n"                                            \
            ".incbin \"" file "\"\n"                                                               \
            ".globl " #name "_to\n"                                                                \
            ".hidden " #name "_to\n" #name "_to:\n"                                                \
            ".byte 0\n"                                                                            \
            ".previous\n");                                                                        \
    extern const uint8_t name##_from[], name##_to[];

WEIGHTS(weights_arcane_net, WEIGHTS_FOLDER "/arcane.net")

struct weights weights_arcane(void)
{
    struct weights w = {weights_arcane_net_from,
                        (uintptr_t)weights_arcane_net_to - (uintptr_t)weights_arcane_net_from};
    return w;
}

WEIGHTS(weights_quacks_net, WEIGHTS_FOLDER "/quacks.net")

struct weights weights_quacks(void)
{
    struct weights w = {weights_quacks_net_from,
                        (uintptr_t)weights_quacks_net_to - (uintptr_t)weights_quacks_net_from};
    return w;
}
