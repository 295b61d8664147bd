/* Declarations shared by the two files of the witness. */
#ifndef CHARLATAN_TESTS_WITNESS_INSIDE_H
#define CHARLATAN_TESTS_WITNESS_INSIDE_H

#include "tests/puppet/witness.h"

struct match;

void witness_must(int kept, const char *what, const char *text);
/* The match after entry n, or NULL if there is no such entry. Valid until the next call. */
const struct match *witness_match_at(struct witness *v, struct ledger *l, int64_t n);
/* What a viewer is told about entry n, which must exist. */
const struct puppet_text *witness_told(struct witness *v, struct ledger *l, int64_t n, int viewer);
/* Checks that the text contains no secret. `token` is the token this answer gives, or NULL; `own`
 * is the one the request came with. */
void witness_secrets(struct witness *v, const char *text, const char *token, const char *own);
/* Notes secrets that a client has sent. */
void witness_hears_secret(struct witness *v, const char *text);
void witness_listen(struct witness *v, struct puppet_hears *h);

#endif
