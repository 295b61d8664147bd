/* Sweeps: options played at several values on the same deals, and names for their combinations. */
#ifndef CHARLATAN_SIM_SWEEP_H
#define CHARLATAN_SIM_SWEEP_H

/* A run has at most 64 settings. Every sweep has at least two values, so a run has at most six
 * sweeps. */
enum { MAX_VALUES = 64, MAX_SWEEPS = 6, VALUE_TEXT = 64, LABEL_TEXT = 192 };

/* One --sweep: an option, and its values as they were written. `n` is at least 2, but for designs,
 * of which there may be one so far. */
struct sim_sweep {
    char key[VALUE_TEXT];
    int n;
    char value[MAX_VALUES][VALUE_TEXT];
};

struct refusal;
struct sim_plan;
struct sim_results;

/* Adds one more --sweep to a plan, key=1..6 or key=x,y,z; this multiplies the number of settings
 * by the number of its values. The plan begins with one setting. 0, or -1 with the reason. */
int sweeps_add(struct sim_plan *p, const char *text, struct refusal *why);

/* How many values of a setting are not the first of their sweep: two or more interact. */
int sweep_interacts(const struct sim_sweep *sweeps, int n, int setting);
/* The value that sweep number `sweep` of `n` has in a setting. Lent by the sweep. */
const char *sweep_value(const struct sim_sweep *sweeps, int n, int sweep, int setting);
/* "3, hundred": the values of a setting. Empty without a sweep; cut if it is too long. */
void sweep_name_setting(const struct sim_sweep *sweeps, int n, int setting, char label[LABEL_TEXT]);
/* "rounds, edition": the keys. */
void sweep_name_keys(const struct sim_sweep *sweeps, int n, char keys[LABEL_TEXT]);
/* "infamy 3, gold 2": each value after the last word of its key. */
void sweep_name_short(const struct sim_results *r, int setting, char name[LABEL_TEXT]);

#endif
