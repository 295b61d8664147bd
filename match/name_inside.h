/* Names that people give; for match/ alone. */
#ifndef CHARLATAN_MATCH_NAME_INSIDE_H
#define CHARLATAN_MATCH_NAME_INSIDE_H

#include "match/name.h"
#include "match/seat.h"

struct entry;
struct match;
struct refusal;

/* Reads and trims a person's name. Returns 0, or -1 if it is empty, too long or not plain text. */
int name_read(const char *text, char name[MATCH_NAME + 1]);
/* Refuses a name that looks like that of somebody else at the table (alike.c). */
int name_may_be_taken(const struct match *m, const struct entry *e, struct refusal *why);
/* Returns 1 for valid UTF-8 without control, invisible or direction-changing characters. */
int text_is_plain(const char *text);

#endif
