/* The socket of operators: a file in the local file system, which only its owner and root can use.
 * Each line that comes in is a request of admin.h. */
#ifndef CHARLATAN_SERVER_ADMIN_SOCKET_H
#define CHARLATAN_SERVER_ADMIN_SOCKET_H

struct uv_loop_s;
struct admin_socket;
struct server;

/* Opens the socket at this path. A socket that nobody listens to any more is replaced. Returns NULL
 * if it cannot, with a sentence in `why`. */
struct admin_socket *admin_socket_open(struct uv_loop_s *loop, struct server *s, const char *path,
                                       char why[240]);
/* Closes it and all connections, and removes the file. The loop has to run until it is empty; then
 * admin_socket_free. NULL is allowed. */
void admin_socket_close(struct admin_socket *a);
/* Once the loop is empty. */
void admin_socket_free(struct admin_socket *a);

#endif
