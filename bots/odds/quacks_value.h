/* What a seat of the Quacks has between two turns, as a fitted value: points of the final score
 * that it may expect from its bag, rubies, droplet and the rest. Only differences between seats
 * count. The rows are in quacks_value.def; learn/quacks_value.c made them. */
#ifndef CHARLATAN_BOTS_ODDS_QUACKS_VALUE_H
#define CHARLATAN_BOTS_ODDS_QUACKS_VALUE_H

#include "bots/odds/quacks_worth.h"

/* The inputs that are not chips of a kind or pairs of a colour. */
#define NAMED(name, text) VALUE_##name,
enum value_input {
    VALUE_CHIP,
    VALUE_PAIR = VALUE_CHIP + CHIP_COUNT * 4,
    VALUE_CROSS = VALUE_PAIR + COLOUR_COUNT * 4,
    VALUE_NAMED = VALUE_CROSS + COLOUR_COUNT * 4,
    VALUE_BEFORE_NAMED = VALUE_NAMED - 1,
#include "bots/odds/quacks_value_inputs.def"
    VALUE_INPUTS
};
#undef NAMED

/* In thousandths of a point of the final score, at the end of turns 1 to 9. */
struct value_rows {
    int weight[VALUE_INPUTS][TURNS];
    /* By number of players less two: the standard deviation of a seat's final score around its
     * value. */
    int spread[QUACKS_SEATS - 1][TURNS];
    /* The same of what a potion still to be brewed brings. */
    int potion[TURNS];
};

/* The rows of quacks_value.def. */
extern const struct value_rows quacks_value;

/* What one seat has, and the game it has it in. */
struct value_holding {
    uint8_t chip[CHIP_COUNT];
    int points, rubies, droplet, tube, flask;
    /* Black chips of the left and right neighbours. */
    int rival[2];
    int players, tubes, glasses;
    const uint8_t *book;
};

enum { VALUE_TERMS = 96 };

/* Inputs that are not zero. */
struct value_terms {
    int n;
    struct {
        int input;
        double x;
    } at[VALUE_TERMS];
};

void holding_of(const struct quacks_state *s, int seat, struct value_holding *h);
void value_terms_of(const struct value_holding *h, struct value_terms *t);
double value_of(const struct value_rows *rows, int turn, const struct value_holding *h);

/* Fills in what one more of each thing is worth, and coins spent as well as possible. */
void value_weigh(struct worth *w, const struct value_rows *rows, const struct quacks_state *s,
                 int seat);
/* What buying this chip is worth, with the best second one that the rest of the coins can buy. */
double value_of_purchase(const struct value_rows *rows, const struct quacks_state *s, int seat,
                         int chip);
/* Fills in how the end of this potion changes the share of the win. */
void value_share(struct worth *w, const struct value_rows *rows, const struct quacks_state *s,
                 int seat);
/* The share of the win of every seat between two turns. */
void value_shares(const struct value_rows *rows, const struct quacks_state *s,
                  double share[QUACKS_SEATS]);
/* Where the potion of a seat is expected to end: by the bag, and by the pot so far. */
double usual_end(const struct quacks_state *s, const struct quacks_player *p);
/* How often the bonus die is expected to be rolled, by the space where the potion ends. */
void value_weigh_rolls(struct worth *w, const struct quacks_state *s, int seat);
/* What black chips in the pot are worth, by what the neighbours' pots and bags have. */
void value_weigh_blacks(struct worth *w, const struct quacks_state *s, int seat);

#endif
