/* The progress of a run on standard error. */
#ifndef CHARLATAN_SIM_PROGRESS_H
#define CHARLATAN_SIM_PROGRESS_H

#include <stdint.h>

/* What is told about a run on standard error, and when it was told last. */
struct sim_progress {
    /* Seconds of the monotonic clock. */
    double began, said;
    /* terminal: standard error is a terminal. quiet: print nothing. shown: a bar is on the screen
     * now. */
    int terminal, quiet, shown;
    /* The games of a deal over all ranks, settings and seatings; progress is shown in games, not in
     * deals. */
    int64_t games_a_deal;
};

/* All four write to standard error; if quiet, nothing. */

/* Begins to count the time. */
void progress_open(struct sim_progress *p, int quiet, int64_t games_a_deal);
/* Deals of this rank: played earlier, played now, and wanted. Says nothing if it has just said
 * something. */
void progress_say(struct sim_progress *p, int64_t before, int64_t done, int64_t all);
/* Says that the deals in progress are still finished. */
void progress_interrupted(struct sim_progress *p);
/* Takes the bar off the screen. */
void progress_clear(struct sim_progress *p);

#endif
