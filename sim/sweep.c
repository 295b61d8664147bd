/* Sweeps: every --sweep is a list of values of one option; several make a grid of all
 * combinations.
 *
 * Settings are numbered like a counter whose last digit, the last --sweep, runs fastest. Setting
 * 0 has the first value of every sweep; all others are compared with it. */
#include "sim/sweep.h"

#include <stdlib.h>

#include "sim/plan.h"
#include "sim/refusals.h"
#include "sim/results.h"
#include "wire/refuse.h"

/* ---- reading ---- */

/* Leaves s->n at 0 if the text is not a range at all. 0, or -1 with the reason. */
static int range_read(const char *text, struct sim_sweep *s, struct refusal *why)
{
    char *end;
    /* More than any option may be, and far from where a long overflows. */
    const long most = 1000000000;
    long from = strtol(text, &end, 10), to;
    if (end == text || strncmp(end, "..", 2) != 0)
        return 0;
    const char *second = end + 2;
    to = strtol(second, &end, 10);
    if (end == second || *end || from < -most || to > most || to < from || to - from >= MAX_VALUES)
        return because(why, ROW(range_needed), text, MAX_VALUES);
    for (long i = from; i <= to; i++)
        snprintf(s->value[i - from], VALUE_TEXT, "%ld", i);
    s->n = (int)(to - from) + 1;
    return 0;
}

/* Commas separate values, except inside brackets: a value may be JSON. The caller has cleared `s`.
 * At most MAX_VALUES values, each of VALUE_TEXT - 1 bytes. */
static int list_read(const char *text, struct sim_sweep *s, struct refusal *why)
{
    int depth = 0;
    size_t at = 0;
    for (;; text++) {
        depth += (*text == '[') + (*text == '{') - (*text == ']') - (*text == '}');
        if (*text && (*text != ',' || depth)) {
            if (at == VALUE_TEXT - 1)
                return because(why, ROW(value_long), VALUE_TEXT - 1);
            s->value[s->n][at++] = *text;
            continue;
        }
        s->value[s->n++][at] = '\0';
        if (at == 0)
            return because(why, ROW(sweep_value_missing));
        at = 0;
        if (!*text)
            return 0;
        if (s->n == MAX_VALUES)
            return because(why, ROW(too_many_values), MAX_VALUES);
    }
}

/* A range if it looks like one, else a list. The game's reader says whether values are legal. A
 * sweep of one value is refused: it compares nothing, and --set does the same. */
static int sweep_read(const char *text, struct sim_sweep *s, struct refusal *why)
{
    const char *equals = strchr(text, '=');
    memset(s, 0, sizeof *s);
    if (!equals || equals == text || equals - text >= VALUE_TEXT)
        return because(why, ROW(sweep_needed));
    memcpy(s->key, text, (size_t)(equals - text));
    if (range_read(equals + 1, s, why) < 0)
        return -1;
    if (s->n == 0 && list_read(equals + 1, s, why) < 0)
        return -1;
    if (s->n == 1)
        return because(why, ROW(sweep_short));
    return 0;
}

/* A sweep that is refused leaves the plan as it was: nothing beyond `sweeps` counts. The product is
 * checked before it is stored, and both factors are at most MAX_VALUES. */
int sweeps_add(struct sim_plan *p, const char *text, struct refusal *why)
{
    /* Every sweep has at least two values, so more sweeps than this would be too many anyway. */
    if (p->sweeps == MAX_SWEEPS)
        return because(why, ROW(too_many_sweeps), MAX_SWEEPS);
    struct sim_sweep *s = &p->sweep[p->sweeps];
    if (sweep_read(text, s, why) < 0)
        return -1;
    for (int i = 0; i < p->sweeps; i++)
        if (strcmp(p->sweep[i].key, s->key) == 0)
            return because(why, ROW(swept_twice), s->key);
    if (p->settings * s->n > MAX_VALUES)
        return because(why, ROW(too_many_combinations), p->settings * s->n, MAX_VALUES);
    p->settings *= s->n;
    p->sweeps++;
    return 0;
}

/* ---- combinations ---- */

/* The value is the sweep's digit in the number of the setting, as the top of this file explains. */
const char *sweep_value(const struct sim_sweep *sweeps, int n, int sweep, int setting)
{
    for (int i = n - 1; i > sweep; i--)
        setting /= sweeps[i].n;
    return sweeps[sweep].value[setting % sweeps[sweep].n];
}

int sweep_interacts(const struct sim_sweep *sweeps, int n, int setting)
{
    int others = 0;
    for (int i = n - 1; i >= 0; setting /= sweeps[i--].n)
        others += setting % sweeps[i].n > 0;
    return others;
}

/* Joins texts with a comma and a blank, and cuts what does not fit. A text that is full stays as it
 * is. */
static void join(char *to, size_t size, const char *text)
{
    size_t n = strlen(to);
    snprintf(to + n, size - n, "%s%s", n ? ", " : "", text);
}

void sweep_name_setting(const struct sim_sweep *sweeps, int n, int setting, char label[LABEL_TEXT])
{
    label[0] = '\0';
    for (int i = 0; i < n; i++)
        join(label, LABEL_TEXT, sweep_value(sweeps, n, i, setting));
}

void sweep_name_keys(const struct sim_sweep *sweeps, int n, char keys[LABEL_TEXT])
{
    keys[0] = '\0';
    for (int i = 0; i < n; i++)
        join(keys, LABEL_TEXT, sweeps[i].key);
}

/* Keys of cards are long paths; the last word is what a legend has room for. Designs have names.
 * Two keys with the same last word look alike; put_keys and the report have them whole. */
void sweep_name_short(const struct sim_results *r, int setting, char name[LABEL_TEXT])
{
    name[0] = '\0';
    for (int i = 0; i < r->sweeps; i++) {
        const char *key = r->sweep[i].key, *dot = strrchr(key, '.');
        char part[2 * VALUE_TEXT + 2];
        int named = strcmp(key, "design") == 0;
        snprintf(part, sizeof part, "%s%s%s",
                 named ? ""
                 : dot ? dot + 1
                       : key,
                 named ? "" : " ", sweep_value(r->sweep, r->sweeps, i, setting));
        join(name, LABEL_TEXT, part);
    }
}
