/* The thread of post.h. It waits for a socket and, so that it can be stopped at any time, for a
 * pipe. A connection that the other side has closed meanwhile is opened again once; bodies may be
 * sent twice, as their requests may be repeated. */
#include "server/post.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "engine/port.h"

struct post {
    struct post_address to;
    void (*wake)(void *arg);
    void *arg;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work;
    /* What is to be sent, or NULL. */
    char *body;
    size_t body_n;
    struct post_answer answer;
    int answered, stop;
    /* Of the thread alone: */
    int fd, stop_pipe[2];
    int64_t deadline;
};

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- one exchange ---- */

static void hang_up(struct post *p)
{
    if (p->fd >= 0)
        close(p->fd);
    p->fd = -1;
}

/* Returns 1 if the socket is ready, 0 if the time is over or the thread is to stop. */
static int wait_for(struct post *p, short events)
{
    struct pollfd fds[2] = {{p->fd, events, 0}, {p->stop_pipe[0], POLLIN, 0}};
    int64_t left = p->deadline - now_ms();
    int n = left > 0 ? poll(fds, 2, (int)left) : 0;
    return n > 0 && !fds[1].revents && fds[0].revents;
}

static int connect_to(struct post *p, const struct addrinfo *at)
{
    int error = 0, on = 1;
    socklen_t n = sizeof error;
    p->fd = socket(at->ai_family, at->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, at->ai_protocol);
    if (p->fd < 0)
        return -1;
    setsockopt(p->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(p->fd, at->ai_addr, at->ai_addrlen) == 0)
        return 0;
    if (errno == EINPROGRESS && wait_for(p, POLLOUT) &&
        getsockopt(p->fd, SOL_SOCKET, SO_ERROR, &error, &n) == 0 && error == 0)
        return 0;
    hang_up(p);
    return -1;
}

static int dial(struct post *p)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *list = NULL;
    if (getaddrinfo(p->to.host, p->to.port, &hints, &list) != 0)
        return -1;
    int connected = -1;
    for (const struct addrinfo *at = list; at && connected < 0; at = at->ai_next)
        connected = connect_to(p, at);
    freeaddrinfo(list);
    return connected;
}

static int write_all(struct post *p, const char *text, size_t n)
{
    while (n > 0) {
        ssize_t sent = send(p->fd, text, n, MSG_NOSIGNAL);
        if (sent < 0 && (errno == EAGAIN || errno == EINTR)) {
            if (!wait_for(p, POLLOUT))
                return -1;
            continue;
        }
        if (sent <= 0)
            return -1;
        text += sent;
        n -= (size_t)sent;
    }
    return 0;
}

static int write_request(struct post *p, const char *body, size_t n)
{
    char head[POST_HOST + POST_PATH + 200];
    int six = strchr(p->to.host, ':') != NULL;
    int length = snprintf(head, sizeof head,
                          "POST %s/witness HTTP/1.1\r\nHost: %s%s%s:%s\r\n"
                          "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
                          p->to.path, six ? "[" : "", p->to.host, six ? "]" : "", p->to.port, n);
    return write_all(p, head, (size_t)length) < 0 ? -1 : write_all(p, body, n);
}

/* Reads until the answer is whole. Returns 0, or -1; `got` is how much came. */
static int read_reply(struct post *p, struct post_answer *a, size_t *got)
{
    enum { ROOM = POST_HEAD + POST_BODY };
    char *text = malloc(ROOM);
    struct post_reply r;
    int state = 0;
    MUST(text);
    while (state == 0 && *got < ROOM && wait_for(p, POLLIN)) {
        ssize_t n = recv(p->fd, text + *got, ROOM - *got, 0);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            continue;
        if (n <= 0)
            break;
        *got += (size_t)n;
        state = post_read_reply(text, *got, &r);
    }
    if (state == 1) {
        *a = (struct post_answer){r.status, malloc(r.body + 1), r.body};
        MUST(a->text);
        memcpy(a->text, text + r.head, r.body);
        a->text[r.body] = 0;
        if (!r.keep || *got > r.head + r.body)
            hang_up(p);
    }
    free(text);
    return state == 1 ? 0 : -1;
}

/* Returns 1 if a connection that was open before turned out to be closed, so that it is worth
 * trying again. */
static int exchange(struct post *p, const char *body, size_t n, struct post_answer *a)
{
    int old = p->fd >= 0;
    size_t got = 0;
    if (!old && dial(p) < 0)
        return 0;
    if (write_request(p, body, n) == 0 && read_reply(p, a, &got) == 0)
        return 0;
    hang_up(p);
    return old && got == 0;
}

static void try_twice(struct post *p, const char *body, size_t n, struct post_answer *a)
{
    *a = (struct post_answer){0};
    p->deadline = now_ms() + POST_MS;
    if (exchange(p, body, n, a))
        exchange(p, body, n, a);
}

/* ---- the thread ---- */

/* The next body, or NULL if the thread is to stop. */
static char *next_body(struct post *p, size_t *n)
{
    pthread_mutex_lock(&p->lock);
    while (!p->body && !p->stop)
        pthread_cond_wait(&p->work, &p->lock);
    char *body = p->stop ? NULL : p->body;
    *n = p->body_n;
    if (body)
        p->body = NULL;
    pthread_mutex_unlock(&p->lock);
    return body;
}

static void *work(void *arg)
{
    struct post *p = arg;
    size_t n;
    for (char *body; (body = next_body(p, &n));) {
        struct post_answer a;
        try_twice(p, body, n, &a);
        free(body);
        pthread_mutex_lock(&p->lock);
        p->answer = a;
        p->answered = 1;
        pthread_mutex_unlock(&p->lock);
        p->wake(p->arg);
    }
    hang_up(p);
    return NULL;
}

struct post *post_open(const struct post_address *to, void (*wake)(void *arg), void *arg)
{
    struct post *p = calloc(1, sizeof *p);
    MUST(p && pipe2(p->stop_pipe, O_CLOEXEC) == 0);
    p->to = *to;
    p->wake = wake;
    p->arg = arg;
    p->fd = -1;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work, NULL);
    MUST(pthread_create(&p->thread, NULL, work, p) == 0);
    return p;
}

void post_close(struct post *p)
{
    pthread_mutex_lock(&p->lock);
    p->stop = 1;
    pthread_cond_signal(&p->work);
    pthread_mutex_unlock(&p->lock);
    MUST(write(p->stop_pipe[1], "", 1) == 1);
    pthread_join(p->thread, NULL);
    close(p->stop_pipe[0]);
    close(p->stop_pipe[1]);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->work);
    free(p->body);
    free(p->answer.text);
    free(p);
}

void post_send(struct post *p, const char *body, size_t n)
{
    char *copy = malloc(n);
    MUST(copy);
    memcpy(copy, body, n);
    pthread_mutex_lock(&p->lock);
    MUST(!p->body);
    p->body = copy;
    p->body_n = n;
    pthread_cond_signal(&p->work);
    pthread_mutex_unlock(&p->lock);
}

int post_take(struct post *p, struct post_answer *a)
{
    pthread_mutex_lock(&p->lock);
    int answered = p->answered;
    if (answered) {
        *a = p->answer;
        p->answer = (struct post_answer){0};
        p->answered = 0;
    }
    pthread_mutex_unlock(&p->lock);
    return answered;
}
