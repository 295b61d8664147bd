/* `charlatan sim`: the data shared by its command line (sim_options.c) and its work (sim.c). */
#ifndef CHARLATAN_CLI_SIM_H
#define CHARLATAN_CLI_SIM_H

#include "sim/plan.h"

struct sim_command {
    /* What is played, for sim/. */
    struct sim_plan plan;
    /* Files to write, "-" for standard output, or NULL. */
    const char *report, *lines;
    /* The file of sums (--resume), or NULL. */
    const char *resume;
    /* The sums read from it; owned here, plan.earlier only points to them. */
    struct sim_earlier *earlier;
    /* The GPU that answers (--gpu), or NULL. */
    const char *gpu;
    /* The folder for records (--keep). */
    const char *keep_dir;
    /* 1: print one JSON object instead of tables. */
    int json;
    /* The command as it was given, for the report; cut if it is longer. */
    char line[1024];
};

/* Returns 1 if the path means standard output. NULL is no path. */
static inline int sim_is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* Returns 0; if there is nothing to play, sets *done and returns the exit status. `loud` is 0 if
 * another rank reports errors. plan_free and earlier_free may be called on `c` afterwards in any
 * case. */
int sim_options_read(struct sim_command *c, int argc, char **argv, int loud, int *done);

#endif
