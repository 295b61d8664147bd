/* Starts a program, exchanges lines with it and ends it.
 *
 * It is started by a warden (warden.c), with which everything ends that it has started. It runs in
 * a process group of its own, so Ctrl-C at the terminal does not reach it. It inherits nothing but
 * standard error and the environment. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "exec/inside.h"
#include "wire/refuse.h"

/* SLICE_MS: how soon a hurry is noticed. END_MS: how long a child may take to close its output by
 * itself, and EXIT_MS how long to end after that. REAP_MS is longer than the warden's own
 * GIVE_UP_MS. */
enum { SLICE_MS = 20, END_MS = 300, EXIT_MS = 300, REAP_MS = 8000 };

int64_t exec_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- start ---- */

/* A pipe whose ends are none of the three standard files, even where some of those are closed. -1
 * with errno, and nothing is open then. All ends are closed on exec; the warden keeps those that it
 * needs. */
static int pipe_open(int end[2])
{
    if (pipe2(end, O_CLOEXEC) < 0)
        return -1;
    for (int i = 0; i < 2; i++) {
        int moved = end[i] > STDERR_FILENO ? end[i] : fcntl(end[i], F_DUPFD_CLOEXEC, 3);
        if (moved != end[i])
            close(end[i]);
        end[i] = moved;
    }
    if (end[0] >= 0 && end[1] >= 0)
        return 0;
    for (int i = 0; i < 2; i++)
        if (end[i] >= 0)
            close(end[i]);
    return -1;
}

static void pipe_close(const int end[2])
{
    close(end[0]);
    close(end[1]);
}

/* A signal that came in the warden before it is the warden would be taken for one of ours. -1 with
 * errno. Any thread may call it. */
static pid_t fork_warden(const char *command, int in, int out, int life)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pid_t pid = fork();
    if (pid == 0)
        exec_warden(command, in, out, life);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return pid;
}

/* Of each pipe one end stays here and the other with the warden; both are non-blocking only on our
 * side. On failure all ends are still open, and the caller closes them. */
static int fork_child(struct exec_child *c, int in[2], int out[2], int life[2])
{
    c->pid = fork_warden(c->bot->command, in[0], out[1], life[0]);
    if (c->pid < 0)
        return -1;
    close(in[0]);
    close(out[1]);
    close(life[0]);
    c->to = in[1];
    c->from = out[0];
    c->life = life[1];
    fcntl(c->to, F_SETFL, O_NONBLOCK);
    fcntl(c->from, F_SETFL, O_NONBLOCK);
    return 0;
}

/* The three pipes are input, output and life. */
int exec_fork(struct exec_child *c, struct refusal *why)
{
    int end[3][2], open = 0;
    while (open < 3 && pipe_open(end[open]) == 0)
        open++;
    if (open == 3 && fork_child(c, end[0], end[1], end[2]) == 0)
        return 0;
    because(why, ROW(exec_not_started), strerror(errno));
    while (open-- > 0)
        pipe_close(end[open]);
    return -1;
}

/* ---- lines ---- */

/* Waits until the file is ready or the time is over; 1 if it is ready. An error of poll counts as
 * not ready. At least one look, even if the time is over. */
static int wait_for(int fd, short events, int64_t until, const _Atomic int *hurry)
{
    struct pollfd p = {fd, events, 0};
    for (;;) {
        int64_t left = until - exec_clock();
        if (left < 0)
            left = 0;
        if (hurry && left > SLICE_MS)
            left = SLICE_MS;
        int ready = poll(&p, 1, (int)left);
        if (ready > 0)
            return 1;
        if ((hurry && *hurry) || (ready < 0 && errno != EINTR) || exec_clock() >= until)
            return 0;
    }
}

/* Waits a moment for the end of the program, and of all that it has started. It closes its output a
 * moment before it can be waited for. Reaped it is by exec_end. Returns 1 if it has ended. */
static int await_exit(const struct exec_child *c, siginfo_t *info)
{
    static const struct timespec nap = {.tv_nsec = 2 * 1000 * 1000};
    int64_t until = exec_clock() + EXIT_MS;
    info->si_pid = 0;
    while (waitid(P_PID, (id_t)c->pid, info, WEXITED | WNOHANG | WNOWAIT) == 0 && !info->si_pid &&
           exec_clock() < until)
        nanosleep(&nap, NULL);
    return info->si_pid != 0;
}

/* Always -1, with how it ended as the reason, or that it only closed its output. */
static int tell_end(const struct exec_child *c, struct refusal *why)
{
    siginfo_t info;
    char how[40];
    if (!await_exit(c, &info))
        return because(why, ROW(exec_output_closed));
    snprintf(how, sizeof how, "%s %d", info.si_code == CLD_EXITED ? "status" : "signal",
             info.si_status);
    return because(why, ROW(exec_ended), how);
}

/* A write to a program that has ended must not end this one, whatever it does about SIGPIPE. Only a
 * SIGPIPE that this write has caused is taken away, and only in this thread. */
static ssize_t write_quietly(int fd, const char *at, size_t n)
{
    static const struct timespec at_once = {0};
    sigset_t pipe, old;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &old);
    ssize_t put = write(fd, at, n);
    int error = errno;
    if (put < 0 && error == EPIPE && !sigismember(&old, SIGPIPE))
        while (sigtimedwait(&pipe, NULL, &at_once) < 0 && errno == EINTR)
            continue;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = error;
    return put;
}

/* The text must be whole in c->out. What was sent in part before a failure cannot be taken back, so
 * the child has to be ended. */
int exec_send(struct exec_child *c, struct refusal *why)
{
    c->out.comma = 0;
    write_raw(&c->out, "\n", 1);
    for (size_t sent = 0; sent < c->out.n;) {
        ssize_t n = write_quietly(c->to, c->out.at + sent, c->out.n - sent);
        if (n >= 0)
            sent += (size_t)n;
        else if (errno == EPIPE)
            return tell_end(c, why);
        else if (errno != EINTR && !wait_for(c->to, POLLOUT, c->due, NULL))
            return because(why, ROW(exec_silent), (int)c->bot->ms);
    }
    c->asked++;
    return 0;
}

int exec_has_more(const struct exec_child *c)
{
    return c->n > c->line;
}

/* Takes the line that was dealt with out of the buffer. What a child has sent too early stays in
 * the buffer and is found by exec_has_more. */
static void drop_line(struct exec_child *c)
{
    memmove(c->buffer, c->buffer + c->line, c->n - c->line);
    c->n -= c->line;
    c->line = 0;
}

/* A line may come in any pieces. `looked` spares looking twice at the same bytes: a child that
 * sends single bytes must not cost the square of them. */
int exec_line(struct exec_child *c, int64_t until, const _Atomic int *hurry, const char **line,
              size_t *n, struct refusal *why)
{
    drop_line(c);
    for (size_t looked = 0;;) {
        const char *end = memchr(c->buffer + looked, '\n', c->n - looked);
        if (end) {
            *line = c->buffer;
            *n = (size_t)(end - c->buffer);
            c->line = *n + 1;
            return 1;
        }
        looked = c->n;
        if (c->n == sizeof c->buffer)
            return because(why, ROW(exec_line_long), EXEC_LINE);
        if (!wait_for(c->from, POLLIN, until, hurry))
            return 0;
        ssize_t got = read(c->from, c->buffer + c->n, sizeof c->buffer - c->n);
        if (got == 0)
            return tell_end(c, why);
        if (got > 0)
            c->n += (size_t)got;
    }
}

/* ---- end ---- */

/* Waits until the program has closed its output, whatever it still writes, and ended. The buffer is
 * used for what it still writes: nobody reads it any more. */
static void await_end(struct exec_child *c)
{
    int64_t until = exec_clock() + END_MS;
    siginfo_t info;
    while (exec_clock() < until && wait_for(c->from, POLLIN, until, NULL))
        if (read(c->from, c->buffer, sizeof c->buffer) == 0) {
            await_exit(c, &info);
            return;
        }
}

/* The warden gives up by itself in the end. A program may have stopped it: then it goes on. Returns
 * only when the warden is gone, so no zombie stays. */
static void reap_warden(pid_t pid)
{
    static const struct timespec nap = {.tv_nsec = 2 * 1000 * 1000};
    int64_t until = exec_clock() + REAP_MS;
    int done;
    while ((done = waitpid(pid, NULL, WNOHANG)) == 0 || (done < 0 && errno == EINTR)) {
        kill(pid, exec_clock() < until ? SIGCONT : SIGKILL);
        nanosleep(&nap, NULL);
    }
}

/* The warden kills what is left, and ends. */
void exec_end(struct exec_child *c, int wait)
{
    if (!c)
        return;
    close(c->to);
    if (wait)
        await_end(c);
    close(c->life);
    reap_warden(c->pid);
    close(c->from);
    writer_free(&c->out);
    free(c);
}
