/* The review of a game on the full screen: after the end r computes it, then it is read, mistake by
 * mistake, with the board as it was. */
#include "board/page.h"
#include "tui/client_end.h"
#include "tui/reviewer.h"
#include "tui/screen_desk.h"
#include "tui/screen_sheet.h"
#include "tui/screen_term.h"

/* What sheet.review says. No sheet of the review; its progress; how each seat did; a mistake with
 * its board. */
enum { REVIEW_NONE, REVIEW_WAITS, REVIEW_SUMS, REVIEW_PLACE };

/* One person reviews the own seat; spectators and several people at one keyboard all seats. */
static int seat_of(const struct screen *d)
{
    uint32_t mine = client_mine(d->t);
    return bit_count(mine) == 1 ? bit_lowest(mine) : REVIEW_ALL;
}

/* Ends the page that begin_page has begun and shows it on the whole screen. */
static void open_page(struct screen *d, const char *title, int review)
{
    sheet_open(d, title, page_end());
    d->sheet.whole = 1;
    d->sheet.review = review;
}

/* The sheet is marked as a whole one first, because the width depends on it. */
static void begin_page(struct screen *d)
{
    sheet_close(d);
    d->sheet.whole = 1;
    page_begin(sheet_width(d));
}

/* Drawn again at every look (desk_watch_review) until the review is done. */
static void show_waiting(struct screen *d)
{
    begin_page(d);
    page_print("Reviewing the game: %d %%.\n\n", reviewer_progress(d->reviewer));
    page_fold("Every decision is judged by what the player knew then. Esc leaves; r comes back.", 0,
              0);
    open_page(d, "Review", REVIEW_WAITS);
}

/* Also where a review that failed says so. */
static void show_sums(struct screen *d)
{
    const struct review *r = reviewer_found(d->reviewer);
    begin_page(d);
    if (r)
        review_print(r, reviewer_voice(d->reviewer));
    else
        page_line("The record of this game cannot be reviewed.");
    open_page(d, "Review", REVIEW_SUMS);
}

/* Behind the last mistake and before the first one are the sums. */
static void show_mistake(struct screen *d, int number)
{
    struct review_moment m;
    char title[80];
    if (!reviewer_mistake(d->reviewer, number, &m)) {
        show_sums(d);
        return;
    }
    d->mistake = number;
    begin_page(d);
    review_print_place(reviewer_found(d->reviewer), reviewer_voice(d->reviewer), &m);
    snprintf(title, sizeof title, "Mistake %d of %d: before action %u", number,
             reviewer_mistakes(d->reviewer), (unsigned)m.step->move + 1);
    open_page(d, title, REVIEW_PLACE);
}

/* A review that is there is shown, not computed again; it lives until another game begins. */
void sheet_review(struct screen *d)
{
    const char *path = client_record(d->t);
    if (!d->reviewer && !path) {
        desk_say(d, 1, "There is no record of this game to review.");
        return;
    }
    if (!d->reviewer)
        d->reviewer = reviewer_open(path, seat_of(d));
    if (reviewer_progress(d->reviewer) < 100)
        show_waiting(d);
    else
        show_sums(d);
}

/* A sheet that was opened instead is left alone; the review goes on. */
void desk_watch_review(struct screen *d)
{
    if (d->sheet.n && d->sheet.review == REVIEW_WAITS)
        sheet_review(d);
}

int desk_reviews(const struct screen *d)
{
    return d->sheet.n && d->sheet.review == REVIEW_WAITS;
}

void desk_forget_review(struct screen *d)
{
    reviewer_close(d->reviewer);
    d->reviewer = NULL;
}

/* Practice from the mistake that is shown. On success another game has begun at this table, and its
 * review begins anew. A refusal comes as news. */
static void try_again(struct screen *d, int same)
{
    struct review_moment m;
    if (!reviewer_mistake(d->reviewer, d->mistake, &m))
        return;
    uint32_t moves = m.step->move;
    sheet_close(d);
    d->note[0] = 0;
    if (client_practise(d->t, moves, same) < 0)
        return;
    desk_forget_review(d);
    d->over = 0;
}

/* While the review is being computed, or has failed, its sheet has no keys of its own. */
int sheet_turn_review(struct screen *d, int key)
{
    int review = d->sheet.review;
    if (review < REVIEW_SUMS || !reviewer_found(d->reviewer))
        return 0;
    if (key == 'n' || key == KEY_CURSOR_RIGHT)
        show_mistake(d, review == REVIEW_SUMS ? 1 : d->mistake + 1);
    else if (review == REVIEW_PLACE && (key == 'p' || key == KEY_CURSOR_LEFT))
        show_mistake(d, d->mistake - 1);
    else if (review == REVIEW_PLACE && (key == 't' || key == 's'))
        try_again(d, key == 's');
    else
        return 0;
    return 1;
}

const char *review_keys(const struct screen_sheet *s)
{
    switch (s->review) {
    case REVIEW_NONE: return NULL;
    case REVIEW_SUMS: return "n next mistake  ↑↓ PgUp PgDn scroll  Esc: to the table";
    case REVIEW_PLACE:
        return "n next  p back  t try again from here  s with the same luck  ↑↓ scroll  Esc: table";
    default: return "Esc: to the table";
    }
}
