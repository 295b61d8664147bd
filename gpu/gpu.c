/* GPUs: the driver's, and the host in their place. */
#include "gpu/gpu.h"

#include <stdio.h>
#include <stdlib.h>

#include "gpu/device.h"
#include "gpu/driver.h"

/* The rules call themselves a few levels deep; the driver's 1 KiB is not enough. HOST_SHARED_BYTES
 * is what a block of an H100 can have, so that the host takes the same launches. SHARE_USUAL: see
 * gpu_set_share. */
enum { STACK_BYTES = 8192, HOST_SHARED_BYTES = 232448, SHARE_USUAL = 75 };

_Thread_local struct gpu_host gpu_host;

/* ---- the driver ---- */

/* Keeps the first reason: later failures follow from it. `error` is the driver's number. */
static void fail(struct gpu *gpu, const char *what, int error)
{
    const char *text = NULL;
    if (gpu->why[0])
        return;
    gpu->driver->error_text(error, &text);
    snprintf(gpu->why, sizeof gpu->why, "GPU %d: %s: %s", gpu->number, what,
             text ? text : "unknown error");
}

/* 1 if the GPU may be asked for more. Other libraries may have another context current. */
static int usable(struct gpu *gpu)
{
    if (gpu->why[0])
        return 0;
    if (gpu->driver && gpu->driver->use(gpu->context))
        fail(gpu, "its context", 1);
    return !gpu->why[0];
}

/* 0 also without a driver; `why` then says what is missing, and is NULL otherwise. */
int gpu_count(const char **why)
{
    const struct driver *driver = driver_open(why);
    return driver ? driver->gpus_n : 0;
}

/* 0 if the driver does not know it. */
static int number_of(const struct driver *driver, int which, int gpu)
{
    int number = 0;
    driver->gpu_number(&number, which, gpu);
    return number;
}

int gpu_look(struct gpu *gpu, int number)
{
    const char *why;
    int handle = 0;
    *gpu = (struct gpu){.number = number, .driver = driver_open(&why)};
    if (!gpu->driver) {
        snprintf(gpu->why, sizeof gpu->why, "%s", why);
        return -1;
    }
    int error = gpu->driver->gpu(&handle, number);
    if (error) {
        fail(gpu, "there is no such GPU", error);
        return -1;
    }
    gpu->driver->gpu_name(gpu->name, sizeof gpu->name, handle);
    gpu->driver->gpu_memory(&gpu->memory, handle);
    gpu->major = number_of(gpu->driver, DRIVER_GPU_MAJOR, handle);
    gpu->minor = number_of(gpu->driver, DRIVER_GPU_MINOR, handle);
    gpu->processors = number_of(gpu->driver, DRIVER_GPU_MULTIPROCESSORS, handle);
    gpu->shared_most = (uint32_t)number_of(gpu->driver, DRIVER_GPU_SHARED_MOST, handle);
    return 0;
}

/* The primary context, which torch and jax share, so that arrays can be handed over by their
 * address. The limit of the stack is only ever raised, since it is theirs, too. */
static void open_context(struct gpu *gpu)
{
    int handle = 0;
    size_t stack = 0;
    gpu->driver->gpu(&handle, gpu->number);
    int error = gpu->driver->context(&gpu->context, handle);
    if (!error)
        error = gpu->driver->use(gpu->context);
    if (!error)
        error = gpu->driver->limit(&stack, DRIVER_LIMIT_STACK);
    if (!error && stack < STACK_BYTES)
        error = gpu->driver->set_limit(DRIVER_LIMIT_STACK, STACK_BYTES);
    if (error)
        fail(gpu, "it cannot be opened", error);
}

/* By the names that kernels.inc gives them: gpu_GAME_KERNEL. Every kernel may have all the shared
 * memory a block can have; the launch says how much. */
static void find_kernels(struct gpu *gpu)
{
#define KERNEL_ROW(name) #name,
    static const char *const names[GPU_KERNELS] = {
#include "gpu/kernels.def"
    };
#undef KERNEL_ROW
    for (int i = 0; i < GPU_KERNELS && !gpu->why[0]; i++) {
        char symbol[96];
        snprintf(symbol, sizeof symbol, "gpu_%s_%s", gpu->game->game->name, names[i]);
        int error = gpu->driver->function(&gpu->function[i], gpu->module, symbol);
        if (!error)
            error = gpu->driver->set_function(gpu->function[i], DRIVER_FUNCTION_SHARED,
                                              (int)gpu->shared_most);
        if (error)
            fail(gpu, symbol, error);
        gpu->driver->function_number(&gpu->registers[i], DRIVER_FUNCTION_REGISTERS,
                                     gpu->function[i]);
        gpu->driver->function_number(&gpu->local[i], DRIVER_FUNCTION_LOCAL, gpu->function[i]);
    }
}

/* The compute capability that the kernels were made for, 90 for 9.0, or 0 if their text is not PTX.
 * What ptxas has made already carries its own target, which the driver checks. */
static int made_for(const char *ptx)
{
    static const char before[] = ".target sm_";
    const char *at = strncmp(ptx, "//", 2) == 0 ? strstr(ptx, before) : NULL;
    return at ? atoi(at + sizeof before - 1) : 0;
}

/* The driver compiles the kernels for the GPU, and remembers them for the next time. Its own words
 * about what is wrong with them go before its error number. */
static void load_module(struct gpu *gpu, const void *image)
{
    char log[1024] = "";
    int options[] = {DRIVER_JIT_LOG, DRIVER_JIT_LOG_BYTES};
    void *values[] = {log, (void *)(uintptr_t)sizeof log};
    if (!usable(gpu))
        return;
    int error = gpu->driver->load(&gpu->module, image, 2, options, values);
    if (error)
        fail(gpu, log[0] ? log : "its driver does not take the kernels", error);
    else
        find_kernels(gpu);
}

/* ---- opening ---- */

/* As gpu_open. The processor counts as one multiprocessor. */
static int open_host(struct gpu *gpu, const struct gpu_game *game)
{
    *gpu = (struct gpu){.game = game, .number = GPU_HOST, .name = "the processor"};
    gpu->processors = 1;
    gpu->shared_most = HOST_SHARED_BYTES;
    gpu->shared = aligned_alloc(64, HOST_SHARED_BYTES / 64 * 64);
    if (!gpu->shared)
        snprintf(gpu->why, sizeof gpu->why, "there is not enough memory");
    return gpu->shared ? 0 : -1;
}

/* Reasons that a person can do something about are found first; the driver's own words would say
 * less. */
int gpu_open(struct gpu *gpu, int number, const struct gpu_game *game)
{
    if (number == GPU_HOST)
        return open_host(gpu, game);
    if (gpu_look(gpu, number) < 0)
        return -1;
    gpu->game = game;
    if (!game->ptx[0]) {
        snprintf(gpu->why, sizeof gpu->why,
                 "this build has no kernels for GPUs ('make gpu' makes one that has)");
        return -1;
    }
    if (made_for(game->ptx) > 10 * gpu->major + gpu->minor) {
        snprintf(gpu->why, sizeof gpu->why,
                 "GPU %d is too old for the kernels of this build ('CHIP=sm_80 PTX=ptx70 make "
                 "gpu' makes others)",
                 number);
        return -1;
    }
    open_context(gpu);
    load_module(gpu, game->ptx);
    gpu_set_share(gpu, SHARE_USUAL);
    return gpu->why[0] ? -1 : 0;
}

/* A hint to the driver, so failures are ignored. Does nothing on the host. */
void gpu_set_share(struct gpu *gpu, int percent)
{
    gpu->share = percent;
    if (!gpu->driver || !usable(gpu))
        return;
    for (int i = 0; i < GPU_KERNELS; i++)
        gpu->driver->set_function(gpu->function[i], DRIVER_FUNCTION_SHARE, percent);
}

/* May be called again. The context is NVIDIA's primary one and counts its users. */
void gpu_close(struct gpu *gpu)
{
    int handle = 0;
    free(gpu->shared);
    gpu->shared = NULL;
    if (!gpu->context)
        return;
    gpu->driver->use(gpu->context);
    if (gpu->module)
        gpu->driver->unload(gpu->module);
    gpu->driver->gpu(&handle, gpu->number);
    gpu->driver->context_end(handle);
    gpu->context = NULL;
}

/* ---- memory ---- */

/* The driver's addresses are numbers of 64 bits. */
static driver_memory address(const void *at)
{
    return (driver_memory)(uintptr_t)at;
}

/* Aligned, as a GPU's memory is: jax copies what begins elsewhere. More than was asked for, as
 * kernels write whole words behind the last row. */
static void *alloc_here(struct gpu *gpu, size_t bytes)
{
    size_t whole = (bytes / 64 + 2) * 64;
    void *mine = aligned_alloc(64, whole);
    if (!mine)
        snprintf(gpu->why, sizeof gpu->why, "there is not enough memory");
    else
        memset(mine, 0, whole);
    return mine;
}

void *gpu_alloc(struct gpu *gpu, size_t bytes)
{
    driver_memory at = 0;
    if (!usable(gpu))
        return NULL;
    if (!gpu->driver)
        return alloc_here(gpu, bytes);
    int error = gpu->driver->alloc(&at, bytes);
    if (!error)
        error = gpu->driver->fill(at, 0, bytes);
    if (error)
        fail(gpu, "its memory", error);
    return error ? NULL : (void *)(uintptr_t)at;
}

/* Also after a failure, as far as the context can still be used. */
void gpu_release(struct gpu *gpu, void *at)
{
    if (!gpu->driver)
        free(at);
    else if (at && gpu->context && !gpu->driver->use(gpu->context))
        gpu->driver->release(address(at));
}

void gpu_write(struct gpu *gpu, void *to, const void *from, size_t bytes)
{
    if (!usable(gpu) || bytes == 0)
        return;
    if (!gpu->driver) {
        memcpy(to, from, bytes);
        return;
    }
    int error = gpu->driver->to_gpu(address(to), from, bytes);
    if (error)
        fail(gpu, "writing to it", error);
}

void gpu_read(struct gpu *gpu, void *to, const void *from, size_t bytes)
{
    if (!usable(gpu) || bytes == 0)
        return;
    if (!gpu->driver) {
        memcpy(to, from, bytes);
        return;
    }
    int error = gpu->driver->from_gpu(to, address(from), bytes);
    if (error)
        fail(gpu, "reading from it", error);
}

/* ---- launches ---- */

/* Block after block, with the same shared memory. Kernels must not count on its content, as on a
 * GPU. */
static void launch_here(const struct gpu *gpu, const struct gpu_launch *how,
                        const struct gpu_work *work, uint32_t steps)
{
    for (uint32_t block = 0; block < how->blocks; block++) {
        gpu_host = (struct gpu_host){block, how->threads, gpu->shared, 0, 0};
        gpu->game->kernel[how->kernel](work, steps);
    }
}

/* NULL as a stream is the default one, so work of other libraries there comes before and after it
 * in order. */
void gpu_launch(struct gpu *gpu, const struct gpu_launch *how, const struct gpu_work *work,
                uint32_t steps)
{
    if (!usable(gpu))
        return;
    MUST(how->shared <= gpu->shared_most);
    if (!gpu->driver) {
        launch_here(gpu, how, work, steps);
        return;
    }
    driver_memory at = address(work);
    void *arguments[] = {&at, &steps};
    int error = gpu->driver->launch(gpu->function[how->kernel], how->blocks, 1, 1, how->threads, 1,
                                    1, (unsigned)how->shared, NULL, arguments, NULL);
    if (error)
        fail(gpu, "a launch", error);
}

/* The host's launches are done when they return. */
void gpu_wait(struct gpu *gpu)
{
    if (!usable(gpu) || !gpu->driver)
        return;
    int error = gpu->driver->wait();
    if (error)
        fail(gpu, "a kernel", error);
}
