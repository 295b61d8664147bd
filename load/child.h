/* Servers as children of this program, and what /proc says of any process. */
#ifndef CHARLATAN_LOAD_CHILD_H
#define CHARLATAN_LOAD_CHILD_H

#include <stdint.h>
#include <sys/types.h>

struct child {
    pid_t pid; /* 0: none */
    int port;
    char folder[200]; /* temporary; holds its log, and its database */
    char log[220];
};

/* Runs this same program with other arguments (the first is the verb, the last NULL) in a process group of
 * its own, so that Ctrl-C reaches only us; it ends when we do. -1: `why` says what failed. */
int child_start(struct child *c, char *const arguments[], char *why, size_t cap);
/* Waits until it takes connections. -1: it ended or took too long; `why` ends with its last words. */
int child_await(struct child *c, double seconds, char *why, size_t cap);
int child_alive(struct child *c);
void child_stop(struct child *c); /* asks it to end, insists after ten seconds */

int child_folder(struct child *c); /* makes the temporary folder */
void child_clean(struct child *c); /* and removes it */
int child_free_port(void);         /* one that nobody uses now; -1 */

double proc_cpu(pid_t pid);       /* seconds, user and system; -1 */
int64_t proc_resident(pid_t pid); /* bytes; -1 */
double proc_own_cpu(void);
double proc_busy(void); /* CPU-seconds that all cores were not idle */

/* This program to the last core it may use, the other process with all its threads to the rest; nothing where
 * there is one core only. pid 0: nobody. proc_unpin undoes it. */
void proc_pin(pid_t pid);
void proc_unpin(pid_t pid);

#endif
