/* Who is at the other end: addresses, the names in `Host`, and what a connection may do. */
#ifndef CHARLATAN_SERVER_HTTP_ADDRESS_H
#define CHARLATAN_SERVER_HTTP_ADDRESS_H

enum {
    /* INET6_ADDRSTRLEN: the longest text of an IPv6 address, one that maps IPv4, and its zero. */
    ADDRESS = 46,
    /* The id of a request or a socket, for the log. */
    REQUEST_ID = 16
};

/* What a new connection may do. CROWDED: its address has too many; FULL: the server has. Both may
 * only ask how the server is. SHUT: it is closed. */
enum transport_door { DOOR_OPEN, DOOR_CROWDED, DOOR_FULL, DOOR_SHUT };

struct transport_options;

/* Any spelling counts: 127.0.0.0/8, ::1, and the first of these mapped into IPv6. A text that is no
 * address gives 0, so whoever cannot be placed is a stranger. */
int address_is_loopback(const char *address);
/* Whether a text can be a name in `Host`, without a port. */
int host_is_name(const char *text);
/* Whether a request with this Host may come in. A page elsewhere can make its own name lead here,
 * and would then count as ours (DNS rebinding). So a server answers to the names it was given, to
 * those of its machine, and to addresses, which nobody can make lead elsewhere. */
int host_is_allowed(const struct transport_options *o, const char *host);

#endif
