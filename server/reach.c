/* URLs that messages go to, and addresses that they never go to (reach.h). */
#include "server/reach.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* ---- URLs ---- */

static int copy(char *to, size_t room, const char *from, size_t n)
{
    if (n == 0 || n >= room)
        return -1;
    memcpy(to, from, n);
    to[n] = 0;
    return 0;
}

static int is_plain(const char *url)
{
    for (; *url; url++)
        if (*url <= ' ' || *url > '~' || strchr("\"<>\\^`{|}#", *url))
            return 0;
    return 1;
}

static int read_host(const char *from, size_t n, char to[REACH_HOST])
{
    int six = n > 2 && from[0] == '[' && from[n - 1] == ']';
    if (copy(to, REACH_HOST, from + six, n - 2 * (size_t)six) < 0)
        return -1;
    for (char *c = to; *c; c++) {
        *c = (char)tolower((unsigned char)*c);
        if (!isalnum((unsigned char)*c) && *c != '-' && *c != '.' && !(six && *c == ':'))
            return -1;
    }
    return 0;
}

static int read_port(const char *from, size_t n, int tls, char to[6])
{
    if (n == 0)
        return copy(to, 6, tls ? "443" : "80", tls ? 3 : 2);
    if (n < 2 || n > 6 || strspn(from + 1, "0123456789") < n - 1)
        return -1;
    long number = strtol(from + 1, NULL, 10);
    return number < 1 || number > 65535 ? -1 : copy(to, 6, from + 1, n - 1);
}

int reach_read(const char *url, struct reach_url *to)
{
    to->tls = strncmp(url, "https://", 8) == 0;
    if (strlen(url) >= REACH_URL || !is_plain(url) || (!to->tls && strncmp(url, "http://", 7) != 0))
        return -1;
    const char *host = url + 7 + to->tls;
    size_t all = strcspn(host, "/?");
    const char *end = host[0] == '[' ? memchr(host, ']', all) : memchr(host, ':', all);
    if (memchr(host, '@', all) || (host[0] == '[' && !end))
        return -1;
    size_t n = !end ? all : (size_t)(end - host) + (host[0] == '[');
    if (read_host(host, n, to->host) < 0 || (n < all && host[n] != ':') ||
        read_port(host + n, all - n, to->tls, to->port) < 0)
        return -1;
    const char *path = host + all;
    to->path[0] = '/';
    strcpy(to->path + (*path != '/'), *path ? path : "");
    if (!*path)
        to->path[1] = 0;
    return 0;
}

/* An IPv6 address has more than one colon, and no port here. */
static int fits(const char *row, const struct reach_url *u, int any_port)
{
    const char *colon = strchr(row, ':');
    size_t n = colon && !strchr(colon + 1, ':') ? (size_t)(colon - row) : strlen(row);
    size_t m = strlen(u->host);
    const char *port = row[n] ? row + n + 1 : u->tls ? "443" : "80";
    if (!any_port && strcmp(port, u->port) != 0)
        return 0;
    if (strncmp(row, "*.", 2) != 0)
        return n == m && memcmp(row, u->host, n) == 0;
    return m > n - 1 && memcmp(u->host + m - (n - 1), row + 1, n - 1) == 0;
}

int reach_allowed(const char *const *hosts, const struct reach_url *u, int any_port)
{
    for (; *hosts; hosts++)
        if (fits(*hosts, u, any_port))
            return 1;
    return 0;
}

/* ---- addresses ---- */

/* What IANA's registries of special addresses list as not reachable from everywhere. */
static int four_is_public(uint32_t at)
{
    static const struct {
        uint32_t network;
        int bits;
    } special[] = {
        {0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},  {0xa9fe0000, 16},
        {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24}, {0xc0586300, 24}, {0xc0a80000, 16},
        {0xc6120000, 15}, {0xc6336400, 24}, {0xcb007100, 24}, {0xe0000000, 3},
    };
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
        if ((at ^ special[i].network) >> (32 - special[i].bits) == 0)
            return 0;
    return 1;
}

static uint32_t word_of(const uint8_t *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* Only 2000::/3 is in use; in it, what leads to IPv4 networks (Teredo, 6to4), protocols and
 * examples are left out. */
static int six_is_public(const uint8_t b[16])
{
    static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    uint32_t first = word_of(b);
    if (memcmp(b, mapped, sizeof mapped) == 0)
        return four_is_public(word_of(b + 12));
    return first >> 29 == 1 && first >> 9 != 0x20010000 >> 9 && first != 0x20010db8 &&
           first >> 16 != 0x2002 && first >> 12 != 0x3fff0000 >> 12;
}

int address_is_public(const struct sockaddr *at)
{
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    if (at->sa_family == AF_INET) {
        memcpy(&four, at, sizeof four);
        return four_is_public(ntohl(four.sin_addr.s_addr));
    }
    if (at->sa_family != AF_INET6)
        return 0;
    memcpy(&six, at, sizeof six);
    return six_is_public(six.sin6_addr.s6_addr);
}

int address_is_own(const struct sockaddr *at)
{
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    if (at->sa_family == AF_INET) {
        memcpy(&four, at, sizeof four);
        return ntohl(four.sin_addr.s_addr) >> 24 == 127;
    }
    if (at->sa_family != AF_INET6)
        return 0;
    memcpy(&six, at, sizeof six);
    return IN6_IS_ADDR_LOOPBACK(&six.sin6_addr);
}
