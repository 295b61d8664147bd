/* The thread of post.h. A connection that the other side has closed meanwhile is opened again once;
 * bodies may be sent twice, as their requests may be repeated. */
#include "server/post.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cable/ask.h"
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
    struct cable line;
    int stop_pipe[2];
    int64_t deadline;
};

/* ---- one exchange ---- */

static int send_body(struct post *p, const struct cable_to *to, const char *body, size_t n)
{
    char path[POST_PATH + 10];
    snprintf(path, sizeof path, "%s/witness", p->to.path);
    return ask_send(&p->line, to,
                    &(struct ask){"POST", path, "Content-Type: application/json\r\n", body, n});
}

/* Returns 1 if a connection that was open before turned out to be closed, so that it is worth
 * trying again. */
static int exchange(struct post *p, const char *body, size_t n, struct post_answer *a)
{
    const struct cable_to to = {.host = p->to.host, .port = p->to.port};
    struct answer in = {.most = POST_BODY};
    int old = p->line.fd >= 0;
    p->line.deadline = p->deadline;
    if (!old && cable_open(&p->line, &to, (int)(p->deadline - cable_now()), p->stop_pipe[0]) < 0)
        return 0;
    int done = send_body(p, &to, body, n) < 0 ? -1 : ask_hear(&p->line, &in);
    if (done < 0 || !in.keeps)
        cable_close(&p->line);
    if (done == 0)
        *a = (struct post_answer){in.status, in.body, in.n};
    else
        free(in.body);
    return done < 0 && old && in.lines == 0;
}

static void try_twice(struct post *p, const char *body, size_t n, struct post_answer *a)
{
    *a = (struct post_answer){0};
    p->deadline = cable_now() + POST_MS;
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
    cable_close(&p->line);
    return NULL;
}

struct post *post_open(const struct post_address *to, void (*wake)(void *arg), void *arg)
{
    struct post *p = calloc(1, sizeof *p);
    MUST(p && pipe2(p->stop_pipe, O_CLOEXEC) == 0);
    p->to = *to;
    p->wake = wake;
    p->arg = arg;
    p->line.fd = -1;
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
    close(p->stop_pipe[1]);
    pthread_join(p->thread, NULL);
    close(p->stop_pipe[0]);
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
