/* TLS of cable.h: the certificates that this machine trusts, for the host that was meant. */
#include <errno.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>

#include "cable/inside.h"
#include "engine/port.h"

/* Made once by open_trust, then only read, by all threads; never freed. */
static SSL_CTX *trust;
static BIO_METHOD *quiet;

/* OpenSSL's own function would raise SIGPIPE. */
static int write_quietly(BIO *b, const char *at, int n)
{
    ssize_t sent = send((int)BIO_get_fd(b, NULL), at, (size_t)n, MSG_NOSIGNAL);
    BIO_clear_retry_flags(b);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR))
        BIO_set_retry_write(b);
    return (int)sent;
}

/* The socket BIO with another way to write. Its methods are copied one by one, as OpenSSL has no
 * function for that. */
static void open_quiet(void)
{
    const BIO_METHOD *socket = BIO_s_socket();
    quiet = BIO_meth_new(BIO_TYPE_SOCKET, "quiet socket");
    MUST(quiet && BIO_meth_set_write(quiet, write_quietly) == 1);
    MUST(BIO_meth_set_read(quiet, BIO_meth_get_read(socket)) == 1);
    MUST(BIO_meth_set_ctrl(quiet, BIO_meth_get_ctrl(socket)) == 1);
    MUST(BIO_meth_set_create(quiet, BIO_meth_get_create(socket)) == 1);
    MUST(BIO_meth_set_destroy(quiet, BIO_meth_get_destroy(socket)) == 1);
}

/* ALPN offers HTTP/1.1 alone, as nothing here speaks HTTP/2. Sessions are not kept: every
 * connection checks the certificate anew. */
static void open_trust(void)
{
    static const unsigned char http[] = "\010http/1.1";
    trust = SSL_CTX_new(TLS_client_method());
    MUST(trust);
    SSL_CTX_set_min_proto_version(trust, TLS1_2_VERSION);
    SSL_CTX_set_options(trust, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_session_cache_mode(trust, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_mode(trust, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    /* Else one read would go on, past every deadline, while records come that hold no bytes. */
    SSL_CTX_clear_mode(trust, SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_verify(trust, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_default_verify_paths(trust);
    MUST(SSL_CTX_set_alpn_protos(trust, http, sizeof http - 1) == 0);
    open_quiet();
}

/* An address is in a certificate as such, and is not sent as a name. Returns 1 if it worked, as
 * OpenSSL does. */
static int set_host(SSL *tls, const char *host)
{
    if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), host) == 1)
        return 1;
    SSL_set_hostflags(tls, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    return SSL_set1_host(tls, host) == 1 && SSL_set_tlsext_host_name(tls, host) == 1;
}

/* The socket stays the cable's: BIO_NOCLOSE, so cable_close closes it once. The SSL frees the
 * BIO. */
static int attach(struct cable *c)
{
    BIO *b = BIO_new(quiet);
    if (!b)
        return 0;
    BIO_set_fd(b, c->fd, BIO_NOCLOSE);
    SSL_set_bio(c->tls, b, b);
    return 1;
}

int tls_begin(struct cable *c, const char *host)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_trust);
    c->tls = SSL_new(trust);
    if (c->tls && attach(c) && set_host(c->tls, host))
        return 0;
    return cable_fail(c, "no TLS is possible with this name");
}

/* The reason is the certificate's if that was refused, because "no agreement" would send people
 * looking in the wrong place. */
int tls_refuses(struct cable *c)
{
    long wrong = SSL_get_verify_result(c->tls);
    switch (wrong) {
    case X509_V_OK: return cable_fail(c, "it does not agree on TLS");
    case X509_V_ERR_CERT_HAS_EXPIRED: return cable_fail(c, "its certificate has expired");
    case X509_V_ERR_CERT_NOT_YET_VALID: return cable_fail(c, "its certificate is not valid yet");
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return cable_fail(c, "its certificate is for another name");
    default:
        snprintf(c->why, sizeof c->why, "its certificate is not trusted here (%.90s)",
                 X509_verify_cert_error_string(wrong));
        return CABLE_FAILED;
    }
}

/* An end without a proper close of TLS counts as broken off and not as an end: somebody between may
 * have cut the answer short. */
int tls_said(struct cable *c, int n, short *wants)
{
    int said = SSL_get_error(c->tls, n);
    *wants = said == SSL_ERROR_WANT_WRITE ? POLLOUT : POLLIN;
    if (said == SSL_ERROR_WANT_READ || said == SSL_ERROR_WANT_WRITE)
        return CABLE_LATER;
    return said == SSL_ERROR_ZERO_RETURN ? 0 : cable_fail(c, "it broke the connection off");
}
