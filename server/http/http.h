/* A request and its answer. It is handed over as a whole (`request` in transport.h), and answered
 * exactly once, now or later, by http_answer (host.h), even if the client has gone. */
#ifndef CHARLATAN_SERVER_HTTP_HTTP_H
#define CHARLATAN_SERVER_HTTP_HTTP_H

#include <stddef.h>
#include <stdint.h>

#include "server/http/address.h"

struct connection;
struct host;
struct refusal_row;
struct transport;

enum {
    /* Room for a path and its arguments, without their %xx. A path that is longer becomes "", which
     * no route fits; of arguments as many are kept as fit whole. */
    HTTP_PATH = 160,
    HTTP_ARGS = 200,
    /* Room for If-None-Match and for Content-Type. What is longer is dropped: at worst something is
     * sent that the client has already. */
    HTTP_KNOWN = 128,
    HTTP_CONTENT = 64,
    /* The most bytes of a body; the transport reads no more, whatever is announced. */
    HTTP_BODY = 1 << 16,
    /* For a body with a record. */
    HTTP_BODY_LARGE = 1 << 21
};

/* OPTIONS: a browser asks whether a page of another origin may send a request. */
enum http_method { HTTP_GET, HTTP_POST, HTTP_OPTIONS, HTTP_OTHER };

struct http {
    /* What came in: */
    enum http_method method;
    /* HEAD: it is a GET whose answer has no body. */
    int head_only;
    /* args is like "game=arcane&limit=5". */
    char path[HTTP_PATH], args[HTTP_ARGS];
    char address[ADDRESS], token[80];
    /* Whether Origin is given, and whether it is foreign. */
    int has_origin, wrong_origin;
    /* Origin, if it is one of the options' origins, else NULL: its pages may read the answer.
     * by_origin: there are such origins, so the answer may depend on Origin. */
    const char *named_origin;
    int by_origin;
    /* Set by the server: any page may load the answer, though not read it, and so learns that there
     * is a server. */
    int for_all;
    /* Host is none of this server's names. */
    int wrong_host;
    /* The client accepts gzip. */
    int gzip;
    /* Tags of the copies that the client has kept. */
    char known[HTTP_KNOWN];
    /* Its Content-Type, "" if there is none. */
    char content[HTTP_CONTENT];
    /* NULL if there is none; else body_n bytes and a zero behind them. */
    char *body;
    size_t body_n;
    enum transport_door door;
    /* Why the body was not read, or NULL; and whether it did not arrive in time. */
    const struct refusal_row *refused;
    int too_slow;
    /* Its id, which the answer has as a header, and when it came (by the loop's clock). */
    char request[REQUEST_ID + 1];
    uint64_t began;
    /* For the log: the pattern of its path, the table it is about or "", and why it was refused.
     * All are set by the server, and never hold what the client has chosen. */
    const char *route, *reason;
    char table[24];
    /* A header of the answer like "retry-after: 6", a constant; NULL: none. */
    const char *extra;
    /* Who answers it. */
    struct host *host;
    /* Private to the transport: */
    struct transport *transport;
    /* NULL: the client has gone. */
    struct connection *connection;
    /* The memory that the body has so far, and how many bytes are expected: those that were
     * announced, at most as many as a body may have. */
    size_t body_room, announced;
    /* counted: the server counts its body. ends: it is the last of its connection. */
    int too_large, counted, handed_over, answered, ends, by_tls;
    int status;
    const char *type;
    /* The tag of an answer that may be kept, or NULL. */
    const char *tag;
    int packed, for_ever;
    /* The body of the answer and how much of it was sent. Borrowed: it is the asset's, and is not
     * freed. */
    char *out;
    size_t out_n, out_at;
    int head_sent, borrowed;
};

/* An answer that browsers may keep. Its bytes live until the server ends. */
struct http_kept {
    /* tag is W/"…" and changes with the content. */
    const char *type, *tag;
    const unsigned char *at;
    size_t n;
    /* The bytes are compressed. Only if h->gzip is set. */
    int gzip;
    /* Browsers need not ask again. Otherwise they ask each time whether their copy is still
     * valid. */
    int for_ever;
};
/* Whether its body may be JSON. A page can send other types, or none, without asking; a program
 * need not name the type (argument.c). */
int http_may_be_json(const struct http *h);
/* The value of an argument, or NULL (argument.c). NULL too if the value does not fit in `room`. %xx
 * is left as it is: no argument needs it. Returns buf. */
const char *http_arg(const struct http *h, const char *name, char *buf, size_t room);

#endif
