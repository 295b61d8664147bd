/* Computes the difference of two JSON texts. Both are walked side by side, once, and each
 * difference is written as it is met. If the differences inside a value turn out longer than the
 * value, they are removed from the writer and the whole value is written; no other memory is
 * needed.
 *
 * The texts must come from our own writer: valid, without spaces, with the members of an object
 * always in the same order. */
#include "match/delta.h"

#include "match/same.h"

enum { DELTA_DEPTH = 24, DELTA_PATH = 512 };

/* The position of a value, as a chain up to the root. It becomes a path only when a difference is
 * written. */
struct place {
    const struct place *up;
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
    /* Parts are left out of both texts; `unsure` is set if it matters how long they are. */
    int hollow, unsure;
};

/* ---- moving over one text ---- */

static const char *skip_string(const char *p)
{
    for (p++; *p != '"'; p++)
        if (*p == '\\')
            p++;
    return p + 1;
}

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

/* Skips the members or elements that are equal in both texts. */
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
static size_t put_path(char *to, const struct place *at)
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

static void begin_op(struct delta *d, const struct place *at)
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

static void write_gone(struct delta *d, const struct place *at)
{
    begin_op(d, at);
    write_end(d->w, ']');
}

static void write_set(struct delta *d, const struct place *at, const char *value, size_t n)
{
    begin_op(d, at);
    write_raw(d->w, value, n);
    write_end(d->w, ']');
}

/* A position of the writer, to remove what is written after it. */
struct mark {
    size_t n;
    int comma;
};

static struct mark mark(const struct delta *d)
{
    struct mark m = {d->w->n, d->w->comma};
    return m;
}

static void take_back(struct delta *d, struct mark m)
{
    d->w->n = m.n;
    d->w->comma = m.comma;
}

/* Called where a value is to be written as a whole, or might be. If parts of it are left out, this
 * notes that the whole texts are needed, and returns 1. */
static int is_hollow(struct delta *d, const struct place *at)
{
    static const char list[] = "players";
    if (!d->hollow || at->depth > 1 ||
        (at->depth == 1 && !same_text(at->key, at->key_n, list, strlen(list))))
        return 0;
    d->unsure = 1;
    return 1;
}

/* Keeps the shorter of the two: what was written since `m`, or the value as a whole. */
static void whole_if_shorter(struct delta *d, const struct place *at, struct mark m,
                             const char *value)
{
    size_t parts = d->w->n - m.n, value_n = (size_t)(d->b - value);
    if (parts <= value_n || is_hollow(d, at))
        return;
    char path[DELTA_PATH];
    if (parts > strlen("[\"\",]") + put_path(path, at) + value_n + (m.comma != 0)) {
        take_back(d, m);
        write_set(d, at, value, value_n);
    }
}

/* ---- values ---- */

static void walk(struct delta *d, const struct place *at);

static void replace(struct delta *d, const struct place *at)
{
    const char *a = d->a, *b = d->b;
    d->a = skip_value(a, d->a_end);
    d->b = skip_value(b, d->b_end);
    if (!same_text(a, (size_t)(d->a - a), b, (size_t)(d->b - b)))
        write_set(d, at, b, (size_t)(d->b - b));
}

/* ---- objects ---- */

static struct place member(const struct place *up, const char *p)
{
    struct place at = {up, p + 1, 0, 0, up->depth + 1};
    at.key_n = (size_t)(skip_string(p) - at.key) - 1;
    return at;
}

static const char *value_of(const struct place *member)
{
    return member->key + member->key_n + 2;
}

/* Returns 1 if the object has this member at p or later. */
static int has_member(const struct place *wanted, const char *p, const char *end)
{
    while (!at_end(p)) {
        struct place at = member(wanted, p);
        if (same_text(at.key, at.key_n, wanted->key, wanted->key_n))
            return 1;
        p = next(skip_value(value_of(&at), end));
    }
    return 0;
}

static void member_gone(struct delta *d, const struct place *at)
{
    write_gone(d, at);
    d->a = next(skip_value(value_of(at), d->a_end));
}

static void member_new(struct delta *d, const struct place *at)
{
    const char *value = value_of(at), *end = skip_value(value, d->b_end);
    write_set(d, at, value, (size_t)(end - value));
    d->b = next(end);
}

/* Handles one member of one side or of both. Returns 0 if the members are ordered differently. */
static int walk_member(struct delta *d, const struct place *up)
{
    struct place a, b;
    int has_a = !at_end(d->a), has_b = !at_end(d->b);
    if (has_a)
        a = member(up, d->a);
    if (has_b)
        b = member(up, d->b);
    if (has_a && has_b && same_text(a.key, a.key_n, b.key, b.key_n)) {
        d->a = value_of(&a);
        d->b = value_of(&b);
        walk(d, &a);
        d->a = next(d->a);
        d->b = next(d->b);
    } else if (has_a && !has_member(&a, d->b, d->b_end)) {
        member_gone(d, &a);
    } else if (has_b && !has_member(&b, d->a, d->a_end)) {
        member_new(d, &b);
    } else {
        return 0;
    }
    return 1;
}

/* If the members have another order, the whole object is replaced. */
static void walk_object(struct delta *d, const struct place *at)
{
    const char *a = d->a, *b = d->b;
    struct mark m = mark(d);
    d->a++, d->b++;
    while (skip_same(d), !at_end(d->a) || !at_end(d->b)) {
        if (walk_member(d, at))
            continue;
        is_hollow(d, at);
        take_back(d, m);
        d->a = a, d->b = b;
        replace(d, at);
        return;
    }
    d->a++, d->b++;
    whole_if_shorter(d, at, m, b);
}

/* ---- lists ---- */

/* The difference of two lists: the elements before `at` are equal; after them `gone` elements are
 * replaced by `come` others. */
struct splice {
    uint32_t at, gone, come;
    /* The text of the new elements. */
    const char *items;
    /* Its length, commas included. */
    size_t n;
};

static const char *skip_many(const char *p, const char *end, uint32_t n)
{
    while (n--)
        p = next(skip_value(p, end));
    return p;
}

/* Counts the equal elements at the end of two rests of the same length: those after the last pair
 * that differs. */
static uint32_t common_end(const struct delta *d, const char *a, const char *b, uint32_t n)
{
    uint32_t same = 0;
    for (; n; n--) {
        const char *a_end = skip_value(a, d->a_end), *b_end = skip_value(b, d->b_end);
        same = same_text(a, (size_t)(a_end - a), b, (size_t)(b_end - b)) ? same + 1 : 0;
        a = next(a_end);
        b = next(b_end);
    }
    return same;
}

/* The rests of two lists, from the first element that differs. */
struct rests {
    uint32_t at;
    /* The beginning of that element. */
    const char *a, *b;
    /* The closing brackets. */
    const char *a_end, *b_end;
    /* The number of elements up to the closing brackets, once counted. */
    uint32_t a_n, b_n;
};

/* Counts both rests. Returns 1 if their lengths differ. */
static int count_rests(const struct delta *d, struct rests *r)
{
    r->a_end = same_children(r->a, d->a_end, &r->a_n);
    r->b_end = same_children(r->b, d->b_end, &r->b_n);
    return r->a_n != r->b_n;
}

/* Everything between the equal elements at both ends of the lists is replaced. */
static struct splice find_splice(const struct delta *d, const struct rests *r)
{
    uint32_t least = r->a_n < r->b_n ? r->a_n : r->b_n;
    uint32_t same = common_end(d, skip_many(r->a, d->a_end, r->a_n - least),
                               skip_many(r->b, d->b_end, r->b_n - least), least);
    struct splice s = {r->at, r->a_n - same, r->b_n - same, r->b, 0};
    if (s.come) {
        const char *last = skip_many(r->b, d->b_end, s.come - 1);
        s.n = (size_t)(skip_value(last, d->b_end) - r->b);
    }
    return s;
}

static void write_splice(struct delta *d, const struct place *at, const struct splice *s)
{
    begin_op(d, at);
    write_number(d->w, s->at);
    write_number(d->w, s->gone);
    write_begin(d->w, '[');
    if (s->come)
        write_raw(d->w, s->items, s->n);
    write_end(d->w, ']');
    write_end(d->w, ']');
}

/* Walks the elements pair by pair and writes their differences. `s` gets the range from the first
 * to the last pair that differs. Returns 0 if one list is longer. An inserted or removed element
 * makes all later pairs differ, so at the second difference the elements are counted. */
static int walk_elements(struct delta *d, const struct place *up, struct splice *s, struct rests *r)
{
    struct place at = {up, NULL, 0, 0, up->depth + 1};
    int differences = 0;
    for (; at.index += skip_same(d), !at_end(d->a) && !at_end(d->b); at.index++) {
        size_t n = d->w->n;
        const char *a = d->a, *b = d->b;
        walk(d, &at);
        if (d->w->n != n) {
            if (!differences)
                *r = (struct rests){at.index, a, b, NULL, NULL, 0, 0},
                *s = (struct splice){at.index, 0, 0, b, 0};
            s->gone = s->come = at.index + 1 - s->at;
            s->n = (size_t)(d->b - s->items);
            if (++differences == 2 && count_rests(d, r))
                return 0;
        }
        d->a = next(d->a);
        d->b = next(d->b);
    }
    if (!differences)
        *r = (struct rests){at.index, d->a, d->b, NULL, NULL, 0, 0};
    return at_end(d->a) && at_end(d->b);
}

/* For lists of the same length: keeps the changed elements one by one, or replaces all from the
 * first to the last of them, whichever is shorter. */
static void splice_if_shorter(struct delta *d, const struct place *at, struct mark m,
                              const struct splice *s)
{
    struct mark parts = mark(d);
    if (parts.n - m.n <= s->n || is_hollow(d, at))
        return;
    write_splice(d, at, s);
    if (d->w->n - parts.n >= parts.n - m.n) {
        take_back(d, parts);
        return;
    }
    take_back(d, m);
    write_splice(d, at, s);
}

/* If one list is longer, differences of single elements would be useless, so they are dropped
 * for one splice. */
static void walk_list(struct delta *d, const struct place *at)
{
    const char *list = d->b;
    struct mark m = mark(d);
    struct splice s = {0, 0, 0, NULL, 0};
    struct rests r;
    d->a++, d->b++;
    if (walk_elements(d, at, &s, &r)) {
        if (s.come)
            splice_if_shorter(d, at, m, &s);
    } else {
        is_hollow(d, at);
        take_back(d, m);
        count_rests(d, &r);
        s = find_splice(d, &r);
        write_splice(d, at, &s);
        d->a = r.a_end, d->b = r.b_end;
    }
    d->a++, d->b++;
    whole_if_shorter(d, at, m, list);
}

static void walk(struct delta *d, const struct place *at)
{
    int same_kind = *d->a == *d->b && at->depth < DELTA_DEPTH;
    if (same_kind && *d->a == '{')
        walk_object(d, at);
    else if (same_kind && *d->a == '[')
        walk_list(d, at);
    else
        replace(d, at);
}

static struct delta delta_of(struct writer *w, const char *before, size_t before_n,
                             const char *after, size_t after_n, const char *home)
{
    return (struct delta){.w = w,
                          .a = before,
                          .a_end = before + before_n,
                          .b = after,
                          .b_end = after + after_n,
                          .same = before,
                          .home = home,
                          .home_n = home ? strlen(home) : 0};
}

static void write_all(struct delta *d)
{
    size_t before_n = (size_t)(d->a_end - d->a), after_n = (size_t)(d->b_end - d->b);
    struct place root = {0};
    write_begin(d->w, '[');
    if (!same_text(d->a, before_n, d->b, after_n)) {
        walk(d, &root);
        MUST(d->a == d->a_end && d->b == d->b_end);
    }
    write_end(d->w, ']');
}

void delta_write(struct writer *w, const char *before, size_t before_n, const char *after,
                 size_t after_n, const char *home)
{
    struct delta d = delta_of(w, before, before_n, after, after_n, home);
    write_all(&d);
}

int delta_write_parts(struct writer *w, const char *before, size_t before_n, const char *after,
                      size_t after_n, const char *home)
{
    struct delta d = delta_of(w, before, before_n, after, after_n, home);
    d.hollow = 1;
    write_all(&d);
    return !d.unsure;
}
