/* The peer of a connection: what connections, requests and the transport need of peers.c. */
#ifndef CHARLATAN_SERVER_HTTP_PEERS_H
#define CHARLATAN_SERVER_HTTP_PEERS_H

#include "server/http/peer.h"

struct request_head;

/* Answers a handshake. -1: the connection ends. */
int peer_shake(struct connection *c, const struct request_head *h);
/* Reads one frame, and takes off its mask in place. Returns its length; 0 if it is not whole; -1 if
 * the connection ends. */
int peer_read(struct connection *c, char *at, size_t n);
/* Sends what waits. -1: the connection is broken. */
int peer_flush(struct connection *c);
/* 0, or -1 if the connection is broken. */
int peer_ping(struct connection *c);
/* Frees the peer, after the app was told. What waited to be sent is lost. */
void peer_let_go(struct connection *c);
/* What a host does with peers (host.h). */
void transport_send(struct peer *p, struct peer_message *m);
void transport_pause(struct peer *p, int pause);
void transport_hang_up(struct peer *p, const char *reason);

#endif
