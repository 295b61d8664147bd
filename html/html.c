/* Pages as HTML: texts and numbers that cannot be markup, and what stands above and below them. */
#include "html/html.h"

#include <inttypes.h>
#include <string.h>

/* Names and values come from command lines and records, so nothing of it may be markup. Control
 * characters become blanks. Bytes beyond ASCII go as they are: pages are UTF-8. */
void html_text(FILE *to, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&': fputs("&amp;", to); break;
        case '<': fputs("&lt;", to); break;
        case '>': fputs("&gt;", to); break;
        case '"': fputs("&quot;", to); break;
        case '\'': fputs("&#39;", to); break;
        default: fputc((unsigned char)*text < ' ' ? ' ' : *text, to);
        }
}

/* Digits in groups of three. English digit groups, as the pages are English. Also for numbers below
 * 0. */
void html_count(FILE *to, int64_t n)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%" PRId64, n);
    int left = (int)strlen(digits);
    for (const char *d = digits; *d; d++) {
        fputc(*d, to);
        /* Counts the digits behind this one; the sign never begins a group. */
        left--;
        if (left && left % 3 == 0 && *d != '-')
            fputc(',', to);
    }
}

/* With a real minus sign. A figure that rounds to 0 has no sign, whichever side it comes from.
 * `value` must be finite. */
void html_number(FILE *to, double value, int digits)
{
    char text[64];
    /* 64 bytes hold any share, time or score; larger figures are cut. */
    snprintf(text, sizeof text, "%.*f", digits, value);
    if (text[0] == '-' && strspn(text, "-0.") == strlen(text))
        /* Writes -0.0 as 0.0. */
        memmove(text, text + 1, strlen(text));
    fputs(text[0] == '-' ? "\xe2\x88\x92" : "", to);
    fputs(text + (text[0] == '-'), to);
}

/* `kind` and `more` are written as they are, so they may only be texts of the program. */
void html_open(FILE *to, const char *title, const char *kind, const char *more)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
          "name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
          to);
    html_text(to, title);
    fprintf(to, "</title>\n<style>\n%s%s</style>\n</head>\n<body class=\"%s\">\n<header>\n<h1>",
            html_style(), more, kind);
    html_text(to, title);
    fputs("</h1>\n", to);
}

/* Callers open and close what is between the heading and the footer, `main` included. */
void html_close(FILE *to, const char *command)
{
    fprintf(to,
            "<footer>An unofficial fan project; the games belong to their publishers. Made by "
            "<code>charlatan %s</code>.</footer>\n</main>\n</body>\n</html>\n",
            command);
}
