/* Web pages cannot check signatures: there is no Ed25519 here. The verdict on a record says so. */
#include "match/witness.h"

enum sign_verdict sign_check(const struct statement *s, const uint8_t key[WITNESS_KEY],
                             const uint8_t signature[WITNESS_SIGNATURE])
{
    (void)s, (void)key, (void)signature;
    return SIGN_UNKNOWN;
}
