/* A snapshot is a match as one JSON text, after some of its entries. A match that is read from a
 * snapshot and then takes the entries after it equals the one that took all of them, except that
 * it has only the last moves: enough to play on and to take moves back, not for a record. Of a
 * witness it has the parts of these moves without their proofs, for the same reason.
 *
 * A snapshot is not trusted. It has the hash of the log up to its entry, and the reader plays the
 * moves it has and compares states. What does not fit is refused; then the log is read from its
 * beginning. */
#ifndef CHARLATAN_MATCH_SNAPSHOT_H
#define CHARLATAN_MATCH_SNAPSHOT_H

#include <jansson.h>

#include "engine/refusal.h"

struct match;
struct writer;

/* The running hash of a log: after all its entries, and before the last one. All zeros for an empty
 * log. */
struct log_hash {
    uint64_t now, before;
};
/* Adds the text of the next entry. */
void log_hash_add(struct log_hash *h, const char *text, size_t n);

/* Whether there can be a snapshot: once the game has begun, unless a witness is being asked. */
int snapshot_can(const struct match *m);
/* `log` is the hash of all entries of the match. There are positions that no reader of states
 * accepts (A13: a full stash that draws); such a snapshot will be refused. */
void snapshot_write(struct writer *w, const struct match *m, const struct log_hash *log);
/* Reads a snapshot into a match that match_init has made. Returns 0, or -1 with `why`; then the
 * match is as match_init made it. */
int snapshot_read(struct match *m, struct log_hash *log, const char *text, size_t n,
                  struct refusal *why);
/* The same, from JSON that was parsed already. */
int snapshot_read_json(struct match *m, struct log_hash *log, const json_t *root,
                       struct refusal *why);
/* Compares a snapshot with the text of the last entry before it. Returns 0, or -1 with `why`. */
int snapshot_fits(const struct match *m, const struct log_hash *log, const char *last, size_t n,
                  struct refusal *why);

#endif
