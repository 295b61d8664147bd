/* `charlatan admin backup`, `check` and `restore`: copies of the database, and whether every game
 * in them can be played. */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "args/args.h"
#include "cli/admin.h"
#include "server/admin/audit.h"
#include "store/open.h"
#include "wire/shown.h"
#include "wire/write.h"

/* CHUNK is read and written at once in a backup. */
enum { PATH_MOST = 4096, CHUNK = 1 << 18 };

/* ---- files ---- */

/* Makes sure that the bytes and the name are on the disk. Closes the descriptor in any case. 0, or
 * -1 after a message, and the part is removed. Nobody sees a file under the final name that is not
 * whole. */
static int finish_file(int fd, const char *part, const char *path)
{
    /* Before the rename: after a power cut the name must not stand for an empty file. */
    int failed = fsync(fd) < 0;
    failed |= close(fd) < 0;
    if (!failed && rename(part, path) == 0)
        return 0;
    args_say_file("admin", STATUS_FAILED, path);
    unlink(part);
    return -1;
}

/* The name with ".part"; what an earlier run left there is removed. O_EXCL, so that nobody can put
 * a link there in between: the file gets secrets. -1 after a message. */
static int open_part(const char *path, char part[PATH_MOST])
{
    if (snprintf(part, PATH_MOST, "%s.part", path) >= PATH_MOST)
        errno = ENAMETOOLONG;
    else if (unlink(part) == 0 || errno == ENOENT) {
        int fd = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd >= 0)
            return fd;
    }
    args_say_file("admin", STATUS_FAILED, path);
    return -1;
}

/* 0, or -1 with errno. Writing nothing counts as a failure, or it would be tried for ever. */
static int write_all(int fd, const char *text, size_t n)
{
    while (n) {
        ssize_t written = write(fd, text, n);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return -1;
        text += written;
        n -= (size_t)written;
    }
    return 0;
}

/* Returns an exit status. `path` NULL is standard output, which is flushed here, since its loss
 * would otherwise be found after the message of success. */
static int save(const char *path, const char *text, size_t n)
{
    char part[PATH_MOST];
    if (!path) {
        fwrite(text, 1, n, stdout);
        return args_flush() < 0 ? STATUS_FAILED : STATUS_FINE;
    }
    int fd = open_part(path, part);
    if (fd < 0)
        return STATUS_FAILED;
    if (write_all(fd, text, n) < 0) {
        args_say_file("admin", STATUS_FAILED, path);
        close(fd);
        unlink(part);
        return STATUS_FAILED;
    }
    return finish_file(fd, part, path) < 0 ? STATUS_FAILED : STATUS_FINE;
}

/* Texts of the server are records with names that strangers chose, so they are cleaned like
 * everything that is shown. */
int admin_save(const char *path, const char *text)
{
    struct writer shown = {0};
    int status = write_shown(&shown, text, strlen(text)) < 0
                     ? args_say("admin", STATUS_FAILED, "the server sent something unexpected")
                     : save(path, shown.at, shown.n);
    writer_free(&shown);
    return status;
}

/* ---- check ---- */

/* Called once for each table that is not sound. What a log holds may be anything, so both texts are
 * cleaned. */
static void say_wrong(void *arg, const char *table, uint32_t entry, const char *why)
{
    char id[STORE_ID + 1], text[MAX_REFUSAL];
    (void)arg;
    fprintf(stderr, "charlatan admin: table %s cannot be used from entry %u on: %s\n",
            text_clean(id, sizeof id, table), entry, text_clean(text, sizeof text, why));
}

/* Tables whose nonces are being revealed count as waiting: for operators that is one state.
 * Programs read the object's members. */
static void print_audit(const struct admin_options *o, const char *path, const struct audit *a)
{
    uint32_t all = 0;
    for (int i = 0; i <= MATCH_REVEALING; i++)
        all += a->tables[i];
    /* The audit counts by phase of a match. */
    uint32_t waiting = a->tables[MATCH_WAITING] + a->tables[MATCH_REVEALING];
    if (o->json)
        printf("{\"ok\":%s,\"tables\":%u,\"waiting\":%u,\"running\":%u,\"over\":%u,\"closed\":%u,"
               "\"entries\":%llu,\"bad\":%u}\n",
               a->bad ? "false" : "true", all, waiting, a->tables[MATCH_RUNNING],
               a->tables[MATCH_OVER], a->tables[MATCH_CLOSED], (unsigned long long)a->entries,
               a->bad);
    else
        printf("%s: %u table%s (%u waiting, %u running, %u over, %u closed), %llu entries; %s\n",
               path, all, all == 1 ? "" : "s", waiting, a->tables[MATCH_RUNNING],
               a->tables[MATCH_OVER], a->tables[MATCH_CLOSED], (unsigned long long)a->entries,
               a->bad ? "some cannot be used" : "every log was replayed without errors");
}

/* A file is opened to be read only: checking a copy must not change it. NULL with the reason in
 * `error`. */
static struct store *open_any(const char *where, char error[STORE_ERROR])
{
    return strstr(where, "://") ? store_open(where, error) : store_open_to_read(where, error);
}

/* The address of a database is not printed, because it may contain a password. Returns an exit
 * status; a table that is not sound makes it 1, after all tables have been looked at. */
static int check(const struct admin_options *o, const char *where)
{
    char error[STORE_ERROR];
    struct audit a;
    struct store *s = open_any(where, error);
    if (!s)
        return args_say("admin", STATUS_FAILED, error);
    int failed = audit_store(s, &a, say_wrong, NULL);
    if (failed)
        args_say("admin", STATUS_FAILED, s->error);
    else
        print_audit(o, strstr(where, "://") ? "the database" : where, &a);
    s->close(s);
    return failed || a.bad ? STATUS_FAILED : STATUS_FINE;
}

int admin_run_check(const struct admin_options *o)
{
    return check(o, o->word[1]);
}

/* ---- backup ---- */

/* Exactly n bytes, whatever the server sends behind them. -1 after a message. */
static int receive(int from, int to, long long n)
{
    static char chunk[CHUNK];
    while (n > 0) {
        ssize_t got = read(from, chunk, n < CHUNK ? (size_t)n : CHUNK);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return args_say("admin", -1, "the server closed the connection; try again");
        if (write_all(to, chunk, (size_t)got) < 0)
            return args_say_file("admin", -1, "the copy");
        n -= got;
    }
    return 0;
}

/* The number of bytes that follow the answer, or -1 after saying why there are none. If the
 * exchange failed, admin_exchange has said why. The bytes follow the line of the answer on the same
 * socket. */
static long long ask_for_copy(int line)
{
    json_t *request = json_pack("{ss}", "do", "backup");
    char *text = admin_exchange(line, request);
    json_t *answer = text ? json_loads(text, 0, NULL) : NULL;
    json_tidy(answer);
    const json_t *bytes = json_object_get(answer, "bytes");
    const char *why =
        json_string_value(json_object_get(json_object_get(answer, "error"), "message"));
    long long n = json_is_integer(bytes) ? json_integer_value(bytes) : -1;
    if (why)
        args_say("admin", STATUS_FAILED, why);
    json_decref(answer);
    json_decref(request);
    free(text);
    return n;
}

/* Without --quick the copy is then played through. A copy that is not sound stays where it is, and
 * the status is 1: it may be the best there is. */
int admin_run_backup(const struct admin_options *o)
{
    char part[PATH_MOST];
    int line = admin_connect(o);
    long long n = line < 0 ? -1 : ask_for_copy(line);
    int fd = n < 0 ? -1 : open_part(o->word[1], part), failed = fd < 0;
    if (fd >= 0 && receive(line, fd, n) < 0) {
        close(fd);
        unlink(part);
        failed = 1;
    } else if (fd >= 0) {
        failed = finish_file(fd, part, o->word[1]) < 0;
    }
    if (line >= 0)
        close(line);
    if (failed)
        return STATUS_FAILED;
    if (!o->quick)
        return check(o, o->word[1]);
    if (o->json)
        printf("{\"ok\":true,\"bytes\":%lld}\n", n);
    else
        printf("%s: %lld bytes\n", o->word[1], n);
    return STATUS_FINE;
}

/* ---- restore ---- */

/* In a database with a write-ahead log, its mode can be changed only if nobody else has it open. If
 * the file cannot be opened at all it counts as unused: the move that follows fails with its own
 * message. The mode of a free one stays changed, which does not matter: it is moved away.
 * SQLITE_BUSY may have further bits above the low byte, which tell why. */
static int is_in_use(const char *path)
{
    sqlite3 *db = NULL;
    int used = 0;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK)
        used = (sqlite3_exec(db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) & 0xff) ==
               SQLITE_BUSY;
    sqlite3_close(db);
    return used;
}

/* What SQLite keeps beside a file. It would use it for whatever file has that name next. The first
 * is the file itself. */
static const char *const beside[] = {"", "-wal", "-shm", "-journal"};
enum { BESIDE = sizeof beside / sizeof beside[0] };

/* `which` is an index of `beside`; 0 is the file itself. A path that is too long is not there. */
static int is_there(const char *path, int which)
{
    char name[PATH_MOST];
    return snprintf(name, sizeof name, "%s%s", path, beside[which]) < PATH_MOST &&
           access(name, F_OK) == 0;
}

static int any_is_there(const char *path)
{
    for (int i = 0; i < BESIDE; i++)
        if (is_there(path, i))
            return 1;
    return 0;
}

/* -1 after a message. What was moved before a failure stays moved, and its new name has been
 * printed. */
static int move_all(const struct admin_options *o, const char *old)
{
    char from[PATH_MOST], to[PATH_MOST];
    for (int i = 0; i < BESIDE; i++) {
        if (!is_there(o->db, i))
            continue;
        if (snprintf(from, sizeof from, "%s%s", o->db, beside[i]) >= PATH_MOST ||
            snprintf(to, sizeof to, "%s%s", old, beside[i]) >= PATH_MOST || rename(from, to) < 0)
            return args_say_file("admin", -1, o->db);
        if (!o->json)
            printf(i ? "A file beside the old database is now %s\n"
                     : "The old database is now %s\n",
                   to);
    }
    return 0;
}

/* Moves the old database away, with a name that is free. A name is free if none of the files beside
 * it exists either: the old database must not meet another's log. */
static int set_aside(const struct admin_options *o)
{
    char old[PATH_MOST];
    for (int i = 1; i < 1000; i++) {
        snprintf(old, sizeof old, "%s.before-%d", o->db, i);
        if (!any_is_there(old))
            return move_all(o, old);
    }
    return args_say_file("admin", -1, o->db);
}

/* Somebody may have removed an old file, and left what was beside it. 0, or -1 after a message.
 * Nothing stops a server from starting in between. */
static int make_way(const struct admin_options *o)
{
    if (is_there(o->db, 0) && !o->replace) {
        args_complain("admin", "--db", o->db,
                      "this file exists; --replace keeps it under another name");
        return -1;
    }
    if (is_there(o->db, 0) && is_in_use(o->db)) {
        args_complain("admin", "--db", o->db, "a server is using it; stop the server first");
        return -1;
    }
    return any_is_there(o->db) ? set_aside(o) : 0;
}

/* In this order: the copy is checked and copied beside its place before the old database is
 * touched, so every failure until then leaves the old one in use. The old one is moved and never
 * deleted. */
int admin_run_restore(const struct admin_options *o)
{
    char error[STORE_ERROR], part[PATH_MOST];
    if (!o->db)
        return args_say("admin", STATUS_USAGE, "name the new database with --db FILE");
    if (check(o, o->word[1]) != STATUS_FINE)
        return args_say("admin", STATUS_FAILED, "nothing was restored: the copy has errors");
    /* The database holds the seeds of running games. */
    umask(077);
    int fd = open_part(o->db, part);
    if (fd < 0)
        return STATUS_FAILED;
    close(fd);
    if (store_backup(o->word[1], part, error)) {
        unlink(part);
        return args_say("admin", STATUS_FAILED, error);
    }
    fd = make_way(o) < 0 ? -1 : open(part, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        unlink(part);
        return STATUS_FAILED;
    }
    if (finish_file(fd, part, o->db) < 0)
        return STATUS_FAILED;
    if (!o->json)
        printf("Restored. Start the server with --db %s\n", o->db);
    return STATUS_FINE;
}
