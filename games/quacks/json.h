/* The Quacks in JSON: what its files share. */
#ifndef CHARLATAN_GAMES_QUACKS_JSON_H
#define CHARLATAN_GAMES_QUACKS_JSON_H

#include "games/quacks/rules.h"
#include "wire/wire.h"

int quacks_read_options(void *state, const json_t *options, struct refusal *why);
void quacks_write_options(const struct quacks_state *s, struct writer *w);
int quacks_read_state(void *state, const json_t *root, struct refusal *why);
void quacks_write_state(const void *state, struct writer *w);

const char *quacks_stage_name(int stage);
const char *quacks_phase_name(int stage);

#endif
