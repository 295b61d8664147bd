/* Requests of a table's host: removing people before the start, locking the table, and deciding who
 * takes over a seat (docs/api.md, "Hosts"). Who the host is and what is allowed is in
 * match/host.c. */
#include <sodium.h>
#include <string.h>

#include "server/parts.h"

/* A network shares its number with thousands of others. So whoever reads a log cannot tell the
 * address, and one in a million is kept out for somebody else. */
enum { FROM_MOST = 1 << 20 };

void network_of(const char *address, char network[ADDRESS])
{
    if (!parts.limits_network || parts.limits_network(address, network) < 0)
        snprintf(network, ADDRESS, "%s", address);
}

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

static int may_remove(const struct table *t, int host, const json_t *seat, const json_t *from,
                      struct entry *e, struct refusal *why)
{
    int which, out = 0;
    if (read_seat(seat, &which, why) < 0 ||
        (json_object_get(from, "keep_out") && read_yes(from, "keep_out", &out, why) < 0))
        return -1;
    return match_may_remove(&t->match, host, which, out, t->server->now, e, why);
}

static int may_door(const struct table *t, int host, const json_t *from, struct entry *e,
                    struct refusal *why)
{
    int lock, approve;
    if (read_setting(from, "locked", &lock, why) < 0 ||
        read_setting(from, "approve", &approve, why) < 0)
        return -1;
    if (lock < 0 && approve < 0)
        return because(why, ROW(door_needed));
    return match_may_door(&t->match, host, lock, approve, t->server->now, e, why);
}

static int may_admit(const struct table *t, int host, const json_t *seat, const json_t *from,
                     struct entry *e, struct refusal *why)
{
    int which, yes;
    if (read_seat(seat, &which, why) < 0 || read_yes(from, "yes", &yes, why) < 0)
        return -1;
    return match_may_admit(&t->match, host, which, yes, t->server->now, e, why);
}

/* ---- HTTP ---- */

void hall_remove(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct entry e;
    struct refusal why;
    struct reply r = {.seat = -1};
    int host = hall_seat_of(h, t, &why), may = -1;
    (void)s;
    if (host >= 0)
        may = may_remove(t, host, json_object_get(body, "seat"), body, &e, &why);
    hall_submit(h, t, may, &e, &r, &why);
}

void hall_door(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct entry e;
    struct refusal why;
    struct reply r = {.seat = -1};
    int host = hall_seat_of(h, t, &why);
    (void)s;
    hall_submit(h, t, host < 0 ? -1 : may_door(t, host, body, &e, &why), &e, &r, &why);
}

void hall_admit(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct entry e;
    struct refusal why;
    struct reply r = {.seat = -1};
    int host = hall_seat_of(h, t, &why), may = -1;
    (void)s;
    if (host >= 0)
        may = may_admit(t, host, json_object_get(body, "seat"), body, &e, &why);
    hall_submit(h, t, may, &e, &r, &why);
}

/* ---- messages ---- */

int guest_remove(const struct guest *g, const json_t *request, struct entry *e, struct refusal *why)
{
    return may_remove(g->table, g->viewer, json_object_get(request, "remove"), request, e, why);
}

int guest_door(const struct guest *g, const json_t *request, struct entry *e, struct refusal *why)
{
    static const char *const keys[] = {"locked", "approve", NULL};
    const json_t *door = json_object_get(request, "door");
    if (!json_is_object(door) || only_keys(door, "door", keys, why) < 0)
        return because(why, ROW(door_needed));
    return may_door(g->table, g->viewer, door, e, why);
}

int guest_admit_to(const struct guest *g, const json_t *request, struct entry *e,
                   struct refusal *why)
{
    return may_admit(g->table, g->viewer, json_object_get(request, "admit"), request, e, why);
}
