/* The options of `charlatan sim` and `charlatan tune` as they were typed, and who reads them. */
#ifndef CHARLATAN_CLI_SIM_GIVEN_H
#define CHARLATAN_CLI_SIM_GIVEN_H

#include "exec/exec.h"
#include "sim/by.h"
#include "sim/column.h"
#include "sim/design.h"
#include "sim/sweep.h"

/* How many --set and --bot there may be, and the default of --games. */
enum { SETS_MAX = 32, PROGRAMS_MAX = 16, GAMES_USUAL = 1000 };

/* Interpreted later, because their meaning depends on the game. Zeroed but for what the commands
 * preset; texts point into argv. */
struct sim_given {
    /* "sim" or "tune", for messages. */
    const char *command;
    /* The texts of options; NULL if not given and without a default. */
    const char *bots, *players, *seed, *report, *jsonl, *csv, *keep_dir;
    const char *columns, *show, *until, *resume, *numbers;
    /* Each --set, --sweep, --design, --where and --by, in the order given, and how many. */
    const char *set[SETS_MAX], *sweep[MAX_SWEEPS], *design[DESIGNS_MAX];
    const char *where[WHERES_MAX], *by[BY_MAX];
    int sets, sweeps, designs, wheres, bys;
    /* The GPU that plays, as typed. */
    const char *gpu;
    int threads, keep, keep_by, json, quiet, metrics;
    /* Each --bot. */
    struct exec_bot program[PROGRAMS_MAX];
    int programs;
    /* Why the last --bot was refused. */
    struct refusal why;
    /* Games wanted, rounded up to whole deals later; 0: not given. */
    long long games;
};

/* Print what is wrong and return -1; the caller makes an exit status of it. */
int sim_complain(const struct sim_given *g, const char *what, const char *value,
                 const char *instead);
int sim_refused(const struct sim_given *g, const char *what, const char *value,
                const struct refusal *why);

/* In this order: bots need the game, options need the players, amounts need the seatings. Each
 * returns 0, or -1 after a message. */
int sim_read_game(struct sim_plan *p, const struct sim_given *g, char **rest);
int sim_read_bots(struct sim_plan *p, struct sim_given *g);
int sim_read_sets(struct sim_plan *p, const struct sim_given *g);
int sim_read_amounts(struct sim_plan *p, const struct sim_given *g);
/* What is asked about columns: --where, --by, --show, --columns, --until. After plan_metrics. */
int sim_read_questions(struct sim_plan *p, const struct sim_given *g);

/* The object of all --set, or NULL after a message. */
json_t *sim_read_options(const struct sim_plan *p, const struct sim_given *g);
/* Reads the options of one setting into p->begun. 0, or -1 with the reason. */
int sim_begin_setting(struct sim_plan *p, int setting, json_t *options, struct refusal *why);
/* The cores this process may use, which may be fewer than the machine has. */
int sim_cores(void);
/* Prints the columns of the plan's game (--metrics). */
void sim_list_columns(const struct sim_plan *p);

#endif
