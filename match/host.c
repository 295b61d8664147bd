/* The host of a table: whoever has founded it. The host starts the game, removes people before the
 * start, locks the table, and decides who takes over a seat that was left.
 *
 * The rights belong to a person, not to a seat. If the host leaves, they go to whoever has been at
 * the table longest. If nobody else is there, they wait for the host to come back; somebody who
 * takes over the host's seat does not get them. A table without a host, such as one of an older
 * version, has no such rights: anybody at it may start it. */
#include "match/host_inside.h"

#include <sodium.h>
#include <stdlib.h>

#include "match/call.h"
#include "match/inside.h"
#include "match/keys.h"
#include "match/match.h"
#include "match/refusals.h"
#include "wire/refuse.h"

/* ---- who ---- */

/* A table without a host lets everybody. */
int match_must_host(const struct match *m, int seat, struct refusal *why)
{
    return m->host < 0 || m->host == seat ? 0 : because(why, ROW(host_only));
}

/* For what only a host can do: without one nobody can. */
static int must_be_host(const struct match *m, int seat, struct refusal *why)
{
    return m->host == seat ? 0 : because(why, ROW(host_only));
}

/* Whether person `a` comes before `b`: people who play before those whose clock ran out, then those
 * who have been here longer. */
static int is_before(const struct match *m, int a, int b)
{
    const struct match_seat *x = &m->seat[a], *y = &m->seat[b];
    if ((x->away == AWAY_NO) != (y->away == AWAY_NO))
        return x->away == AWAY_NO;
    return x->sat != y->sat ? x->sat < y->sat : a < b;
}

/* Who becomes the host if this seat is not; -1: nobody is there. */
static int next_host(const struct match *m, int but)
{
    int next = -1;
    for (int seat = 0; seat < m->players; seat++) {
        const struct match_seat *s = &m->seat[seat];
        if (seat == but || s->kind != SEAT_HUMAN || s->away == AWAY_LEFT)
            continue;
        if (next < 0 || is_before(m, seat, next))
            next = seat;
    }
    return next;
}

/* What the old host has set up for the table goes with them. */
static void host_becomes(struct match *m, int seat)
{
    m->host = seat;
    m->wants &= (uint8_t)~WANT_HOOK;
    if (seat < 0)
        m->locked = m->approve = 0;
}

/* If nobody else is there, the host stays the host and may come back. */
void host_left(struct match *m, int seat)
{
    int next = m->host == seat ? next_host(m, seat) : -1;
    if (next >= 0)
        host_becomes(m, next);
}

/* Whoever takes over the host's seat is another person. */
void host_seat_given(struct match *m, int seat)
{
    if (m->host == seat)
        host_becomes(m, next_host(m, seat));
}

/* ---- who was removed ---- */

/* Looks at all of them, and compares in constant time: tokens are secrets. */
int match_is_removed(const struct match *m, const uint8_t token[MATCH_TOKEN])
{
    int found = 0;
    for (uint32_t i = 0; i < m->outs; i++)
        found |= sodium_memcmp(m->out[i].token, token, MATCH_TOKEN) == 0;
    return found;
}

/* 0 is not known and never matches. */
static int is_kept_out(const struct match *m, uint32_t from)
{
    for (uint32_t i = 0; from && i < m->outs; i++)
        if (m->out[i].from == from)
            return 1;
    return 0;
}

/* Removed people, and those kept out with them, are told so; others only that it is locked. */
int host_lets_in(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (match_is_removed(m, e->token))
        return because(why, ROW(removed));
    if (is_kept_out(m, e->from))
        return because(why, ROW(kept_out));
    return m->locked ? because(why, ROW(table_locked)) : 0;
}

/* ---- copies ---- */

static void *copy_of(const void *from, size_t n)
{
    void *to = n ? malloc(n) : NULL;
    MUST(to || !n);
    if (n)
        memcpy(to, from, n);
    return to;
}

void host_copy(struct match *to, const struct match *from)
{
    to->out = copy_of(from->out, from->outs * sizeof *to->out);
    to->knock = copy_of(from->knock, from->knocks * sizeof *to->knock);
}

void host_free(struct match *m)
{
    free(m->out);
    free(m->knock);
}

/* ---- removing ---- */

/* Keeping somebody out who shares an address with the host would keep out the host's own
 * friends, and perhaps everybody. */
static int check_keep_out(const struct match *m, int seat, struct refusal *why)
{
    uint32_t from = m->seat[seat].from;
    if (!from)
        return because(why, ROW(address_unknown));
    return from == m->seat[m->host].from ? because(why, ROW(same_address)) : 0;
}

/* Only before the start: later a seat is its person's. */
int host_check_remove(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (must_be_host(m, e->by, why) < 0)
        return -1;
    if (m->phase != MATCH_WAITING)
        return because(why, ROW(remove_late));
    if (m->seat[e->seat].kind != SEAT_HUMAN)
        return because(why, ROW(no_person_there));
    if (e->seat == e->by)
        return because(why, ROW(remove_self));
    if (m->outs >= OUT_MOST)
        return because(why, ROW(removed_many), OUT_MOST);
    return e->yes ? check_keep_out(m, e->seat, why) : 0;
}

/* Must note the token before the seat is emptied. */
void host_take_remove(struct match *m, const struct entry *e)
{
    const struct match_seat *s = &m->seat[e->seat];
    struct match_out out = {.n = e->n, .from = e->yes ? s->from : 0};
    memcpy(out.token, s->token, sizeof out.token);
    m->out = realloc(m->out, (m->outs + 1) * sizeof *m->out);
    MUST(m->out);
    m->out[m->outs++] = out;
    seat_empty(m, e->seat);
}

/* ---- the door ---- */

int host_check_door(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (must_be_host(m, e->seat, why) < 0)
        return -1;
    if (m->phase == MATCH_OVER || m->phase == MATCH_CLOSED)
        return because(why, ROW(table_done));
    return e->lock > 1 || e->approve > 1 ? because(why, ROW(table_flags_needed)) : 0;
}

/* Whoever waits for an answer gets none if the host does not want to be asked any more; they may
 * ask again, and sit down. */
void host_take_door(struct match *m, const struct entry *e)
{
    m->locked = e->lock;
    m->approve = e->approve;
    if (m->locked || !m->approve)
        m->knocks = 0;
}

/* ---- taking over a seat ---- */

/* Without a host there is nobody to ask, so the seat is free to take. */
int match_asks_host(const struct match *m)
{
    return m->phase == MATCH_RUNNING && m->approve && m->host >= 0;
}

const struct match_knock *match_knock_at(const struct match *m, int seat)
{
    for (uint32_t i = 0; i < m->knocks; i++)
        if (m->knock[i].seat == seat)
            return &m->knock[i];
    return NULL;
}

/* The seat that the token knocks for, or -1. Compares in constant time, as above. */
int match_knocks_with(const struct match *m, const uint8_t token[MATCH_TOKEN])
{
    int found = -1;
    for (uint32_t i = 0; i < m->knocks; i++)
        if (sodium_memcmp(m->knock[i].token, token, MATCH_TOKEN) == 0)
            found = m->knock[i].seat;
    return found;
}

/* Does nothing if nobody knocks there. */
void host_forget_knock(struct match *m, int seat)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < m->knocks; i++)
        if (m->knock[i].seat != seat)
            m->knock[kept++] = m->knock[i];
    m->knocks = kept;
}

/* Somebody who waits too long makes room for others. */
int host_check_knock(const struct match *m, const struct entry *e, struct refusal *why)
{
    const struct match_knock *k = match_knock_at(m, e->seat);
    if (!match_asks_host(m))
        return because(why, ROW(host_not_asked));
    if (k && e->at < k->at + KNOCK_MS)
        return because(why, ROW(knock_waits));
    if (match_knocks_with(m, e->token) >= 0)
        return because(why, ROW(already_knocked));
    return 0;
}

/* Replaces an older knock at the same seat, which has waited too long. */
void host_take_knock(struct match *m, const struct entry *e)
{
    struct match_knock k = {.seat = e->seat, .from = e->from, .n = e->n, .at = e->at};
    memcpy(k.token, e->token, sizeof k.token);
    memcpy(k.name, e->name, sizeof k.name);
    host_forget_knock(m, e->seat);
    m->knock = realloc(m->knock, (m->knocks + 1) * sizeof *m->knock);
    MUST(m->knock);
    m->knock[m->knocks++] = k;
}

/* A no is always possible; a yes only while the seat is still free and the token new. */
int host_check_admit(const struct match *m, const struct entry *e, struct refusal *why)
{
    const struct match_knock *k = match_knock_at(m, e->seat);
    struct match_key key;
    if (must_be_host(m, e->by, why) < 0)
        return -1;
    if (m->phase != MATCH_RUNNING)
        return because(why, ROW(not_running));
    if (!k)
        return because(why, ROW(nobody_knocks));
    if (!e->yes)
        return 0;
    if (m->seat[e->seat].away != AWAY_LEFT)
        return because(why, ROW(seat_not_left));
    return match_key_of(m, k->token, &key) ? because(why, ROW(key_known)) : 0;
}

/* Makes the SIT that the admission stands for, with the same number and time. 0: it was a no, or
 * nobody waits any more. */
int host_admitted(const struct match *m, const struct entry *e, struct entry *sit)
{
    const struct match_knock *k = match_knock_at(m, e->seat);
    if (!e->yes || !k)
        return 0;
    memset(sit, 0, sizeof *sit);
    sit->kind = ENTRY_SIT;
    sit->seat = e->seat;
    sit->n = e->n;
    sit->at = e->at;
    sit->from = k->from;
    memcpy(sit->token, k->token, sizeof sit->token);
    memcpy(sit->name, k->name, sizeof sit->name);
    return 1;
}

/* ---- requests ---- */

/* OUT_MOST limits it, so it needs no other room. */
int match_may_remove(const struct match *m, int host, int seat, int keep_out, int64_t now,
                     struct entry *e, struct refusal *why)
{
    if (seat < 0 || seat >= m->players)
        return because(why, ROW(unknown_seat));
    entry_new(e, m, ENTRY_REMOVE, seat, now);
    e->by = (uint8_t)host;
    e->yes = keep_out != 0;
    return entry_check(m, e, why);
}

/* -1 leaves the flag as it is. */
int match_may_door(const struct match *m, int host, int lock, int approve, int64_t now,
                   struct entry *e, struct refusal *why)
{
    entry_new(e, m, ENTRY_DOOR, host, now);
    e->lock = (uint8_t)(lock < 0 ? m->locked : lock);
    e->approve = (uint8_t)(approve < 0 ? m->approve : approve);
    return others_have_room(m, why) < 0 ? -1 : entry_check(m, e, why);
}

int match_may_admit(const struct match *m, int host, int seat, int yes, int64_t now,
                    struct entry *e, struct refusal *why)
{
    if (seat < 0 || seat >= m->players)
        return because(why, ROW(unknown_seat));
    entry_new(e, m, ENTRY_ADMIT, seat, now);
    e->by = (uint8_t)host;
    e->yes = yes != 0;
    return entry_check(m, e, why);
}
