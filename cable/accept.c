/* Hashes the key of a handshake; see accept.h. */
#include "cable/accept.h"

#include <openssl/evp.h>
#include <string.h>

#include "engine/port.h"

void accept_write(const char key[ACCEPT_KEY], char text[ACCEPT_TEXT + 1])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char sum[EVP_MAX_MD_SIZE], both[ACCEPT_KEY + sizeof guid - 1];
    memcpy(both, key, ACCEPT_KEY);
    memcpy(both + ACCEPT_KEY, guid, sizeof guid - 1);
    MUST(EVP_Digest(both, sizeof both, sum, NULL, EVP_sha1(), NULL) == 1);
    EVP_EncodeBlock((unsigned char *)text, sum, 20);
}
