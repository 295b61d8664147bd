/* Builds a string in a buffer of fixed size, without libc. What does not fit is cut. */
#ifndef CHARLATAN_ENGINE_TEXT_H
#define CHARLATAN_ENGINE_TEXT_H

#include "engine/port.h"

struct text {
    char *at;
    /* n < cap: there is always room for the terminating NUL. */
    size_t n, cap;
};

static inline struct text text_in(char *buf, size_t cap)
{
    struct text t = {buf, 0, cap};
    buf[0] = 0;
    return t;
}

static inline void text_char(struct text *t, char c)
{
    if (t->n + 1 >= t->cap)
        return;
    t->at[t->n++] = c;
    t->at[t->n] = 0;
}

static inline void text_add(struct text *t, const char *s)
{
    while (*s)
        text_char(t, *s++);
}

static inline void text_number(struct text *t, int32_t x)
{
    char digit[12];
    int n = 0;
    uint32_t rest = x < 0 ? 0u - (uint32_t)x : (uint32_t)x;
    if (x < 0)
        text_char(t, '-');
    do {
        digit[n++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    while (n)
        text_char(t, digit[--n]);
}

static inline int text_same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

/* Returns the rest of `s` after `prefix`, or NULL if `s` does not begin with it. */
static inline const char *text_after(const char *s, const char *prefix)
{
    while (*prefix)
        if (*s++ != *prefix++)
            return NULL;
    return s;
}

/* Fills in a number with what it counts, as sentences in rows have it: "{n:ruby|rubies}" becomes
 * "1 ruby" or "3 rubies", and "{n}" the number alone. Returns what follows, or NULL if `blank` is
 * another one. */
static inline const char *text_counted(struct text *t, const char *blank, int32_t n)
{
    const char *rest = text_after(blank, "{n}");
    const char *word = text_after(blank, "{n:");
    if (!rest && !word)
        return NULL;
    text_number(t, n);
    if (rest)
        return rest;
    text_char(t, ' ');
    int many = n != 1, now = 0;
    for (; *word != '}'; word++) {
        if (*word == '|')
            now = 1;
        else if (now == many)
            text_char(t, *word);
    }
    return word + 1;
}

#endif
