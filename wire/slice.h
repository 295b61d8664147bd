/* Parts of the heads of HTTP messages, for either end: tokens, lists, fields. What two programs
 * could read in two ways is refused. */
#ifndef CHARLATAN_WIRE_SLICE_H
#define CHARLATAN_WIRE_SLICE_H

#include <stddef.h>
#include <stdint.h>

/* A part of a text of somebody else's, without a zero at its end; valid as long as that text. */
struct slice {
    const char *at;
    size_t n;
};

/* Small and capital letters are the same. */
int slice_is(struct slice s, const char *text);
/* Copies a slice; "" if it is too long. */
void slice_copy(char *to, size_t room, struct slice s);
/* The length of the token that the slice begins with. */
size_t slice_token(struct slice s);
/* Takes the next member off a list with commas. 0: there is none. */
int slice_next(struct slice *list, struct slice *one);
/* Whether one of the members of a list is this, as slice_is. */
int slice_has(struct slice list, const char *member);
/* Reads a number: up to 18 digits and nothing else. Returns 0 or -1. */
int slice_number(struct slice s, uint64_t *number);
/* Splits a line, without its end, into a name and a value. Returns 0 or -1. */
int slice_field(struct slice line, struct slice *name, struct slice *value);

#endif
