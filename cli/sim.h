/* `charlatan sim`: what its command line (sim_options.c) and its work (sim.c) share. */
#ifndef CHARLATAN_CLI_SIM_H
#define CHARLATAN_CLI_SIM_H

#include "sim/sim.h"

struct sim_command {
    struct plan plan;
    /* Files to write, "-" for standard output, or NULL. */
    const char *report, *jsonl;
    const char *keep_dir;
    int json;
    /* The command as it was given. */
    char line[1024];
};

/* Is this standard output? */
static inline int sim_is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* 0, or the exit status and *done set, where there is nothing to play. `loud` is 0 where another
 * rank says what is wrong. */
int sim_options_read(struct sim_command *c, int argc, char **argv, int loud, int *done);

#endif
