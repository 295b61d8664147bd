/* What a record says of its witness (docs/fairness.md), and the check of it: while a record is
 * played again, every question is computed again, and with it what the witness must have answered
 * and signed. */
#ifndef CHARLATAN_MATCH_RECORD_WITNESS_H
#define CHARLATAN_MATCH_RECORD_WITNESS_H

#include <jansson.h>

#include "engine/refusal.h"
#include "match/commit.h"
#include "match/witness.h"

struct record_share {
    uint8_t part[WITNESS_HASH], proof[WITNESS_SIGNATURE];
};

struct record_witness {
    /* 0: there is no witness. */
    int there;
    uint8_t key[WITNESS_KEY], commitment[WITNESS_HASH], asker[WITNESS_KEY];
    uint8_t signature[WITNESS_SIGNATURE];
    /* The shares of the beginning and of each action. */
    struct record_share *share;
    uint32_t shares, room;
    /* 1: the witness has signed the end. */
    int sealed;
    uint8_t secret[WITNESS_SECRET], salt[COMMIT_SALT];
    uint32_t asked;
    uint8_t transcript[WITNESS_HASH];
    uint8_t end[WITNESS_SIGNATURE], asked_end[WITNESS_SIGNATURE];
};

/* Reads the member `witness` of a header and returns 0, or -1 with `why`. If it is missing there is
 * none, and the others do nothing. Members that this version does not know are counted. */
int record_witness_header(struct record_witness *w, const json_t *line, unsigned *unknown,
                          struct refusal *why);
/* The same for an action's share of the witness. */
int record_witness_share(struct record_witness *w, const json_t *line, struct refusal *why);
/* The same for what the witness has signed in the end. */
int record_witness_end(struct record_witness *w, const json_t *line, unsigned *unknown,
                       struct refusal *why);
/* Frees the shares. */
void record_witness_free(struct record_witness *w);

/* The witness's side of a record that is played again. */
struct record_watch {
    /* NULL: there is no witness, or nothing of it can be checked. */
    const struct record_witness *witness;
    uint8_t key[32];
    /* 1: the witness's secret is there and fits its commitment. */
    int told;
    /* The question of the last action that stands; all questions so far. */
    uint8_t question[WITNESS_HASH], transcript[WITNESS_HASH];
    uint32_t asked;
    /* The number of actions that stand. */
    uint32_t at;
};

/* Returns 0, or -1 if the witness has not signed that it opened a match for this commitment of the
 * server. */
int record_watch_opening(const struct record_witness *w, const uint8_t commitment[COMMIT_BYTES],
                         struct refusal *why);
/* Begins to watch; `key` is the record's key of chance. */
void record_watch_open(struct record_watch *watch, const struct record_witness *w,
                       const uint8_t key[32]);
/* The next question: the beginning (action NULL) or an action that stands. `luck` gets the key of
 * its chance. Returns -1 with `why` if its part is not what the witness must have answered. */
int record_watch_next(struct record_watch *watch, int seat, const char *action, uint8_t luck[32],
                      struct refusal *why);
/* The question of an action that was taken back; `question` is that of the action before it, and
 * becomes its own. Returns 1 and gives the key of its chance, or 0 if that is not known. */
int record_watch_undone(struct record_watch *watch, int seat, const char *action,
                        uint8_t question[WITNESS_HASH], uint8_t luck[32]);
/* After the last action: returns 0, or -1 with `why` if the end that the witness has signed is
 * another one. */
int record_watch_end(const struct record_watch *watch, struct refusal *why);

#endif
