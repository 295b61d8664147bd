/* JSON at the edges: a small append-only writer, and what every game offers the protocol.
 *
 * Reading is Jansson's (strict, duplicates refused, depth limited); writing is ours, because it is
 * hot and its bytes must be the same everywhere. Nothing here is part of the rules library. */
#ifndef CHARLATAN_WIRE_H
#define CHARLATAN_WIRE_H

#include <jansson.h>

#include "engine/game.h"

/* ---- writer ---- */

struct writer {
    char *at;
    size_t n, cap;
    int comma; /* a comma is due before the next value or key */
};

void writer_free(struct writer *w);
void write_begin(struct writer *w, char bracket); /* '{' or '[' */
void write_end(struct writer *w, char bracket);   /* '}' or ']' */
void write_key(struct writer *w, const char *key);
void write_string(struct writer *w, const char *text);
void write_number(struct writer *w, long long number);
void write_bool(struct writer *w, int yes);
void write_null(struct writer *w);
void write_raw(struct writer *w, const char *json, size_t n); /* one value, as it came */

static inline void write_member_string(struct writer *w, const char *key, const char *text)
{
    write_key(w, key);
    write_string(w, text);
}

static inline void write_member_number(struct writer *w, const char *key, long long number)
{
    write_key(w, key);
    write_number(w, number);
}

/* ---- reader: each returns 0, or -1 with the place and the reason in `why` ---- */

int refuse(struct refusal *why, const char *rule, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int read_int(const json_t *value, const char *place, int least, int most, int *to,
             struct refusal *why);
#define SEED_NEEDED "seed: 64 hex digits or a whole number from 0 to 2^63-1 is needed"
int seed_read_json(const json_t *value, uint8_t seed[32]); /* says nothing: SEED_NEEDED does */
int read_bool(const json_t *value, const char *place, int *to, struct refusal *why);
/* Is `key` one of the names? Refuses the first key of `object` that is not. */
int only_keys(const json_t *object, const char *place, const char *const *names,
              struct refusal *why);

/* ---- what a game offers ---- */

struct game_json {
    const struct game *game;
    /* Options into a state fresh from init(); NULL means all defaults. */
    int (*read_options)(void *state, const json_t *options, struct refusal *why);
    int (*read_state)(void *state, const json_t *root, struct refusal *why);
    void (*write_state)(const void *state, struct writer *w);     /* or a view */
    void (*write_event)(const struct event *e, struct writer *w); /* members, inside an object */
    void (*write_outcome)(const struct outcome *o, struct writer *w); /* one whole object */
    /* An entry of `force`; one that means nothing to this game gets CHANCE_UNKNOWN_KIND. */
    void (*read_outcome)(const json_t *entry, struct outcome *o);
    /* Hash of the values a game is played with; NULL where there are none to change. */
    uint64_t (*cards_hash)(const void *state);
};

/* Members of an object: "options" of a state, as the protocol's `state` prints them, and "actions", all legal answers
 * of a seat in the order of their bytes. */
void options_write(struct writer *w, const struct game_json *json, const void *state);
void actions_write(struct writer *w, const struct game *g, const void *state, int seat);

extern const struct game_json arcane_json, null_json, quacks_json;
const struct game_json *game_json_at(int index);             /* in order of names, or NULL */
const struct game_json *game_json_by_name(const char *name); /* or NULL */

#endif
