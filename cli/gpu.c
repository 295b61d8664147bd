/* `charlatan gpu`: lists cards, compares their games with the processor's, and lets them check the
 * promises of the rules over many games. */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "args/args.h"
#include "args/commands.h"
#include "gpu/check.h"
#include "gpu/mixes.h"

enum { GAMES_USUAL = 2000, SOAK_PIECE = 1 << 22, SOAK_PIECE_HERE = 2000 };

struct wanted {
    int check, soak, host, card, threads;
    long long games, seed;
    double seconds;
    const char *game;
};

static const struct arg options[] = {
    ARGS_FLAG("check", struct wanted, check,
              "play games of every mix of options on the card and on the\n"
              "processor, and compare how they end"),
    ARGS_FLAG("soak", struct wanted, soak,
              "play games of all mixes on the card, and check every position\n"
              "there"),
    ARGS_NUMBER(ARG_COUNT, "games", "N", struct wanted, games, 1, 1e12,
                "check: games of each mix (2000); soak: of each game"),
    ARGS_NUMBER(ARG_REAL, "seconds", "S", struct wanted, seconds, 1, 1e7,
                "soak for so long instead (60)"),
    ARGS_TEXT("game", "GAME", struct wanted, game, "only arcane or quacks"),
    ARGS_NUMBER(ARG_WHOLE, "card", "N", struct wanted, card, 0, 63, "the card to use (0)"),
    ARGS_FLAG("host", struct wanted, host, "run the kernels on the processor instead"),
    ARGS_NUMBER(ARG_COUNT, "seed", "N", struct wanted, seed, 0, 9e15, "other games (1)"),
    ARGS_NUMBER(ARG_WHOLE, "threads", "N", struct wanted, threads, 1, 256,
                "threads that compare (all cores)"),
    {0},
};

static const struct args command_line = {
    .command = "gpu",
    .head = "Usage: charlatan gpu [options]\n"
            "\n"
            "Says which NVIDIA cards are here, and whether this build has kernels for them.\n"
            "The rules run there as they are written: a game on a card is the same game, move\n"
            "by move, as on the processor. docs/gpu.md says more.\n"
            "\n",
    .column = 17,
    .rows = options,
};

/* ---- listing ---- */

static void print_card(int number)
{
    struct gpu_card card;
    if (gpu_card_look(&card, number) < 0) {
        printf("card %d   %s\n", number, card.why);
        return;
    }
    printf("card %d   %s, %.0f GiB, %d multiprocessors, compute capability %d.%d\n", number,
           card.name, (double)card.memory / (1 << 30), card.processors, card.major, card.minor);
}

static int list(void)
{
    const char *why = NULL;
    int n = gpu_cards(&why);
    if (gpu_game_at(0)->ptx[0])
        printf("kernels  this build has them\n");
    else
        printf("kernels  this build has none; 'make gpu' makes one that has\n");
    if (n == 0)
        printf("cards    none: %s\n", why);
    for (int i = 0; i < n; i++)
        print_card(i);
    return STATUS_FINE;
}

/* ---- checking ---- */

static int check_game(struct gpu_card *card, const struct wanted *q)
{
    static const char *const names[] = {"random", "greedy"};
    int worst = STATUS_FINE;
    for (enum gpu_policy policy = GPU_RANDOM; policy <= GPU_GREEDY; policy++) {
        struct gpu_checked sum = {0};
        for (int mix = 0; mix < gpu_mixes(card->game); mix++)
            if (gpu_check(card, mix, policy, (uint64_t)q->seed, (uint32_t)q->games, q->threads,
                          &sum) < 0)
                return args_say("gpu", STATUS_FAILED, card->why);
        printf("%-7s %-7s %4d mixes %11llu games %14llu decisions %6llu different\n",
               card->game->game->name, names[policy], gpu_mixes(card->game),
               (unsigned long long)sum.games, (unsigned long long)sum.decisions,
               (unsigned long long)sum.different);
        fflush(stdout);
        if (!sum.different)
            continue;
        printf("        the first: game %llu of mix %d\n", (unsigned long long)sum.game, sum.mix);
        worst = STATUS_FAILED;
    }
    return worst;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* In pieces, so that there is an end by the clock. */
static int soak_game(struct gpu_card *card, const struct wanted *q)
{
    struct gpu_sums all = {0};
    double start = now(), seconds = q->seconds > 0 ? q->seconds : 60;
    uint64_t most = q->games ? (uint64_t)q->games : UINT64_MAX, played = 0;
    uint64_t piece = q->host ? SOAK_PIECE_HERE : SOAK_PIECE;
    while (played < most && (q->games || now() - start < seconds)) {
        struct gpu_sums sums;
        uint64_t n = most - played < piece ? most - played : piece;
        if (gpu_soak(card, (uint64_t)q->seed, played, n, &sums) < 0)
            return args_say("gpu", STATUS_FAILED, card->why);
        played += n;
        all.ended += sums.ended;
        all.decisions += sums.decisions;
        all.broken += sums.broken;
    }
    printf("%-7s %11llu games %14llu decisions %6llu positions broken, %.1f s\n",
           card->game->game->name, (unsigned long long)all.ended, (unsigned long long)all.decisions,
           (unsigned long long)all.broken, now() - start);
    fflush(stdout);
    return all.broken ? STATUS_FAILED : STATUS_FINE;
}

static int each_game(const struct wanted *q, int (*work)(struct gpu_card *, const struct wanted *))
{
    int worst = STATUS_FINE, met = 0;
    const struct gpu_game *g;
    for (int i = 0; (g = gpu_game_at(i)); i++) {
        struct gpu_card card;
        if (q->game && strcmp(q->game, g->game->name) != 0)
            continue;
        met = 1;
        if (gpu_card_open(&card, q->host ? GPU_HOST : q->card, g) < 0)
            return args_say("gpu", STATUS_FAILED, card.why);
        int status = work(&card, q);
        gpu_card_close(&card);
        worst = status > worst ? status : worst;
    }
    return met ? worst : args_complain("gpu", "--game", q->game, "give arcane or quacks");
}

int gpu_main(int argc, char **argv)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct wanted q = {.seed = 1, .threads = cores > 0 ? (int)cores : 1};
    char **rest;
    int status = args_read(&command_line, argc, argv, &q, &rest, NULL);
    if (status >= 0)
        return status;
    if (*rest)
        return args_complain("gpu", "argument", *rest, "see --help");
    if (q.check && q.soak)
        return args_say("gpu", STATUS_USAGE, "give --check or --soak, not both");
    if (q.soak)
        return each_game(&q, soak_game);
    if (!q.check)
        return list();
    if (!q.games)
        q.games = GAMES_USUAL;
    if (q.games > 100000000)
        return args_say("gpu", STATUS_USAGE, "a check has at most 100000000 games of each mix");
    return each_game(&q, check_game);
}
