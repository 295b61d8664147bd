/* Outcomes of chance as JSON, described by rows as events are (event.h). */
#ifndef CHARLATAN_WIRE_OUTCOME_H
#define CHARLATAN_WIRE_OUTCOME_H

#include <jansson.h>
#include <stdint.h>

struct game_json;
struct outcome;
struct refusal;
struct writer;

enum outcome_type { OUTCOME_SEAT, OUTCOME_ID, OUTCOME_IDS };

/* How an outcome of one kind looks in JSON: {"key": value}, and "seat" if it has one. No two rows
 * of all games together may have the same key and different types, because outcomes_check does not
 * know the game. */
struct outcome_row {
    const char *key;
    uint8_t kind, type;
    /* 1: it belongs to a seat, which is written. */
    uint8_t has_seat;
    /* NULL for OUTCOME_SEAT. by_id returns -1 for an unknown id. */
    const char *(*id)(int value);
    int (*by_id)(const char *id);
};

/* Writes one whole object, which outcome_read gives back. */
void outcome_write(const struct game_json *json, const struct outcome *o, struct writer *w);
/* Reads an entry of `force` that outcomes_check has accepted. An outcome unknown to this game gets
 * CHANCE_UNKNOWN_KIND, an unknown value becomes 255. */
void outcome_read(const struct game_json *json, const json_t *entry, struct outcome *o);
/* Checks the form of a `force` list: every entry must look like an outcome of some game. Returns 0
 * or -1. */
int outcomes_check(const json_t *list, struct refusal *why);

#endif
