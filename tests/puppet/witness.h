/* A witness listens to everything a world's server says and checks it against the contract
 * (docs/api.md). Every request is answered once, with a status and a code that belong together.
 * Every message is byte for byte what the stored log implies for that viewer, in order, once.
 * Nothing is acknowledged that is not stored. Tokens are sent to their owners only, seeds and salts
 * after the end only.
 *
 * It applies the store's log itself. If a promise is broken, it prints the promise and the text
 * that broke it, and aborts. */
#ifndef CHARLATAN_TESTS_WITNESS_H
#define CHARLATAN_TESTS_WITNESS_H

#include "match/keys.h"
#include "match/tell.h"
#include "tests/puppet/puppet.h"

enum { WITNESS_IDS = 128 };

/* A table as the store knows it. */
struct ledger {
    struct ledger *next;
    char id[MATCH_ID + 1];
    /* The whole match, and the match after some earlier entry. */
    struct match match, past;
    uint32_t entries, room;
    struct ledger_entry {
        /* By viewer, spectators last. */
        struct puppet_text body, told[MAX_SEATS + 1];
        uint8_t kind, seat;
        /* The beginnings of the hashes of the tokens that open each seat after the entry. */
        uint64_t holder[MAX_SEATS][KEYS_MOST + 1];
    } * entry;
};

/* What the witness knows about a socket. */
struct notes {
    /* "" before its hello. */
    char table[MATCH_ID + 1];
    uint8_t token[MATCH_TOKEN];
    /* begun: a message came after the hello. */
    int has_token, viewer, begun;
    /* It asked to be told of people. */
    int people;
    /* The number of the last event it has, or -1. */
    int64_t last;
    /* The number of the last question it was told, or 0. */
    int64_t asked;
    /* It was refused something since. */
    int refused;
    json_t *ask, *view;
    int bye;
    /* Requests without an answer. */
    json_int_t id[WITNESS_IDS];
    /* many: more than fit here, so they are no longer tracked. */
    int ids, many;
};

struct witness {
    struct puppet *world;
    /* Newest first. */
    struct ledger *tables;
    struct secret {
        struct secret *next;
        char hex[65];
        /* A token's hash, which must never be sent. */
        uint8_t never;
        /* A token that its owner was given. */
        uint8_t given;
        /* A client has sent it where no token belongs, so it may be repeated. */
        uint8_t said;
    } * secrets;
    struct session_done done;
    struct tell_before before;
    uint64_t answers, messages, events;
};

/* Must be called before the world is opened; it listens until the world is closed. */
void witness_open(struct witness *v, struct puppet *w);
void witness_close(struct witness *v);
/* Returns NULL if there is no such table. */
struct ledger *witness_table(struct witness *v, const char *id);
/* Ends all failures, lets time pass, and checks that everybody knows everything. */
void witness_rest(struct witness *v);
/* The same without ending the failures first. */
void witness_at_rest(struct witness *v);

#endif
