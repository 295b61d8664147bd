/* Starts, awaits and ends a server; reads the CPU time and memory of a process. See child.h. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "load/child.h"
#include "load/link.h"

/* ---- the folder ---- */

/* -1 leaves `folder` at "". To be called before child_start, which logs there. */
int child_folder(struct child *c)
{
    const char *where = getenv("TMPDIR");
    snprintf(c->folder, sizeof c->folder, "%s/charlatan-load.XXXXXX", where ? where : "/tmp");
    if (!mkdtemp(c->folder)) {
        c->folder[0] = '\0';
        return -1;
    }
    snprintf(c->log, sizeof c->log, "%s/log", c->folder);
    return 0;
}

/* Only files lie there, none in folders: the log, the database and what SQLite puts beside it. May
 * be called again. */
void child_clean(struct child *c)
{
    char path[480];
    DIR *d = c->folder[0] ? opendir(c->folder) : NULL;
    if (!d)
        return;
    for (struct dirent *e; (e = readdir(d));) {
        snprintf(path, sizeof path, "%s/%s", c->folder, e->d_name);
        unlink(path);
    }
    closedir(d);
    rmdir(c->folder);
    c->folder[0] = '\0';
}

/* ---- the process ---- */

/* Only now: somebody else may take it before the child does. The child then ends at once, and
 * child_await says so. */
static int is_free(int port)
{
    struct sockaddr_in a = {.sin_family = AF_INET,
                            .sin_port = htons((uint16_t)port),
                            .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int bound = fd >= 0 && !bind(fd, (struct sockaddr *)&a, sizeof a);
    if (fd >= 0)
        close(fd);
    return bound;
}

/* Not one that the system gives to a socket without a name: it might give the same one to an
 * outgoing connection before the child listens. Those begin at 32768. */
int child_free_port(void)
{
    for (int tries = 0; tries < 100; tries++) {
        uint16_t lot;
        if (getrandom(&lot, sizeof lot, 0) != sizeof lot)
            return -1;
        int port = 10000 + lot % 20000;
        if (is_free(port))
            return port;
    }
    return -1;
}

/* Runs in the child process and never returns. Between fork and exec, so only what needs no locks.
 * The parent may have died before prctl asked for its signal: getppid tells. A failure is status
 * 127, as a shell's. */
static void become(const struct child *c, char *const arguments[], pid_t parent)
{
    sigset_t none;
    int log = open(c->log, O_WRONLY | O_CREAT | O_APPEND, 0600), in = open("/dev/null", O_RDONLY);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent || log < 0 || in < 0)
        _exit(127);
    dup2(in, 0);
    dup2(log, 1);
    dup2(log, 2);
    execv("/proc/self/exe", arguments);
    _exit(127);
}

/* The child runs /proc/self/exe: the same program, whatever it was called by. Buffers are flushed
 * first, or the child would print them a second time. */
int child_start(struct child *c, char *const arguments[], char *why, size_t cap)
{
    pid_t parent = getpid();
    fflush(NULL);
    c->pid = fork();
    if (c->pid == 0)
        become(c, arguments, parent);
    if (c->pid > 0)
        return 0;
    snprintf(why, cap, "No process could be started: %s.", strerror(errno));
    c->pid = 0;
    return -1;
}

/* Reaps a child that has ended and sets its pid to 0; kill would otherwise reach a process that got
 * the same number later. */
int child_alive(struct child *c)
{
    if (c->pid && waitpid(c->pid, NULL, WNOHANG) == c->pid)
        c->pid = 0;
    return c->pid != 0;
}

/* A connection is made and closed at once, which a server has to bear. */
static int takes_connections(int port)
{
    struct sockaddr_in a = {.sin_family = AF_INET,
                            .sin_port = htons((uint16_t)port),
                            .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int fine = fd >= 0 && !connect(fd, (struct sockaddr *)&a, sizeof a);
    if (fd >= 0)
        close(fd);
    return fine;
}

/* Appends nothing if there is no log or it is empty. The last 200 bytes, which may begin in the
 * middle of a line. */
static void last_words(const struct child *c, char *to, size_t cap)
{
    FILE *f = fopen(c->log, "r");
    char text[201];
    size_t n;
    if (!f)
        return;
    fseek(f, 0, SEEK_END);
    /* Not from before the beginning. */
    if (ftell(f) > 200)
        fseek(f, -200, SEEK_END);
    else
        rewind(f);
    n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    while (n && text[n - 1] == '\n')
        n--;
    text[n] = '\0';
    if (n)
        snprintf(to, cap, " The end of its log: %s", text);
}

/* The process is not stopped if it takes too long: that is child_stop's. */
int child_await(struct child *c, double seconds, char *why, size_t cap)
{
    int64_t until = clock_ns() + (int64_t)(1e9 * seconds);
    do {
        if (takes_connections(c->port))
            return 0;
        usleep(20000);
    } while (child_alive(c) && clock_ns() < until);
    int n = snprintf(why, cap,
                     c->pid ? "The server took no connections for %.0f s."
                            : "The server ended at once.",
                     seconds);
    last_words(c, why + n, cap - (size_t)n);
    return -1;
}

/* A child that has ended, or was never started, is fine. Does not return before it is gone. */
void child_stop(struct child *c)
{
    int64_t until = clock_ns() + 10000000000;
    if (!child_alive(c))
        return;
    kill(c->pid, SIGTERM);
    while (child_alive(c) && clock_ns() < until)
        usleep(10000);
    if (!c->pid)
        return;
    kill(c->pid, SIGKILL);
    waitpid(c->pid, NULL, 0);
    c->pid = 0;
}

/* ---- /proc ---- */

/* -1 also for pid 0, "not known". What does not fit is cut off. */
static int read_proc(pid_t pid, const char *name, char *to, size_t cap)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    FILE *f = pid > 0 ? fopen(path, "r") : NULL;
    if (!f)
        return -1;
    size_t n = fread(to, 1, cap - 1, f);
    fclose(f);
    to[n] = '\0';
    return n ? 0 : -1;
}

/* Reads fields 14 and 15. They are counted from the end of the name, which may contain anything. */
double proc_cpu(pid_t pid)
{
    char text[1024], *at;
    unsigned long user, system;
    if (read_proc(pid, "stat", text, sizeof text) < 0 || !(at = strrchr(text, ')')) ||
        sscanf(at + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
        return -1;
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* The second figure of statm, in pages. */
int64_t proc_resident(pid_t pid)
{
    char text[256];
    long pages;
    if (read_proc(pid, "statm", text, sizeof text) < 0 || sscanf(text, "%*d %ld", &pages) != 1)
        return -1;
    return (int64_t)pages * sysconf(_SC_PAGESIZE);
}

/* getrusage counts microseconds, where /proc/PID/stat has ticks of 10 ms. */
double proc_own_cpu(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

/* user, nice, system, idle, iowait, irq, softirq, steal */
double proc_busy(void)
{
    unsigned long t[8] = {0};
    FILE *f = fopen("/proc/stat", "r");
    if (!f)
        return 0;
    int n = fscanf(f, "cpu %lu %lu %lu %lu %lu %lu %lu %lu", &t[0], &t[1], &t[2], &t[3], &t[4],
                   &t[5], &t[6], &t[7]);
    fclose(f);
    return n < 7 ? 0
                 : (double)(t[0] + t[1] + t[2] + t[5] + t[6] + t[7]) / (double)sysconf(_SC_CLK_TCK);
}

/* ---- cores ---- */

/* Threads may come and go meanwhile: what begins later inherits from the one that began it.
 * Failures are ignored, as for a process that is not ours: the figures are then only less even. */
static void set_threads(pid_t pid, const cpu_set_t *cores)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *d = pid > 0 ? opendir(path) : NULL;
    for (struct dirent *e; d && (e = readdir(d));)
        if (e->d_name[0] != '.')
            sched_setaffinity(atoi(e->d_name), sizeof *cores, cores);
    if (d)
        closedir(d);
}

/* The cores this program could use before it was pinned. Read once, at the first call, which has to
 * come before anything is pinned. */
static const cpu_set_t *all_cores(void)
{
    static cpu_set_t cores;
    static int known;
    if (!known)
        known = !sched_getaffinity(0, sizeof cores, &cores);
    return &cores;
}

/* One core for this program, the rest for the server: both on one core would measure the
 * scheduler. */
void proc_pin(pid_t pid)
{
    cpu_set_t ours, theirs = *all_cores();
    int last = CPU_SETSIZE - 1;
    if (CPU_COUNT(&theirs) < 2)
        return;
    while (!CPU_ISSET(last, &theirs))
        last--;
    CPU_CLR(last, &theirs);
    CPU_ZERO(&ours);
    CPU_SET(last, &ours);
    set_threads(getpid(), &ours);
    set_threads(pid, &theirs);
}

void proc_unpin(pid_t pid)
{
    set_threads(getpid(), all_cores());
    set_threads(pid, all_cores());
}
