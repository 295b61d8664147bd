/* `charlatan review DIR --csv`: reviews all records of a folder and sums up what each player lost
 * by each kind of decision, and what luck gave; see review_many.h. */
#include "cli/review_many.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "args/args.h"
#include "cli/refusals.h"
#include "cli/review_file.h"
#include "cli/verify.h"
#include "review/review.h"
#include "wire/game.h"
#include "wire/refuse.h"

/* A game has fewer questions than this. */
enum { KINDS = 64 };
/* Folders in folders, at most so many. */
enum { DEEP = 16 };

/* What came of one kind of decision. */
struct decision_sum {
    uint32_t decisions, called;
    double loss, squares, luck;
};

/* All games of one player, as the records name it: a person's name, or "medium". */
struct player {
    const struct game *game;
    char name[RECORD_NAME];
    uint32_t games;
    struct decision_sum kind[KINDS], all;
    double start, result;
};

struct review_batch {
    const char *only;
    int keeps;
    const struct review_ask *ask;
    char **path;
    size_t paths, at;
    struct player *player;
    size_t players;
    uint32_t records;
};

/* ---- files ---- */

static char *joined(const char *folder, const char *name)
{
    size_t n = strlen(folder) + strlen(name) + 2;
    char *path = malloc(n);
    MUST(path);
    snprintf(path, n, "%s/%s", folder, name);
    return path;
}

static void add_file(struct review_batch *t, const char *path)
{
    t->path = realloc(t->path, (t->paths + 1) * sizeof *t->path);
    MUST(t->path);
    t->path[t->paths] = strdup(path);
    MUST(t->path[t->paths++]);
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void say_file(const char *path)
{
    args_say_file("review", STATUS_FAILED, path);
}

/* Adds the files of a folder, in the order of their names, but no reviews that are kept there.
 * Links in it are not followed, so nothing is counted twice. */
static void add_folder(struct review_batch *t, const char *folder, int deep)
{
    struct dirent **entry;
    struct stat is;
    int n = scandir(folder, &entry, is_shown, by_bytes);
    if (n < 0) {
        say_file(folder);
        return;
    }
    for (int i = 0; i < n; i++) {
        char *path = joined(folder, entry[i]->d_name);
        if (lstat(path, &is) < 0)
            say_file(path);
        else if (S_ISREG(is.st_mode) && !review_is_kept(path))
            add_file(t, path);
        else if (S_ISDIR(is.st_mode) && deep < DEEP)
            add_folder(t, path, deep + 1);
        free(path);
        free(entry[i]);
    }
    free(entry);
}

/* ---- sums ---- */

static struct player *player_of(struct review_batch *t, const struct game *g, const char *name)
{
    for (size_t i = 0; i < t->players; i++)
        if (t->player[i].game == g && strcmp(t->player[i].name, name) == 0)
            return &t->player[i];
    t->player = realloc(t->player, (t->players + 1) * sizeof *t->player);
    MUST(t->player);
    struct player *p = &t->player[t->players++];
    memset(p, 0, sizeof *p);
    p->game = g;
    snprintf(p->name, sizeof p->name, "%s", name);
    return p;
}

static void kind_add(struct decision_sum *k, const struct review_step *step)
{
    k->decisions++;
    k->called += step->best != step->chosen;
    k->loss += step->loss;
    k->squares += step->error * step->error;
    k->luck += step->own;
}

/* Questions of the same kind count as the first of them. */
static int kind_of(const struct game *g, int question)
{
    int first = 1;
    while (strcmp(g->question_kind(first), g->question_kind(question)) != 0)
        first++;
    MUST(first < KINDS);
    return first;
}

static void add_seat(struct review_batch *t, const struct record *record, const struct review *r,
                     int seat)
{
    struct player *p = player_of(t, r->game, record->name[seat]);
    p->games++;
    p->start += r->seat[seat].start;
    p->result += r->seat[seat].result;
    for (uint32_t i = 0; i < r->steps; i++)
        if (r->step[i].seat == seat) {
            kind_add(&p->kind[kind_of(r->game, r->step[i].question)], &r->step[i]);
            kind_add(&p->all, &r->step[i]);
        }
    /* All luck, not only that of its own draws. */
    p->all.luck += review_luck(&r->seat[seat]) - r->seat[seat].own;
}

/* ---- one record ---- */

static void show_progress(void *with, uint32_t done, uint32_t all)
{
    const struct review_batch *t = with;
    fprintf(stderr, "\r\033[KFile %zu of %zu: reviewed %u of %u positions", t->at + 1, t->paths,
            (unsigned)done, (unsigned)all);
    fflush(stderr);
}

static void clear_progress(const struct review_ask *ask)
{
    if (ask->progress)
        fputs("\r\033[K", stderr);
}

static void say_no_memory(void)
{
    struct refusal why;
    because(&why, ROW(review_no_memory));
    args_say("review", STATUS_FAILED, why.message);
}

/* The seats whose decisions count, a set. */
static uint32_t seats_of(const struct review_batch *t, const struct record *r)
{
    uint32_t seats = 0;
    for (int i = 0; i < r->players; i++)
        if ((t->ask->seat == REVIEW_ALL || t->ask->seat == i) &&
            (!t->only || strcmp(t->only, r->name[i]) == 0 || strcmp(t->only, r->called[i]) == 0))
            seats |= 1u << i;
    return seats;
}

static void review_record(struct review_batch *t, const char *path, const struct record *record)
{
    uint32_t seats = seats_of(t, record);
    struct review_ask ask = *t->ask;
    struct record_wrong wrong = {0};
    struct review r;
    if (!seats)
        return;
    ask.seat = seats & (seats - 1) ? REVIEW_ALL : bit_lowest(seats);
    ask.progress = isatty(STDERR_FILENO) ? show_progress : NULL;
    ask.with = t;
    int made = review_kept_or_made(&r, record, t->keeps ? path : NULL, &ask, &wrong);
    clear_progress(&ask);
    if (made == 0)
        for (; seats; seats &= seats - 1)
            add_seat(t, record, &r, bit_lowest(seats));
    else if (wrong.line)
        record_print_wrong(stderr, path, record, &wrong);
    else
        say_no_memory();
    review_free(&r);
}

/* A file that is no record, or no whole one, is named; the others go on. */
static void review_file(struct review_batch *t, const char *path)
{
    struct record record;
    if (record_load(&record, path) < 0) {
        say_file(path);
    } else if (record.wrong.line) {
        record_print_wrong(stderr, path, &record, &record.wrong);
    } else if (review_knows(record.json->game)) {
        t->records++;
        review_record(t, path, &record);
    }
    record_free(&record);
}

/* ---- the table ---- */

/* In quotes, and quotes twice; control characters are left out. */
static void print_text(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if ((unsigned char)*text >= ' ' && *text != 127)
            putchar(*text);
        if (*text == '"')
            putchar('"');
    }
    putchar('"');
}

/* Never -0.0000. */
static void print_number(double number)
{
    printf(",%.4f", number > -0.00005 && number < 0 ? 0 : number);
}

static void print_kind(const struct player *p, const char *name, const struct decision_sum *k)
{
    double n = k->decisions ? k->decisions : 1;
    printf("%s,", p->game->name);
    print_text(p->name);
    printf(",%s,%u,%u,%u", name, (unsigned)p->games, (unsigned)k->decisions, (unsigned)k->called);
    print_number(k->loss);
    print_number(k->loss / n);
    print_number(sqrt(k->squares) / n);
    print_number(k->luck);
}

static void print_player(const struct player *p)
{
    for (int i = 0; i < KINDS; i++)
        if (p->kind[i].decisions) {
            print_kind(p, p->game->question_kind(i), &p->kind[i]);
            puts(",,");
        }
    print_kind(p, "all", &p->all);
    print_number(p->start);
    print_number(p->result);
    putchar('\n');
}

static int by_name(const void *a, const void *b)
{
    const struct player *x = a, *y = b;
    int games = strcmp(x->game->name, y->game->name);
    return games ? games : strcmp(x->name, y->name);
}

static int print_table(struct review_batch *t, const char *path)
{
    struct refusal why;
    if (!t->records) {
        because(&why, ROW(review_no_records), path);
        return args_say("review", STATUS_FAILED, why.message);
    }
    qsort(t->player, t->players, sizeof *t->player, by_name);
    puts("game,player,kind,games,decisions,called,loss,average,error,luck,start,result");
    for (size_t i = 0; i < t->players; i++)
        print_player(&t->player[i]);
    return STATUS_FINE;
}

static void table_free(struct review_batch *t)
{
    for (size_t i = 0; i < t->paths; i++)
        free(t->path[i]);
    free(t->path);
    free(t->player);
}

int review_many(const char *path, const char *name, int keeps, const struct review_ask *ask)
{
    struct review_batch t = {.only = name, .keeps = keeps, .ask = ask};
    struct stat is;
    if (stat(path, &is) < 0)
        return args_say_file("review", STATUS_USAGE, path);
    if (S_ISDIR(is.st_mode))
        add_folder(&t, path, 0);
    else
        add_file(&t, path);
    for (; t.at < t.paths; t.at++)
        review_file(&t, t.path[t.at]);
    int status = print_table(&t, path);
    table_free(&t);
    return status;
}
