/* The server without sockets, threads or a clock, driven by tests step by step. hall.c, guests.c,
 * tables.c, the queue and the rest are those of a server; the host is the one without threads, as
 * in pages (server/alone.h). Nothing is done until a test says so.
 *
 * A world is one store with one or two nodes. The test decides what happens next: a request, a
 * message, a second that passes, the store working, its answers being delivered, bots thinking.
 * Ids, tokens and seeds come from a number, so every world can be repeated.
 *
 * Everything that is answered or sent goes through `hears`. The listener of witness.h checks it
 * against the contract. */
#ifndef CHARLATAN_TESTS_PUPPET_H
#define CHARLATAN_TESTS_PUPPET_H

#include "server/alone.h"

struct store;
struct writer;

enum { PUPPET_NODES = 2 };

struct puppet;

/* An HTTP request. `http` must be the first member, so that the server's pointer is also ours. */
struct puppet_request {
    struct http http;
    struct puppet *world;
    /* The list of all requests of a world, newest first. */
    struct puppet_request *next;
    int node, answers, status;
    /* 1: the test has read the answer. */
    int noted;
    const char *type, *extra;
    /* The answer, ended by NUL; NULL: none yet. */
    char *text;
    size_t n;
};

struct puppet_text {
    char *at;
    size_t n;
};

/* A WebSocket; `self` must be the first member. */
struct puppet_socket {
    struct alone_socket self;
    struct puppet *world;
    /* Newest first. */
    struct puppet_socket *next;
    int node, number;
    /* cut: closed without a message, because it did not read. */
    int open, cut;
    uint32_t unread;
    /* The messages it was sent, if the world keeps them. */
    struct puppet_text *heard;
    uint32_t heard_n, heard_room;
    /* Notes of the witness. */
    void *notes;
};

/* Callbacks of a listener. Each may be NULL. */
struct puppet_hears {
    void *arg;
    void (*asked)(void *arg, struct puppet_request *r);
    void (*answered)(void *arg, struct puppet_request *r);
    void (*opened)(void *arg, struct puppet_socket *s);
    void (*said)(void *arg, struct puppet_socket *s, const char *text, size_t n);
    void (*sent)(void *arg, struct puppet_socket *s, const char *text, size_t n);
    void (*closed)(void *arg, struct puppet_socket *s);
    void (*stored)(void *arg, const char *table);
    /* Called before a bot thinks. */
    void (*bot)(void *arg, const struct bot_job *job);
    /* Called when random bytes were given out. */
    void (*drew)(void *arg, const uint8_t *bytes, size_t n);
};

/* What the witness of a world does: it answers, does not answer at all, or leaves everybody
 * waiting. */
enum witness_state { WITNESS_HERE, WITNESS_DEAF, WITNESS_HANGS };

/* `host` must be the first member. */
struct puppet_node {
    struct alone host;
    struct puppet *world;
    int number;
    struct server *server;
    /* Its handle on the store of the world. */
    struct store *store;
    /* Its line to the witness, or NULL. */
    struct puppet_post *post;
    /* How far the clock of its machine is ahead. */
    int64_t ahead;
    /* 1: it is not told what others store. */
    int deaf;
    /* How many transactions, or reads, will fail. While either fail, probes fail. */
    int fail, fail_reads;
    /* How often it has read what is new at a table. */
    uint32_t looks;
    /* 1: every append is a transaction of its own. */
    int alone;
    /* How many will be stored but reported as failed. */
    int lose;
};

struct puppet {
    struct store *store;
    struct puppet_node node[PUPPET_NODES];
    int nodes;
    int64_t now;
    /* There is a snapshot after so many entries; set it before anything happens. Few, so that all
     * tests use them. */
    uint32_t shot_every;
    /* NULL: this world has no witness. */
    struct puppet_witness *witness;
    enum witness_state witness_away;
    /* Changes what the witness says; may be NULL. */
    void (*says)(char *text);
    /* 1: chores are done only when the test says so, or when the world settles; else as soon as the
     * store has told something. */
    int lazy;
    /* 1: the store has a clock, which is right. */
    int shared;
    uint64_t luck, bot_luck;
    /* How many answers bots may still give. */
    int bots_left;
    /* 0: bots play by rules of thumb, whatever their names are. Else they play as they are, with
     * their own luck, and searches simulate so many games. */
    uint32_t iterations;
    /* How often a program was asked; 1: programs fail. */
    int programs_asked, programs_fail;
    /* 1: bodies do not arrive in time. */
    int slow;
    /* 1: sockets keep the messages they were sent. */
    int keeps;
    struct puppet_request *requests;
    struct puppet_socket *sockets;
    int sockets_n;
    struct puppet_hears hears;
    /* Changes messages before they are sent, for tests that plant a leak; may be NULL. */
    void (*tamper)(struct puppet_socket *s, struct writer *w);
};

/* If the promise is not kept, prints it and aborts. */
void puppet_promise(int kept, const char *what);

/* ---- worlds ---- */

void puppet_open(struct puppet *w, int nodes, uint64_t seed);
/* Requests that the store has not handled are lost, as in a crash. */
void puppet_close(struct puppet *w);
/* The node dies and a new one takes its place; its sockets and requests are gone. */
void puppet_restart(struct puppet *w, int node);

/* ---- what happens ---- */

struct puppet_request *puppet_ask(struct puppet *w, int node, const char *method, const char *path,
                                  const char *token, const char *body, size_t n);
struct puppet_socket *puppet_dial(struct puppet *w, int node, const char *address);
void puppet_say(struct puppet_socket *s, const char *text, size_t n);
void puppet_hang_up(struct puppet_socket *s);
/* Lets time pass; each node ticks once. */
void puppet_pass(struct puppet *w, int64_t ms);
/* The same, but the nodes stand still meanwhile. */
void puppet_freeze(struct puppet *w, int64_t ms);
/* Each returns 1 if something was done: the store handles its queue, its answers reach the node,
 * bots think. */
int puppet_store_works(struct puppet *w, int node);
int puppet_store_tells(struct puppet *w, int node);
int puppet_bots_think(struct puppet *w, int node);
int puppet_chores_done(struct puppet *w, int node);
/* Does all of these until nothing happens any more. */
void puppet_settle(struct puppet *w);

/* ---- the witness (post.c) ---- */

/* From now on the nodes offer a witness. */
void puppet_witness_join(struct puppet *w);
void puppet_witness_close(struct puppet *w);
/* The witness answers what the node has sent; 1 if there was something. puppet_settle does this,
 * too. */
int puppet_witness_works(struct puppet *w, int node);
/* The witness gets what the node has sent, and its answer is lost. */
int puppet_witness_lost(struct puppet *w, int node);
/* What the node has sent and was not answered, or NULL. */
const char *puppet_witness_asked(const struct puppet *w, int node);

/* ---- for the fakes ---- */

/* The world that is running. */
extern struct puppet *puppet_now;
void puppet_enter(struct puppet *w);
uint64_t puppet_random(uint64_t *luck);
/* Bytes from the luck of the world that is running; and the witness draws from it, too. */
void puppet_draw(struct host *host, void *bytes, size_t n);
void puppet_luck_install(void);
extern const struct alone_ways puppet_ways;
/* Everybody reads; closed sockets are removed. */
void puppet_transport_flush(struct puppet *w);
struct store *puppet_store_open(struct puppet_node *n);
/* The node is told that others have appended. */
void puppet_store_changed(struct puppet_node *n, const char *match, uint32_t entries);
/* A bot that has thought, and is to answer; NULL: none. */
struct bot_job *puppet_thinks(struct puppet *w, int node);

#endif
