/* The witness's address, and one request under way to it; see post.h. A body may be sent twice, as
 * its requests may be repeated. */
#include "server/witness/post.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cable/ask.h"
#include "cable/queries.h"
#include "engine/port.h"

enum { BODY_MOST = 1 << 20, ANSWER_MS = 5000 };

/* `post` must be the first member. */
struct witness_line {
    struct post post;
    struct url to;
    char path[URL_MOST + 10];
    void (*wake)(void *arg);
    void *arg;
    struct queries *queries;
};

/* One body and, later, its answer. It belongs to the thread while it is under way, else to the
 * loop. */
struct letter {
    /* Must be the first member. */
    struct cable_query query;
    struct post_answer answer;
    size_t n;
    char body[];
};

/* On the line's thread. Any failure leaves status 0: the body is sent again by whoever waits for an
 * answer. */
static void deliver(void *with, struct cable_query *q, struct cable *line)
{
    const struct witness_line *p = with;
    struct letter *l = (struct letter *)q;
    struct answer in = {.most = BODY_MOST};
    const struct cable_to to = {.url = &p->to};
    const struct ask request = {"POST",  p->path, "Content-Type: application/json\r\n",
                                l->body, l->n,    1};
    if (ask_server(line, &to, &request, &in, ANSWER_MS) == 0)
        l->answer = (struct post_answer){in.status, in.body, in.n};
    else
        free(in.body);
}

static void wake(void *with)
{
    const struct witness_line *p = with;
    p->wake(p->arg);
}

/* Also for letters that were never sent. */
static void drop(struct cable_query *q)
{
    free(((struct letter *)q)->answer.text);
    free(q);
}

/* Ends the request under way; no `wake` comes afterwards. */
static void close_line(struct post *p)
{
    queries_close(((struct witness_line *)p)->queries);
    free(p);
}

static void send_body(struct post *p, const char *body, size_t n)
{
    struct letter *l = calloc(1, sizeof *l + n);
    MUST(l);
    l->n = n;
    memcpy(l->body, body, n);
    queries_add(((struct witness_line *)p)->queries, &l->query);
}

/* The text of the answer goes to the caller. */
static int take_answer(struct post *p, struct post_answer *a)
{
    struct cable_query *q = queries_take(((struct witness_line *)p)->queries);
    if (q)
        *a = ((struct letter *)q)->answer;
    free(q);
    return q != NULL;
}

/* One slash at the end of the address is left out. */
struct post *post_open(const struct url *to, void (*wakes)(void *arg), void *arg)
{
    static const struct queries_calls calls = {deliver, wake, drop};
    struct witness_line *p = calloc(1, sizeof *p);
    MUST(p);
    p->post = (struct post){send_body, take_answer, close_line};
    p->to = *to;
    p->wake = wakes;
    p->arg = arg;
    size_t n = strlen(to->path);
    snprintf(p->path, sizeof p->path, "%.*s/witness", (int)(n - (to->path[n - 1] == '/')),
             to->path);
    p->queries = queries_open(1, &calls, p);
    return &p->post;
}
