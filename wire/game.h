/* What a game offers to the protocol, and what is written of every game alike. Nothing here is part
 * of the rules library. */
#ifndef CHARLATAN_WIRE_GAME_H
#define CHARLATAN_WIRE_GAME_H

#include <jansson.h>

#include "engine/game.h"

struct event_form;
struct outcome_row;
struct refusal;
struct view;
struct writer;

/* See `differ`. */
enum { PARTS_BESIDE = 8 };
_Static_assert((int)PARTS_BESIDE >= (int)MAX_SEATS, "a bit for each seat");

struct game_json {
    const struct game *game;
    /* Reads options into a state fresh from init(). NULL means all defaults. */
    int (*read_options)(void *state, const json_t *options, struct refusal *why);
    /* Writes one whole object, as in the protocol's `state`. */
    void (*write_options)(const void *state, struct writer *w);
    int (*read_state)(void *state, const json_t *root, struct refusal *why);
    /* Reads a view that write_state wrote; `viewer` may be SPECTATOR. The result equals, byte for
     * byte, the state that redact() made. Refuses a view that hides what the viewer knows, shows
     * what it may not know, or cannot come from a game. */
    int (*read_view)(void *view, const json_t *root, int viewer, struct refusal *why);
    /* Writes a state or a view. */
    void (*write_state)(const void *state, struct writer *w);
    /* For differences of two states or views of one game, which have the same options. `differ`
     * returns the parts that may be different: a bit for each seat's element of `players`, and from
     * PARTS_BESIDE on bits of the game's own choice for other large members. `write_parts` writes
     * null for the other elements, and leaves out the other large members and the members up to the
     * options. Both are NULL if the state is small anyway. */
    uint32_t (*differ)(const void *a, const void *b);
    void (*write_parts)(const void *state, uint32_t parts, struct writer *w);
    /* Writes what a decision has beside kind and actions, as members of an object; NULL if there is
     * nothing. */
    void (*write_why)(const void *state, int seat, struct writer *w);

    const struct event_form *events;
    /* The outcomes of chance, in the order a reader looks for them, ended by a row whose key is
     * NULL. */
    const struct outcome_row *outcomes;
    /* The hash of the card values in use; NULL if the game has no values to change. */
    uint64_t (*cards_hash)(const void *state);
};

/* The protocol's state_hash: XXH64 of the bytes that write_state writes. Allocates nothing for
 * states of usual size. */
uint64_t state_hash(const struct game_json *json, const void *state);

/* Writes the member "options", as in the protocol's `state`. */
void options_write(struct writer *w, const struct game_json *json, const void *state);
/* Writes the member "actions": all legal answers of a seat, sorted by their bytes. */
void actions_write(struct writer *w, const struct game *g, const void *state, int seat);
/* Writes members of an object: the scores by seat under the given key, and "winners", the winning
 * seats in ascending order. */
void result_write(struct writer *w, const char *key, const struct game *g, const void *state);

/* Reads a view of this game from untrusted JSON. Returns 0, or -1 with the reason. `viewer` may be
 * SPECTATOR. */
int view_read(struct view *v, const struct game_json *json, const json_t *root, int viewer,
              struct refusal *why);
/* For a game's read_view: returns 1 if the view shows something that redact() would hide from the
 * viewer. */
int view_shows_secrets(const struct game *g, const void *view, int viewer);

#endif
