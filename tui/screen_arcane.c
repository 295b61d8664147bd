/* Arcane Alley as a picture: storehouses as boxes, the stash, the table. Uses views only. */
#include <stdlib.h>
#include <string.h>

#include "games/arcane/help.h"
#include "games/arcane/sales.h"
#include "tui/face_arcane.h"
#include "board/page.h"
#include "tui/menu.h"
#include "tui/screen_boards.h"
#include "tui/screen_parts.h"

/* A cell holds a sign and the longest short name. */
enum { CELL_W = 13, HOUSE_W = 3 * (CELL_W + 1) + 1, SIDE_COL = HOUSE_W + 2 };
/* Rows kept free for the story and the question; where the effects of items need this many rows,
 * and the column of their texts. */
enum { STORY_ROWS = 3, ASKING_ROWS = 5, EFFECT_ROWS = 6, EFFECT_COL = 22 };

static const struct arcane_state *view_of(const struct board_showing *s)
{
    return s->view;
}

/* ---- the line on top ---- */

/* The names in the order of the phases. */
static const char *phase_name(int phase)
{
    static const char *const names[] = {"Stock", "Sell", "Inspection", "Bribe", "The end"};
    return names[phase <= PHASE_OVER ? phase : PHASE_OVER];
}

/* Tops of piles are shown only where the view knows them. */
static void add_piles(const struct arcane_state *v, char text[SCREEN_TEXT])
{
    words_add(text, " · deck %d", v->deck_n);
    if (v->top_n)
        words_add(text, " (%s on top)", arcane_item(v->pile[PILE_MAX - v->top_n])->brief);
    words_add(text, " · discard %d", v->discard_n);
    if (v->discard_n)
        words_add(text, " (%s)", arcane_item(v->pile[v->discard_n - 1])->brief);
}

/* What belongs to the whole table. The piles come last, since a narrow screen cuts there. */
static void header(const struct board_showing *s, char text[SCREEN_TEXT])
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

/* Only the question whose answers have no number of their own has letters. */
static char letter(const struct board_showing *s, int answer)
{
    switch (view_of(s)->question) {
    case Q_EFFECT: return answer ? 'i' : 'e';
    default: return 0;
    }
}

/* ---- one storehouse, large ---- */

/* The set of the viewer's slots that may be chosen now. Slot 1 is bit 0. None while labels are
 * positions, or gold, as for a bribe. */
static uint32_t offered_slots(const struct screen_picture *p)
{
    uint32_t slots = 0;
    for (int i = 0; i < p->menu->n && !p->menu->ordinal; i++) {
        int label = p->menu->at[i].label, pair = arcane_words_pairs(view_of(p->s));
        if (pair)
            slots |= 1u << (label / 10) | 1u << (label % 10);
        else if (label > 0 && label <= CELLS)
            slots |= 1u << label;
    }
    return view_of(p->s)->question == Q_BRIBE ? 0 : slots >> 1;
}

/* "" for a hidden item that the viewer does not know, and for an empty cell. */
static void cell_worth(const struct arcane_state *v, uint8_t cell, char text[24])
{
    int item = cell & ITEM_MASK;
    text[0] = 0;
    if (item < ITEM_COUNT)
        snprintf(text, 24, "%dg %di", v->cards.gold[item], v->cards.infamy[item]);
}

/* Draws a cell's item and, if there is room, its gold and infamy. A cell of three lines has an
 * empty one above. */
static void draw_inside(struct canvas *c, int row, int col, int lines, const struct arcane_state *v,
                        uint8_t cell)
{
    char word[WORDS_MAX], worth[24];
    int middle = row + (lines > 2);
    arcane_cell_words(cell, CELL_W, word);
    canvas_centre(c, middle, col, CELL_W, arcane_cell_ink(cell), word);
    cell_worth(v, cell, worth);
    if (lines > 1)
        canvas_centre(c, middle + 1, col, CELL_W, INK_DIM, worth);
}

/* The number of a slot and, where a cell has one line, the gold and infamy of its item. A slot that
 * may be chosen has its number in brackets. */
static void draw_slot_edge(struct canvas *c, int row, int col, const struct arcane_state *v,
                           uint8_t cell, int slot, int lines, int may)
{
    char worth[24];
    canvas_print(c, row, col + 1, 5, may ? INK_LEGAL : INK_LINE, may ? "[%d]" : "─%d", slot + 1);
    cell_worth(v, cell, worth);
    if (lines == 1 && *worth)
        canvas_print(c, row, col + CELL_W - text_columns(worth) - 1, CELL_W, INK_DIM, " %s ",
                     worth);
}

/* Draws the line above row `r`, or below the last row, with the numbers of the slots below it. `r`
 * == p->rows is the edge below, which has no slots. */
static void draw_edge(struct canvas *c, int row, int col, const struct arcane_state *v,
                      const struct arcane_player *p, int r, int lines, uint32_t offered)
{
    static const char *const corner[3][3] = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};
    int kind = r == 0 ? 0 : r < p->rows ? 1 : 2;
    canvas_fill(c, (struct canvas_area){row, col, p->cols * (CELL_W + 1) + 1, 1}, L'─', INK_LINE);
    for (int i = 0; i <= p->cols; i++)
        canvas_put(c, row, col + i * (CELL_W + 1), 1, INK_LINE,
                   corner[kind][i == 0        ? 0
                                : i < p->cols ? 1
                                              : 2]);
    for (int i = 0; i < p->cols && r < p->rows; i++) {
        int slot = r * p->cols + i;
        draw_slot_edge(c, row, col + i * (CELL_W + 1), v, p->cell[slot], slot, lines,
                       offered >> slot & 1);
    }
}

/* Whose storehouse it is, in the line below it. */
static void draw_owner(struct canvas *c, int row, int col, int w, const struct board_showing *s,
                       int seat)
{
    if (seat == s->viewer)
        canvas_put(c, row, col + 2, w - 4, INK_LINE, " Your storehouse ");
    else
        canvas_print(c, row, col + 2, w - 4, INK_WARN, " The storehouse of %s ", s->names[seat]);
}

/* The whole cell with its upper edge can be clicked and means the slot's digit. */
static void draw_cell(struct canvas *c, int row, int col, int lines, const struct screen_picture *p,
                      const struct arcane_player *who, int slot)
{
    char digit[2] = {(char)('1' + slot), 0};
    struct canvas_area inside = {row, col + 1, CELL_W, lines};
    for (int i = 0; i < lines; i++)
        canvas_put(c, row + i, col, 1, INK_LINE, "│");
    draw_inside(c, row, col + 1, lines, view_of(p->s), who->cell[slot]);
    if (p->menu->n && !p->menu->ordinal && !strcmp(p->typed, digit))
        canvas_ink(c, inside, INK_PICK);
    canvas_touch(c, (struct canvas_area){row - 1, col, CELL_W + 1, lines + 1}, TOUCH_DIGIT,
                 slot + 1);
}

/* Returns the rows used. `lines` is the height of a cell without its edge; `offered` the slots that
 * may be chosen. */
static int draw_house(struct canvas *c, int row, int col, int lines, const struct screen_picture *p,
                      int seat, uint32_t offered)
{
    const struct arcane_player *who = &view_of(p->s)->player[seat];
    if (!who->rows) {
        canvas_put(c, row, col, HOUSE_W, INK_DIM, "(the storehouse is empty)");
        return 1;
    }
    for (int r = 0; r <= who->rows; r++)
        draw_edge(c, row + r * (lines + 1), col, view_of(p->s), who, r, lines, offered);
    draw_owner(c, row + who->rows * (lines + 1), col, who->cols * (CELL_W + 1) + 1, p->s, seat);
    for (int slot = 0; slot < who->rows * who->cols; slot++)
        draw_cell(c, row + slot / who->cols * (lines + 1) + 1,
                  col + slot % who->cols * (CELL_W + 1), lines, p, who, slot);
    for (int i = 0; i < who->rows * (lines + 1) - 1; i++)
        if (i % (lines + 1) != lines)
            canvas_put(c, row + 1 + i, col + who->cols * (CELL_W + 1), 1, INK_LINE, "│");
    return who->rows * (lines + 1) + 1;
}

/* ---- the viewer's own ---- */

/* Name, gold and infamy; fines and the wizard follow on a second line if they need one. Returns the
 * rows used. Nothing is cut that a second line has room for. */
static int draw_purse(struct canvas *c, struct canvas_area a, const struct board_showing *s,
                      int seat)
{
    const struct arcane_player *p = &view_of(s)->player[seat];
    int at = a.col, end = a.col + a.w, row = a.row;
    char more[80] = "";
    at += canvas_print(c, row, at, end - at, INK_BOLD, "%s  ", s->names[seat]);
    at += canvas_print(c, row, at, end - at, INK_GOLD, "%d gold", (int)p->gold);
    at += canvas_put(c, row, at, end - at, INK_PLAIN, ", ");
    at += canvas_print(c, row, at, end - at, INK_INFAMY, "%d infamy", p->infamy);
    if (p->fines)
        snprintf(more, sizeof more, ", %d fine%s", p->fines, p->fines == 1 ? "" : "s");
    if (p->wizard != NONE)
        snprintf(more + strlen(more), sizeof more - strlen(more), ", %s",
                 arcane_wizard_name(p->wizard));
    if (!*more)
        return 1;
    int beside = at + text_columns(more) <= end;
    /* On a line of its own it begins without the comma. */
    canvas_put(c, row + !beside, beside ? at : a.col, a.w, INK_WARN, more + (beside ? 0 : 2));
    return 2 - beside;
}

/* Sets are sold first (A8.1, A8.2). What an inspection would bring now; ?? stands for each hidden
 * item. */
static void inspection_words(const struct arcane_state *v, int seat, char text[SCREEN_TEXT])
{
    const struct arcane_player *p = &v->player[seat];
    int hidden = bit_count(house_hidden(p));
    snprintf(text, SCREEN_TEXT, "If inspected: %d infamy", arcane_infamy_left(v, p));
    if (hidden)
        words_add(text, " + %d ??", hidden);
}

/* Such as "Older Wand 3g/1i seen": others know of the item. */
static void stash_words(const struct board_showing *s, char text[SCREEN_TEXT])
{
    const struct arcane_state *v = view_of(s);
    const struct arcane_player *p = &v->player[s->viewer];
    snprintf(text, SCREEN_TEXT, "Stash: ");
    for (int i = 0; i < p->stash_n; i++) {
        int item = p->stash[i], seen = (p->stash_known[i] & ~(1 << s->viewer)) != 0;
        words_add(text, "%s%s %dg/%di%s", i ? ", " : "", arcane_item(item)->brief,
                  v->cards.gold[item], v->cards.infamy[item], seen ? " seen" : "");
    }
}

/* "seen" if another seat knows the item (A14.2). */
static void draw_stash_item(struct canvas *c, struct canvas_area a, const struct board_showing *s,
                            int i)
{
    const struct arcane_state *v = view_of(s);
    const struct arcane_player *p = &v->player[s->viewer];
    int item = p->stash[i], seen = (p->stash_known[i] & ~(1 << s->viewer)) != 0;
    canvas_print(c, a.row, a.col, 21, INK_ITEM + arcane_item_kind(item), "%s %s",
                 arcane_item_sign(item), arcane_item(item)->name);
    canvas_print(c, a.row, a.col + 21, a.w - 21, INK_PLAIN, "%2dg %2di%s", v->cards.gold[item],
                 v->cards.infamy[item], seen ? " seen" : "");
}

/* Draws one item per line if the area is high enough. Else all items in one folded paragraph. */
static void draw_stash(struct canvas *c, struct canvas_area a, const struct board_showing *s)
{
    const struct arcane_player *p = &view_of(s)->player[s->viewer];
    char text[SCREEN_TEXT];
    int known = 0;
    if (p->stash_n >= a.h) {
        stash_words(s, text);
        canvas_fold(c, a, INK_PLAIN, text);
        return;
    }
    for (int i = 0; i < p->stash_n; i++) {
        draw_stash_item(c, (struct canvas_area){a.row + 1 + i, a.col, a.w, 1}, s, i);
        known |= p->stash_known[i] & ~(1 << s->viewer);
    }
    canvas_put(c, a.row, a.col, a.w, INK_DIM,
               !p->stash_n ? "Your stash is empty."
               : known     ? "Your stash (seen: others know):"
                           : "Your stash:");
}

/* The item that an answer is about, or -1. At questions that no answer names an item for, the item
 * that has caused the question. */
static int item_of_answer(const struct screen_picture *p)
{
    const struct arcane_state *v = view_of(p->s);
    if (!p->menu->n)
        return -1;
    int answer = p->pick < 0 ? -1 : p->menu->at[p->pick].answer;
    switch (v->question) {
    case Q_ACT: return answer < 0 ? -1 : answer % ITEM_COUNT;
    case Q_KEEP:
    case Q_TAKE: return answer;
    case Q_DRAW:
        if (answer == DRAW_DISCARD)
            return v->pile[v->discard_n - 1];
        return answer >= DRAW_MARKET ? v->market[answer - DRAW_MARKET] : -1;
    default: return v->at.cause == NONE ? -1 : v->at.cause;
    }
}

/* Adds why the slots that are missing among the answers may not be chosen. Slots with the same
 * reason are named once, by the first of them. */
static void refused_words(const struct screen_picture *p, char text[SCREEN_TEXT])
{
    const struct arcane_state *v = view_of(p->s);
    const struct refusal_row *last = NULL;
    uint32_t offered = offered_slots(p);
    if (!p->menu->n || !arcane_words_slots(v))
        return;
    const struct arcane_player *who = &v->player[arcane_words_house(v)];
    for (int slot = 0; slot < who->rows * who->cols; slot++) {
        char action[MAX_NAME];
        struct refusal why;
        const char *name = p->menu->at[0].name;
        if (offered >> slot & 1)
            continue;
        snprintf(action, sizeof action, "%.*s %d", (int)strcspn(name, " "), name, slot + 1);
        p->s->face->game->explain(v, p->s->viewer, action, &why);
        if (why.row != last)
            words_add(text, "Not %d: %s ", slot + 1, why.message);
        last = why.row;
    }
}

/* Adds what the viewer's wizard does while there is nothing else to say. */
static void wizard_words(const struct screen_picture *p, char text[SCREEN_TEXT])
{
    int viewer = p->s->viewer, wizard = viewer < 0 ? NONE : view_of(p->s)->player[viewer].wizard;
    char brief[FILLED_MAX];
    if (!*text && wizard != NONE)
        words_add(text, "%s: %s", arcane_wizard_name(wizard),
                  arcane_filled(view_of(p->s), arcane_wizard_help(wizard)->brief, brief));
}

/* Describes the item of the answer under the cursor: its gold and infamy, and its effect. Without a
 * cursor only a hint how to read it: no answer is suggested. */
static void focus_words(const struct screen_picture *p, char text[SCREEN_TEXT])
{
    const struct arcane_state *v = view_of(p->s);
    int item = item_of_answer(p);
    char brief[FILLED_MAX];
    text[0] = 0;
    if (p->menu->n && p->pick < 0 && v->question == Q_ACT)
        words_add(text, "Move with the arrows to read what an item does. ");
    if (item >= 0 && item < ITEM_COUNT)
        words_add(text, "%s: %d gold a set, %d infamy each. %s ", arcane_item(item)->name,
                  v->cards.gold[item], v->cards.infamy[item],
                  arcane_filled(v, arcane_item_help(item)->brief, brief));
    refused_words(p, text);
}

/* Prices are those of the slots (A12.2); an empty slot is "--". */
static void market_words(const struct arcane_state *v, int brief, char text[SCREEN_TEXT])
{
    snprintf(text, SCREEN_TEXT, "Market:");
    for (int i = 0; i < arcane_market_slots(v); i++) {
        const struct item_row *row = v->market[i] == ITEM_NONE ? NULL : arcane_item(v->market[i]);
        words_add(text, "%s %d gold %s", i ? " ·" : "", arcane_market_price(v, i),
                  !row    ? "--"
                  : brief ? row->brief
                          : row->name);
    }
}

/* With short names if the whole ones have no room. Returns the rows used: 0 without a Market. */
static int draw_market(struct canvas *c, struct canvas_area a, const struct arcane_state *v)
{
    char text[SCREEN_TEXT];
    if (!v->market_on || v->phase == PHASE_STOCK)
        return 0;
    market_words(v, 0, text);
    if (text_columns(text) > a.w)
        market_words(v, 1, text);
    canvas_put(c, a.row, a.col, a.w, INK_PLAIN, text);
    return 1;
}

/* Draws purse, inspection and stash, beside the storehouse. The stash takes the rows that are
 * left. */
static void draw_own(struct canvas *c, struct canvas_area a, const struct screen_picture *p)
{
    const struct arcane_state *v = view_of(p->s);
    int bottom = a.row + a.h;
    char text[SCREEN_TEXT];
    a.row += draw_purse(c, a, p->s, p->s->viewer);
    if (v->phase != PHASE_SELL)
        return;
    inspection_words(v, p->s->viewer, text);
    canvas_put(c, a.row++, a.col, a.w, INK_DIM, text);
    a.h = bottom - a.row;
    draw_stash(c, a, p->s);
}

/* ---- all of it ---- */

/* The seat whose storehouse is drawn: another's if the question's slots are in it, else the
 * viewer's. */
static int house_shown(const struct board_showing *s)
{
    const struct arcane_state *v = view_of(s);
    int asked = v->asked == s->viewer && v->question != Q_NONE;
    int theirs = asked && (arcane_words_slots(v) || v->question == Q_SWAP);
    int seat = theirs ? arcane_words_house(v) : s->viewer;
    return seat >= 0 && seat < v->players ? seat : s->viewer;
}

/* The rows that the other players may take below the storehouse, or in a column of their own. May
 * be negative on a small screen; the layout then takes what it must. */
static int others_room(struct canvas_area a, const struct board_showing *s)
{
    struct screen_split k = split_of(a);
    int own = s->viewer == SPECTATOR ? 0 : 7 + view_of(s)->market_on;
    return k.side.w ? k.side.h - 1 : a.h - own - (k.log.w ? 0 : STORY_ROWS) - ASKING_ROWS - 1;
}

/* How many rows they take of the table. 0 if they have a column of their own. */
static int others_rows(struct canvas_area a, const struct board_showing *s)
{
    struct screen_split k = split_of(a);
    int others = view_of(s)->players - (s->viewer != SPECTATOR);
    return k.side.w ? 0 : arcane_others_rows(others, k.table.w, others_room(a, s)) + 1;
}

/* The lines of a cell: as many as leave room for everything else. They depend on the size of the
 * screen and on the number of players alone, so that nothing moves between two questions. */
static int cell_lines(struct canvas_area a, const struct board_showing *s)
{
    struct screen_split k = split_of(a);
    int story = k.log.w ? 0 : STORY_ROWS, fixed = others_rows(a, s) + view_of(s)->market_on;
    int lines = (a.h - fixed - story - ASKING_ROWS - 4) / 3;
    return lines < 1 ? 1 : lines > 3 ? 3 : lines;
}

/* As face_pictures demands: what sheets leave in sight. */
static int board_rows(struct canvas_area a, const struct board_showing *s)
{
    return s->viewer == SPECTATOR ? 0 : 3 * (cell_lines(a, s) + 1) + 1;
}

/* Draws a storehouse and beside it what belongs to the viewer. Returns the rows used. */
static int draw_mine(struct canvas *c, struct canvas_area a, const struct screen_picture *p,
                     int lines)
{
    int rows = 3 * (lines + 1) + 1;
    draw_house(c, a.row, a.col, lines, p, house_shown(p->s), offered_slots(p));
    draw_own(c, (struct canvas_area){a.row, a.col + SIDE_COL, a.w - SIDE_COL, rows}, p);
    return rows + draw_market(c, (struct canvas_area){a.row + rows, a.col, a.w, 1}, view_of(p->s));
}

/* Draws the rule above the players, with the goal of a game that has one. */
static void draw_rule(struct canvas *c, int row, struct canvas_area a,
                      const struct board_showing *s)
{
    const struct arcane_state *v = view_of(s);
    char text[SCREEN_TEXT] = "";
    words_add(text, s->viewer == SPECTATOR ? "The players" : "The others");
    if (arcane_guard(v))
        words_add(text, " · to %d gold", arcane_goal(v));
    canvas_rule(c, row, a.col, a.w, text);
}

/* Draws the players in a column of their own or side by side below the storehouse. `room` is what
 * the rows were laid out for (others_room), not what is left. */
static void draw_players(struct canvas *c, struct canvas_area a, const struct board_showing *s,
                         int room)
{
    draw_rule(c, a.row, a, s);
    a.row++;
    a.h--;
    draw_arcane_others(c, a, s, room);
}

/* The items that the viewer has in the stash and in sight, as bits. */
static uint32_t items_held(const struct board_showing *s)
{
    const struct arcane_player *p = &view_of(s)->player[s->viewer];
    uint32_t items = 0;
    for (int i = 0; i < p->stash_n; i++)
        items |= 1u << p->stash[i];
    for (int i = 0; i < p->rows * p->cols; i++)
        if (p->cell[i] & CELL_UP && (p->cell[i] & ITEM_MASK) < ITEM_COUNT)
            items |= 1u << (p->cell[i] & ITEM_MASK);
    return items;
}

/* Where a high screen has room below the question, it says what the viewer's items do. Draws
 * nothing for spectators and outside Sell. An item that is held twice is explained once. */
static void draw_effects(struct canvas *c, struct canvas_area a, const struct board_showing *s)
{
    const struct arcane_state *v = view_of(s);
    int bottom = a.row + a.h;
    char brief[FILLED_MAX];
    if (s->viewer == SPECTATOR || v->phase != PHASE_SELL || a.h < EFFECT_ROWS)
        return;
    a.row++;
    canvas_rule(c, a.row++, a.col, a.w, "What your items do");
    for (uint32_t rest = items_held(s); rest && a.row < bottom; rest &= rest - 1) {
        int item = bit_lowest(rest);
        struct canvas_area text = {a.row, a.col + EFFECT_COL, a.w - EFFECT_COL, bottom - a.row};
        canvas_print(c, a.row, a.col, EFFECT_COL - 1, INK_ITEM + arcane_item_kind(item), "%s %s",
                     arcane_item_sign(item), arcane_item(item)->name);
        int rows =
            canvas_fold(c, text, INK_DIM, arcane_filled(v, arcane_item_help(item)->brief, brief));
        a.row += rows < 1 ? 1 : rows;
    }
}

/* Top down: what is above never moves because of what is below. The story takes the rows that are
 * left, or its own column. */
static void draw(struct canvas *c, struct canvas_area a, const struct screen_picture *p)
{
    struct screen_split k = split_of(a);
    int bottom = table_bottom(c, a);
    char focus[SCREEN_TEXT];
    if (k.log.w)
        draw_story(c, k.log, p);
    struct canvas_area t = k.table;
    if (p->s->viewer != SPECTATOR)
        t.row += draw_mine(c, t, p, cell_lines(a, p->s));
    t.h = bottom - t.row;
    draw_players(c, k.side.w ? k.side : t, p->s, others_room(a, p->s));
    t.row += others_rows(a, p->s);
    t.h = bottom - t.row;
    focus_words(p, focus);
    int story = k.log.w ? 0 : story_rows(p, t, focus);
    wizard_words(p, focus);
    t.row += draw_asking(c, t, p, focus, story);
    t.h = bottom - t.row;
    if (k.log.w)
        draw_effects(c, t, p->s);
    else
        draw_story(c, t, p);
}

/* ---- less than 80x24 ---- */

/* A cell as "5 ▼ Ball 9g 3i", without its worth if there is no room. A click means the slot's
 * digit, as on the large picture. */
static void draw_small_cell(struct canvas *c, struct canvas_area a, const struct screen_picture *p,
                            int slot, uint8_t cell)
{
    char word[WORDS_MAX], worth[24];
    int may = offered_slots(p) >> slot & 1;
    int at = a.col + canvas_print(c, a.row, a.col, 2, may ? INK_LEGAL : INK_LINE, "%d ", slot + 1);
    int room = a.col + a.w - at;
    arcane_cell_words(cell, room, word);
    at += canvas_put(c, a.row, at, room, arcane_cell_ink(cell), word);
    cell_worth(view_of(p->s), cell, worth);
    if (at + 1 + text_columns(worth) <= a.col + a.w)
        canvas_put(c, a.row, at + 1, room, INK_DIM, worth);
    canvas_touch(c, a, TOUCH_DIGIT, slot + 1);
}

/* The storehouse with a line for each row, purse and stash. Returns the rows used. */
static int draw_small(struct canvas *c, struct canvas_area a, const struct screen_picture *p)
{
    const struct arcane_state *v = view_of(p->s);
    int seat = house_shown(p->s), top = a.row;
    const struct arcane_player *who = &v->player[seat];
    char text[SCREEN_TEXT] = "";
    a.row += draw_purse(c, a, p->s, p->s->viewer);
    if (seat != p->s->viewer)
        canvas_print(c, a.row++, a.col, a.w, INK_WARN, "The storehouse of %s:", p->s->names[seat]);
    for (int slot = 0; slot < who->rows * who->cols; slot++) {
        int w = a.w / who->cols;
        struct canvas_area cell = {a.row + slot / who->cols, a.col + slot % who->cols * w, w - 1,
                                   1};
        draw_small_cell(c, cell, p, slot, who->cell[slot]);
    }
    a.row += who->rows;
    if (v->phase == PHASE_SELL) {
        stash_words(p->s, text);
        a.row += canvas_fold(c, (struct canvas_area){a.row, a.col, a.w, 2}, INK_PLAIN, text);
    }
    return a.row - top;
}

/* In Arcane Alley every key belongs to an answer that is offered. */
static const char *meaning(const struct board_showing *s, int key)
{
    (void)s;
    (void)key;
    return NULL;
}

/* What lies in a storehouse, item by item, and its sum (A8.2). */
static void print_inspected(const struct board_showing *s, int seat)
{
    const struct arcane_state *v = view_of(s);
    const struct arcane_player *p = &v->player[seat];
    char text[SCREEN_TEXT] = "", items[SCREEN_TEXT] = "";
    int sum = 0;
    for (int i = 0; i < p->rows * p->cols; i++) {
        int item = p->cell[i] & ITEM_MASK;
        if (item >= ITEM_COUNT)
            continue;
        words_add(items, "%s%s %d", *items ? ", " : "", arcane_item(item)->brief,
                  v->cards.infamy[item]);
        sum += v->cards.infamy[item];
    }
    words_add(text, "%s: %s%s%d infamy.", s->names[seat], *items ? items : "nothing left",
              *items ? ": together " : ", ", sum);
    page_fold(text, 0, 2);
}

/* Everybody's storehouses are revealed from the totals on until the next round. Before that they
 * may not be shown, and the view does not know them. */
static void print_all_inspected(const struct board_showing *s)
{
    const struct arcane_state *v = view_of(s);
    if (v->phase != PHASE_INSPECTION && v->phase != PHASE_BRIBE && v->phase != PHASE_OVER)
        return;
    for (int i = 0; i < v->players; i++)
        print_inspected(s, (v->first + i) % v->players);
    page_char('\n');
}

static int is_total(int kind)
{
    return kind == EV_INFAMY_TOTAL || kind == EV_LOST_TOTAL;
}

/* The first event between two indices that makes an inspection worth a stop: the totals, or what
 * follows them if Ninx was asked in between. Glynna may be asked before the totals, so that the
 * beginning of the inspection is no moment yet. -1 if there is none. */
static int inspected_at(const struct story *story, int from, int to)
{
    for (int i = from; i < to; i++) {
        int kind = story->at[i].event.kind;
        if (is_total(kind) || kind == EV_INFAMY_PENALTY || kind == EV_FINE)
            return i;
    }
    return -1;
}

/* The index of the inspection's beginning at or before `before`; 0 if the story has none. */
static int last_inspection(const struct story *story, int before)
{
    while (before > 0 && story->at[before].event.kind != EV_INSPECTION)
        before--;
    return before > 0 ? before : 0;
}

/* The index of the next round's beginning, or `to`. */
static int end_of_round(const struct story *story, int from, int to)
{
    while (from < to && story->at[from].event.kind != EV_ROUND)
        from++;
    return from;
}

/* An inspection is told as a whole: what lay in the storehouses, what it cost, and the fines. If
 * the totals were in an earlier part, only what is new is told. */
static int scene(const struct board_showing *s, int from, int to, char title[80], int *art)
{
    const struct story *story = s->story;
    int at = inspected_at(story, from, to);
    /* This game has no drawings. */
    *art = 0;
    if (at < 0)
        return 0;
    int begun = last_inspection(story, at), whole = is_total(story->at[at].event.kind);
    snprintf(title, 80, "The inspection of round %d", (int)story->at[begun].event.n);
    if (whole)
        print_all_inspected(s);
    arcane_story_tell(s, whole ? begun + 1 : from, end_of_round(story, at, to));
    return 1;
}

/* The gold that a set brought: the next event of that kind and seat. 0 if the story ends before
 * it. */
static int gold_of_sale(const struct story *story, int at)
{
    int seat = story->at[at].event.seat;
    for (; at < story->n; at++)
        if (story->at[at].event.kind == EV_GOLD_SALE && story->at[at].event.seat == seat)
            return (int)story->at[at].event.n;
    return 0;
}

/* A sale empties a line of a storehouse, and its reason must not pass unseen. Sales of all seats,
 * in their order. */
static void notice(const struct board_showing *s, int from, int to, char text[SCREEN_TEXT])
{
    text[0] = 0;
    for (int i = from; i < to; i++) {
        const struct event *e = &s->story->at[i].event;
        if (e->kind == EV_SET_SOLD && e->item < ITEM_COUNT)
            words_add(text, "%s%s %s a set of %s for %d gold.", *text ? " " : "",
                      e->seat == s->viewer ? "You" : s->names[e->seat],
                      e->seat == s->viewer ? "sell" : "sells", arcane_item(e->item)->name,
                      gold_of_sale(s->story, i));
    }
}

/* The last inspection decides the game. */
static int finale(const struct story *story)
{
    return last_inspection(story, story->n - 1);
}

/* Hidden items are all alike, the top of the deck is what most turns begin with, and no bribe does
 * no harm. What goes where is chosen. */
static int usual(const struct board_showing *s)
{
    const struct arcane_state *v = view_of(s);
    int harmless = v->question == Q_REVEAL || v->question == Q_DRAW || v->question == Q_BRIBE;
    return harmless || bit_count(arcane_legal(v, s->viewer)) == 1 ? USUAL_FIRST : USUAL_NONE;
}

/* Kinds of questions without a row in guide_arcane.def have no guide. */
static const char *guide(const struct board_showing *s, int *question)
{
    *question = view_of(s)->question;
    switch (*question) {
#define GUIDE(e, text)                                                                             \
    case Q_##e:                                                                                    \
        return text;
#include "tui/guide_arcane.def"
#undef GUIDE
    default: return NULL;
    }
}

const struct face_pictures arcane_pictures = {
    .pile = "discard",
    .pile_title = "The discard pile",
    .signs =
        "The sign before an item says when it works: ▼ when it is played, $ when it is sold, ∞ "
        "always, ! a special item. 12g 3i: 12 gold for a set, 3 infamy each at an inspection.",
    .header = header,
    .draw = draw,
    .small = draw_small,
    .board_rows = board_rows,
    .scene = scene,
    .notice = notice,
    .finale = finale,
    .letter = letter,
    .usual = usual,
    .guide = guide,
    .meaning = meaning,
};
