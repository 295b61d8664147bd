/* Scans JSON text that has been parsed already; see scan.h. */
#include "wire/scan.h"

#include "wire/hex.h"

struct scan scan_text(const char *text, size_t n)
{
    struct scan s = {text, text + n, 1, 0};
    return s;
}

static int is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip_spaces(struct scan *s)
{
    for (; s->at < s->end && is_space(*s->at); s->at++)
        s->line += *s->at == '\n';
}

/* Skips a string after its opening quote; returns its length. At the end of a text that was cut it
 * stops without a quote. */
static size_t skip_string(struct scan *s)
{
    const char *start = s->at;
    while (s->at < s->end && *s->at != '"')
        s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
    size_t n = (size_t)(s->at - start);
    if (s->at < s->end)
        s->at++;
    return n;
}

/* A string before a colon is a key; nothing else in JSON is followed by one. */
static int is_key(const struct scan *s)
{
    struct scan ahead = *s;
    skip_spaces(&ahead);
    return ahead.at < ahead.end && *ahead.at == ':';
}

static int depth_change(char c)
{
    return (c == '{' || c == '[') - (c == '}' || c == ']');
}

/* Goes through the whole text in its order, into nested objects too; `depth` tells where a key is.
 * Each line break on the way counts, but not those inside a value that scan_value skips. */
const char *scan_key(struct scan *s, size_t *n)
{
    while (s->at < s->end) {
        char c = *s->at++;
        s->line += c == '\n';
        s->depth += depth_change(c);
        if (c != '"')
            continue;
        const char *key = s->at;
        *n = skip_string(s);
        if (is_key(s))
            return key;
    }
    return NULL;
}

/* The text is valid JSON, so there are four digits. */
static int hex_value(const char *digits)
{
    int value = 0;
    for (int i = 0; i < 4; i++)
        value = 16 * value + hex_digit(digits[i]);
    return value;
}

/* Names contain only plain letters, so the only escape that can match one is \uXXXX. */
int scan_key_is(const char *key, size_t n, const char *name)
{
    const char *end = key + n;
    while (key < end && *name) {
        int c = *key, escaped = *key == '\\' && end - key >= 6 && key[1] == 'u';
        if (escaped)
            c = hex_value(key + 2);
        if (c != *name++)
            return 0;
        key += escaped ? 6 : 1;
    }
    return key == end && !*name;
}

/* Only brackets outside strings count. A value of depth 0 ends before a comma, a brace or a blank;
 * a string or a bracketed one may have all of them inside. */
const char *scan_value(struct scan *s, size_t *n)
{
    int depth = 0;
    skip_spaces(s);
    /* Skips the colon. */
    s->at += s->at < s->end;
    skip_spaces(s);
    const char *value = s->at;
    while (s->at < s->end) {
        char c = *s->at;
        if (depth == 0 && s->at > value && (c == ',' || c == '}' || is_space(c)))
            break;
        s->at++;
        depth += depth_change(c);
        if (c == '"')
            skip_string(s);
    }
    *n = (size_t)(s->at - value);
    return value;
}
