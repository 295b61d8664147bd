/* Sums of all metrics in every setting of a run. */
#ifndef CHARLATAN_SIM_SUMS_H
#define CHARLATAN_SIM_SUMS_H

#include <stddef.h>

struct gauge_figure;
struct sim_plan;
struct sim_setting;

/* One array of sums of a setting: tallies, or cross sums. `at` is lent by the setting; n counts its
 * elements. */
struct sim_sum_part {
    void *at;
    size_t n;
    int is_cross;
};

enum { SUM_PARTS = 4 };

/* Sums for every setting and metric, of as many settings as the plan has. `s` has room for
 * MAX_VALUES settings. Freed by sums_free. */
void sums_open(const struct sim_plan *p, struct sim_setting *s);
/* Frees the sums; the labels and options of the settings stay. */
void sums_free(const struct sim_plan *p, struct sim_setting *s);
/* Sets all sums to 0, to count other deals. */
void sums_clear(const struct sim_plan *p, struct sim_setting *s);
/* Adds the figures of one deal: settings x metrics. Whole deals only, and each deal once. */
void sums_count(const struct sim_plan *p, struct sim_setting *s, const struct gauge_figure *f);
/* Adds the sums of other deals. */
void sums_add(const struct sim_plan *p, struct sim_setting *to, const struct sim_setting *s);
/* The arrays of a setting, in an order that depends on the plan alone. Returns how many. Ranks and
 * files rely on that order. */
int sums_parts(const struct sim_plan *p, const struct sim_setting *s, int setting,
               struct sim_sum_part list[SUM_PARTS]);
/* The bytes of its array, as ranks send it and files keep it. */
size_t sum_part_bytes(const struct sim_sum_part *part);
/* Adds an array of the same size. */
void sum_part_add(const struct sim_sum_part *to, const void *from);

#endif
