/* Text on a terminal: paragraphs folded to its width, and lists in columns. ASCII only. */
#ifndef CHARLATAN_CLI_PAGE_H
#define CHARLATAN_CLI_PAGE_H

#include <stddef.h>

enum { PAGE_WIDTH = 80, PAGE_NARROW = 40, PAGE_WIDE = 100 };

/* Columns of the terminal, within PAGE_NARROW and PAGE_WIDE; PAGE_WIDTH where there is none. */
int page_width(void);

/* Prints words folded to the width, and a newline. The cursor stands at column `at`; every further
 * line begins at column `indent`. */
void page_fold(const char *text, int at, int indent);

/* Prints n short strings in as many columns as fit, reading down, each line indented. */
void page_list(const char *const cells[], int n, int indent);

/* The words of a text in lower case, one blank between, without apostrophes and punctuation, so
 * that "Dragon's Egg" and "dragons-egg" are the same. What does not fit is cut. Returns buf. */
char *page_plain(const char *text, char *buf, size_t cap);

#endif
