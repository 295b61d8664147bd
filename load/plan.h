/* What `charlatan load` is asked to measure. The load generator knows the server only by
 * docs/api.md, and knows no rules of the games. */
#ifndef CHARLATAN_LOAD_PLAN_H
#define CHARLATAN_LOAD_PLAN_H

#include "wire/url.h"

/* The games that people play. */
#define FACE(x) LOAD_##x,
enum load_game {
#include "games/games.def"
    /* All of them, table by table. */
    LOAD_MIXED
};
/* As --game calls them: options.c. */
extern const char *const load_game_names[];

/* As the options gave it. */
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

/* 0; or -1 with the exit status in *status if there is nothing to measure. */
int load_read_options(struct load_plan *p, int argc, char **argv, int *status);
/* Raises RLIMIT_NOFILE; -1 if that is not enough, with a message on standard error. */
int load_read_limits(const struct load_plan *p);

#endif
