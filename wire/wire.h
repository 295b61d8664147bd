/* JSON for everything outside the rules: a small append-only writer, and the functions that every
 * game offers to the protocol.
 *
 * Jansson reads (strictly, without duplicate keys, to a limited depth). The writer is our own,
 * because it must be fast and write the same bytes everywhere. Nothing here is part of the rules
 * library. */
#ifndef CHARLATAN_WIRE_H
#define CHARLATAN_WIRE_H

#include <jansson.h>
#include <string.h>

#include "engine/game.h"
#include "engine/view.h"
#include "wire/refusals.h"

/* ---- writer ---- */

struct writer {
    char *at;
    size_t n, cap;
    /* A comma is due before the next value or key. */
    int comma;
    /* 1: `at` is a buffer of the caller's. If it gets too small, the text moves to the heap. */
    int lent;
};

void writer_free(struct writer *w);
/* Empties the writer but keeps its memory. */
void writer_reset(struct writer *w);
/* Makes room for n more bytes and a NUL. */
void writer_grow(struct writer *w, size_t n);
/* Keys are our own names and need no escaping. */
void write_key_of(struct writer *w, const char *key, size_t n);
void write_string(struct writer *w, const char *text);
void write_long_number(struct writer *w, long long number);
/* Writes an array: the seats of a set, ascending. */
void write_seat_set(struct writer *w, uint32_t seats);
/* Writes one value that is JSON already. */
void write_raw(struct writer *w, const char *json, size_t n);

/* A state is written and hashed after every action, so what a state has most of is written inline:
 * the compiler knows the lengths of literals. */

/* Room for n bytes, a NUL, and the comma if one is due, which is written. */
static inline char *writer_room(struct writer *w, size_t n)
{
    if (w->n + n + 2 > w->cap)
        writer_grow(w, n + 1);
    char *to = w->at + w->n;
    *to = ',';
    return to + w->comma;
}

/* Writes n bytes with the comma before them; `comma`: whether one is due after them. */
static inline void write_bytes(struct writer *w, const char *bytes, size_t n, int comma)
{
    char *to = writer_room(w, n);
    memcpy(to, bytes, n);
    to[n] = 0;
    w->n = (size_t)(to - w->at) + n;
    w->comma = comma;
}

/* '{' or '['. */
static inline void write_begin(struct writer *w, char bracket)
{
    write_bytes(w, &bracket, 1, 0);
}

/* '}' or ']'. */
static inline void write_end(struct writer *w, char bracket)
{
    w->comma = 0;
    write_bytes(w, &bracket, 1, 1);
}

static inline void write_bool(struct writer *w, int yes)
{
    write_bytes(w, yes ? "true" : "false", yes ? 4 : 5, 1);
}

static inline void write_null(struct writer *w)
{
    write_bytes(w, "null", 4, 1);
}

/* Most numbers in states have one digit. */
static inline void write_number(struct writer *w, long long number)
{
    if (number >= 0 && number < 10) {
        char digit = (char)('0' + number);
        write_bytes(w, &digit, 1, 1);
    } else {
        write_long_number(w, number);
    }
}

static inline void write_key(struct writer *w, const char *key)
{
    size_t n = strlen(key);
    if (!__builtin_constant_p(n)) {
        write_key_of(w, key, n);
        return;
    }
    char *to = writer_room(w, n + 3);
    *to++ = '"';
    memcpy(to, key, n);
    memcpy(to + n, "\":", 3);
    w->n = (size_t)(to - w->at) + n + 2;
    w->comma = 0;
}

/* A name in quotes, from a row of a .def file. The whole array is copied, whatever the length. */
struct wire_word {
    char text[31];
    uint8_t n;
};
#define WORD(name)                                                                                 \
    {                                                                                              \
        "\"" name "\"", sizeof name + 1                                                            \
    }

static inline void write_word(struct writer *w, const struct wire_word *word)
{
    char *to = writer_room(w, sizeof word->text);
    memcpy(to, word->text, sizeof word->text);
    w->n = (size_t)(to - w->at) + word->n;
    w->comma = 1;
}

static inline void write_word_key(struct writer *w, const struct wire_word *word)
{
    write_word(w, word);
    w->comma = 0;
    write_bytes(w, ":", 1, 0);
}

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

static inline void write_member_bool(struct writer *w, const char *key, int yes)
{
    write_key(w, key);
    write_bool(w, yes);
}

/* ---- refusals ---- */

/* Fills in `why` from a row and the values of its sentence: because(why, ROW(unknown_key), path).
 * The values must not be parts of `why`. Returns -1. */
int because(struct refusal *why, const struct refusal_row *row, const char *sentence, ...)
    __attribute__((format(printf, 3, 4)));
#define ROW(name) &refusal_##name, says_##name

/* Sets the code if the row has none. Returns `result`, which is what a reader returned. */
int refused_as(struct refusal *why, enum refusal_code code, int result);

/* Writes the members that the engine protocol has for an error: code, message and rule. */
void refusal_write(struct writer *w, const struct refusal *why);
/* Writes the members that the API adds: reason, and values if there are any. */
void refusal_write_reason(struct writer *w, const struct refusal *why);

/* ---- reader: each returns 0, or -1 with the place and the reason in `why` ---- */

/* How many letters must be changed, added or dropped to turn a into b: TEXT_FAR if one of them has
 * so many. */
enum { TEXT_FAR = 80 };
int text_distance(const char *a, const char *b);

int read_int(const json_t *value, const char *place, int least, int most, int *to,
             struct refusal *why);
int seed_read_json(const json_t *value, uint8_t seed[32], struct refusal *why);
int read_bool(const json_t *value, const char *place, int *to, struct refusal *why);
/* Reads a member that must be there, true or false, into a byte. */
int read_flag(const json_t *object, const char *key, uint8_t *to, struct refusal *why);
/* Reads a list of seats below `players` into a set; what is not a list has no seats. */
int read_seat_set(const json_t *list, const char *place, int players, uint8_t *to,
                  struct refusal *why);
/* Refuses the first key of `object` that is not one of the names. */
int only_keys(const json_t *object, const char *place, const char *const *names,
              struct refusal *why);
/* Refuses a key, and names one that may be meant. Returns -1. */
int refuse_key(const char *place, const char *key, const char *const *names, struct refusal *why);
/* How many keys of `object` are not one of the names. */
unsigned unknown_keys(const json_t *object, const char *const *names);
/* Looks at the options of a game as read_options gets them. Returns 1 if there are any to read, 0
 * if there are none, -1 if they are not an object or have a key that is not one of the names. */
int options_given(const json_t *options, const char *const *names, struct refusal *why);

/* ---- events: each game describes their members in rows; writer and reader are shared ---- */

/* The field of an event that holds a value. */
enum event_field { FIELD_OTHER, FIELD_ITEM, FIELD_SEEN, FIELD_A, FIELD_B, FIELD_N };
enum { EVERY_KIND = -1 };

/* Members are written in the order of their rows. If two rows have the same field, the first one
 * that fits the event's kind applies. */
struct event_member {
    const char *key;
    uint8_t field;
    /* Added to the value in JSON: 1 for slots, which are counted from 1 there. */
    uint8_t base;
    /* 1: this can be an event's main member. In the short form, its value is then the value of the
     * event's type. */
    uint8_t is_main;
    /* The kind of event that has it, or EVERY_KIND. */
    int16_t kind;
    /* The id of a value, and the value of an id or -1. NULL if the JSON has a number. */
    const char *(*id)(int value);
    int (*by_id)(const char *id);
};

/* The sentences of an event kind; {seat}, {other}, {item} and {chip} stand for names. */
struct event_words {
    const char *open, *secret;
};

/* What a game's events look like on the wire. */
struct event_form {
    const struct game *game;
    int kinds;
    /* Rows, ended by one whose key is NULL. */
    const struct event_member *member;
    /* The sentences of a kind, which tell the fields an event must have; NULL: none is needed. */
    struct event_words (*words)(int kind);
};

/* Writes the members of an event in the protocol's form, inside an object. */
void event_write(const struct event_form *form, const struct event *e, struct writer *w);
/* Writes the short form of docs/api.md, one whole object. `mover` is the seat of the entry, or
 * EVENT_NONE. The event must come from event_seen_by. */
void event_tell(const struct event_form *form, const struct event *e, int mover, struct writer *w);
/* Reads the short form. Returns 0, or -1 if it is not an event of this game. */
int event_read(const struct event_form *form, const json_t *from, int mover, struct event *to);

/* ---- outcomes of chance: described by rows as well ---- */

enum outcome_type { OUTCOME_SEAT, OUTCOME_ID, OUTCOME_IDS };

struct outcome_row {
    const char *key;
    uint8_t kind, type;
    /* 1: it belongs to a seat, which is written. */
    uint8_t has_seat;
    /* NULL for OUTCOME_SEAT. by_id returns -1 for an unknown id. */
    const char *(*id)(int value);
    int (*by_id)(const char *id);
};

struct game_json;
/* Writes one whole object. */
void outcome_write(const struct game_json *json, const struct outcome *o, struct writer *w);
/* Reads an entry of `force` that outcomes_check has accepted. An outcome unknown to this game gets
 * CHANCE_UNKNOWN_KIND, an unknown value becomes 255. */
void outcome_read(const struct game_json *json, const json_t *entry, struct outcome *o);
/* Checks the form of a `force` list: every entry must look like an outcome of some game. Returns 0
 * or -1. */
int outcomes_check(const json_t *list, struct refusal *why);

/* ---- versions of the rules (engine/versions.def) ---- */

/* "0.2.0", and how these rules differ from those of the next newer version. */
const char *version_name(int rules);
const char *version_difference(int rules);
/* 1 if the hashes in records and logs of these rules are those of state_hash. */
int version_has_hashes(int rules);
/* Finds a version. Returns 0, or -1 if this program does not know these rules. */
int version_find(const char *version, uint8_t *rules, struct refusal *why);
/* Looks at the member "needs" of an entry or a line, which may be missing: the oldest version of
 * charlatan that can read it. Returns 0, or -1 if that is newer than this one. */
int program_suits(const json_t *object, struct refusal *why);
/* The member "rules" of a state, which is there only for older rules. */
void version_write(struct writer *w, int rules);
int version_read(const json_t *state, uint8_t *rules, struct refusal *why);

/* ---- what a game offers ---- */

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

/* Write members of an object: "options", as in the protocol's `state`, and "actions", all legal
 * answers of a seat sorted by their bytes. */
void options_write(struct writer *w, const struct game_json *json, const void *state);
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

#define GAME(x)                                                                                    \
    extern const struct game x##_game;                                                             \
    extern const struct game_json x##_json;
#include "games/games.def"
/* The games in alphabetical order; NULL after the last. */
const struct game_json *game_json_at(int index);
/* NULL if there is no such game. */
const struct game_json *game_json_by_name(const char *name);
enum { GAME_NAMES = 80 };
/* Writes all names, separated by commas. Returns buf. */
char *game_json_names(char buf[GAME_NAMES]);
/* Finds a game by a name in JSON. Returns NULL with the refusal, which names the place. */
const struct game_json *game_json_read(const json_t *name, const char *place, struct refusal *why);

#endif
