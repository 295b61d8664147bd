/* The people: tables founded over HTTP, a socket for each seat, answers sent and what comes back. A seat's
 * number is also its link's: table * seats + seat. */
#ifndef CHARLATAN_LOAD_CROWD_H
#define CHARLATAN_LOAD_CROWD_H

#include "load/http.h"
#include "load/load.h"

enum { CROWD_SEATS = 6, CROWD_ID = 32, CROWD_TOKEN = 64, CROWD_ACTION = 96, CROWD_HEARD = 16 };

struct crowd_seat {
    char token[CROWD_TOKEN + 1];
    uint8_t open;              /* it has been asked something that it has not answered */
    char action[CROWD_ACTION]; /* the answer chosen for that question */
    uint32_t question;         /* its number */
    uint32_t request;          /* id of the answer under way; 0: none */
    int64_t sent;              /* when that was */
    int ready; /* place in the crowd's list of seats that could answer; -1: not in it */
};

/* An entry on its way to all seats of a table. */
struct crowd_heard {
    uint32_t n;
    uint8_t seats; /* that know it */
    int64_t since; /* when its answer was sent; 0: not known */
};

struct crowd_table {
    char id[CROWD_ID + 1];
    uint8_t game, here, over; /* here: seats that have their snapshot */
    struct crowd_heard heard[CROWD_HEARD];
};

struct crowd {
    const struct load_plan *plan;
    struct net net;
    struct http http;
    struct crowd_table *table;
    struct crowd_seat *seat;
    int seats;             /* in all */
    int *ready, ready_n;   /* seats with a question and no answer under way */
    int *wanted, wanted_n; /* links to be opened */
    int founded, here, under_way;
    uint32_t requests;
    int counting; /* figures are kept: not while warming up */
    struct figures *f;
    int64_t own; /* the last of charlatan_memory_bytes, -1 */
    int asked_metrics;
    char failure[300];
};

int crowd_open(struct crowd *c, const struct load_plan *p);
void crowd_close(struct crowd *c);

void crowd_found(struct crowd *c); /* asks for all tables; they are there when founded == tables */
void crowd_connect(struct crowd *c);     /* wants all links; they are there when here == seats */
void crowd_open_wanted(struct crowd *c); /* opens some of those that are wanted */
void crowd_again(struct crowd *c, int table); /* the game is over: the same people meet once more */
void crowd_ask_metrics(struct crowd *c);
void crowd_fail(struct crowd *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- play.c ---- */

extern const struct net_calls crowd_calls;

/* One seat that could answer does; 0 where there is none. */
int crowd_send(struct crowd *c);
void crowd_forget(struct crowd *c, int seat); /* its question and what is under way */

#endif
