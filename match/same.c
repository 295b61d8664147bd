/* Compares eight bytes at once, and finds the structure of sixteen bytes of JSON at once. */
#include "match/same.h"

#include "engine/port.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* How many bytes are equal from the beginning. Little-endian: the lowest bit that differs is in the
 * first byte that does. */
size_t same_bytes(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t x, y;
        memcpy(&x, a + i, 8);
        memcpy(&y, b + i, 8);
        if (x != y)
            return i + (size_t)bit_lowest(x ^ y) / 8;
    }
    while (i < n && a[i] == b[i])
        i++;
    return i;
}

/* The brackets and commas outside strings in sixteen bytes, one bit per byte. */
struct marks {
    uint32_t open, close, comma;
    /* All ones if a string continues after the sixteen bytes, else 0. */
    uint32_t in_text;
};

#ifdef __SSE2__

static uint32_t mark_all(__m128i bytes, char c)
{
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)));
}

/* Returns 0 if there is a backslash; then the caller goes byte by byte. */
static int marks_find(struct marks *m, const char *p)
{
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
    /* [ becomes {, ] becomes }. */
    __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
    uint32_t text = mark_all(bytes, '"');
    if (mark_all(bytes, '\\'))
        return 0;
    /* Sets the bits from each quote up to the next. */
    for (int by = 1; by < 16; by *= 2)
        text ^= text << by;
    text ^= m->in_text;
    m->open = mark_all(folded, '{') & ~text;
    m->close = mark_all(folded, '}') & ~text;
    m->comma = mark_all(bytes, ',') & ~text;
    m->in_text = text >> 15 & 1 ? UINT32_MAX : 0;
    return 1;
}

#else

static int marks_find(struct marks *m, const char *p)
{
    (void)m, (void)p;
    return 0;
}

#endif

/* The position of a walk over children. */
struct same_walk {
    /* The beginning of the current child. */
    const char *child;
    uint32_t passed;
    /* The number of brackets opened since. */
    int depth;
};

/* Handles one bracket or comma at p. Returns 1 if it closes the object or list of the children. */
static int step(struct same_walk *w, int open, int close, const char *p)
{
    if (open) {
        w->depth++;
    } else if (close) {
        return --w->depth < 0;
    } else if (w->depth == 0) {
        w->child = p + 1;
        w->passed++;
    }
    return 0;
}

/* Counts the bits of a number of sixteen bits. */
static int few_bits(uint32_t x)
{
    x -= x >> 1 & 0x5555;
    x = (x & 0x3333) + (x >> 2 & 0x3333);
    x = (x + (x >> 4)) & 0x0f0f;
    return (int)((x + (x >> 8)) & 0x1f);
}

/* Returns the closing bracket, or NULL if it is not among the sixteen bytes. */
static const char *step_marks(struct same_walk *w, const struct marks *m, const char *p)
{
    int closes = few_bits(m->close);
    /* So deep that neither a child nor the whole list can end in these bytes. */
    if (w->depth > closes) {
        w->depth += few_bits(m->open) - closes;
        return NULL;
    }
    for (uint32_t all = m->open | m->close | m->comma; all; all &= all - 1) {
        int at = bit_lowest(all);
        if (step(w, m->open >> at & 1, m->close >> at & 1, p + at))
            return p + at;
    }
    return NULL;
}

/* For the last bytes, texts with backslashes, and machines without SSE2. */
static const char *step_one_by_one(struct same_walk *w, const char *p, const char *limit,
                                   int in_text)
{
    for (; p < limit; p++) {
        /* NOLINTNEXTLINE(*NullDereference): what step_marks returns lies within the text */
        int open = *p == '{' || *p == '[', close = *p == '}' || *p == ']';
        if (*p == '"')
            in_text = !in_text;
        else if (*p == '\\')
            p++;
        else if (!in_text && (open || close || *p == ',') && step(w, open, close, p))
            return p;
    }
    return NULL;
}

/* Passes whole children only: returns where the next one begins, or the closing bracket. `limit`
 * may lie anywhere in the text; the bytes up to it are read and none behind it. */
const char *same_children(const char *p, const char *limit, uint32_t *passed)
{
    struct same_walk w = {p, 0, 0};
    struct marks m = {0, 0, 0, 0};
    const char *end = NULL;
    for (; !end && limit - p >= 16 && marks_find(&m, p); p += 16)
        if (!w.depth || m.open | m.close)
            end = step_marks(&w, &m, p);
    if (!end)
        end = step_one_by_one(&w, p, limit, m.in_text != 0);
    /* The last child ends with the bracket, unless there was none. */
    *passed = w.passed + (end && end > w.child);
    return end ? end : w.child;
}
