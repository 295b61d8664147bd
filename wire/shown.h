/* Which characters may be shown to people. Names, messages of servers and what stands in files of
 * strangers appear on terminals and in logs. There an escape sequence can do anything, a character
 * that changes the direction makes a text another one, and an invisible one hides in it. */
#ifndef CHARLATAN_WIRE_SHOWN_H
#define CHARLATAN_WIRE_SHOWN_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

struct writer;

/* Returns the character at *at and moves behind it. Returns 0 and stays at the end and where the
 * text is not valid UTF-8. */
uint32_t character_read(const char **at);
/* Control characters (C0, C1), line and paragraph separators, direction marks and zero-width
 * characters. The joiners U+200C and U+200D are none, because scripts and emoji need them. */
int character_is_odd(uint32_t c);
/* Blanks of all widths. */
int character_is_space(uint32_t c);
/* Characters that show nothing. */
int character_is_invisible(uint32_t c);
/* Those of them that belong to visible ones: joiners, variation selectors, the letters of flags. */
int character_is_companion(uint32_t c);
/* Marks above, below or around the character before them. */
int character_is_mark(uint32_t c);
/* Whether text_clean leaves the character out or makes a blank of it. */
int character_is_dropped(uint32_t c);

/* Copies what may be shown: control characters become blanks, other characters that may not be
 * shown and invalid UTF-8 are left out, and at most a few marks follow a character. Stops before a
 * character that has no room. `to` may be `from`. Returns `to`. */
char *text_clean(char *to, size_t room, const char *from);
/* Cleans a text in its place. */
void text_tidy(char *text);

/* ---- tidy.c ---- */

/* Cleans all values of a JSON text that are texts. Keys stay as they are. */
void json_tidy(json_t *json);
/* Writes lines of JSON with escapes (\u202e) for what may not be shown, so that they mean the same
 * and can be looked at. Returns 0; or -1 if control characters or invalid UTF-8 are in them, which
 * no JSON writer puts there. */
int write_shown(struct writer *w, const char *text, size_t n);

#endif
