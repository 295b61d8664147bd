/* The programs that an operator lets play as bots (serve --bot NAME=exec:COMMAND). At tables they
 * are called @NAME; guests choose among these names and cannot name a command.
 *
 * A program that is asked by several workers at once runs several times. One that has failed is
 * ended, and started again after a while. Workers' threads may ask at the same time. */
#ifndef CHARLATAN_SERVER_TABLES_BOT_PROGRAMS_H
#define CHARLATAN_SERVER_TABLES_BOT_PROGRAMS_H

#include "exec/exec.h"
#include "wire/write.h"

enum {
    PROGRAMS_MOST = 16,
    /* The bounds of a program's time for an answer. Within two seconds a job is answered in any
     * case (bot_workers.c). */
    PROGRAM_LEAST_MS = 20,
    PROGRAM_MOST_MS = 1500
};

struct programs;

/* Starts every program once and waits until it has answered. NULL if one does not: *which is it,
 * and `why` the reason. `list` must outlive the programs. */
struct programs *programs_open(const struct exec_bot *list, int n, int *which, struct refusal *why);
/* May be NULL. No other thread may be asking. */
void programs_close(struct programs *p);

/* The program that is called so, as in "@smith", if it plays the game; or -1. `p` may be NULL. */
int programs_find(const struct programs *p, const char *bot, const struct game *g);
/* What a program is called, without the @; NULL after the last. `p` may be NULL. */
const char *programs_name(const struct programs *p, int program);
/* Its usual time for an answer. */
uint32_t programs_ms(const struct programs *p, int program);
/* Writes an element for each program that plays the game, as in a list of bots. */
void programs_write(const struct programs *p, const struct game *g, struct writer *w);
/* As exec_ask. A program that fails is ended. `program` comes from programs_find; it may be asked
 * from any thread. EXEC_FAILED: `why` has the reason. */
enum exec_outcome programs_ask(struct programs *p, int program, const struct view *v,
                               struct chance *luck, uint32_t ms, const _Atomic int *hurry,
                               int *answer, struct refusal *why);

#endif
