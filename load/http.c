/* Requests on threads; see http.h. */
#include "load/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "cable/ask.h"
#include "cable/queries.h"
#include "engine/port.h"

/* QUERIES_MOST threads. The other two are bounds and not expectations: while a hundred thousand
 * tables are founded, a request may wait long. */
enum { THREADS = 32, ANSWER_MOST = 1 << 22, ANSWER_MS = 60000 };

/* Belongs to the queries from queries_add until queries_take; `method` must outlive it, so callers
 * give literals. */
struct http_job {
    /* Must be the first member. */
    struct cable_query query;
    uint64_t tag;
    const char *method;
    char path[100], fields[200];
    /* The request's, or NULL; then the answer's. */
    char *body;
    size_t n;
    int status;
};

/* On one of the threads: it may read the job and the net's address, nothing else of the crowd. The
 * request's body is freed here, and `body` then holds the answer or the reason why there is
 * none. */
static void run(void *with, struct cable_query *q, struct cable *line)
{
    const struct load_http *h = with;
    struct http_job *job = (struct http_job *)q;
    struct answer in = {.most = ANSWER_MOST};
    const struct cable_to to = {.url = &h->net->url};
    const struct ask request = {job->method, job->path, job->fields, job->body, job->n, 1};
    int done = ask_server(line, &to, &request, &in, ANSWER_MS);
    free(job->body);
    if (done < 0)
        free(in.body);
    job->status = done < 0 ? 0 : in.status;
    job->body = done < 0 ? strdup(line->why) : in.body;
    MUST(job->body);
    job->n = done < 0 ? strlen(job->body) : in.n;
}

/* On one of the threads. An eventfd adds up, so several answers may lead to one call of ready(). */
static void wake(void *with)
{
    const struct load_http *h = with;
    uint64_t one = 1;
    MUST(write(h->wake, &one, sizeof one) == sizeof one);
}

/* Frees a job at any stage: `body` is the request's, the answer's or NULL. */
static void drop(struct cable_query *q)
{
    free(((struct http_job *)q)->body);
    free(q);
}

/* This may ask for something new. Takes every answer that has come, because the eventfd has been
 * reset. */
static void ready(struct epoll_source *s, uint32_t events)
{
    struct load_http *h = (struct load_http *)s;
    uint64_t count;
    struct cable_query *q;
    (void)events;
    if (read(h->wake, &count, sizeof count) < 0)
        return;
    while ((q = queries_take(h->queries))) {
        const struct http_job *job = (struct http_job *)q;
        h->answered(h->with, job->tag, job->status, job->body, job->n);
        drop(q);
    }
}

/* The net must outlive it. -1 with errno; http_close may be called then, too. */
int http_open(struct load_http *h, struct load_net *n)
{
    static const struct queries_calls calls = {run, wake, drop};
    *h = (struct load_http){
        .source = {ready}, .net = n, .wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)};
    if (h->wake < 0 || net_watch(n, &h->source, h->wake, EPOLLIN) < 0)
        return -1;
    h->queries = queries_open(THREADS, &calls, h);
    return 0;
}

/* Stops what is under way; `answered` is not called any more. May be called again, and on zeroed
 * memory. */
void http_close(struct load_http *h)
{
    if (!h->queries)
        return;
    queries_close(h->queries);
    close(h->wake);
    h->queries = NULL;
}

/* Copies everything but `method`. There is no bound on how many wait: the crowd asks for all tables
 * at once. */
void http_ask(struct load_http *h, uint64_t tag, const char *method, const char *path,
              const char *token, const char *body)
{
    struct http_job *job = calloc(1, sizeof *job);
    MUST(job);
    job->tag = tag;
    job->method = method;
    snprintf(job->path, sizeof job->path, "%s", path);
    if (token)
        snprintf(job->fields, sizeof job->fields, "Authorization: Bearer %.64s\r\n", token);
    if (body) {
        strcat(job->fields, "Content-Type: application/json\r\n");
        job->body = strdup(body);
        job->n = strlen(body);
        MUST(job->body);
    }
    queries_add(h->queries, &job->query);
}
