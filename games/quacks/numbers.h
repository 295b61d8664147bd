/* The numbers of the Quacks that a table may change as a struct, and how the rules ask for them. */
#ifndef CHARLATAN_GAMES_QUACKS_NUMBERS_H
#define CHARLATAN_GAMES_QUACKS_NUMBERS_H

#include "games/quacks/quacks.h"

/* Another game has a header like this one, and a file may include both. */
#undef NUMBERS_DEF
#undef NUMBERS_STRUCT
#undef NUMBERS_NAME
#undef NUMBERS_STANDARD
#define NUMBERS_DEF "games/quacks/numbers.def"
#define NUMBERS_STRUCT quacks_numbers
#define NUMBERS_NAME(member) QN_##member
#define NUMBERS_STANDARD quacks_standard_numbers
#include "engine/numbers_def.h"

extern const struct numbers_form quacks_numbers_form;

/* Only for states with an id. */
static inline const struct quacks_numbers *quacks_changed_numbers(const struct quacks_state *s)
{
    return (const struct quacks_numbers *)(const void *)numbers_at(s->numbers);
}

/* A number in force. For games by the standard numbers it is a constant behind one branch that is
 * always predicted. */
#define NUMBER_OF(s, member)                                                                       \
    (__builtin_expect((s)->numbers != 0, 0) ? (int)quacks_changed_numbers(s)->member               \
                                            : (int)QN_##member)

/* An entry of a list, counted from 0. */
#define NUMBER_IN(s, member, i)                                                                    \
    (__builtin_expect((s)->numbers != 0, 0) ? (int)quacks_changed_numbers(s)->member[i]            \
                                            : (int)quacks_standard_numbers()->member[i])

#endif
