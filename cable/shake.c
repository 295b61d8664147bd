/* Requests for WebSockets, and the answers to them; see shake.h. */
#include "cable/shake.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>

#include "cable/ask.h"
#include "engine/port.h"

/* The digest of the key and a fixed text (RFC 6455, 4.2.2): it proves that the server knows
 * WebSockets, and nothing else. SHA-1 is no weakness here. */
void shake_accept(const char key[SHAKE_KEY], char text[SHAKE_ACCEPT + 1])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char sum[EVP_MAX_MD_SIZE], both[SHAKE_KEY + sizeof guid - 1];
    memcpy(both, key, SHAKE_KEY);
    memcpy(both + SHAKE_KEY, guid, sizeof guid - 1);
    MUST(EVP_Digest(both, sizeof both, sum, NULL, EVP_sha1(), NULL) == 1);
    EVP_EncodeBlock((unsigned char *)text, sum, 20);
}

/* `key` has SHAKE_KEY letters, `protocol` is our own short name; both fit into the fields. */
size_t shake_write(char text[SHAKE_REQUEST], const struct url *to, const char *path,
                   const char *key, const char *protocol)
{
    char fields[200];
    snprintf(fields, sizeof fields,
             "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: %s\r\n"
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: %s\r\n",
             key, protocol);
    return ask_write(text, SHAKE_REQUEST, to,
                     &(struct ask){.method = "GET", .path = path, .fields = fields, .keep = 1});
}

/* RFC 6455, 4.1. The subprotocol must be the one that was asked for, although the RFC would let a
 * server leave it out: without it the server is some other one. */
int shake_agrees(const struct answer *a, const char *key, const char *protocol)
{
    char accept[SHAKE_ACCEPT + 1];
    shake_accept(key, accept);
    return a->status == 101 && a->websocket && a->upgrades && !a->extended &&
           strcmp(a->accept, accept) == 0 && strcmp(a->protocol, protocol) == 0;
}
