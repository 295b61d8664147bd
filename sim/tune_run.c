/* Plays the points of a tuning: each is a setting of one plan, on the same deals as the others. */
#include "sim/tune_run.h"

#include "engine/numbers.h"
#include "sim/crew.h"
#include "sim/gauge.h"
#include "sim/luck.h"
#include "sim/options.h"
#include "sim/ranks.h"
#include "sim/refusals.h"
#include "wire/game.h"
#include "wire/refuse.h"

/* ---- keys ---- */

/* A key that is refused leaves t->keys as it was. Bounds are included; a range of one value is
 * refused. */
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

/* 0, or -1 with the reason if the key is no option. */
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

/* As the plan's reader does it: what is left to luck, then the game's own options. `options` loses
 * what is left to luck. On failure the setting may be half set and must not be played. */
int tune_begin(struct sim_plan *p, int setting, json_t *options, struct refusal *why)
{
    const struct option_forms *forms = p->gauge->forms;
    p->varied[setting] = (uint8_t)(forms && forms->leave_to_luck && forms->leave_to_luck(options));
    memset(p->begun[setting], 0, sizeof p->begun[setting]);
    p->game->init(p->begun[setting], p->players);
    return p->json->read_options(p->begun[setting], options, why);
}

/* 0, or -1 with the reason. */
static int begin_point(const struct tune_run *r, int setting, const int *value, struct refusal *why)
{
    json_t *options = tune_options(r, value, why);
    int bad = options ? tune_begin(r->plan, setting, options, why) : -1;
    json_decref(options);
    return bad;
}

/* `h` is to be freed in either case. Deals before `from` are not in the sums. */
int tune_play_plan(struct tune_run *r, struct sim_plan *p, int64_t from, int64_t to,
                   struct sim_harvest *h)
{
    p->first = from;
    p->deals = to;
    sim_run(p, r->ranks, h);
    int bad = h->interrupted || h->failure.there;
    if (h->failure.there)
        r->failure = h->failure;
    ranks_share(&bad, sizeof bad);
    return bad ? -1 : 0;
}

/* Points that the game refuses play as if nothing was set; their sums are not used. No state of an
 * earlier batch is left, so its numbers are forgotten first: there are few ids. */
static void begin_points(struct tune_run *r, const int (*value)[KEYS_MAX], const int *which, int n,
                         uint64_t *refused)
{
    struct refusal why;
    numbers_forget();
    for (int i = 0; i < n; i++)
        if (begin_point(r, i, value[which[i]], &why) < 0) {
            json_t *options = json_deep_copy(r->options);
            *refused |= (uint64_t)1 << which[i];
            tune_begin(r->plan, i, options, &why);
            json_decref(options);
        }
    r->plan->settings = n;
}

/* ---- a batch ---- */

/* By part, from the plan's metrics. */
static void take_sums(const struct tune *t, const struct sim_harvest *h, int setting,
                      struct gauge_sums *out)
{
    for (int i = 0; i < t->parts; i++)
        out[i] = h->results.setting[setting].tally[t->metric[i]];
}

/* A play_points. Only points that the journal lacks are played; sums are shared at the end, so that
 * all ranks go on with the same ones. */
static int play(void *with, const int (*value)[KEYS_MAX], int n, int64_t from, int64_t to,
                struct gauge_sums *out, uint64_t *refused)
{
    struct tune_run *r = with;
    struct sim_harvest h;
    int missing[BATCH_MAX], bad = 0;
    size_t parts = (size_t)r->tune.parts;
    int found = tune_missing(r, &r->tune, value, n, from, to, out, refused, missing);
    if (found) {
        begin_points(r, value, missing, found, refused);
        for (int i = 0; i < found; i++)
            tune_play_by(r, i, &r->now);
        bad = tune_play_plan(r, r->plan, from, to, &h);
        for (int i = 0; i < found && !bad; i++)
            take_sums(&r->tune, &h, i, out + (size_t)missing[i] * parts);
        for (int i = 0; i < found && !bad && r->journal; i++)
            tune_remember(r, &r->tune, value[missing[i]], from, to,
                          out + (size_t)missing[i] * parts, (int)(*refused >> missing[i] & 1));
        tune_journal_flush(r);
        harvest_free(&h);
    }
    ranks_share(out, (size_t)n * parts * sizeof out[0]);
    ranks_share(refused, sizeof *refused);
    return bad;
}

/* ---- the value before ---- */

/* Deals that show whether two values are played alike. */
enum { DEALS_ALIKE = 64 };

/* Every metric of the plan counts, not only those of the targets. */
static int same_sums(const struct sim_harvest *h, int a, int b)
{
    size_t bytes = (size_t)h->results.metrics.n * sizeof(struct gauge_sums);
    return memcmp(h->results.setting[a].tally, h->results.setting[b].tally, bytes) == 0;
}

/* Setting 0 has nothing set, the others the values of the key in turn. Values that are refused are
 * marked in `refused`, and play like setting 0; a key of which all are refused is an error. At most
 * MAX_VALUES - 1 values are tried. */
static int begin_values(struct tune_run *r, int key, uint8_t refused[MAX_VALUES],
                        struct refusal *why)
{
    const struct tune_key *k = &r->tune.key[key];
    int n = 0, all = 0;
    numbers_forget();
    for (int v = k->least - 1; v <= k->most && n < MAX_VALUES; v++, n++) {
        json_t *options = json_deep_copy(r->options);
        int bad = v >= k->least && set_key(r, options, key, v, why) < 0;
        bad = bad || tune_begin(r->plan, n, options, why) < 0;
        json_decref(options);
        refused[n] = (uint8_t)bad;
        all += bad;
        if (bad && n == 0)
            return -1;
        if (bad)
            memcpy(r->plan->begun[n], r->plan->begun[0], sizeof r->plan->begun[n]);
    }
    r->plan->settings = n;
    return all == n - 1 ? -1 : 0;
}

/* If several values play alike, none is taken: too little depends on the key. Played by usual
 * weights and on the deals of the search, but not counted against its budget. */
static int find_before(struct tune_run *r, int key, struct refusal *why)
{
    struct tune_key *k = &r->tune.key[key];
    struct sim_harvest h;
    uint8_t refused[MAX_VALUES];
    int alike = 0;
    if (begin_values(r, key, refused, why) < 0)
        return -1;
    int bad = tune_play_plan(r, r->plan, 0, DEALS_ALIKE, &h);
    for (int i = 1; i < r->plan->settings && !bad; i++)
        if (!refused[i] && same_sums(&h, 0, i) && alike++ == 0)
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

/* Steps beyond STEPS_MAX are told, but not kept. */
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

/* If other weights are best for the numbers that were found, they are looked for again near there,
 * by bots with those weights and with half as many games: what others played does not count. If the
 * first fit to the new numbers turned nothing, it is the last one as well. */
static void search_fitted(struct tune_run *r)
{
    struct tune *t = &r->tune;
    int64_t budget = t->budget;
    if (tune_refit(r, FIT_BEFORE) < 0)
        return;
    tune_by_surface(t);
    if (t->stopped || tune_refit(r, FIT_FIRST) < 0)
        return;
    if (!r->fit[FIT_FIRST].turned) {
        r->fit[FIT_AFTER] = r->fit[FIT_FIRST];
        r->fit[FIT_FIRST].games = 0;
        return;
    }
    trials_forget(t);
    r->phase = PHASE_AGAIN;
    t->budget = t->spent + budget / 2;
    t->local = 1;
    memcpy(t->near, t->trial[t->best].value, sizeof t->near);
    tune_by_surface(t);
    if (!t->stopped)
        tune_refit(r, FIT_AFTER);
}

/* Every rank calls it. Afterwards tune.best is the point found, unless tune.stopped. */
void tune_search(struct tune_run *r)
{
    r->tune.play = play;
    r->tune.with = r;
    r->tune.say = note_step;
    if (r->refit && tune_fits(r->plan) >= 0)
        search_fitted(r);
    else
        tune_by_surface(&r->tune);
}

/* ---- before and after ---- */

/* Another seed: what the search saw is no evidence for what it found. */
void tune_fresh_seed(uint8_t seed[32], int which)
{
    struct chance luck;
    option_luck(seed, INT64_MAX / 32 - which, &luck);
    memcpy(seed, luck.key, 32);
}

/* How far the result depends on the bots: the same numbers and deals, with usual weights. Returns
 * 0, -1 with the reason, or 1 if it was interrupted. Nothing to do if no fit gained anything: then
 * "after" has the usual weights anyway. */
static int compare_usual(struct tune_run *r, int64_t deals, struct refusal *why)
{
    struct tune_value part[PARTS_MAX];
    struct sim_harvest h;
    const struct tune *t = &r->tune;
    if (!r->fit[FIT_AFTER].gained)
        return 0;
    if (begin_point(r, 0, t->trial[t->best].value, why) < 0)
        return -1;
    tune_play_by(r, 0, &r->plan->bot[tune_fits(r->plan)].how);
    r->plan->settings = 1;
    int bad = tune_play_plan(r, r->plan, 0, deals, &h);
    for (int i = 0; i < t->parts && !bad; i++)
        part[i] = reading_of(&t->form[i], &h.results.setting[0].tally[t->metric[i]]);
    for (int i = 0; i < t->targets && !bad; i++)
        r->usual_miss[i] = target_miss(&t->target[i], part + t->target[i].first);
    harvest_free(&h);
    return bad ? 1 : 0;
}

/* Changes the plan for good: its seed, its settings and its designs. */
int tune_compare(struct tune_run *r, int64_t deals, struct sim_harvest *h, struct refusal *why)
{
    struct sim_plan *p = r->plan;
    tune_fresh_seed(p->seed, 0);
    numbers_forget();
    int bad_usual = compare_usual(r, deals, why);
    if (bad_usual)
        return bad_usual;
    json_t *options = json_deep_copy(r->options);
    numbers_forget();
    int bad = tune_begin(p, 0, options, why) < 0 ||
              begin_point(r, 1, r->tune.trial[r->tune.best].value, why) < 0;
    json_decref(options);
    if (bad)
        return -1;
    p->settings = 2;
    p->designs = p->sweeps = 1;
    p->sweep[0] = (struct sim_sweep){.key = "design", .n = 2, .value = {"before", "after"}};
    tune_play_by(r, 0, &r->fit[FIT_BEFORE].how);
    tune_play_by(r, 1, &r->fit[FIT_AFTER].how);
    if (tune_play_plan(r, p, 0, deals, h) == 0)
        return 0;
    harvest_free(h);
    return 1;
}
