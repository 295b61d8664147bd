/* `charlatan bench bots`: times a decision of every bot, and counts the games that a search
 * simulates in a second of one core: played out by rules of thumb, or valued by an evaluator. The
 * same run times a copy of 256 bytes. Bots with a time limit are given a number of iterations
 * instead, because a limit would only measure itself. */
#include "bench/measure.h"

#include <stdio.h>

#include "args/args.h"
#include "bots/advice.h"
#include "bots/bots.h"
#include "engine/view.h"
#include "wire/game.h"
#include "wire/games.h"

/* ITERATIONS stands in for the time limit of bots that search; SEARCHED positions are searched for
 * the rates; PASSES bounds how often quick bots see a position. */
enum { POSITIONS = 300, ITERATIONS = 100, SECONDS_EACH = 1, SEARCHED = 12, PLAYERS = 4 };
enum { MOST_ROWS = 64, ROUNDS = 3, PASSES = 20 };

/* The goals are stated for a machine where a copy of 256 bytes takes this long. Figures of another
 * machine are scaled by the copy's time before they are compared with a goal. */
static const double stated_copy_ns = 6.5;

struct bots_position {
    struct view view;
};

/* One row of the table: a bot in one game. `decisions` is how many positions were timed at all. */
struct timing {
    const struct bot *bot;
    const struct game *game;
    int decisions;
    /* Iterations for a decision, if the bot searches. */
    uint32_t iterations;
    double mean_ns, slowest_ns;
};

/* The speed of a search with the options of one bot. Zeroed members are filled by time_search. */
struct search_rate {
    const struct game *game;
    const struct bot *bot;
    const char *name;
    struct bot_options how;
    double per_s;
    /* Positions that the evaluator is asked about; 0 without one. */
    double evaluated_per_s;
};

/* Zeroed in the beginning. `copy_ns` is the least of the whole run. */
struct bots_report {
    double copy_ns;
    struct timing timing[MOST_ROWS];
    int timings;
    struct search_rate rate[MOST_ROWS];
    int rates;
};

/* ---- positions ---- */

/* Collects every n-th position with a choice, from games of four medium bots. The order is that of
 * games, one after the other. Both random streams are fixed, so every run times the same
 * positions. */
static void collect(const struct game *g, struct bots_position *p, int n)
{
    /* Not a multiple of anything in a lap of four seats, so all of them are met. */
    enum { EVERY = 7 };
    uint64_t state[MAX_STATE_BYTES / 8];
    const struct bot *player = bot_by_name("medium", g);
    struct chance c, luck;
    uint64_t number = 0;
    uint32_t active = 0;
    /* Every game that bench_bots measures has levels. */
    MUST(player != NULL);
    chance_seed_number(&luck, 1);
    /* A place that does not count is written over by the next position. */
    for (int met = 0, found = 0; found < n; met++) {
        if (!active) {
            g->init(state, PLAYERS);
            chance_seed_number(&c, number++);
            g->begin(state, &c, NULL);
        }
        int seat = bit_lowest(g->active(state));
        view_take(&p[found].view, g, state, seat);
        uint64_t legal = view_legal(&p[found].view);
        int answer = player->choose(&p[found].view, &player->usual, &luck, NULL);
        /* A position with one answer would be decided without thinking. */
        if (met % EVERY == 0 && (legal & (legal - 1)))
            found++;
        g->apply(state, seat, answer, &c, NULL);
        active = g->active(state);
    }
}

/* ---- a decision ---- */

/* The time of reading the clock twice, which is about as long as a decision of a quick bot.
 * Subtracted from every decision (sum_up). */
static double clock_ns(void)
{
    enum { TIMES = 2000 };
    double start = bench_now_ns();
    for (int i = 0; i < TIMES; i++)
        bench_now_ns();
    return (bench_now_ns() - start) / TIMES;
}

/* In nanoseconds, the clock included. The luck depends on the position alone, so passes repeat the
 * same decision. */
static double time_decision(const struct bot *bot, const struct bot_options *how,
                            const struct view *v, int number)
{
    struct chance luck;
    chance_seed_number(&luck, (uint64_t)number);
    double start = bench_now_ns();
    int answer = bot->choose(v, how, &luck, NULL);
    double took = bench_now_ns() - start;
    bench_use_memory(&answer);
    return took;
}

/* `least` has a time for each position; one that is below the clock's own counts as 0. `decisions`
 * must not be 0: time_bot times at least one. */
static void sum_up(struct timing *timing, const double *least, double clock)
{
    double sum = 0;
    for (int i = 0; i < timing->decisions; i++) {
        double took = least[i] > clock ? least[i] - clock : 0;
        timing->slowest_ns = took > timing->slowest_ns ? took : timing->slowest_ns;
        sum += took;
    }
    timing->mean_ns = sum / timing->decisions;
}

/* Times every position several times, as long as there is time, and keeps the least: noise can only
 * add. A slow bot sees fewer positions, and `decisions` says how many. A search gets a fixed number
 * of iterations, on any machine. */
static void time_bot(struct timing *timing, const struct bots_position *p)
{
    struct bot_options how = timing->bot->usual;
    double least[POSITIONS] = {0}, spent = 0;
    /* Only searches have either. */
    if (how.milliseconds || how.iterations) {
        how.milliseconds = 0;
        how.iterations = timing->iterations = ITERATIONS;
    }
    for (int i = 0; i < PASSES * POSITIONS && spent < SECONDS_EACH * 1e9; i++) {
        /* All positions once before any a second time. */
        int n = i % POSITIONS;
        double took = time_decision(timing->bot, &how, &p[n].view, n);
        bench_keep_least(&least[n], took);
        timing->decisions = i < POSITIONS ? i + 1 : POSITIONS;
        spent += took;
    }
    sum_up(timing, least, clock_ns());
}

/* ---- a search ---- */

/* Measures iterations in a second of CPU time. The searches are long, so that allocating the arena
 * does not matter. One thread, because CPU time of this thread is measured. Positions are spread
 * evenly over those collected. */
static void time_search(struct search_rate *rate, const struct bots_position *p)
{
    struct bot_options how = rate->how;
    double took = 0;
    uint64_t done = 0, evaluated = 0;
    how.milliseconds = 0;
    how.threads = 1;
    how.iterations = 2000;
    for (int i = 0; i < SEARCHED && took < 2.0 * SECONDS_EACH * 1e9; i++) {
        struct chance luck;
        struct advice say = {0};
        chance_seed_number(&luck, (uint64_t)i);
        double start = bench_now_ns();
        rate->bot->choose(&p[i * POSITIONS / SEARCHED].view, &how, &luck, &say);
        took += bench_now_ns() - start;
        done += say.iterations;
        evaluated += say.evaluated;
    }
    rate->per_s = (double)done / took * 1e9;
    rate->evaluated_per_s = (double)evaluated / took * 1e9;
}

/* `name` must last: a literal. */
static void add_rate(struct bots_report *r, const struct game *g, const struct bot *bot,
                     const char *name, struct bot_options how)
{
    MUST(r->rates < MOST_ROWS);
    r->rate[r->rates++] = (struct search_rate){.game = g, .bot = bot, .name = name, .how = how};
}

/* `p` is a buffer of POSITIONS. Bots of no game are timed in every game. */
static void measure_game(struct bots_report *r, const struct game *g, struct bots_position *p)
{
    int rates = r->rates;
    collect(g, p, POSITIONS);
    /* The same search, but played out to the end: the difference is what its horizon saves. */
    struct bot_options full = search_1_bot.usual;
    full.horizon = 0;
    add_rate(r, g, &search_1_bot, "full", full);
    add_rate(r, g, &search_1_bot, "search-1", search_1_bot.usual);
    add_rate(r, g, &search_bot, "search", search_bot.usual);
    for (; rates < r->rates; rates++)
        time_search(&r->rate[rates], p);
    for (int i = 0; i < bots_count(); i++) {
        const struct bot *bot = bots_at(i);
        if (bot->game && bot->game != g)
            continue;
        MUST(r->timings < MOST_ROWS);
        r->timing[r->timings] = (struct timing){.bot = bot, .game = g};
        time_bot(&r->timing[r->timings++], p);
    }
}

/* ---- reporting ---- */

/* Copies of 256 bytes in the time of one iteration. Lower is better, on any machine. */
static double copies_of(const struct bots_report *r, const struct search_rate *rate)
{
    return 1e9 / rate->per_s / r->copy_ns;
}

/* What a machine with the stated copy would do, if everything scaled with the copy. */
static double stated_rate(const struct bots_report *r, double per_s)
{
    return per_s * r->copy_ns / stated_copy_ns;
}

/* A bot without a search has no iterations. */
static void print_table(const struct bots_report *r)
{
    printf("copy of 256 bytes %6.2f ns\n\n", r->copy_ns);
    printf("%-7s %-8s %10s %12s %12s %12s\n", "", "", "decisions", "mean", "/copy", "slowest");
    for (int i = 0; i < r->timings; i++) {
        const struct timing *t = &r->timing[i];
        printf("%-7s %-8s %10d %9.2f us %12.0f %9.2f us", t->game->name, t->bot->name, t->decisions,
               t->mean_ns / 1e3, t->mean_ns / r->copy_ns, t->slowest_ns / 1e3);
        printf(t->iterations ? "  %u iterations\n" : "\n", t->iterations);
    }
    printf("\nsearch, %d players, one core    %14s %8s %18s %.1f ns  positions/s there\n", PLAYERS,
           "iterations/s", "/copy", "where a copy takes", stated_copy_ns);
    for (int i = 0; i < r->rates; i++) {
        const struct search_rate *s = &r->rate[i];
        char ahead[48] = "to the end of the game";
        if (s->how.horizon)
            snprintf(ahead, sizeof ahead, "%u round%s or turn%s ahead", s->how.horizon,
                     s->how.horizon > 1 ? "s" : "", s->how.horizon > 1 ? "s" : "");
        printf("%-7s %-8s %-24s %13.0f %8.0f %18.0f", s->game->name, s->name, ahead, s->per_s,
               copies_of(r, s), stated_rate(r, s->per_s));
        printf(s->evaluated_per_s > 0 ? "         %17.0f\n" : "\n",
               stated_rate(r, s->evaluated_per_s));
    }
    puts(
        "\nThe positions come from games of four medium bots. Bots that search do a fixed number\n"
        "of iterations here. \"full\" is search-1 to the end of the game. Positions are what\n"
        "search asks the net about; in an iteration the net plays on from a new one. Times are\n"
        "CPU times. The last columns are scaled to a machine with the stated copy speed; the goal\n"
        "for Arcane Alley is 250,000 evaluated positions.");
}

/* The members of the list, without its brackets. */
static void print_json_lines(const struct bots_report *r)
{
    for (int i = 0; i < r->timings; i++) {
        const struct timing *t = &r->timing[i];
        printf("%s{\"game\":\"%s\",\"bot\":\"%s\",\"decisions\":%d,\"iterations\":%u,"
               "\"mean_ns\":%.0f,\"copies\":%.1f,\"slowest_ns\":%.0f}",
               i ? "," : "", t->game->name, t->bot->name, t->decisions, t->iterations, t->mean_ns,
               t->mean_ns / r->copy_ns, t->slowest_ns);
    }
}

/* `like` is the name that the table gives the search. */
static void print_json(const struct bots_report *r)
{
    printf("{\"copy256_ns\":%.2f,\"bots\":[", r->copy_ns);
    print_json_lines(r);
    printf("],\"search\":[");
    for (int i = 0; i < r->rates; i++) {
        const struct search_rate *s = &r->rate[i];
        printf("%s{\"game\":\"%s\",\"like\":\"%s\",\"players\":%d,\"horizon\":%u,"
               "\"iterations_per_s\":%.0f,\"copies\":%.1f,\"iterations_per_s_at_6_5_ns\":%.0f,"
               "\"evaluated_per_s_at_6_5_ns\":%.0f}",
               i ? "," : "", s->game->name, s->name, PLAYERS, s->how.horizon, s->per_s,
               copies_of(r, s), stated_rate(r, s->per_s), stated_rate(r, s->evaluated_per_s));
    }
    printf("]}\n");
}

/* Takes about a second for each bot and game. The copy is measured again after each game, because a
 * long run warms the machine up. */
int bench_bots(int json)
{
    static struct bots_position position[POSITIONS];
    static struct bots_report r;
    for (int round = 0; round < ROUNDS; round++)
        bench_keep_least(&r.copy_ns, bench_copy256_ns());
    for (int i = 0; game_json_at(i); i++) {
        const struct game *g = game_json_at(i)->game;
        /* The null game is for tests: no bot searches it. */
        if (!bot_by_name("greedy", g))
            continue;
        measure_game(&r, g, position);
        bench_keep_least(&r.copy_ns, bench_copy256_ns());
    }
    (json ? print_json : print_table)(&r);
    return STATUS_FINE;
}
