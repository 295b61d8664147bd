/* A review on threads of its own, so that a screen can show its progress and leave it. */
#ifndef CHARLATAN_TUI_REVIEWER_H
#define CHARLATAN_TUI_REVIEWER_H

#include "tui/review_page.h"

struct review;
struct review_moment;
struct review_voice;

struct reviewer;

/* Begins to review the record in a file, for one seat or for REVIEW_ALL. A file that cannot be read
 * is a failed review. `path` is copied. */
struct reviewer *reviewer_open(const char *path, int seat);
/* Stops it if it is not done, and frees it. NULL is allowed. */
void reviewer_close(struct reviewer *v);

/* In percent; 100: it is done or has failed. Grows; may be asked by any thread. */
int reviewer_progress(const struct reviewer *v);
/* The review, or NULL if it is not done or has failed. */
const struct review *reviewer_found(const struct reviewer *v);
/* Speaks of it, with the names of the record. Valid once reviewer_found has returned a review. */
const struct review_voice *reviewer_voice(const struct reviewer *v);

/* The mistake of this number, from 1 on. Returns 0 if there is none. The review must have been
 * found, as for reviewer_mistakes. */
int reviewer_mistake(const struct reviewer *v, int number, struct review_moment *to);
/* How many mistakes there are. */
int reviewer_mistakes(const struct reviewer *v);

#endif
