/* Arcane Alley's net, for the training program; see cells.h. */
#include "bots/net/arcane_inputs.h"
#include "learn/cells.h"

/* By shape, chosen seat's shape and doll, in the order of table_of. */
static void output_table(int16_t *table)
{
    for (int shape = 0; shape < LOOKED_SHAPES; shape++)
        for (int theirs = 0; theirs < LOOKED_SHAPES; theirs++)
            for (int doll = 0; doll < 2; doll++)
                for (int action = 0; action < POLICY_ACTIONS; action++)
                    *table++ = (int16_t)arcane_output_of(action, shape, theirs, doll);
}

/* Which numbering holds: the policy's outputs of slots are turned by the storehouses' shapes. Must
 * agree with look_at in gpu/arcane.c. */
static int16_t table_of(const struct arcane_looked *looked)
{
    int target = looked->target[0];
    int theirs = target ? looked->seat[target - 1].shape[0] : 0;
    return (int16_t)((looked->seat[0].shape[0] * LOOKED_SHAPES + theirs) * 2 +
                     (looked->question[0] == Q_COUNT));
}

/* Gold beyond one cell is only known in tens. */
static int look(const uint8_t *from, uint8_t *cells, int32_t *now, int16_t *table)
{
    const struct arcane_seen *seen = (const struct arcane_seen *)from;
    struct arcane_looked *looked = (struct arcane_looked *)cells;
    arcane_look(seen, looked);
    for (int seat = 0; seat < MAX_SEATS; seat++) {
        const struct arcane_seen_seat *s = &seen->seat[seat];
        now[seat] = s->gold[0] < 255 ? s->gold[0] : s->gold_tens[0] * 10;
    }
    *table = table_of(looked);
    return seen->question[0];
}

/* The struct that the net looks at is what a position is here, byte for byte. */
const struct cells_game arcane_cells = {
    .game = &arcane_game,
    .bytes = sizeof(struct arcane_looked),
    .places = LOOKED_CELLS,
    .outputs = POLICY_OUTPUTS,
    .tables = LOOKED_SHAPES * LOOKED_SHAPES * 2,
    .rows = looked_rows,
    .output_table = output_table,
    .look = look,
};
