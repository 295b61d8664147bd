/* `charlatan bench store`: counts the entries that a store takes in a second, for several sizes of
 * transactions. Times are wall-clock times, because most of the time is spent waiting for the disk.
 * If a database is named, the entries stay in it, in matches that no list shows. With no database
 * given, memory and a new SQLite file are measured. */
#include "bench/measure.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "args/args.h"
#include "store/open.h"

/* Like a busy server: many matches, an entry and a summary of usual lengths. CLOSED is the phase of
 * the summaries, so that no list shows these matches. */
enum { MATCHES = 2000, ENTRY_BYTES = 300, SUMMARY_BYTES = 700, SIZES = 4, CLOSED = 3 };
/* The largest transaction bounds the static arrays of append_batch. */
enum { LARGEST = 500, MOST_STORES = 2 };

/* From one entry a transaction, as when a table plays alone, to what a busy server gathers. */
static const int sizes[SIZES] = {1, 10, 100, LARGEST};
/* Long enough for a few hundred syncs of a slow disk. */
static const double seconds_each = 1.5;

/* Of transactions, not of entries, but for entries_per_s. */
struct store_speed {
    double entries_per_s, mean_ms, slowest_ms;
};

/* `kind` is the store's own name for itself; it outlives the store. */
struct store_measured {
    const char *kind;
    /* Time of one sync of the disk; 0: not known. */
    double sync_ms;
    struct store_speed figure[SIZES];
};

/* The matches that entries are appended to, in turn. `n` counts the entries of each match: the
 * store refuses others than the next. `run` is random, so that a second run on the same database
 * has matches of its own. `clock` counts appends; it is no time of day. */
struct load {
    struct store *store;
    uint32_t run;
    uint32_t n[MATCHES];
    int64_t clock;
    int next;
    char entry[ENTRY_BYTES], summary[SUMMARY_BYTES];
};

static double wall_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* `t` must live until the append; the texts are shared by all entries. */
static void make_append(struct load *l, struct store_append *a, struct store_text *t)
{
    int match = l->next;
    l->next = (l->next + 1) % MATCHES;
    *t = (struct store_text){l->entry, sizeof l->entry};
    *a = (struct store_append){.expected = l->n[match]++, .count = 1, .entry = t};
    snprintf(a->match, sizeof a->match, "b%08x%05d", l->run, match);
    /* No alarm is due, so no server would act on it. */
    a->summary = (struct store_summary){.phase = CLOSED, .game = "null", .due = INT64_MAX};
    /* As in play, no two times are the same. */
    a->summary.touched = ++l->clock;
    a->summary.text = l->summary;
    a->summary.text_n = sizeof l->summary;
}

/* One transaction. 0, or -1 after a message. No entry may be refused, because nobody else writes to
 * these matches. */
static int append_batch(struct load *l, int size)
{
    static struct store_append list[LARGEST];
    static struct store_text text[LARGEST];
    for (int i = 0; i < size; i++)
        make_append(l, &list[i], &text[i]);
    if (l->store->append(l->store, list, size)) {
        args_say("bench", STATUS_FAILED, l->store->error);
        return -1;
    }
    for (int i = 0; i < size; i++)
        MUST(list[i].outcome == STORE_STORED);
    return 0;
}

/* For a fixed time rather than a number: a slow disk would take minutes. 0, or -1 after a
 * message. */
static int measure_size(struct load *l, int size, struct store_speed *f)
{
    double begin = wall_ms(), now = begin;
    int batches = 0;
    for (; now < begin + 1e3 * seconds_each; batches++) {
        double before = now;
        if (append_batch(l, size))
            return -1;
        now = wall_ms();
        f->slowest_ms = now - before > f->slowest_ms ? now - before : f->slowest_ms;
    }
    /* At least one batch was stored. */
    f->mean_ms = (now - begin) / batches;
    f->entries_per_s = 1e3 * batches * size / (now - begin);
    return 0;
}

/* 0, or -1 after a message. Sizes follow one another on the same store, which grows. */
static int measure_store(const char *where, struct store_measured *m)
{
    char error[STORE_ERROR];
    struct load *l = calloc(1, sizeof *l);
    /* Not l->clock: the times of two runs may overlap without harm. */
    MUST(l && getrandom(&l->run, sizeof l->run, 0) == sizeof l->run);
    memset(l->entry, 'e', sizeof l->entry);
    memset(l->summary, 'c', sizeof l->summary);
    l->store = store_open(where, error);
    int failed = !l->store;
    if (failed)
        args_say("bench", STATUS_FAILED, error);
    for (int i = 0; i < SIZES && !failed; i++)
        failed = measure_size(l, sizes[i], &m->figure[i]);
    if (l->store) {
        m->kind = l->store->kind;
        l->store->close(l->store);
    }
    free(l);
    return failed ? -1 : 0;
}

/* The time this disk takes to make one page durable. 0 if the file cannot be written. It is removed
 * before the store makes its own. A page at a time, as a database writes its log. */
static double sync_ms(const char *file)
{
    enum { TIMES = 50 };
    char page[4096] = {0};
    int fd = open(file, O_WRONLY | O_CREAT | O_EXCL, 0600), done = 0;
    double begin = wall_ms();
    while (fd >= 0 && done < TIMES && write(fd, page, sizeof page) > 0 && fdatasync(fd) == 0)
        done++;
    double took = wall_ms() - begin;
    if (fd >= 0)
        close(fd);
    unlink(file);
    return done ? took / done : 0;
}

/* Measures a new file, and removes it afterwards. 0, or -1 after a message. TMPDIR may be memory,
 * where syncing costs nothing; sync_ms shows it. */
static int measure_file(struct store_measured *m)
{
    char folder[256], file[300];
    /* What SQLite leaves beside its file. */
    static const char *const ends[] = {"", "-wal", "-shm"};
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.200s/charlatan-bench-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(folder)) {
        args_say_file("bench", STATUS_FAILED, folder);
        return -1;
    }
    snprintf(file, sizeof file, "%s/store.db", folder);
    m->sync_ms = sync_ms(file);
    int failed = measure_store(file, m);
    for (int i = 0; i < 3; i++) {
        snprintf(file, sizeof file, "%s/store.db%s", folder, ends[i]);
        unlink(file);
    }
    rmdir(folder);
    return failed;
}

/* A store in memory has no sync. */
static void print_table(const struct store_measured *m, int n)
{
    printf("%-9s %12s %12s %12s %12s\n", "", "entries", "entries/s", "mean", "slowest");
    for (int s = 0; s < n; s++)
        for (int i = 0; i < SIZES; i++) {
            const struct store_speed *f = &m[s].figure[i];
            printf("%-9s %12d %12.0f %9.2f ms %9.2f ms\n", m[s].kind, sizes[i], f->entries_per_s,
                   f->mean_ms, f->slowest_ms);
        }
    printf("\nEntries of %d bytes; \"entries\" is their number per transaction. Each belongs to "
           "another\n"
           "match, with a summary of %d bytes. Times are of whole transactions, until they are "
           "durable.\n",
           ENTRY_BYTES, SUMMARY_BYTES);
    for (int s = 0; s < n; s++)
        if (m[s].sync_ms > 0)
            printf("To write a page and wait for the disk alone takes %.2f ms here.\n",
                   m[s].sync_ms);
}

/* sync_ms is that of the last store, the only one that may have any. */
static void print_json(const struct store_measured *m, int n)
{
    printf("{\"stores\":[");
    for (int s = 0; s < n; s++)
        for (int i = 0; i < SIZES; i++) {
            const struct store_speed *f = &m[s].figure[i];
            printf("%s{\"store\":\"%s\",\"batch\":%d,\"entries_per_s\":%.0f,\"mean_ms\":%.3f,"
                   "\"slowest_ms\":%.3f}",
                   s || i ? "," : "", m[s].kind, sizes[i], f->entries_per_s, f->mean_ms,
                   f->slowest_ms);
        }
    printf("],\"sync_ms\":%.3f}\n", m[n - 1].sync_ms);
}

/* A named database is measured alone and keeps what was written. Returns an exit status; nothing is
 * printed after a failure. */
int bench_store(const char *where, int json)
{
    struct store_measured m[MOST_STORES] = {0};
    int n = where ? 1 : 2;
    int failed =
        where ? measure_store(where, &m[0]) : measure_store("memory", &m[0]) || measure_file(&m[1]);
    if (failed)
        return STATUS_FAILED;
    (json ? print_json : print_table)(m, n);
    return STATUS_FINE;
}
