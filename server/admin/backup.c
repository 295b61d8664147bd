/* Copies the database while the server runs. The copy is made beside the database, as a long chore,
 * and its name removed at once; the operator gets its bytes, so that the server needs no right to
 * write anywhere else. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/admin/admin.h"
#include "server/host.h"
#include "server/refusals.h"
#include "server/server.h"
#include "store/open.h"
#include "wire/refuse.h"

/* `chore` must be the first member. fd is -1 until the copy can be read. */
struct copying {
    struct chore chore;
    struct admin_call *call;
    char *from, *to;
    int fd;
    char error[STORE_ERROR];
};

/* On the chore's thread. */
static void copy(struct chore *chore)
{
    struct copying *c = (struct copying *)chore;
    int made = mkstemp(c->to);
    if (made < 0) {
        snprintf(c->error, sizeof c->error, "A copy cannot be made beside the database: %s.",
                 strerror(errno));
        return;
    }
    close(made);
    if (store_backup(c->from, c->to, c->error) == 0 &&
        (c->fd = open(c->to, O_RDONLY | O_CLOEXEC)) < 0)
        snprintf(c->error, sizeof c->error, "The copy cannot be read: %s.", strerror(errno));
    unlink(c->to);
}

/* On the loop's thread. The descriptor goes to whoever gets the answer, or is closed here. */
static void copied(struct chore *chore)
{
    struct copying *c = (struct copying *)chore;
    struct refusal why;
    struct stat st;
    struct writer w = {0};
    c->call->server->copying = 0;
    if (c->fd >= 0 && fstat(c->fd, &st) == 0 && !chore->dropped) {
        admin_fine(&w);
        write_member_number(&w, "bytes", (long long)st.st_size);
        admin_end_with(c->call, &w, c->fd);
    } else {
        if (c->fd >= 0)
            close(c->fd);
        because(&why, ROW(admin_backup_failed), c->error[0] ? c->error : "The server stops.");
        admin_refuse(c->call, &why);
    }
    free(c->from);
    free(c->to);
    free(c);
}

/* NULL: it can. Only a file can be copied; PostgreSQL has its own tools. */
static const struct refusal_row *cannot(const struct server *s)
{
    const char *db = s->options.db;
    return strcmp(db, "memory") == 0 ? &refusal_admin_backup_memory
           : strstr(db, "://")       ? &refusal_admin_backup_postgres
           : s->copying              ? &refusal_admin_busy
                                     : NULL;
}

/* One at a time, as each takes as much room as the database. */
void admin_backup(struct admin_call *call)
{
    struct server *s = call->server;
    struct refusal why;
    if (cannot(s)) {
        refusal_fill(&why, cannot(s), NULL);
        admin_refuse(call, &why);
        return;
    }
    struct copying *c = calloc(1, sizeof *c);
    size_t n = strlen(s->options.db) + 16;
    MUST(c);
    c->chore = (struct chore){.run = copy, .done = copied};
    c->call = call;
    c->fd = -1;
    c->from = strdup(s->options.db);
    c->to = malloc(n);
    MUST(c->from && c->to);
    snprintf(c->to, n, "%s.copy-XXXXXX", s->options.db);
    s->copying = 1;
    s->host->chore(s->host, CHORE_LONG, &c->chore);
}
