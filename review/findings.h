/* A review as a text that is kept beside its record, so that it need not be made again.
 *
 * It has what was found at every position, exactly, and what it was found with: the record's hash,
 * seed and samples, the way in which reviews are computed, and the weights of the evaluator. If
 * anything of that is different, it does not fit. A review of all seats fits one of a single
 * seat. */
#ifndef CHARLATAN_REVIEW_FINDINGS_H
#define CHARLATAN_REVIEW_FINDINGS_H

#include "match/commit.h"

struct review_pieces;
struct writer;

/* No text is longer. */
enum { REVIEW_KEPT = 16 << 20 };

/* How such a text begins; no other file of ours does. */
#define REVIEW_KEPT_BEGINS "{\"review\":"

/* Writes one whole object. All positions must have been valued, and no sample cut. */
void review_keep(const struct review_pieces *p, const uint8_t record[COMMIT_BYTES],
                 struct writer *w);
/* Takes what was kept of this record. Returns 0; or -1 if it does not fit or is damaged, then the
 * positions must be valued. */
int review_recall(struct review_pieces *p, const uint8_t record[COMMIT_BYTES], const char *text,
                  size_t n);

#endif
