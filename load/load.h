/* What the rooms of `charlatan load` share: the plan, what a phase measured, and what was found out in all.
 * The generator knows the server by docs/api.md alone, and nothing of the games. */
#ifndef CHARLATAN_LOAD_LOAD_H
#define CHARLATAN_LOAD_LOAD_H

#include <stdio.h>

#include "load/histogram.h"
#include "load/link.h"

enum load_game { LOAD_ARCANE, LOAD_QUACKS, LOAD_MIXED };

struct load_plan {
    int tables, seats, game;
    int club, most;         /* phases: at a rate, and as many as go */
    double rate;            /* actions a second of the first */
    int window;             /* actions under way at once in the second */
    double seconds;         /* of each phase */
    int play, echo;         /* the server, the echo */
    int no_echo, echo_only; /* the options that say so */
    int serve_echo;         /* the port to echo on, which is all there is to do then; 0: none */
    int bytes;              /* of a message of the echo; 0: as many as in play */
    int hour;               /* phases again and again, with a line a minute */
    int pid;                /* of a server that we did not start; 0: unknown */
    const char *url;        /* NULL: our own server */
    const char *db;         /* for our own server; NULL: a file in a temporary folder */
    const char *json;       /* where results go as JSON; NULL: nowhere */
    char host[32];
    int port;
    int quiet;
};

/* One phase, without its warm-up. */
struct figures {
    double seconds;
    uint64_t due, sent, oks, noes, lost; /* lost: sockets that the server closed */
    uint64_t games, events, event_bytes, event_most;
    struct histogram ok, all,
        late; /* from send to ok; to the last seat's event; due but not yet sent */
    struct net_count net;
    double cpu, own, busy; /* CPU-seconds of the server (< 0: not known), of this program, of all */
    char complaint[200];
};

/* Memory of the server in bytes; -1: not known. */
struct memory {
    int64_t fresh, founded, idle,
        end; /* resident: nothing yet, tables founded, seats connected, at the end */
    int64_t own_fresh, own_idle, own_end; /* what it says that its own code holds */
};

struct echo_figures {
    int done, sockets;
    size_t size; /* of a message */
    double seconds, cpu, own, busy;
    uint64_t messages; /* both ways */
    struct histogram back;
};

struct minute {
    double at;
    double actions, p50, p99; /* a second; ms */
    int64_t resident, own;
};

enum { MINUTES = 128 };

struct results {
    struct figures club, most;
    double founding; /* seconds */
    struct memory memory;
    struct echo_figures echo;
    struct minute minute[MINUTES];
    int minutes, interrupted;
    char failure[300]; /* why it did not go on; "" where it did */
};

/* ---- options.c ---- */

/* 0, or -1 with the exit status in *status, where there is nothing to measure. */
int load_read_options(struct load_plan *p, int argc, char **argv, int *status);
int load_read_limits(const struct load_plan *p); /* raises RLIMIT_NOFILE; -1 and said why not */

/* ---- run.c, echo_run.c: 0, or -1 with the reason in r->failure ---- */

int load_run(struct load_plan *p, struct results *r);
int load_run_echo(const struct load_plan *p, struct results *r);

/* ---- watch.c ---- */

/* Ctrl-C, the pulse of a second, and the line of progress. */
struct watch {
    struct source source;
    int signals;
    int stop; /* somebody pressed Ctrl-C */
    int quiet, terminal;
    int64_t pulse;
};

int watch_open(struct watch *w, struct net *n, int quiet);
void watch_close(struct watch *w);
int watch_pulse(struct watch *w, int64_t now); /* 1 once a second */
void watch_say(struct watch *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
void watch_hush(struct watch *w); /* takes the line away */

/* ---- echo.c ---- */

int load_serve_echo(int port); /* the bare echo; returns an exit status */

/* ---- report.c, report_json.c ---- */

void load_report(const struct load_plan *p, const struct results *r, FILE *to);
/* The line of one minute of --hour, written out at once. */
void load_report_minute(const struct minute *m, FILE *to);
int load_report_json(const struct load_plan *p, const struct results *r, const char *path);

/* Messages, both ways, for each CPU-second of the server; 0: not known. */
double load_per_cpu(const struct figures *f);
double load_echo_per_cpu(const struct echo_figures *e);
double load_ratio(const struct results *r); /* of the server's to the echo's */

#endif
