/* One request and one answer over the operators' socket of a server. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "args/args.h"
#include "cli/admin.h"

/* Always -1. Each hint names what an operator has to do about this errno; an errno without one
 * speaks for itself. Printed here and not by args_say, because path and reason have their own
 * form. */
static int cannot(const char *path, int error)
{
    const char *hint = error == EACCES ? "; only the owner and root may use it (sudo?)"
                       : error == ENOENT
                           ? "; start the server with --admin PATH, and name the same "
                             "path with --socket"
                       : error == ECONNREFUSED ? "; the server is not running"
                                               : "";
    fprintf(stderr, "charlatan admin: %s: %s%s.\n", path, strerror(error), hint);
    return -1;
}

/* sun_path has about 108 bytes; a longer path cannot be connected to under any name, and cutting it
 * would reach another socket. */
int admin_connect(const struct admin_options *o)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    size_t n = strlen(o->socket);
    if (n >= sizeof at.sun_path)
        return cannot(o->socket, ENAMETOOLONG);
    memcpy(at.sun_path, o->socket, n);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&at, sizeof at) == 0)
        return fd;
    int error = errno;
    if (fd >= 0)
        close(fd);
    return cannot(o->socket, error);
}

/* 0, or -1 if the server has gone; SIGPIPE is kept from ending the program before it can say so. */
static int send_all(int fd, const char *text, size_t n)
{
    while (n) {
        ssize_t sent = send(fd, text, n, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return -1;
        text += sent;
        n -= (size_t)sent;
    }
    return 0;
}

/* Looks at what has come and takes it up to the end of the line, so that a file after it stays. The
 * caller frees the line, which has lost its end. NULL if the connection ends before a whole line.
 * There is no bound: the server is our own, and exports are long. */
static char *read_line(int fd)
{
    char *line = NULL, part[1 << 16];
    size_t n = 0;
    for (;;) {
        ssize_t seen = recv(fd, part, sizeof part, MSG_PEEK);
        if (seen < 0 && errno == EINTR)
            continue;
        if (seen <= 0) {
            free(line);
            return NULL;
        }
        const char *end = memchr(part, '\n', (size_t)seen);
        size_t take = end ? (size_t)(end - part) + 1 : (size_t)seen;
        char *more = realloc(line, n + take + 1);
        /* These bytes have come already, so this does not wait. */
        if (!more || recv(fd, part, take, MSG_WAITALL) != (ssize_t)take) {
            free(more ? more : line);
            return NULL;
        }
        line = more;
        memcpy(line + n, part, take);
        n += take;
        line[end ? n - 1 : n] = 0;
        if (end)
            return line;
    }
}

/* One request a connection. The message names the log because the server writes there what it does
 * not tell a socket. */
char *admin_exchange(int fd, const json_t *request)
{
    char *text = json_dumps(request, JSON_COMPACT), *answer = NULL;
    if (text && send_all(fd, text, strlen(text)) == 0 && send_all(fd, "\n", 1) == 0)
        answer = read_line(fd);
    free(text);
    if (!answer)
        args_say("admin", STATUS_FAILED, "the server closed the connection; its log may say why");
    return answer;
}
