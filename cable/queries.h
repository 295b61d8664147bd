/* Threads that ask other machines for a loop, which may not wait. */
#ifndef CHARLATAN_CABLE_QUERIES_H
#define CHARLATAN_CABLE_QUERIES_H

#include "cable/cable.h"

enum { QUERIES_MOST = 32 };

/* The first member of what is to be asked, and of what came of it. */
struct cable_query {
    struct cable_query *next;
};

struct queries_calls {
    /* Called on a thread, which has one connection and keeps it from one query to the next. */
    void (*run)(void *with, struct cable_query *q, struct cable *line);
    /* Called on a thread when something can be taken. */
    void (*wake)(void *with);
    /* Frees a query that nobody takes any more. */
    void (*drop)(struct cable_query *q);
};

struct queries;

/* `calls` and `with` must outlive the queries. Each of the threads, at most QUERIES_MOST, is
 * started at once. Never NULL: without threads the program ends. */
struct queries *queries_open(int threads, const struct queries_calls *calls, void *with);
/* The query belongs to the queries until it is taken, or dropped at the end. */
void queries_add(struct queries *s, struct cable_query *q);
/* The next one that is done, or NULL. */
struct cable_query *queries_take(struct queries *s);
/* Stops what is under way. NULL is allowed. */
void queries_close(struct queries *s);

#endif
