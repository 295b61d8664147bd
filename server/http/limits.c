/* Keeps the buckets of addresses, in a hash table of fixed size with chains. An address that was
 * not seen for ten minutes, holds nothing and owes nothing is dropped when its chain is walked.
 *
 * Three kinds of limits: buckets, for how fast things come; what is held at a time, such as
 * sockets; and debts, for thinking and storing, which are charged afterwards and made good with
 * time. Each counts for the network and, with IPv6, for its site. */
#include "server/http/limits.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "engine/port.h"

/* ADDRESSES_MOST bounds the memory at some 20 MB, and a chain at about 25 addresses. */
enum { CHAINS = 4096, FORGET_MS = 600000, SOCKETS_MOST = 300, ADDRESSES_MOST = 100000, TEXT = 46 };

/* How long the bots of an address may think at once, and how many bytes may be stored for it at
 * once; then a millisecond, or a byte, in a millisecond. Thirty people who play fast for a morning,
 * each against bots, need about half of the bytes. PEOPLE: see enum limits_spent. */
enum { THINK_MOST_MS = 300000, STORE_MOST = 128 << 20, STORE_PEOPLE = STORE_MOST / 4 * 5 };

/* A rate of one drop a minute adds exactly 1 in a millisecond, so nothing is lost by rounding,
 * however often a bucket is used. */
enum { DROP = 60000 };

/* What an address has used of something and is not made good yet, as of when. One is made good in a
 * millisecond. */
struct debt {
    /* Never negative; in milliseconds of thinking or in bytes, since both are made good at one in a
     * millisecond. */
    int64_t owed, at;
};

/* An address, as limits_network reduces it, or a site. One who holds something is never forgotten:
 * `held` would be given back to nobody, and the limit would be void. */
struct visitor {
    struct visitor *next;
    char text[TEXT];
    uint32_t held[HOLDINGS];
    int64_t seen;
    struct limits_bucket bucket[LIMIT_KINDS];
    /* How long bots have thought for it, in ms; how many bytes were stored for it. */
    struct debt thought, stored;
};

struct limits {
    struct visitor *chain[CHAINS];
    /* A random key, so that nobody can fill one chain on purpose; another one whenever there was
     * nobody. */
    uint8_t salt[16];
    uint32_t count;
};

/* A clock that goes backwards takes nothing away and gives nothing. After an hour without use the
 * bucket is full at any rate that is in use. */
int bucket_take(struct limits_bucket *b, struct limits_rate rate, int64_t now)
{
    int64_t full = (int64_t)rate.most * DROP, drops = b->drops;
    int64_t passed = b->at && now > b->at ? now - b->at : 0;
    if (!b->at || passed > 3600000)
        drops = full;
    else
        drops += passed * rate.per_minute;
    drops = drops > full ? full : drops;
    b->at = now > b->at ? now : b->at;
    b->drops = (int32_t)(drops >= DROP ? drops - DROP : drops);
    return drops >= DROP;
}

/* Never NULL. The key of the hash is drawn when the first address comes. */
struct limits *limits_open(void)
{
    struct limits *l = calloc(1, sizeof *l);
    MUST(l);
    return l;
}

/* Whatever is still held is forgotten with it. */
void limits_close(struct limits *l)
{
    for (int i = 0; i < CHAINS; i++)
        while (l->chain[i]) {
            struct visitor *a = l->chain[i];
            l->chain[i] = a->next;
            free(a);
        }
    free(l);
}

/* The chain where the address is or would be. A keyed hash: see `salt`. */
static struct visitor **chain_of(struct limits *l, const char *address)
{
    uint8_t hash[16];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)address, strlen(address), l->salt,
                       sizeof l->salt);
    return &l->chain[(hash[0] | hash[1] << 8) % CHAINS];
}

/* What is left of a debt now. Brings the debt up to now and returns it. A time before the last one
 * changes nothing, so callers without a clock may pass 0. */
static int64_t owed(struct debt *d, int64_t now)
{
    int64_t passed = now > d->at ? now - d->at : 0;
    d->owed = d->owed > passed ? d->owed - passed : 0;
    d->at += passed;
    return d->owed;
}

/* Whether nothing would be lost by forgetting it. Buckets do not count: a forgotten address gets
 * full ones, which after FORGET_MS they would be anyway. */
static int holds_nothing(struct visitor *a, int64_t now)
{
    for (int i = 0; i < HOLDINGS; i++)
        if (a->held[i])
            return 0;
    return !owed(&a->thought, now) && !owed(&a->stored, now);
}

/* Only this chain is walked, and only when a new address comes into it, so no call takes long. */
static void forget_old(struct limits *l, struct visitor **chain, int64_t now)
{
    for (struct visitor **at = chain; *at;) {
        struct visitor *a = *at;
        if (holds_nothing(a, now) && now - a->seen > FORGET_MS) {
            *at = a->next;
            free(a);
            l->count--;
        } else {
            at = &a->next;
        }
    }
}

/* Makes room for a new address: the one of its chain that holds nothing and was seen longest ago is
 * forgotten. Only who pays for sockets or games keeps a place, so nobody can fill all of them. */
static void forget_one(struct limits *l, struct visitor **chain, int64_t now)
{
    struct visitor **oldest = NULL;
    for (struct visitor **at = chain; *at; at = &(*at)->next)
        if (holds_nothing(*at, now) && (!oldest || (*at)->seen < (*oldest)->seen))
            oldest = at;
    if (!oldest)
        return;
    struct visitor *a = *oldest;
    *oldest = a->next;
    free(a);
    l->count--;
}

/* NULL if there are too many addresses that hold something; then a new one is refused. */
static struct visitor *find(struct limits *l, const char *from, int64_t now)
{
    char address[TEXT];
    if (limits_network(from, address) < 0)
        return NULL;
    /* While nobody is there a new key costs nothing; with visitors, it would lose them in their
     * chains. */
    if (l->count == 0)
        randombytes_buf(l->salt, sizeof l->salt);
    struct visitor **chain = chain_of(l, address);
    for (struct visitor *a = *chain; a; a = a->next)
        if (strcmp(a->text, address) == 0) {
            a->seen = now > a->seen ? now : a->seen;
            return a;
        }
    forget_old(l, chain, now);
    if (l->count >= ADDRESSES_MOST)
        forget_one(l, chain, now);
    if (l->count >= ADDRESSES_MOST)
        return NULL;
    struct visitor *a = calloc(1, sizeof *a);
    MUST(a);
    strcpy(a->text, address);
    a->seen = now;
    a->next = *chain;
    *chain = a;
    l->count++;
    return a;
}

/* Takes from the bucket of one network, or from that of a site, which has several times as much. */
static int take(struct limits *l, const char *address, enum limit kind, int32_t times, int64_t now)
{
    static const struct limits_rate rates[LIMIT_KINDS] = {
        /* After a restart all sockets connect again. */
        [LIMIT_REQUESTS] = {60, 600},
        [LIMIT_TABLES] = {20, 10},
        [LIMIT_SOCKETS] = {2 * SOCKETS_MOST, 600},
        /* Nobody needs many links, and secrets must not be tried out. */
        [LIMIT_LINKS] = {20, 10},
        /* Whoever guesses tokens must not keep the database busy. */
        [LIMIT_LOOKS] = {60, 60},
        /* Shaking hands for TLS costs more than most requests. */
        [LIMIT_CONNECTIONS] = {400, 1200},
    };
    const struct limits_rate rate = {rates[kind].most * times, rates[kind].per_minute * times};
    struct visitor *a = find(l, address, now);
    return a && bucket_take(&a->bucket[kind], rate, now);
}

/* The network first: who has nothing left takes nothing from their neighbours. */
int limits_take(struct limits *l, const char *address, enum limit kind, int64_t now)
{
    char site[TEXT];
    return take(l, address, kind, 1, now) &&
           (!limits_site(address, site) || take(l, site, kind, LIMITS_SITE, now));
}

/* One address or site. Returns how much it holds now, 0 if that would be more than `most`: then
 * nothing has changed. Written so that no sum can run over. */
static uint32_t hold(struct limits *l, const char *address, enum limits_holding kind,
                     uint32_t amount, uint32_t most, int64_t now)
{
    struct visitor *a = find(l, address, now);
    if (!a || amount > most || a->held[kind] > most - amount)
        return 0;
    return a->held[kind] += amount;
}

/* Never goes below zero, so a release too many does no harm but to the count. */
static void release(struct limits *l, const char *address, enum limits_holding kind,
                    uint32_t amount)
{
    struct visitor *a = find(l, address, 0);
    if (a)
        a->held[kind] -= amount < a->held[kind] ? amount : a->held[kind];
}

/* All or nothing: if the site has too much, what its network has just got is given back. */
uint32_t limits_hold(struct limits *l, const char *address, enum limits_holding kind,
                     uint32_t amount, struct limits_most most, int64_t now)
{
    char site[TEXT];
    uint32_t has = hold(l, address, kind, amount, most.network, now);
    if (!has || !limits_site(address, site) || hold(l, site, kind, amount, most.site, now))
        return has;
    release(l, address, kind, amount);
    return 0;
}

void limits_release(struct limits *l, const char *address, enum limits_holding kind,
                    uint32_t amount)
{
    char site[TEXT];
    release(l, address, kind, amount);
    if (limits_site(address, site))
        release(l, site, kind, amount);
}

uint32_t limits_add(struct limits *l, const char *address, enum limits_holding kind,
                    enum limit speed, struct limits_most most, int64_t now)
{
    uint32_t has = limits_hold(l, address, kind, 1, most, now);
    if (!has || limits_take(l, address, speed, now))
        return has;
    limits_release(l, address, kind, 1);
    return 0;
}

/* Returns 1, and then limits_socket_closed is due once; or 0, and nothing is counted. */
int limits_socket_open(struct limits *l, const char *address, int64_t now)
{
    const struct limits_most most = limits_most(SOCKETS_MOST);
    return limits_add(l, address, HOLD_SOCKETS, LIMIT_SOCKETS, most, now) != 0;
}

void limits_socket_closed(struct limits *l, const char *address)
{
    limits_release(l, address, HOLD_SOCKETS, 1);
}

/* A minute of thinking is made good in a minute. */
static int64_t think_left(struct limits *l, const char *address, int64_t most, int64_t now)
{
    struct visitor *a = find(l, address, now);
    return a ? most - owed(&a->thought, now) : 0;
}

/* Takes back with a negative number; the debt does not go below zero. */
static void think_more(struct limits *l, const char *address, int64_t ms)
{
    struct visitor *a = find(l, address, 0);
    if (a)
        a->thought.owed = a->thought.owed > -ms ? a->thought.owed + ms : 0;
}

/* The lesser of what network and site have left. 0: nothing was charged. */
uint32_t limits_think(struct limits *l, const char *address, uint32_t ms, int64_t now)
{
    char site[TEXT];
    int in_site = limits_site(address, site);
    int64_t left = think_left(l, address, THINK_MOST_MS, now);
    int64_t all = in_site ? think_left(l, site, LIMITS_SITE * THINK_MOST_MS, now) : left;
    left = left < all ? left : all;
    if (left <= 0)
        return 0;
    ms = left < ms ? (uint32_t)left : ms;
    think_more(l, address, ms);
    if (in_site)
        think_more(l, site, ms);
    return ms;
}

/* Only what limits_think has granted may be given back, at most once. */
void limits_think_back(struct limits *l, const char *address, uint32_t ms)
{
    char site[TEXT];
    think_more(l, address, -(int64_t)ms);
    if (limits_site(address, site))
        think_more(l, site, -(int64_t)ms);
}

/* What the address has stored and is not made good yet. Where there are too many addresses, no
 * further one may let bots play. */
static int64_t store_more(struct limits *l, const char *address, size_t bytes, int64_t now)
{
    struct visitor *a = find(l, address, now);
    if (!a)
        return STORE_MOST;
    owed(&a->stored, now);
    return a->stored.owed += (int64_t)bytes;
}

/* Never refuses: what is stored has been stored. The site is charged as well. */
void limits_store(struct limits *l, const char *address, size_t bytes, int64_t now)
{
    char site[TEXT];
    store_more(l, address, bytes, now);
    if (limits_site(address, site))
        store_more(l, site, bytes, now);
}

/* Charges nothing. A site counts with a quarter of what it has stored, since it may have
 * LIMITS_SITE times as much. */
enum limits_spent limits_spent(struct limits *l, const char *address, int64_t now)
{
    char site[TEXT];
    int64_t stored = store_more(l, address, 0, now);
    int64_t all = limits_site(address, site) ? store_more(l, site, 0, now) / LIMITS_SITE : 0;
    stored = stored > all ? stored : all;
    return stored < STORE_MOST ? SPENT_NOTHING : stored < STORE_PEOPLE ? SPENT_BOTS : SPENT_PEOPLE;
}

uint64_t limits_bytes(const struct limits *l)
{
    return sizeof *l + l->count * sizeof(struct visitor);
}
