/* Guests, the sockets at tables (guests.c). */
#ifndef CHARLATAN_SERVER_PEOPLE_GUESTS_H
#define CHARLATAN_SERVER_PEOPLE_GUESTS_H

#include <jansson.h>

#include "engine/refusal.h"
#include "match/seat.h"
#include "server/http/limits.h"

struct guest_answer;
struct guest_request;
struct peer;
struct server;
struct table;

enum {
    /* Sockets at one table. */
    TABLE_PEERS = 64,
    /* A guest that missed more events gets a snapshot instead. */
    RESUME_MOST = 500,
    HELLO_WITHIN_MS = 10000
};

/* A socket at the server. It is at no table before its hello. */
struct guest {
    struct server *server;
    struct peer *peer;
    struct table *table;
    /* The next guest at the same table. */
    struct guest *next;
    /* A seat or SPECTATOR. */
    int viewer;
    /* The hash of its token, if it has a seat. */
    uint8_t token[MATCH_TOKEN];
    /* How many entries there were when the token was checked. */
    uint32_t verified;
    /* It gets events as they come; if not, it is catching up. */
    uint8_t live;
    /* Subscribed to presence; presence sent. */
    uint8_t people, people_told;
    /* It is counted for its address. */
    uint8_t counted;
    /* When it came. */
    int64_t since;
    /* The number of the last event that it has; -1: none. */
    int64_t sent;
    /* The number of the last question it was sent. */
    uint32_t asked;
    /* What it sent was refused while entries were on their way to the store, or while the table was
     * read again. */
    uint8_t refused;
    /* Oks that it gets once it has the events before them. */
    struct guest_answer *owed;
    /* What the store is doing for it, or NULL. */
    struct guest_request *errand;
    struct limits_bucket messages;
    /* Links among the guests that have not said hello. */
    struct guest *newcomer_next, **newcomer_at;
    /* Links among the guests that have sent too much. */
    struct guest *paused_next, **paused_at;
};

/* ---- what a host calls: functions of a struct transport_app, whose `arg` is the server ---- */

/* Whether this address may open a socket: 0, or -1 if not. */
int guest_admit(void *server, const char *address);
/* Makes the guest of a peer that was admitted. It lives until guest_closed. */
void guest_opened(void *server, struct peer *p);
/* Carries out what the guest asks, or refuses it. The text stays the caller's. */
void guest_message(void *server, struct peer *p, const char *text, size_t n);
/* A ping or a pong came. It counts as a message. */
void guest_control(void *server, struct peer *p);
/* Once for every peer; frees its guest. What that has asked for goes on without it. */
void guest_closed(void *server, struct peer *p);
/* Closes sockets without a hello, and reads again from those that had sent too much. */
void guests_tick(struct server *s);

/* ---- what tables call ---- */

/* Carries out a message that was kept. */
void guest_again(struct guest *g, const json_t *message);
/* Sends the open question, once. It must belong to a stored entry. */
void guest_tell_ask(struct guest *g);
/* Sends what the guest has missed, from the store; until then it gets no events. */
void guest_catch_up(struct guest *g);
/* Sends everything anew, whatever the guest has. */
void guest_anew(struct guest *g);
/* Sends an ok for a stored entry: now, or once the guest has its event. */
void guest_ok(struct guest *g, long long id, uint32_t n);
/* Notes that event n was sent to the guest. */
void guest_has(struct guest *g, uint32_t n);
/* `id` is that of its message, or 0. */
void guest_refuse(struct guest *g, long long id, const struct refusal *why);
/* Removes guests whose seat was taken over by somebody else. */
void guests_shut_out(struct table *t);

#endif
