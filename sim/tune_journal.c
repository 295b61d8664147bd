/* The journal of a tuning: what was played, so that a search that is started again finds the same
 * way without playing it again. */
#include <errno.h>
#include <stdlib.h>

#include "engine/version.h"
#include "sim/ranks.h"
#include "sim/refusals.h"
#include "sim/tune_run.h"
#include "wire/hex.h"
#include "wire/refuse.h"

/* The caller owns it. */
static json_t *point_of(const struct tune *t, const int *value)
{
    json_t *list = json_array();
    for (int k = 0; k < t->keys; k++)
        json_array_append_new(list, json_integer(value[k]));
    return list;
}

/* All that decides what is played, and what is looked at. The caller owns it. A journal with
 * another budget is another search: the number of deals of each step follows from it. */
static json_t *describe(const struct tune_run *r)
{
    const struct sim_plan *p = r->plan;
    char seed[65];
    hex_write(p->seed, 32, seed);
    json_t *head = json_pack("{s:i,s:s,s:s,s:s,s:i,s:O,s:I}", "charlatan_tune", 1, "version",
                             CHARLATAN_VERSION, "game", p->game->name, "seed", seed, "players",
                             p->players, "set", r->options, "budget", (json_int_t)r->tune.budget);
    json_t *bots = json_array(), *keys = json_array(), *targets = json_array();
    for (int i = 0; i < p->players; i++)
        json_array_append_new(bots, json_string(p->text[p->kind[i]]));
    for (int i = 0; i < r->tune.keys; i++)
        json_array_append_new(keys, json_pack("[s,i,i]", r->tune.key[i].name, r->tune.key[i].least,
                                              r->tune.key[i].most));
    for (int i = 0; i < r->tune.targets; i++)
        json_array_append_new(targets, json_string(r->tune.target[i].text));
    json_object_set_new(head, "bots", bots);
    json_object_set_new(head, "keys", keys);
    json_object_set_new(head, "targets", targets);
    if (r->refit)
        json_object_set_new(head, "refit", json_integer((json_int_t)r->refit));
    return head;
}

/* Flushed by the caller, once a batch. */
static void write_entry(struct tune_run *r, json_t *entry)
{
    char *text = json_dumps(entry, JSON_COMPACT);
    MUST(text);
    fprintf(r->file, "%s\n", text);
    free(text);
}

/* The last line may be cut off: it was being written when the search ended. 0, or -1 with the
 * reason. An empty file is a new journal. Lines that are not whole are skipped. */
static int read_entries(struct tune_run *r, FILE *from, struct refusal *why)
{
    char *line = NULL;
    size_t size = 0;
    json_t *head = describe(r), *there = NULL;
    ssize_t n = getline(&line, &size, from);
    there = n > 0 ? json_loads(line, 0, NULL) : NULL;
    int bad = there && !json_equal(there, head)
                  ? because(why, ROW(resume_differs), "keys, targets or options")
                  : 0;
    if (!bad && n > 0 && !there)
        bad = because(why, ROW(resume_broken));
    while (!bad && (n = getline(&line, &size, from)) > 0) {
        json_t *entry = line[n - 1] == '\n' ? json_loads(line, 0, NULL) : NULL;
        if (entry)
            json_array_append_new(r->journal, entry);
    }
    json_decref(there);
    json_decref(head);
    free(line);
    return bad;
}

/* Written anew as a whole, without what was cut off. If the old one is refused the file stays as it
 * was. */
int tune_journal_open(struct tune_run *r, const char *path, struct refusal *why)
{
    FILE *old = fopen(path, "r");
    int bad = 0;
    r->journal = json_array();
    if (old) {
        bad = read_entries(r, old, why);
        fclose(old);
    }
    if (bad)
        return -1;
    r->file = fopen(path, "w");
    if (!r->file)
        return because(why, ROW(option_file), path, strerror(errno));
    json_t *head = describe(r);
    write_entry(r, head);
    json_decref(head);
    for (size_t i = 0; i < json_array_size(r->journal); i++)
        write_entry(r, json_array_get(r->journal, i));
    fflush(r->file);
    return 0;
}

/* May be called without a journal. */
void tune_journal_close(struct tune_run *r)
{
    if (r->file)
        fclose(r->file);
    json_decref(r->journal);
    r->file = NULL;
    r->journal = NULL;
}

void tune_journal_flush(struct tune_run *r)
{
    if (r->file)
        fflush(r->file);
}

/* Entries of the first search have no phase. An entry is good for the same deals only: sums cannot
 * be cut at another deal. */
static int is_entry(const json_t *entry, int phase, const json_t *point, int64_t from, int64_t to)
{
    return json_integer_value(json_object_get(entry, "phase")) == phase &&
           json_integer_value(json_object_get(entry, "from")) == from &&
           json_integer_value(json_object_get(entry, "to")) == to &&
           json_equal(json_object_get(entry, "point"), point);
}

/* The figures of the targets fit into 64 bits: searches are short, and squares of a deal small. -1
 * if this point has not been played on these deals. Linear in the journal, which is nothing beside
 * playing. */
static int recall(const struct tune_run *r, const struct tune *t, const int *value, int64_t from,
                  int64_t to, struct gauge_sums *out, int *refused)
{
    json_t *point = point_of(t, value);
    const json_t *entry = NULL;
    for (size_t i = 0; i < json_array_size(r->journal) && !entry; i++)
        if (is_entry(json_array_get(r->journal, i), r->phase, point, from, to))
            entry = json_array_get(r->journal, i);
    json_decref(point);
    *refused = json_is_true(json_object_get(entry, "refused"));
    const json_t *sums = json_object_get(entry, "sums");
    if (json_array_size(sums) != 6 * (size_t)t->parts)
        return -1;
    for (int i = 0; i < t->parts; i++) {
        json_int_t v[6];
        for (int k = 0; k < 6; k++)
            v[k] = json_integer_value(json_array_get(sums, (size_t)(6 * i + k)));
        out[i] = (struct gauge_sums){v[0], v[1], v[2], v[3], v[4], v[5]};
    }
    return 0;
}

/* The entry is also kept in memory, for points that come again. */
void tune_remember(struct tune_run *r, const struct tune *t, const int *value, int64_t from,
                   int64_t to, const struct gauge_sums *sum, int refused)
{
    json_t *sums = json_array();
    for (int i = 0; i < t->parts; i++) {
        const wide v[6] = {sum[i].deals, sum[i].x, sum[i].n, sum[i].xx, sum[i].xn, sum[i].nn};
        for (int k = 0; k < 6; k++)
            json_array_append_new(sums, json_integer((json_int_t)v[k]));
    }
    json_t *entry =
        json_pack("{s:o,s:I,s:I,s:b,s:o}", "point", point_of(t, value), "from", (json_int_t)from,
                  "to", (json_int_t)to, "refused", refused, "sums", sums);
    if (r->phase)
        json_object_set_new(entry, "phase", json_integer(r->phase));
    write_entry(r, entry);
    json_array_append_new(r->journal, entry);
}

/* Which points of a batch are not in the journal; all ranks ask rank 0. Returns how many, and their
 * indices in `missing`; all ranks have both. */
int tune_missing(struct tune_run *r, const struct tune *t, const int (*value)[KEYS_MAX], int n,
                 int64_t from, int64_t to, struct gauge_sums *out, uint64_t *refused, int *missing)
{
    int found = 0;
    for (int i = 0; i < n; i++) {
        int is_refused = 0;
        if (r->journal &&
            recall(r, t, value[i], from, to, out + (size_t)i * (size_t)t->parts, &is_refused) == 0)
            *refused |= (uint64_t)is_refused << i;
        else
            missing[found++] = i;
    }
    ranks_share(&found, sizeof found);
    ranks_share(missing, sizeof missing[0] * (size_t)n);
    return found;
}
