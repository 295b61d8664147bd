/* Batches on GPUs, for other programs: reads what is wanted as batch_open.c does, and
 * passes it on to gpu/. */
#include "gpu/batch.h"

#include <stdlib.h>

#include "gpu/mixes.h"
#include "lib/batch.h"
#include "wire/refuse.h"

_Static_assert((int)CHARLATAN_GPU_ARRAYS == (int)GPU_ARRAYS, "the same arrays");

/* `kind` is set last, when everything is open. */
struct charlatan_gpu {
    uint32_t kind;
    struct gpu gpu;
    struct gpu_batch batch;
};

/* `why` gets a constant sentence, or NULL if there are GPUs. */
int charlatan_gpu_cards(const char **why)
{
    const char *reason = NULL;
    int n = gpu_count(&reason);
    if (why)
        *why = reason;
    return n;
}

/* A freed handle fails as well, as long as its memory has not been used again. */
static int is_gpu(const charlatan_gpu *gpu)
{
    return gpu && gpu->kind == HANDLE_GPU;
}

static int wrong_handle(charlatan_error *error)
{
    struct refusal why;
    because(&why, ROW(handle_wrong), "gpu");
    return lib_refuse(error, CODE_BAD_REQUEST, &why);
}

/* Passes on the reason why the GPU does nothing more, or says that all is well. */
static int failed(const charlatan_gpu *gpu, charlatan_error *error)
{
    struct refusal why;
    if (!gpu->gpu.why[0])
        return lib_fine(error);
    because(&why, ROW(card_failed), gpu->gpu.why);
    return lib_refuse(error, CODE_BAD_OPTION, &why);
}

/* ---- opening ---- */

/* Copies who plays where. 0, or -1 if a bot has no form for GPUs: only random and greedy without
 * options have. */
static int copy_bots(const struct game *game, const struct batch_setup *from, struct gpu_table *to)
{
    for (int seat = 0; seat < from->players; seat++) {
        const struct seated_bot *b = &from->bot[seat];
        if (!(from->bots >> seat & 1))
            continue;
        int policy = gpu_policy_of(game, b);
        if (policy < 0)
            return -1;
        to->bots |= 1u << seat;
        to->policy[seat] = (uint8_t)policy;
    }
    return 0;
}

/* Fills one row of `to` and of `count` for each table. 0, or -1 as copy_bots. */
static int copy_tables(const charlatan_batch *from, struct gpu_table *to, uint32_t *count)
{
    for (int i = 0; i < from->tables; i++) {
        const struct batch_setup *t = &from->table[i];
        memcpy(to[i].start, t->start, sizeof to[i].start);
        to[i].players = t->players;
        count[i] = (uint32_t)t->count;
        if (copy_bots(from->game, t, &to[i]) < 0)
            return -1;
    }
    return 0;
}

/* Opens the GPU with what was read. Returns a code; the caller closes `gpu` on failure. The tables
 * are copied into the GPU's memory, so they are freed here. */
static int open_with(charlatan_gpu *gpu, const charlatan_batch *read, int number, uint32_t wants,
                     charlatan_error *error)
{
    const struct gpu_game *game = gpu_game_of(read->game);
    struct gpu_table *table = calloc((size_t)read->tables, sizeof *table);
    uint32_t *count = calloc((size_t)read->tables, sizeof *count);
    int code = 0;
    if (!table || !count)
        code = lib_no_memory(error);
    else if (!game)
        code = lib_refuse_row(error, &refusal_card_game_wrong);
    else if (copy_tables(read, table, count) < 0)
        code = lib_refuse_row(error, &refusal_card_bot_wrong);
    else if (gpu_open(&gpu->gpu, number, game) < 0 ||
             gpu_batch_open(&gpu->batch, &gpu->gpu, table, count, read->tables, read->seed, wants) <
                 0)
        code = failed(gpu, error);
    free(table);
    free(count);
    return code;
}

/* What was read is only a description and is freed at once; it has a pool of threads that is not
 * used. */
int charlatan_gpu_open(const char *spec, int card, uint32_t wants, charlatan_gpu **gpu,
                       charlatan_error *error)
{
    charlatan_batch *read;
    if (!gpu)
        return lib_missing(error, "gpu");
    *gpu = NULL;
    int code = lib_batch_read(spec, &read, error);
    if (code)
        return code;
    charlatan_gpu *made = calloc(1, sizeof *made);
    code = made ? open_with(made, read, card < 0 ? GPU_HOST : card, wants, error)
                : lib_no_memory(error);
    charlatan_batch_free(read);
    if (code && made) {
        gpu_close(&made->gpu);
        free(made);
    } else if (!code) {
        made->kind = HANDLE_GPU;
        *gpu = made;
        lib_fine(error);
    }
    return code;
}

void charlatan_gpu_free(charlatan_gpu *gpu)
{
    if (!is_gpu(gpu))
        return;
    gpu->kind = 0;
    gpu_batch_close(&gpu->batch);
    gpu_close(&gpu->gpu);
    free(gpu);
}

/* ---- playing ---- */

/* The address is constant for the life of the handle. An array that was not wanted has none and is
 * refused. */
int charlatan_gpu_where(const charlatan_gpu *gpu, int array, charlatan_gpu_array *where,
                        charlatan_error *error)
{
    struct refusal why;
    if (!is_gpu(gpu))
        return wrong_handle(error);
    if (!where)
        return lib_missing(error, "where");
    if (array < 0 || array >= GPU_ARRAYS || !gpu->batch.shape[array].at) {
        because(&why, ROW(card_array_wrong), array);
        return lib_refuse(error, CODE_BAD_REQUEST, &why);
    }
    const struct gpu_shape *s = &gpu->batch.shape[array];
    *where = (charlatan_gpu_array){s->at,   s->bytes,   s->kind,  s->dimensions,
                                   s->rows, s->columns, s->stride};
    return lib_fine(error);
}

/* Also clears an action that was wrong, so that steps have an effect again. */
int charlatan_gpu_reset(charlatan_gpu *gpu, charlatan_error *error)
{
    if (!is_gpu(gpu))
        return wrong_handle(error);
    gpu_batch_reset(&gpu->batch);
    return failed(gpu, error);
}

/* Launches and returns; actions that are not legal are found by charlatan_gpu_check. */
int charlatan_gpu_step(charlatan_gpu *gpu, charlatan_error *error)
{
    if (!is_gpu(gpu))
        return wrong_handle(error);
    gpu_batch_step(&gpu->batch);
    return failed(gpu, error);
}

/* The action is the one that was wrong, whatever the array has now. The seat is still asked, since
 * no step has changed its game. */
int charlatan_gpu_check(charlatan_gpu *gpu, charlatan_error *error)
{
    struct refusal why;
    int32_t action = 0;
    if (!is_gpu(gpu))
        return wrong_handle(error);
    int64_t wrong = gpu_batch_wrong(&gpu->batch);
    if (wrong < 0 || gpu->gpu.why[0])
        return failed(gpu, error);
    int32_t seat = 0, *seats = gpu->batch.shape[GPU_SEATS].at;
    gpu_read(&gpu->gpu, &action, gpu->batch.arena.work.mistake + wrong, sizeof action);
    gpu_read(&gpu->gpu, &seat, seats + wrong, sizeof seat);
    because(&why, ROW(batch_action_wrong), (int)wrong, action, seat);
    return lib_refuse(error, CODE_ILLEGAL_ACTION, &why);
}
