/* charlatan rules: looks up a rule, or whatever else a game has. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "args/args.h"
#include "args/commands.h"
#include "tui/rules.h"

static int usage(FILE *to, int status)
{
    fputs("Usage: charlatan rules [--all | --json] [what]\n"
          "\n"
          "Looks up rules. With no argument, lists the chapters of both games.\n"
          "\n"
          "  what     a rule (A6.4, Q5.4) or a chapter (A6, Q5);\n"
          "           Arcane Alley: an item (haunted-doll), a wizard (ninx);\n"
          "           Quacks: a colour (green), a chip (green2, no space), a book (green 2,\n"
          "           or book green 2), a fortune card (second-chance), a glass (glass 3);\n"
          "           or a part of a name (sword)\n"
          "  --all    print everything about both games\n"
          "  --json   print the rows as one JSON object\n",
          to);
    return status;
}

static void join(char buf[QUERY_MAX], char **words)
{
    buf[0] = 0;
    for (; *words; words++) {
        rules_add(buf, QUERY_MAX, *buf ? " " : "");
        rules_add(buf, QUERY_MAX, *words);
    }
}

static int show_json(const char *query)
{
    struct writer w = {0};
    int status = STATUS_FINE;
    if (*query)
        status = rules_write_found(&w, query, stderr) < 0 ? STATUS_FAILED : STATUS_FINE;
    else
        rules_write(&w);
    if (status == STATUS_FINE)
        puts(w.at);
    writer_free(&w);
    return status;
}

static int show(int all, int json, const char *query)
{
    if (json)
        return show_json(query);
    if (*query && rules_show(query, stderr) < 0) {
        fputs("'charlatan rules' lists what there is.\n", stderr);
        return STATUS_FAILED;
    }
    if (!*query)
        (all ? rules_print_all : rules_print_contents)();
    return STATUS_FINE;
}

int rules_main(int argc, char **argv)
{
    static const struct option options[] = {
        {"all", no_argument, NULL, 'a'},
        {"json", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int all = 0, json = 0, option;
    char query[QUERY_MAX];
    opterr = 0;
    while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        switch (option) {
        case 'a': all = 1; break;
        case 'j': json = 1; break;
        case 'h': return usage(stdout, STATUS_FINE);
        default:
            fprintf(stderr, "charlatan rules: option '%s' is not known; see --help.\n",
                    argv[optind - 1]);
            return STATUS_USAGE;
        }
    }
    join(query, argv + optind);
    return show(all, json, query);
}
