/* Arcane Alley in JSON: what its five files share. */
#ifndef CHARLATAN_GAMES_ARCANE_JSON_H
#define CHARLATAN_GAMES_ARCANE_JSON_H

#include <jansson.h>

#include "games/arcane/rules.h"

struct writer;

/* Reads options into a state fresh from arcane_init; NULL means the defaults. Every reader returns
 * 0, or -1 with the reason. */
int arcane_read_options(void *state, const json_t *options, struct refusal *why);
void arcane_write_options(const void *state, struct writer *w);
/* Reads a cards object into the state. A refusal names the path. */
int arcane_read_cards(struct arcane_state *s, const json_t *cards, struct refusal *why);
/* Refuses cards that cannot be dealt, or that do not fit the numbers. */
int arcane_go_together(const struct arcane_state *s, const char *place, struct refusal *why);

/* Checks a state or a view read from outside whose cards and ranges are already valid. Returns
 * NULL, or what is wrong. */
const char *arcane_check_position(const struct arcane_state *s);

/* The seat whose stash the current player has just looked at with a Sacred Chalice, or NONE. */
int arcane_seen_stash(const struct arcane_state *s);

/* Read a state as `setup` takes it, or a view as written for a seat (struct game_json in
 * wire/game.h). */
int arcane_read_state(void *state, const json_t *root, struct refusal *why);
int arcane_read_view(void *view, const json_t *root, int viewer, struct refusal *why);
void arcane_write_state(const void *state, struct writer *w);

#endif
