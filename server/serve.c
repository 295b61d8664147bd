/* The server's loop. It opens store, bots and transport, runs until a signal, and closes them in
 * an order that loses nothing: it takes no new requests, stores everything taken, tells
 * everybody, and then closes the sockets.
 *
 * Threads: the loop, which owns everything of the server; one for the store, one for each lane of
 * chores, those of the bots, and those that ask the witness and send messages. The others know only
 * what they were given, and wake the loop by an async handle of their own when something can be
 * taken. */
#include "server/serve.h"

#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

#include "engine/version.h"
#include "server/admin/admin.h"
#include "server/admin/socket.h"
#include "server/admission.h"
#include "server/clock.h"
#include "server/hall.h"
#include "server/host.h"
#include "server/http/limits.h"
#include "server/log.h"
#include "server/notify/courier.h"
#include "server/outage.h"
#include "server/people/guests.h"
#include "server/request_log.h"
#include "server/server.h"
#include "server/server_only.h"
#include "server/systemd.h"
#include "server/tables/bots.h"
#include "server/tables/tables.h"
#include "store/open.h"

/* The host: a transport on the loop, and threads. `host` must be the first member. */
struct threads {
    struct host host;
    struct transport *transport;
    struct workers *workers;
    struct chores *chores;
};

/* A server and what moves it. `server` must be the first member. */
struct serving {
    struct server server;
    struct threads threads;
    uv_loop_t loop;
    uv_async_t store_woke, bots_woke, chores_woke, witness_woke, calls_woke;
    uv_timer_t tick;
    uv_prepare_t turn_begins;
    uv_check_t turn_ends;
    uv_signal_t term, interrupt, hangup;
    /* The watchdog of systemd, and whether standard input was a terminal at the start. */
    uv_timer_t watchdog;
    int had_terminal;
    /* When the turn of the loop began, and how long it had slept until then, in ns. */
    uint64_t turn_began, slept;
    /* NULL: operators do not reach it. */
    struct admin_socket *admin;
};

static int64_t clock_ms(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* A clock that is never set and goes on while the machine sleeps. */
#ifdef CLOCK_BOOTTIME
#define STEADY CLOCK_BOOTTIME
#else
#define STEADY CLOCK_MONOTONIC
#endif

static void read_clock(struct host *host, int64_t *wall, int64_t *steady)
{
    (void)host;
    *wall = clock_ms(CLOCK_REALTIME);
    *steady = clock_ms(STEADY);
}

/* The first look at the clock; with a database, at its clock. Before the loop runs, so the database
 * may be asked directly. Without its time, or if it does not answer, the machine's counts. */
static void begin_clock(struct server *s, struct store *store)
{
    int64_t database;
    clock_read(s);
    if (!store->time || store->time(store, &database) < 0)
        return;
    clock_share(s, database);
    s->now = database;
}

/* ---- what wakes the loop ---- */

/* The wake_ functions are called from other threads. uv_async_send is the only call of libuv that
 * may be, and several calls before the loop turns are one. */
static void wake_store(void *arg)
{
    uv_async_send(&((struct serving *)arg)->store_woke);
}

static void wake_bots(void *arg)
{
    uv_async_send(&((struct serving *)arg)->bots_woke);
}

static void wake_chores(void *arg)
{
    uv_async_send(&((struct serving *)arg)->chores_woke);
}

static void chores_woke(uv_async_t *handle)
{
    struct serving *s = handle->data;
    clock_read(&s->server);
    chores_deliver(s->threads.chores);
}

/* Several wakes are one, so everything there is must be delivered. */
static void store_woke(uv_async_t *handle)
{
    struct server *s = handle->data;
    clock_read(s);
    while (queue_deliver(s->host->queue)) {
    }
}

/* Jobs are on the heap and freed here, after the server has read the answer. */
static void bots_woke(uv_async_t *handle)
{
    struct server *s = handle->data;
    struct bot_job *job;
    clock_read(s);
    while ((job = workers_take(((struct serving *)s)->threads.workers))) {
        bots_answered(s, job);
        free(job);
    }
}

static void wake_witness(void *arg)
{
    uv_async_send(&((struct serving *)arg)->witness_woke);
}

static void wake_calls(void *arg)
{
    uv_async_send(&((struct serving *)arg)->calls_woke);
}

static void calls_woke(uv_async_t *handle)
{
    struct server *s = handle->data;
    clock_read(s);
    calls_take(s);
}

static void witness_woke(uv_async_t *handle)
{
    struct server *s = handle->data;
    clock_read(s);
    if (s->inquiries)
        parts.inquiries_take(s->inquiries);
}

/* Every TICK_MS: whatever depends on time. While the server stops, wind_down has the timer. */
static void ticked(uv_timer_t *handle)
{
    struct server *s = handle->data;
    clock_read(s);
    if (s->stopping)
        return;
    tables_tick(s);
    guests_tick(s);
    store_ask(s);
    admin_tick(s);
    if (s->inquiries)
        parts.inquiries_tick(s->inquiries);
    calls_tick(s);
}

/* ---- turns of the loop: what is queued while sockets are read is stored together ---- */

/* The time of a turn is what was not slept. */
static void time_turn(struct serving *s)
{
    uint64_t now = uv_hrtime(), slept = uv_metrics_idle_time(&s->loop);
    if (s->turn_began && now - s->turn_began >= slept - s->slept)
        spread_add(&s->server.times.loop, now - s->turn_began - (slept - s->slept));
    s->turn_began = now;
    s->slept = slept;
}

/* libuv calls it just before the loop sleeps: from here on the store is not woken for each
 * entry. */
static void turn_begins(uv_prepare_t *handle)
{
    time_turn(handle->data);
    queue_gather(((struct server *)handle->data)->host->queue, 1);
}

/* After the sockets were read: what they have queued goes to the store as one transaction. */
static void turn_ends(uv_check_t *handle)
{
    queue_gather(((struct server *)handle->data)->host->queue, 0);
}

/* ---- requests of the transport, with the time looked at first ---- */

static void on_request(void *arg, struct http *h)
{
    clock_read(arg);
    hall_request(arg, h);
}

static enum transport_door on_enter(void *arg, const char *address)
{
    clock_read(arg);
    return door_enter(arg, address);
}

/* The loop's clock, as the request's time was noted by it (http->began). */
static void on_answered(void *arg, const struct http *h)
{
    request_log_answer(h, uv_now(&((struct serving *)arg)->loop));
}

static void on_opened(void *arg, struct peer *p)
{
    clock_read(arg);
    request_log_opened(p);
    guest_opened(arg, p);
}

/* The time is that of whatever has led to it. */
static void on_closed(void *arg, struct peer *p)
{
    request_log_closed(p);
    guest_closed(arg, p);
}

static void on_message(void *arg, struct peer *p, const char *text, size_t n)
{
    clock_read(arg);
    guest_message(arg, p, text, n);
}

static void on_control(void *arg, struct peer *p)
{
    clock_read(arg);
    guest_control(arg, p);
}

/* ---- stopping ---- */

/* To guests at tables and to those who have not said hello. peer_close only notes it, so the lists
 * stay as they are. */
static void say_goodbye(struct server *s)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *t = s->bucket[i]; t; t = t->next)
            for (struct guest *g = t->guests, *next; g; g = next) {
                next = g->next;
                peer_close(g->peer, "restart");
            }
    for (struct guest *g = s->newcomers; g; g = g->newcomer_next)
        peer_close(g->peer, "restart");
}

/* Every handle of the loop is closed, so uv_run returns once their callbacks have run. */
static void close_now(uv_timer_t *handle)
{
    struct serving *s = handle->data;
    uv_timer_stop(handle);
    admin_socket_close(s->admin);
    transport_close(s->threads.transport);
    uv_close((uv_handle_t *)&s->tick, NULL);
    uv_close((uv_handle_t *)&s->turn_begins, NULL);
    uv_close((uv_handle_t *)&s->turn_ends, NULL);
    uv_close((uv_handle_t *)&s->store_woke, NULL);
    uv_close((uv_handle_t *)&s->bots_woke, NULL);
    uv_close((uv_handle_t *)&s->chores_woke, NULL);
    uv_close((uv_handle_t *)&s->witness_woke, NULL);
    uv_close((uv_handle_t *)&s->calls_woke, NULL);
    uv_close((uv_handle_t *)&s->term, NULL);
    uv_close((uv_handle_t *)&s->interrupt, NULL);
    uv_close((uv_handle_t *)&s->hangup, NULL);
    uv_close((uv_handle_t *)&s->watchdog, NULL);
}

/* Stops step by step. Entries that were taken are stored and told first. A fifth of a second
 * after the last one the sockets are closed. */
static void wind_down(uv_timer_t *handle)
{
    struct server *s = handle->data;
    clock_read(s);
    /* A store that hangs must not hold up the end for ever: after ten seconds what is left is given
     * up. */
    if (queue_waiting(s->host->queue) && s->now < s->stopped + 10000)
        return;
    /* The last entry may have been stored just now. */
    while (queue_deliver(s->host->queue)) {
    }
    say_goodbye(s);
    uv_timer_start(handle, close_now, 200, 0);
}

/* All tables of a store in memory were founded by this process. */
static void say_stopping(const struct server *s)
{
    unsigned long long tables = (unsigned long long)s->figures.founded;
    if (strcmp(s->options.db, "memory") != 0)
        log_say(LOG_SAYS_INFO, "stopping", NULL, "stopping");
    else
        log_say(LOG_SAYS_INFO, "stopping", NULL, "stopping; %llu table%s in memory end%s with it",
                tables, tables == 1 ? "" : "s", tables == 1 ? "s" : "");
}

/* May be called again. From here on requests that change something are refused, and the timer winds
 * down instead of ticking. */
static void stop(struct server *s)
{
    if (s->stopping)
        return;
    s->stopping = 1;
    s->stopped = s->now;
    notify_say("STOPPING=1\n");
    say_stopping(s);
    uv_timer_start(&((struct serving *)s)->tick, wind_down, 0, 20);
}

static void on_signal(uv_signal_t *handle, int signal)
{
    (void)signal;
    stop(handle->data);
}

/* ---- other signs of life ---- */

/* Whatever happens, the server goes on, with the old certificate if need be. */
static void renew_certificate(struct server *s)
{
    char why[240];
    int renewed = transport_renew(((struct serving *)s)->threads.transport, why);
    if (renewed > 0)
        log_say(LOG_SAYS_INFO, "certificate-renewed", NULL,
                "the certificate was read again; new connections get it");
    else if (renewed == 0)
        log_say(LOG_SAYS_INFO, "nothing-to-reload", NULL, "SIGHUP: nothing to read again: %s", why);
    else
        log_say(LOG_SAYS_ERROR, "certificate-refused", NULL,
                "the certificate was not renewed, and the old one stays: %s", why);
}

/* SIGHUP comes when the terminal is closed, which ends the server, as it would without this; or
 * from an operator with a new certificate. */
static void on_hangup(uv_signal_t *handle, int signal)
{
    struct serving *s = handle->data;
    (void)signal;
    if (s->had_terminal && !isatty(STDIN_FILENO)) {
        stop(&s->server);
        return;
    }
    notify_reloading();
    renew_certificate(&s->server);
    notify_say("READY=1\n");
}

/* The loop turns. If it does not for long, systemd starts the server anew. */
static void alive(uv_timer_t *handle)
{
    (void)handle;
    notify_say("WATCHDOG=1\n");
}

/* had_terminal is noted now: on_hangup compares with it later. */
static void start_signs(struct serving *s)
{
    uint64_t every = notify_watchdog_ms();
    uv_signal_init(&s->loop, &s->hangup);
    uv_timer_init(&s->loop, &s->watchdog);
    s->hangup.data = s;
    s->had_terminal = isatty(STDIN_FILENO);
    uv_signal_start(&s->hangup, on_hangup, SIGHUP);
    if (every)
        uv_timer_start(&s->watchdog, alive, every, every);
}

/* ---- the whole ---- */

/* Returns how many files may be open. As far as the system allows without rights. */
static uint32_t raise_file_limit(void)
{
    struct rlimit limit = {1024, 1024};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    return limit.rlim_cur < INT32_MAX ? (uint32_t)limit.rlim_cur : INT32_MAX;
}

/* Signals are handled in the loop, so all of this happens between two things and never within
 * one. */
static void start_handles(struct serving *s)
{
    uv_async_init(&s->loop, &s->store_woke, store_woke);
    uv_async_init(&s->loop, &s->bots_woke, bots_woke);
    uv_async_init(&s->loop, &s->chores_woke, chores_woke);
    uv_async_init(&s->loop, &s->witness_woke, witness_woke);
    uv_async_init(&s->loop, &s->calls_woke, calls_woke);
    uv_timer_init(&s->loop, &s->tick);
    uv_prepare_init(&s->loop, &s->turn_begins);
    uv_check_init(&s->loop, &s->turn_ends);
    uv_signal_init(&s->loop, &s->term);
    uv_signal_init(&s->loop, &s->interrupt);
    s->store_woke.data = s->bots_woke.data = s->chores_woke.data = s->witness_woke.data =
        s->calls_woke.data = s->tick.data = s->term.data = s->interrupt.data = s;
    s->turn_begins.data = s->turn_ends.data = s;
    uv_prepare_start(&s->turn_begins, turn_begins);
    uv_check_start(&s->turn_ends, turn_ends);
    uv_timer_start(&s->tick, ticked, TICK_MS, TICK_MS);
    uv_signal_start(&s->term, on_signal, SIGTERM);
    uv_signal_start(&s->interrupt, on_signal, SIGINT);
    start_signs(s);
}

/* -1: operators were told why. Opening may take long, for instance to bring the schema up to
 * date. */
static int open_store(struct server *s, struct store **store)
{
    char error[STORE_ERROR] = "";
    *store = store_open_to_serve(s->options.db, error);
    if (!*store)
        log_say(LOG_SAYS_ERROR, "no-store", NULL, "%s", error);
    return *store ? 0 : -1;
}

/* A program that cannot play is found out before anybody sits down with it. */
static int open_programs(struct server *s)
{
    const struct server_options *o = &s->options;
    struct refusal why;
    int which = 0;
    if (!o->programs_n)
        return 0;
    s->programs = programs_open(o->programs, o->programs_n, &which, &why);
    if (!s->programs)
        log_say(LOG_SAYS_ERROR, "no-bot", LOG_FIELDS(LOG_T("bot", o->programs[which].name)),
                "bot '%s': %s.", o->programs[which].name, why.message);
    return s->programs ? 0 : -1;
}

/* Last of all, because from here on requests come. */
static int open_transport(struct server *s)
{
    struct serving *whole = (struct serving *)s;
    const struct transport_app app = {
        .arg = s,
        .host = s->host,
        .enter = on_enter,
        .left = door_left,
        .body = door_body,
        .body_grows = door_body_grows,
        .body_gone = door_body_gone,
        .request = on_request,
        .answered = on_answered,
        .admit = guest_admit,
        .opened = on_opened,
        .message = on_message,
        .control = on_control,
        .closed = on_closed,
    };
    char why[240];
    struct transport *t = transport_open(&whole->loop, &s->options.transport, &app, why);
    if (!t)
        log_say(LOG_SAYS_ERROR, "no-port", NULL, "%s", why);
    whole->threads.transport = t;
    return t ? 0 : -1;
}

static void do_chore(struct host *host, enum chore_lane lane, struct chore *chore)
{
    chores_add(((struct threads *)host)->chores, lane, chore);
}

static uint32_t count_chores(struct host *host, enum chore_lane lane)
{
    return chores_waiting(((struct threads *)host)->chores, lane);
}

static int is_stopping(struct host *host)
{
    return chores_stopping(((struct threads *)host)->chores);
}

static void think(struct host *host, const struct bot_job *job)
{
    workers_add(((struct threads *)host)->workers, job);
}

static void draw(struct host *host, void *bytes, size_t n)
{
    (void)host;
    randombytes_buf(bytes, n);
}

static void read_figures(struct host *host, struct host_figures *f)
{
    const struct threads *t = (struct threads *)host;
    f->transport = *transport_figures(t->transport);
    f->transport_bytes = transport_bytes(t->transport);
    workers_figures(t->workers, &f->workers);
}

/* In the order of who uses whom: bots give their answers up, the store does what is queued, and its
 * answers may have added chores, which are dropped. */
static void stop_threads(struct host *host)
{
    struct threads *t = (struct threads *)host;
    workers_close(t->workers);
    queue_close(host->queue);
    chores_close(t->chores);
}

/* The transport adds its own functions. */
static void begin_host(struct serving *s)
{
    s->threads.host = (struct host){
        .chore = do_chore,
        .chores_waiting = count_chores,
        .stopping = is_stopping,
        .think = think,
        .clock = read_clock,
        .random = draw,
        .figures = read_figures,
        .stop = stop_threads,
    };
    s->server.host = &s->threads.host;
}

/* The store belongs to the queue's thread from here on; nobody else may use it until
 * server_close. */
static void open_threads(struct serving *s, struct store *store)
{
    s->threads.host.queue = queue_open(store, wake_store, s);
    s->threads.workers = workers_open(s->server.options.workers, wake_bots, s);
    s->threads.chores = chores_open(wake_chores, s);
}

/* 0: it is open, or the operator wants none. */
static int open_admin(struct serving *s)
{
    const char *path = s->server.options.admin;
    char why[240];
    if (!path)
        return 0;
    s->admin = admin_socket_open(&s->loop, &s->server, path, why);
    if (!s->admin)
        log_say(LOG_SAYS_ERROR, "no-admin", NULL, "%s", why);
    return s->admin ? 0 : -1;
}

/* Returns when the server has stopped and every handle is closed. systemd is told once the port is
 * open. */
static void run(struct server *s, void (*ready)(void *arg, int port), void *arg)
{
    queue_on_changes(s->host->queue, tables_changed, s);
    int port = transport_port(((struct serving *)s)->threads.transport);
    uv_loop_t *loop = &((struct serving *)s)->loop;
    ready(arg, port);
    if (s->options.log_form == LOG_JSON)
        log_say(LOG_SAYS_INFO, "ready",
                LOG_FIELDS(LOG_N("port", port), LOG_T("version", CHARLATAN_VERSION)),
                "ready, on port %d", port);
    notify_say("READY=1\n");
    uv_run(loop, UV_RUN_DEFAULT);
}

/* ---- messages outside ---- */

#define PUSH_KEY_NOTE "push-key"

/* A key that cannot be used counts as none, and a new one is made. Browsers that had subscribed for
 * the old one have to do so again. */
static void found_key(void *arg, const char *name, const char *text, size_t len)
{
    struct push_pair *keys = arg;
    char secret[64];
    (void)name;
    if (len >= sizeof secret)
        return;
    memcpy(secret, text, len);
    secret[len] = 0;
    if (push_base64_read(secret, keys->secret, PUSH_SECRET) != PUSH_SECRET ||
        push_pair_of(keys) < 0)
        memset(keys, 0, sizeof *keys);
}

/* The keys of this server for Web Push are made once and kept in the store, so that all nodes have
 * the same: browsers subscribe for them. Two nodes that start on an empty database at once may each
 * make one; the last to write wins, and the other node uses it after its next start. */
static int read_keys(struct store *store, struct push_pair *keys)
{
    char secret[64];
    if (store->notes(store, PUSH_KEY_NOTE, found_key, keys) < 0)
        return -1;
    if (keys->point[0])
        return 0;
    if (push_pair_make(keys) < 0)
        return -1;
    push_base64(keys->secret, PUSH_SECRET, secret);
    return store->note(store, PUSH_KEY_NOTE, &(struct store_text){secret, strlen(secret)});
}

/* Off, unless the operator has asked for it. */
static int open_messenger(struct serving *w, struct store *store)
{
    const struct server_options *o = &w->server.options;
    struct courier_options with = {
        .push_hosts = o->push_hosts, .hook_hosts = o->hook_hosts, .local = o->send_local};
    if (!o->push_contact && !(o->hook_hosts && o->hook_hosts[0]))
        return 0;
    if (o->push_contact && read_keys(store, &with.keys) < 0) {
        log_say(LOG_SAYS_ERROR, "push-keys", NULL, "the keys for Web Push: %s",
                store->error[0] ? store->error : "they could not be made");
        return -1;
    }
    if (o->push_contact)
        snprintf(with.contact, sizeof with.contact, "%s", o->push_contact);
    w->server.messenger = courier_open(&with, wake_calls, w);
    return 0;
}

/* What fails before the loop runs is said in the log, and the status is 1. The order of opening is
 * that of who needs whom: programs, store, clock, loop, threads, witness, operators, and the port
 * at last. */
int serve(const struct server_options *o, void (*ready)(void *arg, int port), void *arg)
{
    struct serving *whole = calloc(1, sizeof *whole);
    struct store *store;
    int status = 1;
    MUST(whole && sodium_init() >= 0);
    struct server *s = &whole->server;
    /* A peer that has gone must not end the process: writes fail with EPIPE instead. */
    signal(SIGPIPE, SIG_IGN);
    s->doors.descriptors = raise_file_limit();
    s->options = *o;
    log_begin((enum log_form)o->log_form, (enum log_level)o->log_level);
    if (open_programs(s) == 0 && open_store(s, &store) == 0) {
        begin_host(whole);
        begin_clock(s, store);
        server_begin(s);
        /* With a store of its own nobody else can write, and tokens need no second look. */
        s->neighbours = store->shared;
        uv_loop_init(&whole->loop);
        uv_loop_configure(&whole->loop, UV_METRICS_IDLE_TIME);
        start_handles(whole);
        int fine = open_messenger(whole, store) == 0;
        s->limits = limits_open();
        open_threads(whole, store);
        if (o->witness.host[0])
            s->inquiries = parts.inquiries_open(s, parts.post_open(&o->witness, wake_witness, s),
                                                o->witness_key);
        if (fine && open_admin(whole) == 0 && open_transport(s) == 0) {
            admin_begin(s);
            run(s, ready, arg);
            status = 0;
        } else {
            admin_socket_close(whole->admin);
        }
        server_close(s);
        transport_free(whole->threads.transport);
        admin_socket_free(whole->admin);
        store->close(store);
        uv_loop_close(&whole->loop);
    } else {
        programs_close(s->programs);
    }
    free(whole);
    return status;
}
