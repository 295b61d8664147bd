/* What the two files of the witness share. */
#ifndef CHARLATAN_TESTS_WITNESS_INSIDE_H
#define CHARLATAN_TESTS_WITNESS_INSIDE_H

#include "tests/puppet/witness.h"

void witness_must(int kept, const char *what, const char *text);
/* The match after entry n; NULL: there is no such entry. Good until it is asked for again. */
const struct match *witness_match_at(struct witness *v, struct ledger *l, int64_t n);
/* What is told of entry n, which is there. */
const struct puppet_text *witness_told(struct witness *v, struct ledger *l, int64_t n, int viewer);
/* `token`: the one this answer gives, or NULL; `own`: the one its request came with. */
void witness_secrets(struct witness *v, const char *text, const char *token, const char *own);
void witness_hears_secret(struct witness *v, const char *text); /* from a client */
void witness_listen(struct witness *v, struct puppet_hears *h);

#endif
