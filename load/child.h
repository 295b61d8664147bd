/* Servers as child processes, and the CPU time and memory of a process from /proc. */
#ifndef CHARLATAN_LOAD_CHILD_H
#define CHARLATAN_LOAD_CHILD_H

#include <stdint.h>
#include <sys/types.h>

struct child {
    /* 0: not running. */
    pid_t pid;
    int port;
    /* A temporary folder for its log and its database. */
    char folder[200];
    char log[220];
};

/* Runs this program with other arguments (as argv, with a NULL at the end). It gets its own
 * process group, so that Ctrl-C reaches only us, and ends when we end. -1: `why` says what
 * failed. */
int child_start(struct child *c, char *const arguments[], char *why, size_t cap);
/* Waits until it accepts connections. -1: it ended or took too long; `why` ends with the end of
 * its log. */
int child_await(struct child *c, double seconds, char *why, size_t cap);
int child_alive(struct child *c);
/* Sends SIGTERM, and SIGKILL after ten seconds. */
void child_stop(struct child *c);

/* Makes the temporary folder. */
int child_folder(struct child *c);
/* Removes the temporary folder. */
void child_clean(struct child *c);
/* A port that is free now; -1: none. */
int child_free_port(void);

/* User and system time in seconds; -1: not known. */
double proc_cpu(pid_t pid);
/* Resident memory in bytes; -1: not known. */
int64_t proc_resident(pid_t pid);
/* User and system time of this program. */
double proc_own_cpu(void);
/* Seconds in which cores were not idle, summed over all cores. */
double proc_busy(void);

/* Pins this program to the last core it may use, and all threads of the other process to the
 * rest. Does nothing if there is only one core. pid 0: no other process. proc_unpin undoes it. */
void proc_pin(pid_t pid);
void proc_unpin(pid_t pid);

#endif
