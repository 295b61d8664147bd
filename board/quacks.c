/* The Quacks as lines of 80 columns. Everything is printed from a view. */
#include "board/quacks.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "board/page.h"

enum {
    /* 9 + 14 * 5 columns are 79: the track fits a line of 80. TRACK_BEHIND spaces are shown below
     * the last chip. */
    TRACK_LABEL = 9,
    TRACK_CELL = 5,
    TRACK_CELLS = 14,
    TRACK_BEHIND = 7,
    FIELD_COLUMN = 14,
    SEAT_COLUMN = 16
};
/* The longest text is a whole pot: 52 chips of two characters, with their blanks. A list of seats
 * shows the last twelve chips, which fit a line. */
enum { TEXT_MAX = 600, CELL_TEXT = 12, POT_SHOWN = 12 };

static const struct quacks_state *view_of(const struct board_showing *s)
{
    return s->view;
}

/* What does not fit is cut; snprintf gets a size of at least 1, because text always ends within
 * TEXT_MAX. */
static void add(char text[TEXT_MAX], const char *more)
{
    size_t n = strlen(text);
    snprintf(text + n, TEXT_MAX - n, "%s", more);
}

/* A comma goes before all but the first of a list. */
static void add_amount(char text[TEXT_MAX], int n, const char *one, const char *many)
{
    char buf[AMOUNT_WORDS];
    add(text, *text ? ", " : "");
    add(text, quacks_amount(n, one, many, buf));
}

/* ---- the lines on top ---- */

/* Stages are in the order of a turn, so two comparisons are enough; the step of the rats belongs to
 * the card's part. */
const char *quacks_phase_words(int stage)
{
    if (stage <= STAGE_RATS)
        return "Fortune card";
    if (stage <= STAGE_SCORED)
        return "Potions";
    return stage < STAGE_OVER ? "Evaluation" : "The end";
}

/* Only for cards whose ruling (Q12) changes what players do now; the numbers in braces are filled
 * in by the caller. */
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

/* One column more than PAGE_WIDTH, because the line begins with a newline that n counts. A table
 * may play without fortune cards. */
static void print_header(const struct board_showing *s)
{
    const struct quacks_state *v = view_of(s);
    char text[TEXT_MAX] = "", words[FILLED_MAX];
    int n = page_print("\n=== Turn %d of %d | %s | %s is start player ", v->turn,
                       NUMBER_OF(v, turns), quacks_phase_words(v->stage), s->names[v->start]);
    for (; n <= PAGE_WIDTH; n++)
        page_char('=');
    page_char('\n');
    /* The option `fortune` (Q12): no card is turned up. */
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

/* What everybody may see of a seat. Points, rubies and droplet always, the rest if there is any. */
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

/* In secret steps (Q5.7) a view tells that others have decided, not what; one's own decision is
 * known. */
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

/* The last chips of a pot, such as "... W1 G2 O1". `most` bounds the line, not the pot. A chip that
 * does nothing (CHIP_INERT) has the code of its kind. */
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

/* Red 1, 2 and 4 chips, such as "R1 R1 R4", after `before` if there are any. `reds` counts the
 * chips of 1, 2 and 4, as `beside` and `returned` do. Nothing at all if there is none. */
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

/* What was put back matters only while it is counted, in the potions (Q8, book red 2). */
static void add_beside(const struct quacks_state *v, int seat, char text[TEXT_MAX])
{
    const struct quacks_player *p = &v->player[seat];
    add_reds(p->beside, "; beside the pot ", text);
    if (v->stage == STAGE_BREW)
        add_reds(p->returned, "; put back in this potion ", text);
}

/* Such as "stopped on 12, whites 5". The position of a pot without chips says nothing; its droplet
 * is told elsewhere. */
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

/* Between potions the pots are empty, and no space scores. From the first draw until the pots are
 * emptied at the end of F (Q6). */
static int is_brewing(const struct quacks_state *v)
{
    return v->stage >= STAGE_BREW && v->stage < STAGE_OVER;
}

/* Two lines: the purse, and in a potion the pot, cut to its last POT_SHOWN chips. */
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

/* Clockwise from the viewer's left, as they sit. A spectator sees all seats, from seat 0 on. */
static void print_others(const struct board_showing *s)
{
    int players = view_of(s)->players, looking_on = s->viewer == SPECTATOR;
    int mine = looking_on ? players - 1 : s->viewer;
    page_char('\n');
    for (int i = 1; i <= players - !looking_on; i++)
        print_seat(s, (mine + i) % players);
}

/* While the viewer brews: where the others are, in one line. For a seat only; the seats are in the
 * order of print_others. */
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

/* The number with CHIP_INERT is told apart by the caller: such a chip lies there and does
 * nothing. */
int quacks_chip_on(const struct quacks_state *v, int seat, int space)
{
    const struct quacks_player *p = &v->player[seat];
    for (int i = 0; i < p->pot_n; i++)
        if (quacks_pot_at(v, seat, i) == space)
            return p->pot[i];
    return NO_CHIP;
}

/* Once a potion has ended, its scoring space is fixed in the state, also if chips go back
 * afterwards. */
int quacks_scoring_space(const struct quacks_state *v, int seat)
{
    /* NO_SPACE until the evaluation begins (Q6). */
    int fixed = v->player[seat].scoring;
    if (!is_brewing(v))
        return NO_SPACE;
    return fixed == NO_SPACE ? quacks_pot(v, seat).scoring : fixed;
}

/* In the order of importance: a chip hides the marks below it. Angle brackets are chips that do
 * nothing. */
static void cell_words(const struct quacks_state *v, int seat, int space, char buf[CELL_TEXT])
{
    const struct quacks_player *p = &v->player[seat];
    int chip = quacks_chip_on(v, seat, space);
    char code[CHIP_CODE];
    /* A chip on the droplet's or the rat's space hides it. */
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

/* Centres a word in its column, so that numbers stand below their chips. At most TRACK_CELL
 * letters; the line is full of blanks and has no zero byte. */
static void put_cell(char line[PAGE_WIDTH + 1], int column, const char *word)
{
    int n = (int)strlen(word), at = TRACK_LABEL + column * TRACK_CELL + (TRACK_CELL - n) / 2;
    memcpy(line + at, word, (size_t)n);
}

/* The label overwrites the blanks before the first column. */
static void print_track_line(char line[PAGE_WIDTH + 1], const char *label)
{
    int n = PAGE_WIDTH;
    /* NOLINTNEXTLINE(bugprone-not-null-terminated-result): into the middle of a line */
    memcpy(line + 2, label, strlen(label));
    /* No blanks at the end of a line. */
    while (n && line[n - 1] == ' ')
        n--;
    page_print("%.*s\n", n, line);
}

/* The rows of a track, from above. */
enum board_row { ROW_SPACE, ROW_POT, ROW_COINS, ROW_POINTS, ROW_RUBY, ROWS };

/* Spaces are the same in every pot (Q1), only the second row is this seat's. */
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

/* A window of TRACK_CELLS spaces. It begins at the droplet, moves along with the potion and stops
 * at the spoon. */
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
 * kinds. Also for the supply, which is counted in the same way. */
static void bag_words(const uint8_t *bag, char text[TEXT_MAX])
{
    int total = 0;
    char buf[40], code[CHIP_CODE], counted[TEXT_MAX] = "";
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        if (!bag[chip])
            continue;
        /* "4xW1": four white chips of value 1. */
        snprintf(buf, sizeof buf, " %dx%s", bag[chip], quacks_chip_code(chip, code));
        add(counted, buf);
        total += bag[chip];
    }
    text[0] = 0;
    add(text, quacks_amount(total, "chip", "chips", buf));
    add(text, total ? ":" : "");
    add(text, counted);
}

/* Nothing, not even the name, if there is no text. */
static void print_field(const char *name, const char *text)
{
    if (!*text)
        return;
    page_print("  ");
    page_padded(name, FIELD_COLUMN - 2);
    page_fold(text, FIELD_COLUMN, FIELD_COLUMN);
}

/* The odds are exact, because everybody knows what is in a bag. Rounded to whole per cent. Without
 * a chip in the bag there is nothing to say; after stopping the odds are of no use. */
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

/* Doubling (book yellow 2) and protection (book blue 2) are kept between draws, and easily
 * forgotten. */
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

/* During the fortune card the pot is empty. The whole pot is listed only if the track cannot show
 * it. */
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

/* Everybody may count it (Q5.1); in play it is one's own that matters. */
static void print_own_bag(const struct board_showing *s)
{
    char text[TEXT_MAX];
    bag_words(view_of(s)->player[s->viewer].bag, text);
    print_field("Your bag", text);
}

/* For a seat only. */
static void print_purse(const struct board_showing *s)
{
    char text[TEXT_MAX];
    purse_words(view_of(s), s->viewer, text);
    page_print("\n%s: ", s->names[s->viewer]);
    page_fold(text, (int)strlen(s->names[s->viewer]) + 2, 2);
}

/* ---- the shop (Q6.E, Q8) ---- */

/* Whites have the values 1, 2, 3, the other colours some of 1, 2, 4 (Q2). */
int quacks_chip_of(int colour, int value)
{
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        if (quacks_chip(chip)->colour == colour && quacks_chip(chip)->value == value)
            return chip;
    return NO_CHIP;
}

/* Chips that are not out yet, or sold out, do not count. A price of 0 means that there is none. */
int quacks_cheapest(const struct quacks_state *v)
{
    int least = INT_MAX;
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        int price = quacks_chip_is_out(v, chip) && v->supply[chip] ? quacks_price_now(v, chip) : 0;
        least = price > 0 && price < least ? price : least;
    }
    return least;
}

/* Black has one book for two players and one for more (Q8), orange none: its text is the
 * colour's. */
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

/* A price; "--" if the supply is empty, blank if there is no such chip. By this table's books,
 * printing and numbers. */
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

/* White is not sold, so the rows begin with orange. Prices are shown also for colours that are not
 * out, with a text that says so. */
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

/* What the seat looks at (Q7, Q8): only its own view shows it. */
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

/* A spectator gets no pot, because all pots are in the list of seats. */
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

/* In a potion the others have moved on meanwhile, so they are told in a line; else only the purse
 * can have changed. The shop shows the coins in its question. */
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

/* The supply is open to everybody. */
static void print_supply(const struct board_showing *s)
{
    char text[TEXT_MAX];
    print_shop(s);
    bag_words(view_of(s)->supply, text);
    page_char('\n');
    print_field("Supply", text);
}

/* With the odds of each seat while potions are brewed. */
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

/* Equal points are told apart by the last potion's space (Q9.2); `winners` has taken it into
 * account already. */
static int ranks_before(const struct quacks_state *v, int a, int b)
{
    int won = (v->winners >> a & 1) - (v->winners >> b & 1);
    return v->player[a].points > v->player[b].points ||
           (v->player[a].points == v->player[b].points && won > 0);
}

/* Says how a tie for the first place was broken, or that it was not (Q9.2). Nothing without a tie.
 * place[] is sorted, so a winner comes first. */
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

/* Sorted by points, then by scoring space, which breaks ties (Q9.2). Insertion keeps seats that are
 * equal in their order. The game must be over. */
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
