/* The witness's loop. Requests that come in one turn of the loop are written down in one
 * transaction, and answered when it is on the disk. */
#include "server/witness/run.h"

#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>
#include <sys/resource.h>
#include <time.h>

#include "server/host.h"
#include "server/http/limits.h"
#include "server/witness/answers.h"
#include "server/witness/refusals.h"
#include "wire/refuse.h"

enum {
    /* Connections of one address, and bodies under way of one and of all. */
    CONNECTIONS_MOST = 64,
    BODIES_MOST = 64,
    BYTES_MOST = 64 * HTTP_BODY,
    BYTES_OF_ALL = 1024 * HTTP_BODY,
    /* Descriptors for the ledger and other files. */
    KEPT = 32,
    /* A turn of the loop answers at most so many. */
    TURN_MOST = 1024,
    FORGET_EVERY_MS = 60000
};

/* A request that waits for the transaction. */
struct visit {
    struct visit *next;
    struct http *http;
    /* Written when the transaction is under way, sent when it is on the disk. */
    struct writer out;
    int status;
};

/* Everything belongs to the loop's thread. `failing`: the ledger could not be written the last
 * time. */
struct witness_process {
    struct witness_options options;
    struct witness witness;
    struct ledger *ledger;
    struct host host;
    struct transport *transport;
    struct limits *limits;
    uv_loop_t loop;
    uv_idle_t turn;
    uv_timer_t forget;
    uv_signal_t term, interrupt;
    struct visit *visits, **visits_end;
    /* How many there may be and how many connections there are; `bytes`: memory of all bodies. */
    uint32_t descriptors, connections;
    uint64_t bytes;
    int failing, stopping;
};

/* Once at the beginning of whatever happens. */
static void look_at_clock(struct witness_process *h)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    h->witness.now = (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- answers ---- */

/* Answers the request; the reason is one of the witness's own rows. */
static void send_refusal(struct http *http, const struct refusal_row *row)
{
    struct writer w = {0};
    struct refusal why;
    refusal_fill(&why, row, NULL);
    write_begin(&w, '{');
    refusal_write(&w, &why);
    refusal_write_reason(&w, &why);
    write_end(&w, '}');
    http_answer(http, refusal_code_status(why.code), "application/json", w.at, w.n);
    writer_free(&w);
}

/* Operators are told once when the ledger fails, and once when it works again. */
static void ledger_did(struct witness_process *h, int well)
{
    if (h->failing == !well)
        return;
    h->failing = !well;
    fprintf(stderr, "charlatan witness: the ledger %s\n",
            well ? "can be written again" : "cannot be written; nothing is answered meanwhile");
}

/* Answers and frees. Without the ledger nobody gets the answer that was prepared: it may contradict
 * what is on the disk. */
static void send_visit(struct visit *v, int well)
{
    if (well)
        http_answer(v->http, v->status, "application/json", v->out.at, v->out.n);
    else
        send_refusal(v->http, &refusal_witness_storage);
    writer_free(&v->out);
    free(v);
}

/* Answers the visits of this turn, up to some number, in one transaction. 1: all of it is on the
 * disk. 0: nothing is, and no visit may be answered but with a refusal. */
static int answer_visits(struct witness_process *h, struct visit *first)
{
    if (ledger_begin(h->ledger) < 0)
        return 0;
    for (struct visit *v = first; v; v = v->next) {
        v->status =
            witness_answer(&h->witness, v->http->address, v->http->body, v->http->body_n, &v->out);
        if (v->status < 0) {
            ledger_rollback(h->ledger);
            return 0;
        }
    }
    if (ledger_commit(h->ledger) == 0)
        return 1;
    ledger_rollback(h->ledger);
    return 0;
}

/* At most TURN_MOST, so that no turn of the loop takes long; the rest comes in the next one. */
static struct visit *take_visits(struct witness_process *h)
{
    struct visit *first = h->visits, **at = &h->visits;
    for (int i = 0; *at && i < TURN_MOST; i++)
        at = &(*at)->next;
    h->visits = *at;
    *at = NULL;
    if (!h->visits)
        h->visits_end = &h->visits;
    return first;
}

/* Runs only while there are visits: an idle handle keeps the loop awake. */
static void turn(uv_idle_t *handle)
{
    struct witness_process *h = handle->data;
    struct visit *first = take_visits(h);
    look_at_clock(h);
    int well = answer_visits(h, first);
    ledger_did(h, well);
    while (first) {
        struct visit *v = first;
        first = v->next;
        send_visit(v, well);
    }
    if (!h->visits)
        uv_idle_stop(handle);
}

/* ---- requests ---- */

/* Reading needs no transaction. What it says of a match is no secret. */
static void tell(struct witness_process *h, struct http *http)
{
    struct writer w = {0};
    const char *match = strncmp(http->path, "/witness/", 9) == 0 ? http->path + 9 : NULL;
    int status = match ? witness_tell_match(&h->witness, match, &w) : witness_tell(&h->witness, &w);
    if (status < 0)
        send_refusal(http, &refusal_witness_storage);
    else
        http_answer(http, status, "application/json", w.at, w.n);
    writer_free(&w);
}

/* Answered at the end of this turn, together with all others. */
static void add_visit(struct witness_process *h, struct http *http)
{
    struct visit *v = calloc(1, sizeof *v);
    MUST(v);
    v->http = http;
    *h->visits_end = v;
    h->visits_end = &v->next;
    uv_idle_start(&h->turn, turn);
}

/* NULL: the request may be answered. Requests to write count by their number in a body (answers.c),
 * so only reading is limited here. */
static const struct refusal_row *refused(struct witness_process *h, const struct http *http)
{
    int known = strcmp(http->path, "/witness") == 0 ||
                (http->method == HTTP_GET && strncmp(http->path, "/witness/", 9) == 0);
    if (http->wrong_host)
        return &refusal_witness_wrong_host;
    if (http->wrong_origin)
        return &refusal_witness_wrong_origin;
    if (http->refused)
        return http->refused;
    if (http->too_slow)
        return &refusal_witness_too_slow;
    if (http->too_large)
        return &refusal_witness_too_large;
    if (http->door != DOOR_OPEN)
        return &refusal_witness_bodies_full;
    if (!http_may_be_json(http))
        return &refusal_witness_type;
    if (!known || (http->method != HTTP_GET && http->method != HTTP_POST))
        return &refusal_witness_no_page;
    if (http->method == HTTP_GET && h->options.limits &&
        !limits_take(h->limits, http->address, LIMIT_REQUESTS, h->witness.now))
        return &refusal_witness_too_fast;
    return NULL;
}

/* /health is answered before anything is checked but the host, so that operators can always ask. */
static void on_request(void *arg, struct http *http)
{
    struct witness_process *h = arg;
    look_at_clock(h);
    if (http->method == HTTP_GET && strcmp(http->path, "/health") == 0 && !http->wrong_host) {
        http_answer(http, h->failing ? 503 : 200, "application/json",
                    h->failing ? "{\"ok\":false}" : "{\"ok\":true}", h->failing ? 12 : 11);
        return;
    }
    const struct refusal_row *why = refused(h, http);
    if (why)
        send_refusal(http, why);
    else if (http->method == HTTP_GET)
        tell(h, http);
    else
        add_visit(h, http);
}

/* ---- doors ---- */

/* Behind a proxy all connections have the proxy's address, so they are not counted by address. */
static enum transport_door on_enter(void *arg, const char *address)
{
    struct witness_process *h = arg;
    look_at_clock(h);
    int counted = h->options.limits && !h->options.transport.behind_proxy;
    if (h->connections + KEPT >= h->descriptors ||
        (counted && !limits_hold(h->limits, address, HOLD_CONNECTIONS, 1,
                                 limits_most(CONNECTIONS_MOST), h->witness.now)))
        return DOOR_SHUT;
    h->connections++;
    return DOOR_OPEN;
}

static void on_left(void *arg, const char *address)
{
    struct witness_process *h = arg;
    h->connections--;
    if (h->options.limits && !h->options.transport.behind_proxy)
        limits_release(h->limits, address, HOLD_CONNECTIONS, 1);
}

/* What a body holds, besides its bytes. */
static int hold_body(struct witness_process *h, const char *address, uint32_t n)
{
    struct limits_most bodies = limits_most(BODIES_MOST), bytes = limits_most(BYTES_MOST);
    if (!h->options.limits)
        return 1;
    if (!limits_hold(h->limits, address, HOLD_BODIES, 1, bodies, h->witness.now))
        return 0;
    if (n == 0 || limits_hold(h->limits, address, HOLD_BYTES, n, bytes, h->witness.now))
        return 1;
    limits_release(h->limits, address, HOLD_BODIES, 1);
    return 0;
}

static const struct refusal_row *on_body(void *arg, const char *address, size_t n)
{
    struct witness_process *h = arg;
    return hold_body(h, address, (uint32_t)n) ? NULL : &refusal_witness_bodies_full;
}

/* Of all addresses together. */
static const struct refusal_row *on_body_grows(void *arg, size_t has, size_t more)
{
    struct witness_process *h = arg;
    (void)has;
    if (h->bytes + more > BYTES_OF_ALL)
        return &refusal_witness_bodies_full;
    h->bytes += more;
    return NULL;
}

static void on_body_gone(void *arg, const char *address, size_t n, size_t had)
{
    struct witness_process *h = arg;
    h->bytes -= had;
    if (!h->options.limits)
        return;
    limits_release(h->limits, address, HOLD_BODIES, 1);
    limits_release(h->limits, address, HOLD_BYTES, (uint32_t)n);
}

/* There are no sockets here. */
static int no_admission(void *arg, const char *address)
{
    (void)arg, (void)address;
    return -1;
}

static void no_peer(void *arg, struct peer *p)
{
    (void)arg, (void)p;
}

static void no_message(void *arg, struct peer *p, const char *text, size_t n)
{
    (void)arg, (void)p, (void)text, (void)n;
}

/* ---- the whole ---- */

/* Once a minute, a limited number each time; whatever is left waits for the next minute. */
static void on_forget(uv_timer_t *handle)
{
    struct witness_process *h = handle->data;
    look_at_clock(h);
    ledger_forget(h->ledger, h->witness.now);
}

/* Closes everything; the loop ends when it is empty. A second signal does nothing. */
static void on_signal(uv_signal_t *handle, int signal)
{
    struct witness_process *h = handle->data;
    (void)signal;
    if (h->stopping)
        return;
    h->stopping = 1;
    if (!h->options.quiet)
        fputs("charlatan witness: stopping\n", stderr);
    transport_close(h->transport);
    uv_close((uv_handle_t *)&h->turn, NULL);
    uv_close((uv_handle_t *)&h->forget, NULL);
    uv_close((uv_handle_t *)&h->term, NULL);
    uv_close((uv_handle_t *)&h->interrupt, NULL);
}

/* `turn` is started when the first visit comes. Old matches are forgotten at once, and then every
 * minute. */
static void start_handles(struct witness_process *h)
{
    uv_idle_init(&h->loop, &h->turn);
    uv_timer_init(&h->loop, &h->forget);
    uv_signal_init(&h->loop, &h->term);
    uv_signal_init(&h->loop, &h->interrupt);
    h->turn.data = h->forget.data = h->term.data = h->interrupt.data = h;
    uv_timer_start(&h->forget, on_forget, 0, FORGET_EVERY_MS);
    uv_signal_start(&h->term, on_signal, SIGTERM);
    uv_signal_start(&h->interrupt, on_signal, SIGINT);
}

/* A WebSocket is refused at its handshake (no_admission), so the functions for peers are never
 * called. */
static int open_transport(struct witness_process *h)
{
    const struct transport_app app = {.arg = h,
                                      .host = &h->host,
                                      .enter = on_enter,
                                      .left = on_left,
                                      .body = on_body,
                                      .body_grows = on_body_grows,
                                      .body_gone = on_body_gone,
                                      .request = on_request,
                                      .admit = no_admission,
                                      .opened = no_peer,
                                      .message = no_message,
                                      .control = no_peer,
                                      .closed = no_peer};
    char why[240];
    h->transport = transport_open(&h->loop, &h->options.transport, &app, why);
    if (!h->transport)
        fprintf(stderr, "charlatan witness: %s\n", why);
    return h->transport ? 0 : -1;
}

/* More than 65,536 are never needed by one witness. */
static uint32_t descriptors(void)
{
    struct rlimit limit = {1024, 1024};
    getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur < 65536 ? (uint32_t)limit.rlim_cur : 65536;
}

/* Requests that came in last and are not answered have changed nothing. */
static void drop_visits(struct witness_process *h)
{
    while (h->visits) {
        struct visit *v = h->visits;
        h->visits = v->next;
        send_visit(v, 0);
    }
}

static void run(struct witness_process *h)
{
    uv_run(&h->loop, UV_RUN_DEFAULT);
    drop_visits(h);
}

static int open_ledger(struct witness_process *h)
{
    char error[LEDGER_ERROR];
    h->ledger = ledger_open(h->options.db, error);
    if (!h->ledger)
        fprintf(stderr, "charlatan witness: %s\n", error);
    return h->ledger ? 0 : -1;
}

/* 1 if the ledger or the port cannot be opened; the reason is on standard error. */
int witness_run(const struct witness_options *o,
                void (*ready)(void *arg, int port, const uint8_t key[WITNESS_KEY]), void *arg)
{
    struct witness_process *h = calloc(1, sizeof *h);
    int status = 1;
    MUST(h && sodium_init() >= 0);
    signal(SIGPIPE, SIG_IGN);
    h->options = *o;
    h->visits_end = &h->visits;
    h->descriptors = descriptors();
    if (open_ledger(h) == 0) {
        witness_begin(&h->witness, h->ledger, o->limits);
        look_at_clock(h);
        h->limits = limits_open();
        uv_loop_init(&h->loop);
        start_handles(h);
        if (open_transport(h) == 0) {
            ready(arg, transport_port(h->transport), h->witness.key);
            run(h);
            status = 0;
        }
        transport_free(h->transport);
        uv_loop_close(&h->loop);
        limits_close(h->limits);
        ledger_close(h->ledger);
    }
    free(h);
    return status;
}
