/* Results as text and as JSON. */
#ifndef CHARLATAN_SIM_PRINT_H
#define CHARLATAN_SIM_PRINT_H

#include <stdio.h>

struct gauge_estimate;
struct sim_results;
struct sim_sweep;
struct writer;

/* Tables for people, and the conclusions. At most 80 columns wide. */
void print_results(FILE *to, const struct sim_results *r);
/* Prints a sentence folded behind a dash; `to` is a FILE, as conclude hands it on. */
void print_sentence(void *to, const char *sentence);
/* Prints a page without blanks at the ends of lines. */
void print_trimmed(FILE *to, const char *page);
/* A share in percent with its interval, 18 columns wide. */
void print_share(FILE *to, struct gauge_estimate e);
/* A mean with its interval, 18 columns wide. */
void print_mean(FILE *to, struct gauge_estimate e);
/* All results as one JSON object. On one line. The same run gives the same bytes: no times are in
 * it. */
void print_results_json(FILE *to, const struct sim_results *r);

/* What was asked about columns, --where and --by (print_asked.c): for people. */
void print_asked(FILE *to, const struct sim_results *r);
/* The same as the member "by" of a setting, if that was asked for. Nothing without --by. */
void write_asked(struct writer *w, const struct sim_results *r, int setting);
/* The same as a part of the report. */
void html_asked(FILE *to, const struct sim_results *r);

/* Six decimals, as everywhere in --json. */
void write_real(struct writer *w, double value);
/* Writes two members, a value and its interval; nulls where they are unknown. */
void write_estimate(struct writer *w, const char *key, const char *interval,
                    struct gauge_estimate e);
/* Writes the member "values": the value of each sweep in this setting. */
void write_sweep_values(struct writer *w, const struct sim_sweep *sweeps, int n, int setting);

#endif
