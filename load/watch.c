/* Ctrl-C and the progress line. Signals are blocked and read from a descriptor on the net. The
 * progress line is on standard error, if that is a terminal. */
#include "load/watch.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

/* Only notes the wish; the loops look at `stop` after every wait, so that figures are whole when
 * they are printed. */
static void signalled(struct epoll_source *s, uint32_t events)
{
    struct load_watch *w = (struct load_watch *)s;
    struct signalfd_siginfo info;
    if ((events & EPOLLIN) && read(w->signals, &info, sizeof info) == sizeof info)
        w->stop = 1;
}

/* SIGINT and SIGTERM stay blocked for the rest of the process, also after watch_close. Child
 * processes unblock them before exec (child.c). -1 with errno if there is no descriptor. */
int watch_open(struct load_watch *w, struct load_net *n, int quiet)
{
    sigset_t set;
    *w = (struct load_watch){
        .source = {signalled}, .quiet = quiet, .terminal = isatty(STDERR_FILENO)};
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    w->signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    return w->signals < 0 ? -1 : net_watch(n, &w->source, w->signals, EPOLLIN);
}

/* May be called again. The signals stay blocked: whatever follows prints a report and must not be
 * cut off. */
void watch_close(struct load_watch *w)
{
    watch_hush(w);
    if (w->signals >= 0)
        close(w->signals);
    w->signals = -1;
}

/* The next pulse is a second after this one, not after the last one was due: a loop that was held
 * up does not get several at once. */
int watch_pulse(struct load_watch *w, int64_t now)
{
    if (now < w->pulse)
        return 0;
    w->pulse = now + 1000000000;
    return 1;
}

/* Overwrites the line that is there, without a newline. Prints nothing if standard error is no
 * terminal, so that logs do not fill with progress. */
void watch_say(struct load_watch *w, const char *format, ...)
{
    va_list more;
    if (w->quiet || !w->terminal)
        return;
    fputs("\r\033[K", stderr);
    va_start(more, format);
    vfprintf(stderr, format, more);
    va_end(more);
    fflush(stderr);
}

/* To be called before anything is printed on standard output, which may be the same terminal. */
void watch_hush(struct load_watch *w)
{
    if (!w->quiet && w->terminal)
        fputs("\r\033[K", stderr);
}
