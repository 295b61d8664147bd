/* review_props: what reviews promise, over many games between players of every strength.
 *
 *   review_props [--short] [--games N] [--seed S] [--samples N] [--threads N] [--game NAME]
 *                [--players N]
 *
 * At every number of players, random answers, the five levels and the net play N games each, all
 * seats of a table alike: who plays against a stronger one has soon nothing left to lose. Every
 * game is reviewed for all seats.
 *
 * - For every seat of every game the sums add up.
 * - At no number of players does a level lose more than the one below it, by more than two standard
 *   errors. Over all of them each loses less than the one two below it, and less than the one three
 *   below it by two standard errors at least.
 * - `master` plays as the reviewer thinks, by a search with the net: a decision costs it less than
 *   a tenth of what one costs who answers at random. The net alone, without a search, loses less
 *   than a fifth.
 *
 * --short is the form for every day: one game of two players each, without the net, few samples.
 * That is too little to order the levels: every one must lose less than who answers at random, by
 * two standard errors, and more than `master`. The last line is "N passed, M failed":
 * the games and the comparisons. */
#include <math.h>

#include "tests/props/command.h"
#include "tests/review_rig.h"

/* From the weakest on. `master` imagines a few games only: that must do. */
enum { RANDOM, EASY, CASUAL, MEDIUM, HARD, MASTER, NET, FIELD };
enum { MASTER_ITERATIONS = 48 };
enum { LONG_GAMES = 6, LONG_SAMPLES = 32 };
enum { SHORT_GAMES = 1, SHORT_SAMPLES = 16 };
/* Each is a game and its number of players. */
enum { TABLES = 16 };
static const double CERTAIN = 2;

static const char *name_of(int who)
{
    static const char *const names[FIELD] = {"random", "easy",   "casual", "medium",
                                             "hard",   "master", "net"};
    return names[who];
}

struct plan {
    uint64_t games, seed, samples, threads, players;
    const char *game;
    int brief;
};

/* The net is left out of the short form. */
static int field_of(const struct plan *p)
{
    return p->brief ? NET : FIELD;
}

/* What became of one of the field. */
struct tally {
    /* Seats of games, their decisions, and those that were called. */
    uint32_t seats, decisions, called;
    /* What they lost, and the squares of that, for an error over the seats. */
    double loss, squares;
};

struct table {
    const struct game *game;
    int players;
    struct tally tally[FIELD];
};

struct work {
    struct plan plan;
    struct table table[TABLES];
    int tables;
    pthread_mutex_t lock;
    uint64_t next, passed, failed;
};

/* ---- sums ---- */

static int is_same(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

/* The sums of a seat's decisions, and of the steps in them. */
struct sums {
    double loss, own, others;
    uint32_t parts;
    int wrong;
};

static void add_part(struct sums *s, const struct review *r, const struct review_part *part)
{
    double loss = 0;
    s->parts++;
    s->loss += part->loss;
    for (uint32_t i = 0; i < part->steps; i++) {
        const struct review_step *step = &r->step[part->first + i];
        loss += step->loss;
        s->own += step->own;
        s->others += step->others;
        s->wrong |= step->seat != part->seat || !is_same(step->before - step->after, step->loss);
    }
    s->wrong |= !part->steps || !is_same(loss, part->loss);
}

/* NULL, or what does not add up. */
static const char *wrong_in_seat(const struct review *r, int seat)
{
    const struct review_seat *s = &r->seat[seat];
    struct sums sums = {0};
    uint32_t marks = 0;
    for (uint32_t i = 0; i < r->parts; i++)
        if (r->part[i].seat == seat)
            add_part(&sums, r, &r->part[i]);
    for (int mark = 0; mark < MARK_COUNT; mark++)
        marks += s->marks[mark];
    if (sums.wrong)
        return "a decision is not the sum of its steps";
    if (!sums.parts || sums.parts != s->parts || marks != s->parts)
        return "decisions are not counted right";
    if (!is_same(sums.loss, -s->skill))
        return "skill is not the sum of the losses";
    if (!is_same(sums.own, s->own) || !is_same(sums.others, s->others))
        return "luck is not the sum of its parts";
    if (!is_same(s->start + review_luck(s) + s->skill, s->result))
        return "start, luck and skill are not the result";
    return s->error >= 0 && isfinite(s->error) ? NULL : "an error is no number";
}

static const char *wrong_in(const struct review *r)
{
    const char *wrong = NULL;
    double results = 0;
    for (int seat = 0; seat < r->players && !wrong; seat++) {
        wrong = wrong_in_seat(r, seat);
        results += r->seat[seat].result;
    }
    /* A third of 65,536 parts is not a whole number of them. */
    if (!wrong && r->finished && fabs(results - 1) > 1e-4)
        wrong = "the results of all seats are not one win";
    return wrong;
}

/* ---- games ---- */

static struct played *play(const struct table *t, int who, uint64_t seed)
{
    struct bot_options how[MAX_SEATS];
    struct played *p = played_between(t->game->name, t->players,
                                      (const char *const[]){name_of(who), NULL}, seed, GAME_MOVES);
    for (int seat = 0; seat < t->players; seat++) {
        how[seat] = p->bot[seat]->usual;
        how[seat].iterations = who == MASTER ? MASTER_ITERATIONS : how[seat].iterations;
    }
    p->how = how;
    played_all(p);
    p->how = NULL;
    return p;
}

static void count(struct tally *t, const struct review *r)
{
    for (int seat = 0; seat < r->players; seat++) {
        const struct review_seat *s = &r->seat[seat];
        t->seats++;
        t->decisions += s->parts;
        t->called += s->parts - s->marks[MARK_FINE];
        t->loss -= s->skill;
        t->squares += s->skill * s->skill;
    }
}

static void play_one(struct work *w, struct table *t, int who, uint64_t seed)
{
    struct played *p = play(t, who, seed);
    struct review r;
    played_review(p, &r, REVIEW_ALL, (uint32_t)w->plan.samples, 1);
    const char *wrong = wrong_in(&r);
    pthread_mutex_lock(&w->lock);
    w->failed += wrong != NULL;
    w->passed += !wrong;
    count(&t->tally[who], &r);
    if (wrong)
        printf("FAILED %s, %d players, %s, seed %llu: %s\n", t->game->name, t->players,
               name_of(who), (unsigned long long)seed, wrong);
    pthread_mutex_unlock(&w->lock);
    review_free(&r);
    played_free(p);
}

/* The largest tables come first: their games take longest. */
static void *worker(void *shared)
{
    struct work *w = shared;
    uint64_t field = (uint64_t)field_of(&w->plan), each = w->plan.games * field;
    uint64_t all = each * (uint64_t)w->tables;
    for (;;) {
        pthread_mutex_lock(&w->lock);
        uint64_t k = w->next++;
        pthread_mutex_unlock(&w->lock);
        if (k >= all)
            return NULL;
        play_one(w, &w->table[k / each], (int)(k % field), w->plan.seed + k % each / field);
    }
}

/* ---- the ladder ---- */

static double mean_of(const struct tally *t)
{
    return t->loss / t->seats;
}

static double error_of(const struct tally *t)
{
    double mean = mean_of(t), spread = t->squares / t->seats - mean * mean;
    return spread > 0 ? sqrt(spread / (t->seats - 1)) : 0;
}

static double each_of(const struct tally *t)
{
    return t->loss / t->decisions;
}

/* How much more the level `steps` below loses, in standard errors; and whether it does at all. By
 * decision: in Arcane Alley some levels play longer games among their equals than others. */
static double lead_of(const struct table *t, int who, int steps)
{
    const struct tally *weak = &t->tally[who - steps], *strong = &t->tally[who];
    double error = hypot(error_of(weak) * weak->seats / weak->decisions,
                         error_of(strong) * strong->seats / strong->decisions);
    return (each_of(weak) - each_of(strong)) / error;
}

static void expect(struct work *w, int holds, const struct table *t, int who, const char *what)
{
    w->passed += holds != 0;
    w->failed += !holds;
    if (!holds)
        printf("FAILED %s, %s%.0d: %s %s\n", t->game->name, t->players ? "players " : "all",
               t->players, name_of(who), what);
}

static void print_table(const struct table *t)
{
    printf("%s, ", t->game->name);
    if (t->players)
        printf("%d players:\n", t->players);
    else
        printf("all numbers of players:\n");
    for (int who = 0; who < FIELD && t->tally[who].seats; who++) {
        const struct tally *one = &t->tally[who];
        printf("  %-6s loses %5.1f %% a game (+-%.1f), %.2f %% a decision; %u of %u called\n",
               name_of(who), 100 * mean_of(one), 100 * error_of(one), 100 * each_of(one),
               (unsigned)one->called, (unsigned)one->decisions);
    }
}

/* At one number of players nothing may be plainly wrong. */
static void compare_table(struct work *w, const struct table *t)
{
    print_table(t);
    for (int who = EASY; who <= MASTER && !w->plan.brief; who++)
        expect(w, lead_of(t, who, 1) > -CERTAIN, t, who, "loses more than the level below it");
}

/* Over all numbers of players. */
static struct table pool(const struct work *w, const struct game *g)
{
    struct table all = {.game = g};
    for (int i = 0; i < w->tables; i++)
        for (int who = 0; who < FIELD && w->table[i].game == g; who++) {
            const struct tally *from = &w->table[i].tally[who];
            struct tally *to = &all.tally[who];
            to->seats += from->seats;
            to->decisions += from->decisions;
            to->called += from->called;
            to->loss += from->loss;
            to->squares += from->squares;
        }
    return all;
}

/* What one game of each shows. */
static void compare_few(struct work *w, const struct table *t)
{
    for (int who = EASY; who <= MASTER; who++)
        expect(w, lead_of(t, who, who - RANDOM) > CERTAIN, t, who,
               "does not lose less than random answers");
    for (int who = EASY; who < MASTER; who++)
        expect(w, each_of(&t->tally[who]) > each_of(&t->tally[MASTER]), t, who,
               "loses less than master");
}

/* Levels two steps apart are in order, those three apart for certain. */
static void compare_levels(struct work *w, const struct table *t)
{
    for (int who = CASUAL; who <= MASTER; who++)
        expect(w, lead_of(t, who, 2) > 0, t, who, "does not lose less than two levels below");
    for (int who = MEDIUM; who <= MASTER; who++)
        expect(w, lead_of(t, who, 3) > CERTAIN, t, who,
               "does not lose less than three levels below");
}

static void compare_pool(struct work *w, const struct game *g)
{
    struct table t = pool(w, g);
    double random = each_of(&t.tally[RANDOM]);
    if (!t.tally[RANDOM].seats)
        return;
    print_table(&t);
    (w->plan.brief ? compare_few : compare_levels)(w, &t);
    expect(w, each_of(&t.tally[MASTER]) < random / 10, &t, MASTER, "loses too much");
    if (!w->plan.brief)
        expect(w, each_of(&t.tally[NET]) < random / 5, &t, NET, "loses too much");
    expect(w, t.tally[RANDOM].called * 10 > t.tally[RANDOM].decisions, &t, RANDOM,
           "is called too seldom");
}

/* ---- the command line ---- */

/* Reads what follows a name. Returns 0, or -1 if it is not understood. */
static int read_option(struct plan *p, const char *name, const char *text)
{
    const struct {
        const char *name;
        uint64_t most, *to;
    } rows[] = {{"--games", 100000, &p->games},
                {"--seed", INT64_MAX, &p->seed},
                {"--samples", REVIEW_SAMPLES_MOST, &p->samples},
                {"--threads", MAX_THREADS, &p->threads},
                {"--players", MAX_SEATS, &p->players}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(name, rows[i].name) == 0)
            return read_number(text, 1, rows[i].most, rows[i].to) ? 0 : -1;
    p->game = text;
    return strcmp(name, "--game") == 0 && game_json_by_name(text) ? 0 : -1;
}

static int read_plan(struct plan *p, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--short") == 0)
            p->brief = 1;
        else if (i + 1 == argc || read_option(p, argv[i], argv[i + 1]) < 0)
            return -1;
        else
            i++;
    }
    if (!p->games)
        p->games = p->brief ? SHORT_GAMES : LONG_GAMES;
    if (!p->samples)
        p->samples = p->brief ? SHORT_SAMPLES : LONG_SAMPLES;
    return 0;
}

/* ---- all of it ---- */

static void add_tables(struct work *w, int players)
{
    const struct plan *p = &w->plan;
    if (p->players ? p->players != (uint64_t)players : p->brief && players != 2)
        return;
    for (int i = 0; game_json_at(i); i++) {
        const struct game *g = game_json_at(i)->game;
        if (review_knows(g) && (!p->game || strcmp(p->game, g->name) == 0) &&
            players >= g->min_players && players <= g->max_players)
            w->table[w->tables++] = (struct table){.game = g, .players = players};
    }
}

int main(int argc, char **argv)
{
    static struct work w = {.plan = {.seed = 1, .threads = 1}};
    if (read_plan(&w.plan, argc, argv) < 0) {
        fputs("review_props [--short] [--games N] [--seed S] [--samples N] [--threads N] "
              "[--game NAME] [--players N]\n",
              stderr);
        return 2;
    }
    catch_traps();
    pthread_mutex_init(&w.lock, NULL);
    for (int players = MAX_SEATS; players > 0; players--)
        add_tables(&w, players);
    run_threads((int)w.plan.threads, worker, &w);
    for (int i = 0; i < w.tables; i++)
        compare_table(&w, &w.table[i]);
    for (int i = 0; game_json_at(i); i++)
        compare_pool(&w, game_json_at(i)->game);
    printf("%llu passed, %llu failed\n", (unsigned long long)w.passed,
           (unsigned long long)w.failed);
    return w.failed != 0;
}
