/* Numbers of the rules that a table may change: prices, limits, rewards.
 *
 * The rules know the standard numbers as constants. A state that is played by others holds only an
 * id, because the numbers themselves do not fit into 1 KiB; numbers_at gives the values that the id
 * stands for. An id, once given, means the same values as long as the process lives, so the rules
 * remain functions of their arguments. Id 0 stands for the standard numbers and is never looked up.
 *
 * Every number is a row of a game's numbers.def, and a whole number of 16 bits. The rows give the
 * struct that the rules read (engine/numbers_def.h), the JSON and its refusals, the schema, the
 * documentation and the list of differences (wire/numbers.h). */
#ifndef CHARLATAN_ENGINE_NUMBERS_H
#define CHARLATAN_ENGINE_NUMBERS_H

#include "engine/around.h"

/* The most values of a game, and the longest key with its index. */
enum { NUMBERS_VALUES = 1024, NUMBERS_KEY = 64 };

/* One number of a game, or a list of them. */
struct number_row {
    /* The path in JSON, such as "spaces.coins", the rule, and a sentence that says what it is. */
    const char *key, *rule, *text;
    /* The place of its first value among all values of the game. */
    uint16_t first;
    /* A list has `count` values, which people count from `from` on. For a single number `count` is
     * 0. */
    uint16_t count, from;
    uint16_t least, most;
    /* The names of a list's entries, such as "white1"; NULL if they have numbers. */
    const char *(*name)(int entry);
};

static inline int number_row_values(const struct number_row *row)
{
    return row->count ? row->count : 1;
}

/* The numbers of a game. */
struct numbers_form {
    int rows, values;
    /* Rows are in the order of their values. */
    const struct number_row *(*row)(int row);
    const uint16_t *(*standard)(void);
    /* Returns NULL, or a sentence that says why values, each within its range, do not go together
     * at a table of so many players; *row is then the row to change. */
    const char *(*clash)(const uint16_t *values, int players, int *row);
    /* The key of the number because of which this value of a row has no effect, or NULL. May be
     * NULL itself. */
    const char *(*idle)(const uint16_t *values, int row, int entry);
    /* The id that a state is played by, and changing it: in a state fresh from init(), with the
     * options that were read so far, before begin(). */
    uint16_t (*id)(const void *state);
    void (*play_by)(void *state, uint16_t id);
};

/* ---- for programs, never for the rules ---- */

/* The id of these values: the same for the same values. Returns 0 if there is no room for more. Any
 * thread may call it. */
uint16_t numbers_add(const uint16_t *values, int n);
/* From now on this id stands for these values, and every other id is invalid: for a process that is
 * handed states by another one, one at a time. Returns 0, or -1 if no process has such an id. */
int numbers_only(uint16_t id, const uint16_t *values, int n);
/* Makes all ids invalid. Only for programs that know that no state with an id is left. */
void numbers_forget(void);

/* The values of a state: the standard ones if it has no id. */
static inline const uint16_t *numbers_in_force(const struct numbers_form *f, const void *state)
{
    uint16_t id = f->id(state);
    return id ? numbers_at(id) : f->standard();
}

#endif
