/* What happened, for the small room it has on the screen: the story of the plain screen and the
 * log, without the rules' numbers and columns. */
#include <stdlib.h>
#include <string.h>

#include "tui/page.h"
#include "tui/screen.h"

enum { UNFOLDED = 100000, HANGING = 2 };

/* " [A5.3]": its length, or 0. */
static size_t rule_at(const char *text)
{
    size_t n;
    if (text[0] != ' ' || text[1] != '[' || (text[2] != 'A' && text[2] != 'Q'))
        return 0;
    n = strcspn(text + 2, "]\n");
    return text[2 + n] == ']' ? n + 3 : 0;
}

/* Leaves out rules and the blanks at the beginning of lines; a column of names ends in a colon. */
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

/* One line folded, the further ones a little to the right. */
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
