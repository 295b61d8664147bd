/* Progress on standard error: a bar on a terminal, a plain line every few seconds elsewhere. */
#include "sim/progress.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Seconds between two lines if standard error is not a terminal. */
enum { EVERY = 5 };

/* Monotonic: setting the time of day during a run changes nothing. */
static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The first line comes after the usual wait, so short runs say nothing. `games_a_deal` is of all
 * ranks together, as is what is shown. */
void progress_open(struct sim_progress *p, int quiet, int64_t games_a_deal)
{
    memset(p, 0, sizeof *p);
    p->quiet = quiet;
    p->terminal = isatty(STDERR_FILENO);
    p->began = p->said = seconds();
    p->games_a_deal = games_a_deal;
}

/* The time left, in units that people plan with. */
static void put_span(char *buf, size_t size, double left)
{
    long s = (long)(left + 0.5);
    if (s < 120)
        snprintf(buf, size, "%ld s", s);
    else if (s < 7200)
        snprintf(buf, size, "%ld min", (s + 30) / 60);
    else
        snprintf(buf, size, "%ld h %ld min", s / 3600, s % 3600 / 60);
}

/* The estimate assumes that the rest is as fast as what was played now. `before` deals were played
 * in an earlier run and took none of this one's time. */
static void put_line(char *buf, size_t size, const struct sim_progress *p, int64_t before,
                     int64_t done, int64_t all)
{
    double spent = seconds() - p->began, share = (double)(before + done) / (double)all;
    char left[32] = "?";
    if (done > 0)
        put_span(left, sizeof left, spent * (double)(all - before - done) / (double)done);
    snprintf(buf, size, "%3.0f %%  %lld of %lld games, %.0f games/s, %s left", 100 * share,
             (long long)((before + done) * p->games_a_deal), (long long)(all * p->games_a_deal),
             spent > 0 ? (double)(done * p->games_a_deal) / spent : 0, left);
}

/* Back to the beginning of the line: each bar is written over the last. To standard error, without
 * an end of line. */
static void put_bar(double share)
{
    char bar[21];
    for (int i = 0; i < 20; i++)
        bar[i] = i < (int)(20 * share) ? '#' : '.';
    bar[20] = '\0';
    fprintf(stderr, "\r[%s] ", bar);
}

/* Called often; says something only when it is time. On a terminal the rest of the old line is
 * wiped. Five times a second on a terminal at most. */
void progress_say(struct sim_progress *p, int64_t before, int64_t done, int64_t all)
{
    double now = seconds();
    char line[128];
    if (p->quiet || now - p->said < (p->terminal ? 0.2 : EVERY) || before + done > all)
        return;
    p->said = now;
    put_line(line, sizeof line, p, before, done, all);
    if (p->terminal) {
        put_bar((double)(before + done) / (double)all);
        p->shown = 1;
    }
    fprintf(stderr, p->terminal ? "%s\033[K" : "%s\n", line);
    fflush(stderr);
}

/* Leaves the terminal as it was, for the results. */
void progress_clear(struct sim_progress *p)
{
    if (p->shown)
        fputs("\r\033[K", stderr);
    p->shown = 0;
}

void progress_interrupted(struct sim_progress *p)
{
    progress_clear(p);
    if (!p->quiet)
        fputs("Stopping after the deals in progress; Ctrl-C again drops them.\n", stderr);
}
