/* bot_props: the property tests every bot of the register gets for free (promises: bots/bot.h,
 * bots/policy.h; how they are tested: bot_props.h).
 *
 *   bot_props [--decisions N] [--quick] [--seed S] [--threads N] [--game NAME] [--bot NAME]
 *             [--mix N] [--only K] [--planted] [--quiet]
 *
 * Every bot makes N decisions in each mix of options of each game it plays, or as many as it can in
 * some seconds: the report says how many. --quick is the short form. --only K repeats game K.
 * --planted tries bots with known defects and passes only if each is found for the right reason.
 * The last line is "N passed, M failed", counting bots in mixes (with --planted: defects). */

#include "tests/props/bot_props.h"

#include "bots/bots.h"
#include "bots/search/playout.h"
#include "tests/props/command.h"

enum { MAX_CANDIDATES = 64, MAX_ITEMS = 1024, SHOWN_FAILURES = 10 };
/* Only the beginning of a long game is played, so that there are more games. */
enum { GAME_DECISIONS = 1500 };
/* For a bot with a budget. */
enum { THINK_ITERATIONS = 24, THINK_DECISIONS = 25 };
enum { PLANTED_DECISIONS = 40000, HONEST_DECISIONS = 2000, PLANTED_POSITIONS = 4 };

struct plan {
    uint64_t decisions, seed, only;
    int threads, mix, planted, quiet, positions, has_only;
    /* Processor time for each bot and mix; think_seconds is for experiments. */
    double quick_seconds, think_seconds;
    const char *game, *bot;
};

/* One candidate in one mix. */
struct item {
    const struct candidate *who;
    int mix, failed;
    struct bot_counts counts;
};

struct work {
    struct plan plan;
    pthread_mutex_t lock;
    struct candidate candidate[MAX_CANDIDATES];
    int candidates;
    struct item item[MAX_ITEMS];
    int items, next, failed;
};

/* ---- candidates ---- */

static policy_pick *policy_of(const struct game *g)
{
    static const struct playout *const all[] = {&arcane_playout, &quacks_playout};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(all[i]->game->name, g->name))
            return all[i]->pick;
    return random_policy;
}

/* A bot that searches gets a number of iterations: with a time limit it would answer differently
 * each time. */
static struct candidate candidate_of(const struct bot *bot, const struct props_subject *subject)
{
    struct candidate c = {bot, subject, bot->usual, 0, view_take, policy_of(subject->game)};
    c.thinks = bot->usual.milliseconds || bot->usual.iterations;
    if (c.thinks) {
        c.how.milliseconds = 0;
        c.how.iterations = THINK_ITERATIONS;
        c.how.kilobytes = bot->usual.kilobytes ? 256 : 0;
    }
    return c;
}

static void add_candidate(struct work *w, const struct bot *bot,
                          const struct props_subject *subject)
{
    const struct plan *p = &w->plan;
    if ((bot->game && bot->game != subject->game) || (p->bot && strcmp(p->bot, bot->name)) ||
        (p->game && strcmp(p->game, subject->game->name)))
        return;
    MUST(w->candidates < MAX_CANDIDATES);
    struct candidate *c = &w->candidate[w->candidates++];
    *c = candidate_of(bot, subject);
    for (int mix = 0; mix < subject->mix_count; mix++) {
        if (p->mix >= 0 && p->mix != mix)
            continue;
        MUST(w->items < MAX_ITEMS);
        w->item[w->items++] = (struct item){.who = c, .mix = mix};
    }
}

static void add_candidates(struct work *w)
{
    static const struct props_subject *const subjects[] = {&props_arcane, &props_quacks};
    for (size_t s = 0; s < sizeof subjects / sizeof *subjects; s++)
        for (int i = 0; i < bots_count(); i++)
            add_candidate(w, bots_at(i), subjects[s]);
}

/* ---- playing, assertions included ---- */

static void play(struct bot_run *r, const struct candidate *who, int mix, uint64_t seed,
                 uint64_t number, uint64_t decisions)
{
    if (sigsetjmp(rescue, 1) == 0) {
        is_playing = 1;
        bot_play(r, who, mix, seed, number, decisions);
    } else {
        bot_fail(r, "assertion", "the bot or the rules trapped");
    }
    is_playing = 0;
}

static void print_failure(const struct bot_run *r)
{
    const char *bot = r->who->bot->name, *game = r->who->subject->game->name;
    printf("\nFAILED %s in %s, %d players, mix %d (%s), seed %llu, game %llu\n", bot, game,
           r->players, r->mix, r->who->subject->mixes[r->mix].name, (unsigned long long)r->seed,
           (unsigned long long)r->number);
    printf("  promise: %s\n  because: %s\n", r->promise, r->reason);
    printf("  repeat: bot_props --bot %s --game %s --mix %d --seed %llu --only %llu\n", bot, game,
           r->mix, (unsigned long long)r->seed, (unsigned long long)r->number);
    fflush(stdout);
}

/* ---- workers ---- */

static void play_item(const struct plan *p, struct bot_run *r, struct item *item)
{
    double limit = item->who->thinks ? p->think_seconds : p->quick_seconds;
    double began = bot_seconds(CLOCK_THREAD_CPUTIME_ID);
    memset(&r->counts, 0, sizeof r->counts);
    r->promise = NULL;
    r->sample_rate = item->who->thinks ? 8 : 40;
    r->experimented = 0;
    for (uint64_t k = p->only; r->counts.decisions < p->decisions && !r->promise; k++) {
        uint64_t left = p->decisions - r->counts.decisions;
        uint64_t most = item->who->thinks ? THINK_DECISIONS : GAME_DECISIONS;
        r->experiments = r->experimented < p->think_seconds;
        play(r, item->who, item->mix, p->seed, k, left < most ? left : most);
        if (p->has_only || bot_seconds(CLOCK_THREAD_CPUTIME_ID) - began > limit)
            break;
    }
    item->counts = r->counts;
    item->failed = r->promise != NULL;
}

static void *worker(void *shared)
{
    struct work *w = shared;
    struct bot_run *r = calloc(1, sizeof *r);
    MUST(r != NULL);
    for (;;) {
        pthread_mutex_lock(&w->lock);
        struct item *item = w->next < w->items ? &w->item[w->next++] : NULL;
        pthread_mutex_unlock(&w->lock);
        if (!item)
            break;
        play_item(&w->plan, r, item);
        pthread_mutex_lock(&w->lock);
        if (r->promise && ++w->failed <= SHOWN_FAILURES)
            print_failure(r);
        pthread_mutex_unlock(&w->lock);
    }
    free(r);
    return NULL;
}

/* Returns how many candidates keep their budgets; the others are counted as failed. */
static int run_budgets(struct work *w)
{
    int kept = 0;
    struct bot_run *r = calloc(1, sizeof *r);
    MUST(r != NULL);
    for (int i = 0; i < w->candidates; i++) {
        const struct candidate *c = &w->candidate[i];
        if (!c->thinks)
            continue;
        r->promise = NULL;
        bot_budgets(r, c, w->plan.seed, w->plan.positions);
        kept += !r->promise;
        if (r->promise && ++w->failed)
            print_failure(r);
    }
    if (!w->plan.quiet)
        printf("budgets: %d bots kept to theirs in %llu decisions\n", kept,
               (unsigned long long)r->counts.decisions);
    free(r);
    return kept;
}

/* ---- the closing report ---- */

static void add_counts(struct bot_counts *to, const struct bot_counts *from)
{
    uint64_t *sum = (uint64_t *)to;
    const uint64_t *more = (const uint64_t *)from;
    for (size_t i = 0; i < sizeof *to / sizeof *sum; i++)
        sum[i] += more[i];
}

static void print_candidate(const struct work *w, const struct candidate *c)
{
    struct bot_counts sum = {0};
    uint64_t least = UINT64_MAX;
    int mixes = 0;
    for (int i = 0; i < w->items; i++) {
        if (w->item[i].who != c)
            continue;
        add_counts(&sum, &w->item[i].counts);
        if (w->item[i].counts.decisions < least)
            least = w->item[i].counts.decisions;
        mixes++;
    }
#define U(x) ((unsigned long long)sum.x)
    printf("%-7s %-9s %2d mixes, %6llu decisions or more in each, %8llu in all (%llu games); asked "
           "again %llu, twins %llu, threads %llu, policy %llu, advice %llu\n",
           c->subject->game->name, c->bot->name, mixes, (unsigned long long)least, U(decisions),
           U(games), U(experiments), U(twins), U(threads), U(policies), U(advices));
#undef U
}

/* A suite whose scrambles never change anything proves nothing. */
static int is_blind(const struct work *w)
{
    struct bot_counts sum = {0};
    for (int i = 0; i < w->items; i++)
        add_counts(&sum, &w->item[i].counts);
    if (w->plan.bot || w->plan.game || w->plan.mix >= 0 || w->failed ||
        (sum.twins && sum.policies && sum.advices))
        return 0;
    printf("an experiment never had anything to find\n");
    return 1;
}

static int run_all(struct work *w)
{
    int passed = 0, failed = 0;
    double began = bot_seconds(CLOCK_MONOTONIC);
    add_candidates(w);
    if (!w->plan.has_only)
        passed += run_budgets(w);
    failed += w->failed;
    run_threads(w->plan.threads, worker, w);
    for (int i = 0; i < w->candidates && !w->plan.quiet; i++)
        print_candidate(w, &w->candidate[i]);
    for (int i = 0; i < w->items; i++) {
        passed += !w->item[i].failed;
        failed += w->item[i].failed;
    }
    failed += is_blind(w);
    if (!w->plan.quiet)
        printf("%.1f s\n", bot_seconds(CLOCK_MONOTONIC) - began);
    printf("%d passed, %d failed\n", passed, failed);
    return failed || !passed;
}

/* ---- planted ---- */

static void hunt(struct bot_run *r, const struct candidate *who, uint64_t seed, uint64_t decisions)
{
    r->promise = NULL;
    memset(&r->counts, 0, sizeof r->counts);
    r->sample_rate = 8;
    r->experiments = 1;
    if (who->thinks)
        bot_budgets(r, who, seed, PLANTED_POSITIONS);
    for (uint64_t k = 0; !r->promise && r->counts.decisions < decisions; k++)
        play(r, who, (int)(k % (uint64_t)who->subject->mix_count), seed, k, GAME_DECISIONS);
}

static int is_found_out(struct bot_run *r, const struct planted *p, uint64_t seed)
{
    struct candidate c = candidate_of(&p->bot, p->subject);
    c.take = p->take ? p->take : view_take;
    c.policy = p->policy ? p->policy : c.policy;
    hunt(r, &c, seed, PLANTED_DECISIONS);
    int found = r->promise && !strcmp(r->promise, p->promise);
    printf("%-18s %s after %llu decisions by: %s%s%s\n", p->name,
           found ? "found out" : "NOT FOUND OUT", (unsigned long long)r->counts.decisions,
           r->promise ? r->promise : "nothing",
           found ? "" : ", expected: ", found ? "" : p->promise);
    return found;
}

/* The same search must find nothing in a bot without a defect. */
static int hunt_honest(struct bot_run *r, uint64_t seed)
{
    struct candidate c[] = {candidate_of(&arcane_greedy, &props_arcane),
                            candidate_of(&quacks_greedy, &props_quacks)};
    for (int i = 0; i < 2; i++) {
        hunt(r, &c[i], seed, HONEST_DECISIONS);
        if (r->promise) {
            print_failure(r);
            return 0;
        }
    }
    return 1;
}

static int hunt_planted(uint64_t seed)
{
    int count, found = 0;
    const struct planted *all = bot_plants(&count);
    struct bot_run *r = calloc(1, sizeof *r);
    MUST(r != NULL);
    int sound = hunt_honest(r, seed);
    for (int i = 0; i < count; i++)
        found += is_found_out(r, &all[i], seed);
    free(r);
    printf("%d passed, %d failed\n", found, count - found + !sound);
    return found != count || !sound;
}

/* ---- the command line ---- */

static int usage(void)
{
    fputs("usage: bot_props [--decisions N] [--quick] [--seed S] [--threads N] [--game NAME]\n"
          "                 [--bot NAME] [--mix N] [--only K] [--planted] [--quiet]\n",
          stderr);
    return 2;
}

static int read_option(struct plan *p, const char *name, const char *value)
{
    uint64_t n = 0;
    if (!strcmp(name, "--game"))
        p->game = value;
    else if (!strcmp(name, "--bot"))
        p->bot = value;
    else if (!strcmp(name, "--decisions") && read_number(value, 1, UINT64_MAX, &n))
        p->decisions = n;
    else if (!strcmp(name, "--seed") && read_number(value, 0, UINT64_MAX, &n))
        p->seed = n;
    else if (!strcmp(name, "--threads") && read_number(value, 1, MAX_THREADS, &n))
        p->threads = (int)n;
    else if (!strcmp(name, "--mix") && read_number(value, 0, 1000, &n))
        p->mix = (int)n;
    else if (!strcmp(name, "--only") && read_number(value, 0, UINT64_MAX, &n))
        p->only = n, p->has_only = 1;
    else
        return 0;
    return 1;
}

static int read_plan(struct plan *p, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--planted"))
            p->planted = 1;
        else if (!strcmp(argv[i], "--quiet"))
            p->quiet = 1;
        else if (!strcmp(argv[i], "--quick"))
            p->decisions = 2000, p->quick_seconds = 0.1, p->think_seconds = 0.05, p->positions = 2;
        else if (i + 1 < argc && read_option(p, argv[i], argv[i + 1]))
            i++;
        else
            return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    static struct work w;
    w.plan = (struct plan){.decisions = 100000, .seed = 1, .threads = 1, .mix = -1};
    w.plan.positions = 6;
    w.plan.quick_seconds = 0.4;
    w.plan.think_seconds = 0.12;
    if (!read_plan(&w.plan, argc, argv))
        return usage();
    catch_traps();
    if (w.plan.planted)
        return hunt_planted(w.plan.seed);
    pthread_mutex_init(&w.lock, NULL);
    return run_all(&w);
}
