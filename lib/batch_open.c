/* Opens and closes batches: reads which games are wanted, with which players, options and bots. */
#include "lib/batch.h"

#include <stdlib.h>

#include "advice/advice.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/read.h"
#include "wire/refuse.h"

/* ---- reading ---- */

/* Everything a spec can get wrong is a wrong option. */
static int refuse(charlatan_error *error, struct refusal *why)
{
    return lib_refuse(error, CODE_BAD_OPTION, why);
}

/* Reads a whole number that may be missing; `usual` then. Returns 0 or a code. */
static int read_count(const json_t *object, const char *key, int least, int most, int usual,
                      int *to, charlatan_error *error)
{
    struct refusal why;
    const json_t *value = json_object_get(object, key);
    *to = usual;
    if (value && read_int(value, key, least, most, to, &why) < 0)
        return refuse(error, &why);
    return 0;
}

/* Seats behind the end of the list and null entries have no bot. All seats taken by bots is
 * refused: a step ends when somebody else is asked. Every bot watches the batch's own stop. */
static int read_bots(charlatan_batch *batch, struct batch_setup *t, const json_t *list,
                     charlatan_error *error)
{
    struct refusal why;
    for (size_t seat = 0; seat < json_array_size(list); seat++) {
        const json_t *name = json_array_get(list, seat);
        if (json_is_null(name))
            continue;
        if (seat >= (size_t)t->players) {
            because(&why, ROW(bots_too_many), t->players);
            return refuse(error, &why);
        }
        if (bot_named(&t->bot[seat], json_string_value(name), batch->game, &why) < 0)
            return refuse(error, &why);
        t->bot[seat].how.watch = &batch->watch;
        t->bots |= 1u << seat;
    }
    if (t->bots != bits_below(t->players))
        return 0;
    return lib_refuse_row(error, &refusal_bots_only);
}

/* Fills in one table. Keys that are not known are refused, so that a misspelt option is not
 * overlooked. The options are those of charlatan_game_open, with the same checks. */
static int read_table(charlatan_batch *batch, struct batch_setup *t, const json_t *from,
                      charlatan_error *error)
{
    static const char *const keys[] = {"count", "players", "options", "bots", NULL};
    const struct game *g = batch->game;
    const json_t *bots = json_object_get(from, "bots");
    struct refusal why;
    int count;
    if (!json_is_object(from) || (bots && !json_is_array(bots)))
        return lib_refuse_row(error, &refusal_tables_wrong);
    if (only_keys(from, "tables", keys, &why) < 0)
        return refuse(error, &why);
    int code = read_count(from, "count", 1, BATCH_GAMES, 1, &count, error);
    if (!code)
        code = read_count(from, "players", g->min_players, g->max_players, g->min_players,
                          &t->players, error);
    if (code)
        return code;
    t->count = (size_t)count;
    g->init(t->start, t->players);
    if (batch->json->read_options(t->start, json_object_get(from, "options"), &why) < 0)
        return refuse(error, &why);
    return read_bots(batch, t, bots, error);
}

/* Games are numbered through all tables in the order of the list; seeds depend on these numbers.
 * The sum is checked after each table, so it cannot overflow. */
static int read_tables(charlatan_batch *batch, const json_t *list, charlatan_error *error)
{
    size_t n = json_array_size(list);
    struct refusal why;
    if (n == 0 || n > BATCH_GAMES)
        return lib_refuse_row(error, &refusal_tables_wrong);
    batch->table = calloc(n, sizeof *batch->table);
    if (!batch->table)
        return lib_no_memory(error);
    for (size_t i = 0; i < n; i++) {
        struct batch_setup *t = &batch->table[i];
        int code = read_table(batch, t, json_array_get(list, i), error);
        if (code)
            return code;
        t->first = batch->games;
        batch->games += t->count;
        batch->tables++;
        batch->seats = t->players > batch->seats ? t->players : batch->seats;
        if (batch->games > BATCH_GAMES) {
            because(&why, ROW(games_too_many), BATCH_GAMES);
            return refuse(error, &why);
        }
    }
    return 0;
}

/* JSON's whole numbers are signed, hence 2^63-1 as the most. Without a value json_integer_value
 * gives 0, the usual seed. */
static int read_seed(charlatan_batch *batch, const json_t *value, charlatan_error *error)
{
    if (value && (!json_is_integer(value) || json_integer_value(value) < 0))
        return lib_refuse_row(error, &refusal_batch_seed_wrong);
    batch->seed = (uint64_t)json_integer_value(value);
    return 0;
}

/* The pool is opened last, since it starts threads. Whatever was made before a failure belongs to
 * the batch, which the caller frees. */
static int read_batch(charlatan_batch *batch, const json_t *root, charlatan_error *error)
{
    static const char *const keys[] = {"game", "seed", "threads", "tables", NULL};
    struct refusal why;
    int threads;
    if (only_keys(root, "batch", keys, &why) < 0)
        return refuse(error, &why);
    batch->json = game_json_read(json_object_get(root, "game"), "game", &why);
    if (!batch->json)
        return refuse(error, &why);
    batch->game = batch->json->game;
    if (!batch->game->observer) {
        because(&why, ROW(no_observations), batch->game->name);
        return refuse(error, &why);
    }
    int code = read_seed(batch, json_object_get(root, "seed"), error);
    if (!code)
        code = read_count(root, "threads", 1, POOL_MOST, 1, &threads, error);
    if (!code)
        code = read_tables(batch, json_object_get(root, "tables"), error);
    if (code)
        return code;
    batch->pool = pool_open(threads);
    return batch->pool ? 0 : lib_no_memory(error);
}

/* ---- opening ---- */

/* Slots begin on lines of the cache. They are zeroed, because states are compared and hashed with
 * all their bytes; the games begin at charlatan_batch_reset. */
static int make_slots(charlatan_batch *batch, charlatan_error *error)
{
    size_t bytes = sizeof(struct batch_slot) + batch->game->state_bytes;
    batch->slot_bytes = (bytes + 63) / 64 * 64;
    batch->slots = aligned_alloc(64, batch->games * batch->slot_bytes);
    batch->asked = calloc(batch->games, sizeof *batch->asked);
    if (!batch->slots || !batch->asked)
        return lib_no_memory(error);
    memset(batch->slots, 0, batch->games * batch->slot_bytes);
    for (int i = 0; i < batch->tables; i++)
        for (size_t k = 0; k < batch->table[i].count; k++)
            slot_at(batch, batch->table[i].first + k)->table = &batch->table[i];
    return lib_fine(error);
}

int lib_batch_read(const char *spec, charlatan_batch **batch, charlatan_error *error)
{
    if (!spec || !batch)
        return lib_missing(error, spec ? "batch" : "spec");
    *batch = NULL;
    json_t *root = lib_parse(spec, strlen(spec), error);
    charlatan_batch *made = root ? calloc(1, sizeof *made) : NULL;
    if (!made) {
        json_decref(root);
        return root ? lib_no_memory(error) : CHARLATAN_BAD_JSON;
    }
    made->kind = HANDLE_BATCH;
    int code = read_batch(made, root, error);
    json_decref(root);
    if (code)
        charlatan_batch_free(made);
    else
        *batch = made;
    return code;
}

/* On failure *batch is NULL. */
int charlatan_batch_open(const char *spec, charlatan_batch **batch, charlatan_error *error)
{
    charlatan_batch *made = NULL;
    int code = lib_batch_read(spec, batch ? &made : NULL, error);
    if (!code)
        code = make_slots(made, error);
    if (code) {
        charlatan_batch_free(made);
        made = NULL;
    }
    if (batch)
        *batch = made;
    return code;
}

/* Forgets that the bots were told to hurry. Must not be called while a step is under way. */
void charlatan_batch_watch(charlatan_batch *batch, charlatan_stop stop, void *with)
{
    if (!batch || batch->kind != HANDLE_BATCH)
        return;
    batch->watch.stop = stop;
    batch->watch.with = with;
    batch->watch.hurry = 0;
}

/* The pool goes first: its threads must not see the slots go. */
void charlatan_batch_free(charlatan_batch *batch)
{
    if (!batch || batch->kind != HANDLE_BATCH)
        return;
    batch->kind = 0;
    pool_close(batch->pool);
    free(batch->asked);
    free(batch->slots);
    free(batch->table);
    free(batch);
}
