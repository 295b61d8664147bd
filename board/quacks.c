/* The Quacks as lines of 80 columns. Everything is printed from a view. */
#include "board/quacks.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/page.h"

enum {
    TRACK_LABEL = 9,
    TRACK_CELL = 5,
    TRACK_CELLS = 14,
    TRACK_BEHIND = 7,
    FIELD_COLUMN = 14,
    SEAT_COLUMN = 16
};
enum { TEXT_MAX = 600, CELL_TEXT = 12, POT_SHOWN = 12 };

static const struct quacks_state *view_of(const struct board_showing *s)
{
    return s->view;
}

static void add(char text[TEXT_MAX], const char *more)
{
    size_t n = strlen(text);
    snprintf(text + n, TEXT_MAX - n, "%s", more);
}

static void add_amount(char text[TEXT_MAX], int n, const char *one, const char *many)
{
    char buf[AMOUNT_WORDS];
    add(text, *text ? ", " : "");
    add(text, quacks_amount(n, one, many, buf));
}

/* ---- the lines on top ---- */

const char *quacks_phase_words(int stage)
{
    if (stage <= STAGE_RATS)
        return "Fortune card";
    if (stage <= STAGE_SCORED)
        return "Potions";
    return stage < STAGE_OVER ? "Evaluation" : "The end";
}

static const char *ruling_of(const struct quacks_state *v)
{
    if (v->card == SECOND_CHANCE)
        return v->risky ? " Risky: the first {~cards.second-chance.chips:chip|chips} can explode "
                          "the pot."
                        : " Safe: the first {~cards.second-chance.chips:chip|chips} cannot explode "
                          "the pot.";
    if (v->card == STRONG_INGREDIENT)
        return v->acts ? " Here the chip acts in step B." : " Here the chip has no action.";
    if (v->card == CHOOSE_WISELY && !quacks_chip_is_out(v, PURPLE1))
        return " No purple is out, so the card offers only the droplet steps.";
    return "";
}

char *quacks_card_ruling(const struct quacks_state *v, char buf[FILLED_MAX])
{
    return quacks_filled(v, ruling_of(v), buf);
}

static void print_header(const struct board_showing *s)
{
    const struct quacks_state *v = view_of(s);
    char text[TEXT_MAX] = "", words[FILLED_MAX];
    int n = page_print("\n=== Turn %d of %d | %s | %s is start player ", v->turn,
                       NUMBER_OF(v, turns), quacks_phase_words(v->stage), s->names[v->start]);
    for (; n <= PAGE_WIDTH; n++)
        page_char('=');
    page_char('\n');
    if (v->no_fortune)
        return;
    add(text, "Fortune card: ");
    add(text, quacks_card_name(v->card));
    add(text, ". ");
    add(text, quacks_filled(v, quacks_card_help(v->card)->brief, words));
    add(text, quacks_card_ruling(v, words));
    add(text, " [Q7]");
    page_fold(text, 0, 2);
}

/* ---- one seat in words ---- */

static void purse_words(const struct quacks_state *v, int seat, char text[TEXT_MAX])
{
    const struct quacks_player *p = &v->player[seat];
    char droplet[60];
    text[0] = 0;
    add_amount(text, p->points, "point", "points");
    add_amount(text, p->rubies, "ruby", "rubies");
    snprintf(droplet, sizeof droplet, ", droplet on %d", p->droplet);
    add(text, droplet);
    if (p->rats)
        add_amount(text, p->rats, "rat", "rats");
    if (v->tubes) {
        snprintf(droplet, sizeof droplet, ", glass %d", p->tube);
        add(text, droplet);
    }
    add(text, p->flask ? ", flask full" : ", flask empty");
}

static const char *status_words(const struct quacks_player *p, int full)
{
    static const char *const decided[] = {"brewing", "has decided to draw", "has decided to stop",
                                          "has decided"};
    if (p->exploded)
        return "EXPLODED";
    if (full)
        return "pot full";
    if (p->stopped)
        return "stopped";
    return decided[p->commit];
}

/* The last chips of a pot, such as "... W1 G2 O1". */
static void pot_codes(const struct quacks_player *p, int most, char text[TEXT_MAX])
{
    char code[CHIP_CODE];
    int first = p->pot_n > most ? p->pot_n - most : 0;
    if (first)
        add(text, " ...");
    for (int i = first; i < p->pot_n; i++) {
        add(text, " ");
        add(text, quacks_chip_code(p->pot[i] & ~CHIP_INERT, code));
    }
}

/* Red 1, 2 and 4 chips, such as "R1 R1 R4", after `before` if there are any. */
static void add_reds(const uint8_t reds[3], const char *before, char text[TEXT_MAX])
{
    char code[CHIP_CODE];
    int n = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < reds[i]; k++, n++) {
            add(text, n ? " " : before);
            add(text, quacks_chip_code(RED1 + i, code));
        }
}

static void add_beside(const struct quacks_state *v, int seat, char text[TEXT_MAX])
{
    const struct quacks_player *p = &v->player[seat];
    add_reds(p->beside, "; beside the pot ", text);
    if (v->stage == STAGE_BREW)
        add_reds(p->returned, "; put back in this potion ", text);
}

/* Such as "stopped on 12, whites 5". */
static void place_words(const struct quacks_state *v, int seat, char text[TEXT_MAX])
{
    const struct quacks_player *p = &v->player[seat];
    struct quacks_pot pot = quacks_pot(v, seat);
    const char *status = status_words(p, pot.full);
    if (p->pot_n)
        snprintf(text, TEXT_MAX, "%s on %d, whites %d", status, pot.position, pot.whites);
    else
        snprintf(text, TEXT_MAX, "%s, no chip in the pot", status);
}

/* Between potions the pots are empty, and no space scores. */
static int is_brewing(const struct quacks_state *v)
{
    return v->stage >= STAGE_BREW && v->stage < STAGE_OVER;
}

static void print_seat(const struct board_showing *s, int seat)
{
    const struct quacks_state *v = view_of(s);
    char text[TEXT_MAX], name[LABEL_MAX];
    int at = page_padded(seat_label(s, seat, name), SEAT_COLUMN);
    purse_words(v, seat, text);
    page_fold(text, at, SEAT_COLUMN);
    if (!is_brewing(v))
        return;
    place_words(v, seat, text);
    add(text, v->player[seat].pot_n ? ":" : "");
    pot_codes(&v->player[seat], POT_SHOWN, text);
    add_beside(v, seat, text);
    page_print("%*s", SEAT_COLUMN, "");
    page_fold(text, SEAT_COLUMN, SEAT_COLUMN);
}

/* Clockwise from the viewer's left, as they sit. */
static void print_others(const struct board_showing *s)
{
    int players = view_of(s)->players, looking_on = s->viewer == SPECTATOR;
    int mine = looking_on ? players - 1 : s->viewer;
    page_char('\n');
    for (int i = 1; i <= players - !looking_on; i++)
        print_seat(s, (mine + i) % players);
}

/* While the viewer brews: where the others are, in one line. */
static void print_others_brief(const struct board_showing *s)
{
    const struct quacks_state *v = view_of(s);
    char text[TEXT_MAX] = "", line[TEXT_MAX];
    for (int i = 1; i < v->players; i++) {
        int seat = (s->viewer + i) % v->players;
        place_words(v, seat, line);
        add(text, i > 1 ? "; " : "");
        add(text, s->names[seat]);
        add(text, " ");
        add(text, line);
    }
    page_print("  ");
    page_fold(text, 2, 2);
}

/* ---- the pot as a track (Q1) ---- */

int quacks_chip_on(const struct quacks_state *v, int seat, int space)
{
    const struct quacks_player *p = &v->player[seat];
    for (int i = 0; i < p->pot_n; i++)
        if (quacks_pot_at(v, seat, i) == space)
            return p->pot[i];
    return NO_CHIP;
}

int quacks_scoring_space(const struct quacks_state *v, int seat)
{
    int fixed = v->player[seat].scoring;
    if (!is_brewing(v))
        return NO_SPACE;
    return fixed == NO_SPACE ? quacks_pot(v, seat).scoring : fixed;
}

static void cell_words(const struct quacks_state *v, int seat, int space, char buf[CELL_TEXT])
{
    const struct quacks_player *p = &v->player[seat];
    int chip = quacks_chip_on(v, seat, space);
    char code[CHIP_CODE];
    if (chip != NO_CHIP)
        snprintf(buf, CELL_TEXT, chip & CHIP_INERT ? "<%s>" : "[%s]",
                 quacks_chip_code(chip & ~CHIP_INERT, code));
    else if (space == quacks_scoring_space(v, seat))
        snprintf(buf, CELL_TEXT, "( )");
    else if (p->rats && space == p->origin)
        snprintf(buf, CELL_TEXT, "rat");
    else if (space == p->droplet)
        snprintf(buf, CELL_TEXT, "drop");
    else
        snprintf(buf, CELL_TEXT, ".");
}

/* Centres a word in its column, so that numbers stand below their chips. */
static void put_cell(char line[PAGE_WIDTH + 1], int column, const char *word)
{
    int n = (int)strlen(word), at = TRACK_LABEL + column * TRACK_CELL + (TRACK_CELL - n) / 2;
    memcpy(line + at, word, (size_t)n);
}

static void print_track_line(char line[PAGE_WIDTH + 1], const char *label)
{
    int n = PAGE_WIDTH;
    /* NOLINTNEXTLINE(bugprone-not-null-terminated-result): into the middle of a line */
    memcpy(line + 2, label, strlen(label));
    while (n && line[n - 1] == ' ')
        n--;
    page_print("%.*s\n", n, line);
}

enum board_row { ROW_SPACE, ROW_POT, ROW_COINS, ROW_POINTS, ROW_RUBY, ROWS };

static void track_cell(const struct quacks_state *v, int seat, int row, int space,
                       char buf[CELL_TEXT])
{
    struct quacks_space here = quacks_space(v, space);
    switch (row) {
    case ROW_SPACE: snprintf(buf, CELL_TEXT, "%d", space); break;
    case ROW_POT: cell_words(v, seat, space, buf); break;
    case ROW_COINS: snprintf(buf, CELL_TEXT, "%d", here.coins); break;
    case ROW_POINTS: snprintf(buf, CELL_TEXT, "%d", here.points); break;
    default: snprintf(buf, CELL_TEXT, "%s", here.ruby ? "*" : ""); break;
    }
}

static void print_track(const struct quacks_state *v, int seat)
{
    static const char *const labels[ROWS] = {"space", "", "coins", "points", "ruby"};
    const struct quacks_player *p = &v->player[seat];
    int first = quacks_pot(v, seat).position - TRACK_BEHIND;
    first = first < p->droplet ? p->droplet : first;
    if (first > POT_SPOON + 1 - TRACK_CELLS)
        first = POT_SPOON + 1 - TRACK_CELLS;
    page_char('\n');
    for (int row = 0; row < ROWS; row++) {
        char line[PAGE_WIDTH + 1], cell[CELL_TEXT];
        memset(line, ' ', sizeof line);
        for (int i = 0; i < TRACK_CELLS; i++) {
            track_cell(v, seat, row, first + i, cell);
            put_cell(line, i, cell);
        }
        print_track_line(line, labels[row]);
    }
}

/* ---- bags ---- */

/* Such as "9 chips: 4xW1 2xW2 ...". There are no blanks within a kind, so that lines break between
 * kinds. */
static void bag_words(const uint8_t *bag, char text[TEXT_MAX])
{
    int total = 0;
    char buf[40], code[CHIP_CODE], counted[TEXT_MAX] = "";
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        if (!bag[chip])
            continue;
        snprintf(buf, sizeof buf, " %dx%s", bag[chip], quacks_chip_code(chip, code));
        add(counted, buf);
        total += bag[chip];
    }
    text[0] = 0;
    add(text, quacks_amount(total, "chip", "chips", buf));
    add(text, total ? ":" : "");
    add(text, counted);
}

static void print_field(const char *name, const char *text)
{
    if (!*text)
        return;
    page_print("  ");
    page_padded(name, FIELD_COLUMN - 2);
    page_fold(text, FIELD_COLUMN, FIELD_COLUMN);
}

/* The odds are exact, because everybody knows what is in a bag. */
static void odds_words(const struct quacks_state *v, int seat, char text[TEXT_MAX])
{
    struct quacks_pot pot = quacks_pot(v, seat);
    const struct quacks_player *p = &v->player[seat];
    char next[100] = "";
    snprintf(text, TEXT_MAX, "%d, limit %d%s [Q5.3]", pot.whites, pot.limit,
             p->exploded ? ": exploded" : "");
    if (v->stage == STAGE_BREW && !p->stopped && pot.explosive)
        snprintf(next, sizeof next, ". Next chip: %d of %d would explode the pot (%d%%)",
                 pot.explosive, pot.bag, (200 * pot.explosive + pot.bag) / (2 * pot.bag));
    else if (v->stage == STAGE_BREW && !p->stopped && pot.bag)
        snprintf(next, sizeof next, ". Next chip: safe");
    add(text, next);
}

static void effects_words(const struct quacks_state *v, int seat, char text[TEXT_MAX])
{
    const struct quacks_player *p = &v->player[seat];
    char buf[80], doubling[FILLED_MAX];
    text[0] = 0;
    /* They wait for chips that are drawn. */
    if (v->stage != STAGE_BREW || p->stopped)
        return;
    if (p->doubling)
        add(text, quacks_filled(v,
                                "the next chip you place goes {books.yellow2.times?2=twice|"
                                "{books.yellow2.times} times} its value (book yellow 2)",
                                doubling));
    if (p->window) {
        snprintf(buf, sizeof buf, "%sprotected for %d more draw%s (book blue 2)", *text ? "; " : "",
                 p->window, p->window == 1 ? "" : "s");
        add(text, buf);
    }
}

/* Reds that went back from beside the pot in this potion. The rule matters when one of these kinds
 * lies beside the pot again and may not go back (Q8, book red 2). */
static void returned_words(const struct quacks_state *v, const struct quacks_player *p,
                           char text[TEXT_MAX])
{
    text[0] = 0;
    if (v->stage == STAGE_BREW)
        add_reds(p->returned, "", text);
    if (*text)
        add(text, "; each red you own may go back once per potion [Q8]");
}

static void print_own_pot(const struct board_showing *s)
{
    const struct quacks_state *v = view_of(s);
    const struct quacks_player *p = &v->player[s->viewer];
    char text[TEXT_MAX];
    if (v->stage < STAGE_BREW)
        return;
    print_track(v, s->viewer);
    odds_words(v, s->viewer, text);
    print_field("Whites", text);
    if (p->pot_n > TRACK_BEHIND) {
        text[0] = 0;
        pot_codes(p, POT_MAX, text);
        print_field("Whole pot", text + 1);
    }
    text[0] = 0;
    add_reds(p->beside, "", text);
    print_field("Beside", text);
    returned_words(v, p, text);
    print_field("Put back", text);
    effects_words(v, s->viewer, text);
    print_field("In force", text);
}

static void print_own_bag(const struct board_showing *s)
{
    char text[TEXT_MAX];
    bag_words(view_of(s)->player[s->viewer].bag, text);
    print_field("Your bag", text);
}

static void print_purse(const struct board_showing *s)
{
    char text[TEXT_MAX];
    purse_words(view_of(s), s->viewer, text);
    page_print("\n%s: ", s->names[s->viewer]);
    page_fold(text, (int)strlen(s->names[s->viewer]) + 2, 2);
}

/* ---- the shop (Q6.E, Q8) ---- */

int quacks_chip_of(int colour, int value)
{
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        if (quacks_chip(chip)->colour == colour && quacks_chip(chip)->value == value)
            return chip;
    return NO_CHIP;
}

int quacks_cheapest(const struct quacks_state *v)
{
    int least = INT_MAX;
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        int price = quacks_chip_is_out(v, chip) && v->supply[chip] ? quacks_price_now(v, chip) : 0;
        least = price > 0 && price < least ? price : least;
    }
    return least;
}

static const char *book_brief(const struct quacks_state *v, int colour)
{
    int set = colour == BLACK ? (v->players == 2 ? 2 : 3) : v->book[colour];
    int index = quacks_book_index(colour, set);
    return (index < 0 ? quacks_colour_help(colour) : &quacks_book(index)->help)->brief;
}

/* By other numbers a book may come out after the last turn. */
char *quacks_book_now(const struct quacks_state *v, int colour, char buf[FILLED_MAX])
{
    const char *text = book_brief(v, colour);
    if (NUMBER_IN(v, turns_book, colour - ORANGE) > NUMBER_OF(v, turns))
        text = "(its book never comes out)";
    else if (!quacks_chip_is_out(v, quacks_chip_of(colour, 1)))
        text = "(its book is not out yet)";
    return quacks_filled(v, text, buf);
}

/* A price; "--" if the supply is empty, blank if there is no such chip. */
static void price_cell(const struct quacks_state *v, int colour, int value, char buf[CELL_TEXT])
{
    int chip = quacks_chip_of(colour, value);
    if (chip == NO_CHIP)
        buf[0] = 0;
    else if (!v->supply[chip])
        snprintf(buf, CELL_TEXT, "--");
    else
        snprintf(buf, CELL_TEXT, "%d", quacks_price_now(v, chip));
}

static void print_shop(const struct board_showing *s)
{
    const struct quacks_state *v = view_of(s);
    page_print("\n  %-9s%4s%4s%4s   %s\n", "Price of", "1", "2", "4", "What the book does [Q8]");
    for (int colour = ORANGE; colour < COLOUR_COUNT; colour++) {
        char a[CELL_TEXT], b[CELL_TEXT], c[CELL_TEXT], brief[FILLED_MAX];
        price_cell(v, colour, 1, a);
        price_cell(v, colour, 2, b);
        price_cell(v, colour, 4, c);
        page_print("  %-9s%4s%4s%4s   ", quacks_colour_id(colour), a, b, c);
        page_fold(quacks_book_now(v, colour, brief), 26, 26);
    }
}

/* ---- boards ---- */

static void print_offer(const struct board_showing *s)
{
    const struct quacks_player *p = &view_of(s)->player[s->viewer];
    char text[TEXT_MAX] = "", words[CHIP_WORDS];
    for (int i = 0; i < p->offer_n; i++) {
        add(text, i ? ", " : "");
        add(text, quacks_chip_words(p->offer[i], words));
    }
    print_field("You look at", text);
}

/* Prints what the present question needs beside the board. */
static void print_needed(const struct board_showing *s)
{
    switch (view_of(s)->player[s->viewer].question) {
    case QQ_PICK:
    case QQ_SWAP: print_offer(s); break;
    case QQ_BUY: print_shop(s); break;
    default: break;
    }
}

static void draw_board(const struct board_showing *s)
{
    print_header(s);
    print_others(s);
    if (s->viewer == SPECTATOR)
        return;
    print_purse(s);
    print_own_pot(s);
    print_own_bag(s);
    print_needed(s);
}

static void draw_follow_up(const struct board_showing *s)
{
    const struct quacks_state *v = view_of(s);
    if (v->stage == STAGE_BREW || v->stage == STAGE_REDS) {
        print_own_pot(s);
        print_own_bag(s);
        print_others_brief(s);
    } else if (v->player[s->viewer].question != QQ_BUY) {
        print_purse(s);
    }
    print_needed(s);
}

/* ---- what may be read and counted ---- */

static void print_supply(const struct board_showing *s)
{
    char text[TEXT_MAX];
    print_shop(s);
    bag_words(view_of(s)->supply, text);
    page_char('\n');
    print_field("Supply", text);
}

static void print_bags(const struct board_showing *s)
{
    const struct quacks_state *v = view_of(s);
    page_line("What is in the bags; everyone may know it [Q5.1]");
    for (int seat = 0; seat < v->players; seat++) {
        char text[TEXT_MAX];
        bag_words(v->player[seat].bag, text);
        print_field(s->names[seat], text);
        odds_words(v, seat, text);
        print_field("  whites", v->stage == STAGE_BREW ? text : "");
    }
}

/* ---- the end ---- */

static int ranks_before(const struct quacks_state *v, int a, int b)
{
    int won = (v->winners >> a & 1) - (v->winners >> b & 1);
    return v->player[a].points > v->player[b].points ||
           (v->player[a].points == v->player[b].points && won > 0);
}

/* Says how a tie for the first place was broken, or that it was not (Q9.2). */
static void print_tie(const struct board_showing *s, const int place[QUACKS_SEATS])
{
    const struct quacks_state *v = view_of(s);
    if (v->player[place[0]].points != v->player[place[1]].points)
        return;
    page_fold(
        v->winners & (v->winners - 1)
            ? "The first have the same points, and their last potions scored on the same "
              "space, so they share the win."
            : "The first have the same points: the one whose last potion scored on the higher "
              "space wins.",
        0, 2);
}

/* Sorted by points, then by scoring space, which breaks ties (Q9.2). */
static void print_standing(const struct board_showing *s)
{
    const struct quacks_state *v = view_of(s);
    int place[QUACKS_SEATS], shared = v->winners & (v->winners - 1);
    char name[LABEL_MAX];
    for (int i = 0; i < v->players; i++) {
        int at = i;
        for (; at && ranks_before(v, i, place[at - 1]); at--)
            place[at] = place[at - 1];
        place[at] = i;
    }
    page_line("\n=== The end: final standing [Q9.2] ===");
    for (int i = 0; i < v->players; i++) {
        int won = v->winners >> place[i] & 1;
        const char *words = !won ? "" : shared ? "   shares the win" : "   wins";
        page_print("  ");
        page_padded(seat_label(s, place[i], name), 20);
        page_print("%4d point%s%s\n", v->player[place[i]].points,
                   v->player[place[i]].points == 1 ? "" : "s", words);
    }
    print_tie(s, place);
}

const struct board quacks_board = {
    .game = &quacks_game,
    .print = draw_board,
    .follow_up = draw_follow_up,
    .piles = print_supply,
    .unseen = print_bags,
    .standing = print_standing,
    .question = quacks_words_question,
    .answer = quacks_words_answer,
};
