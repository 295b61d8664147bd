/* Who hears everything a world's server says, and knows the contract (docs/api.md): every request is answered
 * once, with a status and a code that belong together; every message is what the stored log says it must be,
 * byte for byte, for that viewer, in order, once; nothing is acknowledged that is not stored; tokens are told to
 * their owners only, seeds and salts after the end only.
 *
 * It folds the store's log itself. A broken promise is printed with the text that broke it; then it aborts. */
#ifndef CHARLATAN_TESTS_WITNESS_H
#define CHARLATAN_TESTS_WITNESS_H

#include "tests/puppet/puppet.h"

enum { WITNESS_IDS = 128 };

/* A table as the store has it. */
struct ledger {
    struct ledger *next;
    char id[MATCH_ID + 1];
    struct match match, past; /* all of it; up to some entry */
    uint32_t entries, room;
    struct ledger_entry {
        struct puppet_text body, told[MAX_SEATS + 1]; /* by viewer, spectators last */
        uint8_t kind, seat;
        uint64_t holder[MAX_SEATS]; /* of each seat's token after it, the beginning of its hash */
    } * entry;
};

/* What is known of a socket. */
struct notes {
    char table[MATCH_ID + 1]; /* "" before its hello */
    uint8_t token[MATCH_TOKEN];
    int has_token, viewer, begun; /* begun: something came after the hello */
    int64_t last;                 /* number of the last event it has, or -1 */
    int64_t asked;                /* the question it was told of last, or 0 */
    json_t *ask, *view;
    int bye;
    json_int_t id[WITNESS_IDS]; /* requests without an answer */
    int ids, many;              /* many: more than fit here, so they are not counted any more */
};

struct witness {
    struct puppet *world;
    struct ledger *tables; /* newest first */
    struct secret {
        struct secret *next;
        char hex[65];
        uint8_t never; /* a token's hash */
        uint8_t given; /* a token that its owner has */
        uint8_t said;  /* a client has said it where no token belongs: it may be repeated */
    } * secrets;
    struct done done;
    struct before before;
    uint64_t answers, messages, events;
};

/* Before the world is opened; it listens until the world is closed. */
void witness_open(struct witness *v, struct puppet *w);
void witness_close(struct witness *v);
struct ledger *witness_table(struct witness *v, const char *id); /* or NULL */
/* Everything that fails is mended, time passes, and then everybody must know everything. */
void witness_rest(struct witness *v);
/* The same without mending first. `whole`: bots have had their say. */
void witness_at_rest(struct witness *v);

#endif
