/* A node's handle on the store of a world: it fails when the test says so, and tells the other
 * nodes what was appended, because a store in memory has no handles of its own. */
#include <stdlib.h>
#include <string.h>

#include "store/batch.h"
#include "store/store.h"
#include "tests/puppet/puppet.h"

/* `self` must be the first member. */
struct handle {
    struct store self;
    struct puppet_node *node;
    struct store *all;
    /* Appends of others that were not reported yet. */
    struct change {
        char match[STORE_ID + 1];
        uint32_t entries;
    } * change;
    uint32_t changes, room;
    /* A match is being resumed, so loading it is no look at what is new. */
    int resumes;
};

/* A function of a handle: one of the store behind it, which fails if reads do. */
#define PASS(name, parameters, arguments)                                                          \
    static int pass_##name parameters                                                              \
    {                                                                                              \
        struct handle *h = (struct handle *)s;                                                     \
        return read_fails(h) ? -1 : h->all->name arguments;                                        \
    }

static int read_fails(struct handle *h)
{
    if (h->node->fail_reads <= 0)
        return 0;
    h->node->fail_reads--;
    return 1;
}

PASS(keep, (struct store * s, const char *match, uint32_t number, const struct store_text *text),
     (h->all, match, number, text))
PASS(kept, (struct store * s, const char *match, uint32_t number, store_entry_fn *row, void *arg),
     (h->all, match, number, row, arg))
PASS(list, (struct store * s, const struct store_query *q, store_summary_fn *row, void *arg),
     (h->all, q, row, arg))
PASS(due,
     (struct store * s, int64_t now, const struct store_place *after, int limit, store_due_fn *row,
      void *arg),
     (h->all, now, after, limit, row, arg))
PASS(ping, (struct store * s), (h->all))
PASS(walk,
     (struct store * s, const char *after, int limit, const char *text, store_walk_fn *row,
      void *arg),
     (h->all, after, limit, text, row, arg))
PASS(sweep, (struct store * s, const char *match), (h->all, match))
PASS(rewrite, (struct store * s, struct store_rewrite *r), (h->all, r))
PASS(compact, (struct store * s), (h->all))
PASS(note, (struct store * s, const char *name, const struct store_text *text),
     (h->all, name, text))
PASS(notes, (struct store * s, const char *prefix, store_note_fn *row, void *arg),
     (h->all, prefix, row, arg))

static int load(struct store *s, const char *match, uint32_t from, store_entry_fn *row, void *arg)
{
    struct handle *h = (struct handle *)s;
    int resumes = h->resumes;
    h->resumes = 0;
    if (!resumes && read_fails(h))
        return -1;
    h->node->looks += !resumes;
    return h->all->load(h->all, match, from, row, arg);
}

static int snapshot(struct store *s, const char *match, uint32_t most, store_entry_fn *row,
                    void *arg)
{
    struct handle *h = (struct handle *)s;
    if (read_fails(h))
        return -1;
    h->resumes = 1;
    return h->all->snapshot(h->all, match, most, row, arg);
}

static int probe(struct store *s)
{
    struct handle *h = (struct handle *)s;
    return h->node->fail > 0 || h->node->fail_reads > 0 ? -1 : h->all->probe(h->all);
}

static int time_of(struct store *s, int64_t *ms)
{
    const struct puppet *w = ((struct handle *)s)->node->world;
    *ms = w->now;
    return w->shared ? 0 : -1;
}

/* ---- appends ---- */

static void check(const struct store_append *a)
{
    puppet_promise(a->count == 1, "the server stores one entry at a time");
    puppet_promise(store_text_fits(a->entry[0].at, a->entry[0].n), "an entry can be kept");
    puppet_promise(store_text_fits(a->summary.text, a->summary.text_n), "a summary can be kept");
    puppet_promise(store_text_fits(a->snapshot.at, a->snapshot.n), "a snapshot can be kept");
}

void puppet_store_changed(struct puppet_node *n, const char *match, uint32_t entries)
{
    struct handle *h = (struct handle *)n->store;
    if (h->changes == h->room) {
        h->room = h->room ? 2 * h->room : 16;
        h->change = realloc(h->change, h->room * sizeof h->change[0]);
        MUST(h->change);
    }
    struct change *c = &h->change[h->changes++];
    snprintf(c->match, sizeof c->match, "%s", match);
    c->entries = entries;
}

static void tell_others(struct handle *h, const struct store_append *a)
{
    struct puppet *w = h->node->world;
    if (w->hears.stored)
        w->hears.stored(w->hears.arg, a->match);
    for (int i = 0; i < w->nodes; i++) {
        struct puppet_node *other = &w->node[i];
        if (other != h->node && other->server && !other->deaf)
            puppet_store_changed(other, a->match, a->expected + a->count);
    }
}

static int append(struct store *s, struct store_append *list, int n)
{
    struct handle *h = (struct handle *)s;
    for (int i = 0; i < n; i++)
        check(&list[i]);
    if (h->node->fail > 0 && h->node->fail--)
        return -1;
    if (h->all->append(h->all, list, n) < 0)
        return -1;
    for (int i = 0; i < n; i++)
        if (list[i].outcome == STORE_STORED)
            tell_others(h, &list[i]);
    return h->node->lose > 0 && h->node->lose-- ? -1 : 0;
}

static int changes(struct store *s, store_match_fn *row, void *arg)
{
    struct handle *h = (struct handle *)s;
    for (uint32_t i = 0; i < h->changes; i++)
        row(arg, h->change[i].match, h->change[i].entries);
    h->changes = 0;
    return 0;
}

/* ---- handles ---- */

static void close_handle(struct store *s)
{
    free(((struct handle *)s)->change);
    free(s);
}

struct store *puppet_store_open(struct puppet_node *n)
{
    struct handle *h = calloc(1, sizeof *h);
    MUST(h);
    h->node = n;
    h->all = n->world->store;
    h->self = (struct store){
        .kind = h->all->kind,
        .append = append,
        .load = load,
        .snapshot = snapshot,
        .keep = pass_keep,
        .kept = pass_kept,
        .list = pass_list,
        .due = pass_due,
        .changes = changes,
        .ping = pass_ping,
        .time = time_of,
        .probe = probe,
        .walk = pass_walk,
        .sweep = pass_sweep,
        .rewrite = pass_rewrite,
        .compact = pass_compact,
        .note = pass_note,
        .notes = pass_notes,
        .close = close_handle,
    };
    return &h->self;
}
