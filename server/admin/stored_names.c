/* Names in stored texts. A person's name is in the founding, in the entries by which people sit
 * down, and in the summary, and nowhere else in a log; no hash, commitment or signature of a match
 * covers it. So it can be replaced, and the log is played as before. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "server/admin/admin.h"

/* A place in the order of ids just before this one, for `walk`. Ids end with a letter or a digit,
 * so the one just before ends with a character less, followed by one that is higher than all of
 * theirs. */
static void id_before(const char *id, char before[STORE_ID + 2])
{
    size_t n = strlen(id);
    MUST(n > 0 && n <= STORE_ID);
    memcpy(before, id, n);
    before[n - 1]--;
    before[n] = 0x7f;
    before[n + 1] = 0;
}

struct one {
    const char *id;
    struct store_walked *to;
    int found;
};

/* The walk gives the next match in the order of ids, which is another one if ours is gone. */
static void take_one(void *arg, const struct store_walked *w)
{
    struct one *o = arg;
    if (strcmp(w->match, o->id) != 0)
        return;
    *o->to = *w;
    o->to->match = o->id;
    o->to->summary = (struct store_text){NULL, 0};
    o->found = 1;
}

int walk_one(struct store *s, const char *id, struct store_walked *w)
{
    struct one o = {id, w, 0};
    char before[STORE_ID + 2];
    id_before(id, before);
    return s->walk(s, before, 1, NULL, take_one, &o) ? -1 : o.found;
}

/* As the writer writes it, with its escapes: so the text can be searched without being read. */
char *name_needle(const char *name)
{
    struct writer w = {0};
    write_member_string(&w, "name", name);
    return w.at;
}

/* ---- one text ---- */

/* 1: it was the name and is replaced. */
static int set_name(json_t *object, const char *from, const char *to)
{
    const char *name = json_string_value(json_object_get(object, "name"));
    return name && strcmp(name, from) == 0 &&
           json_object_set_new(object, "name", json_string(to)) == 0;
}

/* How many were replaced; 0 too if there is no such list. */
static int set_seats(json_t *table, const char *from, const char *to)
{
    json_t *seats = json_object_get(table, "seats"), *seat;
    size_t i;
    int n = 0;
    json_array_foreach(seats, i, seat)
        n += set_name(seat, from, to);
    return n;
}

/* An entry has a table, or is one of a seat; a summary is a table. Returns the new text, which the
 * caller frees; or NULL if nothing is to be changed. */
static char *with_name(const char *text, size_t n, const char *from, const char *to)
{
    json_t *root = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    int changed = set_name(root, from, to) + set_seats(json_object_get(root, "table"), from, to) +
                  set_seats(root, from, to);
    char *out = changed ? json_dumps(root, JSON_COMPACT) : NULL;
    json_decref(root);
    return out;
}

/* ---- a match ---- */

/* What of a match changes: numbers and texts of entries, and the summary, or NULL. */
struct rewriting {
    const char *id, *from, *to, *needle;
    uint32_t entries, count, room;
    uint32_t *number;
    struct store_text *entry;
    char *summary;
};

/* Searched first: most entries are moves and have no name. */
static void take_entry(void *arg, uint32_t n, const char *body, size_t len)
{
    struct rewriting *r = arg;
    r->entries = n + 1;
    char *text = memmem(body, len, r->needle, strlen(r->needle))
                     ? with_name(body, len, r->from, r->to)
                     : NULL;
    if (!text)
        return;
    if (r->count == r->room) {
        r->room = r->room ? 2 * r->room : 8;
        r->number = realloc(r->number, r->room * sizeof r->number[0]);
        r->entry = realloc(r->entry, r->room * sizeof r->entry[0]);
        MUST(r->number && r->entry);
    }
    r->number[r->count] = n;
    r->entry[r->count++] = (struct store_text){text, strlen(text)};
}

static void take_summary(void *arg, const struct store_walked *w)
{
    struct rewriting *r = arg;
    if (strcmp(w->match, r->id) == 0)
        r->summary = with_name(w->summary.at, w->summary.n, r->from, r->to);
}

static void free_rewriting(struct rewriting *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        free((char *)(uintptr_t)r->entry[i].at);
    free(r->entry);
    free(r->number);
    free(r->summary);
    free((char *)(uintptr_t)r->needle);
}

/* All changes of a match are one transaction, on condition that nothing was added meanwhile. With
 * *conflict nothing was changed, though the number says what would have been. */
int names_rewrite(struct store *s, const char *match, const char *from, const char *to,
                  int *conflict)
{
    struct rewriting r = {.id = match, .from = from, .to = to, .needle = name_needle(from)};
    char before[STORE_ID + 2];
    id_before(match, before);
    int result =
        s->load(s, match, 0, take_entry, &r) || s->walk(s, before, 1, NULL, take_summary, &r);
    *conflict = 0;
    if (!result && (r.count || r.summary)) {
        struct store_rewrite w = {.expected = r.entries,
                                  .count = r.count,
                                  .number = r.number,
                                  .entry = r.entry,
                                  .summary = {r.summary, r.summary ? strlen(r.summary) : 0}};
        snprintf(w.match, sizeof w.match, "%s", match);
        result = s->rewrite(s, &w);
        *conflict = !result && w.outcome == STORE_CONFLICT;
    }
    int changed = (int)r.count + (r.summary != NULL);
    free_rewriting(&r);
    return result ? -1 : changed;
}
