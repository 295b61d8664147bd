/* The Quacks' net, for the training program; see cells.h. */
#include "bots/net/quacks_inputs.h"
#include "learn/cells.h"

enum { ACTIONS = sizeof(struct quacks_seen_actions) };

/* Actions that it does not learn do not occur in the games that it learns from; they get output 0,
 * which nobody reads. */
static void output_table(int16_t *table)
{
    for (int action = 0; action < ACTIONS; action++)
        table[action] = (int16_t)(action < WATCHED_ACTIONS ? action : 0);
}

/* One numbering, so `table` is always 0. Must agree with look_at in gpu/quacks.c. */
static int look(const uint8_t *from, uint8_t *cells, int32_t *now, int16_t *table)
{
    const struct quacks_seen *seen = (const struct quacks_seen *)from;
    quacks_watch(seen, (struct quacks_watched *)cells);
    for (int seat = 0; seat < QUACKS_SEATS; seat++)
        now[seat] = seen->seat[seat].points[0];
    *table = 0;
    return seen->seat[0].question[0];
}

/* As in cells_arcane.c; one table serves every position. */
const struct cells_game quacks_cells = {
    .game = &quacks_game,
    .bytes = sizeof(struct quacks_watched),
    .places = WATCHED_CELLS,
    .outputs = WATCHED_ACTIONS,
    .tables = 1,
    .rows = watched_rows,
    .output_table = output_table,
    .look = look,
};
