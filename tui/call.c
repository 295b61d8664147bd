/* Sends one HTTP request with libwebsockets, on an event loop that ends with the request. */
#include "tui/call.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

#include "engine/port.h"
#include "wire/wire.h"

enum { REPLY_MOST = 1 << 24 };

struct call {
    struct lws_context *context;
    const char *token, *body;
    struct reply *reply;
    struct writer in;
    int done;
    lws_sorted_usec_list_t timer;
};

static void end(struct call *c)
{
    c->done = 1;
    lws_cancel_service(c->context);
}

static int add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                      unsigned char *to)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at, to);
}

static int add_headers(struct call *c, struct lws *wsi, unsigned char **at, unsigned char *to)
{
    char text[80];
    if (c->token) {
        snprintf(text, sizeof text, "Bearer %s", c->token);
        if (add_header(wsi, "authorization:", text, at, to))
            return -1;
    }
    if (!c->body)
        return 0;
    snprintf(text, sizeof text, "%zu", strlen(c->body));
    if (add_header(wsi, "content-type:", "application/json", at, to) ||
        add_header(wsi, "content-length:", text, at, to))
        return -1;
    lws_client_http_body_pending(wsi, 1);
    lws_callback_on_writable(wsi);
    return 0;
}

static int send_body(struct call *c, struct lws *wsi)
{
    size_t n = strlen(c->body);
    unsigned char *room = malloc(LWS_PRE + n + 1);
    MUST(room);
    memcpy(room + LWS_PRE, c->body, n);
    lws_client_http_body_pending(wsi, 0);
    int sent = lws_write(wsi, room + LWS_PRE, n, LWS_WRITE_HTTP_FINAL);
    free(room);
    return sent < 0 ? -1 : 0;
}

static int receive(struct lws *wsi)
{
    char room[LWS_PRE + 4096], *at = room + LWS_PRE;
    int n = sizeof room - LWS_PRE;
    return lws_http_client_read(wsi, &at, &n) < 0 ? -1 : 0;
}

static void keep(struct call *c, const char *text, size_t n)
{
    struct writer *w = &c->in;
    if (w->n + n > REPLY_MOST)
        return;
    if (w->n + n + 1 > w->cap) {
        w->cap = 2 * (w->n + n) + 1024;
        w->at = realloc(w->at, w->cap);
        MUST(w->at);
    }
    memcpy(w->at + w->n, text, n);
    w->n += n;
    w->at[w->n] = 0;
}

static int happened(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t n)
{
    struct call *c = user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        c->reply->status = 0;
        keep(c, in ? in : "no connection", in ? n : 13);
        end(c);
        return 0;
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return add_headers(c, wsi, in, *(unsigned char **)in + n);
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE: return c->body ? send_body(c, wsi) : 0;
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP:
        c->reply->status = (int)lws_http_client_http_response(wsi);
        return 0;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP: return receive(wsi);
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ: keep(c, in, n); return 0;
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP:
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
        if (c && !c->done)
            end(c);
        return 0;
    default: return 0;
    }
}

static void too_late(lws_sorted_usec_list_t *timer)
{
    struct call *c = lws_container_of(timer, struct call, timer);
    if (c->done)
        return;
    c->reply->status = 0;
    c->in.n = 0;
    keep(c, "it does not answer", 18);
    end(c);
}

static void ask(struct call *c, const struct address *a, const char *method, const char *path)
{
    char host[ADDRESS_HOST + 24];
    struct lws_client_connect_info info = {.context = c->context,
                                           .address = a->host,
                                           .port = a->port,
                                           .path = path,
                                           .host = address_host(a, host),
                                           .method = method,
                                           .alpn = "http/1.1",
                                           .local_protocol_name = "call",
                                           .userdata = c,
                                           .ssl_connection = a->tls ? LCCSCF_USE_SSL : 0};
    lws_usec_t ms = a->ms ? a->ms : CALL_MS;
    lws_sul_schedule(c->context, 0, &c->timer, too_late, ms * 1000);
    if (!lws_client_connect_via_info(&info) && !c->done) {
        keep(c, "no connection", 13);
        c->done = 1;
    }
    while (!c->done && lws_service(c->context, 0) >= 0)
        ;
    lws_sul_schedule(c->context, 0, &c->timer, too_late, LWS_SET_TIMER_USEC_CANCEL);
}

void call_server(const struct address *a, const char *method, const char *path, const char *token,
                 const char *body, struct reply *to)
{
    static const struct lws_protocols protocols[] = {{.name = "call", .callback = happened},
                                                     {.name = NULL}};
    struct lws_context_creation_info info = {.port = CONTEXT_PORT_NO_LISTEN,
                                             .protocols = protocols,
                                             .options =
                                                 a->tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
                                             .fd_limit_per_thread = 16};
    struct call c = {.token = token, .body = body, .reply = to};
    memset(to, 0, sizeof *to);
    lws_set_log_level(0, NULL);
    c.context = lws_create_context(&info);
    MUST(c.context);
    ask(&c, a, method, path);
    c.done = 1;
    lws_context_destroy(c.context);
    keep(&c, "", 0);
    to->text = c.in.at;
    to->n = c.in.n;
}
