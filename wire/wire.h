/* JSON at the edges: a small append-only writer, and what every game offers the protocol.
 *
 * Reading is Jansson's (strict, duplicates refused, depth limited); writing is ours, because it is
 * hot and its bytes must be the same everywhere. Nothing here is part of the rules library. */
#ifndef CHARLATAN_WIRE_H
#define CHARLATAN_WIRE_H

#include <jansson.h>

#include "engine/game.h"
#include "engine/view.h"
#include "wire/refusals.h"

/* ---- writer ---- */

struct writer {
    char *at;
    size_t n, cap;
    /* A comma is due before the next value or key. */
    int comma;
};

void writer_free(struct writer *w);
/* Empty again; its memory is kept. */
void writer_reset(struct writer *w);
/* '{' or '['. */
void write_begin(struct writer *w, char bracket);
/* '}' or ']'. */
void write_end(struct writer *w, char bracket);
void write_key(struct writer *w, const char *key);
void write_string(struct writer *w, const char *text);
void write_number(struct writer *w, long long number);
void write_bool(struct writer *w, int yes);
void write_null(struct writer *w);
/* One value, as it came. */
void write_raw(struct writer *w, const char *json, size_t n);

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

/* ---- refusals ---- */

/* Refuses by a row: because(why, ROW(unknown_key), path), with the values of its sentence, which
 * must not lie in `why`. Returns -1. */
int because(struct refusal *why, const struct refusal_row *row, const char *sentence, ...)
    __attribute__((format(printf, 3, 4)));
#define ROW(name) &refusal_##name, says_##name

/* Sets the code if the row leaves it open. Returns `result`, which is what a reader returned. */
int refused_as(struct refusal *why, enum refusal_code code, int result);

/* Writes code, message and rule as members: what the engine protocol says of an error. */
void refusal_write(struct writer *w, const struct refusal *why);
/* Writes the members that the API adds: reason, and values if there are any. */
void refusal_write_reason(struct writer *w, const struct refusal *why);

/* ---- reader: each returns 0, or -1 with the place and the reason in `why` ---- */

int read_int(const json_t *value, const char *place, int least, int most, int *to,
             struct refusal *why);
int seed_read_json(const json_t *value, uint8_t seed[32], struct refusal *why);
int read_bool(const json_t *value, const char *place, int *to, struct refusal *why);
/* Is `key` one of the names? Refuses the first key of `object` that is not. */
int only_keys(const json_t *object, const char *place, const char *const *names,
              struct refusal *why);

/* ---- events: a game names their members in rows, and one writer and one reader serve all ---- */

/* Where an event keeps a value. */
enum event_field { FIELD_OTHER, FIELD_ITEM, FIELD_SEEN, FIELD_A, FIELD_B, FIELD_N };
enum { EVERY_KIND = -1 };

/* Members are written in the order of their rows. Of two rows with the same field the first one
 * that fits the event's kind counts. */
struct event_member {
    const char *key;
    uint8_t field;
    /* What the wire counts from: 1 for slots. */
    uint8_t base;
    /* An event can be mostly about it: in the short form it may be the value of the type. */
    uint8_t is_main;
    /* The kind of event that has it, or EVERY_KIND. */
    int16_t kind;
    /* The id of a value, and the value of an id or -1; NULL where the wire has a number. */
    const char *(*id)(int value);
    int (*by_id)(const char *id);
};

/* The sentences of an event kind, with {seat}, {other}, {item} or {chip} where they name one. */
struct event_words {
    const char *open, *secret;
};

struct event_form {
    const struct game *game;
    int kinds;
    /* The last one's key is NULL. */
    const struct event_member *member;
    /* What must be there for a sentence to be made; NULL where nothing is needed. */
    struct event_words (*words)(int kind);
};

void event_write(const struct event_form *form, const struct event *e, struct writer *w);
void event_tell(const struct event_form *form, const struct event *e, int mover, struct writer *w);
int event_read(const struct event_form *form, const json_t *from, int mover, struct event *to);

/* ---- outcomes of chance: the same ---- */

enum outcome_type { OUTCOME_SEAT, OUTCOME_ID, OUTCOME_IDS };

struct outcome_row {
    const char *key;
    uint8_t kind, type;
    /* It is a seat's own, and says whose. */
    uint8_t has_seat;
    /* NULL for OUTCOME_SEAT; by_id returns -1 where there is no such id. */
    const char *(*id)(int value);
    int (*by_id)(const char *id);
};

struct game_json;
/* One whole object. */
void outcome_write(const struct game_json *json, const struct outcome *o, struct writer *w);
/* An entry of `force` that outcomes_check has let through; one that means nothing to this game gets
 * CHANCE_UNKNOWN_KIND, a value without meaning 255. */
void outcome_read(const struct game_json *json, const json_t *entry, struct outcome *o);
/* The shape of a `force` list: has every entry the form of some game's outcome? 0 or -1. */
int outcomes_check(const json_t *list, struct refusal *why);

/* ---- what a game offers ---- */

struct game_json {
    const struct game *game;
    /* Options into a state fresh from init(); NULL means all defaults. */
    int (*read_options)(void *state, const json_t *options, struct refusal *why);
    /* One whole object, as `state` of the protocol has it. */
    void (*write_options)(const void *state, struct writer *w);
    int (*read_state)(void *state, const json_t *root, struct refusal *why);
    /* A view as write_state writes it; `viewer` may be SPECTATOR. What is hidden stays hidden: the
     * state becomes what redact() made, byte for byte. Refuses a view that hides what the viewer
     * knows, shows what it may not know, or could not have come from a game. */
    int (*read_view)(void *view, const json_t *root, int viewer, struct refusal *why);
    /* A state or a view. */
    void (*write_state)(const void *state, struct writer *w);

    /* The protocol's form of an event: its members, inside an object. */
    void (*write_event)(const struct event *e, struct writer *w);
    /* The short form of docs/api.md, one whole object. `mover` is the seat of the entry, or
     * EVENT_NONE. The event is one that event_seen_by has made. */
    void (*tell_event)(const struct event *e, int mover, struct writer *w);
    /* Reads the short form: 0, or -1 where that is no event of this game. */
    int (*read_event)(const json_t *from, int mover, struct event *to);

    /* What chance can do, in the order a reader looks for it; the last one's key is NULL. */
    const struct outcome_row *outcomes;
    /* Hash of the values a game is played with; NULL where there are none to change. */
    uint64_t (*cards_hash)(const void *state);
};

/* Members of an object: "options" of a state, as the protocol's `state` prints them, and "actions",
 * all legal answers of a seat in the order of their bytes. */
void options_write(struct writer *w, const struct game_json *json, const void *state);
void actions_write(struct writer *w, const struct game *g, const void *state, int seat);
/* Members of an object: the scores by seat under the given key, and "winners", the seats,
 * ascending. */
void result_write(struct writer *w, const char *key, const struct game *g, const void *state);

/* A view of this game out of hostile JSON: 0, or -1 with the reason. `viewer` may be SPECTATOR. */
int view_read(struct view *v, const struct game_json *json, const json_t *root, int viewer,
              struct refusal *why);
/* Has the viewer's redact() anything left to hide here? For a game's read_view. */
int view_shows_secrets(const struct game *g, const void *view, int viewer);

extern const struct game_json arcane_json, null_json, quacks_json;
/* The games in the order of their names; NULL after the last. */
const struct game_json *game_json_at(int index);
/* NULL where there is no such game. */
const struct game_json *game_json_by_name(const char *name);
enum { GAME_NAMES = 80 };
/* All names, with commas between. Returns buf. */
char *game_json_names(char buf[GAME_NAMES]);
/* By a name in JSON; NULL with the refusal, which names the place. */
const struct game_json *game_json_read(const json_t *name, const char *place, struct refusal *why);

#endif
