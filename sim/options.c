/* Options on the command line: --set and --sweep build the `options` object of the protocol, which
 * the game's own reader then checks. */
#include <stdlib.h>

#include "games/arcane/arcane.h"
#include "sim/sim.h"

enum { KEYS = 6, KEY = 48 };

struct path {
    char key[KEYS][KEY];
    int n;
};

/* ---- keys ---- */

static int path_read(struct path *p, const char *text, size_t n, struct refusal *why)
{
    memset(p, 0, sizeof *p);
    for (size_t i = 0, at = 0; i <= n; i++) {
        if (i < n && text[i] != '.') {
            if (at + 1 < KEY)
                p->key[p->n][at++] = text[i];
            continue;
        }
        if (at == 0 || p->n == KEYS - 1)
            return refuse(why, NULL, "'%.*s' is no name of an option", (int)n, text);
        p->n++;
        at = 0;
    }
    return 0;
}

static void path_insert(struct path *p, int at, const char *key)
{
    if (p->n == KEYS)
        return; /* too deep to mean anything: the reader will say so */
    memmove(p->key[at + 1], p->key[at], sizeof p->key[0] * (size_t)(p->n - at));
    snprintf(p->key[at], KEY, "%s", key);
    p->n++;
}

static int is_any(const char *key, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(key, *names) == 0)
            return 1;
    return 0;
}

/* What an item takes away is a number of its effect; designers call it the loss. */
static const char *effect_key(const char *item, const char *key)
{
    static const char *const infamy[] = {"bottled-fairy", "invisible-ring", NULL};
    static const char *const gold[] = {"dark-lotus", "bubbling-cauldron", NULL};
    if (strcmp(key, "loss") != 0)
        return key;
    return is_any(item, infamy) ? "infamy" : is_any(item, gold) ? "gold" : key;
}

/* Short forms of Arcane Alley's cards (A13): cards.byros.gold is cards.wizards.byros.gold, and
 * cards.bottled-fairy.loss is cards.items.bottled-fairy.effect.infamy. */
static void spell_out_cards(struct path *p)
{
    static const char *const parts[] = {"items", "wizards", "start", NULL};
    static const char *const plain[] = {"gold", "infamy", "counts", "effect", NULL};
    if (p->n < 2 || strcmp(p->key[0], "cards") != 0)
        return;
    if (!is_any(p->key[1], parts))
        path_insert(p, 1, arcane_wizard_by_id(p->key[1]) < 0 ? "items" : "wizards");
    if (p->n == 4 && strcmp(p->key[1], "items") == 0 && !is_any(p->key[3], plain)) {
        const char *key = effect_key(p->key[2], p->key[3]);
        if (key != p->key[3])
            snprintf(p->key[3], KEY, "%s", key);
        path_insert(p, 3, "effect");
    }
}

/* ---- values ---- */

static json_t *value_read(const char *text, struct refusal *why)
{
    json_error_t error;
    if (text[0] == '@') {
        json_t *file = json_load_file(text + 1, JSON_REJECT_DUPLICATES, &error);
        if (!file)
            refuse(why, NULL, "%.100s: %.100s", text + 1, error.text);
        return file;
    }
    json_t *value = json_loads(text, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
    if (!value && !(value = json_string(text)))
        refuse(why, NULL, "a value has to be text in UTF-8");
    return value;
}

/* One count stands for both sizes of the deck. */
static json_t *both_counts(json_t *value)
{
    return json_pack("[I,o]", json_integer_value(value), value);
}

/* A set of books, so that one colour of it can be changed. */
static json_t *books_of_set(json_int_t set)
{
    return json_pack("{s:I,s:I,s:I,s:I,s:I}", "green", set, "blue", set, "red", set, "yellow", set,
                     "purple", set);
}

/* The object under this key, made where there is none. */
static json_t *object_at(json_t *parent, const char *key)
{
    json_t *value = json_object_get(parent, key);
    if (json_is_integer(value) && strcmp(key, "books") == 0)
        json_object_set_new(parent, key, books_of_set(json_integer_value(value)));
    else if (!json_is_object(value))
        json_object_set_new(parent, key, json_object());
    return json_object_get(parent, key);
}

int set_option(json_t *options, const struct game *g, const char *text, struct refusal *why)
{
    const char *equals = strchr(text, '=');
    struct path p;
    if (!equals)
        return refuse(why, NULL, "'%.80s' has no value; write key=value", text);
    if (path_read(&p, text, (size_t)(equals - text), why) < 0)
        return -1;
    json_t *value = value_read(equals + 1, why);
    if (!value)
        return -1;
    if (strcmp(g->name, "arcane") == 0)
        spell_out_cards(&p);
    if (strcmp(p.key[p.n - 1], "counts") == 0 && json_is_integer(value))
        value = both_counts(value);
    for (int i = 0; i + 1 < p.n; i++)
        options = object_at(options, p.key[i]);
    if (json_object_set_new(options, p.key[p.n - 1], value) < 0)
        return refuse(why, NULL, "the name of an option has to be text in UTF-8");
    return 0;
}

/* ---- sweeps ---- */

static int range_read(const char *text, char label[MAX_VALUES][64], struct refusal *why)
{
    char *end;
    const long most = 1000000000; /* more than any option may be */
    long from = strtol(text, &end, 10), to;
    if (end == text || strncmp(end, "..", 2) != 0)
        return 0;
    const char *second = end + 2;
    to = strtol(second, &end, 10);
    if (end == second || *end || from < -most || to > most || to < from || to - from >= MAX_VALUES)
        return refuse(why, NULL, "'%.60s' is no range of at most %d values, as 1..6 is", text,
                      MAX_VALUES);
    for (long i = from; i <= to; i++)
        snprintf(label[i - from], 64, "%ld", i);
    return (int)(to - from) + 1;
}

/* Commas part values, but not inside brackets. */
static int list_read(const char *text, char label[MAX_VALUES][64], struct refusal *why)
{
    int n = 0, depth = 0;
    size_t at = 0;
    for (;; text++) {
        depth += (*text == '[') + (*text == '{') - (*text == ']') - (*text == '}');
        if (*text && (*text != ',' || depth)) {
            if (at == 63)
                return refuse(why, NULL, "a value is longer than 63 characters");
            label[n][at++] = *text;
            continue;
        }
        label[n++][at] = '\0';
        if (at == 0)
            return refuse(why, NULL, "a value is missing");
        at = 0;
        if (!*text)
            return n;
        if (n == MAX_VALUES)
            return refuse(why, NULL, "at most %d values", MAX_VALUES);
    }
}

int sweep_read(const char *text, char key[64], char label[MAX_VALUES][64], struct refusal *why)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || equals - text >= 64)
        return refuse(why, NULL, "write key=1..6, or key=x,y,z");
    memcpy(key, text, (size_t)(equals - text));
    key[equals - text] = '\0';
    int n = range_read(equals + 1, label, why);
    if (n == 0)
        n = list_read(equals + 1, label, why);
    if (n == 1)
        return refuse(why, NULL, "a sweep needs two values or more");
    return n;
}
