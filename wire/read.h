/* Readers of JSON values. Where nothing else is said, each returns 0, or -1 with the place and the
 * reason in `why`; `place` is the path that the refusal names.
 *
 * Jansson has parsed the text, strictly: without duplicate keys, to a limited depth. */
#ifndef CHARLATAN_WIRE_READ_H
#define CHARLATAN_WIRE_READ_H

#include <jansson.h>
#include <stdint.h>

struct refusal;

/* Reads a whole number from `least` to `most`; `to` is only set if it is one. */
int read_int(const json_t *value, const char *place, int least, int most, int *to,
             struct refusal *why);
/* Reads a seed in one of its two forms (hex.h). */
int seed_read_json(const json_t *value, uint8_t seed[32], struct refusal *why);
/* Reads true or false, and no number in place of them. */
int read_bool(const json_t *value, const char *place, int *to, struct refusal *why);
/* Reads a member that must be there, true or false, into a byte. */
int read_flag(const json_t *object, const char *key, uint8_t *to, struct refusal *why);
/* Reads a list of seats below `players` into a set; what is not a list has no seats. */
int read_seat_set(const json_t *list, const char *place, int players, uint8_t *to,
                  struct refusal *why);
/* Refuses the first key of `object` that is not one of the names. */
int only_keys(const json_t *object, const char *place, const char *const *names,
              struct refusal *why);
/* Refuses a key, and names one that may be meant. Returns -1. */
int refuse_key(const char *place, const char *key, const char *const *names, struct refusal *why);
/* How many keys of `object` are not one of the names. */
unsigned unknown_keys(const json_t *object, const char *const *names);
/* Looks at the options of a game as read_options gets them. Returns 1 if there are any to read, 0
 * if there are none, -1 if they are not an object or have a key that is not one of the names. */
int options_given(const json_t *options, const char *const *names, struct refusal *why);

/* TEXT_FAR: as far apart as texts can be. */
enum { TEXT_FAR = 80 };
/* How many letters must be changed, added or dropped to turn a into b: TEXT_FAR if one of them has
 * so many. It finds the name that was meant. */
int text_distance(const char *a, const char *b);

#endif
