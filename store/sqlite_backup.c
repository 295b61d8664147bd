/* Copies an SQLite file that may be in use, with SQLite's own means. All pages are copied within
 * one read of the source, so that the copy is the file at one moment. With a write-ahead log nobody
 * waits for that; the log only grows meanwhile. */
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "store/store.h"

static int say(char error[STORE_ERROR], const char *what, const char *path, const char *why)
{
    size_t n = strlen(path);
    snprintf(error, STORE_ERROR, "%s '%s%s': %.80s.", what, n > 80 ? "..." : "",
             n > 80 ? path + n - 80 : path, why);
    return -1;
}

/* The copy needs no files beside it. */
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
