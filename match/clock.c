/* The clocks of a match. No system clock is read here: each entry has its time, and each function
 * that asks about time is given it.
 *
 * A seat's time runs while a person sits there, plays, and has an open question. `since` is the
 * time the question was asked, `left` what the game clock had left then. The move clock starts
 * again with every question. When the question is answered, asked again or withdrawn, the time
 * since `since` is subtracted from the game clock. No time runs while the witness is asked.
 *
 * Who leaves and comes back gets the same question again and what is left for it: `spent` is what
 * it has used up. So does who takes back a move without anyone's consent, or the others could be
 * kept waiting for ever; the clock starts again when the game is further than it was. If the others
 * have agreed, or there are none, all clocks start again at once. Version 0.1.0 started the move
 * clock again, so its matches still do: their logs have answers that would now be too late. */
#include "match/clock_inside.h"

#include "match/inside.h"
#include "match/match.h"
#include "match/undo_inside.h"
#include "match/watched.h"

/* Time never goes back within a match, and stays within the years that can be written. ASIDE
 * entries do not move it. */
int64_t clock_at(const struct match *m, int64_t now)
{
    int64_t at = now > m->touched ? now : m->touched;
    return at < MATCH_LATEST ? at : MATCH_LATEST;
}

static int has_question(const struct match *m, int seat)
{
    return m->phase == MATCH_RUNNING && m->seat[seat].asked && match_person_plays(m, seat);
}

/* How much of the seat's time has run since `since`. 0 for a bot, and for a person who is away.
 * While a witness is asked it stops at the choice. */
static int64_t ran(const struct match *m, int seat, int64_t at)
{
    int64_t stop = match_waits(m) && m->watch->choice.at < at ? m->watch->choice.at : at;
    return has_question(m, seat) && stop > m->seat[seat].since ? stop - m->seat[seat].since : 0;
}

/* Newer rules have lower numbers. */
static int keeps_spent(const struct match *m)
{
    return m->rules < RULES_0_1_0;
}

static int64_t move_ms(const struct match *m)
{
    return (int64_t)m->clock.move * 1000;
}

/* Books the time up to `at` and starts counting anew, so it may be called at any moment, and twice.
 * The game clock stops at 0, and `spent` at the whole move clock. */
void clock_charge(struct match *m, int seat, int64_t at)
{
    struct match_seat *s = &m->seat[seat];
    int64_t ms = ran(m, seat, at);
    if (m->clock.game)
        s->left = s->left > ms ? s->left - ms : 0;
    if (keeps_spent(m))
        s->spent = s->spent + ms < move_ms(m) ? s->spent + ms : move_ms(m);
    s->since = at;
}

void clock_stop(struct match *m, int seat, int64_t at)
{
    struct match_seat *s = &m->seat[seat];
    clock_charge(m, seat, at);
    /* What was given before the question counts for it. */
    if (s->asked && m->moves >= s->renewed)
        s->mercy = 0;
}

/* A new question: a new move clock, unless the seat has taken a move back and is not further than
 * it was. */
void clock_renew(struct match *m, int seat, int64_t at)
{
    clock_stop(m, seat, at);
    if (m->moves >= m->seat[seat].renewed)
        m->seat[seat].spent = 0;
}

/* Called before the moves are removed. `further` is how many moves the game must have for a new
 * clock: one more for the seat itself. */
void clock_undo(struct match *m, int seat)
{
    int unasked = undo_asked(m, seat) && !undo_granted(m);
    for (int i = 0; i < m->players; i++) {
        uint32_t further = m->moves + (i == seat), *renewed = &m->seat[i].renewed;
        *renewed = !unasked ? 0 : *renewed > further ? *renewed : further;
    }
}

/* A player who comes back gets at least 30 seconds, or the whole move clock if that is shorter:
 * with an empty clock they could not play at all. For one question that happens once, or nobody
 * would have to answer it. `late` and `poor` look at the clocks as they stand; neither is ever
 * shortened here. */
void clock_return(struct match *m, int seat, int64_t at)
{
    struct match_seat *s = &m->seat[seat];
    int64_t most = move_ms(m) > MATCH_MERCY ? move_ms(m) - MATCH_MERCY : 0;
    int poor = m->clock.game && s->left < MATCH_MERCY;
    int late = s->asked && s->spent > most;
    s->since = at;
    if (s->mercy)
        return;
    s->mercy = keeps_spent(m) && (poor || late);
    s->left = poor ? MATCH_MERCY : s->left;
    s->spent = late ? most : s->spent;
}

/* What the seat has for the open question, from `since` on. */
static int64_t time_for(const struct match *m, int seat)
{
    const struct match_seat *s = &m->seat[seat];
    int64_t left = m->clock.move ? move_ms(m) - s->spent : INT64_MAX;
    return m->clock.game && s->left < left ? s->left : left;
}

/* 1: the seat has had its mercy and used it up. Then its person cannot come back to this
 * question. */
int clock_is_out(const struct match *m, int seat)
{
    return m->seat[seat].asked && m->seat[seat].mercy && time_for(m, seat) == 0;
}

/* INT64_MAX: no limit, nothing asked, or time stands still. */
int64_t match_until(const struct match *m, int seat)
{
    int64_t left = time_for(m, seat);
    if (!has_question(m, seat) || match_waits(m) || left == INT64_MAX)
        return INT64_MAX;
    return m->seat[seat].since + left;
}

/* -1: the table has no game clock. In milliseconds, as of the last time it was charged. */
int64_t match_left(const struct match *m, int seat)
{
    if (!m->clock.game)
        return -1;
    return m->begun ? m->seat[seat].left : (int64_t)m->clock.game * 1000;
}
