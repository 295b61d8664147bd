/* Which connections may come in and which bodies are read. Both are decided before anything is
 * read, because each connection holds a descriptor and each body memory. Some descriptors are kept
 * for /health and /metrics, and the last of them for this machine, so that operators can look
 * while the server is full. */
#include "server/admission.h"

#include "server/http/http.h"
#include "server/http/limits.h"
#include "server/refusals.h"
#include "server/server.h"

enum {
    /* Of one address; a site of IPv6 may have as much as LIMITS_SITE of them. A few more may come
     * in, to be told why they are refused. */
    CONNECTIONS_MOST = 400,
    CONNECTIONS_OVER = 32,
    BODIES_MOST = 32,
    BYTES_MOST = 4 * HTTP_BODY_LARGE,
    /* Of all addresses together, as they come; large bodies may take half of it. */
    BYTES_OF_ALL = 32 * HTTP_BODY_LARGE,
    /* Descriptors for the store and other files. As many are kept for operators. */
    KEPT = 64
};

/* Where the system allows few descriptors, a quarter of them rather than KEPT, so that something is
 * left for people. */
static uint32_t kept(const struct server *s)
{
    return s->doors.descriptors / 4 < KEPT ? s->doors.descriptors / 4 : KEPT;
}

/* From this number of connections on, only /health and /metrics are answered. */
static uint32_t full_at(const struct server *s)
{
    return s->doors.descriptors - 2 * kept(s);
}

/* The most connections of one address, and of one site: no two of them can fill the server. */
static struct limits_most most_of_one(const struct server *s)
{
    uint32_t third = full_at(s) / 3;
    struct limits_most most = limits_most(CONNECTIONS_MOST);
    most.network = third < most.network ? third : most.network;
    most.site = third < most.site ? third : most.site;
    return most;
}

/* The last half of what is kept for operators is for this machine alone: whoever fills the rest
 * from outside cannot shut out the operator who looks. */
static int is_shut(const struct server *s, const char *address)
{
    uint32_t left = s->doors.descriptors - s->doors.connections;
    return left <= (address_is_loopback(address) ? kept(s) : kept(s) + kept(s) / 2);
}

/* A proxy has all connections of its clients. */
static int counts_connections(const struct server *s)
{
    return s->options.limits && !s->options.transport.behind_proxy;
}

/* How many connections the address has with this one; 0 if it may have no more, or not so fast. */
static uint32_t one_more(struct server *s, const char *address, struct limits_most most)
{
    most.network += CONNECTIONS_OVER;
    most.site += CONNECTIONS_OVER;
    return limits_add(s->limits, address, HOLD_CONNECTIONS, LIMIT_CONNECTIONS, most, s->now);
}

/* SHUT is not counted; everything else is until door_left. Whoever is CROWDED or FULL holds a
 * descriptor, too, and so counts. */
enum transport_door door_enter(void *server, const char *address)
{
    struct server *s = server;
    struct limits_most most = most_of_one(s);
    uint32_t has = 0;
    int shut = is_shut(s, address);
    if (!shut && counts_connections(s)) {
        has = one_more(s, address, most);
        shut = !has;
    }
    s->doors.connections += !shut;
    enum transport_door door = shut                                ? DOOR_SHUT
                               : s->doors.connections > full_at(s) ? DOOR_FULL
                               : has > most.network                ? DOOR_CROWDED
                                                                   : DOOR_OPEN;
    s->figures.shut_out += door != DOOR_OPEN;
    return door;
}

void door_left(void *server, const char *address)
{
    struct server *s = server;
    s->doors.connections--;
    if (counts_connections(s))
        limits_release(s->limits, address, HOLD_CONNECTIONS, 1);
}

/* Whether the address may send one more body. All or nothing. A body of 0 bytes holds a place among
 * the bodies and no bytes. */
static int may_send(struct server *s, const char *address, uint32_t n)
{
    struct limits_most bodies = limits_most(BODIES_MOST), bytes = limits_most(BYTES_MOST);
    if (!s->options.limits)
        return 1;
    if (!limits_hold(s->limits, address, HOLD_BODIES, 1, bodies, s->now))
        return 0;
    if (n == 0 || limits_hold(s->limits, address, HOLD_BYTES, n, bytes, s->now))
        return 1;
    limits_release(s->limits, address, HOLD_BODIES, 1);
    return 0;
}

/* Counted here: whoever gets NULL owes a door_body_gone. */
const struct refusal_row *door_body(void *server, const char *address, size_t n)
{
    struct server *s = server;
    int may = may_send(s, address, (uint32_t)n);
    s->figures.bodies_refused += !may;
    return may ? NULL : &refusal_too_many_bodies;
}

/* Each has a zero behind it. */
const struct refusal_row *door_body_grows(void *server, size_t has, size_t more)
{
    struct server *s = server;
    uint64_t most = has + more > HTTP_BODY + 1 ? BYTES_OF_ALL / 2 : BYTES_OF_ALL;
    int may = s->doors.bytes + more <= most;
    s->figures.bodies_refused += !may;
    s->doors.bytes += may ? more : 0;
    return may ? NULL : &refusal_bodies_full;
}

/* `n` is what door_body was told, `had` the sum of what door_body_grows has let through. */
void door_body_gone(void *server, const char *address, size_t n, size_t had)
{
    struct server *s = server;
    s->doors.bytes -= had;
    if (!s->options.limits)
        return;
    limits_release(s->limits, address, HOLD_BODIES, 1);
    limits_release(s->limits, address, HOLD_BYTES, (uint32_t)n);
}
