/* Lets the training program see positions as the net of bots/arcane_net.c sees them: the same code
 * turns observations into cells, many at once.
 *
 * learn/README.md says how it is built; it is a library of its own, which nothing else needs. */
#include "bots/arcane_cells.h"
#include "lib/pool.h"

struct cells_arrays;

#define SEEN __attribute__((visibility("default")))

SEEN int cells_count(void);
SEEN int cells_places(void);
SEEN int cells_outputs(void);
SEEN uint64_t cells_hash(void);
SEEN int cells_rows(uint16_t *first, uint8_t *most, uint8_t *how);
SEEN void cells_output_table(int16_t *table);
SEEN struct pool *cells_open(int threads);
SEEN void cells_fill(struct pool *pool, size_t n, struct cells_arrays *arrays);
SEEN void cells_close(struct pool *pool);

/* The bytes of a position. Those behind the last cell have no rows. */
int cells_count(void)
{
    return sizeof(struct looked);
}

int cells_places(void)
{
    return LOOKED_CELLS;
}

int cells_outputs(void)
{
    return POLICY_OUTPUTS;
}

uint64_t cells_hash(void)
{
    return looked_hash();
}

/* For each cell its first row of weights less 1, how many it has, and whether they are ordered.
 * Returns the number of all rows of weights. */
int cells_rows(uint16_t *first, uint8_t *most, uint8_t *how)
{
    int at = 0;
    for (int seat = 0; seat <= MAX_SEATS; seat++)
        for (int i = 0; i < looked_rows(); i++) {
            const struct looked_row *row = looked_row(i);
            for (int k = 0; row->of_seat == (seat < MAX_SEATS) && k < row->count; k++, at++) {
                most[at] = row->most;
                how[at] = row->how;
            }
        }
    return looked_first(first);
}

/* The output of every action, by shape, chosen seat's shape and doll: 7 x 7 x 2 x actions. */
void cells_output_table(int16_t *table)
{
    for (int shape = 0; shape < LOOKED_SHAPES; shape++)
        for (int theirs = 0; theirs < LOOKED_SHAPES; theirs++)
            for (int doll = 0; doll < 2; doll++)
                for (int action = 0; action < POLICY_ACTIONS; action++)
                    *table++ = (int16_t)arcane_output_of(action, shape, theirs, doll);
}

/* What the training program wants to know of many positions; arrays with one entry a position. */
struct cells_arrays {
    /* In: observations, and the legal actions as bytes. */
    const struct seen *seen;
    const uint8_t *masks;
    /* Out: what the net looks at; the gold of the six seats, the viewer's first; the place in
     * cells_output_table; and the legal actions as bits from `first` on. */
    struct looked *cells;
    int32_t *gold;
    int16_t *table;
    int16_t *first;
    uint64_t *legal;
};

static int16_t table_of(const struct looked *looked)
{
    int target = looked->target[0];
    int theirs = target ? looked->seat[target - 1].shape[0] : 0;
    return (int16_t)((looked->seat[0].shape[0] * LOOKED_SHAPES + theirs) * 2 +
                     (looked->question[0] == Q_COUNT));
}

static void gather_legal(const struct seen *seen, const uint8_t *mask, int16_t *first,
                         uint64_t *legal)
{
    const struct observe_question *q = arcane_game.observer->question(seen->question[0]);
    uint8_t answers[64] = {0};
    memcpy(answers, mask + q->first, q->count);
    *first = (int16_t)q->first;
    *legal = 0;
    for (int k = 0; k < 64; k += 8) {
        uint64_t word;
        memcpy(&word, answers + k, sizeof word);
        *legal |= word * 0x0102040810204080u >> 56 << k;
    }
}

static void gather_gold(const struct seen *seen, int32_t *gold)
{
    for (int seat = 0; seat < MAX_SEATS; seat++) {
        const struct seen_seat *s = &seen->seat[seat];
        gold[seat] = s->gold[0] < 255 ? s->gold[0] : s->gold_tens[0] * 10;
    }
}

static void fill_some(void *with, size_t from, size_t to)
{
    const struct cells_arrays *a = with;
    for (size_t i = from; i < to; i++) {
        struct looked *looked = &a->cells[i];
        arcane_look(&a->seen[i], looked);
        gather_gold(&a->seen[i], a->gold + i * MAX_SEATS);
        gather_legal(&a->seen[i], a->masks + i * POLICY_ACTIONS, &a->first[i], &a->legal[i]);
        a->table[i] = table_of(looked);
    }
}

struct pool *cells_open(int threads)
{
    return pool_open(threads);
}

void cells_fill(struct pool *pool, size_t n, struct cells_arrays *arrays)
{
    pool_run(pool, n, fill_some, arrays);
}

void cells_close(struct pool *pool)
{
    pool_close(pool);
}
