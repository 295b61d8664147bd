/* Metrics of a gauge in blocks: all items, all turns, all sources of gold. A gauge lists its
 * blocks in a .def file; the same list numbers them. Blocks about the table come first, then
 * every block about a bot once for each bot. */
#ifndef CHARLATAN_SIM_BLOCKS_H
#define CHARLATAN_SIM_BLOCKS_H

#include "sim/gauge.h"

/* A win in whole numbers: it can be shared by 2, 3, 4, 5 or 6. */
enum { WIN = 60 };

struct block {
    int rows;
    const char *group, *unit;
    enum gauge_form form;
    const char *(*label)(int row);
    /* Of the first row, the next ones count on; -1: rows have no place on an axis. */
    int bin;
};

/* What a gauge makes of its .def file: the rows of a list of blocks, and their numbers. NUMBER
 * gives the first row of a block its number and lets e_LAST take the last, so that the next block's
 * number follows by itself. */
#define BLOCK_ROW(e, rows, group, unit, form, label, bin) {rows, group, unit, form, label, bin},
#define BLOCK_NUMBER(e, rows, group, unit, form, label, bin) e, e##_LAST = e + (rows)-1,

/* Adds the metrics of a gauge: its blocks about the table, then those about each bot. The order is
 * the contract with watch(): figure i of a gauge is the i-th metric added here. */
void gauge_open(const struct gauge *g, struct metrics *m, int bots);

/* Where a gauge counts during one call of watch(). */
struct gauge_sheet {
    const struct gauge_watched *w;
    struct gauge_figure *figure;
    /* How many metrics there are about the table, and about each bot. */
    int of_table, of_bot;
};

/* Both may be 0: a gauge counts x when it happens and n when the game is over. */
static inline void count(const struct gauge_sheet *sheet, int metric, int64_t x, int64_t n)
{
    figure_add(&sheet->figure[metric], x, n);
}

/* A metric of the bot at this seat; the metrics of all bots follow those of the table. `metric`
 * counts from the first of the bot metrics, not from the table's. */
static inline void count_bot(const struct gauge_sheet *sheet, int seat, int metric, int64_t x,
                             int64_t n)
{
    int first = sheet->of_table + sheet->w->bot_at[seat] * sheet->of_bot;
    figure_add(&sheet->figure[first + metric], x, n);
}

/* What a seat has of the win of a finished game. In WINths: what every winner gets divides WIN
 * without a remainder. 0 for a seat that lost. */
static inline int win_of(const struct gauge_watched *w, int seat)
{
    uint32_t winners = w->game->winners(w->after);
    return winners >> seat & 1 ? WIN / __builtin_popcount(winners) : 0;
}

#define GAUGE(x) extern const struct gauge x##_gauge;
#include "games/games.def"

#endif
