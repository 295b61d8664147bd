/* Ranks in a build without MPI: there is only this process. */
#include <stdlib.h>

#include "sim/ranks.h"

const char *ranks_about(void)
{
    return "Built without MPI.";
}

/* Without this check every rank of an mpirun would play the whole plan and write the same files. */
int ranks_open(struct ranks *r)
{
    const char *size = getenv("OMPI_COMM_WORLD_SIZE");
    r->rank = 0;
    r->size = 1;
    return size && atoi(size) > 1 ? -1 : 0;
}

void ranks_close(void)
{
}

void ranks_stop(int status)
{
    (void)status;
}

void ranks_share(void *bytes, size_t n)
{
    (void)bytes;
    (void)n;
}

void ranks_send(const void *bytes, size_t n)
{
    (void)bytes;
    (void)n;
}

void *ranks_receive(int from, size_t *n)
{
    (void)from;
    *n = 0;
    return NULL;
}
