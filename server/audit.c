/* Walks through a database and plays each log; see audit.h. */
#include "server/audit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 256 };

struct page {
    struct {
        char id[STORE_ID + 1];
        uint32_t entries;
        uint8_t phase;
    } row[PAGE];
    int n;
};

static void take_row(void *arg, const struct store_walked *w)
{
    struct page *p = arg;
    snprintf(p->row[p->n].id, sizeof p->row[0].id, "%s", w->match);
    p->row[p->n].entries = w->entries;
    p->row[p->n++].phase = w->phase;
}

/* A match that is being played. After the first entry that does not fit, the others are only
 * counted. */
struct playing {
    struct match match;
    struct done *done;
    uint32_t count;
    int bad;
    struct refusal why;
};

static void take_entry(void *arg, uint32_t n, const char *body, size_t len)
{
    struct playing *p = arg;
    struct entry e;
    p->count++;
    if (p->bad)
        return;
    if (n != p->match.entries) {
        p->bad = 1;
        because(&p->why, ROW(entry_missing));
        return;
    }
    if (entry_read(&e, &p->match, body, len, &p->why) < 0) {
        p->bad = 1;
        return;
    }
    p->bad = match_take(&p->match, &e, p->done, &p->why) < 0;
    entry_free(&e);
}

/* What is wrong with the log or its card, or NULL. */
static const char *judge(const struct playing *p, uint32_t entries, uint8_t phase)
{
    return p->bad                    ? p->why.message
           : p->count != entries     ? "the log has another number of entries than the table"
           : p->match.phase != phase ? "the log ends in another state than the table"
           : p->match.entries == 0   ? "it has no entries"
                                     : NULL;
}

static int play(struct store *s, struct audit *a, struct playing *p, const char *id,
                uint32_t entries, uint8_t phase, audit_wrong_fn *wrong, void *arg)
{
    match_init(&p->match);
    p->count = 0;
    p->bad = 0;
    int failed = s->load(s, id, 0, take_entry, p);
    const char *what = failed ? NULL : judge(p, entries, phase);
    if (what)
        wrong(arg, id, p->match.entries, what);
    a->bad += what != NULL;
    a->entries += p->count;
    if (phase <= MATCH_REVEALING)
        a->tables[phase]++;
    match_free(&p->match);
    return failed;
}

int audit_store(struct store *s, struct audit *a, audit_wrong_fn *wrong, void *arg)
{
    struct page *page = calloc(1, sizeof *page);
    struct playing *p = calloc(1, sizeof *p);
    char after[STORE_ID + 1] = "";
    int failed = 0;
    MUST(page && p && (p->done = malloc(sizeof *p->done)));
    memset(a, 0, sizeof *a);
    do {
        page->n = 0;
        failed = s->walk(s, after, PAGE, NULL, take_row, page);
        for (int i = 0; !failed && i < page->n; i++)
            failed = play(s, a, p, page->row[i].id, page->row[i].entries, page->row[i].phase, wrong,
                          arg);
        if (page->n)
            memcpy(after, page->row[page->n - 1].id, sizeof after);
    } while (!failed && page->n == PAGE);
    free(p->done);
    free(p);
    free(page);
    return failed ? -1 : 0;
}
