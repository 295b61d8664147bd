/* The rows of chips, cards, the pot's spaces and rat tails (Q1, Q2, Q4.1, Q7, Q8). */
#include "engine/text.h"
#include "games/quacks/rules.h"

/* `chip` without CHIP_INERT; NO_CHIP has no row. */
const struct chip_row *quacks_chip(int chip)
{
    static const struct chip_row rows[CHIP_COUNT] = {
#define CHIP(e, id, colour, value, count, start) {id, colour, value, count, start},
#include "games/quacks/chips.def"
#undef CHIP
    };
    return &rows[chip];
}

int quacks_chip_by_id(const char *id)
{
    for (int i = 0; i < CHIP_COUNT; i++)
        if (text_same(quacks_chip(i)->id, id))
            return i;
    return -1;
}

/* The columns of cards.def. */
struct card_row {
    const char *id, *name;
};

static const struct card_row *card_row(int card)
{
    static const struct card_row rows[CARD_COUNT + 1] = {
#define CARD(e, id, name) {id, name},
#include "games/quacks/cards.def"
#undef CARD
        [NO_CARD] = {"none", "none"},
    };
    return &rows[card];
}

const char *quacks_card_id(int card)
{
    return card_row(card)->id;
}

const char *quacks_card_name(int card)
{
    return card_row(card)->name;
}

/* NO_CARD's word is no id: without cards the member is null (Q12). */
int quacks_card_by_id(const char *id)
{
    for (int i = 0; i < CARD_COUNT; i++)
        if (text_same(card_row(i)->id, id))
            return i;
    return -1;
}

/* The protocol's words; people read die_text in text.c. */
const char *quacks_die_id(int face)
{
    static const char *const ids[DIE_FACES] = {"point1", "point2", "ruby", "droplet", "orange"};
    return ids[face];
}

int quacks_die_by_id(const char *id)
{
    for (int i = 0; i < DIE_FACES; i++)
        if (text_same(quacks_die_id(i), id))
            return i;
    return -1;
}

/* Also the words of the option `books` (Q8). */
const char *quacks_colour_id(int colour)
{
    static const char *const ids[COLOUR_COUNT] = {"white", "orange", "green",  "blue",
                                                  "red",   "yellow", "purple", "black"};
    return ids[colour];
}

/* ---- the pot (Q1) ---- */

/* The columns of spaces.def; `ruby` is 0 or 1. */
struct space_row {
    uint8_t coins, points, ruby;
};

/* The rows carry their number, so their order in spaces.def does not matter. */
static const struct space_row *space_row(int space)
{
    static const struct space_row rows[POT_SPOON + 1] = {
#define SPACE(number, coins, points, ruby) [number] = {coins, points, ruby},
#include "games/quacks/spaces.def"
#undef SPACE
    };
    return &rows[space];
}

/* Space 0 never counts, so it has no other numbers. */
int space_coins(const struct quacks_state *s, int space)
{
    if (s->numbers && space)
        return quacks_changed_numbers(s)->space_coins[space - 1];
    return space_row(space)->coins;
}

int space_points(const struct quacks_state *s, int space)
{
    if (s->numbers && space)
        return quacks_changed_numbers(s)->space_points[space - 1];
    return space_row(space)->points;
}

/* Bots ask for it at every chip, so the numbers are looked up once. May be below 0. */
int space_rise(const struct quacks_state *s, int from, int to, int point, int coin)
{
    const struct space_row *low = space_row(from), *high = space_row(to);
    if (__builtin_expect(s->numbers != 0, 0))
        return point * (space_points(s, to) - space_points(s, from)) +
               coin * (space_coins(s, to) - space_coins(s, from));
    return point * (high->points - low->points) + coin * (high->coins - low->coins);
}

int space_rubies(const struct quacks_state *s, int space)
{
    if (s->numbers && space)
        return quacks_changed_numbers(s)->space_rubies[space - 1];
    return space_row(space)->ruby;
}

/* ---- rat tails (Q4.1): after 1 4 7 and every even number from 10 to 48, every 50 points ---- */

/* The track is short, and rats are counted once a turn. Entry i of the track is the tails after
 * point i; all laps are alike (Q4.1). */
RARE static int tails_below_changed(const struct quacks_state *s, int points)
{
    const uint16_t *track = quacks_changed_numbers(s)->rats_track;
    int lap = 0, rest = 0;
    for (int i = 0; i < 50; i++) {
        lap += track[i];
        rest += i < points % 50 ? track[i] : 0;
    }
    return lap * (points / 50) + rest;
}

/* Every 50 points have the same 23 tails, so a table for one lap is enough. */
int tails_below(const struct quacks_state *s, int points)
{
    static const uint8_t lap[50] = {
        0,  0,  1,  1,  1,  2,  2,  2,  3,  3,  3,  4,  4,  5,  5,  6,  6,
        7,  7,  8,  8,  9,  9,  10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15,
        15, 16, 16, 17, 17, 18, 18, 19, 19, 20, 20, 21, 21, 22, 22, 23,
    };
    if (s->numbers)
        return tails_below_changed(s, points);
    return points < 50 ? lap[points] : 23 * (points / 50) + lap[points % 50];
}
