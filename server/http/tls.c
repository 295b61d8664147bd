/* TLS: the certificate and what is agreed on with clients. */
#include <openssl/err.h>
#include <stdio.h>

#include "engine/port.h"
#include "server/http/connection.h"

/* HTTP/1.1 is all there is. Who offers other protocols only is refused. */
static int choose_protocol(SSL *tls, const unsigned char **chosen, unsigned char *n,
                           const unsigned char *offered, unsigned offered_n, void *arg)
{
    static const unsigned char http[] = "\010http/1.1";
    unsigned char *found;
    (void)tls, (void)arg;
    if (SSL_select_next_proto(&found, n, http, sizeof http - 1, offered, offered_n) !=
        OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *chosen = found;
    return SSL_TLSEXT_ERR_OK;
}

/* Messages of the handshake and for new keys, in the whole life of a connection. An honest one has
 * about ten, and one for each change of keys. */
enum { HANDSHAKE_MOST = 100 };

/* Keys may change in the middle of a connection, but a client that does nothing else is cut off. */
static void at_message(int sent, int version, int kind, const void *at, size_t n, SSL *tls,
                       void *connection)
{
    struct connection *c = connection;
    (void)version, (void)at, (void)n, (void)tls;
    if (c && !sent && kind == SSL3_RT_HANDSHAKE && ++c->handshake_n > HANDSHAKE_MOST)
        c->cut = 1;
}

/* OpenSSL's reason is often about the file's form; the names of both files are what an operator can
 * act on. */
static void say_why(const struct transport_options *o, char why[240])
{
    const char *reason = ERR_reason_error_string(ERR_peek_last_error());
    snprintf(why, 240, "certificate %.60s and key %.60s: not readable, or not a pair (%.60s).",
             o->certificate, o->key, reason ? reason : "no reason given");
}

/* The caller frees it. Called again for a renewed certificate: each connection keeps the one it
 * began with. No sessions are kept, as they would hold memory for everyone who ever came. */
SSL_CTX *tls_open(const struct transport_options *o, char why[240])
{
    SSL_CTX *tls = SSL_CTX_new(TLS_server_method());
    MUST(tls);
    ERR_clear_error();
    if (SSL_CTX_use_certificate_chain_file(tls, o->certificate) != 1 ||
        SSL_CTX_use_PrivateKey_file(tls, o->key, SSL_FILETYPE_PEM) != 1 ||
        SSL_CTX_check_private_key(tls) != 1) {
        say_why(o, why);
        SSL_CTX_free(tls);
        return NULL;
    }
    SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION);
    SSL_CTX_set_options(tls, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                 SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_session_cache_mode(tls, SSL_SESS_CACHE_OFF);
    /* What was not taken is offered again from another place, and idle connections hold no
     * buffers. */
    SSL_CTX_set_mode(tls, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                              SSL_MODE_RELEASE_BUFFERS);
    /* Else one read would go on for as long as records come that hold no bytes for us, and nobody
     * else would be looked after. */
    SSL_CTX_clear_mode(tls, SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_msg_callback(tls, at_message);
    SSL_CTX_set_alpn_select_cb(tls, choose_protocol, NULL);
    return tls;
}
