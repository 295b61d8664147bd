/* The Quacks in JSON: declarations shared by its json files. */
#ifndef CHARLATAN_GAMES_QUACKS_JSON_H
#define CHARLATAN_GAMES_QUACKS_JSON_H

#include <jansson.h>

#include "games/quacks/rules.h"
#include "wire/numbers.h"

struct writer;

/* The promises of these functions are in wire/game.h, struct game_json. Readers return 0, or -1
 * with the refusal. */
int quacks_read_options(void *state, const json_t *options, struct refusal *why);
void quacks_write_options(const void *state, struct writer *w);
int quacks_read_state(void *state, const json_t *root, struct refusal *why);
int quacks_read_view(void *view, const json_t *root, int viewer, struct refusal *why);
void quacks_write_state(const void *state, struct writer *w);

/* The protocol's words for a stage, which only `setup` needs, and for its phase. */
const char *quacks_stage_name(int stage);
const char *quacks_phase_name(int stage);

#endif
