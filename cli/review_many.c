/* `charlatan review DIR --csv`: reviews all records of a folder and sums up what each player lost
 * by each kind of decision, and what luck gave; see review_many.h. */
#include "cli/review_many.h"

#include <dirent.h>
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

/* A game has fewer questions than this. Indices of kinds are those of questions. */
enum { KINDS = 64 };
/* Folders in folders, at most so many. Deeper folders are passed over; a loop of links is not
 * followed anyway. */
enum { DEEP = 16 };

/* What came of one kind of decision. `called` counts answers that were not the best; `squares`
 * those of the standard errors. */
struct decision_sum {
    uint32_t decisions, called;
    double loss, squares, luck;
};

/* All games of one player, as the records name it: a person's name, or "medium". One row for each
 * kind of decision and one for all. Sums over its games; averages are made when they are
 * printed. */
struct player {
    const struct game *game;
    char name[RECORD_NAME];
    uint32_t games;
    struct decision_sum kind[KINDS], all;
    double start, result;
};

/* `at` is the file that is reviewed now. `records` counts those of games that can be reviewed,
 * whether or not somebody in them counts. */
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

/* The caller frees it. */
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

/* Not by the locale: the same folder gives the same order everywhere. */
static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Hidden files and the two names of folders themselves are left out. */
static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* The status is not used: one bad file does not end the batch. */
static void say_file(const char *path)
{
    args_say_file("review", STATUS_FAILED, path);
}

/* Adds the files of a folder, in the order of their names, but no reviews that are kept there.
 * Links in it are not followed, so nothing is counted twice. A folder that cannot be read is named,
 * and the others go on. */
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

/* Makes the player if there is none. The pointer is valid until the next player is made. A list
 * does: there are few players. */
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

/* Errors of single decisions are independent, so their squares add up. */
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

/* Only for a seat that was reviewed. */
static void add_seat(struct review_batch *t, const struct record *record, const struct review *r,
                     int seat)
{
    struct player *p = player_of(t, r->game, record->name[seat]);
    p->games++;
    /* start + luck + skill = result holds for sums as for a game. */
    p->start += r->seat[seat].start;
    p->result += r->seat[seat].result;
    for (uint32_t i = 0; i < r->steps; i++)
        if (r->step[i].seat == seat) {
            kind_add(&p->kind[kind_of(r->game, r->step[i].question)], &r->step[i]);
            kind_add(&p->all, &r->step[i]);
        }
    /* All luck, not only that of its own draws. kind_add has counted its own draws; what the
     * others' moves brought belongs to no kind. */
    p->all.luck += review_luck(&r->seat[seat]) - r->seat[seat].own;
}

/* ---- one record ---- */

/* Only called on a terminal. */
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

/* For the record at hand; the next may be smaller. */
static void say_no_memory(void)
{
    struct refusal why;
    because(&why, ROW(review_no_memory));
    args_say("review", STATUS_FAILED, why.message);
}

/* The seats whose decisions count, a set. --name is compared with the name in the record and with
 * the one that is shown. Empty if nobody counts. */
static uint32_t seats_of(const struct review_batch *t, const struct record *r)
{
    uint32_t seats = 0;
    for (int i = 0; i < r->players; i++)
        if ((t->ask->seat == REVIEW_ALL || t->ask->seat == i) &&
            (!t->only || strcmp(t->only, r->name[i]) == 0 || strcmp(t->only, r->called[i]) == 0))
            seats |= 1u << i;
    return seats;
}

/* If several seats count, all are reviewed, because a review is of one seat or of all. Whatever
 * goes wrong is told, and the batch goes on. */
static void review_record(struct review_batch *t, const char *path, const struct record *record)
{
    uint32_t seats = seats_of(t, record);
    struct review_ask ask = *t->ask;
    struct record_wrong wrong = {0};
    struct review r;
    if (!seats)
        return;
    /* One seat alone takes a fraction of the time. */
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

/* A file that is no record, or no whole one, is named; the others go on. Records of games that
 * cannot be reviewed are passed over without a word. */
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

/* In quotes, and quotes twice; control characters are left out. So a name can neither end its cell
 * nor steer a terminal. */
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

/* `average` is the loss of a decision, `error` its standard error. Begins a line and does not end
 * it: rows of kinds and of players end differently. */
static void print_kind(const struct player *p, const char *name, const struct decision_sum *k)
{
    /* Rows of a player without a decision have averages of 0. */
    double n = k->decisions ? k->decisions : 1;
    printf("%s,", p->game->name);
    print_text(p->name);
    printf(",%s,%u,%u,%u", name, (unsigned)p->games, (unsigned)k->decisions, (unsigned)k->called);
    print_number(k->loss);
    print_number(k->loss / n);
    print_number(sqrt(k->squares) / n);
    print_number(k->luck);
}

/* Start and result belong to games and not to kinds, so rows of kinds leave them empty. */
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

/* By game, then by name, in bytes. */
static int by_name(const void *a, const void *b)
{
    const struct player *x = a, *y = b;
    int games = strcmp(x->game->name, y->game->name);
    return games ? games : strcmp(x->name, y->name);
}

/* No records at all are a failure, a table without players is not. Sorted, so that the same records
 * give the same bytes in whatever order they were found. */
static int print_table(struct review_batch *t, const char *path)
{
    struct refusal why;
    if (!t->records) {
        because(&why, ROW(review_no_records), path);
        return args_say("review", STATUS_FAILED, why.message);
    }
    /* Pointers from player_of are void from here on. */
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

/* A single file is a batch of one, also if its name would not be taken in a folder. Tables are
 * printed when all files have been read; progress and complaints go to standard error meanwhile. */
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
