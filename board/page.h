/* Text on a terminal: paragraphs folded to its width, and lists in columns. ASCII only, but for
 * names.
 *
 * Everything goes to standard output, or to where page_begin says, so that a screen that draws
 * with a cursor, or a program that uses the library, can have the same pages. A thread captures
 * what it prints itself. */
#ifndef CHARLATAN_BOARD_PAGE_H
#define CHARLATAN_BOARD_PAGE_H

#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

enum { PAGE_WIDTH = 80, PAGE_NARROW = 40, PAGE_WIDE = 100 };

/* The terminal's columns, between PAGE_NARROW and PAGE_WIDE; PAGE_WIDTH without a terminal. */
int page_width(void);

int page_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints a text and a newline. */
void page_line(const char *text);
void page_char(int c);
/* Prints a text and blanks up to `columns`, at least one blank if columns > 0. Returns the columns
 * printed. */
int page_padded(const char *text, int columns);
/* Where pages are printed to. */
FILE *page_file(void);

/* page_begin starts to capture what is printed, folded to this width (0: the usual width). page_end
 * returns it as a text that the caller frees. They do not nest. */
void page_begin(int width);
char *page_end(void);

/* Prints a text folded to the width, and a newline. The cursor is at column `at`; every further
 * line begins at column `indent`. */
void page_fold(const char *text, int at, int indent);

/* Prints n short strings in as many columns as fit, ordered downwards, each line indented. */
void page_list(const char *const cells[], int n, int indent);
/* Prints answers, each behind its number: many in columns, a few below each other. */
void page_answers(const int number[], const char *const words[], int n);

/* The words of a text in lower case, with one blank between them and without apostrophes and
 * punctuation, so that "Dragon's Egg" and "dragons-egg" are the same. A long text is cut. Returns
 * buf. */
char *page_plain(const char *text, char *buf, size_t cap);

/* Decodes one UTF-8 character, whatever the locale. Invalid bytes become a question mark. */
wchar_t text_character(const char **text);
/* The columns that a character and a text take on a terminal. */
int character_columns(wchar_t ch);
int text_columns(const char *text);

#endif
