/* The fitted value of what a seat has, and what follows from it for a decision: what one more of
 * each thing is worth now, and what coins buy at best. */
#include "bots/odds/quacks_value.h"

#define CHIP(kind, book, ...) .weight[VALUE_CHIP + (kind)*4 + (book)-1] = {__VA_ARGS__},
#define PAIR(colour, book, ...) .weight[VALUE_PAIR + (colour)*4 + (book)-1] = {__VA_ARGS__},
#define CROSS(colour, book, ...) .weight[VALUE_CROSS + (colour)*4 + (book)-1] = {__VA_ARGS__},
#define INPUT(name, ...) .weight[VALUE_##name] = {__VA_ARGS__},
#define SPREAD(players, ...) .spread[(players)-2] = {__VA_ARGS__},
#define POTION(none, ...) .potion = {__VA_ARGS__},
const struct value_rows quacks_value = {
#include "bots/odds/quacks_value.def"
};
#undef CHIP
#undef PAIR
#undef CROSS
#undef INPUT
#undef SPREAD
#undef POTION

/* ---- inputs ---- */

/* Inputs of 0 are left out: most chips are in no bag. */
static void term(struct value_terms *t, int input, double x)
{
    if (x == 0)
        return;
    MUST(t->n < VALUE_TERMS);
    t->at[t->n].input = input;
    t->at[t->n++].x = x;
}

/* Orange and black have one book and are row 0. */
static int book_row(const struct value_holding *h, int colour)
{
    return h->book[colour] ? h->book[colour] - 1 : 0;
}

static int of_colour(const struct value_holding *h, int colour)
{
    int n = 0;
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        n += chip_colour(chip) == colour ? h->chip[chip] : 0;
    return n;
}

/* What the bag moves for each white point in it: about how far a potion gets. A bag without whites
 * counts as one with one point. */
static double reach_of(const struct value_holding *h)
{
    int moves = 0, whites = h->chip[WHITE1] + 2 * h->chip[WHITE2] + 3 * h->chip[WHITE3];
    for (int chip = ORANGE1; chip < CHIP_COUNT; chip++)
        moves += h->chip[chip] * chip_value(chip);
    return (double)moves / (whites > 1 ? whites : 1);
}

static void chip_terms(const struct value_holding *h, struct value_terms *t)
{
    int count[COLOUR_COUNT] = {0};
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        int colour = chip_colour(chip);
        term(t, VALUE_CHIP + chip * 4 + book_row(h, colour), h->chip[chip]);
        count[colour] += h->chip[chip];
    }
    for (int colour = ORANGE; colour < COLOUR_COUNT; colour++)
        term(t, VALUE_PAIR + colour * 4 + book_row(h, colour),
             count[colour] * (count[colour] - 1) / 20.0);
    for (int colour = GREEN; colour <= PURPLE; colour++)
        term(t, VALUE_CROSS + colour * 4 + book_row(h, colour), count[colour] * reach_of(h) / 2);
}

static void bag_terms(const struct value_holding *h, struct value_terms *t)
{
    double reach = reach_of(h);
    int greens = of_colour(h, GREEN), all = 0;
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        all += h->chip[chip];
    term(t, VALUE_REACH, reach);
    term(t, VALUE_REACH_SQUARE, reach * reach / 4);
    term(t, VALUE_REACH_DROPLET, reach * h->droplet / 4);
    if (h->book[RED] == 1)
        term(t, VALUE_ORANGE_REDS, of_colour(h, RED) * int_min(h->chip[ORANGE1], 4) / 4.0);
    term(t, VALUE_SPIDERS_1 + book_row(h, GREEN), 10.0 * greens / (all + 1));
}

/* What black pays against the neighbours, if all are drawn in proportion (Q8). From 0 to 2: how
 * many of the two rewards may be expected. */
static double blacks_ahead(const struct value_holding *h)
{
    int own = h->chip[BLACK1], n = 0;
    if (!own)
        return 0;
    if (h->players == 2)
        return (own > h->rival[0]) + (own >= h->rival[0]);
    for (int i = 0; i < 2; i++)
        n += (own > h->rival[i]) + (own >= h->rival[i]);
    return n / 2.0;
}

/* Inputs by number of players correct those of two. */
static void table_terms(const struct value_holding *h, struct value_terms *t)
{
    int more = h->players - 3;
    term(t, VALUE_BLACKS_2 + h->players - 2, blacks_ahead(h));
    if (more >= 0) {
        term(t, VALUE_POINTS_3 + more, h->points / 4.0);
        term(t, VALUE_RUBIES_3 + more, h->rubies);
        term(t, VALUE_DROPLET_3 + more, h->droplet);
        term(t, VALUE_BLACK_3 + more, h->chip[BLACK1]);
    }
    if (!h->tubes)
        return;
    term(t, VALUE_TUBES_DROPLET, h->droplet);
    term(t, VALUE_TUBES_RUBIES, h->rubies);
    if (h->tube)
        term(t, VALUE_GLASS_1 + h->tube - 1, 1);
}

void value_terms_of(const struct value_holding *h, struct value_terms *t)
{
    t->n = 0;
    chip_terms(h, t);
    bag_terms(h, t);
    term(t, VALUE_POINTS, h->points / 4.0);
    term(t, VALUE_RUBIES, h->rubies);
    term(t, VALUE_ODD_RUBY, h->rubies & 1);
    term(t, VALUE_DROPLET, h->droplet);
    term(t, VALUE_FLASK, h->flask);
    table_terms(h, t);
}

/* `turn` from 1 to TURNS. */
double value_of(const struct value_rows *rows, int turn, const struct value_holding *h)
{
    struct value_terms t;
    double sum = 0;
    value_terms_of(h, &t);
    for (int i = 0; i < t.n; i++)
        sum += rows->weight[t.at[i].input][turn - 1] * t.at[i].x;
    return sum / 1000;
}

/* ---- what a seat has ---- */

/* Chips just bought are in no bag yet. */
static int blacks_of(const struct quacks_state *s, int seat)
{
    const struct quacks_player *p = &s->player[seat % s->players];
    int n = p->bag[BLACK1] + pot_count(p, BLACK);
    for (int i = 0; i < p->bought_n; i++)
        n += p->bought[i] == BLACK1;
    return n;
}

/* Chips in the pot, in the hand and beside the pot return to the bag, so all count. `book` is lent
 * by the state. */
void holding_of(const struct quacks_state *s, int seat, struct value_holding *h)
{
    const struct quacks_player *p = &s->player[seat];
    memset(h, 0, sizeof *h);
    memcpy(h->chip, p->bag, CHIP_COUNT);
    for (int i = 0; i < p->pot_n; i++)
        h->chip[p->pot[i] & ~CHIP_INERT]++;
    for (int i = 0; i < p->bought_n; i++)
        h->chip[p->bought[i]]++;
    for (int i = 0; i < 3; i++)
        h->chip[red_chip(i)] = (uint8_t)(h->chip[red_chip(i)] + p->beside[i]);
    if (p->hand < CHIP_COUNT)
        h->chip[p->hand]++;
    h->points = p->points, h->rubies = p->rubies, h->droplet = p->droplet, h->tube = p->tube;
    h->flask = p->flask;
    h->rival[0] = blacks_of(s, seat + 1), h->rival[1] = blacks_of(s, seat + s->players - 1);
    h->players = s->players, h->tubes = s->tubes, h->book = s->book;
    h->glasses = NUMBER_OF(s, tubes_glasses);
}

/* ---- one more of each thing ---- */

/* b is -1 for one chip only. */
static double with_chips(const struct value_rows *rows, int turn, const struct value_holding *h,
                         int a, int b)
{
    struct value_holding more = *h;
    more.chip[a]++;
    if (b >= 0)
        more.chip[b]++;
    return value_of(rows, turn, &more);
}

/* Rubies by two, because an odd one has an input of its own. */
static void weigh_marginals(struct worth *w, const struct value_rows *rows, int turn,
                            const struct value_holding *h)
{
    double now = value_of(rows, turn, h);
    struct value_holding more = *h;
    more.rubies += 2;
    w->ruby = (value_of(rows, turn, &more) - now) / 2;
    more = *h, more.droplet++;
    w->droplet = value_of(rows, turn, &more) - now;
    more = *h, more.points += 4;
    w->point = (value_of(rows, turn, &more) - now) / 4;
    more = *h, more.tube++;
    if (h->tubes && h->tube < h->glasses)
        w->next_glass = value_of(rows, turn, &more) - now;
    more = *h, more.flask = 1;
    w->flask = value_of(rows, turn, &more);
    more.flask = 0;
    w->flask -= value_of(rows, turn, &more);
    for (int chip = ORANGE1; chip < CHIP_COUNT; chip++)
        w->chip[chip] = with_chips(rows, turn, h, chip, -1) - now;
    if (h->chip[WHITE1]) {
        more = *h, more.chip[WHITE1]--;
        w->white1 = value_of(rows, turn, &more) - now;
    }
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

/* What a seat has, and what that is worth. */
struct value_purse {
    const struct value_rows *rows;
    const struct value_holding *has;
    int turn;
    double now;
};

static double gain_of_pair(const struct worth *w, const void *with, int a, int b)
{
    const struct value_purse *p = with;
    (void)w;
    return with_chips(p->rows, p->turn, p->has, a, b) - p->now;
}

/* 0 is buying nothing. What is bought first changes what the second is worth. */
double value_of_purchase(const struct value_rows *rows, const struct quacks_state *s, int seat,
                         int chip)
{
    const struct quacks_player *p = &s->player[seat];
    struct value_holding h;
    holding_of(s, seat, &h);
    int turn = worth_turn(s);
    double now = value_of(rows, turn, &h), best = with_chips(rows, turn, &h, chip, -1);
    uint64_t others = p->bought_n + 1 < NUMBER_OF(s, shop_chips) ? chips_available(s) : 0;
    for (; others; others &= others - 1) {
        int other = bit_lowest(others);
        if (chip_colour(other) != chip_colour(chip) &&
            chip_price(s, chip) + chip_price(s, other) <= p->coins)
            best = most(best, with_chips(rows, turn, &h, chip, other));
    }
    return best - now;
}

/* Fills in the members of `w` that depend on what the seat has; the others stay as they are. */
void value_weigh(struct worth *w, const struct value_rows *rows, const struct quacks_state *s,
                 int seat)
{
    struct value_holding h;
    /* Turn 0: a card of turn 1 asks (quacks_brewer.c). */
    int turn = s->turn ? worth_turn(s) : 1;
    if (is_last_turn(s)) {
        w->point = 1, w->ruby = 1.0 / NUMBER_OF(s, end_rubies);
        worth_end_coins(w, s);
        return;
    }
    holding_of(s, seat, &h);
    weigh_marginals(w, rows, turn, &h);
    struct value_purse purse = {rows, &h, turn, value_of(rows, turn, &h)};
    worth_weigh_coins(w, s, gain_of_pair, &purse);
}
