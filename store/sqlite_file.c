/* SQLite's files as wholes: claims a file for one server, and copies one that may be in use. */
#include "store/sqlite_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "store/open.h"

/* ---- claims ---- */

/* A claim is a lock of the whole file (flock). SQLite locks parts of it by other means (fcntl), so
 * the two do not meet. The kernel keeps the lock with the file itself: no other name of it leads
 * around the claim, and nothing is left over by a process that was killed. */
int sqlite_claim(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    int number = errno;
    close(fd);
    errno = number;
    return -1;
}

/* ---- copies ---- */

/* The end of a long path is what tells files apart. Always -1. */
static int say(char error[STORE_ERROR], const char *what, const char *path, const char *why)
{
    size_t n = strlen(path);
    snprintf(error, STORE_ERROR, "%s '%s%s': %.80s.", what, n > 80 ? "..." : "",
             n > 80 ? path + n - 80 : path, why);
    return -1;
}

/* The copy needs no files beside it. The journal mode is that of the source in the header, a
 * write-ahead log; set back, the copy is one file that can be moved. */
static int copy(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
    if (!b)
        return -1;
    sqlite3_backup_step(b, -1);
    if (sqlite3_backup_finish(b) != SQLITE_OK)
        return -1;
    return sqlite3_exec(to, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) == SQLITE_OK ? 0 : -1;
}

/* By SQLite's own means: all pages are copied within one read of the source, so that the copy is
 * the file at one moment. With a write-ahead log nobody waits for that; the log only grows
 * meanwhile. */
int store_backup(const char *from, const char *to, char error[STORE_ERROR])
{
    sqlite3 *source = NULL, *target = NULL;
    int failed = 0;
    if (sqlite3_open_v2(from, &source, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        failed = say(error, "The database cannot be read:", from, sqlite3_errmsg(source));
    else if (sqlite3_open_v2(to, &target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) !=
             SQLITE_OK)
        failed = say(error, "The copy cannot be made:", to, sqlite3_errmsg(target));
    else if (sqlite3_busy_timeout(source, 5000), copy(source, target))
        failed = say(error, "The copy cannot be written:", to, sqlite3_errmsg(target));
    sqlite3_close(target);
    sqlite3_close(source);
    return failed;
}
