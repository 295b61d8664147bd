/* charlatan COMMAND [...]: looks up the command and hands the arguments on. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "match/version.h"

struct command {
    const char *name;
    const char *arguments;
    const char *blurb;
    int (*run)(int argc, char **argv);
};

static const struct command commands[] = {
    {
        .name = "play",
        .arguments = "[arcane|quacks] ...",
        .blurb = "sit down to a game in this terminal",
        .run = play_main,
    },
    {
        .name = "serve",
        .arguments = "[--open] ...",
        .blurb = "tables in the browser, for friends and bots",
        .run = serve_main,
    },
    {
        .name = "rules",
        .arguments = "[what]",
        .blurb = "look up a rule, an item, a chip, a card",
        .run = rules_main,
    },
    {
        .name = "odds",
        .arguments = "[FILE | quacks ...]",
        .blurb = "exact odds of a position, and what to do",
        .run = odds_main,
    },
    {
        .name = "engine",
        .arguments = "",
        .blurb = "the games as a protocol: JSON in, JSON out",
        .run = engine_main,
    },
    {
        .name = "sim",
        .arguments = "arcane|quacks ...",
        .blurb = "many games between bots: who wins, and why",
        .run = sim_main,
    },
    {
        .name = "replay",
        .arguments = "FILE ...",
        .blurb = "a recorded game told again, as a seat lived it",
        .run = replay_main,
    },
    {
        .name = "verify",
        .arguments = "FILE...",
        .blurb = "does a record tell the truth, chance included?",
        .run = verify_main,
    },
    {
        .name = "bench",
        .arguments = "[bots|store] ...",
        .blurb = "a fixed amount of work, timed and signed",
        .run = bench_main,
    },
    {
        .name = "load",
        .arguments = "[options]",
        .blurb = "how much the server carries, over real sockets",
        .run = load_main,
    },
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static int help(void)
{
    puts("charlatan " CHARLATAN_VERSION ": two tabletop games from one engine\n"
         "\n"
         "Usage: charlatan COMMAND [...]\n");
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-7s%-20s %s\n", commands[i].name, commands[i].arguments, commands[i].blurb);
    puts("\n"
         "New here? Play a first game against two bots:\n"
         "  charlatan play arcane     Arcane Alley: a crooked night market\n"
         "  charlatan play quacks     The Quacks of Quedlinburg: potions that explode\n"
         "and look things up whenever you like:\n"
         "  charlatan rules           the chapters of both games, and what else there is\n"
         "  charlatan rules sword     what the Sovereign Sword does\n"
         "  charlatan odds --help     what your bag or your storehouse holds for you\n"
         "\n"
         "charlatan COMMAND --help says more about a command.");
    return STATUS_FINE;
}

static int unknown(const char *name)
{
    fprintf(stderr, "charlatan: there is no command '%s'. The commands are:", name);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(stderr, "%s %s", i ? "," : "", commands[i].name);
    fputs(".\nTry 'charlatan --help'.\n", stderr);
    return STATUS_USAGE;
}

static int is_any(const char *word, const char *a, const char *b, const char *c)
{
    return !strcmp(word, a) || !strcmp(word, b) || !strcmp(word, c);
}

int main(int argc, char **argv)
{
    if (argc < 2 || is_any(argv[1], "--help", "-h", "help"))
        return help();
    if (is_any(argv[1], "--version", "-V", "version")) {
        puts("charlatan " CHARLATAN_VERSION);
        return STATUS_FINE;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(argv[1], commands[i].name))
            return commands[i].run(argc - 1, argv + 1);
    return unknown(argv[1]);
}
