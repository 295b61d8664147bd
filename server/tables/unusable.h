/* Tables whose logs cannot be used (unusable.c). */
#ifndef CHARLATAN_SERVER_TABLES_UNUSABLE_H
#define CHARLATAN_SERVER_TABLES_UNUSABLE_H

#include <stdint.h>

struct refusal;
struct server;

/* Sets a table aside whose log is invalid from entry n on. Returns 1 if that was not known. */
int unusable_add(struct server *s, const char *id, uint32_t n, const struct refusal *why);
/* Why the table is set aside; NULL: it is not. */
const struct refusal *unusable_why(const struct server *s, const char *id);
/* It was read well, or may be by now. It need not have been set aside. */
void unusable_remove(struct server *s, const char *id);
/* Forgets them all, at the end. */
void unusable_free(struct server *s);

#endif
