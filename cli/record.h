/* Match records: a whole game in the protocol's record form, one JSON object a line. */
#ifndef CHARLATAN_CLI_RECORD_H
#define CHARLATAN_CLI_RECORD_H

#include <stdio.h>

#include "wire/wire.h"

struct recorded {
    const struct game_json *json;
    const void *options; /* a state with the options set, before begin() */
    const uint8_t *seed; /* 32 bytes */
    const char *name[MAX_SEATS];
    const uint8_t (*move)[2]; /* seat and answer, in order, to the end of the game */
    uint32_t moves;
};

/* Plays the game once more and writes it down: 0, or -1 when it could not be written. */
int record_write(FILE *to, const struct recorded *r);

#endif
