/* Which addresses are this machine's, which are of one network, and which names in `Host` a server
 * answers to. */
#include <arpa/inet.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "server/http/address.h"
#include "server/http/limits.h"
#include "server/http/transport.h"

/* Read as an address and never as text: "127.0.0.1.example.org" must not pass. */
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

/* Writes the first bytes of an IPv6 address as an address. 0 if it is none. */
static int write_first(const char *address, int bytes, char to[ADDRESS])
{
    struct in6_addr six;
    if (inet_pton(AF_INET6, address, &six) != 1 || IN6_IS_ADDR_V4MAPPED(&six))
        return 0;
    memset(six.s6_addr + bytes, 0, sizeof six - (size_t)bytes);
    inet_ntop(AF_INET6, &six, to, ADDRESS);
    return 1;
}

/* A text that is no IPv6 address stays as it is: one of IPv4 is its own network, and whatever else
 * there is limits itself. */
int limits_network(const char *address, char network[ADDRESS])
{
    if (strlen(address) >= ADDRESS)
        return -1;
    strcpy(network, address);
    write_first(address, 8, network);
    return 0;
}

/* Adds "/48", so that a site can never be taken for a network, whose text is in the same hash
 * table. */
int limits_site(const char *address, char site[ADDRESS])
{
    return write_first(address, 6, site) && strcat(site, "/48") != NULL;
}

/* ---- the names in `Host` ---- */

enum { NAME = 256 };

/* Browsers send a name in these letters, however it was typed. For what operators configure.
 * Underscores are no part of a host's name, but are in use. */
int host_is_name(const char *text)
{
    for (const char *c = text; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("-._", *c))
            return 0;
    return text[0] && strlen(text) < NAME;
}

/* Names below these belong to a network at home or at work. Nobody elsewhere can have one. */
static const char *const private_suffixes[] = {
    ".local",    ".lan",         ".home",      ".home.arpa",    ".internal",
    ".intranet", ".localdomain", ".fritz.box", ".speedport.ip", NULL};

/* Nothing, or a colon and a number. Some clients leave the number out. */
static int is_port(const char *text)
{
    size_t n = text[0] ? strspn(text + 1, "0123456789") : 0;
    return !text[0] || (text[0] == ':' && !text[1 + n] && n <= 5 && atoi(text + 1) < 65536);
}

/* Copies the name without its port and the dot of its end, and an IPv6 address without its
 * brackets. */
static int read_name(const char *host, char name[NAME])
{
    int six = host[0] == '[';
    size_t n = strcspn(host += six, six ? "]" : ":");
    if (n == 0 || n >= NAME || (six && host[n] != ']') || !is_port(host + n + (size_t)six))
        return -1;
    memcpy(name, host, n);
    name[n - (host[n - 1] == '.')] = 0;
    return name[0] && six == (strchr(name, ':') != NULL) ? 0 : -1;
}

/* Nobody can have a name lead to a Host that is an address: a browser sends an address only if it
 * was typed or linked as one. */
static int is_address(const char *name)
{
    struct in6_addr at;
    return inet_pton(AF_INET, name, &at) == 1 || inet_pton(AF_INET6, name, &at) == 1;
}

/* Something must stand before the end: ".local" itself is no name. */
static int ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n > m && strcasecmp(name + n - m, end) == 0;
}

/* The machine's own name, as it is set and as routers and mDNS make it: pi, pi.local, pi.lan. */
static int is_of_machine(const char *name)
{
    char machine[NAME];
    if (gethostname(machine, sizeof machine) < 0)
        return 0;
    machine[NAME - 1] = 0;
    size_t n = strcspn(machine, ".");
    if (strcasecmp(name, machine) == 0)
        return 1;
    if (n == 0 || strncasecmp(name, machine, n) != 0)
        return 0;
    for (const char *const *end = private_suffixes; *end; end++)
        if (name[n] == '.' && ends_with(name, *end))
            return 1;
    return name[n] == 0;
}

/* As certificates write it, "*.example.org" is every name with one label more. */
static int fits(const char *row, const char *name)
{
    const char *rest = strchr(name, '.');
    if (strncmp(row, "*.", 2) == 0)
        return rest && rest > name && strcasecmp(row + 1, rest) == 0;
    return strcasecmp(row, name) == 0;
}

/* The list ends with NULL, and may be NULL itself. */
static int is_named(const char *const *list, const char *name)
{
    for (; list && *list; list++)
        if (fits(*list, name))
            return 1;
    return 0;
}

/* Requests without Host come from old programs; browsers always send it. */
int host_is_allowed(const struct transport_options *o, const char *host)
{
    char name[NAME];
    if (!host[0])
        return 1;
    if (read_name(host, name) < 0)
        return 0;
    return is_address(name) || strcasecmp(name, "localhost") == 0 || is_named(o->hosts, name) ||
           is_of_machine(name);
}
