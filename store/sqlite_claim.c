/* A claim is a lock of the whole file (flock). SQLite locks parts of it by other means (fcntl), so
 * the two do not meet. The kernel keeps the lock with the file itself: no other name of it leads
 * around the claim, and nothing is left over by a process that was killed. */
#include "store/sqlite_claim.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

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
