/* Sorts appends into groups. See batch.h. */
#include "store/batch.h"

#include <stdlib.h>

#include "engine/port.h"
#include "engine/utf8.h"

/* Arrival is the place in the caller's list: the pointers point into it. qsort is not stable, so it
 * has to be compared. */
static int compare_appends(const void *a, const void *b)
{
    const struct store_append *const *x = a, *const *y = b;
    int by_match = strcmp((*x)->match, (*y)->match);
    return by_match ? by_match : (*x > *y) - (*x < *y);
}

/* A summary without a text keeps the text of the one before, as a summary in the store would ("":
 * unchanged). */
static void summary_follow(struct store_summary *summary, const struct store_summary *next)
{
    struct store_summary old = *summary;
    *summary = *next;
    if (next->text_n)
        return;
    summary->text = old.text;
    summary->text_n = old.text_n;
}

/* Makes the group of order[0]. Returns how many appends of the order belong to its match. Appends
 * that do not follow get their outcome here and belong to no group. The texts stay the caller's. */
static int group_open(struct store_group *g, struct store_append **order, int n)
{
    int at = 0, follows = 1;
    *g = (struct store_group){
        .part = order, .match = order[0]->match, .expected = order[0]->expected};
    for (; at < n && strcmp(order[at]->match, g->match) == 0; at++) {
        struct store_append *a = order[at];
        MUST(a->count > 0);
        follows = follows && a->expected == g->expected + g->count;
        if (!follows) {
            a->outcome = STORE_CONFLICT;
            continue;
        }
        g->parts++;
        g->count += a->count;
        summary_follow(&g->summary, &a->summary);
        if (a->snapshot.n) {
            g->snapshot = a->snapshot;
            g->snapshot_of = g->expected + g->count;
        }
    }
    return at;
}

/* The groups point into `list`, which must not move before batch_close. Groups are in the order of
 * their matches' ids. */
int batch_open(struct batch *b, struct store_append *list, int n)
{
    b->groups = 0;
    b->order = calloc((size_t)n + 1, sizeof(void *));
    b->group = calloc((size_t)n + 1, sizeof b->group[0]);
    if (!b->order || !b->group) {
        batch_close(b);
        return -1;
    }
    for (int i = 0; i < n; i++)
        b->order[i] = &list[i];
    qsort(b->order, (size_t)n, sizeof(void *), compare_appends);
    for (int at = 0; at < n;)
        at += group_open(&b->group[b->groups++], b->order + at, n - at);
    return 0;
}

void batch_close(struct batch *b)
{
    free(b->order);
    free(b->group);
}

/* Gives every part of the group its outcome; parts of one group never differ. */
void group_settle(const struct store_group *g, enum store_outcome outcome)
{
    for (int i = 0; i < g->parts; i++)
        g->part[i]->outcome = outcome;
}

/* How many bytes from `s` on are plain ASCII, in steps of eight: almost all of them, and a founding
 * may have a million. */
static size_t plain_bytes(const char *s, size_t left)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    size_t n = 0;
    for (uint64_t word; left - n >= 8; n += 8) {
        memcpy(&word, s + n, 8);
        /* A byte that is zero, or not ASCII. */
        if (((word - ones) | word) & tops)
            break;
    }
    return n;
}

/* A zero byte would end the text in SQLite's functions and is refused by PostgreSQL, and so is what
 * is not UTF-8. */
int store_text_fits(const char *text, size_t n)
{
    uint32_t c;
    for (size_t at = 0, length; at < n; at += length) {
        at += plain_bytes(text + at, n - at);
        if (at == n)
            break;
        if ((length = utf8_read(text + at, n - at, &c)) == 0 || !c)
            return 0;
    }
    return 1;
}
