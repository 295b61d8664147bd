/* Opens, moves and closes worlds; see puppet.h. */
#include "server/clock.h"
#include "server/http/limits.h"
#include "server/outage.h"
#include "server/people/guests.h"
#include "server/server.h"
#include "server/tables/tables.h"
#include "server/witness/inquiries.h"
#include "tests/puppet/puppet.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "store/inside.h"
#include "store/open.h"

struct puppet *puppet_now;

void puppet_promise(int kept, const char *what)
{
    if (kept)
        return;
    fprintf(stderr, "broken promise: %s\n", what);
    abort();
}

/* ---- luck ---- */

uint64_t puppet_random(uint64_t *luck)
{
    uint64_t x = *luck += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static const char *luck_name(void)
{
    return "puppet";
}

static uint32_t luck_number(void)
{
    return (uint32_t)puppet_random(&puppet_now->luck);
}

static void luck_bytes(void *to, const size_t n)
{
    uint8_t *at = to;
    for (size_t i = 0; i < n; i++)
        at[i] = (uint8_t)luck_number();
    if (puppet_now->hears.drew)
        puppet_now->hears.drew(puppet_now->hears.arg, at, n);
}

void puppet_draw(struct host *host, void *bytes, size_t n)
{
    (void)host;
    luck_bytes(bytes, n);
}

void puppet_luck_install(void)
{
    static struct randombytes_implementation luck = {
        .implementation_name = luck_name, .random = luck_number, .buf = luck_bytes};
    randombytes_set_implementation(&luck);
    puppet_promise(sodium_init() >= 0, "libsodium can be used");
}

/* ---- worlds ---- */

/* A running server looks at the clock often. */
static void look(struct puppet_node *n)
{
    struct server *s = n->server;
    int64_t now = n->world->now;
    while (s->steady && s->steady + 1000 < now)
        clock_look(s, s->steady + 1000 + n->ahead, s->steady + 1000);
    clock_read(s);
}

void puppet_enter(struct puppet *w)
{
    puppet_now = w;
    for (int i = 0; i < w->nodes; i++)
        if (w->node[i].server)
            look(&w->node[i]);
}

static uint64_t puppet_clock(void *world)
{
    return (uint64_t)((const struct puppet *)world)->now * 1000000;
}

static void node_open(struct puppet *w, int number)
{
    struct puppet_node *n = &w->node[number];
    struct server *s = calloc(1, sizeof *s);
    MUST(s);
    *n = (struct puppet_node){.world = w, .number = number, .server = s, .ahead = n->ahead};
    n->store = puppet_store_open(n);
    struct queue *q = queue_open_alone(n->store, puppet_clock, w);
    alone_begin(&n->host, s, q, &puppet_ways);
    n->host.host.figures = alone_figures;
    n->host.host.stop = alone_stop;
    clock_read(s);
    if (w->shared) {
        clock_share(s, w->now);
        s->now = w->now;
    }
    server_begin(s);
    s->neighbours = w->nodes > 1;
    s->shot_every = w->shot_every;
    s->options.metrics_for_all = 1;
    s->doors.descriptors = 1024;
    s->options.rules = "{}";
    s->options.rules_n = 2;
    s->limits = limits_open();
    queue_on_changes(n->host.host.queue, tables_changed, s);
    if (w->witness)
        puppet_witness_join(w);
}

void puppet_open(struct puppet *w, int nodes, uint64_t seed)
{
    struct puppet_hears hears = w->hears;
    memset(w, 0, sizeof *w);
    w->hears = hears;
    w->bot_luck = ~seed;
    w->bots_left = INT32_MAX;
    w->shot_every = 5;
    w->nodes = nodes;
    w->now = 1700000000000;
    puppet_now = w;
    /* Before the seed is set, because the first time it draws random bytes. */
    puppet_luck_install();
    w->luck = seed;
    w->store = store_open_memory();
    MUST(w->store);
    for (int i = 0; i < nodes; i++)
        node_open(w, i);
}

static void request_drop(struct puppet_request *r)
{
    free(r->http.body);
    free(r->text);
    free(r);
}

static void requests_forget(struct puppet *w, int node)
{
    for (struct puppet_request **at = &w->requests; *at;) {
        struct puppet_request *r = *at;
        if (node >= 0 && r->node != node) {
            at = &r->next;
            continue;
        }
        *at = r->next;
        request_drop(r);
    }
}

/* The store does no more work. Waiting callers are told, so that nothing leaks. */
static void node_give_up(struct puppet *w, int number)
{
    struct puppet_node *n = &w->node[number];
    for (struct puppet_socket *p = w->sockets; p; p = p->next)
        if (p->node == number)
            puppet_hang_up(p);
    n->server->stopping = 1;
    while (queue_deliver(n->host.host.queue)) {
    }
    n->fail = n->fail_reads = INT32_MAX;
    while (queue_work(n->host.host.queue) | queue_deliver(n->host.host.queue)) {
    }
}

static void node_close(struct puppet *w, int number)
{
    struct server *s = w->node[number].server;
    node_give_up(w, number);
    server_close(s);
    w->node[number].store->close(w->node[number].store);
    free(s);
    w->node[number].server = NULL;
}

static void sockets_free(struct puppet *w)
{
    while (w->sockets) {
        struct puppet_socket *p = w->sockets;
        w->sockets = p->next;
        for (uint32_t i = 0; i < p->heard_n; i++)
            free(p->heard[i].at);
        free(p->heard);
        free(p);
    }
}

void puppet_close(struct puppet *w)
{
    puppet_enter(w);
    for (int i = 0; i < w->nodes; i++)
        node_close(w, i);
    requests_forget(w, -1);
    sockets_free(w);
    puppet_witness_close(w);
    w->store->close(w->store);
}

void puppet_restart(struct puppet *w, int node)
{
    puppet_enter(w);
    node_close(w, node);
    requests_forget(w, node);
    node_open(w, node);
}

/* ---- what happens ---- */

static void tick(struct puppet *w)
{
    for (int i = 0; i < w->nodes; i++) {
        struct server *s = w->node[i].server;
        if (s->stopping)
            continue;
        tables_tick(s);
        guests_tick(s);
        store_ask(s);
        if (s->inquiries)
            inquiries_tick(s->inquiries);
    }
    puppet_transport_flush(w);
}

void puppet_pass(struct puppet *w, int64_t ms)
{
    w->now += ms;
    puppet_enter(w);
    tick(w);
}

void puppet_freeze(struct puppet *w, int64_t ms)
{
    puppet_enter(w);
    w->now += ms;
    for (int i = 0; i < w->nodes; i++)
        clock_read(w->node[i].server);
    tick(w);
}

int puppet_store_works(struct puppet *w, int node)
{
    struct queue *q = w->node[node].host.host.queue;
    puppet_enter(w);
    q->most = w->node[node].alone;
    return queue_work(q);
}

int puppet_store_tells(struct puppet *w, int node)
{
    puppet_enter(w);
    int told = queue_deliver(w->node[node].host.host.queue);
    if (!w->lazy)
        told |= puppet_chores_done(w, node);
    puppet_transport_flush(w);
    return told;
}

int puppet_chores_done(struct puppet *w, int node)
{
    puppet_enter(w);
    int done = alone_do_chores(&w->node[node].host);
    puppet_transport_flush(w);
    return done;
}

int puppet_bots_think(struct puppet *w, int node)
{
    struct bot_job_list thought;
    struct bot_job *job;
    int done = 0;
    job_list_init(&thought);
    puppet_enter(w);
    while ((job = puppet_thinks(w, node)))
        job_list_add(&thought, job);
    for (; (job = job_list_take(&thought)); done = 1)
        alone_answered(&w->node[node].host, job);
    puppet_transport_flush(w);
    return done;
}

void puppet_settle(struct puppet *w)
{
    int more = 1;
    for (int turn = 0; more; turn++) {
        puppet_promise(turn < 100000, "a world comes to rest");
        more = 0;
        for (int i = 0; i < w->nodes; i++) {
            more |= puppet_store_works(w, i);
            more |= puppet_store_tells(w, i);
            more |= puppet_bots_think(w, i);
            more |= puppet_chores_done(w, i);
            more |= puppet_witness_works(w, i);
        }
    }
}
