/* Reads and writes the option `numbers`, and finds what differs from the standard numbers. */
#include "wire/numbers.h"

#include <stdio.h>
#include <stdlib.h>

#include "wire/game.h"
#include "wire/games.h"
#include "wire/read.h"
#include "wire/refuse.h"
#include "wire/write.h"

/* Room for a path: a key of ours, and what a client wrote, cut. */
enum { PATH = NUMBERS_KEY + 80, PLACE = PATH + 16 };

/* ---- rows by their keys ---- */

/* NULL: none has exactly this key. Rows are few hundred at most, so they are simply tried. */
static const struct number_row *row_by_key(const struct numbers_form *f, const char *key)
{
    for (int i = 0; i < f->rows; i++)
        if (strcmp(f->row(i)->key, key) == 0)
            return f->row(i);
    return NULL;
}

/* Whether keys of rows go on below this path. */
static int is_branch(const struct numbers_form *f, const char *path)
{
    size_t n = strlen(path);
    for (int i = 0; i < f->rows; i++)
        if (strncmp(f->row(i)->key, path, n) == 0 && f->row(i)->key[n] == '.')
            return 1;
    return 0;
}

char *number_entry_name(const struct number_row *row, int entry, char buf[NUMBERS_KEY])
{
    if (row->name)
        snprintf(buf, NUMBERS_KEY, "%s", row->name(entry));
    else
        snprintf(buf, NUMBERS_KEY, "%d", row->from + entry);
    return buf;
}

/* ---- reading ---- */

/* `values` has the standard values first; what is read goes over them. */
struct numbers_reading {
    const struct numbers_form *form;
    uint16_t *values;
    struct refusal *why;
};

/* Suggests the nearest of all keys, whole ones with their dots. Always -1. */
static int refuse_unknown(const struct numbers_reading *r, const char *path)
{
    const char **keys = malloc(sizeof *keys * (size_t)(r->form->rows + 1));
    MUST(keys);
    for (int i = 0; i < r->form->rows; i++)
        keys[i] = r->form->row(i)->key;
    keys[r->form->rows] = NULL;
    int result = refuse_key("numbers", path, keys, r->why);
    free(keys);
    return result;
}

/* One value of a row; `path` is without "numbers". A refusal cites the row's rule. */
static int read_value(const struct numbers_reading *r, const struct number_row *row, int i,
                      const char *path, const json_t *value)
{
    char place[PLACE];
    int n;
    snprintf(place, sizeof place, "numbers.%s", path);
    if (read_int(value, place, row->least, row->most, &n, r->why) < 0) {
        r->why->rule = row->rule;
        return -1;
    }
    r->values[row->first + i] = (uint16_t)n;
    return 0;
}

/* A list must be whole: with fewer entries nobody could tell which are meant. The rule is the
 * row's. */
static int read_list(const struct numbers_reading *r, const struct number_row *row,
                     const json_t *list)
{
    char path[PATH], name[NUMBERS_KEY];
    if (!json_is_array(list) || json_array_size(list) != row->count) {
        snprintf(path, sizeof path, "numbers.%s", row->key);
        because(r->why, ROW(numbers_list), path, row->count);
        r->why->rule = row->rule;
        return -1;
    }
    for (int i = 0; i < row->count; i++) {
        snprintf(path, sizeof path, "%s.%s", row->key, number_entry_name(row, i, name));
        if (read_value(r, row, i, path, json_array_get(list, (size_t)i)) < 0)
            return -1;
    }
    return 0;
}

/* The entry with this name; -1 if there is none. */
static int entry_by_name(const struct number_row *row, const char *key)
{
    char name[NUMBERS_KEY];
    for (int i = 0; i < row->count; i++)
        if (strcmp(number_entry_name(row, i, name), key) == 0)
            return i;
    return -1;
}

/* Entries by name or index; those that are not named keep their standard. */
static int read_entries(const struct numbers_reading *r, const struct number_row *row,
                        const json_t *entries)
{
    char path[PATH];
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)entries, key, value) {
        int i = entry_by_name(row, key);
        snprintf(path, sizeof path, "%s.%.60s", row->key, key);
        if (i < 0) {
            char place[PLACE], first[NUMBERS_KEY], last[NUMBERS_KEY];
            snprintf(place, sizeof place, "numbers.%s", path);
            because(r->why, ROW(numbers_entry), place, number_entry_name(row, 0, first),
                    number_entry_name(row, row->count - 1, last));
            r->why->rule = row->rule;
            return -1;
        }
        if (read_value(r, row, i, path, value) < 0)
            return -1;
    }
    return 0;
}

static int read_row(const struct numbers_reading *r, const struct number_row *row,
                    const json_t *value)
{
    if (!row->count)
        return read_value(r, row, 0, row->key, value);
    return json_is_object(value) ? read_entries(r, row, value) : read_list(r, row, value);
}

/* The object at a path, "" for the whole. Recursion goes as deep as keys have dots. */
static int read_branch(const struct numbers_reading *r, const char *at, const json_t *object)
{
    char path[PATH];
    const char *key;
    json_t *value;
    if (!json_is_object(object)) {
        snprintf(path, sizeof path, "numbers%s%s", *at ? "." : "", at);
        return because(r->why, ROW(numbers_object), path);
    }
    json_object_foreach((json_t *)(uintptr_t)object, key, value) {
        snprintf(path, sizeof path, "%s%s%.60s", at, *at ? "." : "", key);
        const struct number_row *row = row_by_key(r->form, path);
        int result = row                        ? read_row(r, row, value)
                     : is_branch(r->form, path) ? read_branch(r, path, value)
                                                : refuse_unknown(r, path);
        if (result < 0)
            return -1;
    }
    return 0;
}

/* Values that are each in range may still not go together. */
static int refuse_clash(const struct numbers_reading *r, int players)
{
    int row = 0;
    char path[PATH];
    const char *clash = r->form->clash ? r->form->clash(r->values, players, &row) : NULL;
    if (!clash)
        return 0;
    snprintf(path, sizeof path, "numbers.%s", r->form->row(row)->key);
    because(r->why, ROW(numbers_clash), path, clash);
    r->why->rule = r->form->row(row)->rule;
    return -1;
}

/* After -1 `values` may be half read. `players` matters only for numbers that do not go together
 * (`clash`). */
int numbers_read(const struct numbers_form *f, const json_t *object, int players, uint16_t *values,
                 struct refusal *why)
{
    struct numbers_reading r = {f, values, why};
    memcpy(values, f->standard(), sizeof *values * (size_t)f->values);
    return read_branch(&r, "", object) < 0 ? -1 : refuse_clash(&r, players);
}

static int is_standard(const struct numbers_form *f, const uint16_t *values)
{
    return memcmp(values, f->standard(), sizeof *values * (size_t)f->values) == 0;
}

/* Games that have cards have a hash of them. */
static int has_cards(const struct game *g)
{
    const struct game_json *json = game_json_by_name(g->name);
    return json && json->cards_hash != NULL;
}

/* The refusal names the first fault only. Whether the game exists and whether `numbers` is an
 * object is up to the caller. */
int numbers_head(const json_t *file, const char *place, struct refusal *why)
{
    static const char *const names[] = {"format", "version", "game", "numbers", "cards", NULL};
    const char *format = json_string_value(json_object_get(file, "format"));
    char path[32];
    int version;
    snprintf(path, sizeof path, "%s%sformat", place, *place ? "." : "");
    if (!format || strcmp(format, "charlatan-numbers") != 0)
        return because(why, ROW(numbers_format), path);
    if (only_keys(file, place, names, why) < 0)
        return -1;
    snprintf(path, sizeof path, "%s%sversion", place, *place ? "." : "");
    return read_int(json_object_get(file, "version"), path, 1, 1, &version, why);
}

/* A whole numbers file may stand for its numbers, so that --set numbers=@FILE works. */
static const json_t *of_file(const struct game *g, const json_t *file, struct refusal *why)
{
    const char *name = json_string_value(json_object_get(file, "game"));
    if (numbers_head(file, "numbers", why) < 0)
        return NULL;
    if (!name || strcmp(name, g->name) != 0) {
        because(why, ROW(numbers_other_game), "numbers.game", g->name);
        return NULL;
    }
    if (json_object_get(file, "cards") && !has_cards(g)) {
        because(why, ROW(numbers_no_cards), "numbers.cards", g->name);
        return NULL;
    }
    if (!json_object_get(file, "numbers"))
        because(why, ROW(numbers_object), "numbers.numbers");
    return json_object_get(file, "numbers");
}

/* *cards is borrowed from the options. null counts as none, as in all options. */
int numbers_cards(const json_t *options, const json_t **cards, struct refusal *why)
{
    const json_t *file = json_object_get(options, "numbers");
    const json_t *there = json_object_get(file, "format") ? json_object_get(file, "cards") : NULL;
    *cards = json_object_get(options, "cards");
    if (json_is_null(*cards))
        *cards = NULL;
    if (*cards && there)
        return because(why, ROW(cards_twice), "cards");
    *cards = *cards ? *cards : there;
    return 0;
}

/* Numbers that are all standard leave the state as it is: such a game has the same hash and text as
 * one without the option. Refuses when the table of numbers in use is full. */
int numbers_read_option(const struct game *g, void *state, const json_t *options,
                        struct refusal *why)
{
    uint16_t values[NUMBERS_VALUES];
    const json_t *object = json_object_get(options, "numbers");
    if (!object || json_is_null(object))
        return 0;
    if (json_object_get(object, "format") && !(object = of_file(g, object, why)))
        return -1;
    if (numbers_read(g->numbers, object, g->players(state), values, why) < 0)
        return -1;
    if (is_standard(g->numbers, values))
        return 0;
    uint16_t id = numbers_add(values, g->numbers->values);
    if (!id)
        return because(why, ROW(numbers_full), "numbers");
    g->numbers->play_by(state, id);
    return 0;
}

/* ---- writing ---- */

/* all: 1 writes standard values, too. */
struct numbers_writing {
    const struct numbers_form *form;
    const uint16_t *values;
    int all;
    struct writer *w;
};

/* Whether any value of the row is another one than the standard. */
static int differs(const struct numbers_writing *t, const struct number_row *row)
{
    return memcmp(t->values + row->first, t->form->standard() + row->first,
                  sizeof *t->values * (size_t)number_row_values(row)) != 0;
}

static void write_list(const struct numbers_writing *t, const struct number_row *row)
{
    write_begin(t->w, '[');
    for (int i = 0; i < row->count; i++)
        write_number(t->w, t->values[row->first + i]);
    write_end(t->w, ']');
}

/* An object by name or index; entries with their standard value only if all are wanted. */
static void write_entries(const struct numbers_writing *t, const struct number_row *row)
{
    char key[NUMBERS_KEY];
    write_begin(t->w, '{');
    for (int i = row->first; i < row->first + row->count; i++) {
        if (t->values[i] == t->form->standard()[i] && !t->all)
            continue;
        number_entry_name(row, i - row->first, key);
        write_key_of(t->w, key, strlen(key));
        write_number(t->w, t->values[i]);
    }
    write_end(t->w, '}');
}

/* Lists whose entries have names stay objects: their order means nothing to people. */
static void write_row(const struct numbers_writing *t, const struct number_row *row)
{
    if (!row->count)
        write_number(t->w, t->values[row->first]);
    else if (t->all && !row->name)
        write_list(t, row);
    else
        write_entries(t, row);
}

/* Rows a to b - 1, whose keys are the same for the first `skip` bytes. Rows with the same beginning
 * stand together in numbers.def, so that each object is written once. */
static void write_level(const struct numbers_writing *t, int a, int b, size_t skip)
{
    write_begin(t->w, '{');
    while (a < b) {
        const char *key = t->form->row(a)->key;
        size_t n = strcspn(key + skip, ".");
        int end = a, any = t->all;
        for (; end < b && strncmp(t->form->row(end)->key, key, skip + n) == 0 &&
               strcspn(t->form->row(end)->key + skip, ".") == n;
             end++)
            any |= differs(t, t->form->row(end));
        if (any) {
            write_key_of(t->w, key + skip, n);
            if (key[skip + n])
                write_level(t, a, end, skip + n + 1);
            else
                write_row(t, t->form->row(a));
        }
        a = end;
    }
    write_end(t->w, '}');
}

void numbers_write(const struct numbers_form *f, const uint16_t *values, int all, struct writer *w)
{
    struct numbers_writing t = {f, values, all, w};
    write_level(&t, 0, f->rows, 0);
}

void numbers_write_option(const struct game *g, const void *state, struct writer *w)
{
    if (!g->numbers->id(state))
        return;
    write_key(w, "numbers");
    numbers_write(g->numbers, numbers_in_force(g->numbers, state), 0, w);
}

/* So a number's standard does not count, and new rows in numbers.def leave the hashes of old tables
 * as they were. */
uint64_t numbers_hash(const struct numbers_form *f, const uint16_t *values)
{
    struct writer w = {0};
    numbers_write(f, values, 0, &w);
    uint64_t hash = hash_bytes(w.at, w.n);
    writer_free(&w);
    return hash;
}

/* ---- differences ---- */

/* Rows follow one another without gaps, so their last values ascend. */
static int row_of_value(const struct numbers_form *f, int value)
{
    int i = 0;
    while (f->row(i)->first + number_row_values(f->row(i)) <= value)
        i++;
    return i;
}

/* `key` as people write it: that of the row, or of the entry of a list. */
static void value_key(const struct number_row *row, int entry, char key[2 * NUMBERS_KEY])
{
    char name[NUMBERS_KEY];
    if (row->count)
        snprintf(key, 2 * NUMBERS_KEY, "%s.%s", row->key, number_entry_name(row, entry, name));
    else
        snprintf(key, 2 * NUMBERS_KEY, "%s", row->key);
}

/* Sets all members of *d when it returns 1, and none when it returns 0. */
int numbers_differ(const struct numbers_form *f, const uint16_t *values,
                   struct number_difference *d)
{
    int at = d->next;
    while (at < f->values && values[at] == f->standard()[at])
        at++;
    if (at == f->values)
        return 0;
    int row = row_of_value(f, at);
    d->row = f->row(row);
    d->idle = f->idle ? f->idle(values, row, at - d->row->first) : NULL;
    d->standard = f->standard()[at];
    d->now = values[at];
    d->next = at + 1;
    value_key(d->row, at - d->row->first, d->key);
    return 1;
}

/* Why a value that is the standard one has no effect, or NULL. */
static const char *idled(const struct numbers_form *f, const uint16_t *values, int row, int entry)
{
    int at = f->row(row)->first + entry;
    return values[at] == f->standard()[at] ? f->idle(values, row, entry) : NULL;
}

/* Whether this holds for a whole list, for one reason. */
static int is_idled_list(const struct numbers_form *f, const uint16_t *values, int row,
                         const char *because)
{
    const char *why = because;
    for (int i = 0; i < f->row(row)->count && why && !strcmp(why, because); i++)
        why = idled(f, values, row, i);
    return f->row(row)->count && why && !strcmp(why, because);
}

/* A whole list is named once if one reason holds for all of it; else each of its entries. */
int numbers_idled(const struct numbers_form *f, const uint16_t *values, struct number_idled *d)
{
    for (int at = d->next; f->idle && at < f->values; at++) {
        int row = row_of_value(f, at), entry = at - f->row(row)->first;
        if (!(d->because = idled(f, values, row, entry)))
            continue;
        int whole = !entry && is_idled_list(f, values, row, d->because);
        d->next = at + (whole ? f->row(row)->count : 1);
        if (whole)
            snprintf(d->key, sizeof d->key, "%s", f->row(row)->key);
        else
            value_key(f->row(row), entry, d->key);
        return 1;
    }
    return 0;
}

void numbers_write_idled(const struct numbers_form *f, const uint16_t *values, struct writer *w)
{
    struct number_idled d = {0};
    write_begin(w, '[');
    while (numbers_idled(f, values, &d)) {
        write_begin(w, '{');
        write_member_string(w, "key", d.key);
        write_member_string(w, "because", d.because);
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* One object for each value that differs, so a list may have several. */
void numbers_write_differences(const struct numbers_form *f, const uint16_t *values,
                               struct writer *w)
{
    struct number_difference d = {0};
    write_begin(w, '[');
    while (numbers_differ(f, values, &d)) {
        write_begin(w, '{');
        write_member_string(w, "key", d.key);
        write_member_number(w, "standard", d.standard);
        write_member_number(w, "now", d.now);
        write_member_string(w, "rule", d.row->rule);
        write_member_string(w, "text", d.row->text);
        if (d.idle)
            write_member_string(w, "idle", d.idle);
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* The first sentence must fit: with a longer text of a row `n` would lie beyond the buffer. */
char *number_difference_text(const struct number_difference *d, const char brackets[2],
                             char buf[DIFFERENCE_WORDS])
{
    int n = snprintf(buf, DIFFERENCE_WORDS, "%s: %d instead of %d. %s %c%s%c", d->key, d->now,
                     d->standard, d->row->text, brackets[0], d->row->rule, brackets[1]);
    if (d->idle)
        snprintf(buf + n, (size_t)(DIFFERENCE_WORDS - n), " It changes nothing, because of %s.",
                 d->idle);
    return buf;
}
