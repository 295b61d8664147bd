/* `charlatan gpu`: lists GPUs, compares their games with the processor's, and lets them check the
 * promises of the rules over many games. */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "args/args.h"
#include "args/commands.h"
#include "gpu/check.h"
#include "gpu/mixes.h"

enum {
    MOST_GPUS = 64,
    GAMES_USUAL = 2000,
    /* From so many games of a mix on, a check says how far it is. Below, the whole check takes
     * seconds. */
    GAMES_TOLD = 100000,
    /* Games a GPU plays at once: the first piece, and the largest. SOAK_PIECE_HERE is for the
     * processor, which needs no crowd. */
    SOAK_PIECE = 1 << 22,
    SOAK_PIECE_MOST = 1 << 26,
    SOAK_PIECE_HERE = 2000,
    /* A piece that took less is followed by one of twice as many games. */
    SOAK_PIECE_SECONDS = 10
};

/* 0 for numbers that were not given, but for the defaults in gpu_main. */
struct gpu_options {
    int check, soak, host, gpu, gpus, threads;
    long long games, seed, from;
    double seconds;
    const char *game, *policy, *only;
};

/* Numbers of games and seeds are counts within a double's 53 bits, as args reads them. */
static const struct arg options[] = {
    ARGS_FLAG("check", struct gpu_options, check,
              "play games of every mix of options on the GPU and on\n"
              "the CPU, and compare how they end"),
    ARGS_FLAG("soak", struct gpu_options, soak,
              "play games of all mixes on the GPU, checking every\n"
              "position there"),
    ARGS_NUMBER(ARG_COUNT, "games", "N", struct gpu_options, games, 1, 1e12,
                "check: games of each mix (2000); soak: of each game"),
    ARGS_NUMBER(ARG_REAL, "seconds", "S", struct gpu_options, seconds, 1, 1e7,
                "soak: for S seconds instead (60)"),
    ARGS_NUMBER(ARG_COUNT, "from", "N", struct gpu_options, from, 0, 1e15,
                "the first game (soak) or mix (check), to continue an\n"
                "earlier run (0)"),
    ARGS_TEXT("game", "GAME", struct gpu_options, game, "only this game"),
    ARGS_TEXT("policy", "NAME", struct gpu_options, policy, "check: only random or greedy"),
    ARGS_TEXT("only", "SIDE", struct gpu_options, only,
              "check: play only on the GPU (card) or the CPU (processor),\n"
              "and print a sum per mix to compare with another machine"),
    ARGS_NUMBER(ARG_WHOLE, "card", "N", struct gpu_options, gpu, 0, 63, "the GPU to use (0)"),
    ARGS_NUMBER(ARG_WHOLE, "cards", "N", struct gpu_options, gpus, 1, MOST_GPUS,
                "use N GPUs, from that one on (1)"),
    ARGS_FLAG("host", struct gpu_options, host, "run the kernels on the CPU instead"),
    ARGS_NUMBER(ARG_COUNT, "seed", "N", struct gpu_options, seed, 0, 9e15, "play other games (1)"),
    ARGS_NUMBER(ARG_WHOLE, "threads", "N", struct gpu_options, threads, 1, 256,
                "CPU threads (all cores)"),
    {0},
};

static const struct args command_line = {
    .command = "gpu",
    .head = "Usage: charlatan gpu [options]\n"
            "\n"
            "Lists NVIDIA GPUs, says whether this build has kernels for them, and checks them\n"
            "against the CPU. Both run the same source of the rules, so a game must be the\n"
            "same, move by move, on either (docs/gpu.md).\n"
            "\n",
    .column = 17,
    .rows = options,
};

/* ---- listing ---- */

/* A GPU that is there and cannot be used is listed with the reason. */
static void print_gpu(int number)
{
    struct gpu gpu;
    if (gpu_look(&gpu, number) < 0) {
        printf("GPU %d    %s\n", number, gpu.why);
        return;
    }
    printf("GPU %d    %s, %.0f GiB, %d multiprocessors, compute capability %d.%d\n", number,
           gpu.name, (double)gpu.memory / (1 << 30), gpu.processors, gpu.major, gpu.minor);
}

/* Succeeds without a GPU, too: it is an answer to the question what there is. A build without
 * kernels can still check with --host. */
static int list(void)
{
    const char *why = NULL;
    int n = gpu_count(&why);
    if (gpu_game_at(0)->ptx[0])
        printf("kernels  this build has them\n");
    else
        printf("kernels  this build has none; 'make gpu' makes one that has\n");
    if (n == 0)
        printf("GPUs     none: %s\n", why);
    for (int i = 0; i < n; i++)
        print_gpu(i);
    return STATUS_FINE;
}

/* ---- checking ---- */

/* By enum gpu_policy. */
static const char *const policy_names[] = {"random", "greedy"};

/* By enum gpu_side. */
static const char *const side_names[] = {"both", "card", "processor"};

/* GPU_SIDE_BOTH without --only and for any word that is no side; gpu_main refuses the latter. */
static enum gpu_side side_of(const char *only)
{
    /* From the last to GPU_SIDE_BOTH, which needs no word. */
    enum gpu_side side = GPU_SIDE_PROCESSOR;
    while (side > GPU_SIDE_BOTH && (!only || strcmp(side_names[side], only) != 0))
        side--;
    return side;
}

/* NULL wants all. */
static int is_wanted(const char *name, const char *only)
{
    return !only || strcmp(name, only) == 0;
}

/* Who is compared, for those who wait. Lives on the stack of check_policy, as long as the check
 * runs. */
struct gpu_compared {
    const char *game, *policy;
    int mixes;
};

/* On standard error, so that the result can be compared as text. */
static void tell_checked(void *context, int mix, const struct gpu_checked *so_far)
{
    const struct gpu_compared *w = context;
    fprintf(stderr, "%s %s: mix %d is done, %d is the last; %llu games so far, %llu different\n",
            w->game, w->policy, mix, w->mixes - 1, (unsigned long long)so_far->games,
            (unsigned long long)so_far->different);
}

/* What one side found; the other's lines must be the same. Flushed line by line, as the other
 * machine's lines are compared while both still play. */
static void tell_sum(void *context, int mix, const struct gpu_checked *so_far)
{
    const struct gpu_compared *w = context;
    printf("%s %s mix %d of %d: %llu decisions, sum %016llx\n", w->game, w->policy, mix, w->mixes,
           (unsigned long long)so_far->mix_decisions, (unsigned long long)so_far->mix_sum);
    fflush(stdout);
}

/* Every mix from --from on. If only one side plays there is nothing to compare, and success means
 * that it could play. Positions on the GPU are not looked at here; a soak does that. */
static int check_policy(const struct gpu_team *gpus, const struct gpu_options *q,
                        enum gpu_policy policy)
{
    const struct gpu_game *g = gpus->gpu[0].game;
    int mixes = gpu_mixes(g), first = q->from < mixes ? (int)q->from : mixes;
    struct gpu_compared waiting = {g->game->name, policy_names[policy], mixes};
    struct gpu_check_plan plan = {.side = side_of(q->only),
                                  .policy = policy,
                                  .seed = (uint64_t)q->seed,
                                  .games = (uint32_t)q->games,
                                  .threads = q->threads,
                                  .first_mix = first,
                                  .tell = q->games >= GAMES_TOLD ? tell_checked : NULL,
                                  .context = &waiting};
    struct gpu_checked sum = {0};
    if (plan.side != GPU_SIDE_BOTH)
        plan.tell = tell_sum;
    if (gpu_check_all(gpus, &plan, &sum) < 0)
        return args_say("gpu", STATUS_FAILED, gpu_team_why(gpus));
    if (plan.side != GPU_SIDE_BOTH)
        return STATUS_FINE;
    printf("%-7s %-7s %4d mixes %11llu games %14llu decisions %6llu different\n", g->game->name,
           policy_names[policy], mixes - first, (unsigned long long)sum.games,
           (unsigned long long)sum.decisions, (unsigned long long)sum.different);
    fflush(stdout);
    if (sum.different)
        printf("        the first: game %llu of mix %d\n", (unsigned long long)sum.game, sum.mix);
    return sum.different ? STATUS_FAILED : STATUS_FINE;
}

/* Goes on after a difference, since the other policy may show more of it; stops if the GPU has
 * failed, because it stays failed. */
static int check_game(const struct gpu_team *gpus, const struct gpu_options *q)
{
    int worst = STATUS_FINE;
    for (enum gpu_policy policy = GPU_RANDOM; policy <= GPU_GREEDY; policy++) {
        if (!is_wanted(policy_names[policy], q->policy))
            continue;
        int status = check_policy(gpus, q, policy);
        worst = status > worst ? status : worst;
        /* A driver that has failed once fails for the rest of the process. */
        if (gpus->gpu[0].why[0])
            break;
    }
    return worst;
}

/* Seconds, monotonic. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* On a terminal, or in a log, a soak of hours says how far it is. `took` is the time since the soak
 * began. */
static void tell_soaked(const char *name, const struct gpu_sums *all, double took)
{
    fprintf(stderr, "%s: %llu games, %.0f a second, %llu positions broken\n", name,
            (unsigned long long)all->ended, (double)all->ended / took,
            (unsigned long long)all->broken);
}

/* Plays in pieces, so that there is an end by the clock and progress can be told. The last games of
 * a piece leave much of a GPU without work, so pieces grow while they take little time. Without
 * --games, --seconds is the bound; a piece that has begun is played to its end. Games are numbered
 * from --from on, so that a later run can continue. Returns an exit status. */
static int soak_pieces(const struct gpu_team *gpus, const struct gpu_options *q,
                       struct gpu_sums *all)
{
    const char *name = gpus->gpu[0].game->game->name;
    double start = now(), seconds = q->seconds > 0 ? q->seconds : 60;
    uint64_t most = q->games ? (uint64_t)q->games : UINT64_MAX, played = 0;
    uint64_t piece = q->host ? SOAK_PIECE_HERE : SOAK_PIECE;
    while (played < most && (q->games || now() - start < seconds)) {
        struct gpu_sums sums;
        double began = now();
        /* A piece is shared by all GPUs; the last one is what is left. */
        uint64_t left = most - played, n = (uint64_t)gpus->n * piece;
        n = left < n ? left : n;
        if (gpu_soak_all(gpus, (uint64_t)q->seed, (uint64_t)q->from + played, n, &sums) < 0)
            return args_say("gpu", STATUS_FAILED, gpu_team_why(gpus));
        played += n;
        all->ended += sums.ended;
        all->decisions += sums.decisions;
        all->broken += sums.broken;
        if (now() - began >= SOAK_PIECE_SECONDS)
            tell_soaked(name, all, now() - start);
        else if (!q->host && piece < SOAK_PIECE_MOST)
            piece *= 2;
    }
    return STATUS_FINE;
}

/* Broken positions make the status 1; they can be played again from seed and number. The time is
 * that of this game alone. */
static int soak_game(const struct gpu_team *gpus, const struct gpu_options *q)
{
    struct gpu_sums all = {0};
    double start = now();
    int status = soak_pieces(gpus, q, &all);
    if (status != STATUS_FINE)
        return status;
    printf("%-7s %11llu games %14llu decisions %6llu positions broken, %.1f s\n",
           gpus->gpu[0].game->game->name, (unsigned long long)all.ended,
           (unsigned long long)all.decisions, (unsigned long long)all.broken, now() - start);
    fflush(stdout);
    return all.broken ? STATUS_FAILED : STATUS_FINE;
}

/* What is done with open GPUs; returns an exit status. */
typedef int (*task)(const struct gpu_team *, const struct gpu_options *);

/* Opens q->gpus GPUs, or the processor, for one game and closes them whatever happens. A GPU that
 * could not be opened is closed as well, which its struct allows. */
static int with_gpus(const struct gpu_options *q, const struct gpu_game *g, task work)
{
    struct gpu gpu[MOST_GPUS];
    struct gpu_team gpus = {gpu, 0};
    int status = STATUS_FINE;
    while (gpus.n < q->gpus && status == STATUS_FINE) {
        /* With --only processor no GPU need be there. */
        int here = q->host || side_of(q->only) == GPU_SIDE_PROCESSOR;
        int number = here ? GPU_HOST : q->gpu + gpus.n;
        if (gpu_open(&gpu[gpus.n++], number, g) < 0)
            status = args_say("gpu", STATUS_FAILED, gpu[gpus.n - 1].why);
    }
    if (status == STATUS_FINE)
        status = work(&gpus, q);
    for (int i = 0; i < gpus.n; i++)
        gpu_close(&gpu[i]);
    return status;
}

/* The worst status of all games. A game's name that no kernel has is a wrong command line. Games
 * follow one another, since each needs the memory of the whole GPU. */
static int each_game(const struct gpu_options *q, task work)
{
    int worst = STATUS_FINE, met = 0;
    const struct gpu_game *g;
    for (int i = 0; (g = gpu_game_at(i)); i++) {
        if (q->game && strcmp(q->game, g->game->name) != 0)
            continue;
        met = 1;
        int status = with_gpus(q, g, work);
        worst = status > worst ? status : worst;
    }
    return met ? worst : args_complain("gpu", "--game", q->game, "that game has no kernels");
}

/* Options are checked before a GPU is touched. A check counts its games in 32 bits, hence their
 * bound. */
int gpu_main(int argc, char **argv)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct gpu_options q = {.seed = 1, .gpus = 1, .threads = cores > 0 ? (int)cores : 1};
    char **rest;
    int status = args_read(&command_line, argc, argv, &q, &rest, NULL);
    if (status >= 0)
        return status;
    if (*rest)
        return args_complain("gpu", "argument", *rest, "see --help");
    if (q.check && q.soak)
        return args_say("gpu", STATUS_USAGE, "give --check or --soak, not both");
    if (q.policy && !is_wanted(policy_names[0], q.policy) && !is_wanted(policy_names[1], q.policy))
        return args_complain("gpu", "--policy", q.policy, "give random or greedy");
    if (q.only && !q.check)
        return args_say("gpu", STATUS_USAGE, "--only goes with --check");
    if (q.only && side_of(q.only) == GPU_SIDE_BOTH)
        return args_complain("gpu", "--only", q.only, "give card or processor");
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
