/* A card with the kernels of one game: memory and launches. The host is a card too, which runs the
 * same kernels one thread after another.
 *
 * After the first failure a card does nothing more, and keeps the reason; so callers ask once, at
 * the end of what they do. */
#ifndef CHARLATAN_GPU_CARD_H
#define CHARLATAN_GPU_CARD_H

#include "gpu/game.h"

enum { GPU_HOST = -1, GPU_REASON = 240 };

struct gpu_card {
    const struct gpu_game *game;
    /* The number of the card, or GPU_HOST. */
    int number;
    char name[96];
    /* "9.0"; multiprocessors; the most shared memory of a block; bytes of memory. */
    int major, minor, processors;
    uint32_t shared_most;
    size_t memory;
    /* "", or why the card does nothing more. */
    char why[GPU_REASON];
    const struct driver *driver;
    void *context, *module, *function[GPU_KERNELS];
    /* How much of a processor's fast memory states may have, in percent; the rest caches stacks. */
    int share;
    int registers[GPU_KERNELS], local[GPU_KERNELS];
    /* The host's shared memory. */
    uint32_t *shared;
};

/* How many cards there are; 0 with the reason. */
int gpu_cards(const char **why);
/* What is known of a card without its kernels. */
int gpu_card_look(struct gpu_card *card, int number);
/* Opens a card, or the host, with the kernels of a game. 0, or -1 with the reason in card->why. */
int gpu_card_open(struct gpu_card *card, int number, const struct gpu_game *game);
void gpu_card_close(struct gpu_card *card);
/* Sets `share`; cards differ in what is best. */
void gpu_card_share(struct gpu_card *card, int percent);

/* Memory of the card, all 0, or NULL. */
void *gpu_alloc(struct gpu_card *card, size_t bytes);
void gpu_release(struct gpu_card *card, void *at);
void gpu_write(struct gpu_card *card, void *to, const void *from, size_t bytes);
void gpu_read(struct gpu_card *card, void *to, const void *from, size_t bytes);

struct gpu_launch {
    enum gpu_kernel kernel;
    uint32_t blocks, threads;
    size_t shared;
};
/* `work` is in the card's memory. Launches run one after another. */
void gpu_launch(struct gpu_card *card, const struct gpu_launch *how, const struct gpu_work *work,
                uint32_t steps);
/* Waits for all launches. */
void gpu_wait(struct gpu_card *card);

#endif
