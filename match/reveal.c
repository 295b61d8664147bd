/* Nonces by commit and reveal. A seat pledges a nonce by its hash. When the game is to start, the
 * seats are fixed and all pledges are published (ENTRY_FIX); only then does anybody reveal a nonce
 * (ENTRY_REVEAL). The game begins when all have revealed, or after REVEAL_MS without those who have
 * not. So nobody can choose a nonce that depends on another one, and the server cannot choose its
 * seed by the nonces. */
#include "match/reveal_inside.h"

#include <sodium.h>

#include "match/inside.h"
#include "match/match.h"
#include "match/play_inside.h"
#include "match/refusals.h"
#include "wire/refuse.h"

int pledge_is_given(const uint8_t pledge[COMMIT_BYTES])
{
    return !sodium_is_zero(pledge, COMMIT_BYTES);
}

int match_has_pledged(const struct match *m, int seat)
{
    return pledge_is_given(m->seat[seat].pledge);
}

/* Whether anybody has pledged: then the game begins with FIX and not with START. */
int match_is_pledged(const struct match *m)
{
    for (int seat = 0; seat < m->players; seat++)
        if (match_has_pledged(m, seat))
            return 1;
    return 0;
}

int reveal_expects(const struct match *m)
{
    for (int seat = 0; seat < m->players; seat++)
        if (m->seat[seat].expected)
            return 1;
    return 0;
}

/* Whether the seat may still reveal its nonce. Whoever leaves before that withholds it. */
static int awaits(const struct match *m, int seat)
{
    const struct match_seat *s = &m->seat[seat];
    return match_has_pledged(m, seat) && !s->nonce.n && s->away == AWAY_NO;
}

/* At once when all have revealed, or have left. */
int64_t reveal_due(const struct match *m)
{
    if (m->phase != MATCH_REVEALING)
        return INT64_MAX;
    for (int seat = 0; seat < m->players; seat++)
        if (awaits(m, seat))
            return m->reveal_until;
    return m->touched;
}

/* ---- what is allowed ---- */

/* A copy of another seat's pledge would be no nonce of one's own. */
int reveal_check_pledge(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (!pledge_is_given(e->pledge))
        return 0;
    if (m->phase != MATCH_WAITING)
        return because(why, ROW(nonce_too_late));
    if (e->nonce.n)
        return because(why, ROW(nonce_or_commitment));
    for (int seat = 0; seat < m->players; seat++)
        if (seat != e->seat && memcmp(m->seat[seat].pledge, e->pledge, COMMIT_BYTES) == 0)
            return because(why, ROW(commitment_taken));
    return 0;
}

/* Before FIX no START may come if a nonce was pledged; after it not before all have revealed or the
 * time is over. */
int reveal_check_start(const struct match *m, int64_t at, struct refusal *why)
{
    if (m->phase == MATCH_REVEALING ? at < reveal_due(m) : match_is_pledged(m))
        return because(why, ROW(nonces_not_revealed));
    return 0;
}

/* Pledged nonces have one length (PLEDGED_BYTES); any other cannot fit. */
static int fits(const struct match_seat *s, const struct match_nonce *nonce)
{
    uint8_t pledge[COMMIT_BYTES];
    if (nonce->n != PLEDGED_BYTES)
        return 0;
    commit_pledge(nonce->bytes, pledge);
    return memcmp(pledge, s->pledge, COMMIT_BYTES) == 0;
}

/* A nonce that came late is refused with that reason and not as a wrong one, so that its owner
 * knows. */
int reveal_check(const struct match *m, const struct entry *e, struct refusal *why)
{
    const struct match_seat *s = &m->seat[e->seat];
    if (m->phase == MATCH_WAITING)
        return because(why, ROW(reveal_early));
    if (!match_has_pledged(m, e->seat))
        return because(why, ROW(nothing_to_reveal));
    if (!fits(s, &e->nonce))
        return because(why, ROW(nonce_does_not_fit));
    if (s->nonce.n)
        return because(why, ROW(already_revealed));
    if (m->phase != MATCH_REVEALING || !awaits(m, e->seat))
        return because(why, ROW(reveal_late));
    return 0;
}

int match_may_reveal(const struct match *m, int seat, const struct match_nonce *nonce, int64_t now,
                     struct entry *e, struct refusal *why)
{
    entry_new(e, m, ENTRY_REVEAL, seat, now);
    e->nonce = *nonce;
    return entry_check(m, e, why);
}

/* ---- what happens ---- */

/* Seats are filled now, because who plays must not depend on who reveals. */
void reveal_take_fix(struct match *m, const struct entry *e)
{
    play_fill(m, e->text);
    m->phase = MATCH_REVEALING;
    m->reveal_until = e->at + REVEAL_MS;
}

void reveal_take(struct match *m, const struct entry *e)
{
    m->seat[e->seat].nonce = e->nonce;
}
