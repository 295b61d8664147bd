/* Prints what differs from the standard rules: at the beginning of a game, in the help, and below
 * the rules that somebody looks up at the table. */
#include "tui/numbers_page.h"

#include <ctype.h>
#include <string.h>

#include "board/page.h"
#include "wire/numbers.h"

/* Whether a rule is this one or belongs to this chapter; people write a8.5 as well. "" has all. A
 * part follows its chapter after a dot, so that A1 does not have A12. */
static int is_below(const char *rule, const char *chapter)
{
    size_t n = strlen(chapter);
    for (size_t i = 0; i < n; i++)
        if (tolower((unsigned char)rule[i]) != tolower((unsigned char)chapter[i]))
            return 0;
    return !n || !rule[n] || rule[n] == '.';
}

/* Prints nothing, not even a heading, if no number of this rule differs. */
static void print_differences(const struct board_showing *s, const char *rule)
{
    const struct numbers_form *f = s->face->game->numbers;
    struct number_difference d = {0};
    char text[DIFFERENCE_WORDS];
    int n = 0;
    while (numbers_differ(f, numbers_in_force(f, s->view), &d)) {
        if (!is_below(d.row->rule, rule))
            continue;
        if (!n++)
            page_line("\nNumbers that differ from the standard rules:");
        page_print("  ");
        page_fold(number_difference_text(&d, "[]", text), 2, 4);
    }
}

/* Id 0 is the standard: then nothing is compared. */
void numbers_page_of(const struct board_showing *s, const char *rule)
{
    if (s && s->view && s->face->game->numbers && s->face->game->numbers->id(s->view))
        print_differences(s, rule);
}

void numbers_page(const struct board_showing *s)
{
    numbers_page_of(s, "");
}
