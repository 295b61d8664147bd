/* Results by the values of columns (--by), for each setting of a run. */
#ifndef CHARLATAN_SIM_BY_H
#define CHARLATAN_SIM_BY_H

#include "sim/tally.h"

struct sim_plan;

/* At most two columns at once; wins, score, and a few more columns are measured. Keys are arrays of
 * fixed size so that rows can be sent between ranks as bytes. */
enum { BY_MAX = 2, SHOWS_MAX = 6, BY_MEASURES = 2 + SHOWS_MAX };

struct by_row {
    /* The values of the columns of --by, in their order; 0 where only one was asked for. */
    int64_t key[BY_MAX];
    /* Wins, score, then the columns of --show. */
    struct gauge_sums tally[BY_MEASURES];
};

/* In the order of their keys. No key occurs twice. All 0 is an empty table. */
struct by_table {
    struct by_row *at;
    int n, cap;
};

/* The same of one deal, in no order. */
struct by_figures {
    int setting;
    int64_t key[BY_MAX];
    struct gauge_figure figure[BY_MEASURES];
};

/* Emptied (n = 0) at the start of each deal; the memory stays with the dealer. */
struct by_deal {
    struct by_figures *at;
    int n, cap;
};

/* The row of a key, made if there is none. */
struct by_row *by_row(struct by_table *t, const int64_t key[BY_MAX]);
/* Adds the rows of other deals. */
void by_merge(struct by_table *to, const struct by_table *t);
/* Frees the rows, not the table itself. */
void by_free(struct by_table *t);
/* Counts a seat of a game that is over. */
void by_count(const struct sim_plan *p, const int64_t *cell, int setting, struct by_deal *d);
/* Adds a whole deal to the tables, one for each setting. */
void by_add_deal(struct by_table *table, const struct by_deal *d);

#endif
