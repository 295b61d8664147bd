/* What came of checking a record, in a line: as `charlatan verify` says it behind the name of the
 * file. */
#ifndef CHARLATAN_MATCH_VERDICT_H
#define CHARLATAN_MATCH_VERDICT_H

#include "match/record_read.h"

enum { VERDICT_TEXT = 500 };

/* "line 12: ..."; what a record says is shown in ASCII without control characters. Both return
 * buf. */
char *verdict_wrong(const struct record *r, const struct record_wrong *wrong,
                    char buf[VERDICT_TEXT]);
/* "339 actions, verified ..." */
char *verdict_right(const struct record *r, char buf[VERDICT_TEXT]);

/* How many seats gave a nonce. */
int record_nonces(const struct record *r);

#endif
