/* The JSON writer, and readers of values that name the place and the reason of an error. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/view.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/hex.h"
#include "wire/read.h"
#include "wire/refuse.h"
#include "wire/write.h"

/* ---- writer ---- */

/* Doubles, so that a long text is copied a few times only. The room is n + 1 at least, for the zero
 * at the end. */
void writer_grow(struct writer *w, size_t n)
{
    w->cap = 2 * (w->n + n + 1) + 1024;
    char *bigger = realloc(w->lent ? NULL : w->at, w->cap);
    if (!bigger) {
        fputs("charlatan: out of memory\n", stderr);
        exit(1);
    }
    if (w->lent)
        memcpy(bigger, w->at, w->n);
    w->at = bigger;
    w->lent = 0;
}

/* Most keys and names have 4 to 16 bytes: two moves that may overlap are faster than a call. */
static inline void copy_word(char *to, const char *from, size_t n)
{
    if (n < 4 || n > 16) {
        memcpy(to, from, n);
    } else if (n < 8) {
        memcpy(to, from, 4);
        memcpy(to + n - 4, from + n - 4, 4);
    } else {
        memcpy(to, from, 8);
        memcpy(to + n - 8, from + n - 8, 8);
    }
}

void writer_free(struct writer *w)
{
    if (!w->lent)
        free(w->at);
    memset(w, 0, sizeof *w);
}

void writer_reset(struct writer *w)
{
    w->n = 0;
    w->comma = 0;
}

/* ---- strings ---- */

static int is_plain_byte(unsigned char c)
{
    return c >= 0x20 && c != '"' && c != '\\' && c != 0x7f;
}

/* Nonzero if any of the eight bytes equals c. The usual trick: subtracting 1 from a zero byte
 * borrows into its top bit. False hits are possible only above a true one, which does not matter
 * for yes or no. */
static uint64_t has_byte(uint64_t eight, unsigned char c)
{
    uint64_t ones = 0x0101010101010101u, x = eight ^ ones * c;
    return (x - ones) & ~x & ones << 7;
}

/* Eight bytes at once; they need no alignment. `low` marks bytes below 0x20; those above 0x7f are
 * plain, as UTF-8 is written as it is. */
static int are_plain(const char *text)
{
    uint64_t eight, ones = 0x0101010101010101u;
    memcpy(&eight, text, 8);
    uint64_t low = (eight - ones * 0x20) & ~eight & ones << 7;
    return !(low | has_byte(eight, '"') | has_byte(eight, '\\') | has_byte(eight, 0x7f));
}

/* Returns 1 if nothing must be escaped. That is the usual case; the text is then copied at once. */
static int is_plain(const char *text, size_t n)
{
    size_t at = 0;
    for (; at + 8 <= n; at += 8)
        if (!are_plain(text + at))
            return 0;
    for (; at < n; at++)
        if (!is_plain_byte((unsigned char)text[at]))
            return 0;
    return 1;
}

/* One form for each character, so that the same text always has the same bytes: \" and \\, and
 * \u00XX for all others, \n included. */
static void put_escape(struct writer *w, unsigned char c)
{
    char code[8];
    int n = c == '"' || c == '\\' ? snprintf(code, sizeof code, "\\%c", c)
                                  : snprintf(code, sizeof code, "\\u%04x", c);
    write_bytes(w, code, (size_t)n, 0);
}

/* The slow way, byte by byte; few texts come here. */
static void write_escaped(struct writer *w, const char *text)
{
    write_bytes(w, "\"", 1, 0);
    for (; *text; text++)
        if (is_plain_byte((unsigned char)*text))
            write_bytes(w, text, 1, 0);
        else
            put_escape(w, (unsigned char)*text);
    write_bytes(w, "\"", 1, 1);
}

/* The comma before the key was put by writer_room; none is due between a key and its value. */
void write_key_of(struct writer *w, const char *key, size_t n)
{
    char *to = writer_room(w, n + 3);
    *to++ = '"';
    copy_word(to, key, n);
    memcpy(to + n, "\":", 3);
    w->n = (size_t)(to - w->at) + n + 2;
    w->comma = 0;
}

/* The text is written as it is if nothing must be escaped, else byte by byte. */
void write_string(struct writer *w, const char *text)
{
    size_t n = strlen(text);
    if (!is_plain(text, n)) {
        write_escaped(w, text);
        return;
    }
    char *to = writer_room(w, n + 2);
    *to++ = '"';
    copy_word(to, text, n);
    memcpy(to + n, "\"", 2);
    w->n = (size_t)(to - w->at) + n + 1;
    w->comma = 1;
}

/* ---- other values ---- */

/* The smallest number has no positive counterpart, so digits come from an unsigned one. */
void write_long_number(struct writer *w, long long number)
{
    char digits[24], *end = digits + sizeof digits, *at = end;
    unsigned long long left =
        number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number;
    do
        *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (number < 0)
        *--at = '-';
    write_bytes(w, at, (size_t)(end - at), 1);
}

void write_seat_set(struct writer *w, uint32_t seats)
{
    write_begin(w, '[');
    for (; seats; seats &= seats - 1)
        write_number(w, bit_lowest(seats));
    write_end(w, ']');
}

void write_raw(struct writer *w, const char *json, size_t n)
{
    write_bytes(w, json, n, 1);
}

/* ---- reader ---- */

/* Whole numbers only: 3.0 is a real number for Jansson and is refused. */
int read_int(const json_t *value, const char *place, int least, int most, int *to,
             struct refusal *why)
{
    if (!json_is_integer(value))
        return because(why, ROW(number_needed), place, least, most);
    json_int_t n = json_integer_value(value);
    if (n < least || n > most)
        return because(why, ROW(number_out_of_range), place, least, most);
    *to = (int)n;
    return 0;
}

/* A number in JSON is signed; those from 2^63 on have to be given as hex digits. The refusal names
 * no place: "seed" is the only member that it can be. */
int seed_read_json(const json_t *value, uint8_t seed[32], struct refusal *why)
{
    if (json_is_string(value) && seed_read_hex(json_string_value(value), seed) == 0)
        return 0;
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return because(why, ROW(seed_needed));
    seed_from_number((uint64_t)json_integer_value(value), seed);
    return 0;
}

int read_bool(const json_t *value, const char *place, int *to, struct refusal *why)
{
    if (!json_is_boolean(value))
        return because(why, ROW(flag_needed), place);
    *to = json_is_true(value);
    return 0;
}

/* `to` is a byte of a state: *to is unchanged unless 0 is returned. */
int read_flag(const json_t *object, const char *key, uint8_t *to, struct refusal *why)
{
    int yes = 0;
    if (read_bool(json_object_get(object, key), key, &yes, why) < 0)
        return -1;
    *to = (uint8_t)yes;
    return 0;
}

/* A seat that is named twice counts once. *to is unchanged on failure. */
int read_seat_set(const json_t *list, const char *place, int players, uint8_t *to,
                  struct refusal *why)
{
    uint32_t seats = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        int seat = 0;
        if (read_int(json_array_get(list, i), place, 0, players - 1, &seat, why) < 0)
            return -1;
        seats |= 1u << seat;
    }
    *to = (uint8_t)seats;
    return 0;
}

/* A slip has so many letters at most: more, and the suggestion would be a guess. */
enum { KEY_FAR = 2 };

/* Levenshtein's distance, with one row of the table: `corner` is what the row above had one column
 * before. Bytes count, so a letter outside ASCII counts as several. */
int text_distance(const char *a, const char *b)
{
    int row[TEXT_FAR], n = (int)strlen(b);
    if (n >= TEXT_FAR || strlen(a) >= TEXT_FAR)
        return TEXT_FAR;
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int change = corner + (a[i - 1] != b[j - 1]), less = row[j] < row[j - 1];
            corner = row[j];
            int other = (less ? row[j] : row[j - 1]) + 1;
            row[j] = change < other ? change : other;
        }
    }
    return row[n];
}

/* The name that a key may be meant for, such as second_chance for second-chance; or NULL. For short
 * names half their letters is already too far, else every key of two letters would be meant. */
static const char *nearest_name(const char *key, const char *const *names)
{
    const char *best = NULL;
    int least = KEY_FAR + 1;
    for (; *names; names++) {
        int far = text_distance(key, *names);
        if (far < least && far < (int)strlen(*names) / 2) {
            least = far;
            best = *names;
        }
    }
    return best;
}

/* A key of a stranger's is cut to 60 bytes in the path. */
int refuse_key(const char *place, const char *key, const char *const *names, struct refusal *why)
{
    char path[200];
    const char *near = nearest_name(key, names);
    snprintf(path, sizeof path, "%s%s%.60s", place, *place ? "." : "", key);
    if (near)
        return because(why, ROW(unknown_key_near), path, near);
    return because(why, ROW(unknown_key), path);
}

static int is_among(const char *key, const char *const *names)
{
    while (*names && strcmp(*names, key) != 0)
        names++;
    return *names != NULL;
}

int only_keys(const json_t *object, const char *place, const char *const *names,
              struct refusal *why)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
        if (!is_among(key, names))
            return refuse_key(place, key, names, why);
    return 0;
}

unsigned unknown_keys(const json_t *object, const char *const *names)
{
    const char *key;
    json_t *value;
    unsigned n = 0;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
        n += !is_among(key, names);
    return n;
}

/* After 1 every member has one of the names, so that read_options need not look for others. */
int options_given(const json_t *options, const char *const *names, struct refusal *why)
{
    if (!options)
        return 0;
    if (!json_is_object(options))
        return because(why, ROW(options_not_object));
    return only_keys(options, "", names, why) < 0 ? -1 : 1;
}

/* ---- members ---- */

void options_write(struct writer *w, const struct game_json *json, const void *state)
{
    write_key(w, "options");
    json->write_options(state, w);
}

/* The text and not the bytes of the state is hashed: it is the same on every machine and for every
 * layout of the struct. */
uint64_t state_hash(const struct game_json *json, const void *state)
{
    /* Enough for all but six players with a cards file. */
    char text[4096];
    struct writer w = {.at = text, .cap = sizeof text, .lent = 1};
    json->write_state(state, &w);
    uint64_t hash = hash_bytes(w.at, w.n);
    writer_free(&w);
    return hash;
}

/* Not by the locale: the order is a part of the protocol. */
static int by_bytes(const void *a, const void *b)
{
    return strcmp((const char *)a, (const char *)b);
}

/* At most 64 answers: legal() returns a set of so many bits. */
void actions_write(struct writer *w, const struct game *g, const void *state, int seat)
{
    char name[64][MAX_NAME];
    size_t n = 0;
    for (uint64_t answers = g->legal(state, seat); answers; answers &= answers - 1)
        g->action_name(state, seat, bit_lowest(answers), name[n++]);
    qsort(name, n, sizeof name[0], by_bytes);
    write_key(w, "actions");
    write_begin(w, '[');
    for (size_t i = 0; i < n; i++)
        write_string(w, name[i]);
    write_end(w, ']');
}

/* Scores are those of the rules at this moment, also of a game that is not over; winners() decides
 * ties. */
void result_write(struct writer *w, const char *key, const struct game *g, const void *state)
{
    write_key(w, key);
    write_begin(w, '[');
    for (int seat = 0; seat < g->players(state); seat++)
        write_number(w, g->score(state, seat));
    write_end(w, ']');
    write_key(w, "winners");
    write_seat_set(w, g->winners(state));
}

/* ---- views ---- */

/* Redacting what is redacted changes nothing, so any difference is something that should be
 * hidden. */
int view_shows_secrets(const struct game *g, const void *view, int viewer)
{
    uint64_t hidden[MAX_STATE_BYTES / 8];
    memcpy(hidden, view, g->state_bytes);
    g->redact(hidden, viewer);
    return memcmp(hidden, view, g->state_bytes) != 0;
}

/* *v has its game and seat also after a refusal, but its bytes may be half read. */
int view_read(struct view *v, const struct game_json *json, const json_t *root, int viewer,
              struct refusal *why)
{
    const char *name = json_string_value(json_object_get(root, "game"));
    memset(v, 0, sizeof *v);
    v->game = json->game;
    v->seat = viewer;
    if (!name || strcmp(name, json->game->name) != 0)
        return because(why, ROW(other_game_view), json->game->name);
    return json->read_view(v->bytes, root, viewer, why);
}

/* ---- the games ---- */

/* `index` must not go beyond the NULL at the end: callers count from 0 and stop there. */
const struct game_json *game_json_at(int index)
{
    static const struct game_json *const games[] = {
#define GAME(x) &x##_json,
#include "games/games.def"
        NULL};
    return games[index];
}

const struct game_json *game_json_by_name(const char *name)
{
    const struct game_json *game;
    for (int i = 0; (game = game_json_at(i)); i++)
        if (strcmp(game->game->name, name) == 0)
            return game;
    return NULL;
}

char *game_json_names(char buf[GAME_NAMES])
{
    int n = 0;
    for (int i = 0; game_json_at(i) && n < GAME_NAMES; i++)
        n += snprintf(buf + n, (size_t)(GAME_NAMES - n), "%s%s", i ? ", " : "",
                      game_json_at(i)->game->name);
    return buf;
}

const struct game_json *game_json_read(const json_t *name, const char *place, struct refusal *why)
{
    const char *text = json_string_value(name);
    const struct game_json *game = text ? game_json_by_name(text) : NULL;
    char names[GAME_NAMES];
    if (!game)
        because(why, ROW(unknown_game), place, game_json_names(names));
    return game;
}
