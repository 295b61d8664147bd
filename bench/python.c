/* `charlatan bench python`: runs the benchmark of the Python package in its place. */
#include <stdio.h>
#include <unistd.h>

#include "args/args.h"
#include "bench/measure.h"

int bench_python(int json)
{
    const char *const command[] = {"python3", "-m", "charlatan.bench", json ? "--json" : NULL,
                                   NULL};
    fflush(stdout);
    execvp(command[0], (char *const *)command);
    return args_complain("bench", "argument", "python", "python3 is not installed");
}
