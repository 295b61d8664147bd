/* How long the store's thread rests between two transactions, so that more appends share the next
 * one. */
#ifndef CHARLATAN_STORE_REST_H
#define CHARLATAN_STORE_REST_H

#include <stdint.h>

/* With fewer appends in a transaction the store does not rest; and it never rests longer. */
enum { REST_APPENDS = 8, REST_MOST_NS = 2000000 };

/* The rest after a transaction of so many appends that took so long. */
uint64_t rest_after(int appends, uint64_t took_ns);

#endif
