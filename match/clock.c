/* The clocks of a match. No system clock is read here: each entry has its time, and each function
 * that asks about time is given it.
 *
 * A seat's time runs while a person sits there, plays, and has an open question. `since` is the
 * time the question was asked, `left` what the game clock had left then. The move clock starts
 * again with every question. When the question is answered, asked again or withdrawn, the time
 * since `since` is subtracted from the game clock. No time runs while the witness is asked. */
#include "match/inside.h"

int64_t clock_at(const struct match *m, int64_t now)
{
    int64_t at = now > m->touched ? now : m->touched;
    return at < MATCH_LATEST ? at : MATCH_LATEST;
}

static int runs(const struct match *m, int seat)
{
    return m->phase == MATCH_RUNNING && m->seat[seat].asked && match_person_plays(m, seat) &&
           !match_waits(m);
}

void clock_charge(struct match *m, int seat, int64_t at)
{
    struct match_seat *s = &m->seat[seat];
    if (!m->clock.game || !runs(m, seat))
        return;
    s->left -= at - s->since;
    s->left = s->left > 0 ? s->left : 0;
    s->since = at;
}

/* A player who comes back gets at least 30 seconds: with an empty clock they could not play at
 * all. */
void clock_return(struct match *m, int seat, int64_t at)
{
    struct match_seat *s = &m->seat[seat];
    s->since = at;
    if (m->clock.game && s->left < MATCH_MERCY)
        s->left = MATCH_MERCY;
}

int64_t match_until(const struct match *m, int seat)
{
    const struct match_seat *s = &m->seat[seat];
    int64_t left = INT64_MAX;
    if (!runs(m, seat))
        return INT64_MAX;
    if (m->clock.move)
        left = (int64_t)m->clock.move * 1000;
    if (m->clock.game && s->left < left)
        left = s->left;
    return left == INT64_MAX ? INT64_MAX : s->since + left;
}

int64_t match_left(const struct match *m, int seat)
{
    if (!m->clock.game)
        return -1;
    return m->begun ? m->seat[seat].left : (int64_t)m->clock.game * 1000;
}
