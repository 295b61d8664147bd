/* The simulated players: they found tables over HTTP, open a socket for each seat, send answers
 * and read what comes back. The number of a seat is also that of its link: table * seats + seat. */
#ifndef CHARLATAN_LOAD_CROWD_H
#define CHARLATAN_LOAD_CROWD_H

#include "load/http.h"
#include "load/link.h"

struct load_figures;
struct load_plan;

enum { CROWD_SEATS = 6, CROWD_ID = 32, CROWD_TOKEN = 64, CROWD_ACTION = 96, CROWD_HEARD = 16 };

struct crowd_seat {
    char token[CROWD_TOKEN + 1];
    /* There is a question that it has not answered. */
    uint8_t open;
    /* The answer chosen for that question. */
    char action[CROWD_ACTION];
    /* The number of that question. */
    uint32_t question;
    /* Id of the answer under way; 0: none. */
    uint32_t request;
    /* When that answer was sent. */
    int64_t sent;
    /* Its index in the crowd's list of seats that could answer; -1: it is not there. */
    int ready;
};

/* An entry on its way to all seats of a table. */
struct crowd_heard {
    uint32_t n;
    /* How many seats have been told. */
    uint8_t seats;
    /* When its answer was sent; 0: not known. */
    int64_t since;
};

struct crowd_table {
    char id[CROWD_ID + 1];
    /* here: how many seats have their snapshot. */
    uint8_t game, here, over;
    struct crowd_heard heard[CROWD_HEARD];
};

struct crowd {
    const struct load_plan *plan;
    struct load_net net;
    struct load_http http;
    struct crowd_table *table;
    struct crowd_seat *seat;
    /* The number of all seats. */
    int seats;
    /* Seats with a question and no answer under way. */
    int *ready, ready_n;
    /* Links that are to be opened. */
    int *wanted, wanted_n;
    /* Tables founded, seats with a snapshot, answers under way. */
    int founded, here, under_way;
    uint32_t requests;
    /* Whether figures are kept; not during the warm-up. */
    int counting;
    struct load_figures *f;
    /* The last value of charlatan_memory_bytes; -1: not known. */
    int64_t own;
    /* A request for the metrics is under way. */
    int asked_metrics;
    /* Why it cannot go on; "" if it can. */
    char failure[300];
};

/* Readies the net and all lists for the plan, which must outlive the crowd. 0, or -1 with the
 * reason in errno. */
int crowd_open(struct crowd *c, const struct load_plan *p);
/* Closes all links and frees what crowd_open made. */
void crowd_close(struct crowd *c);

/* Requests all tables; they are founded when c->founded == plan->tables. */
void crowd_found(struct crowd *c);
/* Requests all links; they are connected when c->here == c->seats. */
void crowd_connect(struct crowd *c);
/* Opens some of the requested links. */
void crowd_open_wanted(struct crowd *c);
/* Requests a rematch, after the end of a game. */
void crowd_again(struct crowd *c, int table);
/* Asks the server for its metrics; c->own gets what it answers. */
void crowd_ask_metrics(struct crowd *c);
/* Notes why it cannot go on. Only the first reason is kept. */
void crowd_fail(struct crowd *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- play.c ---- */

extern const struct load_net_calls crowd_calls;

/* Lets a random seat answer, of those that could; 0 if there is none. */
int crowd_send(struct crowd *c);
/* Drops the seat's question and its answer under way. */
void crowd_forget(struct crowd *c, int seat);

#endif
