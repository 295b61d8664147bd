/* SQLite writes each page of a transaction to the write-ahead log with two system calls, one for 24
 * bytes and one for the page. This layer keeps what is written to the log one after the other, and
 * passes it on in one piece before anything that could see the difference: a sync, a read, the size
 * of the file. All other files are SQLite's own.
 *
 * With cache_spill=OFF, SQLite writes to the log only while it commits, and with synchronous=FULL
 * it then syncs the log, before it tells other connections of the transaction and before it lets go
 * of the write lock. So nobody looks for pages that are kept here, and nothing is kept while others
 * may write. */
#include "store/sqlite_wal.h"

#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

/* SQLite's own layer writes less than 128 KiB at once. */
enum { KEPT = 120 * 1024 };

struct wal {
    sqlite3_file as_file;
    /* What is kept and where in the file it belongs. */
    sqlite3_int64 at;
    int n;
    char *kept;
    /* The file itself, as SQLite's own layer made it. */
    _Alignas(void *) char real[];
};

/* The memory behind our own structure, which SQLite allocated for both (szOsFile). */
static sqlite3_file *real_of(sqlite3_file *f)
{
    return (sqlite3_file *)(void *)((struct wal *)(void *)f)->real;
}

/* `n` is 0 afterwards also if writing failed: SQLite then gives the transaction up, and the bytes
 * must not go into the next one. */
static int pass_on(sqlite3_file *f)
{
    struct wal *w = (struct wal *)(void *)f;
    sqlite3_file *real = real_of(f);
    int n = w->n;
    w->n = 0;
    return n ? real->pMethods->xWrite(real, w->kept, n, w->at) : SQLITE_OK;
}

/* A piece that does not follow the one before, or has no room, sends off what is kept first. So
 * order and places in the file are those of SQLite. */
static int wal_write(sqlite3_file *f, const void *bytes, int n, sqlite3_int64 at)
{
    struct wal *w = (struct wal *)(void *)f;
    sqlite3_file *real = real_of(f);
    int status = w->n && (at != w->at + w->n || n > KEPT - w->n) ? pass_on(f) : SQLITE_OK;
    if (status != SQLITE_OK)
        return status;
    if (n > KEPT)
        return real->pMethods->xWrite(real, bytes, n, at);
    if (w->n == 0)
        w->at = at;
    memcpy(w->kept + w->n, bytes, (size_t)n);
    w->n += n;
    return SQLITE_OK;
}

/* What is kept may be what is asked for, so it goes to the file first. */
static int wal_read(sqlite3_file *f, void *bytes, int n, sqlite3_int64 at)
{
    sqlite3_file *real = real_of(f);
    int status = pass_on(f);
    return status ? status : real->pMethods->xRead(real, bytes, n, at);
}

/* This is what makes a commit durable: nothing is kept afterwards. */
static int wal_sync(sqlite3_file *f, int flags)
{
    sqlite3_file *real = real_of(f);
    int status = pass_on(f);
    return status ? status : real->pMethods->xSync(real, flags);
}

/* What is kept may lie beyond the new size, so it goes first. */
static int wal_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    sqlite3_file *real = real_of(f);
    int status = pass_on(f);
    return status ? status : real->pMethods->xTruncate(real, size);
}

/* Asked for when the log is opened or recovered; bytes that are kept count. */
static int wal_size(sqlite3_file *f, sqlite3_int64 *size)
{
    sqlite3_file *real = real_of(f);
    int status = pass_on(f);
    return status ? status : real->pMethods->xFileSize(real, size);
}

/* What is kept is written even here. The file is closed and the memory freed whatever fails. */
static int wal_close(sqlite3_file *f)
{
    sqlite3_file *real = real_of(f);
    int status = pass_on(f), closed = real->pMethods->xClose(real);
    sqlite3_free(((struct wal *)(void *)f)->kept);
    return status ? status : closed;
}

/* SQLite locks the database's file, never the log. */
static int wal_lock(sqlite3_file *f, int how)
{
    return (void)f, (void)how, SQLITE_OK;
}

static int wal_is_locked(sqlite3_file *f, int *is)
{
    *is = 0;
    return (void)f, SQLITE_OK;
}

static int wal_control(sqlite3_file *f, int what, void *arg)
{
    sqlite3_file *real = real_of(f);
    return real->pMethods->xFileControl(real, what, arg);
}

static int wal_sector(sqlite3_file *f)
{
    sqlite3_file *real = real_of(f);
    return real->pMethods->xSectorSize(real);
}

static int wal_device(sqlite3_file *f)
{
    sqlite3_file *real = real_of(f);
    return real->pMethods->xDeviceCharacteristics(real);
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = wal_close,
    .xRead = wal_read,
    .xWrite = wal_write,
    .xTruncate = wal_truncate,
    .xSync = wal_sync,
    .xFileSize = wal_size,
    .xLock = wal_lock,
    .xUnlock = wal_lock,
    .xCheckReservedLock = wal_is_locked,
    .xFileControl = wal_control,
    .xSectorSize = wal_sector,
    .xDeviceCharacteristics = wal_device,
};

/* SQLite's own layer, and ours. */
static sqlite3_vfs *own, layer;

/* Only logs are wrapped; for all other files SQLite's own layer fills in the methods itself. `f`
 * has szOsFile bytes, of which the real file has the end. */
static int layer_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *got)
{
    struct wal *w = (struct wal *)(void *)f;
    (void)vfs;
    if (!(flags & SQLITE_OPEN_WAL))
        return own->xOpen(own, name, f, flags, got);
    *w = (struct wal){.kept = sqlite3_malloc(KEPT)};
    if (!w->kept)
        return SQLITE_NOMEM;
    int status = own->xOpen(own, name, real_of(f), flags, got);
    if (status == SQLITE_OK)
        w->as_file.pMethods = &methods;
    else
        sqlite3_free(w->kept);
    return status;
}

/* Not as the default layer, so other users of SQLite in the process do not get it. */
static void layer_make(void)
{
    own = sqlite3_vfs_find(NULL);
    if (!own)
        return;
    layer = *own;
    layer.zName = "charlatan";
    layer.szOsFile = (int)sizeof(struct wal) + own->szOsFile;
    layer.xOpen = layer_open;
    sqlite3_vfs_register(&layer, 0);
}

/* From any thread. */
const char *sqlite_wal_layer(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, layer_make);
    return layer.zName;
}
