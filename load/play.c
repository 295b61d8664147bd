/* Reads the server's messages to a seat and sends the seat's answers. This is the hot path, and
 * it takes CPU time from the server. So messages are not parsed: they are told apart by their
 * first bytes, and searched for the few members that matter. */
#include <stdlib.h>
#include <string.h>

#include "engine/version.h"
#include "load/crowd.h"
#include "load/plan.h"
#include "load/results.h"
#include "wire/shown.h"

/* ---- scanning ---- */

/* What is left of a message; it does not end with a zero byte. */
struct text_span {
    const char *at, *end;
};

static int starts(const struct text_span *t, const char *with)
{
    size_t n = strlen(with);
    return (size_t)(t->end - t->at) >= n && !memcmp(t->at, with, n);
}

/* Moves past `what`; 0 if it is not there. Searches bytes and knows no JSON: what is searched for
 * contains quotation marks, which the server's strings have escaped. */
static int skip_to(struct text_span *t, const char *what)
{
    size_t n = strlen(what);
    const char *found = memmem(t->at, (size_t)(t->end - t->at), what, n);
    if (found)
        t->at = found + n;
    return !!found;
}

/* Reads digits and stops at anything else; no digits are 0. It wraps beyond 32 bits, which the
 * server's numbers do not reach. */
static uint32_t number(struct text_span *t)
{
    uint32_t n = 0;
    for (; t->at < t->end && *t->at >= '0' && *t->at <= '9'; t->at++)
        n = 10 * n + (uint32_t)(*t->at - '0');
    return n;
}

/* ---- seats that could answer ---- */

/* Does nothing if the seat is in the list, so that it cannot be drawn twice as often. */
static void ready_add(struct crowd *c, int seat)
{
    if (c->seat[seat].ready >= 0)
        return;
    c->seat[seat].ready = c->ready_n;
    c->ready[c->ready_n++] = seat;
}

/* In constant time: the last of the list takes the place, as the order does not matter. */
static void ready_remove(struct crowd *c, int seat)
{
    int place = c->seat[seat].ready;
    if (place < 0)
        return;
    int last = c->ready[--c->ready_n];
    c->ready[place] = last;
    c->seat[last].ready = place;
    c->seat[seat].ready = -1;
}

/* For an answer that was refused, or before the link is closed: an ok that came later would be a
 * failure (hear_ok). */
void crowd_forget(struct crowd *c, int seat)
{
    struct crowd_seat *s = &c->seat[seat];
    ready_remove(c, seat);
    c->under_way -= s->request != 0;
    s->request = 0;
    s->open = 0;
}

/* The seat is out of the list until its ok has come and it is asked again. Each seat has at most
 * one answer under way. */
int crowd_send(struct crowd *c)
{
    char text[200];
    if (!c->ready_n)
        return 0;
    int seat = c->ready[net_luck(&c->net) % (uint64_t)c->ready_n];
    struct crowd_seat *s = &c->seat[seat];
    ready_remove(c, seat);
    s->open = 0;
    /* Id 0 means "none"; it is skipped when the counter wraps. */
    s->request = ++c->requests ? c->requests : ++c->requests;
    s->sent = clock_ns();
    int n = snprintf(text, sizeof text, "{\"id\":%u,\"n\":%u,\"do\":\"%s\"}", s->request,
                     s->question, s->action);
    c->under_way++;
    c->f->sent += (uint64_t)c->counting;
    net_link_send(&c->net, seat, text, (size_t)n);
    return 1;
}

/* ---- what the server says ---- */

/* Chooses one of the actions at random. No action contains a quotation mark. The list is read
 * twice, once to count and once to pick, which is cheaper than to keep all places. -1 if it is
 * empty or an action does not fit. */
static int choose(struct crowd *c, struct crowd_seat *s, struct text_span list)
{
    struct text_span t = list;
    uint64_t n = 0, pick;
    const char *end = memchr(list.at, ']', (size_t)(list.end - list.at));
    if (!end)
        return -1;
    /* Counts quotation marks, two for each action. */
    for (t.end = list.end = end; skip_to(&t, "\"");)
        n++;
    if (n < 2)
        return -1;
    for (pick = net_luck(&c->net) % (n / 2), t = list; pick--;)
        skip_to(&t, "\""), skip_to(&t, "\"");
    skip_to(&t, "\"");
    end = memchr(t.at, '"', (size_t)(t.end - t.at));
    if (!end || end == t.at || end - t.at >= CROWD_ACTION)
        return -1;
    memcpy(s->action, t.at, (size_t)(end - t.at));
    s->action[end - t.at] = '\0';
    return 0;
}

/* The question may come before the ok of the seat's last answer; the seat is ready when both have
 * come. */
static void hear_ask(struct crowd *c, int seat, struct text_span t)
{
    struct crowd_seat *s = &c->seat[seat];
    if (!skip_to(&t, "\"n\":"))
        return;
    s->question = number(&t);
    if (!skip_to(&t, "\"actions\":[") || choose(c, s, t) < 0) {
        crowd_fail(c, "A question has no actions to choose from.");
        return;
    }
    s->open = 1;
    if (!s->request)
        ready_add(c, seat);
}

/* An entry has reached a seat. When it has reached all seats, the time since its answer was sent is
 * counted. `by` is the seat whose answer made the entry. If its ok has come before the first event,
 * the time of sending is not known any more, and the entry is not counted. The ring has room for
 * more entries than can be under way at a table. */
static void hear_entry(struct crowd *c, int seat, uint32_t n, int by, int64_t now)
{
    int table = seat / c->plan->seats;
    struct crowd_heard *h = &c->table[table].heard[n % CROWD_HEARD];
    if (h->n != n || !h->seats) {
        const struct crowd_seat *actor = &c->seat[table * c->plan->seats + by];
        *h = (struct crowd_heard){.n = n, .since = actor->request ? actor->sent : 0};
    }
    h->seats++;
    if (h->seats == c->plan->seats && h->since && c->counting)
        histogram_add(&c->f->all, now - h->since);
}

/* The first seat that reads of the end asks for the rematch; crowd_again ignores the others. */
static void hear_event(struct crowd *c, int seat, struct text_span t)
{
    size_t bytes = (size_t)(t.end - t.at);
    int by;
    if (c->counting) {
        c->f->event_bytes += bytes;
        histogram_add(&c->f->event, (int64_t)bytes);
    }
    if (memmem(t.at, bytes, "[\"state\",\"over\"]", 16))
        crowd_again(c, seat / c->plan->seats);
    skip_to(&t, "{\"n\":");
    uint32_t n = number(&t);
    if (!starts(&t, ",\"seat\":"))
        return;
    skip_to(&t, ":");
    by = (int)number(&t);
    if (by < c->plan->seats)
        hear_entry(c, seat, n, by, clock_ns());
}

/* Each socket has one request under way: any other id is an error of the server or of this program,
 * and the measurement ends. */
static void hear_ok(struct crowd *c, int seat, struct text_span t)
{
    struct crowd_seat *s = &c->seat[seat];
    skip_to(&t, "{\"ok\":");
    if (number(&t) != s->request || !s->request) {
        crowd_fail(c, "An ok for a request that was not made.");
        return;
    }
    if (c->counting) {
        c->f->oks++;
        histogram_add(&c->f->ok, clock_ns() - s->sent);
    }
    s->request = 0;
    c->under_way--;
    if (s->open)
        ready_add(c, seat);
}

/* A refusal does not end the measurement, but makes the exit status 1 (load.c). Only the first is
 * kept as text. */
static void hear_no(struct crowd *c, int seat, struct text_span t)
{
    struct load_figures *f = c->f;
    int n = (int)(t.end - t.at);
    f->noes += (uint64_t)c->counting;
    if (!f->complaint[0]) {
        snprintf(f->complaint, sizeof f->complaint, "%.*s", n < 190 ? n : 190, t.at);
        text_tidy(f->complaint);
    }
    crowd_forget(c, seat);
    /* Nothing was lost: try again. */
    if (memmem(t.at, (size_t)n, "\"code\":\"storage\"", 16)) {
        c->seat[seat].open = 1;
        ready_add(c, seat);
    }
}

/* ---- calls of the net ---- */

/* The greeting of docs/api.md; the snapshot is its answer. */
static void opened(void *with, int link)
{
    struct crowd *c = with;
    char text[200];
    int n =
        snprintf(text, sizeof text, "{\"hello\":{\"api\":%d,\"table\":\"%s\",\"token\":\"%s\"}}",
                 API_VERSION, c->table[link / c->plan->seats].id, c->seat[link].token);
    net_link_send(&c->net, link, text, (size_t)n);
}

/* Tested in order of frequency: events are by far the most. */
static void message(void *with, int link, const char *text, size_t n)
{
    struct crowd *c = with;
    struct text_span t = {text, text + n};
    if (starts(&t, "{\"n\":"))
        hear_event(c, link, t);
    else if (starts(&t, "{\"ask\":"))
        hear_ask(c, link, t);
    else if (starts(&t, "{\"ok\":"))
        hear_ok(c, link, t);
    else if (starts(&t, "{\"no\":"))
        hear_no(c, link, t);
    else if (starts(&t, "{\"snapshot\":"))
        c->here++, c->table[link / c->plan->seats].here++;
    else
        crowd_fail(c, "The server said to a seat: %.*s", n < 200 ? (int)n : 200, text);
}

/* Ends the measurement: later figures would be those of fewer seats. */
static void closed(void *with, int link, const char *why)
{
    struct crowd *c = with;
    if (!why)
        return;
    c->f->lost++;
    crowd_fail(c, "A socket was lost (table %s): %s.", c->table[link / c->plan->seats].id, why);
}

const struct load_net_calls crowd_calls = {.opened = opened, .message = message, .closed = closed};
