/* Several processes that play one plan: ranks of MPI (ranks_mpi.c), or just this one (ranks_one.c).
 * Ranks never talk while they play; at the end all of them tell rank 0 what they have. */
#ifndef CHARLATAN_SIM_RANKS_H
#define CHARLATAN_SIM_RANKS_H

#include <stddef.h>

struct ranks {
    int rank, size;
};

/* A sentence for the help: what this build does under mpirun. */
const char *ranks_about(void);

/* 0, or -1 when the program was started as one of several ranks and cannot be one. */
int ranks_open(struct ranks *r);
void ranks_close(void);
/* Ends all ranks at once; returns where this is the only one. */
void ranks_stop(int status);
/* To rank 0. */
void ranks_send(const void *bytes, size_t n);
/* The next message of a rank, in memory of malloc. */
void *ranks_receive(int from, size_t *n);

#endif
