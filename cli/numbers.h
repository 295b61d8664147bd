/* Numbers files on command lines. */
#ifndef CHARLATAN_CLI_NUMBERS_H
#define CHARLATAN_CLI_NUMBERS_H

#include <jansson.h>

#include "engine/help.h"
#include "wire/numbers.h"

struct game_json;

/* Reads a numbers file, for a game or, if it is NULL, for any. Returns the object for the option
 * `numbers`, or NULL after a message in the name of the command. The caller frees it. *json is the
 * game that the file is for. */
json_t *numbers_file(const char *command, const char *path, const struct game *g,
                     const struct game_json **json);
/* Reads a numbers file into an object of options. Returns 0, or -1 after a message. `options` gets
 * the members `numbers` and perhaps `cards`; it may hold other options, but cards only in one of
 * both. After -1 it may have been changed. */
int numbers_option(const char *command, const char *path, const struct game *g, json_t *options);
/* Prints what differs from the standard: in the rules of a chapter or below a rule (Q5, Q5.3), or
 * in all if the text names neither. Returns how many numbers that are. */
int numbers_print(const struct numbers_form *f, const uint16_t *values, const char *rule,
                  struct rule_rows rules);

#endif
