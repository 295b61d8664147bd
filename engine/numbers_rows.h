/* Makes the rows of a game's numbers.def, for its numbers_form. Include it once, in the file with
 * the form, after the game's numbers.h, whose macros it uses. */
#include <stddef.h>

enum {
#define NUMBER(member, key, standard, least, most, rule, text) NUMBERS_ROW_##member,
#define NUMBERS(member, count, from, key, least, most, rule, text, ...) NUMBERS_ROW_##member,
#define NAMED NUMBERS
#include NUMBERS_DEF
#undef NUMBER
#undef NUMBERS
#undef NAMED
    NUMBERS_ROWS,
    NUMBERS_ALL = sizeof(struct NUMBERS_STRUCT) / sizeof(uint16_t)
};

_Static_assert((int)NUMBERS_ALL <= (int)NUMBERS_VALUES, "within the size of all readers");

#define NUMBERS_PLACE(member) (uint16_t)(offsetof(struct NUMBERS_STRUCT, member) / sizeof(uint16_t))

static const struct number_row *numbers_row(int row)
{
    static const struct number_row rows[NUMBERS_ROWS] = {
#define NUMBER(member, key, standard, least, most, rule, text)                                     \
    {key, rule, text, NUMBERS_PLACE(member), 0, 0, least, most, NULL},
#define NUMBERS(member, count, from, key, least, most, rule, text, ...)                            \
    {key, rule, text, NUMBERS_PLACE(member), count, from, least, most, NULL},
#define NAMED(member, count, name, key, least, most, rule, text, ...)                              \
    {key, rule, text, NUMBERS_PLACE(member), count, 0, least, most, name},
#include NUMBERS_DEF
#undef NUMBER
#undef NUMBERS
#undef NAMED
    };
    return &rows[row];
}

static const uint16_t *numbers_standard(void)
{
    return (const uint16_t *)NUMBERS_STANDARD();
}
