/* Which names people may have (name.c). */
#ifndef CHARLATAN_MATCH_NAME_H
#define CHARLATAN_MATCH_NAME_H

/* Whether a name has only visible characters, as new names must. Names in older logs may have
 * others. */
int name_is_visible(const char *name);
/* Whether a log may have the name: 1 to 40 characters, none of them odd, no spaces around them. */
int name_is_clean(const char *name);

#endif
