/* Answers that wait for the luck of another, or for a person (postponed.c). */
#ifndef CHARLATAN_SERVER_TABLES_POSTPONED_H
#define CHARLATAN_SERVER_TABLES_POSTPONED_H

#include <jansson.h>
#include <stdint.h>

struct bot_job;
struct guest;
struct table;

/* Messages of people that wait at one table. */
enum { KEPT_MOST = 16 };

/* Keeps a person's message. -1: there are too many. */
int postponed_add(struct guest *g, const json_t *message);
/* Keeps what a bot has answered, in place of what its seat had. */
void postponed_add_bot(struct table *t, const struct bot_job *job);
/* The seats whose bots have answered and whose answers are kept, as bits. */
uint32_t postponed_bots(const struct table *t);
/* Forgets these: another node has gone on, and asks them. If it dies, they are asked here again. */
void postponed_forget_bots(struct table *t);
/* Tries them again, unless the table still waits. */
void kept_try(struct table *t);
/* Forgets the messages of a guest; NULL: of all. */
void postponed_forget(struct table *t, const struct guest *g);

#endif
