/* The Quacks as a picture: a pot as a track (Q1). */
#include "tui/face_quacks.h"
#include "tui/screen_boards.h"

/* A space has two digits and brackets; POT_SPACES are those of the track, from 0 on. */
enum { SPACE_W = 6, POT_SPACES = 54 };

static const struct quacks_state *view_of(const struct board_showing *s)
{
    return s->view;
}

int draw_quacks_chip(struct canvas *c, int row, int col, int room, const char *before, int chip,
                     const char *after)
{
    char code[CHIP_CODE];
    return canvas_print(c, row, col, room, INK_CHIP + quacks_chip(chip)->colour, "%s%s%s", before,
                        quacks_chip_code(chip, code), after);
}

/* Draws a chip, the scoring space, the rat stone, the droplet, a ruby, or an empty space. The
 * number of the space stands in it, unless the numbers have a line of their own. The first of these
 * that applies is drawn, so a chip hides what lies below it. */
static void draw_space(struct canvas *c, int row, int col, const struct quacks_state *v, int seat,
                       int space, int numbers)
{
    const struct quacks_player *p = &v->player[seat];
    int chip = quacks_chip_on(v, seat, space), ruby = quacks_space(v, space).ruby;
    char number[16] = "";
    if (!numbers)
        snprintf(number, sizeof number, "%d", space);
    if (chip != NO_CHIP)
        draw_quacks_chip(c, row, col, SPACE_W, chip & CHIP_INERT ? "<" : "[", chip & ~CHIP_INERT,
                         chip & CHIP_INERT ? ">" : "]");
    else if (space == quacks_scoring_space(v, seat))
        canvas_print(c, row, col, SPACE_W, INK_LEGAL, "(%s%s)",
                     *number ? number
                     : ruby  ? ""
                             : " ",
                     ruby ? "♦" : "");
    else if (p->rats && space == p->origin)
        canvas_put(c, row, col, SPACE_W, INK_BOLD, "rat");
    else if (space == p->droplet)
        canvas_put(c, row, col, SPACE_W, INK_BOLD, "drop");
    else
        canvas_print(c, row, col, SPACE_W, ruby ? INK_WARN : INK_DIM, " %s%s",
                     *number ? number
                     : ruby  ? ""
                             : "·",
                     ruby ? "♦" : "");
}

/* Coins and points of a space, below it. */
static void draw_worth(struct canvas *c, int row, int col, const struct quacks_state *v, int seat,
                       int space)
{
    struct quacks_space here = quacks_space(v, space);
    int scores = space == quacks_scoring_space(v, seat);
    canvas_print(c, row, col, SPACE_W, scores ? INK_LEGAL : INK_LINE, "%d/%d", here.coins,
                 here.points);
}

/* Draws one row of the track, below a line of space numbers if `numbers` is set. Returns the lines
 * used. `first` is the number of its first space. The last row may be shorter. */
static int draw_track_row(struct canvas *c, struct canvas_area a, const struct quacks_state *v,
                          int seat, int first, int numbers)
{
    for (int i = 0; i < a.w / SPACE_W && first + i < POT_SPACES; i++) {
        int col = a.col + i * SPACE_W, space = first + i;
        if (numbers)
            canvas_print(c, a.row, col, SPACE_W - 1, INK_LINE, "%d", space);
        draw_space(c, a.row + numbers, col, v, seat, space, numbers);
        draw_worth(c, a.row + numbers + 1, col, v, seat, space);
    }
    return 2 + numbers;
}

/* With the line of the title. */
int quacks_pot_rows(int w, int numbers)
{
    int per = w / SPACE_W;
    return 1 + (2 + numbers) * ((POT_SPACES + per - 1) / per);
}

/* Draws as many rows as fit, including the row of the scoring space; returns the lines drawn. */
int draw_quacks_pot(struct canvas *c, struct canvas_area a, const struct board_showing *s, int seat)
{
    const struct quacks_state *v = view_of(s);
    int per = a.w / SPACE_W, rows = (POT_SPACES + per - 1) / per;
    int numbers = a.h >= quacks_pot_rows(a.w, 1);
    int fits = (a.h - 1) / (2 + numbers), top = a.row;
    int droplet = v->player[seat].droplet, scores = quacks_scoring_space(v, seat);
    int at = (scores == NO_SPACE ? droplet : scores) / per, first = at - (fits - 1);
    first = first > rows - fits ? rows - fits : first;
    first = first < 0 ? 0 : first;
    /* Spaces before the droplet cannot be used, so their rows are left out if that is possible. */
    int start = droplet / per;
    first = first > start ? first : start < rows - fits ? start : first;
    canvas_rule(c, a.row, a.col, a.w, "");
    canvas_put(c, a.row++, a.col + a.w - POT_TITLE, POT_TITLE, INK_LINE, " coins/points ─");
    for (int i = 0; i < fits && first + i < rows; i++)
        a.row += draw_track_row(c, a, v, seat, (first + i) * per, numbers);
    return a.row - top;
}
