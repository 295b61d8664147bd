/* What differs from the standard rules at a table that plays by other numbers (wire/numbers.h). */
#ifndef CHARLATAN_TUI_NUMBERS_PAGE_H
#define CHARLATAN_TUI_NUMBERS_PAGE_H

#include "tui/face.h"

/* Prints every number that differs, or nothing at a table with the standard numbers. */
void numbers_page(const struct board_showing *s);
/* Only those of a rule such as A8.5, or of a chapter such as A8. `s` may be NULL: no table. */
void numbers_page_of(const struct board_showing *s, const char *rule);

#endif
