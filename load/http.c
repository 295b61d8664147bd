/* HTTP requests and answers. A request whose connection breaks is tried once more. See http.h. */
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/port.h"
#include "load/http.h"

enum { ANSWER_MAX = 1 << 22 };

struct http_job {
    struct http_job *next;
    uint64_t tag;
    int tries;
    size_t n;
    char text[];
};

static void line_next(struct http_line *l);

/* ---- a line ---- */

static void line_hang_up(struct http_line *l)
{
    if (l->fd >= 0)
        close(l->fd);
    l->fd = -1;
    l->in_n = 0;
    l->sent = 0;
}

static void line_done(struct http_line *l, int status, const char *body, size_t n)
{
    struct http *h = l->http;
    struct http_job *job = l->job;
    l->job = NULL;
    h->under_way--;
    h->dead |= !status;
    /* This may ask for something new, on this connection too. */
    h->answered(h->with, job->tag, status, body, n);
    free(job);
    if (!l->job)
        line_next(l);
}

/* `error` is an errno, or 0 if the server closed the connection. */
static void line_failed(struct http_line *l, int error)
{
    l->http->error = error;
    line_hang_up(l);
    if (l->job && l->job->tries < 2)
        line_next(l);
    else if (l->job)
        line_done(l, 0, "", 0);
}

static int line_connect(struct http_line *l)
{
    struct net *n = l->http->net;
    int one = 1;
    l->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (l->fd < 0)
        return -1;
    setsockopt(l->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(l->fd, (struct sockaddr *)&n->to, sizeof n->to) && errno != EINPROGRESS)
        return -1;
    return net_watch(n, &l->source, l->fd, EPOLLIN | EPOLLOUT | EPOLLET);
}

static void line_send(struct http_line *l)
{
    ssize_t sent = send(l->fd, l->job->text, l->job->n, MSG_NOSIGNAL | MSG_DONTWAIT);
    /* Still connecting: epoll will tell. */
    if (sent < 0 && (errno == EAGAIN || errno == ENOTCONN))
        return;
    if (sent != (ssize_t)l->job->n)
        line_failed(l, sent < 0 ? errno : 0);
    else
        l->sent = 1;
}

/* Takes the next request, or tries the one again whose connection broke. */
static void line_next(struct http_line *l)
{
    struct http *h = l->http;
    if (!l->job && h->first && !h->dead) {
        l->job = h->first;
        h->first = l->job->next;
        if (!h->first)
            h->last = &h->first;
        h->waiting--;
        h->under_way++;
    }
    if (!l->job)
        return;
    l->job->tries++;
    if (l->fd < 0 && line_connect(l) < 0)
        line_failed(l, errno);
    else
        line_send(l);
}

/* ---- answers ---- */

static size_t content_length(const char *head)
{
    const char *at = strcasestr(head, "\r\ncontent-length:");
    return at ? strtoul(at + 17, NULL, 10) : 0;
}

static void line_read_answer(struct http_line *l)
{
    char *end = strstr(l->in, "\r\n\r\n");
    if (!end)
        return;
    *end = '\0';
    size_t head = (size_t)(end - l->in) + 4, body = content_length(l->in);
    int status = head > 12 ? atoi(l->in + 9) : 0,
        ends = !!strcasestr(l->in, "\r\nconnection: close");
    *end = '\r';
    if (body > ANSWER_MAX) {
        line_failed(l, EMSGSIZE);
        return;
    }
    if (l->in_n < head + body)
        return;
    l->in[head + body] = '\0';
    l->in_n = 0;
    l->sent = 0;
    if (ends)
        line_hang_up(l);
    line_done(l, status, l->in + head, body);
}

static int line_room(struct http_line *l)
{
    if (l->in_cap - l->in_n > 8192)
        return 0;
    size_t cap = l->in_cap ? 2 * l->in_cap : 32768;
    char *more = cap <= 2 * ANSWER_MAX ? realloc(l->in, cap) : NULL;
    if (!more)
        return -1;
    l->in = more;
    l->in_cap = cap;
    return 0;
}

static void line_receive(struct http_line *l)
{
    while (l->fd >= 0) {
        if (line_room(l) < 0) {
            line_failed(l, EMSGSIZE);
            return;
        }
        ssize_t got = recv(l->fd, l->in + l->in_n, l->in_cap - l->in_n - 1, MSG_DONTWAIT);
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (got <= 0) {
            line_failed(l, got < 0 ? errno : 0);
            return;
        }
        l->in_n += (size_t)got;
        l->in[l->in_n] = '\0';
        if (l->job && l->sent)
            line_read_answer(l);
    }
}

/* Why the connection could not be made. */
static int line_error(const struct http_line *l)
{
    int error = 0;
    socklen_t n = sizeof error;
    return getsockopt(l->fd, SOL_SOCKET, SO_ERROR, &error, &n) ? errno : error;
}

static void line_ready(struct source *s, uint32_t events)
{
    struct http_line *l = (struct http_line *)s;
    if (l->fd < 0)
        return;
    if ((events & (EPOLLERR | EPOLLHUP)) && !l->sent) {
        line_failed(l, line_error(l));
        return;
    }
    if ((events & EPOLLOUT) && l->job && !l->sent)
        line_send(l);
    if (l->fd >= 0 && (events & EPOLLIN))
        line_receive(l);
}

/* ---- the pool ---- */

void http_open(struct http *h, struct net *n)
{
    memset(h, 0, sizeof *h);
    h->net = n;
    h->last = &h->first;
    for (int i = 0; i < HTTP_LINES; i++)
        h->line[i] = (struct http_line){.source = {line_ready}, .http = h, .fd = -1};
}

void http_close(struct http *h)
{
    for (int i = 0; i < HTTP_LINES; i++) {
        line_hang_up(&h->line[i]);
        free(h->line[i].job);
        free(h->line[i].in);
    }
    while (h->first) {
        struct http_job *job = h->first;
        h->first = job->next;
        free(job);
    }
    memset(h, 0, sizeof *h);
}

static struct http_job *job_new(const struct http *h, uint64_t tag, const char *method,
                                const char *path, const char *token, const char *body)
{
    size_t cap = 300 + strlen(path) + (token ? strlen(token) : 0) + (body ? strlen(body) : 0);
    struct http_job *job = calloc(1, sizeof *job + cap);
    MUST(job);
    job->tag = tag;
    int n = snprintf(job->text, cap, "%s %s HTTP/1.1\r\nHost: %s\r\n", method, path, h->net->host);
    if (token)
        n += snprintf(job->text + n, cap - (size_t)n, "Authorization: Bearer %s\r\n", token);
    if (!strcmp(method, "POST"))
        n += snprintf(job->text + n, cap - (size_t)n,
                      "Content-Type: application/json\r\nContent-Length: %zu\r\n",
                      body ? strlen(body) : 0);
    n += snprintf(job->text + n, cap - (size_t)n, "\r\n%s", body ? body : "");
    MUST(n > 0 && (size_t)n < cap);
    job->n = (size_t)n;
    return job;
}

void http_ask(struct http *h, uint64_t tag, const char *method, const char *path, const char *token,
              const char *body)
{
    *h->last = job_new(h, tag, method, path, token, body);
    h->last = &(*h->last)->next;
    h->waiting++;
    for (int i = 0; i < HTTP_LINES && h->first; i++)
        if (!h->line[i].job)
            line_next(&h->line[i]);
}
