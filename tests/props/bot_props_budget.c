/* Checks budgets: a bot that searches must keep its limits of iterations, time and memory. Memory
 * is counted in a wrapper of the allocator (see tests.cmake). */
#include <malloc.h>
#include <stdatomic.h>

#include "bots/search/searcher.h"
#include "tests/props/bot_props.h"

/* After MANY iterations an arena of 1 KiB is full, and one of 64 KiB is not. Each thread has a
 * searcher of its own; SLACK_BYTES allows for the allocator's rounding. */
enum { SLACK_BYTES = 8 * 1024, LATE_MS = 1000, MANY = 1200 };
_Static_assert(sizeof(struct searcher) <= 39 * 1024, "a searcher has grown: is it worth that?");

/* ---- what is allocated ---- */

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void *__real_realloc(void *p, size_t bytes);
void __real_free(void *p);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
void *__wrap_realloc(void *p, size_t bytes);
void __wrap_free(void *p);

static atomic_llong held, most_held;

static void *taken(void *p)
{
    long long n = p ? (long long)malloc_usable_size(p) : 0;
    long long now = atomic_fetch_add(&held, n) + n, most = atomic_load(&most_held);
    while (now > most && !atomic_compare_exchange_weak(&most_held, &most, now))
        ;
    return p;
}

static void given_back(void *p)
{
    if (p)
        atomic_fetch_sub(&held, (long long)malloc_usable_size(p));
}

void *__wrap_malloc(size_t bytes)
{
    return taken(__real_malloc(bytes));
}

void *__wrap_calloc(size_t n, size_t bytes)
{
    return taken(__real_calloc(n, bytes));
}

void *__wrap_realloc(void *p, size_t bytes)
{
    given_back(p);
    return taken(__real_realloc(p, bytes));
}

void __wrap_free(void *p)
{
    given_back(p);
    __real_free(p);
}

/* ---- one budget ---- */

struct budget {
    const char *name;
    struct bot_options how;
    /* The number of iterations it must have done, or may have done; 0: any. */
    uint32_t iterations;
    /* The most memory it may have used; 0: any. */
    size_t bytes;
};

/* The search, and the level that is one, may stop when their answer is settled. Others must spend
 * what they are given. */
static int iterations_kept(const struct candidate *who, uint32_t given, uint32_t done)
{
    if (strcmp(who->bot->name, "search") && strcmp(who->bot->name, "master"))
        return done == given;
    return done >= 1 && done <= given;
}

static void keep_to(struct bot_run *r, const struct budget *b, const struct view *v)
{
    static struct advice say;
    struct chance luck = r->mind;
    double began = bot_seconds(CLOCK_MONOTONIC);
    long long before = atomic_load(&held);
    atomic_store(&most_held, before);
    memset(&say, 0, sizeof say);
    int answer = r->who->bot->choose(v, &b->how, &luck, &say);
    double took = 1e3 * (bot_seconds(CLOCK_MONOTONIC) - began);
    long long most = atomic_load(&most_held) - before;
    r->counts.decisions++;
    if (answer < 0 || answer > 63 || !(view_legal(v) >> answer & 1))
        bot_fail(r, "budget legal", "%s: answer %d is not legal", b->name, answer);
    advice_is_sane(r, v, answer, &say);
    if (b->iterations && !iterations_kept(r->who, b->iterations, say.iterations))
        bot_fail(r, "iterations", "%s: did %u of %u", b->name, say.iterations, b->iterations);
    if (b->how.milliseconds && took > b->how.milliseconds + LATE_MS)
        bot_fail(r, "time", "%s: took %.0f ms", b->name, took);
    if (b->bytes && most > (long long)b->bytes)
        bot_fail(r, "memory", "%s: took %lld bytes, not %zu", b->name, most, b->bytes);
    if (atomic_load(&held) != before)
        bot_fail(r, "memory kept", "%s: %lld bytes were not given back", b->name,
                 (long long)atomic_load(&held) - before);
}

/* ---- all of them ---- */

static struct budget budget(const struct candidate *who, const char *name, uint32_t iterations,
                            uint32_t threads, uint32_t kib)
{
    struct budget b = {.name = name, .how = who->how, .iterations = iterations};
    b.how.iterations = iterations;
    b.how.threads = threads;
    b.how.kilobytes = kib;
    if (kib && who->bot->usual.kilobytes)
        b.bytes =
            (size_t)(threads ? threads : 1) * (kib * 1024 + sizeof(struct searcher)) + SLACK_BYTES;
    return b;
}

static void keep_to_all(struct bot_run *r, const struct candidate *who, const struct view *v)
{
    struct budget all[] = {
        budget(who, "one iteration", 1, 1, 1024),
        budget(who, "one iteration, three threads", 1, 3, 1024),
        budget(who, "64 KiB", MANY, 1, 64),
        budget(who, "64 KiB, two threads", MANY, 2, 64),
        budget(who, "1 KiB", MANY, 1, 1),
        budget(who, "no memory given", 50, 1, 0),
        budget(who, "no threads given", 50, 0, 1024),
        budget(who, "5 ms", 0, 1, 1024),
        budget(who, "5 ms, two threads", 0, 2, 1024),
        budget(who, "nothing given", 0, 0, 0),
    };
    all[7].how.milliseconds = all[8].how.milliseconds = 5;
    for (size_t i = 0; i < sizeof all / sizeof *all && !r->promise; i++)
        keep_to(r, &all[i], v);
}

void bot_budgets(struct bot_run *r, const struct candidate *who, uint64_t seed, int positions)
{
    for (int i = 0; i < positions; i++) {
        struct view v;
        int seat = bot_position(r, who, i % who->subject->mix_count, seed, (uint64_t)i);
        view_take(&v, who->subject->game, r->state, seat);
        keep_to_all(r, who, &v);
        if (r->promise)
            return;
    }
}
