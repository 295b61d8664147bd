/* The server on strings: no sockets, no threads, no clock. hall.c, guests.c, tables.c and the rest run as they
 * are; transport, queue and workers are replaced by what is here, which does nothing until it is told to.
 *
 * A world is one store with one or two nodes over it. Whoever moves it says what happens next: a request, a
 * message, a second that passes, the store doing its work, its answers being delivered, bots thinking. Ids,
 * tokens and seeds come from a number, so a world can be had again.
 *
 * Everything that is answered or sent goes through `hears`; witness.h is one that knows the contract. */
#ifndef CHARLATAN_TESTS_PUPPET_H
#define CHARLATAN_TESTS_PUPPET_H

#include "server/server.h"

enum { PUPPET_NODES = 2 };

struct puppet;

/* An HTTP request; `http` comes first, so that the server's pointer is ours. */
struct puppet_request {
    struct http http;
    struct puppet *world;
    struct puppet_request *next; /* all of a world's, newest first */
    int node, answers, status;
    int noted; /* whoever reads answers has read this one */
    const char *type, *extra;
    char *text; /* the answer, closed by 0; NULL: not yet */
    size_t n;
};

struct puppet_text {
    char *at;
    size_t n;
};

/* A WebSocket; `peer` comes first. */
struct puppet_socket {
    struct peer peer;
    struct puppet *world;
    struct puppet_socket *next; /* newest first */
    int node, number;
    int open, paused, cut; /* cut: it did not read, and was closed without a word */
    uint32_t unread;
    struct puppet_text *heard; /* what it was sent, while the world keeps it */
    uint32_t heard_n, heard_room;
    void *notes; /* the witness's */
};

/* Who listens. Each may be NULL. */
struct puppet_hears {
    void *arg;
    void (*asked)(void *arg, struct puppet_request *r);
    void (*answered)(void *arg, struct puppet_request *r);
    void (*opened)(void *arg, struct puppet_socket *s);
    void (*said)(void *arg, struct puppet_socket *s, const char *text, size_t n);
    void (*sent)(void *arg, struct puppet_socket *s, const char *text, size_t n);
    void (*closed)(void *arg, struct puppet_socket *s);
    void (*stored)(void *arg, const char *table);
    void (*drew)(void *arg, const uint8_t *bytes, size_t n); /* random bytes were given out */
};

struct puppet_node {
    struct puppet *world;
    int number;
    struct server *server;
    int deaf;             /* it does not hear of what others store */
    int fail, fail_reads; /* so many transactions, or reads, will fail */
    int alone;            /* every append is a transaction by itself */
    int lose;             /* so many will be stored, and be said to have failed */
};

struct puppet {
    struct store *store;
    struct puppet_node node[PUPPET_NODES];
    int nodes;
    int64_t now, pinged;
    uint64_t luck, bot_luck;
    int bots_left; /* answers bots may still give */
    int keeps;     /* sockets keep what they heard */
    struct puppet_request *requests;
    struct puppet_socket *sockets;
    int sockets_n;
    struct puppet_hears hears;
    /* Changes what is sent, for tests that plant a leak. NULL: nothing. */
    void (*tamper)(struct puppet_socket *s, struct writer *w);
};

/* Says what is wrong and aborts. */
void puppet_promise(int kept, const char *what);

/* ---- worlds ---- */

void puppet_open(struct puppet *w, int nodes, uint64_t seed);
/* What the store has not worked off is lost, as in a crash. */
void puppet_close(struct puppet *w);
/* The node dies and a new one takes its place; its sockets and requests are gone. */
void puppet_restart(struct puppet *w, int node);

/* ---- what happens ---- */

struct puppet_request *puppet_ask(struct puppet *w, int node, const char *method, const char *path,
                                  const char *token, const char *body, size_t n);
struct puppet_socket *puppet_dial(struct puppet *w, int node, const char *address);
void puppet_say(struct puppet_socket *s, const char *text, size_t n);
void puppet_hang_up(struct puppet_socket *s);
void puppet_pass(struct puppet *w, int64_t ms); /* time; each node ticks once */
/* Each 1 where something was done: the store works off what is queued; its answers reach the node; bots think. */
int puppet_store_works(struct puppet *w, int node);
int puppet_store_tells(struct puppet *w, int node);
int puppet_bots_think(struct puppet *w, int node);
void puppet_settle(struct puppet *w); /* all of it, until nothing happens any more */

/* ---- for the fakes ---- */

extern struct puppet *puppet_now; /* whose turn it is */
void puppet_enter(struct puppet *w);
uint64_t puppet_random(uint64_t *luck);
void puppet_luck_install(void);
struct transport *puppet_transport_open(struct puppet_node *n);
void puppet_transport_flush(struct puppet *w); /* everybody reads; who was closed is gone */
int puppet_queue_work(struct queue *q);
void puppet_queue_changed(struct queue *q, const char *match, uint32_t entries);
int puppet_workers_think(struct workers *w);

#endif
