/* The odds of a potion in progress: what the next chips out of the bag do, and what it is worth to
 * stop, to draw on and to use the flask, by dynamic programming over the bag.
 *
 * Chips are drawn and placed by the real rules on a copied state (quacks_apply, one scripted draw a
 * step), so every book and card works as it does in play. Positions with the same future share an
 * entry of a table. Beyond a given depth, or when the table is full, a simplified model takes over;
 * see quacks_potion.c. Reads only what is public and the seat's own offer, so a view is enough. */
#ifndef CHARLATAN_BOTS_ODDS_QUACKS_POTION_H
#define CHARLATAN_BOTS_ODDS_QUACKS_POTION_H

#include "bots/odds/quacks_worth.h"
#include "engine/view.h"

enum { POTION_DRAWS = 8, POTION_CLASSES = 6, POTION_ALL = 99 };

struct potion_entry {
    /* 0: free. */
    uint64_t key;
    double value;
};

/* One potion being computed. Set up by potion_open; must not be copied. */
struct potion_lab {
    /* The position, prepared so that the seat can be played alone. */
    struct quacks_state now;
    struct worth w;
    int seat;
    struct chance c;
    struct outcome script;
    uint8_t used;
    struct potion_entry *table;
    /* Of the table: size - 1, entries used, entries used by the exact part. */
    uint32_t mask, n, exact_n;
    /* Positions examined so far. */
    uint32_t nodes;
    /* How often the merged model was used. */
    uint32_t cuts;
    /* the merged model: whites in all, greens in the pot, chips in the pot and in the bag, where
     * all classes drawn would end; of each class its movement in quarters of a space, and its worth
     * beside the movement */
    int whites, spiders, placed, chips, merged_at;
    uint8_t class_of[CHIP_COUNT], move[POTION_CLASSES];
    double extra[POTION_CLASSES];
    /* By shares of the win: what was paid and lies in the pot at `now`. Otherwise 0. */
    double ground;
    /* What Strong Ingredient adds to a pot that has stopped. */
    double strong;
    /* A Second Chance: what starting anew is worth, once it is known. */
    int anew_known;
    double anew;
};

/* `table` has `size` entries, a power of two; the lab uses it until it is closed. */
void potion_open(struct potion_lab *lab, const struct quacks_state *view, int seat,
                 const struct worth_rows *rows, struct potion_entry *table, uint32_t size);
/* What an answer to the seat's question is worth, with best play afterwards: exactly for the next
 * `draws` draws. POTION_ALL: to the end of the bag. */
double potion_answer_worth(struct potion_lab *lab, int answer, int draws);
/* The chance that the next chip drawn explodes the pot; a chip of blue 1 counts as itself. */
double potion_explodes(struct potion_lab *lab);
/* What was paid before `now`; values of potions do not include it. */
double potion_paid_before(const struct potion_lab *lab);

/* For callers that play a potion themselves. potion_apply gives one answer on a copy of lab->now;
 * the next chip drawn is `chip`, or a random one for NO_CHIP. potion_key is equal for equal
 * futures. The third is the answer that "draw k more" gives to questions inside a draw. */
void potion_apply(struct potion_lab *lab, struct quacks_state *s, int answer, int chip);
uint64_t potion_key(const struct potion_lab *lab, const struct quacks_state *s);
int potion_usual_answer(const struct quacks_player *p);

/* The result of the policy "draw k more chips, then stop". Inside a draw: bonus spaces are taken; a
 * white that may go back does; A Second Chance is not taken, so that a pot that exploded stays
 * exploded; of the chips that blue 1 looks at, the
 * one with the highest value that is not white is placed, or none. A seat that cannot draw any more
 * has stopped earlier. */
struct potion_draws {
    /* Chance to have exploded, within blue 2's window or not. */
    double exploded;
    /* Chance of each scoring space, before the evaluation. */
    double space[WORTH_SPACES];
    /* Chance that the scoring space shows a ruby. */
    double ruby;
    /* Expected, of the scoring space; exploded: the better of both. */
    double points, coins;
    /* Expected, in the unit of ev_stop. */
    double worth;
};

struct potion_odds {
    int seat;
    /* Of the pot now: sum, and what it may be (Q5.3). */
    int whites, limit;
    /* Scoring space now. */
    int space;
    /* In the bag. */
    int chips;
    int can_draw, can_stop, can_flask;
    /* Reds beside the pot that may go back: red 1, 2, 4 (book red 2). */
    int can_bag[3];
    /* A Second Chance is being offered. */
    int can_restart;
    /* A chip may be drawn now, or next if the offer of A Second Chance is declined. */
    int next;
    /* Of that chip; 0 unless `next`. Exact. An explosion after which the potion may start anew
     * counts, too (Q12, risky). */
    double explode_next;
    /* Points worth: points, and coins, rubies, droplets, chips and the flask as points
     * (quacks_worth.def), of this potion from now on, without what was paid before. */
    /* Stopping now; 0 unless can_stop. */
    double ev_stop;
    /* Drawing, then drawing and stopping as is best; 0 unless can_draw. */
    double ev_draw;
    /* The flask first, then as is best; 0 unless can_flask. */
    double ev_flask;
    /* Putting a red back first, then as is best; 0 unless can_bag. Never better than the best of
     * the others (quacks_potion.c). */
    double ev_bag[3];
    /* Starting anew, and keeping this pot; 0 unless can_restart. */
    double ev_anew, ev_keep;
    /* 1: to the end of the bag; 0: merged model after `depth` draws. */
    int exact;
    /* Draws looked at exactly. */
    int depth;
    /* Rows of `draws` that are exact, from the first. */
    int rows_exact;
    /* 0, or how many potions the other rows were sampled from. */
    int sampled;
    /* How many rows: up to POTION_DRAWS + 1, fewer with a small bag. */
    int draws_n;
    /* [k]: k more; [0] is stopping now. */
    struct potion_draws draws[POTION_DRAWS + 1];
    /* The weights used. */
    struct worth worth;
};

/* Returns 0; 1 if the seat has no potion in progress; 2 if there is no memory. Takes at most a
 * second. */
int potion_odds(const struct view *v, int seat, struct potion_odds *out);

#endif
