/* The scores of a game as a chart and a table; see ending.h. */
#include "tui/ending.h"

#include <stdlib.h>
#include <string.h>

#include "match/badge.h"
#include "board/page.h"

/* At most COLUMNS_MAX rounds are shown; of a longer game every second one, or every third. Of a
 * game with more than ROUNDS_MAX rounds the last ones are shown. A row of the chart is LABEL_W
 * columns of label and then columns for rounds. */
enum { ROUNDS_MAX = 200, COLUMNS_MAX = 11, CHART_ROWS = 8, LABEL_W = 6, NAME_W = 18, NUMBER_W = 5 };

/* Round 0 is the last one of the game; n is 0 if the story has no round's beginning in it. */
struct scores {
    int n, players;
    /* The number of a round, and the scores after it. */
    int round[ROUNDS_MAX];
    int at[ROUNDS_MAX][MAX_SEATS];
};

/* Counts back from the end, so that rounds before the story's beginning do not matter. A round's
 * scores are those before the next round's beginning, so `after` is what was known when the event
 * behind the round was met. */
static void count_back(const struct board_showing *s, struct scores *t)
{
    const struct face_score *score = s->face->score;
    int now[MAX_SEATS] = {0};
    t->n = 0;
    t->players = s->face->game->players(s->view);
    for (int seat = 0; seat < t->players; seat++)
        now[seat] = score->of(s->view, seat);
    int after[MAX_SEATS];
    memcpy(after, now, sizeof after);
    /* The final scores are the view's; every event on the way back is taken off again. */
    for (int i = s->story->n - 1; i >= 0 && t->n < ROUNDS_MAX; i--) {
        const struct event *e = &s->story->at[i].event;
        if (e->seat < MAX_SEATS)
            now[e->seat] -= score->change(e);
        if (!score->begins(e))
            continue;
        t->round[t->n] = score->begins(e);
        memcpy(t->at[t->n++], after, sizeof after);
        memcpy(after, now, sizeof after);
    }
}

/* Round i of those shown, from the first on; the last one is always shown. */
static int shown_round(const struct scores *t, int i)
{
    int step = (t->n + COLUMNS_MAX - 1) / COLUMNS_MAX, back = (t->n - 1) % step;
    return t->n - 1 - (back + i * step);
}

/* Call only if n > 0, as print_chart and print_table do. */
static int rounds_shown(const struct scores *t)
{
    int step = (t->n + COLUMNS_MAX - 1) / COLUMNS_MAX;
    return (t->n - 1) / step + 1;
}

/* At least 1, because it becomes a divisor. */
static int highest(const struct scores *t)
{
    int most = 1;
    for (int i = 0; i < rounds_shown(t); i++)
        for (int seat = 0; seat < t->players; seat++) {
            int score = t->at[shown_round(t, i)][seat];
            most = score > most ? score : most;
        }
    return most;
}

/* The full screen has names with a badge; elsewhere its letter marks a seat. Returns a pointer into
 * `letter` or to a constant. */
static const char *mark_of(const struct board_showing *s, int seat, char letter[][BADGE_LETTER])
{
    const char *glyph = badge_of(seat)->glyph;
    return strncmp(s->names[seat], glyph, strlen(glyph)) ? letter[seat] : glyph;
}

/* Seats with the same height stand side by side. Blanks wait for the next mark, so that no line
 * ends with some. `row` counts from the bottom. `w` is the columns of a round; marks that have no
 * room there are left out. `*blanks` goes on over all rounds of a line. */
static void print_marks(const struct board_showing *s, const struct scores *t, int i, int row,
                        int w, char letter[][BADGE_LETTER], int *blanks)
{
    int most = highest(t), n = 0;
    for (int seat = 0; seat < t->players && n < w; seat++) {
        int score = t->at[shown_round(t, i)][seat];
        /* The score's row, rounded: score * (CHART_ROWS - 1) / most. */
        if ((2 * score * (CHART_ROWS - 1) + most) / (2 * most) != row)
            continue;
        page_print("%*s%s", *blanks, "", mark_of(s, seat, letter));
        *blanks = 0;
        n++;
    }
    *blanks += w - n;
}

/* The top row is that of the highest score, the lowest is 0. Rounds get equal widths, 7 columns at
 * most, so that a short game does not spread over a wide screen. */
static void print_chart(const struct board_showing *s, const struct scores *t)
{
    int n = rounds_shown(t), w = (page_width() - LABEL_W - 2) / n, most = highest(t);
    char letter[MAX_SEATS][BADGE_LETTER];
    badge_letters(s->names, t->players, letter);
    w = w > 7 ? 7 : w;
    for (int row = CHART_ROWS - 1; row >= 0; row--) {
        int blanks = 1;
        page_print("%*d |", LABEL_W - 2, most * row / (CHART_ROWS - 1));
        for (int i = 0; i < n; i++)
            print_marks(s, t, i, row, w, letter, &blanks);
        page_char('\n');
    }
    page_print("%*s +-", LABEL_W - 2, "");
    for (int i = 0; i < n * w; i++)
        page_char('-');
    page_print("\n%*s", LABEL_W + 1, "");
    for (int i = 0; i < n; i++)
        page_print("%-*d", i < n - 1 ? w : 1, t->round[shown_round(t, i)]);
    page_char('\n');
}

/* The same rounds as in the chart above it, so that numbers and marks correspond. */
static void print_table(const struct board_showing *s, const struct scores *t)
{
    int n = rounds_shown(t);
    char letter[MAX_SEATS][BADGE_LETTER];
    badge_letters(s->names, t->players, letter);
    for (int seat = 0; seat < t->players; seat++) {
        const char *mark = mark_of(s, seat, letter);
        int badge = mark != letter[seat];
        page_print("  %s%s", badge ? "" : mark, badge ? "" : " ");
        page_padded(s->names[seat], NAME_W);
        for (int i = 0; i < n; i++)
            page_print("%*d", NUMBER_W, t->at[shown_round(t, i)][seat]);
        page_char('\n');
    }
}

/* Prints nothing if no round begins in the story. On the heap, because the scores of 200 rounds are
 * too large for the stack of a screen. */
void ending_print_chart(const struct board_showing *s)
{
    struct scores *t = malloc(sizeof *t);
    MUST(t);
    count_back(s, t);
    if (t->n) {
        page_print("%s after each %s\n\n", s->face->score->word, s->face->score->round);
        print_chart(s, t);
        page_char('\n');
        print_table(s, t);
    }
    free(t);
}
