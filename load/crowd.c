/* Founds and joins tables, connects seats and asks for rematches. See crowd.h.
 *
 * Each table is founded by a chain of requests: the founder's, then one for each further seat.
 * The server starts the game with the last one. A tag comes back with each answer: what was
 * requested, for which table and seat. */
#include "load/crowd.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "engine/port.h"
#include "load/plan.h"
#include "load/results.h"
#include "wire/shown.h"

/* More connections at once could overflow the server's accept queue, and TCP's retries would be
 * measured. */
enum { OPENING_MAX = 64 };

/* Also the upper 16 bits of a tag. */
enum crowd_request { ASK_FOUND, ASK_JOIN, ASK_AGAIN, ASK_METRICS };

/* The text may contain what a server sent, so it is cleaned before it reaches a terminal. */
void crowd_fail(struct crowd *c, const char *format, ...)
{
    va_list more;
    if (c->failure[0])
        return;
    va_start(more, format);
    vsnprintf(c->failure, sizeof c->failure, format, more);
    va_end(more);
    text_tidy(c->failure);
}

/* ---- requests ---- */

/* 16 bits of kind, 8 of seat, and the table in the lowest 32; answered() takes it apart. */
static uint64_t tag_of(enum crowd_request what, int table, int seat)
{
    return (uint64_t)what << 48 | (uint64_t)seat << 40 | (uint64_t)table;
}

/* The table has a clock, as in real play, but one that never runs out. */
static void ask_found(struct crowd *c, int table)
{
    char body[300];
    int n = snprintf(body, sizeof body,
                     "{\"game\":\"%s\",\"name\":\"Load "
                     "%d\",\"clock\":{\"move\":86400,\"game\":0},\"seats\":[\"me\"",
                     load_game_names[c->table[table].game], table);
    for (int i = 1; i < c->plan->seats; i++)
        n += snprintf(body + n, sizeof body - (size_t)n, ",\"open\"");
    snprintf(body + n, sizeof body - (size_t)n, "]}");
    http_ask(&c->http, tag_of(ASK_FOUND, table, 0), "POST", "/api/tables", NULL, body);
}

/* The seat is named, so that tokens and links have the same order. */
static void ask_join(struct crowd *c, int table, int seat)
{
    char path[80], body[80];
    snprintf(path, sizeof path, "/api/tables/%s/join", c->table[table].id);
    snprintf(body, sizeof body, "{\"name\":\"Load %d.%d\",\"seat\":%d}", table, seat, seat);
    http_ask(&c->http, tag_of(ASK_JOIN, table, seat), "POST", path, NULL, body);
}

/* Called by every seat that reads of the end; `over` lets only the first through until the rematch
 * has begun. */
void crowd_again(struct crowd *c, int table)
{
    struct crowd_table *t = &c->table[table];
    char path[80];
    if (t->over)
        return;
    t->over = 1;
    snprintf(path, sizeof path, "/api/tables/%s/rematch", t->id);
    http_ask(&c->http, tag_of(ASK_AGAIN, table, 0), "POST", path,
             c->seat[table * c->plan->seats].token, "{}");
}

/* The value is in `own` once asked_metrics is 0 again. */
void crowd_ask_metrics(struct crowd *c)
{
    c->asked_metrics = 1;
    http_ask(&c->http, tag_of(ASK_METRICS, 0, 0), "GET", "/metrics", NULL, NULL);
}

void crowd_found(struct crowd *c)
{
    for (int i = 0; i < c->plan->tables; i++)
        ask_found(c, i);
}

/* ---- answers ---- */

/* -1, with `to` unchanged, if it is not a text or does not fit with its zero byte. */
static int copy_text(char *to, size_t cap, const json_t *from)
{
    size_t n = json_string_length(from);
    if (!json_is_string(from) || n == 0 || n >= cap)
        return -1;
    memcpy(to, json_string_value(from), n + 1);
    return 0;
}

/* Reads the table's id and, if there is one, the seat's token. A rematch has a new id, but the
 * seats keep their tokens, so its answer has none. */
static int read_place(struct crowd *c, int table, int seat, json_t *answer)
{
    struct crowd_table *t = &c->table[table];
    json_t *token = json_object_get(answer, "token");
    if (copy_text(t->id, sizeof t->id, json_object_get(json_object_get(answer, "table"), "id")) < 0)
        return -1;
    return token ? copy_text(c->seat[table * c->plan->seats + seat].token, CROWD_TOKEN + 1, token)
                 : 0;
}

/* The server starts the game when the last seat is taken; only then does the table count as
 * founded. */
static void took_place(struct crowd *c, int table, int seat)
{
    if (seat + 1 < c->plan->seats)
        ask_join(c, table, seat + 1);
    else
        c->founded++;
}

/* A link is closed when it is wanted, and so at most once in the list, which has room for all. */
static void want_link(struct crowd *c, int link)
{
    c->wanted[c->wanted_n++] = link;
}

/* All seats leave and connect to the next game. Until then the table plays nothing, and its seats
 * count as not here. */
static void meet_again(struct crowd *c, int table)
{
    int first = table * c->plan->seats;
    c->here -= c->table[table].here;
    c->table[table].here = c->table[table].over = 0;
    memset(c->table[table].heard, 0, sizeof c->table[table].heard);
    for (int i = first; i < first + c->plan->seats; i++) {
        crowd_forget(c, i);
        net_link_close(&c->net, i);
        want_link(c, i);
    }
    c->f->games += (uint64_t)c->counting;
}

/* The value of a metric without labels; -1 if it is not there. */
static int64_t read_metric(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = text; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (!strncmp(at, name, n) && at[n] == ' ')
            return (int64_t)strtod(at + n, NULL);
    }
    return -1;
}

/* With a request for a table only; `answer` may be NULL if it was no JSON. */
static void take_answer(struct crowd *c, enum crowd_request what, int table, int seat,
                        json_t *answer)
{
    if (read_place(c, table, seat, answer) < 0)
        crowd_fail(c, "The server's answer has no table id or no token.");
    else if (what == ASK_AGAIN)
        meet_again(c, table);
    else
        took_place(c, table, seat);
}

/* Metrics may fail without consequences (`own` is -1 then), because a server may not offer them; a
 * table may not. */
static void answered(void *with, uint64_t tag, int status, const char *body, size_t n)
{
    struct crowd *c = with;
    enum crowd_request what = (enum crowd_request)(tag >> 48);
    char origin[URL_ORIGIN];
    json_t *answer;
    if (what == ASK_METRICS) {
        c->own = status == 200 ? read_metric(body, "charlatan_memory_bytes") : -1;
        c->asked_metrics = 0;
    }
    if (status == 0)
        crowd_fail(c, "No answer from %s: %s.", url_origin(&c->net.url, origin), body);
    else if (what != ASK_METRICS && status != 200 && status != 201)
        crowd_fail(c, "The server answered %d to a request for a table: %.200s", status, body);
    else if (what != ASK_METRICS) {
        answer = json_loadb(body, n, 0, NULL);
        take_answer(c, what, (int)(tag & 0xffffffff), (int)(tag >> 40 & 255), answer);
        json_decref(answer);
    }
}

/* ---- sockets ---- */

/* Last to first, because crowd_open_wanted takes from the end: tables connect in order. */
void crowd_connect(struct crowd *c)
{
    for (int i = c->seats; i-- > 0;)
        want_link(c, i);
}

/* To be called before every wait; each link that opens or fails makes room for another. */
void crowd_open_wanted(struct crowd *c)
{
    while (c->wanted_n && c->net.opening < OPENING_MAX)
        if (net_link_open(&c->net, c->wanted[--c->wanted_n]) < 0) {
            crowd_fail(c, "No further socket could be opened: %s.", strerror(errno));
            return;
        }
}

/* ---- all of it ---- */

/* -1 with errno. crowd_close may be called in any case. Figures go to a place that nobody reads
 * until a phase sets `f`. */
int crowd_open(struct crowd *c, const struct load_plan *p)
{
    static struct load_figures nowhere;
    memset(c, 0, sizeof *c);
    c->plan = p;
    c->f = &nowhere;
    c->own = -1;
    c->seats = p->tables * p->seats;
    c->table = calloc((size_t)p->tables, sizeof c->table[0]);
    c->seat = calloc((size_t)c->seats, sizeof c->seat[0]);
    c->ready = calloc((size_t)c->seats, sizeof c->ready[0]);
    c->wanted = calloc((size_t)c->seats, sizeof c->wanted[0]);
    MUST(c->table && c->seat && c->ready && c->wanted);
    for (int i = 0; i < p->tables; i++)
        c->table[i].game = (uint8_t)(p->game == LOAD_MIXED ? i % LOAD_MIXED : p->game);
    for (int i = 0; i < c->seats; i++)
        c->seat[i].ready = -1;
    if (net_open(&c->net, &p->url, c->seats) < 0 || http_open(&c->http, &c->net) < 0)
        return -1;
    c->net.calls = &crowd_calls;
    c->net.with = c;
    c->http.answered = answered;
    c->http.with = c;
    return 0;
}

/* First the threads, which know the net's address; closing the links calls closed() once more for
 * each, with no reason, which changes nothing. */
void crowd_close(struct crowd *c)
{
    http_close(&c->http);
    net_close(&c->net);
    free(c->table);
    free(c->seat);
    free(c->ready);
    free(c->wanted);
}
