/* Conditions on the rows of seats: --where 'led_after_1', --where 'score>=50|won'. Several --where
 * must all be met; one with bars is met by any of its parts. */
#include <stdlib.h>

#include "sim/plan.h"
#include "sim/refusals.h"
#include "wire/refuse.h"

/* ---- reading ---- */

/* Longer signs first: "<" is the beginning of "<=". */
static const struct {
    const char *sign;
    enum column_comparison how;
} signs[] = {{"!=", IS_NOT}, {"<=", AT_MOST}, {">=", AT_LEAST}, {"==", IS},
             {"=", IS},      {"<", BELOW},    {">", ABOVE}};

enum { SIGNS = sizeof signs / sizeof signs[0], ATOM_TEXT = 160 };

/* The first sign in the text, or -1. Only the first sign counts: a value may have others. */
static int find_sign(const char *text)
{
    const char *at = text + strcspn(text, "=<>!");
    for (int i = 0; i < SIGNS; i++)
        if (strncmp(at, signs[i].sign, strlen(signs[i].sign)) == 0)
            return i;
    return -1;
}

/* "name", "!name", or "name>=value". 0, or -1 with the reason; w->n grows only on success. A name
 * alone means "is not 0". */
static int atom_read(const struct sim_plan *p, const char *text, struct column_where *w,
                     struct refusal *why)
{
    char name[ATOM_TEXT];
    int not = text[0] == '!', sign = find_sign(text + not );
    size_t n = strcspn(text + not, "=<>!");
    snprintf(name, sizeof name, "%.*s", (int)n, text + not );
    int column = column_find(p, name);
    if (column < 0)
        return because(why, ROW(column_unknown), name, p->game->name);
    if (w->n == ATOMS_MAX)
        return because(why, ROW(too_many_atoms), ATOMS_MAX);
    w->atom[w->n].column = column;
    w->atom[w->n].how = not ? IS : IS_NOT;
    w->atom[w->n].value = 0;
    if (sign >= 0) {
        const char *value = text + not +n + strlen(signs[sign].sign);
        w->atom[w->n].how = signs[sign].how;
        if (signs[sign].how == IS && (*value == '<' || *value == '>'))
            return because(why, ROW(condition_sign), name, *value == '<' ? "<=" : ">=", value + 1);
        if (not || column_value_read(p, column, value, &w->atom[w->n].value) < 0)
            return because(why, ROW(condition_value), value, name);
    } else if (text[not +n]) {
        return because(why, ROW(condition_needed));
    }
    w->n++;
    return 0;
}

/* Splits at bars, so a value cannot have one. On failure `w` is not to be used. */
int where_read(const struct sim_plan *p, const char *text, struct column_where *w,
               struct refusal *why)
{
    char atom[ATOM_TEXT];
    w->n = 0;
    for (;; text++) {
        size_t n = strcspn(text, "|");
        if (n == 0 || n >= sizeof atom)
            return because(why, ROW(condition_needed));
        memcpy(atom, text, n);
        atom[n] = '\0';
        if (atom_read(p, atom, w, why) < 0)
            return -1;
        text += n;
        if (!*text)
            return 0;
    }
}

/* ---- asking ---- */

static int atom_met(int64_t is, enum column_comparison how, int64_t value)
{
    switch (how) {
    case IS: return is == value;
    case IS_NOT: return is != value;
    case BELOW: return is < value;
    case AT_MOST: return is <= value;
    case ABOVE: return is > value;
    case AT_LEAST: return is >= value;
    }
    return 0;
}

/* `cell` has all columns of the plan. */
int where_met(const struct sim_plan *p, const int64_t *cell)
{
    for (int i = 0; i < p->wheres; i++) {
        const struct column_where *w = &p->where[i];
        int any = 0;
        for (int k = 0; k < w->n; k++)
            any |= atom_met(cell[w->atom[k].column], w->atom[k].how, w->atom[k].value);
        if (!any)
            return 0;
    }
    return 1;
}
