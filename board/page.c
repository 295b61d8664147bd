/* Folding and columns; see page.h. */
#include "board/page.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "board/board.h"
#include "engine/port.h"
#include "engine/utf8.h"

/* Where printed pages go between page_begin and page_end. `to` is NULL while nothing is captured.
 * Every thread has its own, because the library and the terminal's threads print at the same
 * time. */
static _Thread_local struct {
    FILE *to;
    char *text;
    size_t n;
    int width;
} kept;

/* For code that prints with stdio itself. The stream is only valid until page_end. */
FILE *page_file(void)
{
    return kept.to ? kept.to : stdout;
}

/* Two captures at once would be mixed up, so nesting is a fault of the program. */
void page_begin(int width)
{
    MUST(!kept.to);
    kept.width = width;
    kept.to = open_memstream(&kept.text, &kept.n);
    MUST(kept.to);
}

/* Running out of memory ends the program here, as everywhere: half a page is worse. */
char *page_end(void)
{
    char *text;
    MUST(kept.to && fclose(kept.to) == 0);
    text = kept.text;
    memset(&kept, 0, sizeof kept);
    return text;
}

/* Returns what vfprintf does: bytes, which are columns for ASCII alone. */
int page_print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vfprintf(page_file(), format, list);
    va_end(list);
    return n;
}

/* For texts that are no format. */
void page_line(const char *text)
{
    page_print("%s\n", text);
}

void page_char(int c)
{
    putc(c, page_file());
}

/* The captured page's own width wins, since it is not printed to this terminal. Beyond PAGE_WIDE
 * lines are hard to read. */
int page_width(void)
{
    struct winsize size;
    if (kept.to && kept.width)
        return kept.width;
    /* Some terminals say 0 columns. */
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
        return PAGE_WIDTH;
    if (size.ws_col < PAGE_NARROW)
        return PAGE_NARROW;
    return size.ws_col > PAGE_WIDE ? PAGE_WIDE : size.ws_col;
}

/* ---- characters ---- */

/* `*text` may not be at the end. It moves past the character, or past all the continuation bytes of
 * one that is broken, so that garbage is one question mark. Control characters become question
 * marks as well: they could move the cursor. */
wchar_t text_character(const char **text)
{
    uint32_t c;
    size_t n = utf8_read(*text, 4, &c);
    *text += n ? n : 1;
    /* utf8_read gives 0 for bytes that are no character. */
    while (!n && ((unsigned char)**text & 0xc0) == 0x80)
        ++*text;
    return !n || c < 32 || (c >= 127 && c < 160) ? L'?' : (wchar_t)c;
}

/* wcwidth knows only characters of the locale; for others it says -1, and one column is the best
 * guess. */
int character_columns(wchar_t ch)
{
    int n = ch < 128 ? 1 : wcwidth(ch);
    return n < 0 ? 1 : n;
}

/* In any locale; see character_columns. */
int text_columns(const char *text)
{
    int n = 0;
    while (*text)
        n += character_columns(text_character(&text));
    return n;
}

/* ---- folding ---- */

/* A character of several bytes takes one column; a wide one takes as many as the terminal gives
 * it. */
static int page_columns(const char *text, int n)
{
    char *part = strndup(text, (size_t)n);
    MUST(part);
    int columns = text_columns(part);
    free(part);
    return columns;
}

/* `columns` 0 prints the text alone: for the last of a line, which should not end with blanks. */
int page_padded(const char *text, int columns)
{
    int n = text_columns(text), more = n < columns ? columns - n : columns > 0;
    page_print("%s%*s", text, more, "");
    return n + more;
}

/* Breaks at blanks only. A word wider than the line is printed as it is. Several blanks count as
 * one. The width is asked once, so a terminal that changes its size meanwhile does not tear the
 * paragraph. */
void page_fold(const char *text, int at, int indent)
{
    int width = page_width(), fresh = 1;
    while (*text) {
        int n = (int)strcspn(text, " "), columns = page_columns(text, n);
        if (!fresh && at + 1 + columns > width) {
            page_print("\n%*s", indent, "");
            at = indent;
            fresh = 1;
        }
        page_print("%s%.*s", fresh ? "" : " ", n, text);
        at += columns + !fresh;
        fresh = 0;
        text += n;
        text += strspn(text, " ");
    }
    page_char('\n');
}

/* In bytes, as printf pads; a name beyond ASCII only shifts what stands behind it. At least 1. */
static int longest(const char *const cells[], int n)
{
    int most = 1;
    for (int i = 0; i < n; i++)
        if ((int)strlen(cells[i]) > most)
            most = (int)strlen(cells[i]);
    return most;
}

/* Every column is as wide as the longest string, plus a gap; the last of each line is not padded.
 * One column if not even two fit. */
void page_list(const char *const cells[], int n, int indent)
{
    /* The last column needs no gap, hence + gap above the division. */
    int gap = 3, width = longest(cells, n) + gap;
    int columns = (page_width() - indent + gap) / width;
    if (columns < 1)
        columns = 1;
    int rows = (n + columns - 1) / columns;
    for (int row = 0; row < rows; row++) {
        page_print("%*s", indent, "");
        for (int i = row; i < n; i += rows)
            page_print("%-*s", i + rows < n ? width : 0, cells[i]);
        page_char('\n');
    }
}

/* At most ANSWERS_MAX. The numbers need not be those of the order: slots are numbered as on the
 * board. Up to five are listed below each other, where long sentences fit. */
void page_answers(const int number[], const char *const words[], int n)
{
    char cell[ANSWERS_MAX][WORDS_MAX + 16];
    /* Each cell has its number in front, as wide as the widest of them. */
    const char *cells[ANSWERS_MAX];
    int width = 2;
    for (int i = 0; i < n; i++)
        while (snprintf(NULL, 0, "%d", number[i]) > width)
            width++;
    for (int i = 0; i < n; i++) {
        snprintf(cell[i], sizeof cell[i], "%*d  %s", width, number[i], words[i]);
        cells[i] = cell[i];
    }
    if (n > 5)
        page_list(cells, n, 2);
    for (int i = 0; i < n && n <= 5; i++)
        page_print("  %s\n", cells[i]);
}

/* Full stops are kept, because they are part of rule ids. An apostrophe joins what it separates
 * ("dragons"); everything else that is no letter, digit or full stop separates, bytes beyond ASCII
 * included: what is searched has none. */
char *page_plain(const char *text, char *buf, size_t cap)
{
    size_t n = 0;
    for (; *text && n + 1 < cap; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '\'')
            continue;
        if (isalnum(c) || c == '.')
            buf[n++] = (char)tolower(c);
        else if (n && buf[n - 1] != ' ')
            buf[n++] = ' ';
    }
    while (n && buf[n - 1] == ' ')
        n--;
    buf[n] = 0;
    return buf;
}
