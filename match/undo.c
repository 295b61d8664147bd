/* Takes moves back. A move is taken back with everything after it, and the game is replayed up to
 * there from the same seed. Random outcomes will be the same again, so nobody gains by trying.
 *
 * Nobody has to agree if no other person plays, or if the move is the last of all, involved no
 * chance and revealed nothing. Otherwise every other person who plays is asked. */
#include "match/inside.h"

int undo_last_move(const struct match *m, int seat)
{
    for (uint32_t i = m->moves; i > m->fork.moves; i--)
        if (m->move[i - 1].move.seat == seat)
            return (int)(i - 1);
    return -1;
}

static uint32_t others_playing(const struct match *m, int seat)
{
    uint32_t others = 0;
    for (int other = 0; other < m->players; other++)
        if (other != seat && match_person_plays(m, other))
            others |= 1u << other;
    return others;
}

int undo_granted(const struct match *m)
{
    return m->plea.seat >= 0 && !(others_playing(m, m->plea.seat) & ~m->plea.granted);
}

int match_undo_free(const struct match *m, int seat)
{
    int last = undo_last_move(m, seat);
    if (m->phase != MATCH_RUNNING || !match_person_plays(m, seat) || last < 0)
        return 0;
    if (!others_playing(m, seat))
        return 1;
    return (uint32_t)last + 1 == m->moves && !m->move[last].chance && !learned_by_last(m);
}

/* Makes ENTRY_UNDO if nobody else has to agree, else ENTRY_PLEA. */
int match_may_undo(const struct match *m, int seat, int64_t now, struct entry *e,
                   struct refusal *why)
{
    int last = undo_last_move(m, seat);
    uint8_t kind = match_undo_free(m, seat) ? ENTRY_UNDO : ENTRY_PLEA;
    entry_new(e, m, kind, seat, now);
    e->to = last < 0 ? 0 : m->move[last].n;
    return entry_check(m, e, why);
}

int match_may_grant(const struct match *m, int seat, int yes, int64_t now, struct entry *e,
                    struct refusal *why)
{
    entry_new(e, m, ENTRY_GRANT, seat, now);
    e->yes = yes != 0;
    return entry_check(m, e, why);
}
