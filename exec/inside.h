/* A child as the files of this folder see it: a process, two pipes, and lines. */
#ifndef CHARLATAN_EXEC_INSIDE_H
#define CHARLATAN_EXEC_INSIDE_H

#include <sys/types.h>

#include "exec/exec.h"
#include "wire/write.h"

struct exec_child {
    const struct exec_bot *bot;
    /* Its warden. */
    pid_t pid;
    /* Its standard input and output; and what the warden waits for: when it is closed, all ends. */
    int to, from, life;
    /* Lines sent and lines received. The hello is line 0, and the id of a line is its number. */
    uint32_t asked, answered;
    /* When the line that it owes is late: monotonic time in ms. */
    int64_t due;
    /* 1: the answer to the hello was right. */
    int greeted;
    /* The games that it plays, by their place in the list of games, a set. */
    uint32_t games;
    /* The question being written. Its memory is used again. */
    struct writer out;
    /* What it wrote: n bytes, of which the first `line` are a line that was dealt with. */
    size_t n, line;
    char buffer[EXEC_LINE];
};

/* Monotonic time in ms. */
int64_t exec_clock(void);
/* The rest of the life of a process that was just forked, with all signals blocked. `life` is the
 * end to read of a pipe of which the process that forked has the other one. */
_Noreturn void exec_warden(const char *command, int in, int out, int life);
/* 0, or -1 with the reason; `to`, `from` and `life` are set. */
int exec_fork(struct exec_child *c, struct refusal *why);
/* Sends c->out and a line end before c->due; 0, or -1 with the reason. */
int exec_send(struct exec_child *c, struct refusal *why);
/* Returns 1 and the next line without its end, 0 if there is none until `until` or *hurry is set,
 * or -1 with the reason. The line is valid until the next call. */
int exec_line(struct exec_child *c, int64_t until, const _Atomic int *hurry, const char **line,
              size_t *n, struct refusal *why);
/* Whether it wrote more than was asked for. */
int exec_has_more(const struct exec_child *c);

#endif
