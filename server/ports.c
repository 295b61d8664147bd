/* Checks what libwebsockets does not explain: certificates, and ports that cannot be used. */
#include <errno.h>
#include <netdb.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/transport.h"

int tls_is_sound(const struct transport_options *o, char why[240])
{
    SSL_CTX *tls = SSL_CTX_new(TLS_server_method());
    int sound = tls && SSL_CTX_use_certificate_chain_file(tls, o->certificate) == 1 &&
                SSL_CTX_use_PrivateKey_file(tls, o->key, SSL_FILETYPE_PEM) == 1 &&
                SSL_CTX_check_private_key(tls) == 1;
    SSL_CTX_free(tls);
    if (!sound)
        snprintf(why, 240, "certificate %.80s and key %.80s: not readable, or not a pair.",
                 o->certificate, o->key);
    return sound;
}

static int cannot_renew(char why[240], const char *certificate)
{
    snprintf(why, 240, "%.120s cannot be used: %.80s", certificate,
             ERR_reason_error_string(ERR_peek_last_error()));
    return -1;
}

/* All of it is read first, and changed in one step, so that no connection meets half of it. */
int tls_renew(void *tls, const struct transport_options *o, char why[240])
{
    SSL_CTX *fresh = SSL_CTX_new(TLS_server_method());
    STACK_OF(X509) *chain = NULL;
    ERR_clear_error();
    int sound = fresh && SSL_CTX_use_certificate_chain_file(fresh, o->certificate) == 1 &&
                SSL_CTX_use_PrivateKey_file(fresh, o->key, SSL_FILETYPE_PEM) == 1 &&
                SSL_CTX_check_private_key(fresh) == 1 && SSL_CTX_get0_chain_certs(fresh, &chain);
    int done = sound && SSL_CTX_use_cert_and_key(tls, SSL_CTX_get0_certificate(fresh),
                                                 SSL_CTX_get0_privatekey(fresh), chain, 1) == 1;
    if (!done)
        cannot_renew(why, o->certificate);
    SSL_CTX_free(fresh);
    return done ? 1 : -1;
}

int bind_error(const char *bind_to, int port)
{
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
                             .ai_socktype = SOCK_STREAM},
                    *at;
    char service[8];
    int on = 1, error = 0;
    snprintf(service, sizeof service, "%d", port);
    if (getaddrinfo(bind_to, service, &hints, &at))
        return EADDRNOTAVAIL;
    int fd = socket(at->ai_family, SOCK_STREAM, 0);
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0 ||
        bind(fd, at->ai_addr, at->ai_addrlen) < 0 || listen(fd, 1) < 0)
        error = errno;
    if (fd >= 0)
        close(fd);
    freeaddrinfo(at);
    return error;
}
