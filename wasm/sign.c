/* Web pages cannot sign, nor check signatures: there is no Ed25519 here. The verdict on a record
 * says so. No table of a page has a witness; what is made here for one fits no key. */
#include "match/witness.h"

#include <string.h>

/* Zeros, which are no valid key: nothing signed here can pass for the real thing. */
void sign_public(const uint8_t secret[WITNESS_SECRET], uint8_t key[WITNESS_KEY])
{
    (void)secret;
    memset(key, 0, WITNESS_KEY);
}

void sign_make(const struct witness_statement *s, const uint8_t secret[WITNESS_SECRET],
               uint8_t signature[WITNESS_SIGNATURE])
{
    (void)s, (void)secret;
    memset(signature, 0, WITNESS_SIGNATURE);
}

/* Neither right nor wrong: a page must not say of a signature it has not checked that it is
 * good. */
enum witness_verdict sign_check(const struct witness_statement *s, const uint8_t key[WITNESS_KEY],
                                const uint8_t signature[WITNESS_SIGNATURE])
{
    (void)s, (void)key, (void)signature;
    return SIGN_UNKNOWN;
}
