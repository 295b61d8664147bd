/* Limits on what one address may use, as buckets that refill with time. With IPv6 an address is its
 * network of 64 bits; what all networks of a line use, its site, is limited as well. */
#ifndef CHARLATAN_SERVER_HTTP_LIMITS_H
#define CHARLATAN_SERVER_HTTP_LIMITS_H

#include <stddef.h>
#include <stdint.h>

/* A bucket holds at most `most` drops and gets `per_minute` new ones. A zeroed bucket is full at
 * its first use. */
struct limits_bucket {
    /* When it was last used; 0: never. */
    int64_t at;
    /* In units of 1/60000 of a drop. */
    int32_t drops;
};

/* `most` is at most 35,791, because drops are kept in 32 bits. */
struct limits_rate {
    int32_t most, per_minute;
};

/* Takes one drop. Returns 1, or 0 if the bucket is empty. */
int bucket_take(struct limits_bucket *b, struct limits_rate rate, int64_t now);

/* What is limited by speed: requests by HTTP; tables that are founded; sockets, links and
 * connections that are opened; looks at the log for a token that is not known. How fast each may be
 * is in limits.c. */
enum limit {
    LIMIT_REQUESTS,
    LIMIT_TABLES,
    LIMIT_SOCKETS,
    LIMIT_LINKS,
    LIMIT_LOOKS,
    LIMIT_CONNECTIONS,
    LIMIT_KINDS
};

/* A site may use as much as so many networks: a line may have 65,536 of them. */
enum { LIMITS_SITE = 4 };

struct limits;
/* None of these functions may be called from two threads at once. `now` is the server's time in ms,
 * which may stand still but should not go backwards; addresses are texts of any kind. */
struct limits *limits_open(void);
void limits_close(struct limits *l);
/* Takes one from the address's bucket of this kind, and from its site's. Returns 1, or 0 if there
 * is none left: then the request is refused. */
int limits_take(struct limits *l, const char *address, enum limit kind, int64_t now);
/* What an address may have at a time, and how much of it. */
enum limits_holding { HOLD_SOCKETS, HOLD_CONNECTIONS, HOLD_BODIES, HOLD_BYTES, HOLDINGS };
struct limits_most {
    uint32_t network, site;
};
static inline struct limits_most limits_most(uint32_t network)
{
    return (struct limits_most){network, LIMITS_SITE * network};
}

/* Adds to what the address has, unless that would be more than `most`. Returns how much it has
 * now, or 0. */
uint32_t limits_hold(struct limits *l, const char *address, enum limits_holding kind,
                     uint32_t amount, struct limits_most most, int64_t now);
/* Adds one, unless that would be more than `most`, or they come too fast. Returns what limits_hold
 * does. */
uint32_t limits_add(struct limits *l, const char *address, enum limits_holding kind,
                    enum limit speed, struct limits_most most, int64_t now);
/* Gives back what limits_hold or limits_add has counted; the same amount for the same address. */
void limits_release(struct limits *l, const char *address, enum limits_holding kind,
                    uint32_t amount);
/* Counts open sockets. */
int limits_socket_open(struct limits *l, const char *address, int64_t now);
void limits_socket_closed(struct limits *l, const char *address);
/* Takes up to `ms` of the time for which the bots of this address may think. Returns how much it
 * got. What was not used is given back. */
uint32_t limits_think(struct limits *l, const char *address, uint32_t ms, int64_t now);
void limits_think_back(struct limits *l, const char *address, uint32_t ms);
/* Whether an address has stored too much lately. BOTS: bots wait that play for it. PEOPLE: its
 * people have to wait as well, which takes a quarter more. */
enum limits_spent { SPENT_NOTHING, SPENT_BOTS, SPENT_PEOPLE };
/* Notes that so many bytes were stored for the address, whether it may or not. */
void limits_store(struct limits *l, const char *address, size_t bytes, int64_t now);
enum limits_spent limits_spent(struct limits *l, const char *address, int64_t now);
/* host_names.c: an IPv6 address reduced to its network, because one person has many addresses
 * there. 0; or -1 if the address is too long. */
int limits_network(const char *address, char network[46]);
/* The site of an IPv6 address: its first 48 bits, of which one line may have all networks, as
 * "2001:db8::/48". 0 for other addresses: they have no site. */
int limits_site(const char *address, char site[46]);
/* About how much memory it holds, for operators. */
uint64_t limits_bytes(const struct limits *l);

#endif
