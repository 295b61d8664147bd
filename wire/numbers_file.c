/* Numbers files: people write them by hand, so every refusal names line, column and path; and what
 * is printed about them: the file itself, its schema and the table of the documentation. */
#include <stdio.h>
#include <stdlib.h>

#include "wire/game.h"
#include "wire/games.h"
#include "wire/numbers.h"
#include "wire/refuse.h"
#include "wire/write.h"

/* ---- where a path is in the text, which is valid JSON ---- */

/* `at` moves from `text` to `end`. The text has been parsed, so brackets and quotes match. */
struct numbers_place {
    const char *text, *at, *end;
};

static void skip_spaces(struct numbers_place *p)
{
    while (p->at < p->end && strchr(" \t\r\n", *p->at))
        p->at++;
}

/* Skips a string, from quote to quote. An escape is two bytes here, also \u0041: its digits are no
 * quotes. */
static void skip_string(struct numbers_place *p)
{
    for (p->at++; p->at < p->end && *p->at != '"'; p->at++)
        p->at += *p->at == '\\';
    p->at += p->at < p->end;
}

/* Skips a value up to what follows it. Bracketed values are skipped by their depth, others up to
 * the next sign of JSON or blank. */
static void skip_value(struct numbers_place *p)
{
    int depth = 0;
    do {
        skip_spaces(p);
        char c = p->at < p->end ? *p->at : 0;
        depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        if (c == '"')
            skip_string(p);
        else
            p->at += c != 0;
        while (!strchr("{}[]\"", c) && p->at < p->end && !strchr("{}[],: \t\r\n\"", *p->at))
            p->at++;
    } while (depth > 0 && p->at < p->end);
    skip_spaces(p);
}

/* From the opening bracket of an object to its member with this key, whose first byte is then at
 * `at`; returns 0 and moves nothing if there is none. `key` gets the place of the key itself. */
static int enter_object(struct numbers_place *p, const char *name, size_t n, const char **key)
{
    struct numbers_place q = *p;
    for (q.at++; skip_spaces(&q), q.at < q.end && *q.at == '"'; q.at += *q.at == ',') {
        const char *quote = q.at;
        skip_string(&q);
        size_t length = (size_t)(q.at - quote) - 2;
        skip_spaces(&q);
        q.at++;
        skip_spaces(&q);
        if (length == n && memcmp(quote + 1, name, n) == 0) {
            *p = q;
            *key = quote;
            return 1;
        }
        skip_value(&q);
        if (q.at == q.end)
            break;
    }
    return 0;
}

/* The same for an entry of a list, counted from 0. */
static int enter_list(struct numbers_place *p, long i)
{
    struct numbers_place q = *p;
    for (q.at++; i > 0 && q.at < q.end; i--) {
        skip_value(&q);
        q.at++;
    }
    skip_spaces(&q);
    if (i < 0 || q.at >= q.end)
        return 0;
    *p = q;
    return 1;
}

/* Entries of lists are counted from the row's `from` on. */
static long entry_of(const struct numbers_form *f, const char *path, size_t parent, long index)
{
    for (int i = 0; f && path && i < f->rows; i++)
        if (strncmp(f->row(i)->key, path, parent) == 0 && !f->row(i)->key[parent])
            return index - f->row(i)->from;
    return index;
}

/* The place of the value at `path`, such as numbers.spaces.coins.10, or of the nearest object or
 * list around it. Keys that are there are named at their own place. */
static const char *find(const struct numbers_form *f, const char *text, size_t n, const char *path)
{
    struct numbers_place p = {text, text, text + n};
    const char *found, *start = path;
    const char *key = strncmp(path, "numbers.", 8) == 0 ? path + 8 : NULL;
    skip_spaces(&p);
    found = p.at;
    while (*path && p.at < p.end) {
        size_t word = strcspn(path, ".");
        size_t parent = path - start > 8 ? (size_t)(path - start) - 9 : 0;
        int is_list = *p.at == '[';
        if (is_list ? !enter_list(&p, entry_of(f, key, parent, strtol(path, NULL, 10)))
                    : *p.at != '{' || !enter_object(&p, path, word, &found))
            break;
        if (is_list)
            found = p.at;
        path += word + (path[word] == '.');
    }
    return found;
}

/* The refusal's first value is its path; without one the beginning is meant. The new sentence
 * contains the old one, and the rule stays. */
static void refuse_in_file(const struct numbers_form *f, const char *text, size_t n,
                           struct refusal *why)
{
    struct refusal old = *why;
    char path[MAX_REFUSAL] = "";
    int line = 1, column = 1;
    if (old.values)
        snprintf(path, sizeof path, "%.*s", old.value[0].n, old.message + old.value[0].at);
    const char *at = find(f, text, n, path), *cards;
    char inside[MAX_REFUSAL + 8];
    /* Paths of cards begin below them, as in a cards file. */
    snprintf(inside, sizeof inside, "cards.%s", path);
    if (at == find(f, text, n, "") &&
        (cards = find(f, text, n, inside)) != find(f, text, n, "cards"))
        at = cards;
    for (const char *c = text; c < at; c++) {
        line += *c == '\n';
        column = *c == '\n' ? 1 : column + 1;
    }
    because(why, ROW(numbers_place), line, column, old.message);
    why->rule = old.rule;
}

/* ---- files ---- */

/* Sets *json as soon as the game is known, so that a later refusal finds its rows. Refuses files
 * for a game that has no numbers, and cards for a game that has none. */
static int read_head(const json_t *root, const struct game_json **json, struct refusal *why)
{
    if (numbers_head(root, "", why) < 0)
        return -1;
    *json = game_json_read(json_object_get(root, "game"), "game", why);
    if (!*json)
        return -1;
    if (!(*json)->game->numbers)
        return because(why, ROW(numbers_none), "game", (*json)->game->name);
    if (json_object_get(root, "cards") && !(*json)->cards_hash)
        return because(why, ROW(numbers_no_cards), "cards", (*json)->game->name);
    return 0;
}

/* The file as options. Owned by the caller; its members are shared with the file's. */
static json_t *options_of(const json_t *root)
{
    json_t *options = json_object();
    MUST(options);
    json_object_set(options, "numbers", json_object_get(root, "numbers"));
    if (json_object_get(root, "cards"))
        json_object_set(options, "cards", json_object_get(root, "cards"));
    return options;
}

/* Cards are checked by the game, together with the numbers. */
static int check_cards(const json_t *root, int players, const struct game_json *json,
                       struct refusal *why)
{
    uint64_t state[MAX_STATE_BYTES / 8];
    const json_t *cards = json_object_get(root, "cards");
    if (!cards)
        return 0;
    if (!json_is_object(cards))
        return because(why, ROW(numbers_object), "cards");
    json_t *options = options_of(root);
    json->game->init(state, players);
    int bad = json->read_options(state, options, why);
    json_decref(options);
    return bad;
}

/* Reads all of the file for its refusals alone: the values are thrown away, and read_options reads
 * them again from the options when a game is made. */
static int read_root(const json_t *root, int players, const struct game_json **json,
                     struct refusal *why)
{
    uint16_t values[NUMBERS_VALUES];
    if (read_head(root, json, why) < 0)
        return -1;
    const json_t *numbers = json_object_get(root, "numbers");
    const struct game *g = (*json)->game;
    if (!numbers)
        return because(why, ROW(numbers_object), "numbers");
    players = players ? players : g->min_players;
    if (numbers_read(g->numbers, numbers, players, values, why) < 0)
        return -1;
    return check_cards(root, players, *json, why);
}

/* The caller owns the object. A text that is no JSON is refused at the place that Jansson names;
 * all other refusals have a path, whose place is looked for in the text again. */
json_t *numbers_read_file(const char *text, size_t n, int players, const struct game_json **json,
                          struct refusal *why)
{
    json_error_t error;
    json_t *root = json_loadb(text, n, JSON_REJECT_DUPLICATES, &error), *options = NULL;
    *json = NULL;
    if (!root) {
        because(why, ROW(numbers_place), error.line > 0 ? error.line : 1,
                error.column > 0 ? error.column : 1, error.text);
        return NULL;
    }
    if (read_root(root, players, json, why) < 0)
        refuse_in_file(*json ? (*json)->game->numbers : NULL, text, n, why);
    else
        options = options_of(root);
    json_decref(root);
    return options;
}

/* ---- printing ---- */

/* Compact JSON as lines: a member a line, lists and innermost schemas in one. Our own writer wrote
 * it, so there are no blanks outside strings and no text of ours ends with a backslash. */
static void lay_out(const char *json, size_t n, struct writer *w)
{
    int depth = 0, in_list = 0, in_string = 0;
    for (size_t i = 0; i < n; i++) {
        char c = json[i];
        in_string ^= c == '"' && (i == 0 || json[i - 1] != '\\');
        in_list += in_string ? 0 : (c == '[') - (c == ']');
        int opens = !in_string && c == '{', closes = !in_string && c == '}';
        depth += opens - closes;
        int ends = i + 1 < n && json[i + 1] == '}' && !in_string;
        writer_grow(w, 2 * (size_t)depth + 8);
        if (closes && json[i - 1] != '{')
            w->n += (size_t)sprintf(w->at + w->n, "\n%*s", 2 * depth, "");
        w->at[w->n++] = c;
        if ((opens && !ends) || (!in_string && !in_list && c == ','))
            w->n += (size_t)sprintf(w->at + w->n, "\n%*s", 2 * depth, "");
        else if (!in_string && (c == ':' || c == ','))
            w->at[w->n++] = ' ';
    }
    w->at[w->n++] = '\n';
    w->at[w->n] = 0;
}

/* Cards are never in it: they have a file of their own. */
void numbers_write_file(const struct game *g, const uint16_t *values, int all, struct writer *w)
{
    struct writer flat = {0};
    write_begin(&flat, '{');
    write_member_string(&flat, "format", "charlatan-numbers");
    write_member_number(&flat, "version", 1);
    write_member_string(&flat, "game", g->name);
    write_key(&flat, "numbers");
    numbers_write(g->numbers, values, all, &flat);
    write_end(&flat, '}');
    lay_out(flat.at, flat.n, w);
    writer_free(&flat);
}

/* ---- the schema ---- */

static void write_range(const struct number_row *row, struct writer *w)
{
    write_begin(w, '{');
    write_member_string(w, "type", "integer");
    write_member_number(w, "minimum", row->least);
    write_member_number(w, "maximum", row->most);
    write_end(w, '}');
}

/* Members of an object that is already open. Names of entries are our own and need no escapes. */
static void write_entries_schema(const struct number_row *row, struct writer *w)
{
    char key[NUMBERS_KEY];
    write_member_string(w, "type", "object");
    write_key(w, "properties");
    write_begin(w, '{');
    for (int i = 0; i < row->count; i++) {
        number_entry_name(row, i, key);
        write_key_of(w, key, strlen(key));
        write_range(row, w);
    }
    write_end(w, '}');
    write_member_bool(w, "additionalProperties", 0);
}

/* A list as a whole, or some of its entries by index. */
static void write_list_schema(const struct number_row *row, struct writer *w)
{
    write_key(w, "oneOf");
    write_begin(w, '[');
    write_begin(w, '{');
    write_member_string(w, "type", "array");
    write_member_number(w, "minItems", row->count);
    write_member_number(w, "maxItems", row->count);
    write_key(w, "items");
    write_range(row, w);
    write_end(w, '}');
    write_begin(w, '{');
    write_entries_schema(row, w);
    write_end(w, '}');
    write_end(w, ']');
}

/* The standard value, or the whole list of them. */
static void write_default(const struct numbers_form *f, const struct number_row *row,
                          struct writer *w)
{
    write_key(w, "default");
    if (!row->count) {
        write_number(w, f->standard()[row->first]);
        return;
    }
    write_begin(w, '[');
    for (int i = 0; i < row->count; i++)
        write_number(w, f->standard()[row->first + i]);
    write_end(w, ']');
}

/* `default` is for editors, which offer it; readers do not look at it. The description has the
 * row's text and its rule. */
static void write_row_schema(const struct numbers_form *f, const struct number_row *row,
                             struct writer *w)
{
    char text[1024];
    snprintf(text, sizeof text, "%s (%s)", row->text, row->rule);
    write_begin(w, '{');
    write_member_string(w, "description", text);
    if (row->count) {
        write_list_schema(row, w);
    } else {
        write_member_string(w, "type", "integer");
        write_member_number(w, "minimum", row->least);
        write_member_number(w, "maximum", row->most);
    }
    write_default(f, row, w);
    write_end(w, '}');
}

/* The rows from a to b - 1, whose keys are the same for the first `skip` bytes. Writes one whole
 * schema of an object. Recursion goes as deep as keys have dots. */
static void write_level(const struct numbers_form *f, int a, int b, size_t skip, struct writer *w)
{
    write_begin(w, '{');
    write_member_string(w, "type", "object");
    write_key(w, "properties");
    write_begin(w, '{');
    for (int end; a < b; a = end) {
        const char *key = f->row(a)->key;
        size_t n = strcspn(key + skip, ".");
        for (end = a + 1; end < b && strncmp(f->row(end)->key, key, skip + n) == 0 &&
                          strcspn(f->row(end)->key + skip, ".") == n;)
            end++;
        write_key_of(w, key + skip, n);
        if (key[skip + n])
            write_level(f, a, end, skip + n + 1, w);
        else
            write_row_schema(f, f->row(a), w);
    }
    write_end(w, '}');
    write_member_bool(w, "additionalProperties", 0);
    write_end(w, '}');
}

static void write_const(struct writer *w, const char *key, const char *text)
{
    write_key(w, key);
    write_begin(w, '{');
    write_member_string(w, "const", text);
    write_end(w, '}');
}

/* The schema's members at the top, one for each member that numbers_head allows; cards only where
 * the game has some. */
static void write_properties(const struct game *g, struct writer *w)
{
    write_key(w, "properties");
    write_begin(w, '{');
    write_const(w, "format", "charlatan-numbers");
    write_key(w, "version");
    write_begin(w, '{');
    write_member_number(w, "const", 1);
    write_end(w, '}');
    write_const(w, "game", g->name);
    write_key(w, "numbers");
    write_level(g->numbers, 0, g->numbers->rows, 0, w);
    if (game_json_by_name(g->name)->cards_hash) {
        write_key(w, "cards");
        write_begin(w, '{');
        write_member_string(w, "type", "object");
        write_member_string(w, "description",
                            "Values of cards and wizards, as in a cards file (A13).");
        write_end(w, '}');
    }
    write_end(w, '}');
}

/* The address is an id and leads nowhere (RFC 2606: .invalid). All objects refuse further members,
 * so that an editor marks a slip as the reader would. */
void numbers_write_schema(const struct game *g, struct writer *w)
{
    static const char *const required[] = {"format", "version", "game", "numbers"};
    struct writer flat = {0};
    char title[MAX_SENTENCE];
    write_begin(&flat, '{');
    write_member_string(&flat, "$schema", "https://json-schema.org/draft/2020-12/schema");
    snprintf(title, sizeof title, "https://charlatan.invalid/schema/numbers-%s.json", g->name);
    write_member_string(&flat, "$id", title);
    snprintf(title, sizeof title, "%s: a numbers file", g->title);
    write_member_string(&flat, "title", title);
    write_member_string(&flat, "type", "object");
    write_properties(g, &flat);
    write_key(&flat, "required");
    write_begin(&flat, '[');
    for (size_t i = 0; i < sizeof required / sizeof required[0]; i++)
        write_string(&flat, required[i]);
    write_end(&flat, ']');
    write_member_bool(&flat, "additionalProperties", 0);
    write_end(&flat, '}');
    lay_out(flat.at, flat.n, w);
    writer_free(&flat);
}

/* ---- the table ---- */

/* Not JSON: the writer is used as a buffer only. */
static void write_text(struct writer *w, const char *text)
{
    w->comma = 0;
    write_bytes(w, text, strlen(text), 0);
}

/* A list that is the same throughout is written once. */
static void write_standard(const struct numbers_form *f, const struct number_row *row,
                           struct writer *w)
{
    const uint16_t *value = f->standard() + row->first;
    int same = 1;
    char number[16];
    for (int i = 1; i < number_row_values(row); i++)
        same &= value[i] == value[0];
    for (int i = 0; i < (same ? 1 : number_row_values(row)); i++) {
        snprintf(number, sizeof number, i ? " %d" : "%d", value[i]);
        write_text(w, number);
    }
}

/* A list has one row, from its first entry to its last. Texts of rows must not have a "|", which is
 * not escaped. */
static void write_table_row(const struct numbers_form *f, const struct number_row *row,
                            struct writer *w)
{
    char line[1024], first[NUMBERS_KEY], last[NUMBERS_KEY];
    if (row->count)
        snprintf(line, sizeof line, "| `%s.%s` … `.%s` | ", row->key,
                 number_entry_name(row, 0, first), number_entry_name(row, row->count - 1, last));
    else
        snprintf(line, sizeof line, "| `%s` | ", row->key);
    write_text(w, line);
    write_standard(f, row, w);
    snprintf(line, sizeof line, " | %d–%d | %s | %s |\n", row->least, row->most, row->rule,
             row->text);
    write_text(w, line);
}

void numbers_write_table(const struct game *g, struct writer *w)
{
    write_text(w, "| key | standard | range | rule | what it is |\n|---|---|---|---|---|\n");
    for (int i = 0; i < g->numbers->rows; i++)
        write_table_row(g->numbers, g->numbers->row(i), w);
}
