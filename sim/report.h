/* The report of a run as a page with plots. */
#ifndef CHARLATAN_SIM_REPORT_H
#define CHARLATAN_SIM_REPORT_H

#include <stddef.h>

struct sim_results;

/* The HTML report (sim/report.c), `*n` bytes that the caller frees. Says on standard error what to
 * install where plots cannot be drawn. */
char *report_make(const struct sim_results *r, size_t *n);

#endif
