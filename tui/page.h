/* Text on a terminal: paragraphs folded to its width, and lists in columns. ASCII only, but for
 * names.
 *
 * Everything goes to standard output, or to where page_begin says, so that a screen that draws
 * with a cursor can show the same pages. One thread prints. */
#ifndef CHARLATAN_TUI_PAGE_H
#define CHARLATAN_TUI_PAGE_H

#include <stddef.h>
#include <stdio.h>

enum { PAGE_WIDTH = 80, PAGE_NARROW = 40, PAGE_WIDE = 100 };

/* Columns of the terminal, within PAGE_NARROW and PAGE_WIDE; PAGE_WIDTH where there is none. */
int page_width(void);

int page_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints a text and a newline. */
void page_line(const char *text);
void page_char(int c);
/* Prints a text and blanks up to so many columns, at least one blank where columns > 0; returns
 * the columns. */
int page_padded(const char *text, int columns);
/* Where pages go. */
FILE *page_file(void);

/* From here on what is printed is kept, folded to this width (0: as ever); page_end gives it as
 * a text to be freed. They do not nest. */
void page_begin(int width);
char *page_end(void);

/* Prints words folded to the width, and a newline. The cursor stands at column `at`; every further
 * line begins at column `indent`. */
void page_fold(const char *text, int at, int indent);

/* Prints n short strings in as many columns as fit, reading down, each line indented. */
void page_list(const char *const cells[], int n, int indent);

/* The words of a text in lower case, one blank between, without apostrophes and punctuation, so
 * that "Dragon's Egg" and "dragons-egg" are the same. What does not fit is cut. Returns buf. */
char *page_plain(const char *text, char *buf, size_t cap);

#endif
