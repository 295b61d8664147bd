/* The numbers of a game as JSON: the option `numbers`, numbers files, their schema, and the list of
 * what differs from the standard rules. Everything is made of the rows of the game's numbers.def
 * (engine/numbers.h). */
#ifndef CHARLATAN_WIRE_NUMBERS_H
#define CHARLATAN_WIRE_NUMBERS_H

#include <jansson.h>

#include "engine/game.h"
#include "engine/numbers.h"

struct game_json;
struct writer;

/* ---- the option ---- */

/* For a game's read_options: reads the member `numbers`, if there is one, and makes the state play
 * by it. Must come after all options that numbers are checked against. Keys that are not given keep
 * their standard. Returns 0, or -1 with the refusal, whose first value is the path. */
int numbers_read_option(const struct game *g, void *state, const json_t *options,
                        struct refusal *why);
/* Checks format, version and members of a whole numbers file; paths of refusals begin with `place`,
 * "" or "numbers". 0, or -1 with the refusal. */
int numbers_head(const json_t *file, const char *place, struct refusal *why);
/* For a game whose options have cards: those of `cards`, or of a whole numbers file in `numbers`;
 * NULL if there are none. 0, or -1 with the refusal if there are both. */
int numbers_cards(const json_t *options, const json_t **cards, struct refusal *why);
/* For a game's write_options: writes the member, unless the state plays by the standard numbers. */
void numbers_write_option(const struct game *g, const void *state, struct writer *w);

/* Reads an object of numbers: the standard ones where it says nothing. */
int numbers_read(const struct numbers_form *f, const json_t *object, int players, uint16_t *values,
                 struct refusal *why);
/* Writes one whole object with what differs from the standard: of a list only those entries, as an
 * object by index. With `all`, everything, lists as lists. */
void numbers_write(const struct numbers_form *f, const uint16_t *values, int all, struct writer *w);
/* XXH64 of what numbers_write writes without `all`. */
uint64_t numbers_hash(const struct numbers_form *f, const uint16_t *values);

/* The name of a list's entry, as in JSON. Returns buf. */
char *number_entry_name(const struct number_row *row, int entry, char buf[NUMBERS_KEY]);

/* ---- differences ---- */

struct number_difference {
    const struct number_row *row;
    /* With its index, such as "spaces.coins.10". */
    char key[2 * NUMBERS_KEY];
    int standard, now;
    /* The key of the number because of which it has no effect, or NULL. */
    const char *idle;
    /* For numbers_differ. */
    int next;
};

/* Goes through what differs: start with a difference that is all zero; returns 0 after the last. */
int numbers_differ(const struct numbers_form *f, const uint16_t *values,
                   struct number_difference *d);
enum { DIFFERENCE_WORDS = 500 };
/* The difference as a sentence, with its rule in such brackets. Returns buf. */
char *number_difference_text(const struct number_difference *d, const char brackets[2],
                             char buf[DIFFERENCE_WORDS]);
/* Writes a list of objects: key, standard, now, rule, text; idle where it has no effect. */
void numbers_write_differences(const struct numbers_form *f, const uint16_t *values,
                               struct writer *w);

/* A standard value, or a whole list of them, that has no effect beside the values that differ. */
struct number_idled {
    char key[2 * NUMBERS_KEY];
    const char *because;
    /* For numbers_idled. */
    int next;
};

/* Goes through them: start with one that is all zero; returns 0 after the last. */
int numbers_idled(const struct numbers_form *f, const uint16_t *values, struct number_idled *d);
/* Writes a list of objects: key, because. */
void numbers_write_idled(const struct numbers_form *f, const uint16_t *values, struct writer *w);

/* ---- files (wire/numbers_file.c) ---- */

/* Reads a numbers file. Returns an object of options: `numbers`, and `cards` if the file has them;
 * or NULL with a refusal that begins with line and column. The values are checked for as many
 * players; 0: for the fewest. *json is the game that it is for. */
json_t *numbers_read_file(const char *text, size_t n, int players, const struct game_json **json,
                          struct refusal *why);
/* Writes a whole file, with everything or with what differs. */
void numbers_write_file(const struct game *g, const uint16_t *values, int all, struct writer *w);
/* Writes the JSON Schema of the game's files. */
void numbers_write_schema(const struct game *g, struct writer *w);
/* Writes the table of docs/numbers.md: key, standard, range, rule, meaning. */
void numbers_write_table(const struct game *g, struct writer *w);

#endif
