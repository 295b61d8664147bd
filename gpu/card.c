/* Cards: the driver's, and the host in their place. */
#include "gpu/card.h"

#include <stdio.h>
#include <stdlib.h>

#include "gpu/device.h"
#include "gpu/driver.h"

/* The rules call themselves a few levels deep; the driver's 1 KiB is not enough. */
enum { STACK_BYTES = 8192, HOST_SHARED_BYTES = 232448, SHARE_USUAL = 75 };

_Thread_local struct gpu_host gpu_host;

/* ---- the driver ---- */

static void fail(struct gpu_card *card, const char *what, int error)
{
    const char *text = NULL;
    if (card->why[0])
        return;
    card->driver->error_text(error, &text);
    snprintf(card->why, sizeof card->why, "card %d: %s: %s", card->number, what,
             text ? text : "unknown error");
}

/* 1 if the card may be asked for more. Other libraries may have another context current. */
static int usable(struct gpu_card *card)
{
    if (card->why[0])
        return 0;
    if (card->driver && card->driver->use(card->context))
        fail(card, "its context", 1);
    return !card->why[0];
}

int gpu_cards(const char **why)
{
    const struct driver *driver = driver_open(why);
    return driver ? driver->cards_n : 0;
}

static int number_of(const struct driver *driver, int which, int card)
{
    int number = 0;
    driver->card_number(&number, which, card);
    return number;
}

int gpu_card_look(struct gpu_card *card, int number)
{
    const char *why;
    int handle = 0;
    *card = (struct gpu_card){.number = number, .driver = driver_open(&why)};
    if (!card->driver) {
        snprintf(card->why, sizeof card->why, "%s", why);
        return -1;
    }
    int error = card->driver->card(&handle, number);
    if (error) {
        fail(card, "there is no such card", error);
        return -1;
    }
    card->driver->card_name(card->name, sizeof card->name, handle);
    card->driver->card_memory(&card->memory, handle);
    card->major = number_of(card->driver, DRIVER_CARD_MAJOR, handle);
    card->minor = number_of(card->driver, DRIVER_CARD_MINOR, handle);
    card->processors = number_of(card->driver, DRIVER_CARD_MULTIPROCESSORS, handle);
    card->shared_most = (uint32_t)number_of(card->driver, DRIVER_CARD_SHARED_MOST, handle);
    return 0;
}

static void open_context(struct gpu_card *card)
{
    int handle = 0;
    size_t stack = 0;
    card->driver->card(&handle, card->number);
    int error = card->driver->context(&card->context, handle);
    if (!error)
        error = card->driver->use(card->context);
    if (!error)
        error = card->driver->limit(&stack, DRIVER_LIMIT_STACK);
    if (!error && stack < STACK_BYTES)
        error = card->driver->set_limit(DRIVER_LIMIT_STACK, STACK_BYTES);
    if (error)
        fail(card, "it cannot be opened", error);
}

static void find_kernels(struct gpu_card *card)
{
#define KERNEL_ROW(name) #name,
    static const char *const names[GPU_KERNELS] = {
#include "gpu/kernels.def"
    };
#undef KERNEL_ROW
    for (int i = 0; i < GPU_KERNELS && !card->why[0]; i++) {
        char symbol[96];
        snprintf(symbol, sizeof symbol, "gpu_%s_%s", card->game->game->name, names[i]);
        int error = card->driver->function(&card->function[i], card->module, symbol);
        if (!error)
            error = card->driver->set_function(card->function[i], DRIVER_FUNCTION_SHARED,
                                               (int)card->shared_most);
        if (error)
            fail(card, symbol, error);
        card->driver->function_number(&card->registers[i], DRIVER_FUNCTION_REGISTERS,
                                      card->function[i]);
        card->driver->function_number(&card->local[i], DRIVER_FUNCTION_LOCAL, card->function[i]);
    }
}

/* The compute capability that the kernels were made for, 90 for 9.0, or 0 if their text is not
 * PTX. */
static int made_for(const char *ptx)
{
    static const char before[] = ".target sm_";
    const char *at = strncmp(ptx, "//", 2) == 0 ? strstr(ptx, before) : NULL;
    return at ? atoi(at + sizeof before - 1) : 0;
}

/* The driver compiles the kernels for the card, and remembers them for the next time. */
static void load_module(struct gpu_card *card, const void *image)
{
    char log[1024] = "";
    int options[] = {DRIVER_JIT_LOG, DRIVER_JIT_LOG_BYTES};
    void *values[] = {log, (void *)(uintptr_t)sizeof log};
    if (!usable(card))
        return;
    int error = card->driver->load(&card->module, image, 2, options, values);
    if (error)
        fail(card, log[0] ? log : "its driver does not take the kernels", error);
    else
        find_kernels(card);
}

/* ---- opening ---- */

static int open_host(struct gpu_card *card, const struct gpu_game *game)
{
    *card = (struct gpu_card){.game = game, .number = GPU_HOST, .name = "the processor"};
    card->processors = 1;
    card->shared_most = HOST_SHARED_BYTES;
    card->shared = aligned_alloc(64, HOST_SHARED_BYTES / 64 * 64);
    if (!card->shared)
        snprintf(card->why, sizeof card->why, "there is not enough memory");
    return card->shared ? 0 : -1;
}

int gpu_card_open(struct gpu_card *card, int number, const struct gpu_game *game)
{
    if (number == GPU_HOST)
        return open_host(card, game);
    if (gpu_card_look(card, number) < 0)
        return -1;
    card->game = game;
    if (!game->ptx[0]) {
        snprintf(card->why, sizeof card->why,
                 "this build has no kernels for cards ('make gpu' makes one that has)");
        return -1;
    }
    if (made_for(game->ptx) > 10 * card->major + card->minor) {
        snprintf(card->why, sizeof card->why,
                 "card %d is too old for the kernels of this build ('CHIP=sm_80 PTX=ptx70 make "
                 "gpu' makes others)",
                 number);
        return -1;
    }
    open_context(card);
    load_module(card, game->ptx);
    gpu_card_share(card, SHARE_USUAL);
    return card->why[0] ? -1 : 0;
}

void gpu_card_share(struct gpu_card *card, int percent)
{
    card->share = percent;
    if (!card->driver || !usable(card))
        return;
    for (int i = 0; i < GPU_KERNELS; i++)
        card->driver->set_function(card->function[i], DRIVER_FUNCTION_SHARE, percent);
}

void gpu_card_close(struct gpu_card *card)
{
    int handle = 0;
    free(card->shared);
    card->shared = NULL;
    if (!card->context)
        return;
    card->driver->use(card->context);
    if (card->module)
        card->driver->unload(card->module);
    card->driver->card(&handle, card->number);
    card->driver->context_end(handle);
    card->context = NULL;
}

/* ---- memory ---- */

static driver_memory address(const void *at)
{
    return (driver_memory)(uintptr_t)at;
}

/* Aligned, as a card's memory is: jax copies what begins elsewhere. */
static void *alloc_here(struct gpu_card *card, size_t bytes)
{
    size_t whole = (bytes / 64 + 2) * 64;
    void *mine = aligned_alloc(64, whole);
    if (!mine)
        snprintf(card->why, sizeof card->why, "there is not enough memory");
    else
        memset(mine, 0, whole);
    return mine;
}

void *gpu_alloc(struct gpu_card *card, size_t bytes)
{
    driver_memory at = 0;
    if (!usable(card))
        return NULL;
    if (!card->driver)
        return alloc_here(card, bytes);
    int error = card->driver->alloc(&at, bytes);
    if (!error)
        error = card->driver->fill(at, 0, bytes);
    if (error)
        fail(card, "its memory", error);
    return error ? NULL : (void *)(uintptr_t)at;
}

void gpu_release(struct gpu_card *card, void *at)
{
    if (!card->driver)
        free(at);
    else if (at && card->context && !card->driver->use(card->context))
        card->driver->release(address(at));
}

void gpu_write(struct gpu_card *card, void *to, const void *from, size_t bytes)
{
    if (!usable(card) || bytes == 0)
        return;
    if (!card->driver) {
        memcpy(to, from, bytes);
        return;
    }
    int error = card->driver->to_card(address(to), from, bytes);
    if (error)
        fail(card, "writing to it", error);
}

void gpu_read(struct gpu_card *card, void *to, const void *from, size_t bytes)
{
    if (!usable(card) || bytes == 0)
        return;
    if (!card->driver) {
        memcpy(to, from, bytes);
        return;
    }
    int error = card->driver->from_card(to, address(from), bytes);
    if (error)
        fail(card, "reading from it", error);
}

/* ---- launches ---- */

static void launch_here(const struct gpu_card *card, const struct gpu_launch *how,
                        const struct gpu_work *work, uint32_t steps)
{
    for (uint32_t block = 0; block < how->blocks; block++) {
        gpu_host = (struct gpu_host){block, how->threads, card->shared, 0, 0};
        card->game->kernel[how->kernel](work, steps);
    }
}

void gpu_launch(struct gpu_card *card, const struct gpu_launch *how, const struct gpu_work *work,
                uint32_t steps)
{
    if (!usable(card))
        return;
    MUST(how->shared <= card->shared_most);
    if (!card->driver) {
        launch_here(card, how, work, steps);
        return;
    }
    driver_memory at = address(work);
    void *arguments[] = {&at, &steps};
    int error = card->driver->launch(card->function[how->kernel], how->blocks, 1, 1, how->threads,
                                     1, 1, (unsigned)how->shared, NULL, arguments, NULL);
    if (error)
        fail(card, "a launch", error);
}

void gpu_wait(struct gpu_card *card)
{
    if (!usable(card) || !card->driver)
        return;
    int error = card->driver->wait();
    if (error)
        fail(card, "a kernel", error);
}
