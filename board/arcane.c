/* Arcane Alley as lines of 80 columns. Everything is printed from a view, so a seat's board cannot
 * show what the seat does not know. */
#include "board/arcane.h"

#include <stdio.h>
#include <string.h>

#include "board/page.h"
#include "games/arcane/facts.h"
#include "games/arcane/help.h"
#include "games/arcane/numbers.h"
#include "games/arcane/sales.h"

/* Three seats of 26 columns side by side fit 80. Eight lines: four of facts, up to three of the
 * storehouse, one to spare. CELL_BRIEF counts the zero byte or the blank behind; CELL_WIDE is
 * inside the bars. */
enum { BAND = 3, BAND_WIDTH = 26, BAND_LINES = 8, CELL_BRIEF = 8, CELL_WIDE = 19 };

static const struct arcane_state *view_of(const struct board_showing *s)
{
    return s->view;
}

/* For regular words only. */
static const char *plural(int n)
{
    return n == 1 ? "" : "s";
}

/* ---- the line on top ---- */

/* PHASE_OVER and anything unknown is the end. */
static const char *phase_name(int phase)
{
    switch (phase) {
    case PHASE_STOCK: return "Stock";
    case PHASE_SELL: return "Sell";
    case PHASE_INSPECTION: return "Inspection";
    case PHASE_BRIBE: return "Bribe";
    default: return "The end";
    }
}

/* Told on every board, because the guard may end the game before anybody has reached the goal
 * (A1.guard). */
static void print_goal(const struct arcane_state *v)
{
    if (v->phase == PHASE_OVER || !arcane_guard(v))
        return;
    if (v->round == arcane_guard(v))
        page_line("!!! The last round: after it the most gold wins, goal or not [A1.guard]");
    else
        page_print(
            "To %d gold; after round %d the most gold wins in any case [A1.goal, A1.guard]\n",
            arcane_goal(v), arcane_guard(v));
}

/* Filled up to PAGE_WIDTH whatever the terminal has; n counts the newline, too. The line about the
 * inspection stays until the phase is over. */
static void print_header(const struct board_showing *s)
{
    const struct arcane_state *v = view_of(s);
    int n = page_print("\n=== Round %d of %s%d | %s", v->round, arcane_guard(v) ? "at most " : "",
                       arcane_last_round(v), phase_name(v->phase));
    if (v->turn != NONE)
        n += page_print(" | %s to move", s->names[v->turn]);
    if (v->players == 2 && v->phase == PHASE_SELL)
        n += page_print(" | tracker %d [A10]", v->tracker);
    n += page_print(" ");
    for (; n < PAGE_WIDTH; n++)
        page_char('=');
    page_char('\n');
    print_goal(v);
    if (v->triggered != NONE && v->phase == PHASE_SELL)
        page_print("!!! %s triggered the inspection%s [A5.6]\n", s->names[v->triggered],
                   arcane_turns_after(v) ? ": one more turn for everyone else" : "");
}

/* ---- the others ---- */

/* The lines of one seat in a band; an empty line is not printed if all beside it are empty. */
typedef char band_lines[BAND_LINES][BAND_WIDTH + 1];

/* Seven letters; a longer name is cut. The full stop shows that a name was cut. */
static void brief_cell(uint8_t cell, char buf[CELL_BRIEF])
{
    char word[WORDS_MAX];
    arcane_words_cell(cell, 1, word);
    int cut = strlen(word) >= CELL_BRIEF;
    snprintf(buf, CELL_BRIEF, "%.*s%s", cut ? CELL_BRIEF - 2 : CELL_BRIEF - 1, word,
             cut ? "." : "");
}

/* Such as "stash 3: Wand, ??, ??"; ends with dots if there is no room for all items. Items the
 * viewer knows are printed like revealed ones, without a question mark: in another's stash nothing
 * lies open, so a mark would say nothing. Room for " ..." is kept until the last. */
static void stash_line(const struct arcane_player *p, char buf[BAND_WIDTH + 1])
{
    int n = snprintf(buf, BAND_WIDTH + 1, "stash %d", p->stash_n), i = 0;
    for (; i < p->stash_n; i++) {
        char word[CELL_BRIEF];
        /* ITEM_UNDECIDED without CELL_UP prints as "??". */
        int unknown = p->stash[i] == ITEM_UNDECIDED, last = i + 1 == p->stash_n;
        brief_cell((uint8_t)(unknown ? ITEM_UNDECIDED : p->stash[i] | CELL_UP), word);
        /* Two for the comma and its blank, four for the dots if more follow. */
        if (n + 2 + (int)strlen(word) + (last ? 0 : 4) >= BAND_WIDTH)
            break;
        n += snprintf(buf + n, (size_t)(BAND_WIDTH + 1 - n), "%s %s", i ? "," : ":", word);
    }
    if (i < p->stash_n)
        snprintf(buf + n, (size_t)(BAND_WIDTH + 1 - n), " ...");
}

/* From line `first`; up to three rows of up to three (A6.6). */
static void house_lines_brief(const struct arcane_player *p, band_lines line, int first)
{
    if (p->rows == 0)
        snprintf(line[first], BAND_WIDTH + 1, "(storehouse empty)");
    for (int row = 0; row < p->rows; row++) {
        char word[CELL_BRIEF];
        int n = 0;
        for (int col = 0; col < p->cols; col++) {
            int last = col + 1 == p->cols;
            brief_cell(p->cell[row * p->cols + col], word);
            n += snprintf(line[first + row] + n, (size_t)(BAND_WIDTH + 1 - n), "%-*s",
                          last ? 0 : CELL_BRIEF, word);
        }
    }
}

/* The protocol's name with a capital: one word and ASCII for every wizard. */
char *arcane_wizard_short(int wizard, char buf[16])
{
    snprintf(buf, 16, "%s", arcane_wizard_id(wizard));
    buf[0] = (char)(buf[0] - 'a' + 'A');
    return buf;
}

/* Such as "Berta (medium), Corvus"; leaves out what does not fit beside the wizard. The level goes
 * first, then the end of the name; the wizard stays, whose power matters in every turn. */
static void seat_heading(const struct board_showing *s, int seat, char buf[BAND_WIDTH + 1])
{
    int wizard = view_of(s)->player[seat].wizard;
    char name[LABEL_MAX], called[16];
    snprintf(buf, BAND_WIDTH, "%s", seat_label(s, seat, name));
    if (wizard == NONE)
        return;
    arcane_wizard_short(wizard, called);
    /* Three: the comma, its blank, and the zero byte that a band line ends with. */
    int room = BAND_WIDTH - 3 - (int)strlen(called), fits = (int)strlen(name) <= room;
    int n = snprintf(buf, BAND_WIDTH, "%.*s", room, fits ? name : s->names[seat]);
    snprintf(buf + n, (size_t)(BAND_WIDTH - n), ", %s", called);
}

/* No line for fines if there are none. During Stock (A4) stashes are not there yet. */
static void seat_lines(const struct board_showing *s, int seat, band_lines line)
{
    const struct arcane_player *p = &view_of(s)->player[seat];
    memset(line, 0, sizeof(band_lines));
    seat_heading(s, seat, line[0]);
    snprintf(line[1], BAND_WIDTH + 1, "%d gold, %d infamy", (int)p->gold, p->infamy);
    if (p->fines)
        snprintf(line[2], BAND_WIDTH + 1, "%d fine marker%s", p->fines, plural(p->fines));
    if (view_of(s)->phase != PHASE_STOCK)
        stash_line(p, line[3]);
    house_lines_brief(p, line, 4);
}

/* Trailing blanks are left out: the last text ends the line. */
static void print_side_by_side(band_lines line[BAND], int n, int row)
{
    while (n && !line[n - 1][row][0])
        n--;
    for (int i = 0; i < n; i++)
        page_padded(line[i][row], i + 1 < n ? BAND_WIDTH : 0);
    page_char('\n');
}

/* n seats, at most BAND. */
static void print_band(const struct board_showing *s, const int seats[BAND], int n)
{
    band_lines line[BAND];
    for (int i = 0; i < n; i++)
        seat_lines(s, seats[i], line[i]);
    page_char('\n');
    for (int row = 0; row < BAND_LINES; row++) {
        /* Lines that no seat of the band uses are left out. */
        int any = 0;
        for (int i = 0; i < n; i++)
            any |= line[i][row][0];
        if (any)
            print_side_by_side(line, n, row);
    }
}

/* Clockwise from the viewer's left, as they sit. A spectator sees all seats, from seat 0 on. */
static void print_others(const struct board_showing *s)
{
    int players = view_of(s)->players, looking_on = s->viewer == SPECTATOR;
    /* For a spectator the last seat is "mine", so that the first printed is seat 0. */
    int mine = looking_on ? players - 1 : s->viewer, others = looking_on ? players : players - 1;
    int seats[BAND], n = 0;
    for (int i = 1; i <= others; i++) {
        seats[n++] = (mine + i) % players;
        if (n == BAND || i == others) {
            print_band(s, seats, n);
            n = 0;
        }
    }
}

/* ---- the table ---- */

/* Only cards that everybody may see: the top of the deck if it was put there openly (A14.2), the
 * top of the discard, the Market (A12). The known cards of the deck are at the upper end of `pile`,
 * the discard at the lower. */
static void print_table(const struct board_showing *s)
{
    const struct arcane_state *v = view_of(s);
    if (v->phase == PHASE_STOCK)
        return;
    page_print("\nDeck %d", v->deck_n);
    if (v->top_n)
        page_print(" (on top: %s)", arcane_item(v->pile[PILE_MAX - v->top_n])->name);
    page_print(" | Discard %d", v->discard_n);
    if (v->discard_n)
        page_print(" (on top: %s)", arcane_item(v->pile[v->discard_n - 1])->name);
    page_char('\n');
    if (!v->market_on)
        return;
    page_print("Market");
    for (int i = 0; i < arcane_market_slots(v); i++)
        page_print("%s %d gold: %s", i ? " |" : "", arcane_market_price(v, i),
                   v->market[i] == ITEM_NONE ? "--" : arcane_item(v->market[i])->brief);
    page_char('\n');
}

/* ---- one storehouse, large ---- */

/* Above row `row`, with the numbers of its slots; below the last row (`row` is p->rows) without. */
static void print_rule_line(const struct arcane_player *p, int row)
{
    page_print("  ");
    for (int col = 0; col < p->cols; col++) {
        /* Slots are numbered in the present shape, as answers are. */
        int slot = row * p->cols + col + 1, n = page_print("+");
        if (row < p->rows)
            n += page_print("-%d", slot);
        for (; n <= CELL_WIDE; n++)
            page_char('-');
    }
    page_line("+");
}

/* Centred. No name of an item with its question mark is longer than CELL_WIDE. */
static void print_cell(uint8_t cell)
{
    char word[WORDS_MAX];
    arcane_words_cell(cell, 0, word);
    int n = (int)strlen(word), left = (CELL_WIDE - n) / 2;
    page_print("|%*s%s%*s", left, "", word, CELL_WIDE - n - left, "");
}

/* One's own or, for a swap, another's: the cells are those of the viewer's view, so it needs no
 * distinction. */
static void print_house(const struct arcane_player *p)
{
    if (p->rows == 0)
        page_line("  (the storehouse is empty)");
    for (int row = 0; row < p->rows; row++) {
        print_rule_line(p, row);
        page_print("  ");
        for (int col = 0; col < p->cols; col++)
            print_cell(p->cell[row * p->cols + col]);
        page_line("|");
    }
    if (p->rows)
        print_rule_line(p, p->rows);
}

/* Sets are sold first (A8.1, A8.2). Of the revealed items alone: what the hidden ones cost is not
 * for this line, even if the viewer knows it. */
static void print_inspection_cost(const struct arcane_state *v, const struct arcane_player *p)
{
    int cost = arcane_infamy_left(v, p), hidden = bit_count(house_hidden(p));
    page_print("  At an inspection the revealed items cost %d infamy; %d %s still hidden.\n", cost,
               hidden, hidden == 1 ? "item is" : "items are");
}

/* ---- the viewer's own ---- */

/* For a seat only. A wizard is only there if the table plays with them (A13). */
static void print_purse(const struct board_showing *s)
{
    const struct arcane_player *p = &view_of(s)->player[s->viewer];
    char brief[FILLED_MAX];
    page_print("\n%s: %d gold, %d infamy", s->names[s->viewer], (int)p->gold, p->infamy);
    if (p->fines)
        page_print(", %d fine marker%s", p->fines, plural(p->fines));
    if (p->wizard != NONE)
        page_print(", %s", arcane_wizard_name(p->wizard));
    page_char('\n');
    if (p->wizard != NONE) {
        page_print("  ");
        page_fold(arcane_filled(view_of(s), arcane_wizard_help(p->wizard)->brief, brief), 2, 2);
    }
}

/* Prints the rows of the stash, with a mark on items that others know of. Returns 1 if it marked
 * any. The text of a kind is printed once, at its first item: stashes are sorted by kind. */
static int print_stash_rows(const struct board_showing *s)
{
    const struct arcane_state *v = view_of(s);
    const struct arcane_player *p = &v->player[s->viewer];
    char brief[FILLED_MAX];
    int any_known = 0;
    for (int i = 0; i < p->stash_n; i++) {
        int item = p->stash[i], known = (p->stash_known[i] & ~(1 << s->viewer)) != 0;
        page_print("  %-18s%c %4d %6d  ", arcane_item(item)->name, known ? '*' : ' ',
                   v->cards.gold[item], v->cards.infamy[item]);
        /* The same item next to it: see the order of stashes in arcane.h. */
        int again = i > 0 && p->stash[i - 1] == item;
        arcane_filled(v, arcane_item_help(item)->brief, brief);
        page_fold(again ? "(the same)" : brief, 35, 35);
        any_known |= known;
    }
    return any_known;
}

/* Nothing outside the Sell phase: before it there is no stash to look at, and after it none that
 * can be played. */
static void print_stash(const struct board_showing *s)
{
    if (view_of(s)->phase != PHASE_SELL)
        return;
    if (view_of(s)->player[s->viewer].stash_n == 0) {
        page_line("\nYour stash is empty.");
        return;
    }
    page_print("\n%-21s %4s %6s  %s\n", "Your stash", "gold", "infamy", "what it does");
    if (print_stash_rows(s))
        page_line("  * others know that you have it");
}

/* For a seat only. The stash is last, next to the question about it. */
static void print_own(const struct board_showing *s)
{
    const struct arcane_state *v = view_of(s);
    print_purse(s);
    print_house(&v->player[s->viewer]);
    if (v->phase == PHASE_SELL)
        print_inspection_cost(v, &v->player[s->viewer]);
    print_stash(s);
}

/* From the table at large to one's own stash: what is chosen from stands last. */
static void draw_board(const struct board_showing *s)
{
    print_header(s);
    print_others(s);
    print_table(s);
    if (s->viewer != SPECTATOR)
        print_own(s);
}

/* With the owner's name, because it may be another's. */
static void print_house_of(const struct board_showing *s, int seat)
{
    page_print("\nThe storehouse of %s\n", s->names[seat]);
    print_house(&view_of(s)->player[seat]);
}

/* Only what has changed or is chosen from: the board with everything was printed when the turn
 * began. Questions that need nothing more than their answers print nothing. */
static void draw_follow_up(const struct board_showing *s)
{
    const struct arcane_state *v = view_of(s);
    switch (v->question) {
    case Q_ACT:
    case Q_KEEP: print_stash(s); break;
    case Q_TARGET: print_others(s); break;
    /* Lines and slides are those of one's own storehouse. */
    case Q_SELL:
    case Q_SLIDE: print_house_of(s, s->viewer); break;
    case Q_SWAP: print_house_of(s, v->at.target); break;
    default: break;
    }
}

/* ---- what may be read and counted ---- */

/* Everybody may read the whole discard (A9.2). */
static void print_discard(const struct board_showing *s)
{
    const struct arcane_state *v = view_of(s);
    const char *names[PILE_MAX];
    int n = v->discard_n;
    page_print("The discard, %d item%s%s\n", n, plural(n), n ? ", the top first [A9.2]:" : ".");
    for (int i = 0; i < n; i++)
        names[i] = arcane_item(v->pile[n - 1 - i])->name;
    if (n)
        page_list(names, n, 2);
}

/* The view's pool is what is not decided for this viewer, so nothing is told that could not be
 * counted from what lies open (A14.4). */
static void print_unseen(const struct board_showing *s)
{
    const struct arcane_state *v = view_of(s);
    char cell[ITEM_COUNT][40];
    const char *cells[ITEM_COUNT];
    int n = 0;
    for (int i = 0; i < ITEM_COUNT; i++) {
        if (!v->pool[i])
            continue;
        snprintf(cell[n], sizeof cell[n], "%2d %s", v->pool[i], arcane_item(i)->name);
        cells[n] = cell[n];
        n++;
    }
    page_print("Cards you have not seen (deck, hidden items, other stashes): %d [A14.4]\n",
               v->pool_n);
    if (n)
        page_list(cells, n, 2);
}

/* ---- the end ---- */

/* Only for the order; who has won is `winners`. */
static int ranks_before(const struct arcane_player *a, const struct arcane_player *b)
{
    return a->gold > b->gold || (a->gold == b->gold && a->infamy < b->infamy);
}

/* Says how a tie for the first place was broken, or that it was not (A1.winner). Nothing without a
 * tie. place[] is sorted. */
static void print_tie(const struct board_showing *s, const int place[MAX_SEATS])
{
    const struct arcane_state *v = view_of(s);
    const struct arcane_player *a = &v->player[place[0]], *b = &v->player[place[1]];
    if (a->gold != b->gold)
        return;
    page_fold(v->winners & (v->winners - 1)
                  ? "The first have the same gold and the same infamy, so they share the win."
                  : "The first have the same gold: the one with less infamy wins.",
              0, 2);
}

/* Sorted by most gold, then by least infamy (A1.winner). Insertion keeps seats with equal gold and
 * infamy in their order. The game must be over. */
static void print_standing(const struct board_showing *s)
{
    const struct arcane_state *v = view_of(s);
    /* `shared`: more than one bit is set. */
    int place[MAX_SEATS], shared = v->winners & (v->winners - 1);
    char name[LABEL_MAX];
    for (int i = 0; i < v->players; i++) {
        int at = i;
        for (; at && ranks_before(&v->player[i], &v->player[place[at - 1]]); at--)
            place[at] = place[at - 1];
        place[at] = i;
    }
    page_line("\n=== The end: final standing [A1.winner] ===");
    if (arcane_guard_ended(v))
        page_print("Nobody reached the goal in %d rounds [A1.guard]: the most gold wins.\n",
                   v->round);
    for (int i = 0; i < v->players; i++) {
        const struct arcane_player *p = &v->player[place[i]];
        int won = v->winners >> place[i] & 1;
        page_print("  ");
        page_padded(seat_label(s, place[i], name), 20);
        page_print("%4d gold %3d infamy%s\n", (int)p->gold, p->infamy,
                   !won     ? ""
                   : shared ? "   shares the win"
                            : "   wins");
    }
    print_tie(s, place);
}

const struct board arcane_board = {
    .game = &arcane_game,
    .print = draw_board,
    .follow_up = draw_follow_up,
    .piles = print_discard,
    .unseen = print_unseen,
    .standing = print_standing,
    .question = arcane_words_question,
    .answer = arcane_words_answer,
};
