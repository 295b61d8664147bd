/* HTTP/1.1 and WebSockets, with TLS or without, on a libuv loop. It knows bytes, addresses and
 * sizes, and nothing about tables. All of it belongs to the loop's thread.
 *
 * A request is handed over as a whole (`request`). It is answered exactly once, now or later, by
 * http_answer (host.h), even if the client has gone. A peer is an open WebSocket. Messages may be
 * shared among peers. */
#ifndef CHARLATAN_SERVER_HTTP_TRANSPORT_H
#define CHARLATAN_SERVER_HTTP_TRANSPORT_H

#include <stddef.h>
#include <stdint.h>

struct connection;
struct host;
struct refusal_row;
struct transport;
struct uv_loop_s;

enum {
    HTTP_PATH = 160,
    HTTP_ARGS = 200,
    HTTP_KNOWN = 128,
    HTTP_CONTENT = 64,
    HTTP_BODY = 1 << 16,
    /* For a body with a record. */
    HTTP_BODY_LARGE = 1 << 21,
    PEER_MESSAGE = 4096,
    /* The most pieces of one message: enough for pieces of one byte, but not for endless empty
     * ones. */
    PEER_PIECES = 4096,
    PEER_UNREAD = 1 << 18,
    ADDRESS = 46,
    /* The id of a request or a socket, for the log. */
    REQUEST_ID = 16
};

/* What a new connection may do. CROWDED: its address has too many; FULL: the server has. Both may
 * only ask how the server is. SHUT: it is closed. */
enum transport_door { DOOR_OPEN, DOOR_CROWDED, DOOR_FULL, DOOR_SHUT };

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
    size_t body_room, announced;
    /* counted: the server counts its body. ends: it is the last of its connection. */
    int too_large, counted, handed_over, answered, ends, by_tls;
    int status;
    const char *type;
    /* The tag of an answer that may be kept, or NULL. */
    const char *tag;
    int packed, for_ever;
    char *out;
    size_t out_n, out_at;
    int head_sent, borrowed;
};

/* A message to peers. It is freed when the last peer has sent it. */
struct peer_message {
    uint32_t refs, n;
    char at[];
};

struct peer {
    /* Who sends to it. */
    struct host *host;
    struct connection *connection;
    struct transport *transport;
    /* For the server's use. */
    void *user;
    struct peer_message **out;
    uint32_t out_n, out_at, out_room, unread;
    /* The beginning of a message that comes in pieces. */
    char *part;
    uint32_t part_n, pieces;
    /* The newest ping, to be answered. */
    struct peer_message *pong;
    /* The code to close with, or 0. */
    int closing;
    char address[ADDRESS];
    /* Its id, and why the server has closed it, or "". */
    char request[REQUEST_ID + 1], bye[24];
};

struct transport_app {
    void *arg;
    /* Gets the functions for requests and peers; it outlives the transport. */
    struct host *host;
    /* A connection came from this address, which may be a proxy's; `left` unless it was SHUT. */
    enum transport_door (*enter)(void *arg, const char *address);
    void (*left)(void *arg, const char *address);
    /* A body of at most n bytes is announced: NULL, or why it is not read. `body_grows`: it needs
     * `more` memory than it has, or why it gets none. `body_gone`: all it had is free again. */
    const struct refusal_row *(*body)(void *arg, const char *address, size_t n);
    const struct refusal_row *(*body_grows)(void *arg, size_t has, size_t more);
    void (*body_gone)(void *arg, const char *address, size_t n, size_t had);
    void (*request)(void *arg, struct http *h);
    /* The request has its answer; may be NULL. */
    void (*answered)(void *arg, const struct http *h);
    /* Whether this address may open a socket: 0, or -1 if not. */
    int (*admit)(void *arg, const char *address);
    void (*opened)(void *arg, struct peer *p);
    void (*message)(void *arg, struct peer *p, const char *text, size_t n);
    /* A ping or a pong came. */
    void (*control)(void *arg, struct peer *p);
    void (*closed)(void *arg, struct peer *p);
};

/* How long things may take, in ms, however slowly and steadily bytes come: a head, also after
 * a pause between two requests; the head of a connection that may only ask how the server is; a
 * body; an answer, until it is ready and until it is sent. A silent peer gets a ping and, if it
 * stays silent, is given up. */
struct transport_times {
    int head, head_late, body, answer, sent, ping, silence;
};

struct transport_options {
    const char *bind;
    /* 0: any free port. */
    int port;
    /* PEM files, or NULL. */
    const char *certificate, *key;
    /* Origins that are allowed besides the server's own; ends with NULL. */
    const char *const *origins;
    /* Names of this server, for `Host`, besides those of this machine; "*.example.org" is all with
     * one label more. Ends with NULL. */
    const char *const *hosts;
    /* Client addresses come from X-Forwarded-For. */
    int behind_proxy;
    /* NULL: the usual times. */
    const struct transport_times *times;
};

/* Returns NULL if the port is taken or the files cannot be read; `why` gets a sentence. Ignores
 * SIGPIPE from then on. */
struct transport *transport_open(struct uv_loop_s *loop, const struct transport_options *o,
                                 const struct transport_app *app, char why[240]);
int transport_port(const struct transport *t);
/* Reads the certificate and its key again, for new connections. Returns 1; 0 if there is none; -1
 * if they cannot be used, with a sentence in `why`: then the old ones stay. */
int transport_renew(struct transport *t, char why[240]);
/* Whether the port is free at this moment. */
int transport_port_free(const char *bind, int port);
/* Closes everything; the loop has to run once more. Free it once the last open request was
 * answered. */
void transport_close(struct transport *t);
/* NULL is allowed. */
void transport_free(struct transport *t);

/* ---- requests ---- */

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
/* The value of an argument, or NULL (argument.c). */
const char *http_arg(const struct http *h, const char *name, char *buf, size_t room);

/* ---- host_names.c: addresses and names ---- */

int address_is_loopback(const char *address);
/* Whether a text can be a name in `Host`, without a port. */
int host_is_name(const char *text);
/* Whether a request with this Host may come in. A page elsewhere can make its own name lead here,
 * and would then count as ours (DNS rebinding). So a server answers to the names it was given, to
 * those of its machine, and to addresses, which nobody can make lead elsewhere. */
int host_is_allowed(const struct transport_options *o, const char *host);

/* ---- peers ---- */

/* The new message has one reference, for the caller. */
struct peer_message *message_make(const char *text, size_t n);
void message_drop(struct peer_message *m);
void peer_send_text(struct peer *p, const char *text, size_t n);

/* Bytes held for peers and requests. */
uint64_t transport_bytes(const struct transport *t);

struct transport_figures {
    uint64_t requests, heads_refused, messages_in, messages_out, bytes_in, bytes_out, slow;
    uint32_t peers;
};
const struct transport_figures *transport_figures(const struct transport *t);

#endif
