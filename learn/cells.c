/* Lets the training program see positions as the nets of bots/net see them: the same code
 * turns observations into cells, many at once.
 *
 * learn/README.md says how it is built; it is a library of its own, which nothing else needs. */
#include "learn/cells.h"

#include "lib/pool.h"

#include <string.h>

#define SEEN __attribute__((visibility("default")))

/* What learn/games.py calls; nothing else leaves the library. */
SEEN const struct cells_game *cells_game(const char *name);
SEEN int cells_count(const struct cells_game *game);
SEEN int cells_places(const struct cells_game *game);
SEEN int cells_outputs(const struct cells_game *game);
SEEN int cells_tables(const struct cells_game *game);
SEEN uint64_t cells_hash(const struct cells_game *game);
SEEN int cells_rows(const struct cells_game *game, uint16_t *first, uint8_t *most, uint8_t *how);
SEEN void cells_output_table(const struct cells_game *game, int16_t *table);
SEEN struct pool *cells_open(int threads);
SEEN void cells_fill(struct pool *pool, const struct cells_game *game, size_t n,
                     const struct cells_arrays *arrays);
SEEN void cells_close(struct pool *pool);

static const struct cells_game *const games[] = {
#define NET(x) &x##_cells,
#include "games/games.def"
};

/* NULL if there is no such game. */
const struct cells_game *cells_game(const char *name)
{
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        if (strcmp(games[i]->game->name, name) == 0)
            return games[i];
    return NULL;
}

/* The bytes of a position. Those behind the last cell have no rows of weights. */
int cells_count(const struct cells_game *game)
{
    return game->bytes;
}

int cells_places(const struct cells_game *game)
{
    return game->places;
}

int cells_outputs(const struct cells_game *game)
{
    return game->outputs;
}

int cells_tables(const struct cells_game *game)
{
    return game->tables;
}

/* Kept with the weights: another hash means that cells have another meaning, and the weights are
 * useless. */
uint64_t cells_hash(const struct cells_game *game)
{
    struct net_rows rows = game->rows();
    return net_rows_hash(&rows);
}

/* For each cell its first row of weights less 1, how many it has, and whether they are ordered.
 * Returns the number of all rows of weights. The arrays have an entry for each cell. */
int cells_rows(const struct cells_game *game, uint16_t *first, uint8_t *most, uint8_t *how)
{
    struct net_rows rows = game->rows();
    net_rows_sizes(&rows, most, how);
    return net_rows_first(&rows, first);
}

/* `table` has room for as many numbers as actions, times cells_tables. */
void cells_output_table(const struct cells_game *game, int16_t *table)
{
    game->output_table(table);
}

/* Eight bytes of 0 or 1 become eight bits by one multiplication, which moves byte i to bit i of the
 * highest byte. A question has at most 64 answers. */
static void gather_legal(const struct observe_question *q, const uint8_t *mask, int16_t *first,
                         uint64_t *legal)
{
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

/* One call, which the pool's threads only read. */
struct work {
    const struct cells_game *game;
    const struct cells_arrays *arrays;
};

/* Positions from `from` to below `to`; each has rows of its own in every array. */
static void fill_some(void *with, size_t from, size_t to)
{
    const struct work *work = with;
    const struct cells_game *game = work->game;
    const struct cells_arrays *a = work->arrays;
    const struct observer *o = game->game->observer;
    for (size_t i = from; i < to; i++) {
        int question = game->look(a->seen + i * o->cells, a->cells + i * (size_t)game->bytes,
                                  a->now + i * o->seats, &a->table[i]);
        gather_legal(o->question(question), a->masks + i * o->actions, &a->first[i], &a->legal[i]);
    }
}

/* With so many threads as a pool can have; cells do not depend on their number. NULL if there is no
 * memory. */
struct pool *cells_open(int threads)
{
    return pool_open(threads < POOL_MOST ? threads : POOL_MOST);
}

/* Returns when all n positions are done. One call at a time for a pool. */
void cells_fill(struct pool *pool, const struct cells_game *game, size_t n,
                const struct cells_arrays *arrays)
{
    struct work work = {game, arrays};
    pool_run(pool, n, fill_some, &work);
}

void cells_close(struct pool *pool)
{
    pool_close(pool);
}
