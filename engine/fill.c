/* Fills the numbers in force into texts (engine/fill.h). */
#include "engine/fill.h"

/* ---- keys ---- */

/* The entry called `name`, or -1. */
static int entry_named(const struct number_row *row, const char *name)
{
    int value = 0;
    for (int i = 0; row->name && i < row->count; i++)
        if (text_same(name, row->name(i)))
            return i;
    if (row->name || !*name)
        return -1;
    for (; *name; name++) {
        if (*name < '0' || *name > '9' || value > NUMBERS_VALUES)
            return -1;
        value = 10 * value + *name - '0';
    }
    return value >= row->from && value < row->from + row->count ? value - row->from : -1;
}

const struct number_row *number_row_named(const struct numbers_form *f, const char *key, int *entry)
{
    for (int i = 0; i < f->rows; i++) {
        const struct number_row *row = f->row(i);
        const char *rest = text_after(key, row->key);
        *entry = -1;
        if (rest && !*rest)
            return row;
        if (rest && *rest == '.' && row->count && (*entry = entry_named(row, rest + 1)) >= 0)
            return row;
    }
    return NULL;
}

/* How many values of a row or an entry differ, or their sum. */
static int row_value(const struct fill *by, const struct number_row *row, int entry, int differ)
{
    const uint16_t *standard = by->form->standard();
    int from = entry < 0 ? 0 : entry, to = entry < 0 ? number_row_values(row) : entry + 1, sum = 0;
    for (int i = row->first + from; i < row->first + to; i++)
        sum += differ ? by->values[i] != standard[i] : by->values[i];
    return sum;
}

/* ---- expressions ---- */

static int is_key_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-' ||
           c == '#';
}

/* The whole number that a text is, or -1. */
static int constant(const char *at, const char *end)
{
    int value = 0;
    for (; at < end && value <= NUMBERS_VALUES; at++) {
        if (*at < '0' || *at > '9')
            return -1;
        value = 10 * value + *at - '0';
    }
    return value;
}

static int key_value(const struct fill *by, const char *key, int differ, int *value)
{
    int entry;
    const struct number_row *row = number_row_named(by->form, key, &entry);
    if (!row)
        return by->other && by->other(by, key, value);
    *value = row_value(by, row, entry, differ);
    return 1;
}

/* The key at *at, which moves behind it. */
static char *read_key(const struct fill *by, const char **at, char key[NUMBERS_KEY])
{
    struct text t = text_in(key, NUMBERS_KEY);
    for (; is_key_char(**at); ++*at)
        if (**at == '#')
            text_number(&t, by->entry);
        else
            text_char(&t, **at);
    return key;
}

/* A number or a key at *at, which moves behind it. Returns 0 if there is none. */
static int read_term(const struct fill *by, const char **at, int *value)
{
    char key[NUMBERS_KEY];
    int differ = **at == '!';
    *at += differ;
    const char *from = *at;
    if (!*read_key(by, at, key))
        return 0;
    *value = constant(from, *at);
    return *value >= 0 || key_value(by, key, differ, value);
}

static int is_sign(char c)
{
    return c == '+' || c == '-' || c == '*' || c == '>';
}

static int calculate(char sign, int a, int b)
{
    switch (sign) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    default: return a > b ? a : b;
    }
}

static int read_sum(const struct fill *by, const char **at, int *value)
{
    int next;
    if (!read_term(by, at, value))
        return 0;
    /* A sign between two blanks; anything else is no sum, and the braces stay as they are. */
    while (**at == ' ' && is_sign((*at)[1]) && (*at)[2] == ' ') {
        char sign = (*at)[1];
        *at += 3;
        if (!read_term(by, at, &next))
            return 0;
        *value = calculate(sign, *value, next);
    }
    return 1;
}

/* ---- what is put in ---- */

static const char *number_word(int value)
{
    static const char *const words[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    return value >= 0 && value <= 12 ? words[value] : NULL;
}

static const char *ordinal_end(int value)
{
    static const char *const ends[] = {"th", "st", "nd", "rd"};
    int last = value % 10, teen = value / 10 % 10 == 1;
    return ends[teen || last < 0 || last > 3 ? 0 : last];
}

static void put_value(const struct fill *by, struct text *t, char flag, int value)
{
    const char *word = flag == '~' || flag == '^' ? number_word(value) : NULL;
    if (flag == '@' && by->name) {
        by->name(t, value);
        return;
    }
    if (word && flag == '^')
        text_char(t, (char)(*word++ - 'a' + 'A'));
    if (word)
        text_add(t, word);
    else
        text_number(t, value);
    if (flag == '&')
        text_add(t, ordinal_end(value));
}

/* Where a part of a text ends: at the next `stop` that is not within braces, or at `end`. */
static const char *part_end(const char *at, const char *end, char stop)
{
    for (int depth = 0; at < end && (depth || *at != stop); at++)
        depth += (*at == '{') - (*at == '}');
    return at;
}

static void fill_range(const struct fill *by, struct text *t, const char *at, const char *end);

/* "0=none|1=one|more": the text of this value. */
static void put_case(const struct fill *by, struct text *t, const char *at, const char *end,
                     int value)
{
    for (;;) {
        const char *stop = part_end(at, end, '|'), *sign = at;
        while (sign < stop && *sign >= '0' && *sign <= '9')
            sign++;
        int is_case = sign > at && sign < stop && *sign == '=';
        if (!is_case || constant(at, sign) == value) {
            fill_range(by, t, is_case ? sign + 1 : at, stop);
            return;
        }
        if (stop == end)
            return;
        at = stop + 1;
    }
}

static void put_counted(const struct fill *by, struct text *t, const char *at, const char *end,
                        int one)
{
    const char *bar = part_end(at, end, '|');
    text_char(t, ' ');
    if (one)
        fill_range(by, t, at, bar);
    else
        fill_range(by, t, bar + (bar < end), end);
}

static int put_list(const struct fill *by, struct text *t, char flag, const char *at)
{
    char key[NUMBERS_KEY];
    int entry;
    const struct number_row *row = number_row_named(by->form, read_key(by, &at, key), &entry);
    for (int i = 0; row && i < row->count; i++) {
        text_add(t, i ? ", " : "");
        put_value(by, t, flag, by->values[row->first + i]);
    }
    return row != NULL;
}

/* What stands between two braces. Returns 0, and writes nothing, if that is no number. */
static int put_braces(const struct fill *by, struct text *t, const char *at, const char *end)
{
    int value;
    char flag = *at == '~' || *at == '^' || *at == '&' || *at == '@' ? *at++ : 0;
    const char *key = at;
    if (!read_sum(by, &at, &value) || at > end)
        return 0;
    if (*at == ',' && at + 1 == end)
        return put_list(by, t, flag, key);
    if (at < end && *at != ':' && *at != '?')
        return 0;
    if (*at == '?') {
        put_case(by, t, at + 1, end, value);
        return 1;
    }
    put_value(by, t, flag, value);
    if (*at == ':')
        put_counted(by, t, at + 1, end, value == 1);
    return 1;
}

static void fill_range(const struct fill *by, struct text *t, const char *at, const char *end)
{
    while (at < end) {
        const char *close = *at == '{' ? part_end(at + 1, end, '}') : end;
        if (close < end && put_braces(by, t, at + 1, close))
            at = close + 1;
        else
            text_char(t, *at++);
    }
}

char *text_fill(const struct fill *by, const char *text, char buf[FILLED_MAX])
{
    struct text t = text_in(buf, FILLED_MAX);
    const char *end = text;
    while (*end)
        end++;
    fill_range(by, &t, text, end);
    return buf;
}
