/* The sums of a run in a file, to be continued later (--resume). */
#ifndef CHARLATAN_SIM_RESUME_H
#define CHARLATAN_SIM_RESUME_H

#include <stddef.h>

struct refusal;
struct sim_earlier;
struct sim_plan;
struct sim_results;

/* Increase it when the order or meaning of the sums changes; other versions are refused. */
enum { RESUME_VERSION = 1 };

/* The text of the file, `*n` bytes that the caller frees. */
char *resume_make(const struct sim_results *r, size_t *n);
/* The sums in a file of the same plan; NULL with the reason. Freed by earlier_free. */
struct sim_earlier *resume_read(const struct sim_plan *p, const char *path, struct refusal *why);
/* NULL is allowed. */
void earlier_free(const struct sim_plan *p, struct sim_earlier *e);

#endif
