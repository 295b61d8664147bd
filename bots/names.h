/* The names bots have at tables (names.def). A bot's level, such as "medium", says how it plays;
 * its name says who sits there. */
#ifndef CHARLATAN_BOTS_NAMES_H
#define CHARLATAN_BOTS_NAMES_H

#include <stdint.h>

/* A name that differs from the `n` names in `taken`, in both languages, and begins with another
 * letter than each of them if there is such a name. Which one depends on `table`, a number that
 * everybody at the table knows; entries of `taken` may be NULL or "". */
const char *bot_given_name(uint32_t table, const char *const taken[], int n);

/* The rows: NULL after the last. */
const char *bot_name_at(int row, int german);
/* What a bot of this name is called in German; the same name if it is none of the list. */
const char *bot_name_in_german(const char *english);
/* What stands in the German client instead of a level, a title or the name of a kind of bot: NULL
 * after the last. */
const char *bot_german_at(int row);

#endif
