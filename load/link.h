/* Many WebSockets to one server, on one epoll and without blocking. A link is a socket that can be
 * opened and closed many times and keeps its number. A link stores only incomplete frames;
 * everything else is in one shared buffer, so an idle link costs a few words.
 *
 * Answers of HTTP and signals are sources on the same net. */
#ifndef CHARLATAN_LOAD_LINK_H
#define CHARLATAN_LOAD_LINK_H

#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/url.h"

/* Something epoll waits for. It is the first member of the struct that it belongs to. */
struct epoll_source {
    void (*ready)(struct epoll_source *s, uint32_t events);
};

/* The longest message that can be sent. */
enum { LINK_SEND_MOST = 4096 };

enum link_state { LINK_CLOSED, LINK_CONNECTING, LINK_GREETING, LINK_OPEN };

struct load_net;

struct link {
    struct epoll_source source;
    struct load_net *net;
    int fd;
    /* writing: epoll also waits for room to send. */
    uint8_t state, writing;
    /* The beginning of a frame that is not complete yet. */
    unsigned char *rest;
    /* Bytes that could not be sent yet. */
    unsigned char *late;
    uint32_t rest_n, late_n;
};

struct load_net_count {
    /* in: from the server. Bytes include the heads of frames. */
    uint64_t messages_in, messages_out, bytes_in, bytes_out;
};

/* Called by the net. Each may open, close and send on any link. `why` is NULL if we closed the
 * link ourselves. */
struct load_net_calls {
    void (*opened)(void *with, int link);
    void (*message)(void *with, int link, const char *text, size_t n);
    void (*closed)(void *with, int link, const char *why);
};

struct load_net {
    int epoll;
    struct url url;
    struct sockaddr_in to;
    struct link *link;
    /* All links; those that are connecting or greeting; those that are open. */
    int links, opening, open;
    struct load_net_count count;
    const struct load_net_calls *calls;
    void *with;
    /* The state of net_luck. */
    uint64_t luck;
    /* The shared buffer for what is received. */
    unsigned char *room;
};

/* To a host that is an IPv4 address. */
int net_open(struct load_net *n, const struct url *to, int links);
void net_close(struct load_net *n);
/* Waits for events until the time `until` (of clock_ns) and handles them. -1: waiting failed. */
int net_wait(struct load_net *n, int64_t until);
int net_watch(struct load_net *n, struct epoll_source *s, int fd, uint32_t events);
/* Pseudo-random numbers, for masks and choices. */
uint64_t net_luck(struct load_net *n);

int net_link_open(struct load_net *n, int link);
void net_link_close(struct load_net *n, int link);
void net_link_send(struct load_net *n, int link, const char *text, size_t bytes);

/* Monotonic time. */
int64_t clock_ns(void);

#endif
