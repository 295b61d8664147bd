/* The keys of seats, and the links that lead to them (keys.c).
 *
 * Each request makes the entry `e` for match_take and returns 0, or -1 with `why`; it changes
 * nothing. */
#ifndef CHARLATAN_MATCH_KEYS_H
#define CHARLATAN_MATCH_KEYS_H

#include "match/seat.h"

struct entry;
struct match;
struct refusal;

/* How many links and further devices a seat may have at a time, and in all. */
enum { KEYS_MOST = 8, KEYS_EVER = 64 };

enum key_kind {
    /* The token with which the seat was taken. */
    SEAT_KEY_FIRST,
    /* The key of a further device. */
    SEAT_KEY_DEVICE,
    /* A link, which gives one device a key of its own. */
    SEAT_KEY_LINK
};

/* A key of a seat, or a link to it (keys.c). */
struct match_key {
    uint8_t seat, kind;
    /* Its number among the keys and links of the seat; the first key has 0. */
    uint8_t id;
    /* 1: a link that was used. */
    uint8_t used;
    /* The hash of the secret. */
    uint8_t token[MATCH_TOKEN];
    /* The entry that made it; 0: the founding. */
    uint32_t n;
    /* The entry with which it was used or revoked; 0: it can be used. */
    uint32_t ended;
    /* When it was made, and when it ended. */
    int64_t at, ended_at;
};

/* The seat that this token opens, or -1; takes the same time whatever the token is. */
int match_seat_of(const struct match *m, const uint8_t token[MATCH_TOKEN]);
/* Finds the key or link with this hash, even if it was used or revoked. Returns 0 if there is
 * none; takes the same time whatever the hash is. */
int match_key_of(const struct match *m, const uint8_t token[MATCH_TOKEN], struct match_key *key);
/* The keys and links of a seat, the first key included. Returns how many there are. */
uint32_t match_keys(const struct match *m, int seat, struct match_key key[KEYS_EVER + 1]);

/* Makes a link to a seat; `token` is the hash of its secret. */
int match_may_link(const struct match *m, int seat, const uint8_t token[MATCH_TOKEN], int64_t now,
                   struct entry *e, struct refusal *why);
/* Uses the link whose secret has this hash: `token` becomes a key of its seat. */
int match_may_open(const struct match *m, const uint8_t link[MATCH_TOKEN],
                   const uint8_t token[MATCH_TOKEN], int64_t now, struct entry *e,
                   struct refusal *why);
/* Revokes a key or link of a seat by its id; with `but`, all others. `own` is the key of the
 * device that asks for it, which stays. */
int match_may_revoke(const struct match *m, const struct match_key *own, uint32_t id, int but,
                     int64_t now, struct entry *e, struct refusal *why);

#endif
