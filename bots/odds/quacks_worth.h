/* What things of the Quacks are worth in points of the final score: rubies, droplets, chips,
 * coins, and a potion that has stopped. The unit of every expected value in quacks_potion.h and of
 * brewer's choices. */
#ifndef CHARLATAN_BOTS_ODDS_QUACKS_WORTH_H
#define CHARLATAN_BOTS_ODDS_QUACKS_WORTH_H

#include "games/quacks/facts.h"

enum { WORTH_COINS = 36, WORTH_SPACES = POT_SPOON + 1, WORTH_BLACKS = 8, WORTH_SHARES = 6 };
/* The table of shares of the win: how many points it reaches below what is usual, and in all. */
enum { WORTH_SHARE_BELOW = 24, WORTH_SHARE_STEPS = 64 };

/* Movements are counted in quarters of a space. */
enum { WORTH_QUARTERS = 4 };

struct value_rows;

/* The fitted rows (quacks_worth.def), by turn, and for chips by book: at the end of turn 1 and of
 * turn 8. */
struct worth_rows {
    double point[TURNS + 1], ruby[TURNS + 1], droplet[TURNS + 1], flask[TURNS + 1],
        space[TURNS + 1];
    double white1[TURNS + 1], advance[TURNS + 1];
    double chip[CHIP_COUNT][5][2];
    /* How much of a black chip's worth is left, by how many the seat has. */
    double black_share[WORTH_SHARES];
    /* The fitted value of a whole bag, to be used instead of the rows above, or NULL. */
    const struct value_rows *value;
    /* Whether potions end for the share of the win instead of for points. Needs `value`. */
    int by_share;
};

/* The same for one seat at this moment. Everything is in points of the final score. */
struct worth {
    /* A point gained now: rats give part of the lead back (Q4). */
    double point;
    /* One more of each at the end of this turn. */
    double ruby, droplet, flask;
    /* One step of the droplet in the pot, and in the tubes without what the glass brings at once:
     * `droplet` is the better of both (Q10). */
    double pot_step, next_glass;
    /* One more space in this turn's potion. */
    double space;
    /* Each space of a red that stays beside the pot for the next turn, beyond what it is worth in
     * the bag (book red 2). */
    double kept;
    /* One white 1 fewer in the bag. */
    double white1;
    /* A roll of the bonus die. */
    double die;
    /* How many spaces beyond its start an opponent's potion usually gets. */
    double advance;
    /* What a chip brings in the evaluation, or at once, on the average. */
    double extra[CHIP_COUNT];
    /* One more in the bag from the end of this turn on. */
    double chip[CHIP_COUNT];
    /* By number of coins, spent as well as possible (Q6 E). */
    double coins[WORTH_COINS];
    /* Expected rolls of the bonus die for a potion that ends here without exploding. */
    double rolls[WORTH_SPACES];
    /* By number of black chips in the pot (Q8). */
    double black[WORTH_BLACKS];
    /* By scoring space: its points, coins, ruby and die for a potion that stopped or exploded
     * there. */
    double stopped[WORTH_SPACES], exploded[WORTH_SPACES];
    /* The same for one that exploded within blue 2's window, which costs nothing. */
    double covered[WORTH_SPACES];
    /* 1: what a potion brings counts by the share of the win, in a unit that is a point where the
     * potion is expected to end. share[i] is for a total of share_from + i. */
    int by_share;
    double share_from, share[WORTH_SHARE_STEPS];
};

/* Set `value` and `by_share` afterwards where they are wanted. */
void worth_rows_read(struct worth_rows *rows);

/* The turn by which rows are chosen: with fewer turns the last one is still like turn 9. */
static inline int worth_turn(const struct quacks_state *s)
{
    return s->turn + TURNS - NUMBER_OF(s, turns);
}

/* Coins beyond those of any standard space are worth as much as those. */
static inline double worth_of_coins(const struct worth *w, int coins)
{
    return w->coins[int_min(coins, WORTH_COINS - 1)];
}

/* The last turn: coins become points (Q9.1). */
void worth_end_coins(struct worth *w, const struct quacks_state *s);

/* Reads only public information, so a view is enough. Overwrites all of `w`. Keeps no pointer to
 * the rows. */
void worth_weigh(struct worth *w, const struct worth_rows *rows, const struct quacks_state *s,
                 int seat);
/* What two chips are worth together; `with` is whatever the asker needs for it. */
typedef double worth_pair(const struct worth *w, const void *with, int a, int b);
/* Fills in `coins`, which is zero, from the worth of chips and pairs. */
void worth_weigh_coins(struct worth *w, const struct quacks_state *s, worth_pair *pair,
                       const void *with);
/* What the seat's potion brings from Strong Ingredient to F if it ends now, without what was
 * already paid: the best of the chips looked at is laid, and reds beside the pot are placed or kept
 * as is best. In points; `w` must have been weighed for this seat. */
double worth_of_end(const struct worth *w, const struct quacks_state *s, int seat);
/* What the seat has already been paid: its points and rubies, and purple 3's points so far. */
double worth_paid(const struct worth *w, const struct quacks_state *s, int seat);
/* A total of worth_of_end and worth_paid, as the share of the win counts it. The same number
 * without shares. */
double worth_shared(const struct worth *w, double total);
/* The same as worth_of_end if Strong Ingredient lays this chip of the bag (Q7, Q12). */
double worth_with_strong(const struct worth *w, const struct quacks_state *s, int seat, int chip);
/* The chance that none of n chips looked at is among `good` of `all`. */
double chance_of_none(int good, int all, int n);
/* The expected worth of the best of `looked` chips of the bag: worth[chip] if it is taken, `none`
 * if none is. Overwrites `worth`. */
double worth_of_best(const uint8_t *bag, int looked, double worth[CHIP_COUNT], double none);
/* The spaces that the reds beside a pot move together (book red 2). */
int reds_beside(const struct quacks_player *p);
/* How far a chip usually moves, in quarters of a space: its value and what its book usually
 * adds. */
int usual_movement(const struct quacks_state *s, const struct quacks_player *p, int chip);
/* The points that book purple 3 pays for the pot: by the coins of the space a purple lies on. */
int pot_purples_pay(const struct quacks_state *s, const struct quacks_player *p);
/* What black's first or second reward brings; 0: none (Q8). */
double worth_of_black(const struct worth *w, const struct quacks_state *s, int reward);
/* Q10: the next glass of the test tubes; 0 if there is none. */
double worth_of_glass(const struct worth *w, const struct quacks_state *s, int seat);
/* The worth of one tier of purple, or of an upgrade (Q8). */
double worth_of_tier(const struct worth *w, const struct quacks_state *s, int seat, int tier);

#endif
