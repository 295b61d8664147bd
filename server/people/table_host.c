/* Requests of a table's host: removing people before the start, locking the table, and deciding who
 * takes over a seat (docs/api.md, "Hosts"). Who the host is and what is allowed is in
 * match/host.c. */
#include <sodium.h>
#include <string.h>

#include "match/host.h"
#include "server/people/people.h"
#include "server/people/wishes.h"
#include "server/refusals.h"
#include "server/server.h"
#include "server/server_only.h"
#include "wire/read.h"
#include "wire/refuse.h"

/* A network shares its number with thousands of others. So whoever reads a log cannot tell the
 * address, and one in a million is kept out for somebody else. */
enum { FROM_MOST = 1 << 20 };

/* A page has no networks: there the address stands for itself. */
void network_of(const char *address, char network[ADDRESS])
{
    if (!parts.limits_network || parts.limits_network(address, network) < 0)
        snprintf(network, ADDRESS, "%s", address);
}

/* The same on every server, so that a table can move between nodes. The text in the hash belongs to
 * the logs: another one would let everybody in again who was kept out. */
uint32_t host_from(const char *address)
{
    static const char text[] = "charlatan from 1";
    char network[ADDRESS];
    uint8_t hash[16];
    if (!address[0])
        return 0;
    network_of(address, network);
    crypto_generichash(hash, sizeof hash, (const uint8_t *)network, strlen(network),
                       (const uint8_t *)text, sizeof text - 1);
    return 1 + ((uint32_t)hash[0] | (uint32_t)hash[1] << 8 | (uint32_t)hash[2] << 16) % FROM_MOST;
}

/* ---- what requests say ---- */

static int read_seat(const json_t *value, int *seat, struct refusal *why)
{
    return refused_as(why, CODE_BAD_REQUEST, read_int(value, "seat", 0, MAX_SEATS - 1, seat, why));
}

static int read_yes(const json_t *from, const char *key, int *yes, struct refusal *why)
{
    return refused_as(why, CODE_BAD_REQUEST, read_bool(json_object_get(from, key), key, yes, why));
}

/* -1 if the member is missing. */
static int read_setting(const json_t *from, const char *key, int *value, struct refusal *why)
{
    *value = -1;
    return json_object_get(from, key) ? read_yes(from, key, value, why) : 0;
}

/* The match decides whether `q->seat` is the host and whether the other one can be removed. */
int wish_remove(struct wish *q)
{
    const struct table *t = q->table;
    int seat, out = 0;
    if (read_seat(q->value, &seat, &q->why) < 0 ||
        (json_object_get(q->from, "keep_out") && read_yes(q->from, "keep_out", &out, &q->why) < 0))
        return -1;
    return match_may_remove(&t->match, q->seat, seat, out, t->server->now, &q->e, &q->why);
}

/* At least one of the two settings must be there; the other stays as it is (-1). */
int wish_door(struct wish *q)
{
    static const char *const keys[] = {"locked", "approve", NULL};
    const struct table *t = q->table;
    int lock, approve;
    if (!json_is_object(q->from) || only_keys(q->from, "door", keys, &q->why) < 0)
        return because(&q->why, ROW(door_needed));
    if (read_setting(q->from, "locked", &lock, &q->why) < 0 ||
        read_setting(q->from, "approve", &approve, &q->why) < 0)
        return -1;
    if (lock < 0 && approve < 0)
        return because(&q->why, ROW(door_needed));
    return match_may_door(&t->match, q->seat, lock, approve, t->server->now, &q->e, &q->why);
}

/* `seat` is the one for which somebody knocks, and `yes` has no default: nobody is let in by a
 * mistake. */
int wish_admit(struct wish *q)
{
    const struct table *t = q->table;
    int seat, yes;
    if (read_seat(q->value, &seat, &q->why) < 0 || read_yes(q->from, "yes", &yes, &q->why) < 0)
        return -1;
    return match_may_admit(&t->match, q->seat, seat, yes, t->server->now, &q->e, &q->why);
}
