/* Many WebSockets to one server on one epoll, without blocking. A link is a socket that may be opened and
 * closed again and again; its number stays. What is not whole yet is kept, all else lives in one shared
 * room, so an idle link costs a few words.
 *
 * Other things to wait for (HTTP, signals) are sources on the same net. */
#ifndef CHARLATAN_LOAD_LINK_H
#define CHARLATAN_LOAD_LINK_H

#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>

/* Something epoll waits for; the first member of whatever it is. */
struct source {
    void (*ready)(struct source *s, uint32_t events);
};

enum link_state { LINK_CLOSED, LINK_CONNECTING, LINK_GREETING, LINK_OPEN };

struct net;

struct link {
    struct source source;
    struct net *net;
    int fd;
    uint8_t state, writing; /* writing: epoll also waits for room to send */
    unsigned char *rest;    /* the beginning of a frame */
    unsigned char *late;    /* what could not be sent yet */
    uint32_t rest_n, late_n;
};

struct net_count {
    uint64_t messages_in, messages_out, bytes_in, bytes_out; /* in: from the server; with heads */
};

/* Each may open, close and send on any link. `why` is NULL where we closed it ourselves. */
struct net_calls {
    void (*opened)(void *with, int link);
    void (*message)(void *with, int link, const char *text, size_t n);
    void (*closed)(void *with, int link, const char *why);
};

struct net {
    int epoll;
    struct sockaddr_in to;
    char host[64]; /* for the Host header */
    struct link *link;
    int links, opening, open; /* opening: connecting or greeting */
    struct net_count count;
    const struct net_calls *calls;
    void *with;
    uint64_t luck;
    unsigned char *room;
};

int net_open(struct net *n, const char *host, int port, int links);
void net_close(struct net *n);
/* Waits until something happens or the time (of clock_ns) has come, and deals with it. -1: broken. */
int net_wait(struct net *n, int64_t until);
int net_watch(struct net *n, struct source *s, int fd, uint32_t events);
uint64_t net_luck(struct net *n); /* pseudo-random, for masks and choices */

int net_link_open(struct net *n, int link);
void net_link_close(struct net *n, int link);
void net_link_send(struct net *n, int link, const char *text, size_t bytes);

int64_t clock_ns(void); /* monotonic */

#endif
