/* What a witness answers. A body has a list of requests, and its answer a list in the same order.
 * Everything is written down before an answer is given: the caller begins a transaction, lets
 * several bodies be answered, commits, and only then sends the answers. */
#ifndef CHARLATAN_SERVER_WITNESS_ANSWERS_H
#define CHARLATAN_SERVER_WITNESS_ANSWERS_H

#include "server/http/limits.h"
#include "server/witness/ledger.h"
#include "wire/write.h"

enum {
    /* Requests in one body. */
    WITNESS_BATCH = 128,
    /* Matches in all, and open ones of one address. */
    WITNESS_MATCHES = 1000000,
    WITNESS_MATCHES_OF_ONE = 100000,
    /* Addresses share buckets if they are many. */
    WITNESS_BUCKETS = 4096
};

struct witness {
    struct ledger *ledger;
    uint8_t key[WITNESS_KEY];
    /* Milliseconds since 1970. */
    int64_t now;
    /* 1: addresses are limited. */
    int limits;
    /* The key of the hash by which addresses find their buckets. */
    uint8_t salt[16];
    struct limits_bucket requests[WITNESS_BUCKETS], opens[WITNESS_BUCKETS];
};

/* `ledger` is borrowed. All zeros do not do: call it first. sodium_init must have been called. */
void witness_begin(struct witness *w, struct ledger *ledger, int limits);
/* Writes the answer to a body and returns its HTTP status; -1: the ledger has failed, and nothing
 * may be answered. */
int witness_answer(struct witness *w, const char *address, const char *body, size_t n,
                   struct writer *out);
/* What anybody may read of the witness, and of a match by its commitment (hex digits). */
int witness_tell(struct witness *w, struct writer *out);
int witness_tell_match(struct witness *w, const char *commitment, struct writer *out);

#endif
