/* Several processes that play one plan: ranks of MPI (ranks_mpi.c), or just this one (ranks_one.c).
 * Ranks do not communicate while they play; after each part of a run all of them send their results
 * to rank 0. */
#ifndef CHARLATAN_SIM_RANKS_H
#define CHARLATAN_SIM_RANKS_H

#include <stddef.h>

/* `rank` counts from 0 to size - 1; rank 0 has the results. Constant after ranks_open. rank 0 and
 * size 1 without MPI. */
struct ranks {
    int rank, size;
};

/* A sentence for the help: what this build does under mpirun. */
const char *ranks_about(void);

/* Returns 0, or -1 if the program was started as one of several ranks but was built without MPI.
 * First of all: MPI wants to start before anything is opened. */
int ranks_open(struct ranks *r);
/* Every rank must call it before it ends. */
void ranks_close(void);
/* Ends all ranks at once; returns if this is the only one. */
void ranks_stop(int status);
/* What rank 0 has there, all ranks have afterwards. All ranks call it in the same order with the
 * same n, or all of them hang. Rank 0 only reads. */
void ranks_share(void *bytes, size_t n);
/* To rank 0. From the main thread of another rank; may block until rank 0 asks for it. */
void ranks_send(const void *bytes, size_t n);
/* The next message of a rank, allocated with malloc; the caller frees it. */
void *ranks_receive(int from, size_t *n);

#endif
