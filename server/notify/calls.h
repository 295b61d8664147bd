/* Telling people that it is their turn: who is told, when and in which words (calls.c), and how the
 * messages leave this process (a messenger; courier.h is the real one). The loop's part knows no
 * network. */
#ifndef CHARLATAN_SERVER_NOTIFY_CALLS_H
#define CHARLATAN_SERVER_NOTIFY_CALLS_H

#include "match/match.h"
#include "server/notify/destinations.h"
#include "server/notify/push_seal.h"
#include "wire/url.h"

struct http;
struct server;
struct table;

enum {
    /* Devices of a seat that are told. */
    CALLS_DEVICES = 8,
    /* How often a message is sent at most, at longer and longer intervals. */
    CALLS_TRIES = 4,
    /* Messages that wait at most, in all. */
    CALLS_MOST = 4096,
    /* The link in a message, with the zero at its end. */
    CALLS_LINK = 220,
    /* Texts beside the log of a match: one a seat, and one for the hook (store.h). */
    CALLS_AT = 0x43414c00,
    CALLS_HOOK = MAX_SEATS
};

/* How a message is sent: sealed, for one browser; as text with headers; as the JSON that Discord
 * and Slack expect. The numbers are in the store, so new ones go to the end. */
enum call_shape { CALL_PUSH, CALL_NTFY, CALL_DISCORD, CALL_SLACK };

/* A message on its way. */
struct call_parcel {
    struct call_parcel *next;
    enum call_shape shape;
    char url[URL_MOST];
    /* For a browser. */
    uint8_t point[PUSH_POINT], auth[PUSH_AUTH];
    /* What it says: JSON, or plain text with a title and a link. */
    char text[PUSH_TEXT], title[80], link[CALLS_LINK];
    /* What for: */
    char table[MATCH_ID + 1];
    int seat;
    /* The turn; or, for a channel, the seats, as bits. */
    uint32_t turn, seats;
    int tries;
    /* When it is tried again, by the server's time. */
    int64_t again;
    /* What came of it: the status; 0: nobody answered; -1: it may not go there. */
    int status;
};

/* Functions are called on the loop's thread and never wait. Parcels that it was given come back
 * through `take`, but for those it has when it is closed, which it frees. */
struct call_messenger {
    /* Takes the parcel over; `take` gives it back when it was delivered or could not be. */
    void (*send)(struct call_messenger *m, struct call_parcel *p);
    struct call_parcel *(*take)(struct call_messenger *m);
    void (*close)(struct call_messenger *m);
    /* The key that browsers subscribe with, or "": no messages to browsers. */
    char key[PUSH_BASE64_POINT + 1];
    /* The hosts that messages may go to, by name; each ends with NULL. */
    const char *const *push_hosts, *const *hook_hosts;
    /* For tests: to this machine, also without TLS. */
    int local;
};

/* ---- calls.c: when somebody is told ---- */

/* When somebody at this table is to be told; INT64_MAX: nobody. */
int64_t calls_due(const struct table *t);
/* Tells those who are to be told now. */
void calls_go_on(struct table *t);
/* Called when the entry is stored that says who is told. */
void calls_send(struct table *t, uint32_t seats);
/* Called after each entry: forgets what was kept for people who have left, and after the end. */
void calls_changed(struct table *t, uint8_t wanted, int phase);
/* Takes back what the messenger has delivered, or could not deliver. */
void calls_take(struct server *s);
/* Tries again what is due. Call it with every tick. */
void calls_tick(struct server *s);
/* Closes the messenger; what waits is lost. */
void calls_close(struct server *s);

/* ---- subscriptions.c: requests ---- */

/* POST /api/tables/ID/push, quiet and hook: who is told of turns, and where. Each answers once its
 * list is stored. */
void hall_push(struct server *s, struct http *h, struct table *t, const json_t *body);
void hall_quiet(struct server *s, struct http *h, struct table *t, const json_t *body);
void hall_hook(struct server *s, struct http *h, struct table *t, const json_t *body);
/* Forgets a device that is gone. */
void calls_drop(struct server *s, const char *table, int seat, const char *endpoint);

/* ---- words.c: what is said ---- */

/* Fills in text, title and link of a parcel. `seats` are those whose turn it is; `lang` is "en" or
 * "de". */
void call_words_push(struct call_parcel *p, const struct match *m, int seat, const char *lang,
                     int64_t now);
void call_words_hook(struct call_parcel *p, const struct match *m, uint32_t seats,
                     const char *lang);

#endif
