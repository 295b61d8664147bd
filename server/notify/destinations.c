/* Names that messages may go to, and addresses that they never go to (destinations.h). */
#include "server/notify/destinations.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* ---- names ---- */

/* An IPv6 address has more than one colon, and no port here. */
static int fits(const char *row, const struct url *u, int any_port)
{
    const char *colon = strchr(row, ':');
    size_t n = colon && !strchr(colon + 1, ':') ? (size_t)(colon - row) : strlen(row);
    size_t m = strlen(u->host);
    int port = row[n] ? atoi(row + n + 1) : u->tls ? 443 : 80;
    if (!any_port && port != u->port)
        return 0;
    if (strncmp(row, "*.", 2) != 0)
        return n == m && memcmp(row, u->host, n) == 0;
    return m > n - 1 && memcmp(u->host + m - (n - 1), row + 1, n - 1) == 0;
}

/* The host of `u` is in small letters, as url_read has left it; the operator's rows are compared as
 * they stand. */
int reach_allowed(const char *const *hosts, const struct url *u, int any_port)
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

/* In the order of the network. */
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

/* Copied out, because a sockaddr need not be aligned for either kind. Another family is never
 * public. */
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

/* The whole of 127.0.0.0/8, and ::1. */
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
