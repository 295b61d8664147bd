/* The socket to a server, on its own thread. Only that thread touches the connection; other threads
 * put texts into lists and wake it. */
#include "tui/line.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cable/talk.h"
#include "engine/port.h"

/* The pauses between attempts double from FIRST_MS to LAST_MS. A server that has been silent for
 * PING_MS gets a ping, and counts as lost after PINGED_MS. */
enum { FIRST_MS = 250, LAST_MS = 5000, MESSAGE_MOST = 1 << 22, PING_MS = 20000, PINGED_MS = 40000 };
/* From so many bytes on that nobody has taken, nothing more is read, and how soon we look again. A
 * table's thread that is stuck must not let the memory of this one grow. */
enum { IN_MOST = 1 << 24, FULL_MS = 20 };

/* Messages in order; `end` points to where the next one is linked, so that adding needs no walk. */
struct line_list {
    struct line_message *first, **end;
};

/* Owned by the table. The addresses and `wake` do not change while the thread runs. */
struct line {
    struct call_address to;
    int wake;
    pthread_t thread;
    /* Guards the next five members. */
    pthread_mutex_t lock;
    struct line_list in, out;
    /* The bytes of `in`. */
    size_t in_n;
    int resting;
    /* The connection is closed for a new one. */
    int renewing;
    /* Something was put into `out`, or is renewing; the thread is to end. */
    int call[2], stop[2];
    /* Of the thread alone: */
    struct talk talk;
    int wait_ms, pinged;
    int64_t heard;
};

/* ---- lists ---- */

/* Copies the text, which may contain zeros, and adds a zero. The caller owns the message. */
static struct line_message *message_make(int kind, const char *text, size_t n)
{
    struct line_message *m = malloc(sizeof *m + n + 1);
    MUST(m);
    m->next = NULL;
    m->kind = kind;
    m->n = n;
    memcpy(m->text, text, n);
    m->text[n] = 0;
    return m;
}

static void list_add(struct line_list *l, struct line_message *m)
{
    *l->end = m;
    l->end = &m->next;
}

/* Returns NULL from an empty list; the caller frees the message. */
static struct line_message *list_take(struct line_list *l)
{
    struct line_message *m = l->first;
    if (m && !(l->first = m->next))
        l->end = &l->first;
    return m;
}

static void list_clear(struct line_list *l)
{
    struct line_message *m;
    while ((m = list_take(l)))
        free(m);
}

/* Hands something to the table and wakes it. Called by the thread without the lock. */
static void deliver(struct line *l, int kind, const char *text, size_t n)
{
    uint64_t one = 1;
    pthread_mutex_lock(&l->lock);
    list_add(&l->in, message_make(kind, text, n));
    l->in_n += sizeof(struct line_message) + n;
    pthread_mutex_unlock(&l->lock);
    /* A full counter is readable anyway. */
    ssize_t written = write(l->wake, &one, sizeof one);
    (void)written;
}

/* ---- the thread ---- */

/* Whether the thread is to end; waits up to `ms` for that. line_close closes the other end of the
 * pipe, which stays readable for every later call. */
static int stops(const struct line *l, int ms)
{
    struct pollfd fd = {l->stop[0], POLLIN, 0};
    return poll(&fd, 1, ms) > 0;
}

/* Returns 0 when connected, -1 if not, with the reason in the cable. Connecting ends early when the
 * thread is to stop. */
static int connect_now(struct line *l)
{
    const struct cable_to to = {.url = &l->to.url};
    int ms = l->to.ms ? l->to.ms : CALL_MS;
    if (talk_open(&l->talk, &to, "/ws", "charlatan", MESSAGE_MOST, ms, l->stop[0]) < 0)
        return -1;
    l->wait_ms = FIRST_MS;
    l->heard = cable_now();
    l->pinged = 0;
    /* What was sent meanwhile was meant for the connection that was lost. */
    pthread_mutex_lock(&l->lock);
    list_clear(&l->out);
    l->renewing = 0;
    pthread_mutex_unlock(&l->lock);
    deliver(l, LINE_UP, "", 0);
    return 0;
}

/* Reports the loss and waits before the next attempt. Returns 0 if there is to be no new
 * connection. Also called when an attempt failed. Pauses grow until a connection succeeds; a
 * connection closed on purpose (line_again) is replaced at once. */
static int lost(struct line *l)
{
    pthread_mutex_lock(&l->lock);
    list_clear(&l->out);
    int rests = l->resting, wait_ms = l->renewing ? 1 : l->wait_ms;
    l->renewing = 0;
    pthread_mutex_unlock(&l->lock);
    deliver(l, LINE_DOWN, l->talk.cable.why, strlen(l->talk.cable.why));
    l->wait_ms = l->wait_ms * 2 < LAST_MS ? l->wait_ms * 2 : LAST_MS;
    return !rests && !stops(l, wait_ms);
}

/* Delivers all whole texts that were read. Returns 0, or -1 if the server closes or sends what it
 * may not. */
static int hear_texts(struct line *l)
{
    struct slice text;
    int more;
    while ((more = talk_next(&l->talk, &text)) > 0)
        deliver(l, LINE_TEXT, text.at, text.n);
    return more;
}

/* Returns -1 if the connection is to end after the texts, or is broken. Sends outside the lock,
 * because a slow server may take seconds. */
static int send_texts(struct line *l)
{
    for (;;) {
        pthread_mutex_lock(&l->lock);
        struct line_message *m = list_take(&l->out);
        int ends = l->renewing;
        pthread_mutex_unlock(&l->lock);
        if (!m)
            return ends || stops(l, 0) ? -1 : 0;
        int sent = talk_send(&l->talk, m->text, m->n);
        free(m);
        if (sent < 0)
            return -1;
    }
}

/* Pings a server that says nothing. Returns -1 if it has not answered that either, or the ping
 * could not be sent. */
static int care(struct line *l)
{
    int64_t silent = cable_now() - l->heard;
    if (silent >= PINGED_MS)
        return -1;
    if (silent < PING_MS || l->pinged)
        return 0;
    l->pinged = 1;
    return talk_ping(&l->talk);
}

static int is_full(struct line *l)
{
    pthread_mutex_lock(&l->lock);
    int full = l->in_n > IN_MOST;
    pthread_mutex_unlock(&l->lock);
    return full;
}

/* Waits until something can be read, or somebody calls. If the table takes less than the server
 * says, nothing is read, so that TCP slows the server down. Returns -1 if the connection is to
 * end. */
static int wait_and_read(struct line *l)
{
    char calls[64];
    if (is_full(l)) {
        /* The silence is ours, so it must not count against the server. */
        l->heard = cable_now();
        return stops(l, FULL_MS) ? -1 : 0;
    }
    struct pollfd fds[3] = {
        {l->talk.cable.fd, POLLIN, 0}, {l->call[0], POLLIN, 0}, {l->stop[0], POLLIN, 0}};
    int64_t left = l->heard + (l->pinged ? PINGED_MS : PING_MS) - cable_now();
    /* TLS may have decrypted bytes already, of which poll knows nothing. */
    int has = cable_has(&l->talk.cable);
    poll(fds, 3, has || left < 0 ? 0 : (int)left);
    /* Empties the pipe of calls: what was asked for is in the lists. */
    while (fds[1].revents && read(l->call[0], calls, sizeof calls) == sizeof calls)
        ;
    int came = has || fds[0].revents ? talk_read(&l->talk) : 0;
    if (came > 0) {
        l->heard = cable_now();
        l->pinged = 0;
    }
    return came;
}

/* Connects again and again until line_close, or until line_rest and a loss. */
static void *work(void *arg)
{
    struct line *l = arg;
    do {
        if (connect_now(l) < 0)
            /* Goes on to lost(), which decides whether to try again. */
            continue;
        while (hear_texts(l) == 0 && send_texts(l) == 0 && care(l) == 0 && wait_and_read(l) >= 0)
            ;
        talk_close(&l->talk);
    } while (lost(l));
    return NULL;
}

/* ---- for the table ---- */

/* Wakes the thread from poll. A full pipe wakes it anyway. */
static void call(struct line *l)
{
    ssize_t written = write(l->call[1], "", 1);
    (void)written;
}

/* `a` is copied. Cannot fail: whether the server can be reached is told by messages. */
struct line *line_open(const struct call_address *a, int wake)
{
    struct line *l = calloc(1, sizeof *l);
    MUST(l && pipe2(l->call, O_NONBLOCK | O_CLOEXEC) == 0 && pipe2(l->stop, O_CLOEXEC) == 0);
    l->to = *a;
    l->wake = wake;
    l->wait_ms = FIRST_MS;
    l->in.end = &l->in.first;
    l->out.end = &l->out.first;
    pthread_mutex_init(&l->lock, NULL);
    MUST(pthread_create(&l->thread, NULL, work, l) == 0);
    return l;
}

/* What was not sent or not taken is dropped. The connection is closed by the thread. */
void line_close(struct line *l)
{
    close(l->stop[1]);
    pthread_join(l->thread, NULL);
    close(l->stop[0]);
    close(l->call[0]);
    close(l->call[1]);
    list_clear(&l->in);
    list_clear(&l->out);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

void line_send(struct line *l, const char *text, size_t n)
{
    pthread_mutex_lock(&l->lock);
    list_add(&l->out, message_make(LINE_TEXT, text, n));
    pthread_mutex_unlock(&l->lock);
    call(l);
}

struct line_message *line_take(struct line *l)
{
    pthread_mutex_lock(&l->lock);
    struct line_message *m = list_take(&l->in);
    l->in_n -= m ? sizeof *m + m->n : 0;
    pthread_mutex_unlock(&l->lock);
    return m;
}

void line_again(struct line *l)
{
    pthread_mutex_lock(&l->lock);
    l->renewing = 1;
    pthread_mutex_unlock(&l->lock);
    call(l);
}

void line_rest(struct line *l)
{
    pthread_mutex_lock(&l->lock);
    l->resting = 1;
    pthread_mutex_unlock(&l->lock);
}
