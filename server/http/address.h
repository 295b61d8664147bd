/* Who is at the other end: addresses, the names in `Host`, and what a connection may do. */
#ifndef CHARLATAN_SERVER_HTTP_ADDRESS_H
#define CHARLATAN_SERVER_HTTP_ADDRESS_H

enum {
    ADDRESS = 46,
    /* The id of a request or a socket, for the log. */
    REQUEST_ID = 16
};

/* What a new connection may do. CROWDED: its address has too many; FULL: the server has. Both may
 * only ask how the server is. SHUT: it is closed. */
enum transport_door { DOOR_OPEN, DOOR_CROWDED, DOOR_FULL, DOOR_SHUT };

struct transport_options;

int address_is_loopback(const char *address);
/* Whether a text can be a name in `Host`, without a port. */
int host_is_name(const char *text);
/* Whether a request with this Host may come in. A page elsewhere can make its own name lead here,
 * and would then count as ours (DNS rebinding). So a server answers to the names it was given, to
 * those of its machine, and to addresses, which nobody can make lead elsewhere. */
int host_is_allowed(const struct transport_options *o, const char *host);

#endif
