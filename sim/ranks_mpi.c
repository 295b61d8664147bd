/* Ranks by MPI. MPI is started only under mpirun, because that takes a tenth of a second and opens
 * sockets. */
#include <mpi.h>
#include <stdlib.h>

#include "engine/port.h"
#include "sim/ranks.h"

const char *ranks_about(void)
{
    return "Under mpirun the ranks share the deals.";
}

/* The variables are those of the launchers: without one of them MPI is never started. FUNNELED:
 * only the main thread speaks MPI, the workers never do. MPI gets no arguments: they are the
 * simulator's own. */
int ranks_open(struct ranks *r)
{
    r->rank = 0;
    r->size = 1;
    if (!getenv("OMPI_COMM_WORLD_SIZE") && !getenv("PMI_SIZE") && !getenv("PMIX_RANK"))
        return 0;
    int provided;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &r->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &r->size);
    return 0;
}

/* Not under mpirun: then there is nothing to end. */
static int is_started(void)
{
    int started;
    MPI_Initialized(&started);
    return started;
}

void ranks_close(void)
{
    if (is_started())
        MPI_Finalize();
}

/* A rank that ends alone would leave the others waiting for ever. */
void ranks_stop(int status)
{
    if (is_started())
        MPI_Abort(MPI_COMM_WORLD, status);
}

/* MPI counts bytes in an int, so more than 2 GiB at once ends the program. */
void ranks_share(void *bytes, size_t n)
{
    MUST(n <= INT32_MAX);
    if (is_started())
        MPI_Bcast(bytes, (int)n, MPI_BYTE, 0, MPI_COMM_WORLD);
}

/* MPI counts bytes in an int. */
void ranks_send(const void *bytes, size_t n)
{
    MUST(n <= INT32_MAX);
    MPI_Send(bytes, (int)n, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
}

/* The length is not announced: MPI_Probe asks the message for it. One byte more, as malloc(0) may
 * be NULL. */
void *ranks_receive(int from, size_t *n)
{
    MPI_Status status;
    int bytes;
    MPI_Probe(from, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    void *at = malloc((size_t)bytes + 1);
    MUST(at);
    MPI_Recv(at, bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    *n = (size_t)bytes;
    return at;
}
