/* Comparing eight bytes at once, and finding structure in sixteen. */
#include "match/same.h"

#include "engine/port.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

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

/* Where in sixteen bytes brackets and commas stand that are not in a text, a bit for each byte. */
struct marks {
    uint32_t open, close, comma;
    uint32_t in_text; /* all ones when a text goes on behind them, else 0 */
};

#ifdef __SSE2__

static uint32_t mark_all(__m128i bytes, char c)
{
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)));
}

/* 0 where there is a backslash: then one by one. */
static int marks_find(struct marks *m, const char *p)
{
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8(0x20)); /* [ becomes {, ] becomes } */
    uint32_t text = mark_all(bytes, '"');
    if (mark_all(bytes, '\\'))
        return 0;
    for (int by = 1; by < 16; by *= 2)
        text ^= text << by; /* from each quote up to the next */
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

/* Where a walk over children is. */
struct walk {
    const char *child; /* where the present one begins */
    uint32_t passed;
    int depth; /* of brackets opened since */
};

/* One byte of structure at p; 1 where it closes what the children are in. */
static int step(struct walk *w, int open, int close, const char *p)
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

/* Of sixteen. */
static int few_bits(uint32_t x)
{
    x -= x >> 1 & 0x5555;
    x = (x & 0x3333) + (x >> 2 & 0x3333);
    x = (x + (x >> 4)) & 0x0f0f;
    return (int)((x + (x >> 8)) & 0x1f);
}

/* NULL, or the closing bracket. */
static const char *step_marks(struct walk *w, const struct marks *m, const char *p)
{
    int closes = few_bits(m->close);
    if (w->depth > closes) { /* neither a child nor what they are in can end here */
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

static const char *step_one_by_one(struct walk *w, const char *p, const char *limit, int in_text)
{
    for (; p < limit; p++) {
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

const char *same_children(const char *p, const char *limit, uint32_t *passed)
{
    struct walk w = {p, 0, 0};
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
