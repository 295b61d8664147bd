/* What was measured, for people and as JSON. */
#ifndef CHARLATAN_LOAD_REPORT_H
#define CHARLATAN_LOAD_REPORT_H

#include <stdio.h>

struct load_echo;
struct load_figures;
struct load_minute;
struct load_plan;
struct load_results;

/* Prints the whole report. */
void load_report(const struct load_plan *p, const struct load_results *r, FILE *to);
/* The line of one minute of --hour, written out at once. */
void load_report_minute(const struct load_minute *m, FILE *to);
/* Writes the results as JSON into a file. 0, or -1 after saying why on standard error. */
int load_report_json(const struct load_plan *p, const struct load_results *r, const char *path);

/* Messages in both directions for each CPU-second of the server; 0: not known. */
double load_per_cpu(const struct load_figures *f);
/* As load_per_cpu, for the echo. */
double load_echo_per_cpu(const struct load_echo *e);
/* Messages a CPU-second of the server, divided by those of the echo. */
double load_ratio(const struct load_results *r);

#endif
