/* Makes a struct and constants of a game's numbers.def. Include it in the game's own numbers.h,
 * after defining what it needs:
 *   NUMBERS_DEF      the file, such as "games/quacks/numbers.def"
 *   NUMBERS_STRUCT   the struct's name, such as quacks_numbers
 *   NUMBERS_NAME(m)  the constant that is the standard of a single number, such as QN_##m
 *   NUMBERS_STANDARD the function that returns the standard numbers
 * The rows of the file are:
 *   NUMBER(member, key, standard, least, most, rule, text)
 *   NUMBERS(member, count, from, key, least, most, rule, text, standard values...)
 *   NAMED(member, count, name, key, least, most, rule, text, standard values...)
 * A list's entries have numbers from `from` on, or names, which the function `name` gives.
 * Every member is a uint16_t or an array of them, so the struct is the list of all values. */
#include "engine/numbers.h"

struct NUMBERS_STRUCT {
#define NUMBER(member, key, standard, least, most, rule, text) uint16_t member;
#define NUMBERS(member, count, from, key, least, most, rule, text, ...) uint16_t member[count];
#define NAMED NUMBERS
#include NUMBERS_DEF
#undef NUMBER
#undef NUMBERS
#undef NAMED
};

/* The standard of every single number. */
enum {
#define NUMBER(member, key, standard, least, most, rule, text) NUMBERS_NAME(member) = standard,
#define NUMBERS(member, count, from, key, least, most, rule, text, ...)
#define NAMED NUMBERS
#include NUMBERS_DEF
#undef NUMBER
#undef NUMBERS
#undef NAMED
};

/* Inline, so that code for devices has the table too. */
static inline const struct NUMBERS_STRUCT *NUMBERS_STANDARD(void)
{
    static const struct NUMBERS_STRUCT standard = {
#define NUMBER(member, key, standard, least, most, rule, text) standard,
#define NUMBERS(member, count, from, key, least, most, rule, text, ...) {__VA_ARGS__},
#define NAMED NUMBERS
#include NUMBERS_DEF
#undef NUMBER
#undef NUMBERS
#undef NAMED
    };
    return &standard;
}
