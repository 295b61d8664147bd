/* The socket to a server: libwebsockets with an event loop on its own thread. Only that thread
 * touches its structures; other threads put texts into lists and wake it. */
#include "tui/line.h"

#include <libwebsockets.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/port.h"

enum { FIRST_MS = 250, LAST_MS = 5000, MESSAGE_MOST = 1 << 22 };

struct list {
    struct line_message *first, **end;
};

struct line {
    struct address to;
    char host[ADDRESS_HOST + 24];
    int wake;
    pthread_t thread;
    /* Guards the next five members. */
    pthread_mutex_t lock;
    struct list in, out;
    int stopping, resting;
    /* The connection is closed for a new one. */
    int renewing;
    struct lws_context *context;
    struct lws *wsi;
    lws_sorted_usec_list_t timer;
    int wait_ms, trying;
    /* The part of a message received so far. */
    char *part;
    size_t part_n;
};

/* ---- lists ---- */

static struct line_message *message_make(int kind, const char *text, size_t n)
{
    struct line_message *m = malloc(sizeof *m + n + 1);
    MUST(m);
    m->next = NULL;
    m->kind = kind;
    m->n = n;
    memcpy(m->text, text, n);
    m->text[n] = 0;
    return m;
}

static void list_add(struct list *l, struct line_message *m)
{
    *l->end = m;
    l->end = &m->next;
}

static struct line_message *list_take(struct list *l)
{
    struct line_message *m = l->first;
    if (m && !(l->first = m->next))
        l->end = &l->first;
    return m;
}

static void list_clear(struct list *l)
{
    struct line_message *m;
    while ((m = list_take(l)))
        free(m);
}

static void deliver(struct line *l, int kind, const char *text, size_t n)
{
    uint64_t one = 1;
    pthread_mutex_lock(&l->lock);
    list_add(&l->in, message_make(kind, text, n));
    pthread_mutex_unlock(&l->lock);
    ssize_t written = write(l->wake, &one, sizeof one);
    (void)written;
}

/* ---- the thread ---- */

static void connect_now(lws_sorted_usec_list_t *timer);

static void lost(struct line *l, const char *why, size_t n)
{
    l->wsi = NULL;
    l->trying = 0;
    l->part_n = 0;
    pthread_mutex_lock(&l->lock);
    list_clear(&l->out);
    int again = !l->stopping && !l->resting, wait_ms = l->renewing ? 1 : l->wait_ms;
    l->renewing = 0;
    pthread_mutex_unlock(&l->lock);
    deliver(l, LINE_DOWN, why, n);
    if (again)
        lws_sul_schedule(l->context, 0, &l->timer, connect_now, (lws_usec_t)wait_ms * 1000);
    l->wait_ms = l->wait_ms * 2 < LAST_MS ? l->wait_ms * 2 : LAST_MS;
}

static void connect_now(lws_sorted_usec_list_t *timer)
{
    struct line *l = lws_container_of(timer, struct line, timer);
    struct lws_client_connect_info info = {.context = l->context,
                                           .address = l->to.host,
                                           .port = l->to.port,
                                           .path = "/ws",
                                           .host = l->host,
                                           .protocol = "charlatan",
                                           .local_protocol_name = "charlatan",
                                           .alpn = "http/1.1",
                                           .userdata = l,
                                           .pwsi = &l->wsi,
                                           .ssl_connection = l->to.tls ? LCCSCF_USE_SSL : 0};
    l->trying = 1;
    if (!lws_client_connect_via_info(&info) && l->trying)
        lost(l, "", 0);
}

static int receive(struct line *l, struct lws *wsi, const char *text, size_t n)
{
    if (l->part_n + n > MESSAGE_MOST)
        return -1;
    l->part = realloc(l->part, l->part_n + n + 1);
    MUST(l->part);
    memcpy(l->part + l->part_n, text, n);
    l->part_n += n;
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi))
        return 0;
    deliver(l, LINE_TEXT, l->part, l->part_n);
    l->part_n = 0;
    return 0;
}

static int send_next(struct line *l, struct lws *wsi)
{
    pthread_mutex_lock(&l->lock);
    struct line_message *m = list_take(&l->out);
    int more = l->out.first != NULL, ends = l->stopping || l->renewing;
    pthread_mutex_unlock(&l->lock);
    if (!m)
        return ends ? -1 : 0;
    unsigned char *room = malloc(LWS_PRE + m->n + 1);
    MUST(room);
    memcpy(room + LWS_PRE, m->text, m->n);
    int sent = lws_write(wsi, room + LWS_PRE, m->n, LWS_WRITE_TEXT);
    free(room);
    free(m);
    if (more)
        lws_callback_on_writable(wsi);
    return sent < 0 ? -1 : 0;
}

static int happened(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t n)
{
    struct line *l = user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: lost(l, in ? in : "", in ? n : 0); return 0;
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        l->wait_ms = FIRST_MS;
        /* What was sent meanwhile was meant for the connection that was lost. */
        pthread_mutex_lock(&l->lock);
        list_clear(&l->out);
        pthread_mutex_unlock(&l->lock);
        deliver(l, LINE_UP, "", 0);
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE: return receive(l, wsi, in, n);
    case LWS_CALLBACK_CLIENT_WRITEABLE: return send_next(l, wsi);
    case LWS_CALLBACK_CLIENT_CLOSED: lost(l, "", 0); return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        l = lws_context_user(lws_get_context(wsi));
        if (l->wsi)
            lws_callback_on_writable(l->wsi);
        return 0;
    default: return 0;
    }
}

static int is_stopping(struct line *l)
{
    pthread_mutex_lock(&l->lock);
    int stopping = l->stopping;
    pthread_mutex_unlock(&l->lock);
    return stopping;
}

static void *work(void *arg)
{
    struct line *l = arg;
    lws_sul_schedule(l->context, 0, &l->timer, connect_now, 1);
    while (!is_stopping(l) && lws_service(l->context, 0) >= 0)
        ;
    return NULL;
}

/* ---- for the table ---- */

struct line *line_open(const struct address *a, int wake)
{
    static const struct lws_protocols protocols[] = {{.name = "charlatan", .callback = happened},
                                                     {.name = NULL}};
    static const lws_retry_bo_t patience = {.secs_since_valid_ping = 20,
                                            .secs_since_valid_hangup = 40};
    struct line *l = calloc(1, sizeof *l);
    MUST(l);
    struct lws_context_creation_info info = {.port = CONTEXT_PORT_NO_LISTEN,
                                             .protocols = protocols,
                                             .options =
                                                 a->tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
                                             .retry_and_idle_policy = &patience,
                                             .fd_limit_per_thread = 16,
                                             .user = l};
    l->to = *a;
    l->wake = wake;
    l->wait_ms = FIRST_MS;
    l->in.end = &l->in.first;
    l->out.end = &l->out.first;
    address_host(a, l->host);
    pthread_mutex_init(&l->lock, NULL);
    lws_set_log_level(0, NULL);
    l->context = lws_create_context(&info);
    MUST(l->context && pthread_create(&l->thread, NULL, work, l) == 0);
    return l;
}

void line_close(struct line *l)
{
    pthread_mutex_lock(&l->lock);
    l->stopping = 1;
    pthread_mutex_unlock(&l->lock);
    lws_cancel_service(l->context);
    pthread_join(l->thread, NULL);
    lws_context_destroy(l->context);
    list_clear(&l->in);
    list_clear(&l->out);
    pthread_mutex_destroy(&l->lock);
    free(l->part);
    free(l);
}

void line_send(struct line *l, const char *text, size_t n)
{
    pthread_mutex_lock(&l->lock);
    list_add(&l->out, message_make(LINE_TEXT, text, n));
    pthread_mutex_unlock(&l->lock);
    lws_cancel_service(l->context);
}

struct line_message *line_take(struct line *l)
{
    pthread_mutex_lock(&l->lock);
    struct line_message *m = list_take(&l->in);
    pthread_mutex_unlock(&l->lock);
    return m;
}

void line_again(struct line *l)
{
    pthread_mutex_lock(&l->lock);
    l->renewing = 1;
    pthread_mutex_unlock(&l->lock);
    lws_cancel_service(l->context);
}

void line_rest(struct line *l)
{
    pthread_mutex_lock(&l->lock);
    l->resting = 1;
    pthread_mutex_unlock(&l->lock);
}
