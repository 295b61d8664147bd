/* Calling people who are asked and not there: who wants to be told that it is their turn, and who
 * was told. How they are told is not the match's business.
 *
 * A turn begins when a seat is asked something after it was asked nothing, and ends with its last
 * answer. That somebody was told is an entry, so it happens once a turn, whichever node does it
 * and however often it starts again. */
#include "match/call.h"

#include "match/inside.h"
#include "match/match.h"
#include "match/refusals.h"
#include "match/watched.h"
#include "wire/refuse.h"

static int is_wanted(const struct match *m, int seat)
{
    return m->wants & WANT_HOOK || m->wants >> seat & 1;
}

/* Somebody who is away is not called: the bot plays. */
static int is_uncalled(const struct match *m, int seat)
{
    const struct match_seat *s = &m->seat[seat];
    return m->phase == MATCH_RUNNING && !match_waits(m) && s->asked && s->called != s->turn &&
           match_person_plays(m, seat);
}

int64_t match_call_since(const struct match *m, int seat)
{
    if (!m->wants || !is_wanted(m, seat) || !is_uncalled(m, seat))
        return INT64_MAX;
    return m->seat[seat].turn_at;
}

/* ---- entries ---- */

/* The hook is the table's and so the host's. */
int call_check_want(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (m->phase == MATCH_OVER || m->phase == MATCH_CLOSED)
        return because(why, ROW(table_done));
    if (m->seat[e->seat].kind != SEAT_HUMAN)
        return because(why, ROW(no_person_there));
    return e->hook && m->host != e->seat ? because(why, ROW(host_only)) : 0;
}

void call_take_want(struct match *m, const struct entry *e)
{
    uint8_t bit = (uint8_t)(e->hook ? WANT_HOOK : 1u << e->seat);
    m->wants = (uint8_t)(e->yes ? m->wants | bit : m->wants & ~bit);
}

/* Every seat of the set must be due by the entry's time, so that two nodes cannot both tell the
 * same turn. */
int call_check(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (!e->to || e->to >> m->players)
        return because(why, ROW(nobody_to_call));
    for (int seat = 0; seat < m->players; seat++)
        if (e->to >> seat & 1 && e->at < match_call_since(m, seat))
            return because(why, ROW(nobody_to_call));
    return 0;
}

void call_take(struct match *m, const struct entry *e)
{
    for (int seat = 0; seat < m->players; seat++)
        if (e->to >> seat & 1)
            m->seat[seat].called = m->seat[seat].turn;
}

/* ---- requests ---- */

/* To want nothing any more is always possible. */
int match_may_want(const struct match *m, int seat, int hook, int yes, int64_t now, struct entry *e,
                   struct refusal *why)
{
    entry_new(e, m, ENTRY_WANT, seat, now);
    e->hook = hook != 0;
    e->yes = yes != 0;
    if (yes && others_have_room(m, why) < 0)
        return -1;
    return entry_check(m, e, why);
}

int match_may_call(const struct match *m, uint32_t seats, int64_t now, struct entry *e,
                   struct refusal *why)
{
    entry_new(e, m, ENTRY_CALL, 0, now);
    e->to = seats;
    return entry_check(m, e, why);
}
