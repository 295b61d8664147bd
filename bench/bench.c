/* `charlatan bench`: how fast the rules are, next to what this machine takes for a 256-byte copy and
 * for one random number, all in one run, so that ratios can be compared across machines. The
 * signature is a hash of fixed work: a change of rules shows as a change of signature.
 *
 * Every figure is the least of several rounds: noise only ever adds time. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cli/cli.h"
#include "games/arcane/arcane.h"
#include "wire/wire.h"

/* The samples and one copy fit into the first-level cache, as a searcher's states do. */
enum { ROUNDS = 7, SAMPLES = 24, TIMES_EACH = 400, SIGNATURE_GAMES = 40 };

struct speed {
    double decision_ns, games_per_s, clone_ns, view_ns, determinize_ns, legal_ns, apply_ns;
};

/* One way to play: so many players, with or without the Market and the wizards. */
struct setting {
    int players, full;
    struct speed speed;
};

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); /* other programs may be running */
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static void keep_least(double *least, double value)
{
    if (*least == 0 || value < *least)
        *least = value;
}

/* The compiler must not see through the work. */
static void use_memory(void *p)
{
    __asm__ volatile("" : : "g"(p) : "memory");
}

/* ---- what the machine can do ---- */

static double copy256_ns(void)
{
    enum { TIMES = 1 << 18 };
    static unsigned char ring[64][256];
    volatile size_t bytes = sizeof ring[0]; /* a call of memcpy, as for states */
    double start = now_ns();
    for (int i = 0; i < TIMES; i++) {
        memcpy(ring[(i + 1) & 63], ring[i & 63], bytes);
        use_memory(ring);
    }
    return (now_ns() - start) / TIMES;
}

static double random_ns(void)
{
    enum { TIMES = 1 << 18 };
    struct chance c;
    uint32_t sum = 0;
    chance_seed_number(&c, 1);
    double start = now_ns();
    for (int i = 0; i < TIMES; i++)
        sum += chance_below(&c, CHANCE_PICK, 100);
    use_memory(&sum);
    return (now_ns() - start) / TIMES;
}

/* ---- playing ---- */

/* The choices of random play: a plain generator, so that the figure is that of the rules. */
static uint32_t pick_below(uint64_t *state, uint32_t n)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(((*state >> 32) * n) >> 32);
}

static int pick(uint64_t *state, uint64_t answers)
{
    return bit_nth(answers, pick_below(state, (uint32_t)bit_count(answers)));
}

static void deal(const struct setting *how, uint64_t seed, struct arcane_state *s,
                 struct chance *c)
{
    arcane_init(s, how->players);
    s->market_on = (uint8_t)how->full;
    s->cards.wizards = how->full ? WIZARDS_RANDOM : WIZARDS_NONE;
    chance_seed_number(c, seed);
    arcane_begin(s, c, NULL);
}

static long play_out(struct arcane_state *s, struct chance *c, uint64_t *choices)
{
    long decisions = 0;
    for (; s->question != Q_NONE; decisions++)
        arcane_apply(s, s->asked, pick(choices, arcane_legal(s, s->asked)), c, NULL);
    return decisions;
}

static void measure_play(struct setting *how, uint64_t round)
{
    enum { GAMES = 150 };
    struct arcane_state s;
    struct chance c;
    long decisions = 0;
    uint64_t choices = round;
    double start = now_ns();
    for (uint64_t game = 0; game < GAMES; game++) {
        deal(how, game, &s, &c);
        decisions += play_out(&s, &c, &choices);
    }
    double took = now_ns() - start;
    keep_least(&how->speed.decision_ns, took / (double)decisions);
    double rate = GAMES / took * 1e9;
    if (rate > how->speed.games_per_s)
        how->speed.games_per_s = rate;
}

/* ---- single operations, over states met in play ---- */

struct sample {
    struct arcane_state state;
    int answer;
};

static void collect(const struct setting *how, struct sample *sample, struct chance *c)
{
    uint64_t choices = 1, game = 0;
    struct arcane_state s = {.question = Q_NONE};
    for (int n = 0; n < SAMPLES * 16; n++) {
        if (s.question == Q_NONE)
            deal(how, game++, &s, c);
        int answer = pick(&choices, arcane_legal(&s, s.asked));
        if (n % 16 == 0)
            sample[n / 16].state = s, sample[n / 16].answer = answer;
        arcane_apply(&s, s.asked, answer, c, NULL);
    }
}

enum operation { CLONE, LEGAL, APPLY, VIEW, DETERMINIZE };

static double operation_ns(const struct sample *sample, enum operation what, struct chance *c)
{
    uint64_t sum = 0;
    double start = now_ns();
    for (int i = 0; i < SAMPLES * TIMES_EACH; i++) {
        struct arcane_state copy;
        int n = i % SAMPLES, seat = sample[n].state.asked;
        if (what == LEGAL) {
            sum += arcane_legal(&sample[n].state, seat);
            continue;
        }
        copy = sample[n].state;
        if (what == APPLY)
            arcane_apply(&copy, seat, sample[n].answer, c, NULL);
        if (what >= VIEW)
            arcane_redact(&copy, seat);
        if (what == DETERMINIZE)
            arcane_determinize(&copy, seat, c);
        use_memory(&copy);
    }
    use_memory(&sum);
    return (now_ns() - start) / (SAMPLES * TIMES_EACH);
}

static void measure_operations(struct setting *how, struct sample *sample)
{
    struct chance c;
    struct speed *speed = &how->speed;
    collect(how, sample, &c);
    keep_least(&speed->clone_ns, operation_ns(sample, CLONE, &c));
    keep_least(&speed->view_ns, operation_ns(sample, VIEW, &c));
    keep_least(&speed->determinize_ns, operation_ns(sample, DETERMINIZE, &c));
    keep_least(&speed->legal_ns, operation_ns(sample, LEGAL, &c));
    keep_least(&speed->apply_ns, operation_ns(sample, APPLY, &c));
}

/* ---- signature ---- */

static void sign_game(struct setting *how, uint64_t seed, int edition, uint64_t *signature)
{
    struct arcane_state s;
    struct chance c;
    uint64_t choices = seed;
    arcane_init(&s, how->players);
    arcane_set_edition(&s, edition);
    s.cards.rounds = edition == EDITION_HUNDRED ? 3 : 0;
    s.market_on = (uint8_t)how->full;
    s.cards.wizards = how->full && edition == EDITION_THREE ? WIZARDS_RANDOM : WIZARDS_NONE;
    chance_seed_number(&c, seed);
    arcane_begin(&s, &c, NULL);
    while (s.question != Q_NONE) {
        arcane_apply(&s, s.asked, pick(&choices, arcane_legal(&s, s.asked)), &c, NULL);
        uint64_t pair[2] = {*signature, hash_bytes(&s, sizeof s)};
        *signature = hash_bytes(pair, sizeof pair);
    }
}

static uint64_t signature(struct setting *setting, int n)
{
    uint64_t sum = 0;
    for (int i = 0; i < n; i++)
        for (uint64_t game = 0; game < SIGNATURE_GAMES; game++)
            sign_game(&setting[i], game, game & 1, &sum);
    return sum;
}

/* ---- reporting ---- */

static const char *setting_name(const struct setting *s)
{
    return s->full ? "Market, wizards" : "plain";
}

static void print_table(const struct setting *setting, int n, double copy, double random,
                        uint64_t sign)
{
    printf("copy of 256 bytes %6.2f ns\nrandom number     %6.2f ns\nsignature         %016llx\n\n",
           copy, random, (unsigned long long)sign);
    printf("arcane (state %zu bytes), random play to the end, one core\n",
           sizeof(struct arcane_state));
    printf("%-2s %-16s %8s %7s %11s %9s %7s %7s %7s %7s %7s\n", "", "", "decision", "/copy",
           "decisions/s", "games/s", "legal", "apply", "clone", "view", "guess");
    for (int i = 0; i < n; i++) {
        const struct speed *s = &setting[i].speed;
        printf("%-2d %-16s %5.1f ns %7.2f %11.0f %9.0f %4.0f ns %4.0f ns %4.0f ns %4.0f ns %4.0f ns\n",
               setting[i].players, setting_name(&setting[i]), s->decision_ns,
               s->decision_ns / copy, 1e9 / s->decision_ns, s->games_per_s, s->legal_ns,
               s->apply_ns, s->clone_ns, s->view_ns, s->determinize_ns);
    }
    printf("\nOne decision is a choice, the legal answers, the action and its chance; the goal is 6\n"
           "copies of 256 bytes. apply and view are measured with the copy they work on, guess (determinize) with\n"
           "the view it is made from.\n");
}

static void json_number(const char *key, double value, const char *after)
{
    printf("\"%s\":%.2f%s", key, value, after);
}

static void json_settings(const char *name, const struct setting *setting, int n, int full)
{
    const char *comma = "";
    printf(",\"%s\":{", name);
    for (int i = 0; i < n; i++) {
        const struct speed *s = &setting[i].speed;
        if (setting[i].full != full)
            continue;
        printf("%s\"%d\":{", comma, setting[i].players);
        json_number("decision_ns", s->decision_ns, ",");
        json_number("decisions_per_s", 1e9 / s->decision_ns, ",");
        json_number("games_per_s", s->games_per_s, ",");
        json_number("legal_ns", s->legal_ns, ",");
        json_number("apply_ns", s->apply_ns, ",");
        json_number("clone_ns", s->clone_ns, ",");
        json_number("view_ns", s->view_ns, ",");
        json_number("determinize_ns", s->determinize_ns, ",");
        printf("\"state_bytes\":%zu}", sizeof(struct arcane_state));
        comma = ",";
    }
    printf("}");
}

static void print_json(const struct setting *setting, int n, double copy, double random,
                       uint64_t sign)
{
    printf("{");
    json_number("copy256_ns", copy, ",");
    json_number("random_ns", random, ",");
    printf("\"signature\":\"%016llx\"", (unsigned long long)sign);
    json_settings("arcane", setting, n, 0);
    json_settings("arcane_full", setting, n, 1);
    printf("}\n");
}

static int usage(FILE *to, int status)
{
    fputs("usage: charlatan bench [arcane] [--json] [--signature]\n"
          "  --json       one JSON object instead of a table\n"
          "  --signature  only the signature of the rules (fast)\n",
          to);
    return status;
}

static void measure(struct setting *setting, int n, double *copy, double *random)
{
    struct sample *sample = malloc(SAMPLES * sizeof *sample);
    MUST(sample);
    for (uint64_t round = 0; round < ROUNDS; round++) {
        keep_least(copy, copy256_ns());
        keep_least(random, random_ns());
        for (int i = 0; i < n; i++) {
            measure_play(&setting[i], round);
            measure_operations(&setting[i], sample);
        }
    }
    free(sample);
}

int bench_main(int argc, char **argv)
{
    static const struct option options[] = {
        {"json", no_argument, NULL, 'j'},
        {"signature", no_argument, NULL, 's'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    struct setting setting[] = {
        {.players = 2}, {.players = 3}, {.players = 4}, {.players = 6},
        {.players = 2, .full = 1}, {.players = 3, .full = 1},
        {.players = 4, .full = 1}, {.players = 6, .full = 1},
    };
    int n = sizeof setting / sizeof setting[0], json = 0, only_signature = 0, c;
    while ((c = getopt_long(argc, argv, "jsh", options, NULL)) != -1) {
        json |= c == 'j';
        only_signature |= c == 's';
        if (c == 'h' || c == '?')
            return usage(c == 'h' ? stdout : stderr, c == 'h' ? 0 : 2);
    }
    if (optind < argc && strcmp(argv[optind], "arcane") != 0)
        return usage(stderr, 2);
    uint64_t sign = signature(setting, n);
    if (only_signature) {
        printf("%016llx\n", (unsigned long long)sign);
        return 0;
    }
    double copy = 0, random = 0;
    measure(setting, n, &copy, &random);
    (json ? print_json : print_table)(setting, n, copy, random, sign);
    return 0;
}
