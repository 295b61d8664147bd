/* The result of checking a record as one line, as `charlatan verify` prints it after the file
 * name. */
#ifndef CHARLATAN_MATCH_VERDICT_H
#define CHARLATAN_MATCH_VERDICT_H

#include "match/record_read.h"

enum { VERDICT_TEXT = 640 };

/* "line 12: ..."; text quoted from the record is shown in ASCII without control characters. Returns
 * buf. */
char *verdict_wrong(const struct record *r, const struct record_wrong *wrong,
                    char buf[VERDICT_TEXT]);
/* "339 actions, verified ...", for a record that record_check has found right. Returns buf. */
char *verdict_right(const struct record *r, char buf[VERDICT_TEXT]);

/* How many seats gave a nonce. */
int record_nonces(const struct record *r);

#endif
