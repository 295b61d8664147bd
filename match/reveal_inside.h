/* Pledges and nonces; for match/ alone. */
#ifndef CHARLATAN_MATCH_REVEAL_INSIDE_H
#define CHARLATAN_MATCH_REVEAL_INSIDE_H

#include "match/commit.h"
#include "match/reveal.h"

/* Whether it is a pledge at all: zeros are none. */
int pledge_is_given(const uint8_t pledge[COMMIT_BYTES]);
/* Whether the pledge of a SIT may be given: another seat's would be no nonce of one's own. */
int reveal_check_pledge(const struct match *m, const struct entry *e, struct refusal *why);
/* Whether the game may begin, as far as nonces go. */
int reveal_check_start(const struct match *m, int64_t at, struct refusal *why);
/* When the game of a match that is revealing begins; INT64_MAX: it is not revealing. */
int64_t reveal_due(const struct match *m);
/* Whether the table waits for the pledge of a seat. */
int reveal_expects(const struct match *m);

#endif
