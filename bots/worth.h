/* What things of the Quacks are worth in points of the final score: rubies, droplets, chips,
 * coins, and a potion that has stopped. The unit of every expected value in potion.h and of
 * brewer's choices. */
#ifndef CHARLATAN_BOTS_WORTH_H
#define CHARLATAN_BOTS_WORTH_H

#include "games/quacks/facts.h"

enum { WORTH_COINS = 36, WORTH_SPACES = POT_SPOON + 1, WORTH_BLACKS = 8, WORTH_SHARES = 6 };

/* The fitted rows (worth.def), by turn, and for chips by book: at the end of turn 1 and of turn
 * 8. */
struct worth_rows {
    double point[TURNS + 1], ruby[TURNS + 1], droplet[TURNS + 1], flask[TURNS + 1],
        space[TURNS + 1];
    double white1[TURNS + 1], advance[TURNS + 1];
    double chip[CHIP_COUNT][5][2];
    /* By how many black chips one has. */
    double black_share[WORTH_SHARES];
};

/* The same for one seat, now. Everything is in points. */
struct worth {
    /* A point won now: rats give some of it back (Q4). */
    double point;
    /* One more at the end of this turn. */
    double ruby, droplet, flask;
    /* One more space in this turn's potion. */
    double space;
    /* A white 1 less in the bag. */
    double white1;
    /* A roll of the bonus die. */
    double die;
    /* Spaces an opponent's potion usually gets past its start. */
    double advance;
    /* One more in the bag, from the end of this turn on. */
    double chip[CHIP_COUNT];
    /* So many coins to shop with. */
    double coins[WORTH_COINS];
    /* Rolls to be hoped for when unexploded on this space. */
    double rolls[WORTH_SPACES];
    /* So many black chips in the pot. */
    double black[WORTH_BLACKS];
    /* Points, coins, ruby, die of a space. */
    double stopped[WORTH_SPACES], exploded[WORTH_SPACES];
    /* Exploded inside blue 2's window. */
    double covered[WORTH_SPACES];
};

void worth_rows_read(struct worth_rows *rows);

/* Reads only what lies on the table, so a view is enough. */
void worth_weigh(struct worth *w, const struct worth_rows *rows, const struct quacks_state *s,
                 int seat);
/* What the seat's potion brings from Strong Ingredient to F if it ends as it lies there: without
 * what was already paid. */
double worth_of_end(const struct worth *w, const struct quacks_state *s, int seat);
/* What was already paid: points and rubies of the seat, and purple 3's points so far. */
double worth_paid(const struct worth *w, const struct quacks_state *s, int seat);
/* The chance that none of n chips looked at is among `good` of `all`. */
double chance_of_none(int good, int all, int n);
/* The spaces that the reds beside a pot move together (book red 2). */
int reds_beside(const struct quacks_player *p);
/* Q10: the next glass of the test tubes; 0 if there is none. */
double worth_of_glass(const struct worth *w, const struct quacks_state *s, int seat);
/* The worth of an upgrade or of one tier of purple (Q8). */
double worth_of_tier(const struct worth *w, const struct quacks_state *s, int seat, int tier);

#endif
