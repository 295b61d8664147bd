/* Pages as HTML, each one file: no script, nothing fetched, no dates, so that the same figures give
 * the same bytes. */
#ifndef CHARLATAN_HTML_H
#define CHARLATAN_HTML_H

#include <stdint.h>
#include <stdio.h>

/* Text, with everything that means something in HTML escaped. */
void html_text(FILE *to, const char *text);
/* 12,345 */
void html_count(FILE *to, int64_t n);
/* With this many places and a real minus sign. */
void html_number(FILE *to, double value, int places);

/* Everything up to the heading; a header is open. `kind` is a game's name and chooses the colours;
 * `more` are rules of style for this page alone. After it, `header` has to be closed and `main`
 * opened. */
void html_open(FILE *to, const char *title, const char *kind, const char *more);
/* The footer, with the command that made the page; closes the main part, too. */
void html_close(FILE *to, const char *command);

/* The style sheet (style.c). For the `style` element alone: it holds no markup and is written as it
 * is. */
const char *html_style(void);

#endif
