/* game_props: the property tests every game gets for free (promises: engine/game.h; how and when
 * they are tested: game_props.h).
 *
 *   game_props [--game NAME] [--players N] [--games N] [--seed S] [--seconds T] [--threads N]
 *              [--only K] [--leaks] [--leak N] [--observations N] [--designs N] [--quiet]
 *
 * --only K repeats game K of the seed and lists all its actions. --leaks plants every known leak,
 * one after the other, and passes only if each is caught; --leak N shows how the Nth is.
 * --observations N observes N views of each game and lists rows that never had their least or most.
 * --designs N plays only games with other numbers than the standard ones, by designs N to N + 399.
 * The last line is "N passed, M failed", counting games (with --leaks: leaks). */
#include <time.h>
#include <unistd.h>

#include "tests/props/command.h"
#include "tests/props/game_props.h"

enum { SHOWN_FAILURES = 10, LEAK_GAMES = 6000, CONTROL_GAMES = 1000 };
/* After this many games every rule must have been met. */
enum { ENOUGH_GAMES = 4000 };

static const struct props_subject *const subjects[] = {
#define GAME(x) &props_##x,
#include "games/games.def"
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects, MOST_TURNS = 64 };

/* The subject of each game of a cycle: they take turns by weight. */
static uint8_t cycle[MOST_TURNS];
static uint64_t turns;

struct plan {
    const char *game;
    int players, threads, leaks, leak, quiet;
    uint64_t games, seed, only, observations;
    int has_games, has_only, has_designs;
    double seconds;
};

/* What the workers share. */
struct work {
    struct plan plan;
    pthread_mutex_t lock;
    uint64_t next, given, failed;
    int is_terminal;
    double began, shown;
    struct props_counts counts[SUBJECTS];
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- which game is next ---- */

/* Before threads start. Whoever has waited longest for its share is next. */
static void make_cycle(void)
{
    int due[SUBJECTS] = {0}, all = 0;
    for (int i = 0; i < SUBJECTS; i++)
        all += subjects[i]->weight;
    MUST(all <= MOST_TURNS);
    for (turns = 0; turns < (uint64_t)all; turns++) {
        int next = 0;
        for (int i = 0; i < SUBJECTS; i++) {
            due[i] += subjects[i]->weight;
            next = due[i] > due[next] ? i : next;
        }
        due[next] -= all;
        cycle[turns] = (uint8_t)next;
    }
}

static int subject_of(uint64_t k, uint64_t *index)
{
    int subject = cycle[k % turns];
    uint64_t before = 0;
    for (uint64_t i = 0; i < k % turns; i++)
        before += cycle[i] == subject;
    *index = k / turns * (uint64_t)subjects[subject]->weight + before;
    return subject;
}

static int is_wanted(const struct plan *plan, uint64_t k)
{
    uint64_t index;
    const struct props_subject *s = subjects[subject_of(k, &index)];
    int players, mix;
    if (plan->game && strcmp(plan->game, s->game->name))
        return 0;
    props_schedule(s, index, &players, &mix);
    if (plan->has_designs && strncmp(s->mixes[mix].name, "numbers", 7) != 0)
        return 0;
    return !plan->players || plan->players == players;
}

static void show_progress(struct work *w)
{
    double t = now();
    if (!w->is_terminal || t - w->shown < 0.25)
        return;
    w->shown = t;
    fprintf(stderr, "\r%llu games, %llu failed, %.0f s ", (unsigned long long)w->given,
            (unsigned long long)w->failed, t - w->began);
}

/* Hands out the next game, always in the same order. */
static int next_game(struct work *w, uint64_t *k)
{
    const struct plan *plan = &w->plan;
    pthread_mutex_lock(&w->lock);
    int more = plan->has_only ? w->given == 0 : !plan->has_games || w->given < plan->games;
    if (plan->seconds > 0 && now() - w->began >= plan->seconds)
        more = 0;
    while (more && !plan->has_only && !is_wanted(plan, w->next))
        w->next++;
    *k = plan->has_only ? plan->only : w->next++;
    w->given += (uint64_t)more;
    show_progress(w);
    pthread_mutex_unlock(&w->lock);
    return more;
}

/* ---- failures ---- */

static void print_failure(struct props_run *r, FILE *to)
{
    fprintf(to, "\nFAILED %s, %d players, mix %s, seed %llu, game %llu, action %u\n", r->game->name,
            r->players, r->subject->mixes[r->mix].name, (unsigned long long)r->seed,
            (unsigned long long)r->number, (unsigned)r->record.answers);
    fprintf(to, "  promise: %s\n  because: %s\n", r->property, r->failure);
    fprintf(to, "  repeat: game_props --seed %llu --only %llu\n", (unsigned long long)r->seed,
            (unsigned long long)r->number);
    props_list_actions(r, to);
}

static void report_failure(struct work *w, struct props_run *r)
{
    pthread_mutex_lock(&w->lock);
    if (++w->failed <= SHOWN_FAILURES)
        print_failure(r, stdout);
    else if (w->failed == SHOWN_FAILURES + 1)
        printf("\nfurther failures are only counted\n");
    fflush(stdout);
    pthread_mutex_unlock(&w->lock);
}

/* ---- playing, assertions included ---- */

static void play(struct props_run *r, const struct props_subject *s, uint64_t seed, uint64_t number,
                 uint64_t index)
{
    if (sigsetjmp(rescue, 1) == 0) {
        is_playing = 1;
        props_play(r, s, seed, number, index);
    } else {
        props_fail(r, "assertion", "the rules trapped%s", r->property ? ", after a failure" : "");
    }
    is_playing = 0;
    props_count(r);
}

/* ---- workers ---- */

static void add_counts(struct props_counts *to, const struct props_counts *from)
{
    uint64_t *sum = (uint64_t *)to;
    const uint64_t *more = (const uint64_t *)from;
    uint64_t actions = to->most_actions, events = to->most_events, outcomes = to->most_outcomes;
    for (size_t i = 0; i < sizeof *to / sizeof *sum; i++)
        sum[i] += more[i];
    to->most_actions = actions > from->most_actions ? actions : from->most_actions;
    to->most_events = events > from->most_events ? events : from->most_events;
    to->most_outcomes = outcomes > from->most_outcomes ? outcomes : from->most_outcomes;
}

static void *worker(void *shared)
{
    struct work *w = shared;
    struct props_run *r = props_open();
    struct props_counts counts[SUBJECTS];
    uint64_t k, index;
    memset(counts, 0, sizeof counts);
    r->tell_all = w->plan.has_only;
    while (next_game(w, &k)) {
        int i = subject_of(k, &index);
        r->counts = &counts[i];
        play(r, subjects[i], w->plan.seed, k, index);
        if (r->property)
            report_failure(w, r);
        else if (r->tell_all)
            props_list_actions(r, stdout);
    }
    pthread_mutex_lock(&w->lock);
    for (int i = 0; i < SUBJECTS; i++)
        add_counts(&w->counts[i], &counts[i]);
    pthread_mutex_unlock(&w->lock);
    props_close(r);
    return NULL;
}

static void run_workers(struct work *w)
{
    run_threads(w->plan.threads, worker, w);
    if (w->is_terminal)
        fprintf(stderr, "\r%40s\r", "");
}

/* ---- the closing report ---- */

static void print_counts(const struct props_subject *s, const struct props_counts *n)
{
#define U(x) ((unsigned long long)n->x)
    printf("%s: %llu games of %.0f answers (most %llu), %llu deep; at most %llu events and %llu "
           "outcomes an action\n",
           s->game->name, U(games), (double)n->actions / (double)n->games, U(most_actions), U(deep),
           U(most_events), U(most_outcomes));
    printf("  %llu views, %llu guesses (%llu played out), %llu scrambles (%llu changed something), "
           "%llu twins (%llu quiet), %llu orders\n",
           U(views), U(guesses), U(playouts), U(scrambles), U(scrambled), U(twins), U(quiet_twins),
           U(orders));
    printf("  %llu scripts, %llu impossible, %llu games replayed, %llu ledgers, %llu names, "
           "%llu sentences, %llu kept secrets\n",
           U(scripts), U(impossible), U(replays), U(ledgers), U(names), U(sentences), U(secrets));
    printf("  %llu views observed; %llu times a seat learned something without chance, %llu times "
           "not\n",
           U(observed), U(learned), U(unlearned));
#undef U
}

/* A suite that never met a rule, or whose scrambles never change anything, proves nothing. */
static int blind_spots(const struct props_subject *s, const struct props_counts *n)
{
    int blind = 0;
    for (int i = 0; i < s->event_kinds; i++) {
        struct event e = {(uint8_t)i, 0, 0, 0, 0, 0, 0, 0, 0};
        if (!n->event[i] && ++blind)
            printf("%s: event %d (%s) was never met\n", s->game->name, i, s->game->event_type(&e));
    }
    for (int i = 1; i < s->questions; i++)
        if (!n->question[i] && ++blind)
            printf("%s: question %s was never met\n", s->game->name, s->game->question_kind(i));
    int learns = n->unlearned && (n->learned || !s->game->learned);
    if (!n->scrambled || !n->quiet_twins || !n->secrets || !n->impossible || !learns) {
        printf("%s: an experiment never had anything to find\n", s->game->name);
        blind++;
    }
    return blind;
}

static int print_report(struct work *w)
{
    uint64_t passed = 0, failed = 0;
    for (int i = 0; i < SUBJECTS; i++) {
        const struct props_counts *n = &w->counts[i];
        passed += n->games - n->failed;
        failed += n->failed;
        if (n->games && !w->plan.quiet)
            print_counts(subjects[i], n);
        if (n->games)
            failed += (uint64_t)props_observe_names(subjects[i]->game);
        if (n->games >= ENOUGH_GAMES && !w->plan.players && !w->plan.has_designs)
            failed += (uint64_t)blind_spots(subjects[i], n);
    }
    if (!w->plan.quiet)
        printf("%.1f s\n", now() - w->began);
    printf("%llu passed, %llu failed\n", (unsigned long long)passed, (unsigned long long)failed);
    return failed != 0;
}

/* ---- planted leaks ---- */

/* Plays the games of one subject until one fails. Returns how many it took, or 0. */
static uint64_t hunt(struct props_run *r, const struct props_subject *s, const struct plan *plan,
                     uint64_t games)
{
    uint64_t index, played = 0;
    for (uint64_t k = plan->has_only ? plan->only : 0; played < games; k++) {
        if (strcmp(subjects[subject_of(k, &index)]->game->name, s->game->name))
            continue;
        play(r, s, plan->seed, k, index);
        played++;
        if (r->property)
            return played;
    }
    return 0;
}

/* The same games must pass without the leak; this proves that the leak is what is caught. */
static int control(struct props_run *r, const struct plan *plan)
{
    for (int i = 0; i < SUBJECTS; i++)
        if (hunt(r, subjects[i], plan, CONTROL_GAMES)) {
            print_failure(r, stdout);
            return 0;
        }
    return 1;
}

static int is_caught(struct props_run *r, const struct props_leak *leak, const struct plan *plan)
{
    struct game leaky = *leak->subject->game;
    struct props_subject subject = *leak->subject;
    leak->plant(&leaky);
    subject.game = &leaky;
    uint64_t n = hunt(r, &subject, plan, plan->has_only ? 1 : LEAK_GAMES);
    if (n && !plan->quiet)
        printf("%-20s caught in game %llu by: %s\n", leak->name, (unsigned long long)n,
               r->property);
    else if (!n)
        printf("%-20s NOT CAUGHT in %d games\n", leak->name, LEAK_GAMES);
    if (n && plan->leak) {
        print_failure(r, stdout);
        printf("  (with --leak %d)\n", plan->leak);
    }
    fflush(stdout);
    return n != 0;
}

static int hunt_leaks(const struct plan *plan)
{
    int count, caught = 0, tried = 0;
    const struct props_leak *leak = props_leaks(&count);
    struct props_counts counts;
    struct props_run *r = props_open();
    memset(&counts, 0, sizeof counts);
    r->counts = &counts;
    int sound = plan->leak || control(r, plan);
    for (int i = 0; i < count; i++) {
        if (plan->leak && plan->leak != i + 1)
            continue;
        caught += is_caught(r, &leak[i], plan);
        tried++;
    }
    props_close(r);
    printf("%d passed, %d failed\n", caught, tried - caught + !sound);
    return caught != tried || !sound || !tried;
}

/* ---- observations ---- */

/* Random play leans to other games from game to game, so that rare rows are met. */
static int observe_game(struct props_run *r, const struct props_subject *s, const struct plan *plan)
{
    struct props_counts counts;
    memset(&counts, 0, sizeof counts);
    r->counts = &counts;
    r->only_observes = 1;
    memset(r->row_least, 255, sizeof r->row_least);
    memset(r->row_most, 0, sizeof r->row_most);
    for (uint64_t k = 0; counts.observed < plan->observations && !counts.failed; k++)
        play(r, s, plan->seed, k, k);
    if (counts.failed)
        print_failure(r, stdout);
    props_observe_report(r);
    return !counts.failed;
}

static int observe_games(const struct plan *plan)
{
    struct props_run *r = props_open();
    int passed = 0, failed = 0;
    for (int i = 0; i < SUBJECTS; i++) {
        const struct game *g = subjects[i]->game;
        if (!g->observer || (plan->game && strcmp(plan->game, g->name)))
            continue;
        int fine = observe_game(r, subjects[i], plan);
        passed += fine;
        failed += !fine;
    }
    props_close(r);
    printf("%d passed, %d failed\n", passed, failed);
    return failed || !passed;
}

/* ---- the command line ---- */

static int usage(void)
{
    fputs("usage: game_props [--game NAME] [--players N] [--games N] [--seed S] [--seconds T]\n"
          "                  [--threads N] [--only K] [--leaks] [--leak N] [--observations N]\n"
          "                  [--designs N] [--quiet]\n",
          stderr);
    return 2;
}

static int read_option(struct plan *p, const char *name, const char *value)
{
    uint64_t n = 0;
    if (!strcmp(name, "--game")) {
        p->game = value;
        for (int i = 0; i < SUBJECTS; i++)
            if (!strcmp(value, subjects[i]->game->name))
                return 1;
        return 0;
    }
    if (!strcmp(name, "--players") && read_number(value, 1, MAX_SEATS, &n))
        p->players = (int)n;
    else if (!strcmp(name, "--games") && read_number(value, 1, UINT64_MAX, &n))
        p->games = n, p->has_games = 1;
    else if (!strcmp(name, "--seed") && read_number(value, 0, UINT64_MAX, &n))
        p->seed = n;
    else if (!strcmp(name, "--seconds") && read_number(value, 1, 1000000000, &n))
        p->seconds = (double)n;
    else if (!strcmp(name, "--threads") && read_number(value, 1, MAX_THREADS, &n))
        p->threads = (int)n;
    else if (!strcmp(name, "--only") && read_number(value, 0, UINT64_MAX, &n))
        p->only = n, p->has_only = 1;
    else if (!strcmp(name, "--observations") && read_number(value, 1, UINT64_MAX, &n))
        p->observations = n;
    else if (!strcmp(name, "--designs") && read_number(value, 0, 1000000000, &n))
        props_designs_from((uint32_t)n), p->has_designs = 1;
    else if (!strcmp(name, "--leak") && read_number(value, 1, 1000, &n))
        p->leak = (int)n;
    else
        return 0;
    return 1;
}

static int read_plan(struct plan *p, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--leaks"))
            p->leaks = 1;
        else if (!strcmp(argv[i], "--quiet"))
            p->quiet = 1;
        else if (i + 1 < argc && read_option(p, argv[i], argv[i + 1]))
            i++;
        else
            return 0;
    }
    if (!p->has_games && p->seconds <= 0)
        p->games = 20000, p->has_games = 1;
    return 1;
}

int main(int argc, char **argv)
{
    static struct work w;
    w.plan.threads = 1;
    w.plan.seed = 1;
    if (!read_plan(&w.plan, argc, argv))
        return usage();
    make_cycle();
    catch_traps();
    if (w.plan.leaks || w.plan.leak)
        return hunt_leaks(&w.plan);
    if (w.plan.observations)
        return observe_games(&w.plan);
    pthread_mutex_init(&w.lock, NULL);
    w.is_terminal = isatty(STDERR_FILENO) && !w.plan.quiet;
    w.began = now();
    run_workers(&w);
    return print_report(&w);
}
