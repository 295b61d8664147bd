/* Facts about a state of the Quacks: what chips and spaces are worth, what can be bought, what a
 * pot adds up to.
 *
 * The rules use them, and so does everything else that reads states: bots, odds, gauges. Every
 * function is pure and works on views as well as on states. Playouts call these functions thousands
 * of times for each decision, so the small ones are inline. */
#ifndef CHARLATAN_GAMES_QUACKS_FACTS_H
#define CHARLATAN_GAMES_QUACKS_FACTS_H

#include "games/quacks/numbers.h"

/* ---- chips ---- */

/* `chip` must not have CHIP_INERT set: mask it off for chips of a pot. */
static inline int chip_colour(int chip)
{
    static const uint8_t colours[CHIP_COUNT] = {
#define CHIP(e, id, colour, value, count, start) colour,
#include "games/quacks/chips.def"
#undef CHIP
    };
    return colours[chip];
}

static inline int chip_value(int chip)
{
    static const uint8_t values[CHIP_COUNT] = {
#define CHIP(e, id, colour, value, count, start) value,
#include "games/quacks/chips.def"
#undef CHIP
    };
    return values[chip];
}

/* The set of all chips of one colour. */
static inline uint32_t chips_of_colour(int colour)
{
    static const uint32_t chips[COLOUR_COUNT] = {
        7u << WHITE1, 1u << ORANGE1, 7u << GREEN1,  7u << BLUE1,
        7u << RED1,   7u << YELLOW1, 1u << PURPLE1, 1u << BLACK1,
    };
    return chips[colour];
}

/* Whether a chip has a colour, also for NO_CHIP. For a colour that the compiler knows nothing is
 * looked up: what a drawn chip is decides what comes next, and the processor waits for it. */
static inline int chip_is(int chip, int colour)
{
    return (int)(chips_of_colour(colour) >> chip & 1);
}

/* What a chip adds to the sum of the whites. */
static inline int chip_white_value(int chip)
{
    static const uint8_t values[CHIP_COUNT] = {
#define CHIP(e, id, colour, value, count, start) (colour) == WHITE ? (value) : 0,
#include "games/quacks/chips.def"
#undef CHIP
    };
    return values[chip];
}

/* The chip of the same colour with the next value, or -1 (1, 2, 4). */
int next_value(int chip);
/* The chip that `beside` counts at index 0, 1 or 2: red 1, red 2 or red 4. */
int red_chip(int which);

/* ---- spaces (Q1): 0 to POT_SPOON ---- */

/* What a space shows. The scoring space pays it; purple 3, blue 3 and blue 4 use a chip's own
 * space. */
int space_coins(const struct quacks_state *s, int space);
int space_points(const struct quacks_state *s, int space);
int space_rubies(const struct quacks_state *s, int space);
/* What one space pays more than another, if a point and a coin are worth so much. */
int space_rise(const struct quacks_state *s, int from, int to, int point, int coin);
/* Whether it is a ruby space. */
static inline int space_has_ruby(const struct quacks_state *s, int space)
{
    return space_rubies(s, space) > 0;
}
/* How many rat tails the scoring track has below this number of points (Q4.1). */
int tails_below(const struct quacks_state *s, int points);

/* ---- turns ---- */

/* Draws are secret in the last turn, and coins and rubies become points (Q5.7, Q9.1). */
static inline int is_last_turn(const struct quacks_state *s)
{
    return s->turn == NUMBER_OF(s, turns);
}

/* ---- the shop ---- */

/* Prices of the values 1, 2, 4 by colour and book (Q8). White is not sold. Orange and black have no
 * books, so their four rows are equal and book 0 gives the right prices. */
static inline const uint8_t *colour_prices(int colour, int book)
{
    static const uint8_t prices[COLOUR_COUNT][4][4] = {
        {{0}},
        {{3}, {3}, {3}, {3}},                                 /* orange */
        {{4, 8, 14}, {6, 11, 18}, {6, 11, 18}, {4, 8, 14}},   /* green */
        {{5, 10, 19}, {5, 10, 19}, {4, 8, 14}, {5, 10, 20}},  /* blue */
        {{6, 10, 16}, {4, 8, 14}, {5, 9, 15}, {7, 11, 17}},   /* red */
        {{8, 12, 18}, {9, 13, 19}, {8, 12, 18}, {8, 12, 18}}, /* yellow */
        {{9}, {12}, {10}, {11}},                              /* purple */
        {{10}, {10}, {10}, {10}},                             /* black */
    };
    return prices[colour][(book - 1) & 3];
}

/* Prices in other printings and by other numbers. */
int chip_price_changed(const struct quacks_state *s, int chip);

/* The price of a chip with this game's books. The values 1, 2, 4 halved are the positions 0, 1,
 * 2. */
static inline int chip_price(const struct quacks_state *s, int chip)
{
    int colour = chip_colour(chip);
    if (__builtin_expect(s->printed | s->numbers, 0))
        return chip_price_changed(s, chip);
    return colour_prices(colour, s->book[colour])[chip_value(chip) >> 1];
}

/* By other numbers. */
int book_is_out_changed(const struct quacks_state *s, int colour);
uint32_t chips_available_changed(const struct quacks_state *s);

/* Yellow is out from turn 2 on, purple from turn 3 on; white can never be taken (Q3). */
static inline int book_is_out(const struct quacks_state *s, int colour)
{
    if (__builtin_expect(s->numbers, 0))
        return book_is_out_changed(s, colour);
    return colour != WHITE && (colour != YELLOW || s->turn >= 2) &&
           (colour != PURPLE || s->turn >= 3);
}

/* Whether the chip is in the supply and its book is out. */
static inline int chip_available(const struct quacks_state *s, int chip)
{
    return s->supply[chip] > 0 && book_is_out(s, chip_colour(chip));
}

/* The set of all chips for which chip_available holds. */
static inline uint32_t chips_available(const struct quacks_state *s)
{
    if (__builtin_expect(s->numbers, 0))
        return chips_available_changed(s);
    uint32_t chips = counts_kinds(s->supply) & ~(7u << WHITE1);
    if (s->turn < 3)
        chips &= ~(1u << PURPLE1);
    return s->turn < 2 ? chips & ~(7u << YELLOW1) : chips;
}

/* ---- pots (pot.c) ---- */

/* The space of chip i, counted from the first one placed. */
int pot_at(const struct quacks_player *p, int i);
/* The space of the last chip, or where the potion started. */
int pot_position(const struct quacks_player *p);
/* The scoring space: the space after the last chip (Q6). */
int pot_scoring(const struct quacks_player *p);
/* Whether a chip lies on the last space (Q1.1). */
int pot_is_full(const struct quacks_player *p);
/* The sum of the whites, Strong Ingredient's chip included (Q7). */
int pot_whites(const struct quacks_player *p);
/* Whether there is a chip of this colour, and how many. Strong Ingredient's chip does not count. */
static inline int pot_has(const struct quacks_player *p, int colour)
{
    return p->lying >> colour & 1;
}
int pot_count(const struct quacks_player *p, int colour);
/* Of equal chips the one placed first (Q8), or -1. With `inert_too`, Strong Ingredient's chip
 * counts too. */
int pot_first_of(const struct quacks_player *p, int chip, int inert_too);
/* The most that whites may add up to without an explosion (Q5.3). */
int explosion_limit(const struct quacks_state *s, const struct quacks_player *p);
/* Lays a chip so many spaces after the last one. The rules call this on the state, bots on a
 * copy. */
void pot_lay(struct quacks_player *p, int chip, int spaces);

/* The points of a purple on this space with book purple 3 (Q8). */
static inline int purple_pays(const struct quacks_state *s, int space)
{
    return int_min(space_coins(s, space) / NUMBER_OF(s, purple3_coins), NUMBER_OF(s, purple3_most));
}

/* The chips that a tier of book purple 2 gives (Q8). */
static inline uint32_t purple2_chips(int tier)
{
    return tier == 1 ? 1u << BLACK1 : tier == 2 ? 1u << GREEN1 | 1u << BLUE2 : 1u << YELLOW4;
}

/* How many droplet steps can be taken, with test tubes of both droplets (Q1.3, Q10; steps.c). */
int droplet_room(const struct quacks_state *s, const struct quacks_player *p);

/* ---- brewing (brew.c) ---- */

/* Entry i of the history, from the first draw of the potion (Q5.5). */
static inline int drawn_at(const struct quacks_player *p, int i)
{
    int shift = DRAWN_BITS * (i % DRAWN_PER_WORD);
    return p->drawn[i / DRAWN_PER_WORD] >> shift & ((1 << DRAWN_BITS) - 1);
}
/* Whether a red 1, 2 or 4 (0, 1, 2) beside the pot may go back into the bag (Q8, book red 2). */
static inline int red_can_go_back(const struct quacks_player *p, int which)
{
    int owned = p->bag[RED1 + which] + p->beside[which];
    return p->beside[which] && p->returned[which] < owned;
}

/* Whether A Second Chance keeps the pot from exploding now (Q7, Q12). */
int pot_is_protected(const struct quacks_state *s, const struct quacks_player *p);
/* What QQ_OPTIONAL is about: the chip, or NO_CHIP if the seat cannot be asked that now (Q12), and
 * what its action pays. */
struct optional_action {
    int chip, points, rubies, steps;
};
struct optional_action optional_action(const struct quacks_state *s, int seat);
/* Of all answers to a question about what may be passed up (Q12) the one that takes everything; of
 * any other question's, all of them. */
static inline uint64_t optional_taken(int question, uint64_t answers)
{
    if (question < QQ_OPTIONAL)
        return answers;
    return question == QQ_RATS ? (answers + 1) >> 1 : answers & 1;
}
/* The legal answers to QQ_BREW, even if the seat is not asked that now. */
uint64_t brew_answers(const struct quacks_state *s, int seat);

#endif
