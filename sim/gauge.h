/* A gauge is all that the simulator knows of one game: its metrics, its columns, its options. */
#ifndef CHARLATAN_SIM_GAUGE_H
#define CHARLATAN_SIM_GAUGE_H

#include "engine/game.h"
#include "sim/metric.h"

/* What a gauge is shown: once when a game has begun, then after every answer. Lent for one call.
 * Pointers are to the dealer's own memory, which the next answer overwrites. */
struct gauge_watched {
    const struct game *game;
    int players;
    /* Seat -> kind of bot. */
    const int *bot_at;
    /* Seat -> place in turn order; 0 is the start player of the game. */
    const int *place_at;
    /* True states. `before` is NULL when the game has just begun. */
    const void *before, *after;
    /* Who answered what; -1 when the game has just begun. */
    int seat, answer;
    /* The events that this answer caused. */
    const struct event *event;
    uint32_t events;
    /* 1: the game is over, so winners and scores can be asked of `after`. */
    int over;
    /* The gauge's own memory for this game, zeroed when it begins. */
    void *notes;
};

/* sim/options.h, sim/blocks.h, sim/column.h */
struct option_forms;
struct block;
struct column_block;

/* All that the simulator knows of one game. */
struct gauge {
    const struct game *game;
    /* Widths of the bins in the distributions of final scores and of decisions a game. */
    int score_width, length_width;
    /* Short forms of options on the command line, or NULL. */
    const struct option_forms *forms;
    /* The size of `notes`, which may hold no pointers: it is cleared with memset and never freed
     * piece by piece. */
    uint32_t notes_bytes;
    /* The gauge's metrics in blocks (sim/blocks.h): those about the table, then those about each
     * bot. There are none, and `watch` is NULL, if the game has no metrics of its own. */
    const struct block *table, *bot;
    int table_blocks, bot_blocks;
    /* figure[i] belongs to the i-th metric this gauge added. Called by several threads at once:
     * keeps nothing but figures and notes. Must not change what it sees. An answer may cause no
     * event; it is called all the same. */
    void (*watch)(const struct gauge_watched *w, struct gauge_figure *figure);
    /* What a game that is over tells of a seat, in columns (sim/column.h); `tell` is NULL if there
     * are none. */
    const struct column_block *columns;
    int column_blocks;
    /* Called after the last watch() of the game, with the notes that it left; sets every column of
     * the gauge, as the row still holds another game's. */
    void (*tell)(const struct gauge_watched *w, int seat, int64_t *cell);
    /* Chooses what --set left to the deal's luck (plan.varied), or NULL. The state has its options
     * but has not begun. What it chooses must depend on `luck` alone, so that a deal is the same on
     * every thread and rank. */
    void (*vary)(void *state, struct chance *luck);
};

/* The gauge of a game. Never returns NULL: wins, scores and lengths are measured in every game
 * (sim/gauges.c). */
const struct gauge *gauge_of(const struct game *g);

#endif
