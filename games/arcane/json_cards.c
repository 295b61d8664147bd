/* A cards file (A13): a text that a person with the box writes by hand, so every refusal names the
 * line as well as the path. */
#include <stdio.h>

#include "games/arcane/json.h"

struct reader {
    const char *at, *end;
    int line, depth;
};

/* Moves past a string, whose opening quote has been read; returns its length. */
static size_t skip_string(struct reader *r)
{
    const char *start = r->at;
    while (r->at < r->end && *r->at != '"')
        r->at += *r->at == '\\' && r->at + 1 < r->end ? 2 : 1;
    size_t n = (size_t)(r->at - start);
    if (r->at < r->end)
        r->at++;
    return n;
}

static int is_key(const struct reader *r)
{
    const char *p = r->at;
    while (p < r->end && (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n'))
        p++;
    return p < r->end && *p == ':';
}

/* The next key of the text, with its length, or NULL at the end. */
static const char *next_key(struct reader *r, size_t *n)
{
    while (r->at < r->end) {
        char c = *r->at++;
        r->line += c == '\n';
        r->depth += (c == '{') - (c == '}');
        if (c != '"')
            continue;
        const char *key = r->at;
        *n = skip_string(r);
        if (is_key(r))
            return key;
    }
    return NULL;
}

/* The line where the value at `path` (keys with dots between) begins; as far as it can be followed
 * if the last keys are not there. The text is valid JSON. */
static int line_of(const char *text, size_t size, const char *path, size_t path_n)
{
    struct reader r = {text, text + size, 1, 0};
    int line = 1, level = 0;
    const char *key;
    size_t n;
    while (path_n && (key = next_key(&r, &n))) {
        size_t want = 0;
        while (want < path_n && path[want] != '.')
            want++;
        if (r.depth != level + 1 || n != want || memcmp(key, path, n) != 0)
            continue;
        line = r.line;
        level++;
        want += want < path_n;
        path += want;
        path_n -= want;
    }
    return line;
}

static int refuse_at_line(const char *text, size_t n, struct refusal *why)
{
    struct refusal old = *why;
    const char *colon = strchr(old.message, ':');
    size_t path_n = colon ? (size_t)(colon - old.message) : 0;
    const char *reason = old.message;
    return refuse(why, "A13", "line %d: %.200s", line_of(text, n, old.message, path_n), reason);
}

int arcane_read_cards_text(struct arcane_state *s, const char *text, size_t n, struct refusal *why)
{
    json_error_t error;
    json_t *cards = json_loadb(text, n, JSON_REJECT_DUPLICATES, &error);
    if (!cards)
        return refuse(why, "A13", "line %d: %.160s", error.line, error.text);
    int result = arcane_read_cards(s, cards, why);
    json_decref(cards);
    if (result < 0)
        return refuse_at_line(text, n, why);
    if (!arcane_dealable(s)) {
        refuse(why, "A13", "items: %s", arcane_not_dealable);
        return refuse_at_line(text, n, why);
    }
    return 0;
}
