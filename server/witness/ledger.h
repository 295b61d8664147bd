/* What a witness writes down: its own key, the secrets of its matches, and their transcripts. It is
 * one SQLite file, and a commit returns when everything is on the disk. Functions return -1 if the
 * file cannot be read or written. */
#ifndef CHARLATAN_SERVER_WITNESS_LEDGER_H
#define CHARLATAN_SERVER_WITNESS_LEDGER_H

#include "match/commit.h"
#include "match/witness.h"

enum { LEDGER_ERROR = 240, LEDGER_ADDRESS = 46 };

/* How long matches are kept, in milliseconds: after their end, without any question, and since the
 * last question. */
#define LEDGER_ENDED_MS (INT64_C(30) * 86400000)
#define LEDGER_UNASKED_MS (INT64_C(2) * 86400000)
#define LEDGER_SILENT_MS (INT64_C(120) * 86400000)

struct ledger_match {
    int64_t id;
    uint8_t commitment[WITNESS_HASH], secret[WITNESS_SECRET], salt[COMMIT_SALT];
    /* The server's commitment, and the key that signs its questions. */
    uint8_t server[WITNESS_HASH], asker[WITNESS_KEY];
    /* How many questions were asked; the next one has this number. The transcript is the hash of
     * all of them. */
    uint32_t asked;
    uint8_t transcript[WITNESS_HASH];
    /* When it was opened, asked last, and ended; 0: not yet. */
    int64_t opened, touched, ended;
};

struct ledger;

/* NULL, with a sentence, if the file cannot be used. A new file gets a new key. ":memory:" is for
 * tests. */
struct ledger *ledger_open(const char *path, char error[LEDGER_ERROR]);
/* Also wipes the secrets that it holds. */
void ledger_close(struct ledger *l);
/* The secret key with which the witness signs. */
const uint8_t *ledger_secret(const struct ledger *l);

/* A transaction: what is changed within is on the disk once it is committed, or not at all. */
int ledger_begin(struct ledger *l);
int ledger_commit(struct ledger *l);
void ledger_rollback(struct ledger *l);

/* 1: found, 0: there is none. */
int ledger_find(struct ledger *l, const uint8_t commitment[WITNESS_HASH], struct ledger_match *m);
int ledger_find_asker(struct ledger *l, const uint8_t asker[WITNESS_KEY], struct ledger_match *m);
/* Opens a match for this address. */
int ledger_add(struct ledger *l, const struct ledger_match *m, const char *address);
/* Stores `asked`, `transcript`, `touched` and `ended`. */
int ledger_update(struct ledger *l, const struct ledger_match *m);
/* The question with this number, which must be there. */
int ledger_question(struct ledger *l, const struct ledger_match *m, uint32_t n,
                    uint8_t question[WITNESS_HASH]);
/* Writes it down; its number must be new. */
int ledger_add_question(struct ledger *l, const struct ledger_match *m, uint32_t n,
                        const uint8_t question[WITNESS_HASH]);
/* How many matches there are: all, and those of an address that have not ended. */
int64_t ledger_count(struct ledger *l);
int64_t ledger_count_open(struct ledger *l, const char *address);
/* Forgets old matches, at most some hundred at once. */
int ledger_forget(struct ledger *l, int64_t now);

#endif
