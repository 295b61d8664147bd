/* Playing a whole plan, on threads and ranks. */
#ifndef CHARLATAN_SIM_CREW_H
#define CHARLATAN_SIM_CREW_H

#include <stdio.h>

#include "sim/deal.h"
#include "sim/results.h"

struct ranks;
struct sim_plan;

/* The outcome of a plan. It is complete on rank 0 only. */
struct sim_harvest {
    struct sim_results results;
    struct sim_shelf kept;
    /* 1: a signal came; on rank 0, at any rank. */
    int interrupted;
    /* 1: deals were dropped, so that those played are not the first ones. */
    int holes;
    /* With several ranks: the lines of this rank in a temporary file, how many of its deals have
     * a place in it, and how many each rank has. A deal that was given up has a place with no
     * lines. */
    FILE *own_lines;
    int64_t lined, *rank_lined;
    /* 1: some rank had no room for its temporary file. */
    int lines_lost;
    /* The first failure of a bot. Then the results lack the games in which it fails. */
    struct sim_failure failure;
    /* errno of a failed write of lines, or 0. What stdio still buffers may fail later. */
    int lines_error;
};

/* The sums of an earlier run (sim/resume.c). Made by resume_read, on rank 0, and only read by a
 * run. */
struct sim_earlier {
    int64_t deals;
    struct sim_setting setting[MAX_VALUES];
    struct by_table by[MAX_VALUES];
};

/* Plays the whole plan, or whole deals until SIGINT, SIGTERM or SIGUSR1 arrives. Every rank calls
 * it with the same plan. The plan is only read. Writes lines to p->lines as deals finish; does not
 * close it. */
void sim_run(const struct sim_plan *p, const struct ranks *ranks, struct sim_harvest *h);
/* Frees the sums, the results by column and the kept games. */
void harvest_free(struct sim_harvest *h);

/* ---- gather.c ---- */

/* Brings everything but lines together on rank 0. After each part; blocks until every rank has
 * come. */
void gather(const struct sim_plan *p, const struct ranks *ranks, struct sim_harvest *h);
/* Writes the lines of all ranks in the order of deals. Comes last, because they may be many. Does
 * nothing if the lines went straight to their file. Closes the temporary one. */
void gather_lines(const struct sim_plan *p, const struct ranks *ranks, struct sim_harvest *h);

#endif
