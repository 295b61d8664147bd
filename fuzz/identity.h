/* The promise of `setup` for any game: a state prints as JSON and reads back as the same bytes. */
#ifndef CHARLATAN_FUZZ_IDENTITY_H
#define CHARLATAN_FUZZ_IDENTITY_H

#include "fuzz/promise.h"
#include "wire/game.h"
#include "wire/write.h"

static inline json_t *print_and_parse(const struct game_json *json, const void *state)
{
    struct writer w = {0};
    json->write_state(state, &w);
    json_t *root = json_loads(w.at, JSON_REJECT_DUPLICATES, NULL);
    promise(root != NULL, "a state prints as JSON");
    writer_free(&w);
    return root;
}

static inline void check_identity(const struct game_json *json, const void *state)
{
    uint64_t again[MAX_STATE_BYTES / sizeof(uint64_t)] = {0};
    struct refusal why = {0};
    json_t *root = print_and_parse(json, state);
    int refused = json->read_state(again, root, &why);
    if (refused)
        fprintf(stderr, "refusal: %s\n", why.message);
    promise(!refused, "setup(state()) is accepted");
    promise(memcmp(state, again, json->game->state_bytes) == 0, "setup(state()) is the identity");
    json_decref(root);
}

#endif
