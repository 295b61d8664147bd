/* Weights in a web page: they are fetched when they are first needed, and handed in. */
#ifndef CHARLATAN_WASM_WEIGHTS_H
#define CHARLATAN_WASM_WEIGHTS_H

#include <stddef.h>

struct game;

/* Keeps a copy of the weights of a game. Returns 0, or -1 if the game has no net or the bytes are
 * not its weights. */
int weights_take(const struct game *g, const void *bytes, size_t n);
/* Whether the game has a net, and its weights were not handed in yet. */
int weights_missing(const struct game *g);

#endif
