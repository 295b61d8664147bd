/* Takes moves back. A move is taken back with everything after it, and the game is replayed up to
 * there from the same seed. Random outcomes will be the same again; who takes a move back knows
 * them, so the others have to agree.
 *
 * A person who plays with bots alone has nobody to ask, so moves are not taken back past luck
 * or what they have shown to that person, unless the table was founded for practice.
 *
 * Nobody has to agree if the move is the last of all, involved no chance and revealed nothing.
 * Otherwise every other person has to agree who was playing when one of the moves was made that
 * would be taken back, or who plays now. Only they can answer: for a person who is away now, nobody
 * else does, and a person who has taken over a seat does not answer for the one who left it. So the
 * move stands until an absent person is back, and for ever if their seat has been taken over.
 *
 * Silence is no: a plea ends when its time is over, when a person who has not answered goes away,
 * and with the next move. */
#include "match/undo_inside.h"

#include "match/inside.h"
#include "match/match.h"
#include "match/record_undone.h"
#include "match/refusals.h"
#include "wire/refuse.h"

/* The first move that may be taken back: none of a fork, and none that is not in memory. */
static uint32_t oldest(const struct match *m)
{
    return m->first > m->fork.moves ? m->first : m->fork.moves;
}

/* -1: none that may be taken back. */
int undo_last_move(const struct match *m, int seat)
{
    for (uint32_t i = m->moves; i > oldest(m); i--)
        if (match_move_at(m, i - 1)->move.seat == seat)
            return (int)(i - 1);
    return -1;
}

/* How many moves stand once the entry `to` and all later ones are taken back. */
uint32_t undo_stand(const struct match *m, uint32_t to)
{
    uint32_t stand = m->moves;
    while (stand > oldest(m) && match_move_at(m, stand - 1)->n >= to)
        stand--;
    return stand;
}

/* ---- who has to agree ---- */

uint32_t match_people(const struct match *m)
{
    uint32_t people = 0;
    for (int seat = 0; seat < m->players; seat++)
        people |= (uint32_t)match_person_plays(m, seat) << seat;
    return people;
}

/* Returns 1 if another person has taken over one of the seats since the move. `sat` is the entry
 * with which the person sat down, so a later one is another person. */
static int is_taken_over(const struct match *m, const struct match_move *move)
{
    for (int seat = 0; seat < m->players; seat++)
        if (move->people >> seat & 1 && m->seat[seat].sat > move->n)
            return 1;
    return 0;
}

struct consent {
    /* The seats that have to agree, a set. */
    uint32_t asked;
    /* 1: somebody who has to agree has lost their seat to another person. */
    int gone;
};

/* Must only be called if the seat has a move to take back. Asks those who played then and those who
 * play now; not the seat itself. */
static struct consent consent_needed(const struct match *m, int seat)
{
    struct consent c = {match_people(m), 0};
    for (uint32_t i = (uint32_t)undo_last_move(m, seat); i < m->moves; i++) {
        c.asked |= match_move_at(m, i)->people;
        c.gone |= is_taken_over(m, match_move_at(m, i));
    }
    c.asked &= ~(1u << seat);
    return c;
}

uint32_t undo_asked(const struct match *m, int seat)
{
    return consent_needed(m, seat).asked;
}

/* Whether nobody has to be asked. With nobody to ask, luck is looked at by
 * match_undo_crosses_luck. */
int match_undo_free(const struct match *m, int seat)
{
    int last = undo_last_move(m, seat);
    if (m->phase != MATCH_RUNNING || !match_person_plays(m, seat) || last < 0)
        return 0;
    struct consent c = consent_needed(m, seat);
    if (c.gone || !c.asked)
        return !c.gone;
    return (uint32_t)last + 1 == m->moves && !match_move_at(m, (uint32_t)last)->chance &&
           !learned_by_last(m);
}

/* Only where nobody has to agree: others who agree may allow anything. */
int match_undo_crosses_luck(const struct match *m, int seat)
{
    int last = undo_last_move(m, seat), luck = 0;
    if (last < 0 || m->undo_luck || consent_needed(m, seat).asked)
        return 0;
    for (uint32_t i = (uint32_t)last; i < m->moves; i++)
        luck |= match_move_at(m, i)->chance;
    return luck || learned_since(m, (uint32_t)last, seat);
}

/* ---- pleas ---- */

/* Returns 1 if a plea is open that everyone can still agree to. Not if somebody who has not agreed
 * is away, or has lost their seat. */
static int can_be_granted(const struct match *m)
{
    uint32_t open = m->plea.asked & ~m->plea.granted;
    return m->plea.seat >= 0 && !(open & ~match_people(m)) && !consent_needed(m, m->plea.seat).gone;
}

/* Then the undo follows by itself (match_follows). */
int undo_granted(const struct match *m)
{
    return can_be_granted(m) && !(m->plea.asked & ~m->plea.granted);
}

int undo_lapses(const struct match *m, int64_t at)
{
    return m->plea.seat >= 0 && (at >= m->plea.until || !can_be_granted(m));
}

/* A table for correspondence gives its people as long for a plea as for a move. */
int64_t undo_until(const struct match *m, int64_t at)
{
    int64_t ms = (int64_t)m->clock.move * 1000;
    return at + (ms > PLEA_MS ? ms : PLEA_MS);
}

/* ---- requests ---- */

/* An undo replays moves and keeps them for the record, so how far it goes and how often is limited.
 * A plea counts as well. */
static int must_have_room(const struct match *m, int last, struct refusal *why)
{
    uint32_t more = m->moves - (uint32_t)last + 2;
    if (m->undos >= UNDOS_MOST)
        return because(why, ROW(undo_often), UNDOS_MOST);
    if (m->others >= OTHERS_MOST)
        return because(why, ROW(only_moves_left));
    if (more > UNDO_BACK + 2)
        return because(why, ROW(undo_far), UNDO_BACK);
    if (undone_items(m) + more > UNDONE_MOST)
        return because(why, ROW(undo_many));
    return 0;
}

/* Refuses a plea that could only lapse, and names the person who is missing. */
static int must_be_possible(const struct match *m, int seat, struct refusal *why)
{
    struct consent c = consent_needed(m, seat);
    if (c.gone)
        return because(why, ROW(undo_gone));
    uint32_t away = c.asked & ~match_people(m);
    if (away)
        return because(why, ROW(undo_away), m->seat[bit_lowest(away)].name);
    return 0;
}

/* An undo at once or a plea, as consent_needed says. `to` is 0 if there is no move; entry_check
 * refuses that. */
int match_may_undo(const struct match *m, int seat, int64_t now, struct entry *e,
                   struct refusal *why)
{
    int last = undo_last_move(m, seat), is_free = match_undo_free(m, seat);
    entry_new(e, m, is_free ? ENTRY_UNDO : ENTRY_PLEA, seat, now);
    e->to = last < 0 ? 0 : match_move_at(m, (uint32_t)last)->n;
    if (entry_check(m, e, why) < 0 || must_have_room(m, last, why) < 0)
        return -1;
    if (match_undo_crosses_luck(m, seat))
        return because(why, ROW(undo_luck));
    return is_free ? 0 : must_be_possible(m, seat, why);
}

/* Only who was asked may answer, and only once (check_grant). */
int match_may_grant(const struct match *m, int seat, int yes, int64_t now, struct entry *e,
                    struct refusal *why)
{
    entry_new(e, m, ENTRY_GRANT, seat, now);
    e->yes = yes != 0;
    if (entry_check(m, e, why) < 0)
        return -1;
    if (!(m->plea.asked >> seat & 1))
        return because(why, ROW(not_asked_to_agree));
    return 0;
}
