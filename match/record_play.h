/* A record played once more: every move through the rules, with chance as recorded or from the
 * seed, and every outcome and hash compared. */
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
    /* What the last move did. */
    struct done done;
    /* How many moves were played. */
    uint32_t moves;
};

/* The record must have a header, and for RECORD_SEED a result. */
void record_play_open(struct record_play *p, const struct record *r, enum record_luck luck);

/* Each returns 0, or -1 with the line and the reason: then the play is over. */
int record_play_begin(struct record_play *p, struct record_wrong *wrong);
/* The next move. */
int record_play_next(struct record_play *p, struct record_wrong *wrong);
/* After the last move. */
int record_play_result(struct record_play *p, struct record_wrong *wrong);

/* Has it a result, with the seed and salt that it was committed to? */
int record_is_committed(const struct record *r);

/* Everything that can be checked: 0, or -1 with the first line that is wrong. Where the result is
 * missing there is no seed either, and outcomes are checked for possibility only. */
int record_check(const struct record *r, struct record_wrong *wrong);

#endif
