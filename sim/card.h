/* Deals whose answers a graphics card chooses: it plays the games ahead of the threads, which then
 * play the same answers and measure. */
#ifndef CHARLATAN_SIM_CARD_H
#define CHARLATAN_SIM_CARD_H

#include "sim/sim.h"

struct card_deals;

/* Opens a card, or the processor in its place (-1). Returns NULL and says why in `why`: there is no
 * card, or it cannot play what is planned. */
struct card_deals *card_deals_open(const struct sim_plan *p, int card, struct refusal *why);
void card_deals_close(struct card_deals *c);

/* The answers of all games of a deal, from now until card_deals_done: see card_answers. Threads may
 * wait here for the card. */
void card_deals_take(struct card_deals *c, int64_t deal);
void card_deals_done(struct card_deals *c, int64_t deal);
/* The answers of one game of a deal that was taken, or NULL if they were too many to be kept. */
const uint8_t *card_answers(const struct card_deals *c, int64_t deal, int setting, int seating);

#endif
