/* Writes and reads events as JSON, in the protocol's form and in the short form of docs/api.md, as
 * a game's rows describe them. The reader accepts untrusted text; every event it accepts has all
 * that its sentence needs. */
#include "wire/event.h"

#include "engine/view.h"
#include "wire/write.h"

/* ---- the members of an event ---- */

static int value_of(const struct event *e, int field)
{
    switch (field) {
    case FIELD_OTHER: return e->other;
    case FIELD_ITEM: return e->item;
    case FIELD_SEEN: return e->seen;
    case FIELD_A: return e->a;
    case FIELD_B: return e->b;
    default: return e->n;
    }
}

/* Returns 1 if this member is written for the event. An amount of 0 is left out, an id never is. So
 * an event reads back as it was written: a missing amount is 0, a missing value EVENT_NONE. */
static int is_there(const struct event_member *m, const struct event *e)
{
    int value = value_of(e, m->field);
    return m->field == FIELD_N ? m->id || value : value != EVENT_NONE;
}

/* The next row, from `m` on, that applies to events of this kind; its key is NULL at the end.
 * `taken` is the set of fields that earlier rows have used. */
static const struct event_member *next_row(const struct event_member *m, int kind, uint32_t *taken)
{
    while (m->key && ((m->kind != EVERY_KIND && m->kind != kind) || *taken >> m->field & 1))
        m++;
    if (m->key)
        *taken |= 1u << m->field;
    return m;
}

/* The next row that applies and is written for this event. */
static const struct event_member *next_there(const struct event_member *m, const struct event *e,
                                             uint32_t *taken)
{
    m = next_row(m, e->kind, taken);
    while (m->key && !is_there(m, e))
        m = next_row(m + 1, e->kind, taken);
    return m;
}

/* ---- writing ---- */

static void write_value(const struct event_member *m, const struct event *e, struct writer *w)
{
    int value = value_of(e, m->field);
    if (m->field == FIELD_SEEN)
        write_seat_set(w, (uint32_t)value);
    else if (m->id)
        write_string(w, m->id(value));
    else
        write_number(w, (long long)value + m->base);
}

/* Members from row `m` on; `taken` are the fields of rows before it. */
static void write_from(const struct event_member *m, const struct event *e, uint32_t taken,
                       struct writer *w)
{
    for (m = next_there(m, e, &taken); m->key; m = next_there(m + 1, e, &taken)) {
        write_key(w, m->key);
        write_value(m, e, w);
    }
}

/* Writes all that the event has: what a viewer may not know must be gone already
 * (event_seen_by). */
void event_write(const struct event_form *form, const struct event *e, struct writer *w)
{
    write_from(form->member, e, 0, w);
}

/* The seat is left out if it is the mover's; for events of the whole table it is always written. */
static void write_seat(const struct event *e, int mover, struct writer *w)
{
    if (e->seat == EVENT_NONE) {
        write_key(w, "seat");
        write_null(w);
    } else if (e->seat != mover) {
        write_member_number(w, "seat", e->seat);
    }
}

/* The type comes first, since event_read takes the first member for it. "k" tells events of the
 * same type apart and is left out for the first of them. */
void event_tell(const struct event_form *form, const struct event *e, int mover, struct writer *w)
{
    uint32_t taken = 0;
    const struct event_member *first = next_there(form->member, e, &taken);
    int row = event_row(form->game, e);
    write_begin(w, '{');
    write_key(w, form->game->event_type(e));
    if (first->key && first->is_main) {
        write_value(first, e, w);
        write_from(first + 1, e, taken, w);
    } else {
        write_bool(w, 1);
        write_from(form->member, e, 0, w);
    }
    write_seat(e, mover, w);
    if (row)
        write_member_number(w, "k", row);
    write_end(w, '}');
}

/* ---- reading ---- */

/* The kind of event that has this type and row, or -1. `row` counts the kinds with the same type,
 * in their order. Kinds are few, so they are simply tried. */
static int kind_of(const struct event_form *form, const char *type, json_int_t row)
{
    struct event e = event_of(0, EVENT_NONE);
    for (int kind = 0; kind < form->kinds; kind++) {
        e.kind = (uint8_t)kind;
        if (strcmp(form->game->event_type(&e), type) == 0 && row-- == 0)
            return kind;
    }
    return -1;
}

/* *to is unchanged on failure. */
static int number_within(const json_t *value, json_int_t least, json_int_t most, int32_t *to)
{
    json_int_t n = json_integer_value(value);
    if (!json_is_integer(value) || n < least || n > most)
        return -1;
    *to = (int32_t)n;
    return 0;
}

/* What event_write has added, `base`, is taken off again. EVENT_NONE itself is out of range: an
 * absent value is an absent member. */
static int read_value(const struct event_member *m, const json_t *value, int32_t *to)
{
    const char *id = json_string_value(value);
    if (m->id)
        return id && (*to = m->by_id(id)) >= 0 ? 0 : -1;
    if (m->field == FIELD_N)
        return number_within(value, INT32_MIN, INT32_MAX, to);
    int most = m->field == FIELD_OTHER ? MAX_SEATS - 1 : EVENT_NONE - 1 + m->base;
    if (number_within(value, m->base, most, to) < 0)
        return -1;
    *to -= m->base;
    return 0;
}

/* The set of seats that know an item is never sent, so it is refused here. */
static int read_member(const struct event_member *m, const json_t *value, struct event *to)
{
    int32_t n;
    if (m->field == FIELD_SEEN || read_value(m, value, &n) < 0)
        return -1;
    switch (m->field) {
    case FIELD_OTHER: to->other = (uint8_t)n; break;
    case FIELD_ITEM: to->item = (uint8_t)n; break;
    case FIELD_A: to->a = (uint8_t)n; break;
    case FIELD_B: to->b = (uint8_t)n; break;
    default: to->n = n; break;
    }
    return 0;
}

/* The value of the type member is that of a main member (an id or a number), or true. A main member
 * that belongs to one kind of event only is always written. */
static int read_main(const struct event_form *form, const json_t *value, struct event *to)
{
    uint32_t taken = 0;
    const struct event_member *m = next_row(form->member, to->kind, &taken);
    if (json_is_true(value))
        return m->kind == EVERY_KIND ? 0 : -1;
    while (m->key && (!m->is_main || (m->id != NULL) != json_is_string(value)))
        m = next_row(m + 1, to->kind, &taken);
    return m->key ? read_member(m, value, to) : -1;
}

/* null is the whole table, as event_tell writes it. */
static int read_seat(const json_t *value, struct event *to)
{
    int32_t seat = EVENT_NONE;
    if (!json_is_null(value) && number_within(value, 0, MAX_SEATS - 1, &seat) < 0)
        return -1;
    to->seat = (uint8_t)seat;
    return 0;
}

/* Reads a member after the first. "k", the index of the kind, was read before. */
static int read_named(const struct event_form *form, const char *key, const json_t *value,
                      struct event *to)
{
    uint32_t taken = 0;
    const struct event_member *m = next_row(form->member, to->kind, &taken);
    if (strcmp(key, "k") == 0)
        return 0;
    if (strcmp(key, "seat") == 0)
        return read_seat(value, to);
    while (m->key && strcmp(m->key, key) != 0)
        m = next_row(m + 1, to->kind, &taken);
    return m->key ? read_member(m, value, to) : -1;
}

/* Returns 1 if the event has everything that its sentence names. */
static int is_whole(const struct event_form *form, const struct event *e)
{
    if (!form->words)
        return 1;
    struct event_words words = form->words(e->kind);
    const char *text = e->item == EVENT_NONE && *words.secret ? words.secret : words.open;
    return (e->seat < MAX_SEATS || !strstr(text, "{seat}")) &&
           (e->other < MAX_SEATS || !strstr(text, "{other}")) &&
           (e->item != EVENT_NONE || (!strstr(text, "{item}") && !strstr(text, "{chip}")));
}

/* Jansson keeps the order in which members were read. */
static const char *first_key(const json_t *object)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
        return key;
    return "";
}

/* The type is the name of the first member. Members that no row knows are refused, and so is an
 * event without a word of its sentence. After -1 *to may be partly set. A missing "k" reads as
 * 0. */
int event_read(const struct event_form *form, const json_t *from, int mover, struct event *to)
{
    const char *type = first_key(from), *key;
    int kind = kind_of(form, type, json_integer_value(json_object_get(from, "k")));
    json_t *value;
    if (kind < 0)
        return -1;
    *to = event_of(kind, mover);
    json_object_foreach((json_t *)(uintptr_t)from, key, value) {
        int read =
            strcmp(key, type) == 0 ? read_main(form, value, to) : read_named(form, key, value, to);
        if (read < 0)
            return -1;
    }
    return is_whole(form, to) ? 0 : -1;
}
