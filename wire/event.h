/* Events as JSON: each game describes their members in rows; writer and reader are shared. */
#ifndef CHARLATAN_WIRE_EVENT_H
#define CHARLATAN_WIRE_EVENT_H

#include <jansson.h>
#include <stdint.h>

struct event;
struct game;
struct writer;

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

#endif
