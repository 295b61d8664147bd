/* Web Push: messages that only one browser can read (RFC 8291, in the form of RFC 8188), and proof
 * of who sends them (RFC 8292). Curves and ciphers are OpenSSL's. */
#ifndef CHARLATAN_SERVER_NOTIFY_PUSH_SEAL_H
#define CHARLATAN_SERVER_NOTIFY_PUSH_SEAL_H

#include <stddef.h>
#include <stdint.h>

enum {
    /* A point of P-256, and a number below its order. */
    PUSH_POINT = 65,
    PUSH_SECRET = 32,
    PUSH_AUTH = 16,
    PUSH_SALT = 16,
    /* What a message may have, and how much longer it is when it is sealed: head, end and tag. */
    PUSH_TEXT = 2048,
    PUSH_MORE = 21 + PUSH_POINT + 1 + 16,
    /* The most bytes of a proof. */
    PUSH_PROOF = 1024
};

/* A pair of keys. */
struct push_pair {
    uint8_t secret[PUSH_SECRET], point[PUSH_POINT];
};

/* 0; or -1 if OpenSSL fails. */
int push_pair_make(struct push_pair *p);
/* Fills in the point; -1 if the secret is none. */
int push_pair_of(struct push_pair *p);
/* Whether the bytes are a point of the curve: a browser may have sent anything. */
int push_point_is(const uint8_t point[PUSH_POINT]);

/* Seals a text for the browser whose point and auth these are; `own` and `salt` are for this
 * message alone. `to` has room for n + PUSH_MORE bytes. Returns how many were written, or -1. */
int push_seal(const uint8_t point[PUSH_POINT], const uint8_t auth[PUSH_AUTH],
              const struct push_pair *own, const uint8_t salt[PUSH_SALT], const uint8_t *text,
              size_t n, uint8_t *to);
/* RFC 8188 alone, with one record: the key may have any length, the name of the key at most 255. */
int push_encode(const uint8_t *key, size_t key_n, const uint8_t salt[PUSH_SALT],
                const uint8_t *name, size_t name_n, const uint8_t *text, size_t n, uint8_t *to);

/* The value of the header Authorization, for a push service at this origin ("https://host"), until
 * then (in seconds), by this contact ("mailto:…" or "https:…"). 0, or -1. */
int push_proof(const struct push_pair *own, const char *origin, int64_t until, const char *contact,
               char to[PUSH_PROOF]);

/* Base64url without padding. `to` has room for four bytes more than four thirds of n. Reading
 * returns the number of bytes, or -1 if it is no such text or has more than `most`. */
enum { PUSH_BASE64_POINT = 88 };
void push_base64(const uint8_t *bytes, size_t n, char *to);
int push_base64_read(const char *text, uint8_t *to, size_t most);

#endif
