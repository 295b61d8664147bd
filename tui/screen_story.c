/* The story for the little room it has on the screen: that of the plain screen, without rule ids
 * and columns. */
#include <stdlib.h>
#include <string.h>

#include "tui/page.h"
#include "tui/screen.h"

enum { UNFOLDED = 100000, HANGING = 2 };

/* The length of " [A5.3]" at the beginning of the text, or 0. */
static size_t rule_at(const char *text)
{
    size_t n;
    if (text[0] != ' ' || text[1] != '[' || (text[2] != 'A' && text[2] != 'Q'))
        return 0;
    n = strcspn(text + 2, "]\n");
    return text[2 + n] == ']' ? n + 3 : 0;
}

/* Removes rule ids and the blanks at the beginning of lines, and puts a colon in place of the
 * blanks after a name's column. */
static void shorten(char *text)
{
    char *to = text;
    for (const char *p = text; *p;) {
        int fresh = to == text || to[-1] == '\n';
        size_t blanks = strspn(p, " "), rule = rule_at(p);
        if (rule) {
            p += rule;
        } else if (blanks && (fresh || blanks > 1)) {
            if (!fresh) {
                *to++ = ':';
                *to++ = ' ';
            }
            p += blanks;
        } else {
            *to++ = *p++;
        }
    }
    *to = 0;
}

/* Prints a line folded, with the further lines indented. */
static void fold_line(const char *line, size_t n)
{
    char *text = strndup(line, n);
    MUST(text);
    page_fold(text, 0, HANGING);
    free(text);
}

char *story_words(const struct showing *s, int from, int to, int width)
{
    page_begin(UNFOLDED);
    if (from < to)
        s->face->tell(s, from, to);
    char *text = page_end();
    shorten(text);
    page_begin(width);
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, "\n");
        if (n)
            fold_line(p, n);
        p += n;
        p += *p == '\n';
    }
    free(text);
    return page_end();
}
