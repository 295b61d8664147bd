/* The moments of a game on the full screen: explosions, inspections, and the end in parts. */
#include <stdlib.h>
#include <string.h>

#include "tui/client_end.h"
#include "tui/ending.h"
#include "board/page.h"
#include "tui/screen_desk.h"
#include "tui/screen_parts.h"
#include "tui/screen_sheet.h"
#include "tui/screen_term.h"

/* ---- the end ---- */

/* Such as "● Molly wins with 45 points." Nothing if the result is not known. */
static void print_winners(const struct screen *d)
{
    struct client_result result;
    char text[SCREEN_TEXT] = "";
    if (client_result(d->t, &result) < 0 || !result.winners)
        return;
    int shared = bit_count(result.winners) > 1, last = bit_lowest(result.winners);
    for (uint32_t rest = result.winners; rest; rest &= rest - 1) {
        last = bit_lowest(rest);
        words_add(text, "%s%s",
                  rest == result.winners ? ""
                  : rest & (rest - 1)    ? ", "
                                         : " and ",
                  d->sight.names[last]);
    }
    words_add(text, " %s with %d %s.", shared ? "share the win" : "wins",
              d->face->score->of(d->sight.s.view, last), d->face->score->unit);
    page_fold(text, 0, 0);
    page_line("");
}

/* The story of the end in short words; the caller frees it. Must be made before page_begin, because
 * captures do not nest. */
static char *finale_words(struct screen *d)
{
    const struct story *story = d->sight.s.story;
    return story_words(&d->sight.s, d->face->pictures->finale(story), story->n, sheet_width(d));
}

/* The folder and the file stand on lines of their own, so that neither is cut. */
static void print_record(const struct screen *d)
{
    const char *path = client_record(d->t), *name = path ? strrchr(path, '/') : NULL;
    if (name)
        page_print("\nThe record of this game: %s\n  in %.*s\n", name + 1, (int)(name - path),
                   path);
}

/* What everybody did, where the record is, and what it proves about the luck. */
static void print_moments(struct screen *d)
{
    page_char('\n');
    d->face->score->moments(&d->sight.s);
    print_record(d);
    if (client_luck(d->t)) {
        page_line("");
        page_fold(client_luck(d->t), 0, 0);
    }
    page_line("\nr reviews the game: what was luck, and which answers were mistakes. At the\ntable "
              "n plays again and q leaves; e shows this once more.");
}

/* `finale` is printed in the first part only. */
static void print_stage(struct screen *d, int stage, const char *finale)
{
    switch (stage) {
    case STAGE_STORY:
        print_winners(d);
        page_print("%s", finale);
        break;
    case STAGE_STANDING: d->face->board->standing(&d->sight.s); break;
    case STAGE_CHART: ending_print_chart(&d->sight.s); break;
    default: print_moments(d); break;
    }
}

/* `stage` is one of the parts. Whatever sheets were open are closed. */
void sheet_end(struct screen *d, int stage)
{
    static const char *const titles[] = {"", "how it ended", "the standing", "how it went",
                                         "who did what"};
    char title[80];
    sheet_close(d);
    /* Set before the width is asked for, and again below: sheet_open clears it. */
    d->sheet.whole = 1;
    char *finale = finale_words(d);
    page_begin(sheet_width(d));
    print_stage(d, stage, finale);
    free(finale);
    char *text = page_end();
    snprintf(title, sizeof title, "The end, %d of %d: %s", stage, STAGE_MOMENTS, titles[stage]);
    /* Who joined a finished game may know nothing of this part. */
    if (!*text) {
        free(text);
        text = strdup("This happened before you joined.\n");
        MUST(text);
    }
    sheet_open(d, title, text);
    d->sheet.whole = 1;
    d->sheet.stage = stage;
}

/* Keys that turn over the edge are left to sheet_key, which closes the sheet. */
int sheet_turn(struct screen *d, int key)
{
    int stage = d->sheet.stage;
    if (!stage)
        return 0;
    if (key == 'r')
        sheet_review(d);
    else if ((key == '\n' || key == KEY_CURSOR_RIGHT) && stage < STAGE_MOMENTS)
        sheet_end(d, stage + 1);
    else if (key == KEY_CURSOR_LEFT && stage > STAGE_STORY)
        sheet_end(d, stage - 1);
    else
        return 0;
    return 1;
}

/* ---- moments ---- */

/* A moment that comes before the last one was read is added below it. Takes ownership of the text.
 * The reader stays at the line where they were. */
static void add_to_sheet(struct screen *d, char *text)
{
    char title[80];
    int art = d->sheet.art, top = d->sheet.top;
    page_begin(sheet_width(d));
    for (int i = 0; i < d->sheet.n; i++)
        page_line(d->sheet.line[i]);
    page_char('\n');
    page_print("%s", text);
    free(text);
    snprintf(title, sizeof title, "%s", d->sheet.title);
    sheet_open(d, title, page_end());
    d->sheet.art = art;
    d->sheet.passing = 1;
    sheet_scroll(d, top);
}

/* Spectators are not stopped; nor is anybody who types a search, reads the end, or has turned stops
 * off. */
void sheet_scene(struct screen *d, int from, int to)
{
    char title[80];
    int art = 0;
    if (!d->has_view || d->sight.s.viewer == SPECTATOR || d->searching || d->sheet.stage ||
        d->nonstop)
        return;
    page_begin(sheet_width(d));
    int found = d->face->pictures->scene(&d->sight.s, from, to, title, &art);
    char *text = page_end();
    if (!found) {
        free(text);
        return;
    }
    desk_ignore_enter(d);
    /* A page that was opened over a moment or the guide gives way. */
    if (d->under.n)
        sheet_leave(d);
    if (d->sheet.passing && d->sheet.n) {
        add_to_sheet(d, text);
        return;
    }
    /* The guide speaks when the moment has been seen. */
    if (d->sheet.guide)
        d->guided &= ~(1u << (d->sheet.guide - 1));
    sheet_open(d, title, text);
    d->sheet.art = art;
    d->sheet.passing = 1;
}
