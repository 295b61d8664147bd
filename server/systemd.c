/* The datagrams of sd_notify(3); see systemd.h. */
#include "server/systemd.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* A name that begins with @ is an abstract socket. Returns the length of the address, or 0. */
static socklen_t read_address(struct sockaddr_un *at)
{
    const char *name = getenv("NOTIFY_SOCKET");
    size_t n = name ? strlen(name) : 0;
    memset(at, 0, sizeof *at);
    if (n < 2 || n >= sizeof at->sun_path || (name[0] != '/' && name[0] != '@'))
        return 0;
    at->sun_family = AF_UNIX;
    memcpy(at->sun_path, name, n);
    if (name[0] == '@')
        at->sun_path[0] = 0;
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n);
}

/* Never waits: a datagram that cannot be sent at once is lost. */
void notify_say(const char *lines)
{
    struct sockaddr_un at;
    socklen_t n = read_address(&at);
    int fd = n ? socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0) : -1;
    if (fd < 0)
        return;
    /* If it is not heard, systemd's own time-outs decide. */
    sendto(fd, lines, strlen(lines), MSG_NOSIGNAL, (struct sockaddr *)&at, n);
    close(fd);
}

/* systemd wants the time with it, by the monotonic clock (sd_notify(3)), so that it can tell this
 * reload from an earlier one. */
void notify_reloading(void)
{
    char text[80];
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    snprintf(text, sizeof text, "RELOADING=1\nMONOTONIC_USEC=%llu\n",
             (unsigned long long)t.tv_sec * 1000000u + (unsigned long long)t.tv_nsec / 1000);
    notify_say(text);
}

/* WATCHDOG_PID of another process: the variable was inherited and is not meant for us. */
uint64_t notify_watchdog_ms(void)
{
    const char *usec = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");
    if (!usec || (pid && strtoll(pid, NULL, 10) != getpid()))
        return 0;
    uint64_t ms = strtoull(usec, NULL, 10) / 2000;
    return ms ? ms : 1;
}
