/* `charlatan COMMAND [...]`: finds the command and passes the arguments on. */
#include <stdio.h>
#include <string.h>

#include "args/args.h"
#include "args/commands.h"
#include "engine/version.h"
#include "tui/face.h"

/* A row of args/commands.def. */
struct command {
    const char *name;
    /* For the list of commands in the help. */
    const char *arguments;
    const char *blurb;
    int (*run)(int argc, char **argv);
};

static const struct command commands[] = {
#define COMMAND(name, arguments, blurb) {#name, arguments, blurb, name##_main},
#include "args/commands.def"
#undef COMMAND
};

/* The order is that of commands.def, in the help as well. */
enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* The list comes from the rows; the examples are for somebody who has just installed it. Always
 * STATUS_FINE. */
static int help(void)
{
    /* Within 80 columns and one screen, as all help is. */
    puts("charlatan " CHARLATAN_VERSION ": two tabletop games from one engine\n"
         "Usage: charlatan COMMAND [...]; 'charlatan COMMAND --help' describes a command.\n");
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-7s %-20s %s\n", commands[i].name, commands[i].arguments, commands[i].blurb);
    puts("\n"
         "New here? Play a first game against two bots; 'charlatan rules' looks things up:\n"
         "  charlatan play arcane     a crooked night market; quacks: potions that explode");
    return STATUS_FINE;
}

/* The message lists the commands, so that a misspelling is easy to correct. On standard error, so
 * that a script that reads the output gets nothing it could take for an answer. */
static int unknown(const char *name)
{
    fprintf(stderr, "charlatan: there is no command '%s'. The commands are:", name);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(stderr, "%s %s", i ? "," : "", commands[i].name);
    fputs(".\nTry 'charlatan --help'.\n", stderr);
    return STATUS_USAGE;
}

/* The three spellings of one wish. */
static int is_any(const char *word, const char *a, const char *b, const char *c)
{
    return !strcmp(word, a) || !strcmp(word, b) || !strcmp(word, c);
}

/* args_end makes a command fail if its output was lost. argv[0] is the command's own name: getopt
 * skips it, and messages begin with it. */
static int run(int argc, char **argv)
{
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(argv[0], commands[i].name))
            return args_end(argv[0], commands[i].run(argc, argv));
    return unknown(argv[0]);
}

/* Pages of help below those of the commands: games and bots of play, operators of serve, what sim
 * is asked. */
static int is_page(const char *command, const char *word)
{
    if (!strcmp(command, "sim"))
        return !strcmp(word, "ask");
    if (!strcmp(command, "serve"))
        return !strcmp(word, "operator");
    return !strcmp(command, "play") && (face_by_name(word) || !strcmp(word, "bots"));
}

/* A word that is no page is refused rather than ignored: the page printed would not be the one that
 * was wanted. */
static int superfluous(const char *word)
{
    fprintf(stderr, "charlatan: 'help' does not know what to do with '%s'.\n", word);
    return STATUS_USAGE;
}

/* "help play arcane" is "play arcane --help". argv[0] is the command. `argv` must have its NULL at
 * the end, as main's has; it is overwritten. */
static int help_on(int argc, char **argv)
{
    static char option[] = "--help";
    if (is_any(argv[0], "--help", "-h", "help") && argc == 1)
        return args_end("", help());
    for (int i = 1; i < argc; i++)
        if (i > 1 || !is_page(argv[0], argv[i]))
            return superfluous(argv[i]);
    /* Replaces the NULL at the end; getopt uses the count. The words between are pages, which the
     * command itself looks for. */
    argv[argc] = option;
    return run(argc + 1, argv);
}

/* Help and version have three spellings each, so that the first one a user tries works. Returns the
 * exit status of the command. Nothing is set up or torn down here: each command is complete by
 * itself, and tests call them directly. */
int main(int argc, char **argv)
{
    if (argc > 2 && is_any(argv[1], "--help", "-h", "help"))
        return help_on(argc - 2, argv + 2);
    if (argc < 2 || is_any(argv[1], "--help", "-h", "help"))
        return args_end("", help());
    if (is_any(argv[1], "--version", "-V", "version")) {
        puts("charlatan " CHARLATAN_VERSION);
        return args_end("", STATUS_FINE);
    }
    return run(argc - 1, argv + 1);
}
