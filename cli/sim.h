/* `charlatan sim`: what its command line (sim_options.c) and its work (sim.c) share. */
#ifndef CHARLATAN_CLI_SIM_H
#define CHARLATAN_CLI_SIM_H

#include "sim/sim.h"

struct sim_command {
    struct plan plan;
    char sweep[64];     /* the key, or "" */
    const char *report; /* files to write, or NULL */
    const char *jsonl;
    const char *keep_dir;
    int json;
    char line[1024]; /* the command as it was given */
};

/* 0, or the exit status and *done set, where there is nothing to play. `loud` is 0 where another rank
 * says what is wrong. */
int sim_options_read(struct sim_command *c, int argc, char **argv, int loud, int *done);

#endif
