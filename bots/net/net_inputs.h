/* What a net looks at, as rows of a .def file: small numbers, each of which chooses one row of
 * weights. */
#ifndef CHARLATAN_BOTS_NET_NET_INPUTS_H
#define CHARLATAN_BOTS_NET_NET_INPUTS_H

#include <stdint.h>

/* CHOICE: the numbers are unlike things; ORDERED: a higher one means more of the same. */
enum { CHOICE, ORDERED };

struct net_row {
    const char *name, *text;
    uint8_t count, most, how;
    /* 1: there is a block for each seat. */
    uint8_t of_seat;
};

/* The rows of a game's net. The blocks of seats come first, each with all its rows. */
struct net_rows {
    const struct net_row *row;
    int n, seats;
};

/* `first` gets the number of each cell's first row of weights, less 1. Returns how many rows of
 * weights there are. */
int net_rows_first(const struct net_rows *rows, uint16_t *first);
/* For each cell: how many rows of weights it has, and CHOICE or ORDERED. */
void net_rows_sizes(const struct net_rows *rows, uint8_t *most, uint8_t *how);
/* Identifies the rows: weights that were learned with others do not fit. */
uint64_t net_rows_hash(const struct net_rows *rows);

#endif
