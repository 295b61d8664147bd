/* What the Quacks' net looks at (rows: quacks_inputs.def). Its outputs are actions of the
 * observation. */
#ifndef CHARLATAN_BOTS_NET_QUACKS_INPUTS_H
#define CHARLATAN_BOTS_NET_QUACKS_INPUTS_H

#include "bots/net/net_inputs.h"
#include "games/quacks/observe.h"

#define SEAT(name, count, most, how, text) uint8_t name[count];
#define TABLE(name, count, most, how, text)
struct quacks_watched_seat {
#include "bots/net/quacks_inputs.def"
};
#undef SEAT
#undef TABLE
#define SEAT(name, count, most, how, text)
#define TABLE(name, count, most, how, text) uint8_t name[count];
/* All cells are bytes in the order of the rows, so that they can be gone through as one array. */
struct quacks_watched {
    struct quacks_watched_seat seat[QUACKS_SEATS];
#include "bots/net/quacks_inputs.def"
    /* Fills up the last word. */
    uint8_t spare[4];
};
#undef SEAT
#undef TABLE

enum { WATCHED_CELLS = offsetof(struct quacks_watched, spare) };

/* What the net has learned to answer: the questions up to QQ_RUBIES. The others are asked only with
 * the option `optional` (Q12), and whoever plays by a net answers them by rule
 * (bots/net/quacks_outputs.h). */
enum {
    WATCHED_ACTIONS = offsetof(struct quacks_seen_actions, OPTIONAL),
    WATCHED_QUESTIONS = QQ_RUBIES
};

_Static_assert(sizeof(struct quacks_watched) % 8 == 0, "the last word");

/* The rows of quacks_inputs.def. */
struct net_rows watched_rows(void);
/* The dense observation of a seat as what the net looks at. */
void quacks_watch(const struct quacks_seen *from, struct quacks_watched *to);

#endif
