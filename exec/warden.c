/* The process between us and a program: its warden. A program may leave its process group (setsid),
 * fork twice or ignore signals; whatever it has started ends with us all the same, also if we are
 * killed. On Linux, processes whose parent has ended become children of the warden. It kills its
 * children until it has none, once the pipe is closed of which we hold the other end.
 *
 * It is forked and not executed, from a process with threads. So it makes only calls that need no
 * lock. It takes no signals but those of its children. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "exec/inside.h"

/* For how long it tries to kill what it may not kill, such as a program of another user. */
enum { GIVE_UP_MS = 5000 };

/* ---- the program ---- */

/* 65536 where the system has no close_range: more than a server opens. */
static void close_others(void)
{
    if (close_range(STDERR_FILENO + 1, ~0u, 0) == 0)
        return;
    for (int fd = STDERR_FILENO + 1; fd < 65536; fd++)
        close(fd);
}

/* Signals that are blocked or ignored here would stay so in the program. In a group of its own. If
 * the warden is killed, PDEATHSIG ends at least the program itself. 127 if there is no shell. */
static _Noreturn void become(const char *command, int in, int out)
{
    sigset_t none;
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    close_others();
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* ---- its children ---- */

/* Orphans become its children; and lists of processes do not take it for another one of us. */
static void adopt_orphans(void)
{
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_NAME, "bot-warden");
#endif
}

/* Whether /proc has the numbers of processes as we know them; in a container it may have others. */
static int proc_is_ours(void)
{
    char text[24];
    ssize_t n = readlink("/proc/self", text, sizeof text);
    pid_t pid = 0;
    for (ssize_t i = 0; i < n; i++)
        pid = 10 * pid + (text[i] - '0');
    return pid == getpid();
}

/* -1: it cannot be known who they are. None of them can be somebody else by now, because only the
 * warden reaps them. */
static int kill_children(void)
{
    char text[512];
    pid_t pid = 0;
    int fd = proc_is_ours() ? open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return -1;
    for (ssize_t n; (n = read(fd, text, sizeof text)) > 0;)
        for (ssize_t i = 0; i < n; i++) {
            if (text[i] != ' ') {
                pid = 10 * pid + (text[i] - '0');
                continue;
            }
            kill(pid, SIGKILL);
            pid = 0;
        }
    close(fd);
    return 0;
}

/* The program, and what came of it. `status` is as waitpid has it; 127 until the program has ended,
 * or if it could not be forked. */
struct ward {
    pid_t pid;
    int ended, status;
};

/* Returns 1 if there are no children any more. */
static int reap(struct ward *w)
{
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
        if (pid == w->pid) {
            w->ended = 1;
            w->status = status;
        }
    return pid < 0 && errno == ECHILD;
}

/* The children of those that are killed become ours. The group keeps its number until the program
 * is reaped. Children that were just born are found in the next round. Gives up after
 * GIVE_UP_MS. */
static void kill_all(struct ward *w)
{
    static const struct timespec nap = {.tv_nsec = 2 * 1000 * 1000};
    int64_t until = exec_clock() + GIVE_UP_MS;
    while (!reap(w) && exec_clock() < until) {
        if (kill_children() < 0 && !w->ended)
            kill(-w->pid, SIGKILL);
        nanosleep(&nap, NULL);
    }
}

static void child_ended(int number)
{
    (void)number;
}

/* Until all has ended by itself, or we have. Returns when there are no children left, or after
 * GIVE_UP_MS of killing. SIGCHLD is open only while it waits, so that none is lost between reap and
 * ppoll. */
static void watch(struct ward *w)
{
    struct sigaction notice = {.sa_handler = child_ended};
    struct pollfd life = {STDIN_FILENO, POLLIN, 0};
    sigset_t others;
    sigaction(SIGCHLD, &notice, NULL);
    sigfillset(&others);
    sigdelset(&others, SIGCHLD);
    while (!reap(w))
        if (ppoll(&life, 1, NULL, &others) > 0) {
            kill_all(w);
            return;
        }
}

/* Ends as the program did, so that whoever waits for the warden knows how. A signal's core would be
 * the warden's and not the program's, so it makes none. */
static _Noreturn void end_like(int status)
{
    if (!WIFSIGNALED(status))
        _exit(WEXITSTATUS(status));
    sigset_t none;
#ifdef __linux__
    prctl(PR_SET_DUMPABLE, 0);
#endif
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    _exit(127);
}

/* `life` takes the places of standard input and output, so that all other files can be closed at
 * once; standard error stays for the program. */
_Noreturn void exec_warden(const char *command, int in, int out, int life)
{
    struct ward w = {.status = 127 << 8};
    setpgid(0, 0);
    adopt_orphans();
    w.pid = fork();
    if (w.pid == 0)
        become(command, in, out);
    dup2(life, STDIN_FILENO);
    dup2(life, STDOUT_FILENO);
    close_others();
    if (w.pid > 0)
        watch(&w);
    end_like(w.status);
}
