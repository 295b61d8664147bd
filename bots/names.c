/* Chooses names for bots. */
#include "bots/names.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *english, *german;
} rows[] = {
#define BOT_NAME(english, german) {english, german},
#include "bots/names.def"
#undef BOT_NAME
};
/* The steps from name to name; every name is reached, because the two have no common factor. */
enum { ROWS = sizeof rows / sizeof rows[0], STEP = 11 };
_Static_assert(ROWS % STEP, "every name must be reached");

const char *bot_name_at(int row, int german)
{
    if (row >= ROWS)
        return NULL;
    return german ? rows[row].german : rows[row].english;
}

const char *bot_name_in_german(const char *english)
{
    for (int i = 0; i < ROWS; i++)
        if (strcmp(rows[i].english, english) == 0)
            return rows[i].german;
    return english;
}

const char *bot_german_at(int row)
{
    static const char *const words[] = {
#define BOT_GERMAN(words) words,
#include "bots/names_reserved.def"
#undef BOT_GERMAN
        NULL};
    return words[row];
}

static int same_letter(const char *a, const char *b)
{
    return strncasecmp(a, b, 1) == 0;
}

/* In both languages: a name that is free in one would be double for those who read the other. */
static int is_taken(uint32_t row, const char *name)
{
    return name &&
           (strcasecmp(name, rows[row].english) == 0 || strcasecmp(name, rows[row].german) == 0);
}

/* How well a name suits the table: 0 not at all, 1 if only its letter is taken, else 2. Of several
 * names taken, the worst decides. */
static int suits(uint32_t row, const char *const taken[], int n)
{
    int how = 2;
    for (int i = 0; i < n; i++) {
        if (is_taken(row, taken[i]))
            return 0;
        if (taken[i] && same_letter(taken[i], rows[row].english))
            how = 1;
    }
    return how;
}

/* Never NULL: if every name is taken, the one at `table` is given a second time. */
const char *bot_given_name(uint32_t table, const char *const taken[], int n)
{
    uint32_t row = table % ROWS, second = row;
    for (int i = 0; i < ROWS; i++, row = (row + STEP) % ROWS) {
        int how = suits(row, taken, n);
        if (how == 2)
            return rows[row].english;
        if (how > suits(second, taken, n))
            second = row;
    }
    return rows[second].english;
}
