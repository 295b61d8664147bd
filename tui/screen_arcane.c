/* Arcane Alley as a picture: storehouses as boxes, the stash, the table. Uses views only. */
#include <stdlib.h>
#include <string.h>

#include "games/arcane/help.h"
#include "tui/face_arcane.h"
#include "tui/screen_boards.h"

enum { CELL_W = 12, HOUSE_W = 3 * (CELL_W + 1) + 1, SIDE_COL = HOUSE_W + 2 };
enum { OWN_ROWS = 5, STORY_ROWS = 3 };

static const struct arcane_state *view_of(const struct showing *s)
{
    return s->view;
}

/* ---- the line on top ---- */

static const char *phase_name(int phase)
{
    static const char *const names[] = {"Stock", "Sell", "Inspection", "Bribe", "The end"};
    return names[phase <= PHASE_OVER ? phase : PHASE_OVER];
}

static void add_piles(const struct arcane_state *v, char text[SCREEN_TEXT])
{
    words_add(text, " · deck %d", v->deck_n);
    if (v->top_n)
        words_add(text, " (%s on top)", arcane_item(v->pile[PILE_MAX - v->top_n])->brief);
    words_add(text, " · discard %d", v->discard_n);
    if (v->discard_n)
        words_add(text, " (%s)", arcane_item(v->pile[v->discard_n - 1])->brief);
}

static void header(const struct showing *s, char text[SCREEN_TEXT])
{
    const struct arcane_state *v = view_of(s);
    text[0] = 0;
    words_add(text, "Round %d of %s%d · %s", v->round, arcane_guard(v) ? "at most " : "",
              arcane_last_round(v), phase_name(v->phase));
    if (v->turn != NONE)
        words_add(text, " · %s to move", s->names[v->turn]);
    if (v->players == 2 && v->phase == PHASE_SELL)
        words_add(text, " · tracker %d", v->tracker);
    if (v->phase != PHASE_STOCK)
        add_piles(v, text);
}

static char letter(const struct showing *s, int answer)
{
    switch (view_of(s)->question) {
    case Q_EFFECT: return answer ? 'i' : 'e';
    default: return 0;
    }
}

/* ---- one storehouse, large ---- */

/* The set of the viewer's slots that may be chosen now. */
static uint32_t offered_slots(const struct picture *p)
{
    uint32_t slots = 0;
    for (int i = 0; i < p->menu->n && !p->menu->ordinal; i++) {
        int label = p->menu->at[i].label,
            pair = view_of(p->s)->question == Q_REVEAL || view_of(p->s)->question == Q_SWAP;
        if (pair)
            slots |= 1u << (label / 10) | 1u << (label % 10);
        else if (label > 0 && label <= CELLS)
            slots |= 1u << label;
    }
    return view_of(p->s)->question == Q_BRIBE ? 0 : slots >> 1;
}

/* Draws a cell's item and, if there is room, its gold and infamy. */
static void draw_inside(struct canvas *c, int row, int col, int lines, const struct arcane_state *v,
                        uint8_t cell)
{
    char word[WORDS_MAX];
    int item = cell & ITEM_MASK, middle = row + (lines > 2);
    arcane_words_cell(cell, 1, word);
    canvas_centre(c, middle, col, CELL_W, arcane_cell_ink(cell), word);
    if (lines < 2 || item >= ITEM_COUNT)
        return;
    snprintf(word, sizeof word, "%dg %di", v->cards.gold[item], v->cards.infamy[item]);
    canvas_centre(c, middle + 1, col, CELL_W, INK_DIM, word);
}

/* Draws the line above row `r`, or below the last row, with the numbers of the slots below it. */
static void draw_edge(struct canvas *c, int row, int col, const struct arcane_player *p, int r,
                      uint32_t offered)
{
    static const char *const corner[3][3] = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};
    int kind = r == 0 ? 0 : r < p->rows ? 1 : 2;
    canvas_fill(c, (struct area){row, col, p->cols * (CELL_W + 1) + 1, 1}, L'─', INK_LINE);
    for (int i = 0; i <= p->cols; i++)
        canvas_put(c, row, col + i * (CELL_W + 1), 1, INK_LINE,
                   corner[kind][i == 0        ? 0
                                : i < p->cols ? 1
                                              : 2]);
    for (int i = 0; i < p->cols && r < p->rows; i++) {
        int slot = r * p->cols + i, may = offered >> slot & 1;
        canvas_print(c, row, col + i * (CELL_W + 1) + 1, 5, may ? INK_LEGAL : INK_LINE,
                     may ? "[%d]" : "─%d", slot + 1);
    }
}

static void draw_cell(struct canvas *c, int row, int col, int lines, const struct picture *p,
                      const struct arcane_player *who, int slot)
{
    char digit[2] = {(char)('1' + slot), 0};
    struct area inside = {row, col + 1, CELL_W, lines};
    for (int i = 0; i < lines; i++)
        canvas_put(c, row + i, col, 1, INK_LINE, "│");
    draw_inside(c, row, col + 1, lines, view_of(p->s), who->cell[slot]);
    if (p->menu->n && !p->menu->ordinal && !strcmp(p->typed, digit))
        canvas_ink(c, inside, INK_PICK);
    canvas_touch(c, (struct area){row - 1, col, CELL_W + 1, lines + 1}, TOUCH_DIGIT, slot + 1);
}

/* Returns the rows used. */
static int draw_house(struct canvas *c, int row, int col, int lines, const struct picture *p,
                      int seat, uint32_t offered)
{
    const struct arcane_player *who = &view_of(p->s)->player[seat];
    if (!who->rows) {
        canvas_put(c, row, col, HOUSE_W, INK_DIM, "(the storehouse is empty)");
        return 1;
    }
    for (int r = 0; r <= who->rows; r++)
        draw_edge(c, row + r * (lines + 1), col, who, r, offered);
    for (int slot = 0; slot < who->rows * who->cols; slot++)
        draw_cell(c, row + slot / who->cols * (lines + 1) + 1,
                  col + slot % who->cols * (CELL_W + 1), lines, p, who, slot);
    for (int i = 0; i < who->rows * (lines + 1) - 1; i++)
        if (i % (lines + 1) != lines)
            canvas_put(c, row + 1 + i, col + who->cols * (CELL_W + 1), 1, INK_LINE, "│");
    return who->rows * (lines + 1) + 1;
}

/* ---- the viewer's own ---- */

/* Returns the column behind the purse. */
static int draw_purse(struct canvas *c, struct area a, const struct showing *s, int seat)
{
    const struct arcane_player *p = &view_of(s)->player[seat];
    int at = a.col, end = a.col + a.w;
    at += canvas_print(c, a.row, at, end - at, INK_BOLD, "%s  ", s->names[seat]);
    at += canvas_print(c, a.row, at, end - at, INK_GOLD, "%d gold", (int)p->gold);
    at += canvas_put(c, a.row, at, end - at, INK_PLAIN, ", ");
    at += canvas_print(c, a.row, at, end - at, INK_INFAMY, "%d infamy", p->infamy);
    if (p->fines)
        at += canvas_print(c, a.row, at, end - at, INK_WARN, ", %d fine%s", p->fines,
                           p->fines == 1 ? "" : "s");
    if (p->wizard != NONE)
        at +=
            canvas_print(c, a.row, at, end - at, INK_PLAIN, ", %s", arcane_wizard_name(p->wizard));
    return at;
}

/* The infamy that the revealed items would cost in their present places (A8.2). */
static void inspection_words(const struct arcane_state *v, int seat, char text[SCREEN_TEXT])
{
    const struct arcane_player *p = &v->player[seat];
    int cost = 0, hidden = 0;
    for (int i = 0; i < p->rows * p->cols; i++) {
        hidden += !(p->cell[i] & CELL_UP);
        if (p->cell[i] & CELL_UP && p->cell[i] != CELL_NONE)
            cost += v->cards.infamy[p->cell[i] & ITEM_MASK];
    }
    snprintf(text, SCREEN_TEXT, "Inspection now: %d infamy, %d hidden", cost, hidden);
}

/* Such as "Older Wand 3g 1i*"; the star means that others know of the item. */
static void stash_words(const struct showing *s, char text[SCREEN_TEXT])
{
    const struct arcane_state *v = view_of(s);
    const struct arcane_player *p = &v->player[s->viewer];
    int known = 0;
    snprintf(text, SCREEN_TEXT, p->stash_n ? "Stash: " : "Your stash is empty.");
    for (int i = 0; i < p->stash_n; i++) {
        int item = p->stash[i], star = (p->stash_known[i] & ~(1 << s->viewer)) != 0;
        words_add(text, "%s%s %dg/%di%s", i ? ", " : "", arcane_item(item)->name,
                  v->cards.gold[item], v->cards.infamy[item], star ? "*" : "");
        known |= star;
    }
    words_add(text, known ? "  * others know it" : "");
}

/* Draws one item per line if the area is narrow and high enough, else as many as fit. Returns the
 * rows used. */
static int draw_stash(struct canvas *c, struct area a, const struct showing *s)
{
    const struct arcane_state *v = view_of(s);
    const struct arcane_player *p = &v->player[s->viewer];
    char text[SCREEN_TEXT];
    if (a.w > 50 || p->stash_n > a.h || !p->stash_n) {
        stash_words(s, text);
        return canvas_fold(c, a, INK_PLAIN, text);
    }
    canvas_put(c, a.row, a.col, 6, INK_PLAIN, "Stash:");
    for (int i = 0; i < p->stash_n; i++) {
        int item = p->stash[i], star = (p->stash_known[i] & ~(1 << s->viewer)) != 0;
        canvas_put(c, a.row + i, a.col + 7, 19, INK_BOLD, arcane_item(item)->name);
        canvas_print(c, a.row + i, a.col + 26, a.w - 26, INK_PLAIN, "%2dg %2di%s",
                     v->cards.gold[item], v->cards.infamy[item], star ? " *" : "");
    }
    return p->stash_n;
}

/* The item that an answer is about, or -1. */
static int item_of_answer(const struct picture *p)
{
    const struct arcane_state *v = view_of(p->s);
    if (!p->menu->n)
        return -1;
    int answer = p->menu->at[p->pick].answer;
    switch (v->question) {
    case Q_ACT: return answer % ITEM_COUNT;
    case Q_KEEP:
    case Q_TAKE: return answer;
    case Q_DRAW:
        if (answer == DRAW_DISCARD)
            return v->pile[v->discard_n - 1];
        return answer >= DRAW_MARKET ? v->market[answer - DRAW_MARKET] : -1;
    default: return v->at.cause == NONE ? -1 : v->at.cause;
    }
}

/* Describes the item of the answer under the cursor: its gold and infamy, and its effect. Returns
 * the rows used. */
static int draw_focus(struct canvas *c, struct area a, const struct picture *p)
{
    const struct arcane_state *v = view_of(p->s);
    int item = item_of_answer(p);
    char text[SCREEN_TEXT] = "";
    if (item < 0 || item >= ITEM_COUNT)
        return 0;
    words_add(text, "%s: %d gold a set, %d infamy each. %s", arcane_item(item)->name,
              v->cards.gold[item], v->cards.infamy[item], arcane_item_help(item)->brief);
    int rows = canvas_fold(c, a, INK_DIM, text);
    return rows < a.h ? rows : a.h;
}

static int draw_market(struct canvas *c, struct area a, const struct arcane_state *v)
{
    char text[SCREEN_TEXT] = "Market:";
    if (!v->market_on || v->phase == PHASE_STOCK)
        return 0;
    for (int i = 0; i < 3; i++)
        words_add(text, "%s %d gold %s", i ? " ·" : "", i + 1,
                  v->market[i] == ITEM_NONE ? "--" : arcane_item(v->market[i])->name);
    canvas_put(c, a.row, a.col, a.w, INK_PLAIN, text);
    return 1;
}

/* Draws purse, inspection, stash, Market and the item in focus. Returns the rows used. */
static int draw_own(struct canvas *c, struct area a, const struct picture *p)
{
    const struct arcane_state *v = view_of(p->s);
    int bottom = a.row + a.h, top = a.row;
    char text[SCREEN_TEXT];
    int at = draw_purse(c, a, p->s, p->s->viewer);
    if (v->phase == PHASE_SELL) {
        inspection_words(v, p->s->viewer, text);
        int col = a.col + a.w - text_columns(text), beside = col > at + 1;
        a.row += !beside;
        canvas_put(c, a.row, beside ? col : a.col, a.w, INK_DIM, text);
        a.row++;
        a.h = bottom - a.row;
        a.row += draw_stash(c, a, p->s) - 1;
    }
    a.row++;
    a.row += draw_market(c, a, v);
    a.h = bottom - a.row < 2 ? bottom - a.row : 2;
    a.row += a.h > 0 ? draw_focus(c, a, p) : 0;
    return a.row - top;
}

/* ---- all of it ---- */

/* The seat whose storehouse is drawn: another's if the question's slots are in it, else the
 * viewer's. */
static int house_shown(const struct showing *s)
{
    const struct arcane_state *v = view_of(s);
    int asked = v->asked == s->viewer && v->question != Q_NONE;
    int theirs = asked && (arcane_words_slots(v) || v->question == Q_SWAP);
    int seat = theirs ? arcane_words_house(v) : s->viewer;
    return seat >= 0 && seat < v->players ? seat : s->viewer;
}

static int cell_lines(int spare)
{
    return spare >= 9 ? 3 : spare >= 5 ? 2 : 1;
}

/* Draws the board and beside it the answers; answers too long for that are drawn above it. */
static int draw_mine(struct canvas *c, struct area a, const struct picture *p, int lines)
{
    int side_w = a.w - SIDE_COL, top = a.row, seat = house_shown(p->s);
    int beside = answers_width(p) <= side_w && p->menu->n;
    struct area side = {a.row, a.col + SIDE_COL, side_w, 0};
    if (!beside && p->menu->n) {
        int rows = answers_rows(p, a.w);
        rows = rows > 5 ? 5 : rows;
        draw_answers(c, (struct area){a.row, a.col, a.w, rows}, p);
        side.row = a.row += rows;
    }
    if (seat != p->s->viewer)
        canvas_print(c, a.row++, a.col, HOUSE_W, INK_BOLD, "The storehouse of %s",
                     p->s->names[seat]);
    int rows = draw_house(c, a.row, a.col, lines, p, seat, offered_slots(p));
    rows = rows < 7 ? 7 : rows;
    side.h = a.row + rows - side.row;
    a.row += rows;
    if (beside) {
        draw_answers(c, side, p);
        a.h = top + a.h - a.row;
        a.h = a.h < 2 ? 2 : a.h > OWN_ROWS ? OWN_ROWS : a.h;
        a.row += draw_own(c, a, p);
    } else {
        draw_own(c, side, p);
    }
    return a.row - top;
}

/* Draws the rule above the players, with the goal of a game that has one. */
static void draw_rule(struct canvas *c, int row, struct area a, const struct showing *s)
{
    const struct arcane_state *v = view_of(s);
    char text[SCREEN_TEXT] = "";
    words_add(text, s->viewer == SPECTATOR ? "The players" : "The others");
    if (arcane_guard(v))
        words_add(text, " · to %d gold", v->cards.goal);
    canvas_rule(c, row, a.col, a.w, text);
}

static void draw(struct canvas *c, struct area a, const struct picture *p)
{
    const struct arcane_state *v = view_of(p->s);
    int looks_on = p->s->viewer == SPECTATOR, bottom = a.row + a.h;
    a = draw_beside(c, a, p);
    int logged = c->w >= SCREEN_LOG, others = arcane_others_rows(v->players - !looks_on, a.w) + 1;
    a.row += draw_question(c, (struct area){a.row, a.col, a.w, 2}, p);
    int spare = bottom - a.row - 7 - 4 - others - (logged ? 0 : STORY_ROWS);
    a.h = bottom - a.row - others - (logged ? 0 : STORY_ROWS);
    if (!looks_on)
        a.row += draw_mine(c, a, p, cell_lines(spare));
    int left = bottom - a.row, low = bottom - others;
    low = low < a.row ? a.row : low;
    if (!logged && left > others)
        draw_story(c, (struct area){a.row, a.col, a.w, left - others}, p);
    draw_rule(c, low, a, p->s);
    draw_arcane_others(c, (struct area){low + 1, a.col, a.w, bottom - low - 1}, p->s);
}

/* In Arcane Alley every key belongs to an answer that is offered. */
static const char *meaning(const struct showing *s, int key)
{
    (void)s;
    (void)key;
    return NULL;
}

const struct face_pictures arcane_pictures = {
    .pile = "discard",
    .header = header,
    .draw = draw,
    .letter = letter,
    .meaning = meaning,
};
