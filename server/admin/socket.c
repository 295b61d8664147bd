/* Connections of operators. A line is read, its answer written, then the next line is read. Who
 * sends what is no line, or nothing for a minute, is disconnected. */
#include "server/admin/socket.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <uv.h>

#include "server/admin/admin.h"
#include "server/log.h"

/* Connections at a time; how long one may be silent; how much of a file is sent at once. */
enum { LINES_MOST = 8, PATIENCE_MS = 60000, CHUNK = 1 << 18 };

/* closing: 1 from admin_socket_close on, 2 when the handle is closed. */
struct admin_socket {
    uv_loop_t *loop;
    struct server *server;
    uv_pipe_t pipe;
    char path[sizeof((struct sockaddr_un *)0)->sun_path];
    struct admin_connection *lines;
    int lines_n, closing;
};

/* A connection. It is freed when it is closed and nothing is under way for it. */
struct admin_connection {
    struct admin_socket *of;
    struct admin_connection *next, **at;
    uv_pipe_t pipe;
    uv_timer_t patience;
    uv_write_t write;
    char who[ADMIN_WHO + 1];
    /* What came and is not used yet: at most one unfinished line and those after it. */
    char in[ADMIN_LINE];
    size_t in_n;
    /* What is being sent, and the file after it; -1: none. */
    char *out;
    int fd;
    /* asked: an answer is missing. open: handles that are not closed yet. */
    int asked, open, closing;
};

/* ---- coming and going ---- */

/* Does nothing while a handle is open or an answer is missing: whichever comes last frees it. */
static void line_free(struct admin_connection *l)
{
    if (l->open || l->asked)
        return;
    if (l->fd >= 0)
        close(l->fd);
    free(l->out);
    free(l);
}

static void handle_closed(uv_handle_t *handle)
{
    struct admin_connection *l = handle->data;
    l->open--;
    line_free(l);
}

/* May be called again. An answer that is still missing is thrown away when it comes. */
static void line_close(struct admin_connection *l)
{
    if (l->closing)
        return;
    l->closing = 1;
    l->of->lines_n--;
    *l->at = l->next;
    if (l->next)
        l->next->at = l->at;
    uv_close((uv_handle_t *)&l->pipe, handle_closed);
    uv_close((uv_handle_t *)&l->patience, handle_closed);
}

static void too_slow(uv_timer_t *timer)
{
    line_close(timer->data);
}

/* Begins the time anew. It does not run while a request is being answered, which may take long. */
static void be_patient(struct admin_connection *l)
{
    uv_timer_start(&l->patience, too_slow, PATIENCE_MS, 0);
}

/* ---- answers ---- */

static void look_for_line(struct admin_connection *l);

static void send_file(struct admin_connection *l);

/* The next piece of the file, or the next line. */
static void sent(uv_write_t *write, int status)
{
    struct admin_connection *l = write->data;
    free(l->out);
    l->out = NULL;
    if (status < 0) {
        line_close(l);
        return;
    }
    if (l->closing)
        return;
    be_patient(l);
    if (l->fd >= 0)
        send_file(l);
    else
        look_for_line(l);
}

/* Takes `text`, which is on the heap. */
static void line_send(struct admin_connection *l, char *text, size_t n)
{
    uv_buf_t buf = uv_buf_init(text, (unsigned)n);
    free(l->out);
    l->out = text;
    if (uv_write(&l->write, (uv_stream_t *)&l->pipe, &buf, 1, sent) < 0)
        line_close(l);
}

/* The file was written just now, so reading it takes no time. */
static void send_file(struct admin_connection *l)
{
    char *chunk = malloc(CHUNK);
    MUST(chunk);
    ssize_t n = read(l->fd, chunk, CHUNK);
    if (n > 0) {
        line_send(l, chunk, (size_t)n);
        return;
    }
    free(chunk);
    close(l->fd);
    l->fd = -1;
    if (n < 0)
        line_close(l);
    else
        look_for_line(l);
}

/* What admin_ask calls, at once or later, perhaps after the connection was closed. */
static void answered(void *arg, const char *text, size_t n, int fd)
{
    struct admin_connection *l = arg;
    l->asked = 0;
    l->fd = fd;
    if (l->closing) {
        line_free(l);
        return;
    }
    char *copy = malloc(n + 1);
    MUST(copy);
    memcpy(copy, text, n);
    copy[n] = '\n';
    line_send(l, copy, n + 1);
}

/* ---- requests ---- */

/* The line is taken out before it is asked, because its answer may come at once. */
static void look_for_line(struct admin_connection *l)
{
    char text[ADMIN_LINE];
    char *end = l->asked || l->out || l->closing ? NULL : memchr(l->in, '\n', l->in_n);
    if (!end)
        return;
    size_t n = (size_t)(end - l->in);
    memcpy(text, l->in, n);
    l->in_n -= n + 1;
    memmove(l->in, end + 1, l->in_n);
    l->asked = 1;
    uv_timer_stop(&l->patience);
    admin_ask(l->of->server, text, n, l->who, answered, l);
}

/* There is always some: a buffer that is full without a line ends the connection (came). */
static void give_room(uv_handle_t *handle, size_t wanted, uv_buf_t *buf)
{
    struct admin_connection *l = handle->data;
    (void)wanted;
    *buf = uv_buf_init(l->in + l->in_n, (unsigned)(sizeof l->in - l->in_n));
}

/* A line that does not fit, and everything after it, is not read. */
static void came(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct admin_connection *l = stream->data;
    (void)buf;
    if (n < 0) {
        line_close(l);
        return;
    }
    l->in_n += (size_t)n;
    look_for_line(l);
    if (l->in_n == sizeof l->in && !l->closing)
        line_close(l);
}

/* The permissions of the file are enough; but somebody may have changed them. */
static int may_ask(struct admin_connection *l)
{
    struct ucred who;
    socklen_t n = sizeof who;
    int fd;
    if (uv_fileno((uv_handle_t *)&l->pipe, &fd) < 0 ||
        getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n) < 0)
        return 0;
    snprintf(l->who, sizeof l->who, "user %u, process %d", who.uid, (int)who.pid);
    if (who.uid == 0 || who.uid == geteuid())
        return 1;
    log_say(LOG_SAYS_WARNING, "admin-refused", LOG_FIELDS(LOG_T("who", l->who)),
            "%s may not use the operators' socket", l->who);
    return 0;
}

/* A connection too many, or of somebody else, is closed without a word. */
static void connected(uv_stream_t *stream, int status)
{
    struct admin_socket *a = stream->data;
    struct admin_connection *l = status < 0 || a->closing ? NULL : calloc(1, sizeof *l);
    if (!l)
        return;
    l->of = a;
    l->fd = -1;
    uv_pipe_init(a->loop, &l->pipe, 0);
    uv_timer_init(a->loop, &l->patience);
    l->pipe.data = l->patience.data = l->write.data = l;
    l->open = 2;
    l->next = a->lines;
    l->at = &a->lines;
    if (l->next)
        l->next->at = &l->next;
    a->lines = l;
    a->lines_n++;
    if (uv_accept(stream, (uv_stream_t *)&l->pipe) < 0 || a->lines_n > LINES_MOST || !may_ask(l)) {
        line_close(l);
        return;
    }
    be_patient(l);
    uv_read_start((uv_stream_t *)&l->pipe, give_room, came);
}

/* ---- the whole ---- */

/* Returns -1. */
static int explain(char why[240], const char *path, const char *reason)
{
    snprintf(why, 240, "--admin %.100s: %.100s.", path, reason);
    return -1;
}

/* The path was checked to be short enough. */
static void fill_address(struct sockaddr_un *at, const char *path)
{
    memset(at, 0, sizeof *at);
    at->sun_family = AF_UNIX;
    memcpy(at->sun_path, path, strlen(path));
}

/* A socket of a server that is gone refuses connections. Nothing but sockets is removed. */
static int make_way(const char *path, char why[240])
{
    struct sockaddr_un at;
    struct stat st;
    fill_address(&at, path);
    if (lstat(path, &st) < 0)
        return errno == ENOENT ? 0 : explain(why, path, strerror(errno));
    if (!S_ISSOCK(st.st_mode))
        return explain(why, path, "there is a file of this name, which is no socket");
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int alive = fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof at) == 0;
    if (fd >= 0)
        close(fd);
    if (alive)
        return explain(why, path, "another server listens there");
    return unlink(path) < 0 ? explain(why, path, strerror(errno)) : 0;
}

static void pipe_closed(uv_handle_t *handle)
{
    ((struct admin_socket *)handle->data)->closing = 2;
}

/* The mask of permissions is set before the file appears, so it is at no time open to others. On
 * failure the loop is run until the handle is closed. */
struct admin_socket *admin_socket_open(struct uv_loop_s *loop, struct server *s, const char *path,
                                       char why[240])
{
    struct admin_socket *a = calloc(1, sizeof *a);
    MUST(a);
    if (strlen(path) >= sizeof a->path) {
        explain(why, path, "the path is too long");
        free(a);
        return NULL;
    }
    strcpy(a->path, path);
    if (make_way(path, why) < 0) {
        free(a);
        return NULL;
    }
    a->server = s;
    a->loop = loop;
    uv_pipe_init(loop, &a->pipe, 0);
    a->pipe.data = a;
    /* rw------- for the owner. */
    mode_t before = umask(0177);
    int status = uv_pipe_bind(&a->pipe, path);
    umask(before);
    if (status == 0)
        status = uv_listen((uv_stream_t *)&a->pipe, LINES_MOST, connected);
    if (status == 0)
        return a;
    explain(why, path, uv_strerror(status));
    uv_close((uv_handle_t *)&a->pipe, pipe_closed);
    while (a->closing != 2)
        uv_run(loop, UV_RUN_NOWAIT);
    free(a);
    return NULL;
}

/* Requests under way are still carried out; their answers are thrown away. */
void admin_socket_close(struct admin_socket *a)
{
    if (!a || a->closing)
        return;
    a->closing = 1;
    while (a->lines)
        line_close(a->lines);
    /* libuv removes the file. */
    uv_close((uv_handle_t *)&a->pipe, pipe_closed);
}

void admin_socket_free(struct admin_socket *a)
{
    free(a);
}
