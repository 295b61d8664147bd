/* Texts that say numbers of the rules: where a number stands, a text has its key in braces, and
 * text_fill puts in the number in force.
 *
 *   {explosion.limit}            7
 *   {start.rubies:ruby|rubies}   1 ruby: with what it counts, one and many
 *   {~house.turned_up}           two: as a word, up to twelve; "no" for 0
 *   {^house.turned_up}           Two
 *   {&end.rounds}                3rd
 *   {@tubes.chip.3}              blue 1: the thing that the number stands for
 *   {infamy.lap - 1}             24: from left to right, with + - * and blanks around them
 *   {a > b}                      the greater of both
 *   {box}                        a list's own key: the sum of its entries
 *   {spaces.coins,}              all entries, with commas
 *   {tubes.points.#}             # in a key: the entry of a list that the text is about
 *   {!rats.track}                how many of its values are not the standard ones
 *   {sword.three?0=nothing|50=half|{sword.three} %}
 *                                one of several texts: the last is for all other values
 *
 * Texts in braces may have braces of their own. Braces with anything else in them stay as they are.
 * web/src/fill.ts does the same for browsers. */
#ifndef CHARLATAN_ENGINE_FILL_H
#define CHARLATAN_ENGINE_FILL_H

#include "engine/numbers.h"
#include "engine/text.h"

/* The longest text with its numbers. */
enum { FILLED_MAX = 4096 };

/* The numbers that a text is filled with. */
struct fill {
    const struct numbers_form *form;
    const uint16_t *values;
    /* For keys that are no row of the form, such as those of a cards file: returns 0 if there is no
     * such number. `state` is NULL where there is no table. May be NULL. */
    int (*other)(const struct fill *by, const char *key, int *value);
    /* Adds the name of what a number stands for ({@key}); may be NULL. */
    void (*name)(struct text *t, int value);
    const void *state;
    /* 1: what the options of this table exclude is left out. */
    int at_table;
    /* What # in a key stands for. */
    int entry;
};

/* Writes the text, cut if it is longer. Returns buf. */
char *text_fill(const struct fill *by, const char *text, char buf[FILLED_MAX]);

/* Finds a row and an entry by a key such as "box", "box.white1" or "spaces.coins.5". *entry is -1
 * if the key names a whole row. Returns NULL if there is none. */
const struct number_row *number_row_named(const struct numbers_form *f, const char *key,
                                          int *entry);

#endif
