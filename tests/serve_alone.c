/* Three commands of charlatan alone: the thread sanitizer's tests need no more of the program, and
 * so it takes less time to build. */
#include <stdio.h>
#include <string.h>

#include "args/args.h"
#include "args/commands.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {{"serve", serve_main}, {"verify", verify_main}, {"engine", engine_main}};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof commands[0]; i++)
        if (!strcmp(argv[1], commands[i].name))
            return args_end(argv[1], commands[i].run(argc - 1, argv + 1));
    fputs("serve_alone: the commands are serve, verify and engine.\n", stderr);
    return STATUS_USAGE;
}
