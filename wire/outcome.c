/* Writes, reads and checks outcomes of chance as JSON, as the games' rows describe them. */
#include "wire/outcome.h"

#include "wire/game.h"
#include "wire/games.h"
#include "wire/refuse.h"
#include "wire/write.h"

enum { NO_VALUE = 255 };

/* ---- rows ---- */

static const struct outcome_row *row_of_kind(const struct game_json *json, int kind)
{
    const struct outcome_row *row = json->outcomes;
    while (row->key && row->kind != kind)
        row++;
    MUST(row->key);
    return row;
}

/* The first row whose key the entry has, or NULL. */
static const struct outcome_row *row_of(const struct game_json *json, const json_t *entry)
{
    const struct outcome_row *row = json->outcomes;
    while (row->key && !json_object_get(entry, row->key))
        row++;
    return row->key ? row : NULL;
}

/* The first row of any game that fits: the form is checked without knowing the game. */
static const struct outcome_row *row_of_any(const json_t *entry)
{
    const struct outcome_row *row = NULL;
    const struct game_json *json;
    for (int i = 0; !row && (json = game_json_at(i)); i++)
        row = row_of(json, entry);
    return row;
}

/* ---- writing ---- */

static void write_ids(const struct outcome_row *row, const struct outcome *o, struct writer *w)
{
    write_begin(w, '[');
    for (int i = 0; i < o->n; i++)
        write_string(w, row->id(o->value[i]));
    write_end(w, ']');
}

/* The rules made the outcome, so it has a row, and its values have ids. */
void outcome_write(const struct game_json *json, const struct outcome *o, struct writer *w)
{
    const struct outcome_row *row = row_of_kind(json, o->kind);
    write_begin(w, '{');
    write_key(w, row->key);
    if (row->type == OUTCOME_SEAT)
        write_number(w, o->value[0]);
    else if (row->type == OUTCOME_ID)
        write_string(w, row->id(o->value[0]));
    else
        write_ids(row, o, w);
    if (row->has_seat)
        write_member_number(w, "seat", o->seat);
    write_end(w, '}');
}

/* ---- reading ---- */

/* Values that are not a seat become MAX_SEATS, a seat that no game has. */
static int seat_within(const json_t *value)
{
    json_int_t n = json_integer_value(value);
    return n >= 0 && n < MAX_SEATS ? (int)n : MAX_SEATS;
}

static uint8_t value_by_id(const struct outcome_row *row, const json_t *value)
{
    const char *id = json_string_value(value);
    int n = id ? row->by_id(id) : -1;
    return n < 0 ? NO_VALUE : (uint8_t)n;
}

/* A list that is too long is treated like an empty one: both are impossible outcomes. */
static void read_ids(const struct outcome_row *row, const json_t *list, struct outcome *o)
{
    size_t n = json_array_size(list);
    o->n = n > CHANCE_VALUES ? 0 : (uint8_t)n;
    for (size_t i = 0; i < o->n; i++)
        o->value[i] = value_by_id(row, json_array_get(list, i));
}

/* Never fails, and always sets all of *o: values that mean nothing become values that no game
 * draws, so chance refuses them where it would have drawn. */
void outcome_read(const struct game_json *json, const json_t *entry, struct outcome *o)
{
    const struct outcome_row *row = row_of(json, entry);
    const json_t *seat = json_object_get(entry, "seat");
    memset(o, 0, sizeof *o);
    o->kind = row ? row->kind : CHANCE_UNKNOWN_KIND;
    o->seat = seat ? (int8_t)seat_within(seat) : CHANCE_NO_SEAT;
    o->n = 1;
    if (!row)
        return;
    const json_t *value = json_object_get(entry, row->key);
    if (row->type == OUTCOME_SEAT)
        o->value[0] = (uint8_t)seat_within(value);
    else if (row->type == OUTCOME_ID)
        o->value[0] = value_by_id(row, value);
    else
        read_ids(row, value, o);
}

/* ---- checking ---- */

static int is_list_of_strings(const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!json_is_string(json_array_get(list, i)))
            return 0;
    return json_is_array(list);
}

/* The form only: whether an id exists is found when it is read. */
static int has_type(const json_t *value, int type)
{
    switch (type) {
    case OUTCOME_SEAT: return json_is_integer(value) && json_integer_value(value) >= 0;
    case OUTCOME_ID: return json_is_string(value);
    default: return is_list_of_strings(value);
    }
}

/* An outcome has its key, and a seat if its row says so, but no other member. */
static int check_entry(const json_t *entry, size_t place, struct refusal *why)
{
    const struct outcome_row *row = json_is_object(entry) ? row_of_any(entry) : NULL;
    if (!row)
        return because(why, ROW(outcome_unknown), (int)place);
    if (json_object_size(entry) != (row->has_seat ? 2u : 1u) ||
        (row->has_seat && !json_is_integer(json_object_get(entry, "seat"))))
        return row->has_seat ? because(why, ROW(outcome_needs_seat), (int)place, row->key)
                             : because(why, ROW(outcome_alone), (int)place, row->key);
    if (!has_type(json_object_get(entry, row->key), row->type))
        return because(why, ROW(outcome_type), (int)place, row->key);
    return 0;
}

/* Looks at the form only. Whether an outcome can happen is up to the game when it draws. */
int outcomes_check(const json_t *list, struct refusal *why)
{
    if (!json_is_array(list))
        return because(why, ROW(chance_needed));
    for (size_t i = 0; i < json_array_size(list); i++)
        if (check_entry(json_array_get(list, i), i, why) < 0)
            return -1;
    return 0;
}
