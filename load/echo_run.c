/* Measures the echo like the server: with as many sockets, messages of the same length, as many
 * under way at once, on the same cores. Each message goes to the next socket that has none under
 * way. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/port.h"
#include "load/child.h"
#include "load/plan.h"
#include "load/results.h"
#include "load/run.h"
#include "load/watch.h"

/* Long enough for caches and the window; an echo has nothing else to warm up. */
enum { WARM_NS = 500000000 };

/* Zeroed in the beginning, but for `watch.signals`. `why` is a literal, or what the net said: NULL
 * while all is well. `next` is the link to be tried next, `wanted` the first that was not opened
 * yet. */
struct echo_run {
    struct load_net net;
    struct load_watch watch;
    struct child child;
    /* When each socket's message was sent; 0: none under way. */
    int64_t *sent;
    char *text;
    size_t n;
    int next, under_way, wanted;
    int counting;
    struct load_echo *f;
    const char *why;
};

/* Goes round all links, so that each socket is used as often, and its data is as cold as in play.
 * Does nothing if all have a message under way. */
static void say_next(struct echo_run *e)
{
    for (int tries = 0; tries < e->net.links; tries++) {
        int link = e->next;
        e->next = (e->next + 1) % e->net.links;
        if (e->sent[link])
            continue;
        e->sent[link] = clock_ns();
        e->under_way++;
        net_link_send(&e->net, link, e->text, e->n);
        return;
    }
}

/* The first byte stands for the rest: comparing everything would cost this program more than the
 * echo. Both directions count as messages. */
static void came_back(void *with, int link, const char *text, size_t n)
{
    struct echo_run *e = with;
    if (n != e->n || !e->sent[link] || text[0] != e->text[0])
        e->why = "The echo came back changed.";
    if (e->counting) {
        e->f->messages += 2;
        histogram_add(&e->f->back, clock_ns() - e->sent[link]);
    }
    e->sent[link] = 0;
    e->under_way--;
}

/* Nothing is said until all are open; see all_connect. */
static void opened(void *with, int link)
{
    (void)with, (void)link;
}

static void closed(void *with, int link, const char *why)
{
    (void)link;
    if (why)
        ((struct echo_run *)with)->why = why;
}

/* ---- beginning ---- */

/* -1 with the reason in the results; the child may run nevertheless, and load_run_echo stops it. */
static int start(struct echo_run *e, struct load_results *r)
{
    char port[16];
    e->child.port = child_free_port();
    snprintf(port, sizeof port, "%d", e->child.port);
    char *arguments[] = {"charlatan", "load", "--serve-echo", port, NULL};
    if (e->child.port < 0 || child_folder(&e->child) < 0) {
        snprintf(r->failure, sizeof r->failure, "No free port, or no temporary folder.");
        return -1;
    }
    if (child_start(&e->child, arguments, r->failure, sizeof r->failure) < 0)
        return -1;
    return child_await(&e->child, 20, r->failure, sizeof r->failure);
}

/* As in run.c: everything that waits goes through here. 64 as OPENING_MAX of crowd.c. */
static int go_on(struct echo_run *e, int64_t until)
{
    while (e->wanted < e->net.links && e->net.opening < 64)
        if (net_link_open(&e->net, e->wanted++) < 0)
            e->why = "No further socket could be opened.";
    if (net_wait(&e->net, until) < 0)
        e->why = "Waiting for sockets failed.";
    return e->why || e->watch.stop ? -1 : 0;
}

/* A minute in all: an echo that is slower than that is broken. */
static int all_connect(struct echo_run *e)
{
    int64_t patience = clock_ns() + 60000000000;
    while (e->net.open < e->net.links) {
        if (clock_ns() > patience)
            e->why = "The echo does not take all connections.";
        if (watch_pulse(&e->watch, clock_ns()))
            watch_say(&e->watch, "echo: %d of %d sockets", e->net.open, e->net.links);
        if (go_on(e, clock_ns() + 1000000000) < 0)
            return -1;
    }
    return 0;
}

/* ---- measuring ---- */

/* The window cannot be larger than the number of sockets, since each has one message under way. -1
 * leaves `done` at 0, and the echo is not reported. */
static int measure(struct echo_run *e, double seconds)
{
    int64_t now = clock_ns(), warm = now + WARM_NS, end = warm + (int64_t)(1e9 * seconds), from = 0;
    int window = e->net.links < LOAD_WINDOW ? e->net.links : LOAD_WINDOW;
    for (; now < end; now = clock_ns()) {
        if (!e->counting && now >= warm) {
            e->counting = 1;
            from = now;
            e->f->cpu = proc_cpu(e->child.pid);
            e->f->own = proc_own_cpu();
            e->f->busy = proc_busy();
        }
        while (e->under_way < window)
            say_next(e);
        if (watch_pulse(&e->watch, now))
            watch_say(&e->watch, "echo: %.0f s left", 1e-9 * (double)(end - now));
        if (go_on(e, e->counting ? end : warm) < 0)
            return -1;
    }
    e->f->seconds = 1e-9 * (double)(now - from);
    e->f->cpu = proc_cpu(e->child.pid) - e->f->cpu;
    e->f->own = proc_own_cpu() - e->f->own;
    e->f->busy = proc_busy() - e->f->busy;
    e->f->done = 1;
    return 0;
}

/* The mean length of a message in play, in both directions, without the heads of frames. Heads have
 * 2 to 8 bytes; 4 is that of an event longer than 125. 300 if nothing was measured. No longer
 * than a link can send: the server of --url may send more. */
static size_t size_in_play(const struct load_plan *p, const struct load_results *r)
{
    const struct load_net_count *n = &(p->most ? &r->most : &r->club)->net;
    uint64_t messages = n->messages_in + n->messages_out;
    uint64_t bytes = messages ? (n->bytes_in + n->bytes_out) / messages : 0;
    bytes = bytes > 8 ? bytes - 4 : 300;
    return bytes < LINK_SEND_MOST ? (size_t)bytes : LINK_SEND_MOST;
}

/* -1 if the sockets or the watch could not be had; `text` and `sent` are set in any case. */
static int echo_open(struct echo_run *e, const struct load_plan *p, const struct load_results *r)
{
    static const struct load_net_calls calls = {opened, came_back, closed};
    int sockets = p->tables * p->seats;
    e->n = size_in_play(p, r);
    e->text = malloc(e->n);
    e->sent = calloc((size_t)sockets, sizeof e->sent[0]);
    MUST(e->text && e->sent);
    memset(e->text, 'e', e->n);
    e->f->sockets = sockets;
    e->f->size = e->n;
    if (net_open(&e->net, &(struct url){.host = "127.0.0.1", .port = e->child.port}, sockets) < 0)
        return -1;
    e->net.calls = &calls;
    e->net.with = e;
    return watch_open(&e->watch, &e->net, p->quiet);
}

/* Ten seconds at most, as an echo's figures do not change. Results of play are kept if it fails.
 * Leaves no process and no folder behind. */
int load_run_echo(const struct load_plan *p, struct load_results *r)
{
    struct echo_run e;
    double seconds = p->hour || p->seconds > 10 ? 10 : p->seconds;
    memset(&e, 0, sizeof e);
    e.watch.signals = -1;
    e.f = &r->echo;
    if (start(&e, r) == 0) {
        if (echo_open(&e, p, r) < 0)
            e.why = "No sockets.";
        proc_pin(e.child.pid);
        if (!e.why && all_connect(&e) == 0)
            measure(&e, seconds);
        proc_unpin(e.child.pid);
        r->interrupted |= e.watch.stop;
        if (e.why)
            snprintf(r->failure, sizeof r->failure, "The echo: %s", e.why);
        watch_close(&e.watch);
        net_close(&e.net);
    }
    free(e.text);
    free(e.sent);
    child_stop(&e.child);
    child_clean(&e.child);
    return r->failure[0] ? -1 : 0;
}
