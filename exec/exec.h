/* Bots that are programs of their own, in any language: exec:COMMAND.
 *
 * A child is such a program while it runs. It gets one JSON object a line on its standard input and
 * answers each with one line on its standard output (docs/exec.md). It is
 * told a view and the legal actions, never a state. Whatever it writes is taken for hostile.
 *
 * A child belongs to one thread at a time. All waiting ends with a time limit. */
#ifndef CHARLATAN_EXEC_EXEC_H
#define CHARLATAN_EXEC_EXEC_H

#include <stdatomic.h>

#include "engine/view.h"
#include "exec/refusals.h"

enum {
    EXEC_NAME = 15,
    EXEC_COMMAND = 1000,
    /* The most bytes of a line that a child may write. */
    EXEC_LINE = 65536,
    /* The version of the protocol, which a child has to name. */
    EXEC_PROTOCOL = 1
};

/* How a child is started, and what it is allowed. */
struct exec_bot {
    /* The name that the user gave it, or "". */
    char name[EXEC_NAME + 1];
    /* For sh -c; "" if this is no program. */
    char command[EXEC_COMMAND + 1];
    /* The time for one answer, and for the first one, after the start; in milliseconds. */
    uint32_t ms, start_ms;
};

/* ---- read.c ---- */

/* Returns 1 if the text means a program: exec:..., or NAME=exec:... */
int exec_meant(const char *text);
/* Reads [NAME=]exec:[ms=N:][start=N:]COMMAND. The command may hold anything, colons too. Returns 0,
 * or -1 with the reason. */
int exec_read(const char *text, struct exec_bot *bot, struct refusal *why);

/* ---- child.c, talk.c, warden.c ---- */

struct exec_child;

/* Starts the program and says hello, but does not wait for an answer. `bot` must outlive the child.
 * NULL: the system refused, with the reason. The program ends with this process, whatever ends it;
 * on Linux with all that it has started. */
struct exec_child *exec_start(const struct exec_bot *bot, struct refusal *why);
/* Waits until the child has answered the hello, if it has not yet. Returns 0; or -1 with the reason
 * if it did not answer properly, or does not play the game. */
int exec_greet(struct exec_child *c, const struct game *g, struct refusal *why);
/* Returns 1 if the child, which must have been greeted, plays the game. */
int exec_plays(const struct exec_child *c, const struct game *g);

enum exec_outcome {
    EXEC_ANSWERED,
    /* It was given less time than usual and has not answered yet. It may be asked again. */
    EXEC_LATE,
    /* It has to be ended. */
    EXEC_FAILED
};

/* Asks for an answer to the question of the view's seat, within `ms` milliseconds, which may be
 * fewer than the bot's own; or until *hurry is 1 (NULL: never). The seed that the child is told
 * comes from `luck`. */
enum exec_outcome exec_ask(struct exec_child *c, const struct view *v, struct chance *luck,
                           uint32_t ms, const _Atomic int *hurry, int *answer, struct refusal *why);
/* Ends the child and everything it has started: politely, by the end of its input, if `wait` is 1
 * and it does so within a moment. NULL is allowed. */
void exec_end(struct exec_child *c, int wait);

#endif
