/* What the files of this folder share: the server of a page. Its tables, guests and requests are
 * the server's own code (server/), on a host without threads (server/alone.h); here is what that
 * host has of a page.
 *
 * Everything happens in turns. The page calls in (hall.c), the server's code runs, and what it has
 * for the page goes out by the imports below. They must not call back in: what they bring is
 * answered in a later turn. */
#ifndef CHARLATAN_WASM_HALL_INSIDE_H
#define CHARLATAN_WASM_HALL_INSIDE_H

#include "server/alone.h"
#include "wasm/thinking.h"

#define HOST(name) __attribute__((import_module("host"), import_name(#name)))

/* The answer to a request. */
HOST(answer)
void host_answer(uint32_t request, int status, const char *type, size_t type_n, const char *text,
                 size_t n);
/* A message to a socket; and its end. */
HOST(send) void host_send(uint32_t socket, const char *text, size_t n);
HOST(closed) void host_closed(uint32_t socket);
/* A request to the store, as JSON (store.c). There is one at a time. */
HOST(store) void host_store(const char *text, size_t n);
/* A bot has to think: who it is, for how long, and a struct thinking. */
HOST(think)
void host_think(uint32_t job, const char *table, size_t table_n, uint32_t seat, const char *bot,
                size_t bot_n, uint32_t ms, const struct thinking *what, size_t n);
/* Fills in random bytes (crypto.getRandomValues). */
HOST(random) void host_random(void *bytes, size_t n);
/* What an operator would read in the log. */
HOST(log) void host_log(int level, const char *text, size_t n);
/* Milliseconds: since 1970, and by a clock that is never set. */
HOST(wall) double host_wall(void);
HOST(steady) double host_steady(void);

/* One of each in a module (hall.c); a page with two servers would need two modules. */
extern struct server page_server;
extern struct alone page;

/* ---- transport.c ---- */

/* How answers and messages leave; clocks and randomness. */
extern const struct alone_ways page_ways;
/* A request: a method, a path, a token and a body, each but the last ended by a newline. There is
 * room for a NUL behind it. */
void page_request(uint32_t id, char *text, size_t n);
/* Sockets are known by the page's numbers. Opening may be refused, and then host_closed is called
 * at once; the others ignore numbers that are not open. */
void page_socket_open(uint32_t number);
void page_socket_say(uint32_t number, const char *text, size_t n);
void page_socket_close(uint32_t number);

/* ---- store.c ---- */

/* Sends what is next to the store, unless it is busy. Returns 1 if something was answered at
 * once. */
int page_store_pump(struct queue *q);
/* What the store has answered, or what others have appended. */
void page_store_answered(struct queue *q, const char *text, size_t n);
void page_store_changed(struct queue *q, const char *match, uint32_t entries);

/* ---- bots.c ---- */

/* Sends bots that have to think to the page. */
void page_bots_pump(void);
/* The answer of a bot. `used`: for how long it thought. */
void page_bot_answered(uint32_t job, int answer, uint32_t used, int hurried);

#endif
