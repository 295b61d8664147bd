/* Which addresses are this machine's, which are of one network, and which names in `Host` a server
 * answers to. */
#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

#include "server/limits.h"
#include "server/transport.h"

int address_is_loopback(const char *address)
{
    struct in6_addr six;
    struct in_addr four;
    if (inet_pton(AF_INET, address, &four) == 1)
        return (ntohl(four.s_addr) >> 24) == 127;
    if (inet_pton(AF_INET6, address, &six) != 1)
        return 0;
    return IN6_IS_ADDR_LOOPBACK(&six) || (IN6_IS_ADDR_V4MAPPED(&six) && six.s6_addr[12] == 127);
}

int limits_network(const char *address, char network[ADDRESS])
{
    struct in6_addr six;
    if (strlen(address) >= ADDRESS)
        return -1;
    strcpy(network, address);
    if (inet_pton(AF_INET6, address, &six) != 1 || IN6_IS_ADDR_V4MAPPED(&six))
        return 0;
    memset(six.s6_addr + 8, 0, 8);
    inet_ntop(AF_INET6, &six, network, ADDRESS);
    return 0;
}

/* Copies the name without its port, and an IPv6 address without its brackets. */
static void read_name(const char *host, char name[256])
{
    size_t n = host[0] == '[' ? strcspn(host, "]") : strcspn(host, ":");
    size_t from = host[0] == '[';
    n = n - from < 255 ? n - from : 255;
    memcpy(name, host + from, n);
    name[n] = 0;
}

static int is_named(const char *const *list, const char *name)
{
    for (; list && *list; list++)
        if (strcasecmp(*list, name) == 0)
            return 1;
    return 0;
}

/* Requests without Host come from programs; browsers always send it. */
int host_is_allowed(const struct transport_options *o, const char *host)
{
    char name[256];
    int local = o->bind && (address_is_loopback(o->bind) || strcmp(o->bind, "lo") == 0);
    if (!local || o->behind_proxy || !host[0])
        return 1;
    read_name(host, name);
    return address_is_loopback(name) || strcasecmp(name, "localhost") == 0 ||
           is_named(o->hosts, name);
}
