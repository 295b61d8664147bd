/* Walks through a database and plays each log; see audit.h. */
#include "server/admin/audit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/entry.h"
#include "match/refusals.h"
#include "wire/refuse.h"

enum { PAGE = 256 };

/* What one step of the walk has found. Logs are played after it, because the store may be asked
 * only one thing at a time. */
struct page {
    struct {
        char id[STORE_ID + 1];
        uint32_t entries;
        uint8_t phase, strange;
    } row[PAGE];
    int n;
    /* The last id, whole: a file from elsewhere may have longer ones. */
    char *after;
};

/* A strange id is cut for the report, but `after` has all of it: otherwise the walk would come to
 * it again. */
static void take_row(void *arg, const struct store_walked *w)
{
    struct page *p = arg;
    snprintf(p->row[p->n].id, sizeof p->row[0].id, "%s", w->match);
    p->row[p->n].strange = strlen(w->match) > STORE_ID;
    p->row[p->n].entries = w->entries;
    p->row[p->n++].phase = w->phase;
    free(p->after);
    p->after = strdup(w->match);
    MUST(p->after);
}

/* A match that is being played. After the first entry that does not fit, the others are only
 * counted. Reused from match to match, as `done` is large. */
struct playing {
    struct match match;
    struct session_done *done;
    uint32_t count;
    int bad;
    struct refusal why;
};

/* The rest of a bad log is only counted, so that the number of entries can still be compared. */
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

/* What is wrong with the log or its summary, or NULL. */
static const char *judge(const struct playing *p, uint32_t entries, uint8_t phase)
{
    return p->bad                    ? p->why.message
           : p->count != entries     ? "the log has another number of entries than the table"
           : p->match.phase != phase ? "the log ends in another state than the table"
           : p->match.entries == 0   ? "it has no entries"
                                     : NULL;
}

/* Returns 0 whatever is wrong with the log; anything else: the store has failed. */
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
    /* A damaged file may have any phase. */
    if (phase <= MATCH_REVEALING)
        a->tables[phase]++;
    match_free(&p->match);
    return failed;
}

/* Tables of a page, one after another. */
static int play_page(struct store *s, struct audit *a, struct playing *p, const struct page *page,
                     audit_wrong_fn *wrong, void *arg)
{
    int failed = 0;
    for (int i = 0; !failed && i < page->n; i++) {
        if (page->row[i].strange) {
            a->bad++;
            wrong(arg, page->row[i].id, 0, "its id is too long");
            continue;
        }
        failed =
            play(s, a, p, page->row[i].id, page->row[i].entries, page->row[i].phase, wrong, arg);
    }
    return failed;
}

/* Reads only. A server may be running meanwhile: a table that moves on between the walk and its log
 * may then be reported although nothing is wrong. */
int audit_store(struct store *s, struct audit *a, audit_wrong_fn *wrong, void *arg)
{
    struct page *page = calloc(1, sizeof *page);
    struct playing *p = calloc(1, sizeof *p);
    int failed = 0;
    MUST(page && p && (p->done = malloc(sizeof *p->done)));
    page->after = strdup("");
    MUST(page->after);
    memset(a, 0, sizeof *a);
    do {
        char *after = page->after;
        page->after = NULL;
        page->n = 0;
        failed =
            s->walk(s, after, PAGE, NULL, take_row, page) || play_page(s, a, p, page, wrong, arg);
        free(after);
    } while (!failed && page->n == PAGE);
    free(page->after);
    free(p->done);
    free(p);
    free(page);
    return failed ? -1 : 0;
}
