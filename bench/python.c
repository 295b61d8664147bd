/* `charlatan bench python`: runs the benchmark of the Python package in its place. */
#include <stdio.h>
#include <unistd.h>

#include "args/args.h"
#include "bench/measure.h"

/* The output so far is flushed, because exec drops it. The status is then Python's: if the package
 * is missing it says so itself. */
int bench_python(int json)
{
    const char *const command[] = {"python3", "-m", "charlatan.bench", json ? "--json" : NULL,
                                   NULL};
    fflush(stdout);
    execvp(command[0], (char *const *)command);
    return args_complain("bench", "argument", "python", "python3 is not installed");
}
