/* The command line of `charlatan load`: what is simulated, for how long, against which server. */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "args/args.h"
#include "load/plan.h"

/* Open files that are needed besides the sockets of seats, on either side. */
enum { FILES_BESIDE = 64 };

/* Returns -1 for `return complain(...)`; the exit status is set by the caller. */
static int complain(const char *what, const char *value, const char *instead)
{
    args_complain("load", what, value, instead);
    return -1;
}

/* A number, or "max". --rate chooses one of the two phases: a number the steady one, max the
 * other. */
static const char *read_rate(void *to, const struct arg *row, const char *text)
{
    struct load_plan *p = to;
    p->club = strcmp(text, "max") != 0;
    p->most = !p->club;
    return p->most ? NULL : args_read_number(row, text, &p->rate);
}

/* Names are not looked up: all links go to one address. No TLS and no path either: the links speak
 * plain WebSocket to /ws of the root. */
static const char *read_url(void *to, const struct arg *row, const char *text)
{
    struct url *u = &((struct load_plan *)to)->url;
    struct in_addr at;
    (void)row;
    if (url_read(text, u, NULL) == 0 && !u->tls && !u->path[1] &&
        inet_pton(AF_INET, u->host, &at) == 1)
        return NULL;
    return "give an address and its port: http://127.0.0.1:8080";
}

/* In the order of enum load_game. */
const char *const load_game_names[] = {
#define FACE(x) #x,
#include "games/games.def"
    "mixed", NULL};

static const struct arg options[] = {
    ARGS_NUMBER(ARG_WHOLE, "tables", "N", struct load_plan, tables, 1, 100000,
                "number of tables (default 2000)"),
    ARGS_NUMBER(ARG_WHOLE, "seats", "N", struct load_plan, seats, 2, 6,
                "people at each table, 2 to 6 (default 4)"),
    ARGS_CHOICE("game", "WHICH", struct load_plan, game, load_game_names,
                "arcane, quacks or mixed (default mixed)"),
    ARGS_NUMBER(ARG_REAL, "seconds", "S", struct load_plan, seconds, 0.5, 1e6,
                "length of each phase (default 30), or of --hour (default 3600)"),
    ARGS_CALL("rate", "R", read_rate, 0.1, 1e6,
              "run one phase only, at R actions a second or at max"),
    ARGS_FLAG("hour", struct load_plan, hour,
              "repeat both phases for an hour, and show whether memory grows"),
    ARGS_TEXT("db", "WHERE", struct load_plan, db,
              "storage of the server: a file, postgres://... or memory"),
    ARGS_CALL("url", "URL", read_url, 0, 0,
              "measure this server: http://ADDRESS:PORT, run with --limits off"),
    ARGS_NUMBER(ARG_WHOLE, "pid", "N", struct load_plan, pid, 1, 1 << 22,
                "its process on this machine, to read its CPU and memory"),
    ARGS_FLAG("no-echo", struct load_plan, no_echo, "leave out the echo"),
    ARGS_TEXT("json", "FILE", struct load_plan, json, "also write the results as JSON"),
    ARGS_FLAG("quiet", struct load_plan, quiet, "show no progress on standard error"),
    /* For the echo that this program starts itself. */
    ARGS_NUMBER(ARG_WHOLE, "serve-echo", "PORT", struct load_plan, serve_echo, 1, 65535, NULL),
    {0},
};

static const struct args command_line = {
    .command = "load",
    .head = "Usage: charlatan load [options]\n"
            "\n"
            "Measures how much a server can carry over real sockets: first at a steady\n"
            "rate, then at full speed, then the same with a bare echo server.\n"
            "\n",
    .foot = "\n"
            "Ctrl-C ends with a report (status 130). Status 1: the server failed.\n",
    .column = 17,
    .rows = options,
};

/* Checks what no row can check alone, then sets the defaults that depend on other options: an
 * hour's length, and an action a second for each table. */
static int check(struct load_plan *p)
{
    if (p->url.host[0] && p->db)
        return complain("--db", p->db,
                        "that is for a server that is started here; leave --url or --db out.");
    if (p->pid && !p->url.host[0])
        return complain("--pid", NULL, "that is for a server given with --url.");
    if (p->seconds == 0)
        p->seconds = p->hour ? 3600 : 30;
    if (p->rate == 0)
        p->rate = p->tables;
    return 0;
}

/* *status is set in any case: -1 while there is something to measure. */
int load_read_options(struct load_plan *p, int argc, char **argv, int *status)
{
    char **rest;
    *p = (struct load_plan){.tables = 2000, .seats = 4, .game = LOAD_MIXED, .club = 1, .most = 1};
    *status = args_read(&command_line, argc, argv, p, &rest, NULL);
    if (*status >= 0)
        return -1;
    *status = STATUS_USAGE;
    if (*rest)
        return complain("argument", *rest, "only options are allowed; see --help");
    return check(p);
}

/* The limit is inherited by the server that we start, which needs a descriptor for each seat too.
 * If the limits cannot be read, the measurement is tried. */
int load_read_limits(const struct load_plan *p)
{
    struct rlimit limit;
    unsigned long need = (unsigned long)p->tables * (unsigned long)p->seats + FILES_BESIDE;
    if (getrlimit(RLIMIT_NOFILE, &limit))
        return 0;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (need <= limit.rlim_max)
        return 0;
    fprintf(
        stderr,
        "charlatan load: %d tables with %d seats need %lu open files, and this system allows %lu\n"
        "(ulimit -Hn). Take fewer tables, or raise the hard limit.\n",
        p->tables, p->seats, need, (unsigned long)limit.rlim_max);
    return -1;
}
