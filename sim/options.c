/* Options on the command line: each --set, and each value of a --sweep, goes into the `options`
 * object of the protocol, which the game's own reader then checks. */
#include "sim/options.h"

#include <stdio.h>
#include <jansson.h>

#include "sim/gauge.h"
#include "sim/refusals.h"
#include "wire/refuse.h"

#define REFUSAL REFUSAL_DEFINE
#include "sim/refusals.def"
#undef REFUSAL

/* ---- keys ---- */

/* Names the option as it was written, cut to what a refusal can hold. -1, as every refusal. */
static int refuse_path(const char *text, size_t n, struct refusal *why)
{
    char name[MAX_REFUSAL];
    snprintf(name, sizeof name, "%.*s", (int)n, text);
    return because(why, ROW(option_name), name);
}

/* One key fewer than there is room for: spelling out may insert some. Empty keys are refused
 * ("a..b", "=3"). A key that is too long is cut to what no game knows, so the reader refuses it. */
static int path_read(struct option_path *p, const char *text, size_t n, struct refusal *why)
{
    memset(p, 0, sizeof *p);
    for (size_t i = 0, at = 0; i <= n; i++) {
        if (i < n && text[i] != '.') {
            if (at + 1 < OPTION_KEY)
                p->key[p->n][at++] = text[i];
            continue;
        }
        if (at == 0 || p->n == OPTION_KEYS - 1)
            return refuse_path(text, n, why);
        p->n++;
        at = 0;
    }
    return 0;
}

void option_path_insert(struct option_path *p, int at, const char *key)
{
    if (p->n == OPTION_KEYS)
        return;
    memmove(p->key[at + 1], p->key[at], sizeof p->key[0] * (size_t)(p->n - at));
    snprintf(p->key[at], OPTION_KEY, "%s", key);
    p->n++;
}

int option_is_any(const char *key, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(key, *names) == 0)
            return 1;
    return 0;
}

/* ---- values ---- */

/* Reads a value as JSON if possible, else as a text; @FILE is the JSON in a file. The caller owns
 * it; NULL with the reason. A text that is no JSON is taken as it is, so names need no quotes on
 * the command line. */
static json_t *value_read(const char *text, struct refusal *why)
{
    json_error_t error;
    if (text[0] == '@') {
        json_t *file = json_load_file(text + 1, JSON_REJECT_DUPLICATES, &error);
        if (!file)
            because(why, ROW(option_file), text + 1, error.text);
        return file;
    }
    json_t *value = json_loads(text, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
    if (!value && !(value = json_string(text)))
        because(why, ROW(value_not_text));
    return value;
}

/* The object under this key; what was set there as a whole is taken apart, anything else replaced.
 * The parent owns what is returned. */
static json_t *object_at(json_t *parent, const char *key, const struct option_forms *forms)
{
    json_t *value = json_object_get(parent, key), *parts = NULL;
    if (json_is_object(value))
        return value;
    if (value && forms && forms->take_apart)
        parts = forms->take_apart(key, value);
    json_object_set_new(parent, key, parts ? parts : json_object());
    return json_object_get(parent, key);
}

/* Later options win over earlier ones. What the value may be, the game's own reader says. The value
 * is handed over to the object, also when that fails. */
int set_option(json_t *options, const struct game *g, const char *text, struct refusal *why)
{
    const char *equals = strchr(text, '=');
    struct option_path p;
    if (!equals)
        return because(why, ROW(value_missing), text);
    if (path_read(&p, text, (size_t)(equals - text), why) < 0)
        return -1;
    json_t *value = value_read(equals + 1, why);
    if (!value)
        return -1;
    const struct option_forms *forms = gauge_of(g)->forms;
    if (forms && forms->spell_out)
        forms->spell_out(&p, &value);
    for (int i = 0; i + 1 < p.n; i++)
        options = object_at(options, p.key[i], forms);
    if (json_object_set_new(options, p.key[p.n - 1], value) < 0)
        return because(why, ROW(option_name_not_text));
    return 0;
}
