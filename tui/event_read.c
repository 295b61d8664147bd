/* Events in the short form of docs/api.md become the engine's, and views become views. */
#include <string.h>

#include "advice/odds.h"
#include "games/arcane/help.h"
#include "games/quacks/help.h"
#include "tui/read.h"

static int kinds_of(const struct game *g)
{
    return g == &arcane_game ? EV_COUNT : g == &quacks_game ? QE_COUNT : 0;
}

/* The row-th kind of this type, or -1. */
static int kind_of(const struct game *g, const char *type, json_int_t row)
{
    struct event e = event_of(0, EVENT_NONE);
    for (int kind = 0; kind < kinds_of(g); kind++) {
        e.kind = (uint8_t)kind;
        if (!strcmp(g->event_type(&e), type) && row-- == 0)
            return kind;
    }
    return -1;
}

/* A number within a byte, or -1. */
static int small(const json_t *value)
{
    json_int_t n = json_is_integer(value) ? json_integer_value(value) : -1;
    return n < 0 || n > 254 ? -1 : (int)n;
}

static int read_number(const json_t *value, struct event *to)
{
    json_int_t n = json_integer_value(value);
    if (n < INT32_MIN || n > INT32_MAX)
        return -1;
    to->n = (int32_t)n;
    return 0;
}

static int read_id(const struct game *g, const char *id, struct event *to)
{
    int n = -1;
    if (g == &arcane_game)
        n = arcane_item_by_id(id);
    else if (to->kind == QE_FORTUNE)
        n = quacks_card_by_id(id);
    else if (to->kind == QE_DIE)
        n = quacks_die_by_id(id);
    else
        n = quacks_chip_by_id(id);
    if (n < 0)
        return -1;
    if (g == &quacks_game && (to->kind == QE_FORTUNE || to->kind == QE_DIE))
        to->n = n;
    else
        to->item = (uint8_t)n;
    return 0;
}

/* What the event is mostly about. */
static int read_main(const struct game *g, const json_t *value, struct event *to)
{
    if (json_is_string(value))
        return read_id(g, json_string_value(value), to);
    return json_is_integer(value) ? read_number(value, to) : 0;
}

static int read_member(const struct game *g, const char *key, const json_t *value, struct event *to)
{
    int n = small(value);
    if (!strcmp(key, "k"))
        return 0;
    if (!strcmp(key, "seat") && json_is_null(value))
        return to->seat = EVENT_NONE, 0;
    if (!strcmp(key, "seat"))
        return n < 0 || n >= MAX_SEATS ? -1 : (to->seat = (uint8_t)n, 0);
    if (!strcmp(key, "other"))
        return n < 0 || n >= MAX_SEATS ? -1 : (to->other = (uint8_t)n, 0);
    if (!strcmp(key, "slot"))
        return n < 1 ? -1 : (to->a = (uint8_t)(n - 1), 0);
    if (!strcmp(key, "slot2"))
        return n < 1 ? -1 : (to->b = (uint8_t)(n - 1), 0);
    if (!strcmp(key, "at"))
        return n < 0 ? -1 : (to->a = (uint8_t)n, 0);
    return read_main(g, value, to);
}

/* Is everything there that its sentence names? */
static int is_whole(const struct game *g, const struct event *e)
{
    const char *text, *secret;
    if (g == &arcane_game) {
        text = arcane_event_row(e->kind)->text;
        secret = arcane_event_row(e->kind)->secret;
    } else {
        text = quacks_event_row(e->kind)->text;
        secret = quacks_event_row(e->kind)->secret;
    }
    if (e->item == EVENT_NONE && *secret)
        text = secret;
    return (e->seat < MAX_SEATS || !strstr(text, "{seat}")) &&
           (e->other < MAX_SEATS || !strstr(text, "{other}")) &&
           (e->item != EVENT_NONE || (!strstr(text, "{item}") && !strstr(text, "{chip}")));
}

int event_read(const struct game *g, const json_t *from, int mover, struct event *to)
{
    void *first = json_object_iter((json_t *)(uintptr_t)from); /* in the order they came */
    const char *type = first ? json_object_iter_key(first) : "";
    json_int_t row = json_integer_value(json_object_get(from, "k"));
    int kind = kind_of(g, type, row);
    const char *key;
    json_t *value;
    if (kind < 0)
        return -1;
    *to = event_of(kind, mover);
    json_object_foreach((json_t *)(uintptr_t)from, key, value) {
        int wrong = key == type ? read_main(g, value, to) : read_member(g, key, value, to);
        if (wrong)
            return -1;
    }
    return is_whole(g, to) ? 0 : -1;
}

int view_read(const struct game_json *json, const json_t *root, int viewer, struct view *to,
              struct refusal *why)
{
    struct odds_position p;
    int read = -1;
    for (int guess = 0; read < 0 && guess < ODDS_GUESSES; guess++) {
        json_t *own = json_deep_copy(root);
        read = own ? odds_read_view(&p, own, viewer, guess, why) : refuse(why, NULL, "no view");
        json_decref(own);
    }
    if (read == 0 && p.game != json->game)
        return refuse(why, NULL, "that is a view of another game");
    if (read == 0)
        view_take(to, json->game, p.state, viewer);
    return read;
}
