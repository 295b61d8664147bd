/* Computes the difference of two JSON texts. Both are walked side by side, once, and each
 * difference is written as it is met. Objects with the same members and lists of the same length
 * are compared part by part. Of a list that became longer or shorter, what lies between its equal
 * ends is replaced. Any other value is written as a whole. No other memory is needed.
 *
 * The texts must come from our own writer: valid, without spaces, with the members of an object
 * always in the same order. docs/scale.md has what this saves. */
#include "match/delta.h"

#include "engine/port.h"
#include "match/same.h"
#include "wire/write.h"

enum { DELTA_DEPTH = 24, DELTA_PATH = 512 };

/* The position of a value, as a chain up to the root. It becomes a path only when a difference is
 * written. */
struct delta_place {
    const struct delta_place *up;
    /* The key of an object's member, as in the text; NULL for an element of a list. */
    const char *key;
    size_t key_n;
    uint32_t index;
    int depth;
};

struct delta {
    struct writer *w;
    /* The current position in the text before, and its end. */
    const char *a, *a_end;
    /* The same in the text after. */
    const char *b, *b_end;
    /* If b - a still equals `shift`, both texts are known to be equal up to this position in the
     * text before. */
    const char *same;
    ptrdiff_t shift;
    /* Paths below this one are written without it. */
    const char *home;
    size_t home_n;
};

/* ---- moving over one text ---- */

static const char *skip_string(const char *p)
{
    for (p++; *p != '"'; p++)
        if (*p == '\\')
            p++;
    return p + 1;
}

/* The byte after the value: a comma or a closing bracket. */
static const char *skip_value(const char *p, const char *end)
{
    if (*p == '"')
        return skip_string(p);
    if (*p == '{' || *p == '[')
        return same_children(p + 1, end, &(uint32_t){0}) + 1;
    while (p < end && *p != ',' && *p != '}' && *p != ']')
        p++;
    return p;
}

static int at_end(const char *p)
{
    return *p == '}' || *p == ']';
}

/* Goes from the end of an element or member, or from just after the opening bracket, to the next
 * one. */
static const char *next(const char *p)
{
    return *p == ',' ? p + 1 : p;
}

static int same_text(const char *a, size_t a_n, const char *b, size_t b_n)
{
    return a_n == b_n && memcmp(a, b, a_n) == 0;
}

/* Skips the members or elements that are equal in both texts. Both positions must be at the
 * beginning of a member or element. Returns how many were skipped. `same` is looked for only if the
 * distance between both texts has changed, so equal text is compared once. */
static uint32_t skip_same(struct delta *d)
{
    uint32_t n = 0;
    if (d->b - d->a != d->shift || d->a >= d->same) {
        size_t a_n = (size_t)(d->a_end - d->a), b_n = (size_t)(d->b_end - d->b);
        d->shift = d->b - d->a;
        d->same = d->a + same_bytes(d->a, d->b, a_n < b_n ? a_n : b_n);
    }
    const char *to = same_children(d->a, d->same, &n);
    d->b += to - d->a;
    d->a = to;
    return n;
}

/* ---- writing ---- */

static size_t put_index(char *to, uint32_t index)
{
    char digit[12];
    size_t n = 0, all;
    do
        digit[n++] = (char)('0' + index % 10);
    while (index /= 10);
    for (all = n; n; n--)
        *to++ = digit[n - 1];
    return all;
}

/* Our keys are plain words without dots, so the dots of a path are unambiguous. */
static size_t put_path(char *to, const struct delta_place *at)
{
    if (!at->up)
        return 0;
    size_t n = put_path(to, at->up);
    MUST(n + at->key_n + 16 < DELTA_PATH);
    if (n)
        to[n++] = '.';
    if (!at->key)
        return n + put_index(to + n, at->index);
    MUST(at->key_n && !memchr(at->key, '.', at->key_n));
    memcpy(to + n, at->key, at->key_n);
    return n + at->key_n;
}

/* A path below `home` is written from its dot on, so it begins with one. */
static void begin_op(struct delta *d, const struct delta_place *at)
{
    char text[DELTA_PATH + 2], *path = text;
    size_t n = 1 + put_path(path + 1, at);
    if (d->home_n && n > d->home_n + 1 && path[d->home_n + 1] == '.' &&
        memcmp(path + 1, d->home, d->home_n) == 0) {
        path += d->home_n;
        n -= d->home_n;
    }
    path[0] = '"';
    path[n++] = '"';
    write_begin(d->w, '[');
    write_raw(d->w, path, n);
}

static void write_set(struct delta *d, const struct delta_place *at, const char *value, size_t n)
{
    begin_op(d, at);
    write_raw(d->w, value, n);
    write_end(d->w, ']');
}

/* In the list there, replaces elements from `from` on; `n` is the length of the text `items`. */
static void write_splice(struct delta *d, const struct delta_place *list, uint32_t from,
                         uint32_t gone, const char *items, size_t n)
{
    begin_op(d, list);
    write_number(d->w, from);
    write_number(d->w, gone);
    write_begin(d->w, '[');
    if (n)
        write_raw(d->w, items, n);
    write_end(d->w, ']');
    write_end(d->w, ']');
}

/* ---- values ---- */

static void walk(struct delta *d, const struct delta_place *at);

/* Both positions move behind the value. */
static void replace(struct delta *d, const struct delta_place *at)
{
    const char *a = d->a, *b = d->b;
    d->a = skip_value(a, d->a_end);
    d->b = skip_value(b, d->b_end);
    if (!same_text(a, (size_t)(d->a - a), b, (size_t)(d->b - b)))
        write_set(d, at, b, (size_t)(d->b - b));
}

/* Walks the values that begin here in both texts, and goes to the next ones. */
static void walk_pair(struct delta *d, const struct delta_place *at)
{
    walk(d, at);
    d->a = next(d->a);
    d->b = next(d->b);
}

/* ---- objects ---- */

static struct delta_place member(const struct delta_place *up, const char *p)
{
    struct delta_place at = {up, p + 1, 0, 0, up->depth + 1};
    at.key_n = (size_t)(skip_string(p) - at.key) - 1;
    return at;
}

/* Returns 0 at the first member that only one of the objects has, or has here. 1: both objects
 * ended together. Order counts: the writer always writes members in the same one. */
static int walk_members(struct delta *d, const struct delta_place *up)
{
    while (skip_same(d), !at_end(d->a) && !at_end(d->b)) {
        struct delta_place a = member(up, d->a), b = member(up, d->b);
        if (!same_text(a.key, a.key_n, b.key, b.key_n))
            return 0;
        d->a = a.key + a.key_n + 2;
        d->b = b.key + b.key_n + 2;
        walk_pair(d, &a);
    }
    return at_end(d->a) && at_end(d->b);
}

/* If they have other members, what was written of them is taken back for the whole object. The
 * second walk is of this object alone, so the cost stays linear but for the depth. */
static void walk_object(struct delta *d, const struct delta_place *at)
{
    const char *a = d->a++, *b = d->b++;
    size_t n = d->w->n;
    int comma = d->w->comma;
    if (walk_members(d, at)) {
        d->a++, d->b++;
        return;
    }
    d->w->n = n;
    d->w->comma = comma;
    d->a = a, d->b = b;
    replace(d, at);
}

/* ---- lists ---- */

/* Skips the next element of both lists if it is the same. Leaves both positions unchanged if they
 * differ. */
static int skip_equal(struct delta *d)
{
    const char *a = skip_value(d->a, d->a_end), *b = skip_value(d->b, d->b_end);
    if (!same_text(d->a, (size_t)(a - d->a), d->b, (size_t)(b - d->b)))
        return 0;
    d->a = next(a);
    d->b = next(b);
    return 1;
}

/* Goes to the end of two lists of which a_n and b_n elements are left. Returns how many of the last
 * ones are equal, and moves *end to where those before them end in the text after. */
static uint32_t skip_to_ends(struct delta *d, uint32_t a_n, uint32_t b_n, const char **end)
{
    uint32_t same = 0, pairs = a_n < b_n ? a_n : b_n;
    for (; a_n > pairs; a_n--)
        d->a = next(skip_value(d->a, d->a_end));
    for (; b_n > pairs; b_n--)
        d->b = next(*end = skip_value(d->b, d->b_end));
    for (; pairs; pairs--) {
        same++;
        if (skip_equal(d))
            continue;
        same = 0;
        d->a = next(skip_value(d->a, d->a_end));
        d->b = next(*end = skip_value(d->b, d->b_end));
    }
    return same;
}

/* Replaces what is not equal of two lists of different length. `from` elements are known to be
 * equal and were skipped; a_n and b_n follow. Both positions end at the closing brackets. */
static void splice(struct delta *d, const struct delta_place *list, uint32_t from, uint32_t a_n,
                   uint32_t b_n)
{
    for (; a_n && b_n && skip_equal(d); a_n--, b_n--)
        from++;
    const char *items = d->b, *end = d->b;
    uint32_t same = skip_to_ends(d, a_n, b_n, &end);
    write_splice(d, list, from, a_n - same, items, (size_t)(end - items));
}

/* Elements of lists of the same length are compared place by place. */
static void walk_list(struct delta *d, const struct delta_place *list)
{
    struct delta_place at = {list, NULL, 0, 0, list->depth + 1};
    uint32_t a_n, b_n;
    d->a++, d->b++;
    at.index = skip_same(d);
    same_children(d->a, d->a_end, &a_n);
    same_children(d->b, d->b_end, &b_n);
    if (a_n != b_n)
        splice(d, list, at.index, a_n, b_n);
    for (; !at_end(d->a); at.index += 1 + skip_same(d))
        walk_pair(d, &at);
    d->a++, d->b++;
}

/* Values of different kinds, and what lies too deep, are replaced as a whole. */
static void walk(struct delta *d, const struct delta_place *at)
{
    int same_kind = *d->a == *d->b && at->depth < DELTA_DEPTH;
    if (same_kind && *d->a == '{')
        walk_object(d, at);
    else if (same_kind && *d->a == '[')
        walk_list(d, at);
    else
        replace(d, at);
}

/* Equal texts give "[]". A root that is replaced as a whole has the path "". */
void delta_write(struct writer *w, const char *before, size_t before_n, const char *after,
                 size_t after_n, const char *home)
{
    struct delta d = {.w = w,
                      .a = before,
                      .a_end = before + before_n,
                      .b = after,
                      .b_end = after + after_n,
                      .same = before,
                      .home = home,
                      .home_n = home ? strlen(home) : 0};
    struct delta_place root = {0};
    write_begin(w, '[');
    if (!same_text(before, before_n, after, after_n)) {
        walk(&d, &root);
        MUST(d.a == d.a_end && d.b == d.b_end);
    }
    write_end(w, ']');
}
