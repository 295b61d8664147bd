/* The luck of tables and bots, random or fixed (luck.c). */
#ifndef CHARLATAN_SERVER_TABLES_LUCK_H
#define CHARLATAN_SERVER_TABLES_LUCK_H

#include <stdint.h>

struct match_founding;
struct server;
struct table;

/* Fills in seed and salt. From the host's randomness, unless --luck is given. */
void luck_of_table(struct server *s, struct match_founding *f);
/* The luck with which the bot of a seat answers this question. */
void luck_of_bot(const struct table *t, int seat, uint32_t ask, uint8_t luck[32]);

#endif
