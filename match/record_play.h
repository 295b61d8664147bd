/* Replays a record: plays every move through the rules, with chance as recorded or from the seed,
 * and compares every outcome and hash. The rules are those of the record's version. Hashes of a
 * state's memory, which older versions had, are not compared (engine/versions.h). */
#ifndef CHARLATAN_MATCH_RECORD_PLAY_H
#define CHARLATAN_MATCH_RECORD_PLAY_H

#include "match/record_read.h"
#include "match/session.h"

enum record_luck { RECORD_SCRIPT, RECORD_SEED };

struct record_play {
    const struct record *record;
    enum record_luck luck;
    /* The game so far. */
    struct session session;
    /* The events and outcomes of the last move. */
    struct session_done done;
    /* How many moves were played. */
    uint32_t moves;
    /* Its witness, where the luck comes from the seed. */
    struct record_watch watch;
};

/* Begins a replay. The record must have a header, and for RECORD_SEED a result; it must outlive the
 * replay, which owns nothing. */
void record_play_open(struct record_play *p, const struct record *r, enum record_luck luck);

/* Plays the beginning. Returns 0, or -1 with the line and the reason; the replay ends there. */
int record_play_begin(struct record_play *p, struct record_wrong *wrong);
/* The same for the next move. */
int record_play_next(struct record_play *p, struct record_wrong *wrong);
/* The same after the last move: the result, then what the witness has signed. */
int record_play_result(struct record_play *p, struct record_wrong *wrong);

/* Returns 1 if the record has a result whose seed and salt match the commitment. */
int record_is_committed(const struct record *r);

/* Checks everything that can be checked. Returns 0, or -1 with the first wrong line. A record
 * without a result has no seed; then the check is only that its outcomes are possible. */
int record_check(const struct record *r, struct record_wrong *wrong);

#endif
