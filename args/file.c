/* Writes files as a whole or not at all: under a temporary name beside their place, then renamed.
 * If the disk is full, the old file stays. */
#include "args/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A signal or a full pipe may cut a write short. */
static int write_all(int fd, const char *text, size_t n)
{
    while (n > 0) {
        ssize_t wrote = write(fd, text, n);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return -1;
        text += wrote;
        n -= (size_t)wrote;
    }
    return 0;
}

/* A rename replaces a link by a file, so links are followed first. */
static void follow_links(const char *path, char to[PATH_MAX])
{
    if (!realpath(path, to))
        snprintf(to, PATH_MAX, "%s", path);
}

/* Devices and pipes (/dev/stdout, a fifo) are written to, never replaced. They need no O_TRUNC and
 * no fsync. */
static int write_device(const char *path, const char *text, size_t n)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    int bad = write_all(fd, text, n);
    return close(fd) || bad ? -1 : 0;
}

/* Keeps the errno of what went wrong first. */
static int give_up(int fd, const char *unfinished)
{
    int why = errno;
    if (fd >= 0)
        close(fd);
    unlink(unfinished);
    errno = why;
    return -1;
}

/* The new file keeps the mode of the old one, unless it is to be private. */
static int set_mode(int fd, const struct stat *old, int is_private)
{
    return is_private || !old ? 0 : fchmod(fd, old->st_mode & 07777);
}

/* fsync comes before the rename: after a power cut the name must not stand for an empty file. */
static int replace(const char *path, const char *text, size_t n, int is_private)
{
    char place[PATH_MAX], unfinished[PATH_MAX + 16];
    struct stat is;
    int there = stat(path, &is) == 0;
    if (there && !S_ISREG(is.st_mode))
        return write_device(path, text, n);
    follow_links(path, place);
    snprintf(unfinished, sizeof unfinished, "%s.part%d", place, (int)getpid());
    int fd = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, is_private ? 0600 : 0666);
    if (fd < 0)
        return -1;
    if (set_mode(fd, there ? &is : NULL, is_private) < 0 || write_all(fd, text, n) < 0 ||
        fsync(fd) < 0)
        return give_up(fd, unfinished);
    if (close(fd) < 0 || rename(unfinished, place) < 0)
        return give_up(-1, unfinished);
    return 0;
}

int file_write(const char *path, const char *text, size_t n)
{
    return replace(path, text, n, 0);
}

int file_write_private(const char *path, const char *text, size_t n)
{
    return replace(path, text, n, 1);
}

/* Asked before a run of hours, so that its report is not lost to a misspelt folder. A file that is
 * not there needs a folder it can be made in. */
int file_check(const char *path)
{
    char place[PATH_MAX], *slash;
    struct stat is;
    if (stat(path, &is) == 0) {
        errno = EISDIR;
        return S_ISDIR(is.st_mode) ? -1 : access(path, W_OK);
    }
    if (errno != ENOENT)
        return -1;
    snprintf(place, sizeof place, "%s", path);
    slash = strrchr(place, '/');
    if (slash)
        slash[slash == place] = '\0';
    return access(slash ? place : ".", W_OK | X_OK);
}

/* ---- lines ---- */

/* How many bytes of the first `end` are whole lines; -1 if they cannot be read. */
static off_t whole_lines(int fd, off_t end)
{
    char bytes[4096];
    while (end > 0) {
        size_t n = end < (off_t)sizeof bytes ? (size_t)end : sizeof bytes;
        if (pread(fd, bytes, n, end - (off_t)n) != (ssize_t)n)
            return -1;
        const char *at = memrchr(bytes, '\n', n);
        if (at)
            return end - (off_t)n + (at - bytes) + 1;
        end -= (off_t)n;
    }
    return 0;
}

/* Only for regular files: what went into a pipe cannot be taken back. */
void file_keep_lines(const char *path)
{
    struct stat is;
    off_t n = -1;
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return;
    if (fstat(fd, &is) == 0 && S_ISREG(is.st_mode))
        n = whole_lines(fd, is.st_size);
    /* A failure is ignored, because the file is reported as incomplete anyway. */
    if (n >= 0 && ftruncate(fd, n) < 0)
        errno = EIO;
    close(fd);
}
