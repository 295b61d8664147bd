/* The threads of lookup.h. A lookup belongs to its thread and to whoever waits for it; the last of
 * them to leave frees it. */
#include "cable/lookup.h"

#include <fcntl.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

struct lookup {
    char host[256], port[8];
    struct addrinfo *list;
    /* `list` and `error` are the thread's until the pipe's writing end is closed. `left` counts who
     * has left, the thread and its owner. */
    int error, left;
    /* Its writing end is closed when the answer is there. */
    int pipe[2];
};

void lookup_leave(struct lookup *l)
{
    if (__atomic_add_fetch(&l->left, 1, __ATOMIC_ACQ_REL) < 2)
        return;
    if (l->list)
        freeaddrinfo(l->list);
    close(l->pipe[0]);
    free(l);
}

/* Hints without a family: IPv4 and IPv6 both. One socket type, else each address would come three
 * times. */
static void *look_up(void *arg)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct lookup *l = arg;
    int error = getaddrinfo(l->host, l->port, &hints, &l->list);
    __atomic_store_n(&l->error, error, __ATOMIC_RELEASE);
    close(l->pipe[1]);
    lookup_leave(l);
    return NULL;
}

/* Returns 0 with the thread running, or -1 with nothing open. It is detached, because nobody waits
 * for it: getaddrinfo cannot be stopped and may take a minute. */
static int start(struct lookup *l)
{
    pthread_t thread;
    if (pipe2(l->pipe, O_CLOEXEC) < 0)
        return -1;
    if (pthread_create(&thread, NULL, look_up, l) == 0)
        return pthread_detach(thread);
    close(l->pipe[0]);
    close(l->pipe[1]);
    return -1;
}

/* The name is copied, since the thread may outlive the caller's. */
struct lookup *lookup_begin(const char *host, int port)
{
    struct lookup *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    int n = snprintf(l->host, sizeof l->host, "%s", host);
    snprintf(l->port, sizeof l->port, "%d", port);
    if (n < (int)sizeof l->host && start(l) == 0)
        return l;
    free(l);
    return NULL;
}

int lookup_fd(const struct lookup *l)
{
    return l->pipe[0];
}

/* Only once lookup_fd can be read; the list is NULL with an error. */
int lookup_answer(const struct lookup *l, const struct addrinfo **list)
{
    int error = __atomic_load_n(&l->error, __ATOMIC_ACQUIRE);
    *list = l->list;
    return error;
}
