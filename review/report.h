/* A review as JSON and as a page. */
#ifndef CHARLATAN_REVIEW_REPORT_H
#define CHARLATAN_REVIEW_REPORT_H

#include <stddef.h>

struct review;
struct review_voice;
struct writer;

/* Writes the review as one object (docs/review.md). */
void review_write(struct writer *w, const struct review *r);
/* The review as one HTML page with a graph, to be freed by the caller; NULL if there is no memory.
 * `n` is its length. */
char *review_report(const struct review *r, const struct review_voice *voice, size_t *n);

#endif
