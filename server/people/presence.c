/* The people at a table: who is here now, when the time of those who are asked runs out, and short
 * reactions (docs/api.md, "People"). Only guests that have asked for it in their hello are told.
 * Nothing of this is in the log, and other nodes do not know of it: a person whom this node has not
 * seen, or who has acted at another node since, may be anywhere. */
#include <string.h>

#include "match/keys.h"
#include "match/watched.h"
#include "server/host.h"
#include "server/people/guests.h"
#include "server/people/people.h"
#include "server/refusals.h"
#include "server/server.h"
#include "server/server_only.h"
#include "wire/read.h"
#include "wire/refuse.h"

enum {
    /* A person whose last socket closed is away after this time, so that nobody is told of a page
     * that is loaded again. */
    PEOPLE_AWAY_MS = 4000
};

/* What guests are told of a seat. */
struct person {
    int64_t since, until;
    /* A person's seat; 1: here, 0: away, -1: nobody knows. */
    int32_t sits, here;
};

/* ---- coming and going ---- */

static int has_socket(const struct table *t, int seat)
{
    for (const struct guest *g = t->guests; g; g = g->next)
        if (g->viewer == seat)
            return 1;
    return 0;
}

/* Here at once; guests hear of it with the next tick. */
void people_came(struct table *t, int seat)
{
    t->people.seen |= 1u << seat;
    t->people.left[seat] = 0;
}

/* While another device of the seat is connected, the person is here. */
void people_went(struct table *t, int seat)
{
    if (!has_socket(t, seat))
        t->people.left[seat] = t->server->now;
}

void people_elsewhere(struct table *t)
{
    for (int seat = 0; seat < MAX_SEATS; seat++)
        if (!has_socket(t, seat))
            t->people.seen &= ~(1u << seat);
}

/* Only times after the last look count, so that somebody who stays away does not wake the table
 * again and again. */
int64_t people_due(const struct table *t)
{
    int64_t due = INT64_MAX;
    for (int seat = 0; seat < MAX_SEATS; seat++) {
        int64_t at = t->people.left[seat] + PEOPLE_AWAY_MS;
        if (t->people.left[seat] && at > t->people.looked && at < due)
            due = at;
    }
    return due;
}

/* ---- telling ---- */

/* Zeros wherever nothing is said, because the whole is compared by its hash. */
static struct person person_of(const struct table *t, int seat)
{
    const struct match *m = &t->match;
    struct person p = {.until = INT64_MAX};
    p.sits = m->seat[seat].kind == SEAT_HUMAN;
    if (!p.sits)
        return p;
    int64_t left = t->people.left[seat];
    p.here = !(t->people.seen >> seat & 1) ? -1 : !left || t->server->now < left + PEOPLE_AWAY_MS;
    p.since = p.here ? 0 : left;
    if (m->phase == MATCH_RUNNING && m->seat[seat].asked && match_person_plays(m, seat) &&
        !match_waits(m))
        p.until = match_until(m, seat);
    return p;
}

/* null stands for what nobody knows or what there is not. */
static void write_person(struct writer *w, const struct person *p)
{
    if (!p->sits) {
        write_null(w);
        return;
    }
    write_begin(w, '{');
    write_key(w, "here");
    if (p->here < 0)
        write_null(w);
    else
        write_bool(w, p->here);
    write_key(w, "since");
    if (p->since)
        write_number(w, p->since);
    else
        write_null(w);
    write_key(w, "until");
    if (p->until < INT64_MAX)
        write_number(w, p->until);
    else
        write_null(w);
    write_end(w, '}');
}

/* All who have asked for it and are up to date; one message for all of them. */
static void send_to_all(struct table *t, const struct writer *w)
{
    struct peer_message *m = message_make(w->at, w->n);
    for (struct guest *g = t->guests; g; g = g->next)
        if (g->people && g->live)
            peer_send(g->peer, m);
    message_drop(m);
}

/* Sends what has not changed only to guests that have just come: a message to the others would tell
 * them that somebody has begun to watch. */
static void send_people(struct table *t, const struct writer *w, int changed)
{
    struct peer_message *m = message_make(w->at, w->n);
    for (struct guest *g = t->guests; g; g = g->next)
        if (g->people && g->live && (changed || !g->people_told)) {
            g->people_told = 1;
            peer_send(g->peer, m);
        }
    message_drop(m);
}

enum { ASKS = 1, ASKS_ANEW = 2 };

/* Whether guests want to be told, and whether one of them has not been told yet. */
static int who_asks(const struct table *t)
{
    int asks = 0;
    for (const struct guest *g = t->guests; g; g = g->next)
        if (g->people && g->live)
            asks |= g->people_told ? ASKS : ASKS | ASKS_ANEW;
    return asks;
}

/* Cheap if nothing has changed, so it is called with every tick and entry. Does nothing while the
 * match is ahead of the store. */
void people_tell(struct table *t)
{
    struct person person[MAX_SEATS];
    struct writer *w = &t->server->out;
    int asks = who_asks(t);
    t->people.looked = t->server->now;
    if (t->loading || t->pending || t->match.entries == 0 || !asks)
        return;
    /* Seats that there are not count in the hash as well. */
    memset(person, 0, sizeof person);
    for (int seat = 0; seat < t->match.players; seat++) {
        /* Whoever sits down here next is somebody else. */
        if (t->match.seat[seat].kind != SEAT_HUMAN)
            t->people.seen &= ~(1u << seat);
        person[seat] = person_of(t, seat);
    }
    uint64_t hash = hash_bytes(person, sizeof person);
    int changed = hash != t->people.told;
    if (!changed && !(asks & ASKS_ANEW))
        return;
    t->people.told = hash;
    writer_reset(w);
    write_begin(w, '{');
    write_key(w, "people");
    write_begin(w, '[');
    for (int seat = 0; seat < t->match.players; seat++)
        write_person(w, &person[seat]);
    write_end(w, ']');
    write_member_number(w, "now", t->server->now);
    write_end(w, '}');
    send_people(t, w, changed);
}

/* ---- reactions ---- */

/* Only words of reactions.def: nobody can send a text of their own this way. */
static int is_reaction(const char *name)
{
    static const char *const names[] = {
#define REACTION(name) name,
#include "server/people/reactions.def"
#undef REACTION
    };
    for (size_t i = 0; name && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return 1;
    return 0;
}

/* All devices of a seat share its budget. It holds with --limits off, too: nobody at the table can
 * leave the others no peace. */
static int may_react(struct guest *g, const json_t *root, struct refusal *why)
{
    static const char *const keys[] = {"id", "react", NULL};
    static const struct limits_rate rate = {4, 12};
    struct table *t = g->table;
    if (refused_as(why, CODE_BAD_REQUEST, only_keys(root, "request", keys, why)) < 0)
        return -1;
    if (!is_reaction(json_string_value(json_object_get(root, "react"))))
        return because(why, ROW(unknown_reaction));
    if (g->viewer == SPECTATOR)
        return because(why, ROW(spectators_watch));
    if (t->loading || t->server->stopping)
        return because(why, ROW(table_loading));
    if (match_seat_of(&t->match, g->token) != g->viewer)
        return because(why, ROW(seat_lost));
    if (parts.bucket_take &&
        !parts.bucket_take(&t->people.reactions[g->viewer], rate, t->server->now))
        return because(why, ROW(too_many_reactions));
    return 0;
}

/* Not an entry: whoever comes later does not see it, and other nodes' guests do not either. */
void people_react(struct guest *g, const json_t *root, long long id)
{
    struct refusal why;
    struct writer *w = &g->server->out;
    char ok[40];
    if (may_react(g, root, &why) < 0) {
        guest_refuse(g, id, &why);
        return;
    }
    writer_reset(w);
    write_begin(w, '{');
    write_member_string(w, "reaction", json_string_value(json_object_get(root, "react")));
    write_member_number(w, "seat", g->viewer);
    write_end(w, '}');
    send_to_all(g->table, w);
    peer_send_text(g->peer, ok, (size_t)snprintf(ok, sizeof ok, "{\"ok\":%lld}", id));
}
