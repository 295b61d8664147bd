/* Asks the witness: what tables and foundings want of it waits here, is sent in one body as soon as
 * the last one was answered, and is sent again until there is an answer. */
#ifndef CHARLATAN_SERVER_WITNESS_INQUIRIES_H
#define CHARLATAN_SERVER_WITNESS_INQUIRIES_H

#include <jansson.h>

#include "match/witness.h"
#include "server/witness/post.h"

enum {
    /* Requests in one body; foundings that may wait; how long one waits for the witness. */
    INQUIRY_BATCH = 100,
    INQUIRY_FOUNDINGS = 256,
    INQUIRY_FOUNDING_MS = 10000,
    /* The times between two attempts. */
    INQUIRY_RETRY_MS = 250,
    INQUIRY_RETRY_MOST_MS = 30000,
    /* A table that the witness has refused something is tried again after this time. */
    INQUIRY_REFUSED_MS = 60000
};

/* After this time without an answer a table is closed, and a game that is over stays unsealed. */
#define INQUIRY_GIVES_UP_MS (INT64_C(30) * 86400000)

struct inquiries;
struct match_founding;
struct refusal;
struct entry_reply;
struct server;
struct table;
struct witness_opening;
struct witness_seal;

/* `post` is theirs from now on. */
struct inquiries *inquiries_open(struct server *s, struct post *post,
                                 const uint8_t key[WITNESS_KEY]);
/* NULL is allowed. */
void inquiries_close(struct inquiries *d);
/* The public key of the witness. */
const uint8_t *inquiries_key(const struct inquiries *d);
/* How many requests wait, and whether the witness has answered the last time. */
unsigned inquiries_waiting(const struct inquiries *d);
int inquiries_is_well(const struct inquiries *d);

/* Takes the answers that have come. */
void inquiries_take(struct inquiries *d);
/* Sends what is due, and refuses foundings that have waited too long. */
void inquiries_tick(struct inquiries *d);

/* Asks the witness for what the table waits for, if it is time. */
void inquiries_look(struct table *t);
/* When inquiries_look should be called again; INT64_MAX: the table waits for nothing. */
int64_t inquiries_due(const struct table *t);
/* Founds a table once the witness has opened a match for it. Returns 0, or -1 with `why`. */
int inquiries_found(struct server *s, const struct match_founding *f, const char *key,
                    const struct entry_reply *r, struct refusal *why);

/* ---- inquiry_read.c: what a witness answers ---- */

/* The answers to `sent` requests, a list to be freed; NULL: the text is something else. */
json_t *inquiry_read_answers(const char *text, size_t n, size_t sent);
/* Each reads the answer to one request and returns 1, or 0 if it is something else. */
int inquiry_read_part(const json_t *answer, uint8_t part[WITNESS_HASH],
                      uint8_t proof[WITNESS_SIGNATURE]);
int inquiry_read_seal(const json_t *answer, struct witness_seal *seal);
int inquiry_read_opening(const json_t *answer, struct witness_opening *o);

#endif
