/* The store in memory, for tests and for servers that need not keep anything. Each handle is a
 * database of its own to which nobody else can append, so it never reports changes by others.
 *
 * A batch is first prepared (everything that needs memory) and then carried out, so that a failure
 * leaves nothing behind. A match without entries counts as not existing, even if it is already in
 * the hash table. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/port.h"
#include "store/batch.h"
#include "store/open.h"

struct kept_match {
    /* The next match in its chain. */
    struct kept_match *next;
    char id[STORE_ID + 1];
    struct store_summary summary;
    char *summary_text;
    struct store_text *entry;
    uint32_t n, room;
    /* The last snapshots, the newest first, and how many entries each is of; NULL: none. */
    struct store_text snapshot[STORE_SNAPSHOTS];
    uint32_t snapshot_of[STORE_SNAPSHOTS];
    /* Texts beside the log. */
    struct kept_text {
        struct kept_text *next;
        uint32_t number;
        struct store_text text;
    } * beside;
};

struct memory_store {
    struct store base;
    struct kept_match **chain;
    /* How many chains there are, a power of two. */
    uint32_t chains, matches;
    /* By name. */
    struct kept_note {
        struct kept_note *next;
        char name[STORE_NOTE + 1];
        struct store_text text;
    } * notes;
};

/* A group that is ready to be stored: copies of its texts. */
struct ready {
    struct kept_match *match;
    char **text;
    char *summary, *snapshot;
};

static int no_memory(struct store *s)
{
    snprintf(s->error, STORE_ERROR, "There is no memory left; nothing was stored.");
    return -1;
}

/* n bytes and a zero, so that has_text may search it. NULL: no memory. */
static char *copy_text(const char *text, size_t n)
{
    char *copy = malloc(n + 1);
    if (copy) {
        memcpy(copy, n ? text : "", n);
        copy[n] = '\0';
    }
    return copy;
}

/* What was removed does not stay in memory. */
static void wipe(const struct store_text *t)
{
    if (t->at)
        explicit_bzero((char *)t->at, t->n);
    free((char *)t->at);
}

static void wipe_summary(struct kept_match *k)
{
    wipe(&(struct store_text){k->summary_text, k->summary.text_n});
}

/* ---- the table of matches ---- */

/* FNV-1a, with the upper bits mixed in; the number of chains is a power of two. */
static uint32_t chain_of(const struct memory_store *m, const char *id)
{
    uint32_t hash = 2166136261u;
    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 16777619u;
    return (hash ^ hash >> 15) & (m->chains - 1);
}

static struct kept_match *find_match(const struct memory_store *m, const char *id)
{
    struct kept_match *k = m->chain[chain_of(m, id)];
    while (k && strcmp(k->id, id) != 0)
        k = k->next;
    return k;
}

/* Doubles the number of chains. If there is no memory for them, the chains only get longer. */
static void grow_table(struct memory_store *m)
{
    struct memory_store more = *m;
    more.chains = m->chains * 2;
    more.chain = calloc(more.chains, sizeof(void *));
    if (!more.chain)
        return;
    for (uint32_t i = 0; i < m->chains; i++)
        for (struct kept_match *k = m->chain[i], *next; k; k = next) {
            uint32_t at = chain_of(&more, k->id);
            next = k->next;
            k->next = more.chain[at];
            more.chain[at] = k;
        }
    free(m->chain);
    m->chain = more.chain;
    m->chains = more.chains;
}

/* Finds or makes the match; NULL: no memory. One that was made has no entries and counts as not
 * there until it gets some (`k->n`), so nothing has to be taken back if the append fails. */
static struct kept_match *add_match(struct memory_store *m, const char *id)
{
    struct kept_match *k = find_match(m, id);
    if (k || !(k = calloc(1, sizeof *k)))
        return k;
    memcpy(k->id, id, sizeof k->id);
    if (m->matches >= m->chains)
        grow_table(m);
    uint32_t at = chain_of(m, id);
    k->next = m->chain[at];
    m->chain[at] = k;
    m->matches++;
    return k;
}

/* ---- append ---- */

/* Changes nothing that can be seen, so it may happen before it is known that all of a batch
 * succeeds. -1: no memory. */
static int make_room(struct kept_match *k, uint32_t count)
{
    if (count <= k->room - k->n)
        return 0;
    uint32_t room = k->room * 2 > k->n + count ? k->room * 2 : k->n + count;
    struct store_text *entry = realloc(k->entry, room * sizeof entry[0]);
    if (!entry)
        return -1;
    k->entry = entry;
    k->room = room;
    return 0;
}

/* -1: no memory; what was copied so far is for throw_away. */
static int copy_texts(struct ready *r, const struct store_group *g)
{
    uint32_t at = 0;
    if (!(r->summary = copy_text(g->summary.text, g->summary.text_n)))
        return -1;
    if (g->snapshot.n && !(r->snapshot = copy_text(g->snapshot.at, g->snapshot.n)))
        return -1;
    if (!(r->text = calloc(g->count, sizeof r->text[0])))
        return -1;
    for (int i = 0; i < g->parts; i++)
        for (uint32_t e = 0; e < g->part[i]->count; e++) {
            const struct store_text *t = &g->part[i]->entry[e];
            if (!(r->text[at++] = copy_text(t->at, t->n)))
                return -1;
        }
    return 0;
}

/* Prepares a group. If it is a conflict, it gets no match and there is nothing to do. -1: no
 * memory, and the whole batch fails. A match is expected to exist if entries are expected in it. */
static int make_ready(struct memory_store *m, struct ready *r, const struct store_group *g)
{
    struct kept_match *k = g->expected ? find_match(m, g->match) : add_match(m, g->match);
    if (!k)
        return g->expected ? 0 : -1;
    if (k->n != g->expected)
        return 0;
    r->match = k;
    return make_room(k, g->count) || copy_texts(r, g) ? -1 : 0;
}

/* The newest comes first; the oldest of three is removed. */
static void keep_snapshot(struct kept_match *k, const struct ready *r, const struct store_group *g)
{
    if (!r->snapshot)
        return;
    wipe(&k->snapshot[STORE_SNAPSHOTS - 1]);
    for (int i = STORE_SNAPSHOTS - 1; i > 0; i--) {
        k->snapshot[i] = k->snapshot[i - 1];
        k->snapshot_of[i] = k->snapshot_of[i - 1];
    }
    k->snapshot[0] = (struct store_text){r->snapshot, g->snapshot.n};
    k->snapshot_of[0] = g->snapshot_of;
}

/* Cannot fail: all memory was made ready before. The copies belong to the match from here on. */
static void carry_out(struct ready *r, const struct store_group *g)
{
    struct kept_match *k = r->match;
    keep_snapshot(k, r, g);
    uint32_t at = 0;
    for (int i = 0; i < g->parts; i++)
        for (uint32_t e = 0; e < g->part[i]->count; e++, at++)
            k->entry[k->n++] = (struct store_text){r->text[at], g->part[i]->entry[e].n};
    free(r->text);
    struct store_text old = {k->summary_text, k->summary.text_n};
    k->summary = g->summary;
    if (g->summary.text_n || !old.at) {
        wipe(&old);
        k->summary.text = k->summary_text = r->summary;
    } else { /* unchanged */
        free(r->summary);
        k->summary.text = old.at;
        k->summary.text_n = old.n;
    }
}

/* Frees what make_ready copied, however far it came. */
static void throw_away(struct ready *r, const struct store_group *g)
{
    for (uint32_t i = 0; r->text && i < g->count; i++)
        free(r->text[i]);
    free(r->text);
    free(r->summary);
    free(r->snapshot);
}

/* All groups are made ready before one is carried out, so a lack of memory leaves the store as it
 * was, like a transaction that failed. */
static int memory_append(struct store *s, struct store_append *list, int n)
{
    struct batch b;
    int failed = 0;
    if (batch_open(&b, list, n))
        return no_memory(s);
    struct ready *ready = calloc((size_t)b.groups + 1, sizeof ready[0]);
    for (int i = 0; ready && i < b.groups && !failed; i++)
        failed = make_ready((struct memory_store *)s, &ready[i], &b.group[i]);
    for (int i = 0; ready && i < b.groups; i++)
        if (failed) {
            throw_away(&ready[i], &b.group[i]);
        } else {
            group_settle(&b.group[i], ready[i].match ? STORE_STORED : STORE_CONFLICT);
            if (ready[i].match)
                carry_out(&ready[i], &b.group[i]);
        }
    failed |= !ready;
    free(ready);
    batch_close(&b);
    return failed ? no_memory(s) : 0;
}

/* ---- asking ---- */

static int memory_load(struct store *s, const char *match, uint32_t from, store_entry_fn *row,
                       void *arg)
{
    const struct kept_match *k = find_match((struct memory_store *)s, match);
    for (uint32_t n = from; k && n < k->n; n++)
        row(arg, n, k->entry[n].at, k->entry[n].n);
    return 0;
}

/* The newest that fits: they are kept newest first. */
static int memory_snapshot(struct store *s, const char *match, uint32_t most, store_entry_fn *row,
                           void *arg)
{
    const struct kept_match *k = find_match((struct memory_store *)s, match);
    for (int i = 0; k && i < STORE_SNAPSHOTS; i++)
        if (k->snapshot[i].at && k->snapshot_of[i] <= most) {
            row(arg, k->snapshot_of[i], k->snapshot[i].at, k->snapshot[i].n);
            return 0;
        }
    return 0;
}

static struct kept_text *find_text(const struct kept_match *k, uint32_t number)
{
    struct kept_text *t = k ? k->beside : NULL;
    while (t && t->number != number)
        t = t->next;
    return t;
}

/* What is kept of a match that is not there would never be removed, so it is ignored. */
static int memory_keep(struct store *s, const char *match, uint32_t number,
                       const struct store_text *text)
{
    struct kept_match *k = find_match((struct memory_store *)s, match);
    if (!k || !k->n)
        return 0;
    char *copy = copy_text(text->at, text->n);
    struct kept_text *t = find_text(k, number);
    if (copy && !t && (t = calloc(1, sizeof *t))) {
        *t = (struct kept_text){.next = k->beside, .number = number};
        k->beside = t;
    }
    if (!copy || !t) {
        free(copy);
        return no_memory(s);
    }
    wipe(&t->text);
    t->text = (struct store_text){copy, text->n};
    return 0;
}

static int memory_kept(struct store *s, const char *match, uint32_t number, store_entry_fn *row,
                       void *arg)
{
    const struct kept_text *t = find_text(find_match((struct memory_store *)s, match), number);
    if (t)
        row(arg, number, t->text.at, t->text.n);
    return 0;
}

static int by_touched(const void *a, const void *b)
{
    const struct kept_match *const *x = a, *const *y = b;
    return ((*x)->summary.touched < (*y)->summary.touched) -
           ((*x)->summary.touched > (*y)->summary.touched);
}

static int by_created(const void *a, const void *b)
{
    const struct kept_match *const *x = a, *const *y = b;
    return ((*x)->summary.created < (*y)->summary.created) -
           ((*x)->summary.created > (*y)->summary.created);
}

/* The time by which a query lists a match. */
static int64_t listed_at(const struct kept_match *k, const struct store_query *q)
{
    return q->phase == 1 ? k->summary.created : k->summary.touched;
}

/* Earliest first; of the same time by id, so that pages fit together. */
static int by_due(const void *a, const void *b)
{
    const struct kept_match *const *x = a, *const *y = b;
    int order = ((*x)->summary.due > (*y)->summary.due) - ((*x)->summary.due < (*y)->summary.due);
    return order ? order : strcmp((*x)->id, (*y)->id);
}

/* Matches without entries are in no list. */
static int fits_query(const struct kept_match *k, const struct store_query *q)
{
    const struct store_summary *c = &k->summary;
    return k->n && listed_at(k, q) < q->before && (q->phase < 0 || c->phase == q->phase) &&
           (!q->open || c->open) && (!q->game || strcmp(c->game, q->game) == 0);
}

/* `after` is the last match of the page before, by time and then by id. */
static int is_due(const struct kept_match *k, int64_t now, const struct store_place *after)
{
    int64_t due = k->summary.due;
    return k->n && due <= now && due != INT64_MAX &&
           (due > after->due || (due == after->due && strcmp(k->id, after->match) > 0));
}

/* All matches that fit the query, or are due after a place if there is no query, in order; NULL:
 * no memory. */
static struct kept_match **sorted(const struct memory_store *m, const struct store_query *q,
                                  int64_t now, const struct store_place *after, int *n)
{
    struct kept_match **found = calloc((size_t)m->matches + 1, sizeof(void *));
    *n = 0;
    for (uint32_t i = 0; found && i < m->chains; i++)
        for (struct kept_match *k = m->chain[i]; k; k = k->next)
            if (q ? fits_query(k, q) : is_due(k, now, after))
                found[(*n)++] = k;
    if (found)
        qsort(found, (size_t)*n, sizeof(void *),
              !q              ? by_due
              : q->phase == 1 ? by_created
                              : by_touched);
    return found;
}

/* Sorts all that fit for every question. Tests and small servers use this store, with few
 * matches. */
static int memory_list(struct store *s, const struct store_query *q, store_summary_fn *row,
                       void *arg)
{
    int n;
    struct kept_match **found = sorted((struct memory_store *)s, q, 0, NULL, &n);
    if (!found)
        return no_memory(s);
    for (int i = 0; i < n && q->limit > 0; i++) {
        const struct store_summary *c = &found[i]->summary;
        int64_t when = listed_at(found[i], q);
        if (i >= q->limit && when != listed_at(found[i - 1], q))
            break;
        row(arg, found[i]->id, when, c->text, c->text_n);
    }
    free(found);
    return 0;
}

/* All that are due are sorted for each page. */
static int memory_due(struct store *s, int64_t now, const struct store_place *after, int limit,
                      store_due_fn *row, void *arg)
{
    int n;
    struct kept_match **found = sorted((struct memory_store *)s, NULL, now, after, &n);
    if (!found)
        return no_memory(s);
    for (int i = 0; i < n && i < limit; i++)
        row(arg, found[i]->id, found[i]->n, found[i]->summary.due);
    free(found);
    return 0;
}

static int memory_changes(struct store *s, store_match_fn *row, void *arg)
{
    (void)s, (void)row, (void)arg;
    return 0;
}

static int memory_changes_fd(struct store *s)
{
    (void)s;
    return -1;
}

static int memory_ping(struct store *s)
{
    (void)s;
    return 0;
}

/* ---- for operators ---- */

/* Snapshots and the texts beside the log. */
static void wipe_computed(struct kept_match *k)
{
    for (int i = 0; i < STORE_SNAPSHOTS; i++)
        wipe(&k->snapshot[i]);
    memset(k->snapshot, 0, sizeof k->snapshot);
    for (struct kept_text *t = k->beside, *next; t; t = next) {
        next = t->next;
        wipe(&t->text);
        free(t);
    }
    k->beside = NULL;
}

/* All its texts are overwritten, so that a removed name is gone. */
static void free_match(struct kept_match *k)
{
    for (uint32_t i = 0; i < k->n; i++)
        wipe(&k->entry[i]);
    free(k->entry);
    wipe_summary(k);
    wipe_computed(k);
    free(k);
}

/* In the order of bytes, as the databases have it. */
static int by_id(const void *a, const void *b)
{
    const struct kept_match *const *x = a, *const *y = b;
    return strcmp((*x)->id, (*y)->id);
}

/* Texts end with a zero (copy_text) and have none inside. */
static int has_text(const struct kept_match *k, const char *text)
{
    int has = strstr(k->summary_text ? k->summary_text : "", text) != NULL;
    for (uint32_t i = 0; !has && i < k->n; i++)
        has = strstr(k->entry[i].at, text) != NULL;
    return has;
}

/* Matches without entries, left by failed appends, are not there. */
static int memory_walk(struct store *s, const char *after, int limit, const char *text,
                       store_walk_fn *row, void *arg)
{
    const struct memory_store *m = (struct memory_store *)s;
    struct kept_match **found = calloc((size_t)m->matches + 1, sizeof(void *));
    size_t n = 0;
    if (!found)
        return no_memory(s);
    for (uint32_t i = 0; i < m->chains; i++)
        for (struct kept_match *k = m->chain[i]; k; k = k->next)
            if (k->n && strcmp(k->id, after) > 0)
                found[n++] = k;
    qsort(found, n, sizeof(void *), by_id);
    for (size_t i = 0; i < n && (int)i < limit; i++) {
        const struct kept_match *k = found[i];
        row(arg, &(struct store_walked){k->id,
                                        k->n,
                                        k->summary.phase,
                                        k->summary.open,
                                        k->summary.created,
                                        k->summary.touched,
                                        text && has_text(k, text),
                                        {k->summary.text, k->summary.text_n}});
    }
    free(found);
    return 0;
}

/* A match that is not there is no failure: it is gone. */
static int memory_sweep(struct store *s, const char *match)
{
    struct memory_store *m = (struct memory_store *)s;
    struct kept_match **at = &m->chain[chain_of(m, match)];
    while (*at && strcmp((*at)->id, match) != 0)
        at = &(*at)->next;
    struct kept_match *k = *at;
    if (!k)
        return 0;
    *at = k->next;
    m->matches--;
    free_match(k);
    return 0;
}

/* All copies are made first. */
static int copy_rewrite(const struct store_rewrite *r, char **copies)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (!(copies[i] = copy_text(r->entry[i].at, r->entry[i].n)))
            return -1;
    copies[r->count] = copy_text(r->summary.at, r->summary.n);
    return copies[r->count] ? 0 : -1;
}

/* Cannot fail. The copies belong to the match from here on. */
static void carry_out_rewrite(struct kept_match *k, const struct store_rewrite *r, char **copies)
{
    for (uint32_t i = 0; i < r->count; i++) {
        MUST(r->number[i] < k->n);
        struct store_text *t = &k->entry[r->number[i]];
        wipe(t);
        *t = (struct store_text){copies[i], r->entry[i].n};
    }
    if (!r->summary.n) {
        free(copies[r->count]);
    } else {
        wipe_summary(k);
        k->summary.text = k->summary_text = copies[r->count];
        k->summary.text_n = r->summary.n;
    }
    wipe_computed(k);
}

/* Outcomes are as in the databases: another number of entries is a conflict and changes nothing. */
static int memory_rewrite(struct store *s, struct store_rewrite *r)
{
    struct kept_match *k = find_match((struct memory_store *)s, r->match);
    char **copies = calloc((size_t)r->count + 1, sizeof copies[0]);
    r->outcome = k && k->n == r->expected ? STORE_STORED : STORE_CONFLICT;
    int failed = !copies || (r->outcome == STORE_STORED && copy_rewrite(r, copies));
    if (!failed && r->outcome == STORE_STORED)
        carry_out_rewrite(k, r, copies);
    else
        for (uint32_t i = 0; copies && i <= r->count; i++)
            free(copies[i]);
    free(copies);
    return failed ? no_memory(s) : 0;
}

/* Notes are a list in the order of their names. The new one is made before the old one goes, so a
 * lack of memory leaves the old text. */
static int memory_note(struct store *s, const char *name, const struct store_text *text)
{
    struct kept_note **at = &((struct memory_store *)s)->notes;
    while (*at && strcmp((*at)->name, name) < 0)
        at = &(*at)->next;
    struct kept_note *old = *at && strcmp((*at)->name, name) == 0 ? *at : NULL, *fresh = NULL;
    char *copy = text->n ? copy_text(text->at, text->n) : NULL;
    if (text->n && (!copy || !(fresh = calloc(1, sizeof *fresh)))) {
        free(copy);
        return no_memory(s);
    }
    if (old) {
        *at = old->next;
        wipe(&old->text);
        free(old);
    }
    if (fresh) {
        *fresh = (struct kept_note){.next = *at, .text = {copy, text->n}};
        snprintf(fresh->name, sizeof fresh->name, "%s", name);
        *at = fresh;
    }
    return 0;
}

/* They are in order already. */
static int memory_notes(struct store *s, const char *prefix, store_note_fn *row, void *arg)
{
    for (const struct kept_note *n = ((struct memory_store *)s)->notes; n; n = n->next)
        if (strncmp(n->name, prefix, strlen(prefix)) == 0)
            row(arg, n->name, n->text.at, n->text.n);
    return 0;
}

/* ---- opening and closing ---- */

static void memory_close(struct store *s)
{
    struct memory_store *m = (struct memory_store *)s;
    for (uint32_t i = 0; i < m->chains; i++)
        for (struct kept_match *k = m->chain[i], *next; k; k = next) {
            next = k->next;
            free_match(k);
        }
    for (struct kept_note *n = m->notes, *next; n; n = next) {
        next = n->next;
        wipe(&n->text);
        free(n);
    }
    free(m->chain);
    free(m);
}

/* NULL: no memory. Each call opens another, empty database. */
struct store *store_open_memory(void)
{
    enum { CHAINS = 256 };
    struct memory_store *m = calloc(1, sizeof *m);
    if (!m || !(m->chain = calloc(CHAINS, sizeof(void *)))) {
        free(m);
        return NULL;
    }
    m->chains = CHAINS;
    m->base = (struct store){
        .kind = "memory",
        .append = memory_append,
        .load = memory_load,
        .snapshot = memory_snapshot,
        .keep = memory_keep,
        .kept = memory_kept,
        .list = memory_list,
        .due = memory_due,
        .changes = memory_changes,
        .changes_fd = memory_changes_fd,
        .ping = memory_ping,
        .probe = memory_ping,
        .walk = memory_walk,
        .sweep = memory_sweep,
        .rewrite = memory_rewrite,
        .compact = memory_ping,
        .note = memory_note,
        .notes = memory_notes,
        .close = memory_close,
    };
    return &m->base;
}
