/* Arcane Alley as a picture: the storehouses of the others, side by side. */
#include <string.h>

#include "board/page.h"
#include "tui/face_arcane.h"
#include "tui/screen_boards.h"
#include "tui/screen_parts.h"

/* The least columns of a player; from which width on name and purse share a line, and items have
 * whole names; the most that one gets; below BRIEF_W a cell has no sign. */
enum { OTHER_W = 15, OTHER_ONE_LINE = 24, OTHER_WHOLE = 40, OTHER_MOST = 46, BRIEF_W = 7 };

static const struct arcane_state *view_of(const struct board_showing *s)
{
    return s->view;
}

/* Hidden and empty cells are dim, even if the viewer knows the item: what is face up must be seen
 * at once. */
int arcane_cell_ink(uint8_t cell)
{
    if (cell == CELL_NONE || (cell & ITEM_MASK) == ITEM_UNDECIDED)
        return INK_DIM;
    return cell & CELL_UP ? INK_ITEM + arcane_item_kind(cell & ITEM_MASK) : INK_DIM;
}

/* By when its effect happens (A7.1): played, sold, always, special. */
int arcane_item_kind(int item)
{
    int when = arcane_item(item)->when;
    return when & WHEN_SPECIAL ? 3 : when & WHEN_SOLD ? 1 : when & WHEN_ALWAYS ? 2 : 0;
}

const char *arcane_item_sign(int item)
{
    static const char *const signs[] = {"▼", "$", "∞", "!"};
    return signs[arcane_item_kind(item)];
}

/* The sign is left out if the name alone fills the room, and the blank behind it if both just
 * fit. */
char *arcane_cell_words(uint8_t cell, int room, char word[WORDS_MAX])
{
    char name[WORDS_MAX];
    int item = cell & ITEM_MASK, signs = cell & CELL_UP && item < ITEM_COUNT;
    arcane_words_cell(cell, 1, name);
    int apart = text_columns(name) + 2 <= room;
    word[0] = 0;
    if (signs && text_columns(name) < room)
        snprintf(word, WORDS_MAX, "%s%s", arcane_item_sign(item), apart ? " " : "");
    strncat(word, name, WORDS_MAX - 1 - strlen(word));
    return word;
}

/* One row of a storehouse in cells of `w` columns, the last of which stays empty. */
static void draw_brief_row(struct canvas *c, int row, int col, int w, const struct arcane_player *p,
                           int r)
{
    for (int i = 0; i < p->cols; i++) {
        uint8_t cell = p->cell[r * p->cols + i];
        char word[WORDS_MAX];
        /* Three letters are enough to tell all items apart. */
        if (w < BRIEF_W)
            arcane_words_cell(cell, 1, word)[w - 1] = 0;
        else
            arcane_cell_words(cell, w - 1, word);
        canvas_put(c, row, col + i * w, w - 1, arcane_cell_ink(cell), word);
    }
}

/* The size of a stash and its known items, such as "stash 3: Wand". */
static void other_stash(const struct arcane_player *p, char text[SCREEN_TEXT])
{
    snprintf(text, SCREEN_TEXT, "stash %d", p->stash_n);
    int known = 0;
    for (int i = 0; i < p->stash_n; i++)
        if (p->stash[i] != ITEM_UNDECIDED)
            words_add(text, "%s%s", known++ ? ", " : ": ", arcane_item(p->stash[i])->brief);
}

/* Such as "Berta (medium), Corvus"; without the level if there is no room. The player whose turn it
 * is has a mark. */
static void other_name(const struct board_showing *s, int seat, int room, char text[SCREEN_TEXT])
{
    const struct arcane_state *v = view_of(s);
    int wizard = v->player[seat].wizard;
    char called[16];
    for (int level = 1; level >= 0; level--) {
        text[0] = 0;
        words_add(text, "%s%s", v->turn == seat ? "▸" : "", s->names[seat]);
        if (level && *s->levels[seat])
            words_add(text, " (%s)", s->levels[seat]);
        if (wizard != NONE)
            words_add(text, ", %s", arcane_wizard_short(wizard, called));
        if (text_columns(text) <= room)
            return;
    }
}

/* In words, or in letters if there is little room: g gold, i infamy, f fines. */
static void other_purse(const struct arcane_player *p, int wide, char text[SCREEN_TEXT])
{
    snprintf(text, SCREEN_TEXT, wide ? "%d gold, %d infamy" : "%dg %di", (int)p->gold, p->infamy);
    if (p->fines)
        words_add(text, wide ? ", %d fine%s" : " %df%.0s", p->fines, p->fines == 1 ? "" : "s");
}

/* Name and purse share a line if both fit. Returns the rows used. Long words are tried first. */
static int draw_other_head(struct canvas *c, struct canvas_area a, const struct board_showing *s,
                           int seat)
{
    const struct arcane_player *p = &view_of(s)->player[seat];
    char name[SCREEN_TEXT], purse[SCREEN_TEXT];
    int one = a.w >= OTHER_ONE_LINE;
    for (int wide = a.w > 36; wide >= 0; wide--) {
        other_purse(p, wide, purse);
        other_name(s, seat, one ? a.w - 3 - text_columns(purse) : a.w - 1, name);
        if (text_columns(name) + 3 + text_columns(purse) <= a.w)
            break;
    }
    int n = canvas_put(c, a.row, a.col, a.w - 1, INK_BOLD, name);
    canvas_put(c, a.row + !one, one ? a.col + n + 2 : a.col, a.w - 1 - (one ? n + 2 : 0), INK_PLAIN,
               purse);
    return 2 - one;
}

/* Head, storehouse and stash, as far as the rows go; in the order of their importance. */
static void draw_other(struct canvas *c, struct canvas_area a, const struct board_showing *s,
                       int seat)
{
    const struct arcane_player *p = &view_of(s)->player[seat];
    char text[SCREEN_TEXT];
    int w = (a.w - (a.w < OTHER_WHOLE - 1)) / 3, at = draw_other_head(c, a, s, seat);
    w = w < 15 ? w : 15;
    for (int r = 0; r < p->rows && at + r < a.h; r++)
        draw_brief_row(c, a.row + at + r, a.col, w, p, r);
    if (!p->rows)
        canvas_put(c, a.row + at, a.col, a.w - 1, INK_DIM, "(sold out)");
    if (view_of(s)->phase == PHASE_STOCK || a.h < at + 4)
        return;
    other_stash(p, text);
    canvas_put(c, a.row + at + 3, a.col, a.w - 1, INK_DIM, text);
}

/* How the other players are laid out side by side. Each has `w` columns, and `rows` for the head,
 * three rows of cells, and the stash. */
struct band {
    int columns, w, rows;
};

/* As many columns as have room for whole names; more if the rows do not suffice. `others` must not
 * be 0. Depends on the size and the number of players alone, so that nobody moves during a game. */
static struct band band_of(int others, int w, int room)
{
    int most = w / OTHER_W < others ? w / OTHER_W : others, wide = w / OTHER_WHOLE;
    struct band b = {.columns = wide > others ? others - 1 : wide > 1 ? wide - 1 : 0};
    do {
        b.columns++;
        b.w = w / b.columns > OTHER_MOST ? OTHER_MOST : w / b.columns;
        b.rows = b.w >= OTHER_ONE_LINE ? 5 : 6;
    } while (b.columns < most && (others + b.columns - 1) / b.columns * b.rows > room);
    return b;
}

int arcane_others_rows(int others, int w, int room)
{
    struct band b = band_of(others, w, room);
    return (others + b.columns - 1) / b.columns * b.rows;
}

/* From the viewer's left on, row by row. */
void draw_arcane_others(struct canvas *c, struct canvas_area a, const struct board_showing *s,
                        int room)
{
    int seats[MAX_SEATS], n = seats_around(s, view_of(s)->players, seats);
    struct band b = band_of(n, a.w, room);
    for (int i = 0; i < n; i++) {
        int row = i / b.columns * b.rows, left = a.h - row;
        if (left > 0)
            draw_other(c,
                       (struct canvas_area){a.row + row, a.col + i % b.columns * b.w, b.w,
                                            left < b.rows ? left : b.rows},
                       s, seats[i]);
    }
}
