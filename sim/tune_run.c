/* Plays the points of a tuning: each is a setting of one plan, on the same deals as the others.
 * What was played is kept in a journal, so that a search that is started again finds the same way
 * without playing it again. */
#include "sim/tune_run.h"

#include <errno.h>
#include <stdlib.h>

#include "engine/numbers.h"
#include "engine/version.h"
#include "sim/options.h"
#include "sim/refusals.h"

/* ---- keys ---- */

int tune_key_read(struct tune *t, const char *text, struct refusal *why)
{
    struct tune_key *k = &t->key[t->keys];
    const char *equals = strchr(text, '=');
    size_t n = equals ? (size_t)(equals - text) : 0;
    char end;
    if (t->keys == KEYS_MAX)
        return because(why, ROW(too_many_keys), KEYS_MAX);
    memset(k, 0, sizeof *k);
    if (n == 0 || n >= sizeof k->name ||
        sscanf(equals + 1, "%d..%d%c", &k->least, &k->most, &end) != 2 || k->most <= k->least ||
        k->least < -1000000 || k->most > 1000000)
        return because(why, ROW(tune_key_needed));
    snprintf(k->name, sizeof k->name, "%.*s", (int)n, text);
    for (int i = 0; i < t->keys; i++)
        if (strcmp(t->key[i].name, k->name) == 0)
            return because(why, ROW(tune_key_twice), k->name);
    t->keys++;
    return 0;
}

static int set_key(const struct tune_run *r, json_t *options, int key, int value,
                   struct refusal *why)
{
    char text[VALUE_TEXT + 16];
    snprintf(text, sizeof text, "%s=%d", r->tune.key[key].name, value);
    return set_option(options, r->plan->game, text, why);
}

json_t *tune_options(const struct tune_run *r, const int *value, struct refusal *why)
{
    json_t *options = json_deep_copy(r->options);
    for (int k = 0; k < r->tune.keys; k++)
        if (set_key(r, options, k, value[k], why) < 0) {
            json_decref(options);
            return NULL;
        }
    return options;
}

/* ---- settings ---- */

/* As the plan's reader does it: what is left to luck, then the game's own options. */
static int begin(struct plan *p, int setting, json_t *options, struct refusal *why)
{
    const struct option_forms *forms = p->gauge->forms;
    p->varied[setting] = (uint8_t)(forms && forms->leave_to_luck && forms->leave_to_luck(options));
    memset(p->begun[setting], 0, sizeof p->begun[setting]);
    p->game->init(p->begun[setting], p->players);
    return p->json->read_options(p->begun[setting], options, why);
}

static int begin_point(const struct tune_run *r, int setting, const int *value, struct refusal *why)
{
    json_t *options = tune_options(r, value, why);
    int bad = options ? begin(r->plan, setting, options, why) : -1;
    json_decref(options);
    return bad;
}

static int play_plan(struct tune_run *r, int64_t from, int64_t to, struct harvest *h)
{
    r->plan->first = from;
    r->plan->deals = to;
    sim_run(r->plan, r->ranks, h);
    int bad = h->interrupted || h->failure.there;
    if (h->failure.there)
        r->failure = h->failure;
    ranks_share(&bad, sizeof bad);
    return bad ? -1 : 0;
}

/* Points that the game refuses play as if nothing was set; their sums are not used. */
static void begin_points(struct tune_run *r, const int (*value)[KEYS_MAX], const int *which, int n,
                         uint64_t *refused)
{
    struct refusal why;
    numbers_forget();
    for (int i = 0; i < n; i++)
        if (begin_point(r, i, value[which[i]], &why) < 0) {
            json_t *options = json_deep_copy(r->options);
            *refused |= (uint64_t)1 << which[i];
            begin(r->plan, i, options, &why);
            json_decref(options);
        }
    r->plan->settings = n;
}

/* ---- the journal ---- */

static json_t *point_of(const struct tune *t, const int *value)
{
    json_t *list = json_array();
    for (int k = 0; k < t->keys; k++)
        json_array_append_new(list, json_integer(value[k]));
    return list;
}

/* All that decides what is played, and what is looked at. */
static json_t *describe(const struct tune_run *r)
{
    const struct plan *p = r->plan;
    char seed[65];
    seed_write_hex(p->seed, 32, seed);
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
    return head;
}

static void write_entry(struct tune_run *r, json_t *entry)
{
    char *text = json_dumps(entry, JSON_COMPACT);
    MUST(text);
    fprintf(r->file, "%s\n", text);
    free(text);
}

/* The last line may be cut off: it was being written when the search ended. */
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

/* Written anew as a whole, without what was cut off. */
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

void tune_journal_close(struct tune_run *r)
{
    if (r->file)
        fclose(r->file);
    json_decref(r->journal);
    r->file = NULL;
    r->journal = NULL;
}

static int is_entry(const json_t *entry, const json_t *point, int64_t from, int64_t to)
{
    return json_integer_value(json_object_get(entry, "from")) == from &&
           json_integer_value(json_object_get(entry, "to")) == to &&
           json_equal(json_object_get(entry, "point"), point);
}

/* The figures of the targets fit into 64 bits: searches are short, and squares of a deal small. */
static int recall(const struct tune_run *r, const int *value, int64_t from, int64_t to,
                  struct tally *out, int *refused)
{
    json_t *point = point_of(&r->tune, value);
    const json_t *entry = NULL;
    for (size_t i = 0; i < json_array_size(r->journal) && !entry; i++)
        if (is_entry(json_array_get(r->journal, i), point, from, to))
            entry = json_array_get(r->journal, i);
    json_decref(point);
    *refused = json_is_true(json_object_get(entry, "refused"));
    const json_t *sums = json_object_get(entry, "sums");
    if (json_array_size(sums) != 6 * (size_t)r->tune.parts)
        return -1;
    for (int i = 0; i < r->tune.parts; i++) {
        json_int_t v[6];
        for (int k = 0; k < 6; k++)
            v[k] = json_integer_value(json_array_get(sums, (size_t)(6 * i + k)));
        out[i] = (struct tally){v[0], v[1], v[2], v[3], v[4], v[5]};
    }
    return 0;
}

static void remember(struct tune_run *r, const int *value, int64_t from, int64_t to,
                     const struct tally *sum, int refused)
{
    json_t *sums = json_array();
    for (int i = 0; i < r->tune.parts; i++) {
        const wide v[6] = {sum[i].deals, sum[i].x, sum[i].n, sum[i].xx, sum[i].xn, sum[i].nn};
        for (int k = 0; k < 6; k++)
            json_array_append_new(sums, json_integer((json_int_t)v[k]));
    }
    json_t *entry =
        json_pack("{s:o,s:I,s:I,s:b,s:o}", "point", point_of(&r->tune, value), "from",
                  (json_int_t)from, "to", (json_int_t)to, "refused", refused, "sums", sums);
    write_entry(r, entry);
    json_array_append_new(r->journal, entry);
}

/* ---- a batch ---- */

/* Which points of a batch are not in the journal; all ranks ask rank 0. */
static int missing_of(struct tune_run *r, const int (*value)[KEYS_MAX], int n, int64_t from,
                      int64_t to, struct tally *out, uint64_t *refused, int *missing)
{
    int found = 0;
    for (int i = 0; i < n; i++) {
        int is_refused = 0;
        if (r->journal && recall(r, value[i], from, to, out + (size_t)i * (size_t)r->tune.parts,
                                 &is_refused) == 0)
            *refused |= (uint64_t)is_refused << i;
        else
            missing[found++] = i;
    }
    ranks_share(&found, sizeof found);
    ranks_share(missing, sizeof missing[0] * (size_t)n);
    return found;
}

static void take_sums(const struct tune *t, const struct harvest *h, int setting, struct tally *out)
{
    for (int i = 0; i < t->parts; i++)
        out[i] = h->results.setting[setting].tally[t->metric[i]];
}

static int play(void *with, const int (*value)[KEYS_MAX], int n, int64_t from, int64_t to,
                struct tally *out, uint64_t *refused)
{
    struct tune_run *r = with;
    struct harvest h;
    int missing[BATCH_MAX], bad = 0;
    size_t parts = (size_t)r->tune.parts;
    int found = missing_of(r, value, n, from, to, out, refused, missing);
    if (found) {
        begin_points(r, value, missing, found, refused);
        bad = play_plan(r, from, to, &h);
        for (int i = 0; i < found && !bad; i++)
            take_sums(&r->tune, &h, i, out + (size_t)missing[i] * parts);
        for (int i = 0; i < found && !bad && r->journal; i++)
            remember(r, value[missing[i]], from, to, out + (size_t)missing[i] * parts,
                     (int)(*refused >> missing[i] & 1));
        if (r->file)
            fflush(r->file);
        harvest_free(&h);
    }
    ranks_share(out, (size_t)n * parts * sizeof out[0]);
    ranks_share(refused, sizeof *refused);
    return bad;
}

/* ---- the value before ---- */

/* Deals that show whether two values are played alike. */
enum { DEALS_ALIKE = 64 };

static int same_sums(const struct harvest *h, int a, int b)
{
    size_t bytes = (size_t)h->results.metrics.n * sizeof(struct tally);
    return memcmp(h->results.setting[a].tally, h->results.setting[b].tally, bytes) == 0;
}

/* Setting 0 has nothing set, the others the values of the key in turn. */
static int begin_values(struct tune_run *r, int key, struct refusal *why)
{
    const struct tune_key *k = &r->tune.key[key];
    int n = 0, refused = 0;
    numbers_forget();
    for (int v = k->least - 1; v <= k->most && n < MAX_VALUES; v++, n++) {
        json_t *options = json_deep_copy(r->options);
        int bad = v >= k->least && set_key(r, options, key, v, why) < 0;
        bad = bad || begin(r->plan, n, options, why) < 0;
        json_decref(options);
        refused += bad;
        if (bad && n == 0)
            return -1;
        if (bad)
            memcpy(r->plan->begun[n], r->plan->begun[0], sizeof r->plan->begun[n]);
    }
    r->plan->settings = n;
    return refused == n - 1 ? -1 : 0;
}

/* If several values play alike, none is taken: too little depends on the key. */
static int find_before(struct tune_run *r, int key, struct refusal *why)
{
    struct tune_key *k = &r->tune.key[key];
    struct harvest h;
    int alike = 0;
    if (begin_values(r, key, why) < 0)
        return -1;
    int bad = play_plan(r, 0, DEALS_ALIKE, &h);
    for (int i = 1; i < r->plan->settings && !bad; i++)
        if (same_sums(&h, 0, i) && alike++ == 0)
            k->was = k->least + i - 1;
    k->alike = alike;
    k->was_known = alike == 1;
    ranks_share(k, sizeof *k);
    harvest_free(&h);
    r->tune.stopped |= bad;
    return 0;
}

int tune_find_before(struct tune_run *r, struct refusal *why)
{
    for (int i = 0; i < r->tune.keys && !r->tune.stopped; i++)
        if (find_before(r, i, why) < 0)
            return -1;
    return 0;
}

/* ---- the search ---- */

static void note_step(void *with, const struct tune *t, const char *what)
{
    struct tune_run *r = with;
    if (r->steps < STEPS_MAX)
        r->step[r->steps++] = (struct tune_step){.games = t->spent * r->plan->seatings,
                                                 .best = t->best,
                                                 .points = t->trials,
                                                 .loss = t->trial[t->best].loss};
    if (r->ranks->rank == 0 && r->say)
        r->say(r, what);
}

void tune_search(struct tune_run *r)
{
    r->tune.play = play;
    r->tune.with = r;
    r->tune.say = note_step;
    tune_by_surface(&r->tune);
}

/* ---- before and after ---- */

/* Another seed: what the search saw is no evidence for what it found. */
static void refresh_seed(uint8_t seed[32])
{
    struct chance luck;
    option_luck(seed, INT64_MAX / 32, &luck);
    memcpy(seed, luck.key, 32);
}

int tune_compare(struct tune_run *r, int64_t deals, struct harvest *h, struct refusal *why)
{
    struct plan *p = r->plan;
    json_t *options = json_deep_copy(r->options);
    numbers_forget();
    int bad = begin(p, 0, options, why) < 0 ||
              begin_point(r, 1, r->tune.trial[r->tune.best].value, why) < 0;
    json_decref(options);
    if (bad)
        return -1;
    p->settings = 2;
    p->designs = p->sweeps = 1;
    p->sweep[0] = (struct sweep){.key = "design", .n = 2, .value = {"before", "after"}};
    refresh_seed(p->seed);
    return play_plan(r, 0, deals, h) < 0 ? 1 : 0;
}
