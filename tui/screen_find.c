/* Looks up rules and things on the full screen: what a search found is a list to choose from. */
#include <stdlib.h>
#include <string.h>

#include "tui/numbers_page.h"
#include "board/page.h"
#include "tui/screen_desk.h"
#include "tui/screen_sheet.h"
#include "tui/screen_term.h"

/* The columns of an id in a list, in front of the title. */
enum { ID_COLUMN = 20 };

static void print_list(const struct rules_found *f)
{
    char id[QUERY_MAX], title[QUERY_MAX];
    for (int i = 0; i < f->n; i++)
        page_print("  %-*s%s\n", ID_COLUMN, rules_name_of(&f->at[i], 0, id),
                   rules_name_of(&f->at[i], 1, title));
}

void sheet_list(struct screen *d, int pick)
{
    char title[80];
    page_begin(sheet_width(d));
    print_list(&d->found);
    snprintf(title, sizeof title, "'%.40s': choose with the arrows and Enter", d->words);
    sheet_open(d, title, page_end());
    d->sheet.pick = pick;
}

/* rules_show prints names that are similar to the words. */
static void open_nothing(struct screen *d)
{
    page_begin(sheet_width(d));
    rules_show(d->words, page_file());
    sheet_open(d, d->words, page_end());
}

/* With the first rule comes what differs from it at this table; a chapter has its parts. */
static void print_found(const struct screen *d, const struct rules_found *f)
{
    char id[QUERY_MAX];
    rules_print_found(f);
    if (d->has_view && f->at[0].topic == RULES_RULE)
        numbers_page_of(&d->sight.s, rules_name_of(&f->at[0], 0, id));
}

/* Looks up the words that were typed: shows the one entry they name, or a list to choose from. */
static void sheet_search(struct screen *d)
{
    rules_read_by(d->face->rulebook, d->has_view ? d->sight.s.view : NULL);
    int named = rules_search(&d->found, d->face->rulebook, d->words);
    if (!d->found.n) {
        open_nothing(d);
    } else if (named || d->found.n == 1) {
        page_begin(sheet_width(d));
        print_found(d, &d->found);
        sheet_open(d, d->words, page_end());
    } else {
        sheet_list(d, 0);
    }
}

/* Opens the line under the cursor. The list can be opened again from it (sheet.back), because
 * `found` stays. */
static void open_choice(struct screen *d)
{
    struct rules_found one = {.n = 1};
    char title[QUERY_MAX];
    rules_read_by(d->face->rulebook, d->has_view ? d->sight.s.view : NULL);
    one.at[0] = d->found.at[d->sheet.pick];
    page_begin(sheet_width(d));
    print_found(d, &one);
    int back = d->sheet.pick + 1;
    sheet_open(d, rules_name_of(&one.at[0], 0, title), page_end());
    d->sheet.back = back;
}

/* ---- while the words are typed ---- */

/* The list below the words is for reading only; Enter makes it one to choose from. */
static void open_typing(struct screen *d)
{
    rules_read_by(d->face->rulebook, d->has_view ? d->sight.s.view : NULL);
    page_begin(sheet_width(d));
    if (d->words[0])
        rules_search(&d->found, d->face->rulebook, d->words);
    if (!d->words[0])
        page_fold("A part of a name, or the number of a rule: sword, second chance, A6.2.", 0, 0);
    else if (d->found.n)
        print_list(&d->found);
    else
        page_line("Nothing has this in its name.");
    sheet_open(d, "Look up", page_end());
    d->searching = 1;
}

void sheet_begin_search(struct screen *d)
{
    d->words[0] = 0;
    open_typing(d);
}

/* Only ASCII is typed: names in the rulebooks are found by it (page_plain). */
void sheet_type(struct screen *d, int key)
{
    size_t n = strlen(d->words);
    if (key == KEY_ESCAPE || (key == '\n' && !n)) {
        sheet_leave(d);
    } else if (key == '\n') {
        sheet_search(d);
    } else if (key == KEY_RUBOUT && n) {
        d->words[n - 1] = 0;
        open_typing(d);
    } else if (key >= ' ' && key < 127 && n + 1 < sizeof d->words) {
        d->words[n] = (char)key;
        d->words[n + 1] = 0;
        open_typing(d);
    }
}

/* At the ends the cursor goes round. */
int sheet_choose(struct screen *d, int key)
{
    int pick = d->sheet.pick, last = d->found.n - 1;
    if (pick < 0)
        return 0;
    if (key == KEY_CURSOR_DOWN || key == 'j' || key == '\t')
        d->sheet.pick = pick < last ? pick + 1 : 0;
    else if (key == KEY_CURSOR_UP || key == 'k')
        d->sheet.pick = pick ? pick - 1 : last;
    else if (key == '\n')
        open_choice(d);
    else
        return 0;
    return 1;
}
