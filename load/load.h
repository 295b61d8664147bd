/* The types that the files of `charlatan load` share: the plan, the figures of a phase, the
 * results. The load generator knows the server only by docs/api.md, and knows no rules of the
 * games. */
#ifndef CHARLATAN_LOAD_LOAD_H
#define CHARLATAN_LOAD_LOAD_H

#include <stdio.h>

#include "load/histogram.h"
#include "load/link.h"

/* The games that people play. */
#define FACE(x) LOAD_##x,
enum load_game {
#include "games/games.def"
    /* All of them, table by table. */
    LOAD_MIXED
};
/* As --game calls them: options.c. */
extern const char *const load_game_names[];

/* How many answers may wait for their ok at full speed. */
enum { LOAD_WINDOW = 64 };

struct load_plan {
    int tables, seats, game;
    /* Which phases to run: at a steady rate, and at full speed. */
    int club, most;
    /* Actions a second in the first phase. */
    double rate;
    /* Length of each phase. */
    double seconds;
    /* The option --no-echo. */
    int no_echo;
    /* The port of --serve-echo, which only runs the echo; 0: not given. */
    int serve_echo;
    /* Repeat the phases, and print a line a minute. */
    int hour;
    /* The process of a server that we did not start; 0: not known. */
    int pid;
    /* The server to measure; host "": start one. */
    struct url url;
    /* Storage of the server we start; NULL: a file in a temporary folder. */
    const char *db;
    /* The file for results as JSON; NULL: none. */
    const char *json;
    int quiet;
};

/* The figures of one phase, without its warm-up. */
struct load_figures {
    double seconds;
    /* Actions that were due, sent, accepted, refused; sockets that the server closed. */
    uint64_t due, sent, oks, noes, lost;
    uint64_t games, event_bytes;
    /* The sizes of the events, in bytes. */
    struct histogram event;
    /* Times from sending an answer to its ok, and to the last seat's event; how late we sent it. */
    struct histogram ok, all, late;
    struct load_net_count net;
    /* CPU-seconds of the server (< 0: not known), of this program, of all programs. */
    double cpu, own, busy;
    /* The first refusal, as the server sent it. */
    char complaint[200];
};

/* Memory of the server in bytes; -1: not known. */
struct load_memory {
    /* Resident: without tables, with tables, with all seats connected, at the end. */
    int64_t fresh, founded, idle, end;
    /* The memory of its own code, as the server reports it (charlatan_memory_bytes). */
    int64_t own_fresh, own_idle, own_end;
};

struct load_echo {
    int done, sockets;
    /* Length of a message. */
    size_t size;
    double seconds, cpu, own, busy;
    /* Messages in both directions. */
    uint64_t messages;
    struct histogram back;
};

/* A line of --hour. */
struct load_minute {
    double at;
    /* Actions a second; milliseconds. */
    double actions, p50, p99;
    int64_t resident, own;
};

enum { MINUTES = 128 };

struct load_results {
    struct load_figures club, most;
    /* Seconds it took to found all tables; 0: they were not all founded. */
    double founding;
    struct load_memory memory;
    struct load_echo echo;
    struct load_minute minute[MINUTES];
    int minutes, interrupted;
    /* Why the measurement failed; "" if it did not. */
    char failure[300];
};

/* ---- options.c ---- */

/* 0; or -1 with the exit status in *status if there is nothing to measure. */
int load_read_options(struct load_plan *p, int argc, char **argv, int *status);
/* Raises RLIMIT_NOFILE; -1 if that is not enough, with a message on standard error. */
int load_read_limits(const struct load_plan *p);

/* ---- run.c, echo_run.c: 0, or -1 with the reason in r->failure ---- */

int load_run(struct load_plan *p, struct load_results *r);
int load_run_echo(const struct load_plan *p, struct load_results *r);

/* ---- watch.c ---- */

/* Ctrl-C, a pulse once a second, and the progress line on standard error. */
struct load_watch {
    struct epoll_source source;
    int signals;
    /* Somebody pressed Ctrl-C. */
    int stop;
    int quiet, terminal;
    int64_t pulse;
};

int watch_open(struct load_watch *w, struct load_net *n, int quiet);
void watch_close(struct load_watch *w);
/* Returns 1 once a second, else 0. */
int watch_pulse(struct load_watch *w, int64_t now);
void watch_say(struct load_watch *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Removes the progress line. */
void watch_hush(struct load_watch *w);

/* ---- echo.c ---- */

/* Runs the bare echo server; returns an exit status. */
int load_serve_echo(int port);

/* ---- report.c, report_json.c ---- */

void load_report(const struct load_plan *p, const struct load_results *r, FILE *to);
/* The line of one minute of --hour, written out at once. */
void load_report_minute(const struct load_minute *m, FILE *to);
int load_report_json(const struct load_plan *p, const struct load_results *r, const char *path);

/* Messages in both directions for each CPU-second of the server; 0: not known. */
double load_per_cpu(const struct load_figures *f);
double load_echo_per_cpu(const struct load_echo *e);
/* Messages a CPU-second of the server, divided by those of the echo. */
double load_ratio(const struct load_results *r);

#endif
