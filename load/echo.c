/* A bare libwebsockets echo server on a libuv loop, which the server is compared with. It keeps
 * each message and sends it back when the socket is writeable. It shares no code with our server.
 *
 * Without tx_packet_size, a message longer than rx_buffer_size would be sent in pieces, one a
 * turn of the loop. rx_buffer_size is allocated for each socket. */
#include <libwebsockets.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "args/args.h"
#include "load/load.h"

enum { ECHO_RX = 1024, ECHO_TX = 1 << 17, ECHO_MOST = 1 << 16 };

struct echoed {
    /* LWS_PRE free bytes, then the message; NULL: nothing to send. */
    unsigned char *bytes;
    size_t n;
};

static int keep(struct lws *wsi, struct echoed *e, const void *in, size_t n)
{
    unsigned char *more = e->n + n <= ECHO_MOST ? realloc(e->bytes, LWS_PRE + e->n + n) : NULL;
    if (!more)
        return -1;
    memcpy(more + LWS_PRE + e->n, in, n);
    e->bytes = more;
    e->n += n;
    if (lws_is_final_fragment(wsi) && !lws_remaining_packet_payload(wsi))
        lws_callback_on_writable(wsi);
    return 0;
}

static void forget(struct echoed *e)
{
    free(e->bytes);
    *e = (struct echoed){0};
}

static int give_back(struct lws *wsi, struct echoed *e)
{
    int n = e->bytes ? lws_write(wsi, e->bytes + LWS_PRE, e->n, LWS_WRITE_TEXT) : 0;
    forget(e);
    return n < 0 ? -1 : 0;
}

static int echo(struct lws *wsi, enum lws_callback_reasons why, void *user, void *in, size_t n)
{
    if (why == LWS_CALLBACK_RECEIVE)
        return keep(wsi, user, in, n);
    if (why == LWS_CALLBACK_SERVER_WRITEABLE)
        return give_back(wsi, user);
    if (why == LWS_CALLBACK_CLOSED)
        forget(user);
    return 0;
}

/* ---- the loop ---- */

static void stop(uv_signal_t *s, int number)
{
    (void)number;
    uv_close((uv_handle_t *)s, NULL);
    uv_stop(s->loop);
}

static struct lws_context *listen_on(uv_loop_t *loop, int port)
{
    static const struct lws_protocols protocols[] = {
        {"http", lws_callback_http_dummy, 0, 0, 0, NULL, 0},
        {"charlatan", echo, sizeof(struct echoed), ECHO_RX, 0, NULL, ECHO_TX},
        {NULL, NULL, 0, 0, 0, NULL, 0},
    };
    /* No pings: their timers would take most of the time while thousands of sockets connect. */
    static const lws_retry_bo_t no_pings = {0};
    void *loops[1] = {loop};
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    info.port = port;
    info.iface = "127.0.0.1";
    info.protocols = protocols;
    info.options = LWS_SERVER_OPTION_LIBUV;
    info.foreign_loops = loops;
    info.retry_and_idle_policy = &no_pings;
    info.gid = info.uid = (gid_t)-1;
    return lws_create_context(&info);
}

int load_serve_echo(int port)
{
    uv_loop_t loop;
    uv_signal_t end;
    lws_set_log_level(LLL_ERR, NULL);
    if (uv_loop_init(&loop))
        return STATUS_FAILED;
    struct lws_context *context = listen_on(&loop, port);
    if (!context) {
        fprintf(stderr, "charlatan load: no echo on port %d.\n", port);
        return STATUS_FAILED;
    }
    uv_signal_init(&loop, &end);
    uv_signal_start(&end, stop, SIGTERM);
    uv_run(&loop, UV_RUN_DEFAULT);
    /* The first call only begins to close its handles; the loop closes them; the second call
     * frees the rest. */
    lws_context_destroy(context);
    uv_run(&loop, UV_RUN_DEFAULT);
    lws_context_destroy(context);
    uv_loop_close(&loop);
    return STATUS_FINE;
}
