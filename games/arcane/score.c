/* Gold and infamy (A3). Every gain of gold goes through gain_gold, which applies the Sword. */
#include "games/arcane/rules.h"

/* What is left of a gain while a Sword lies revealed (A1.sword, A2, A7.4). Two Swords limit it
 * once. */
static int gold_gained(const struct arcane_state *s, int seat, int amount)
{
    return house_up(&s->player[seat], SOVEREIGN_SWORD) ? arcane_after_sword(s, amount) : amount;
}

/* The event has the amount gained after the Sword; what the Sword took is an event of its own
 * before it. Play cannot reach the upper limit, which only keeps a state set up by hand from
 * overflowing. */
void gain_gold(struct ruling *r, int seat, int amount, int kind)
{
    int gained = amount > 0 ? gold_gained(r->s, seat, amount) : 0;
    r->s->player[seat].gold = int_min(r->s->player[seat].gold + gained, MAX_GOLD);
    if (gained < amount)
        tell_n(r, EV_SWORD, seat, amount - gained);
    tell_n(r, kind, seat, gained);
}

/* A player with less gold loses what they have, and the event has that amount (A3.1). */
void lose_gold(struct ruling *r, int seat, int amount, int kind)
{
    struct arcane_player *p = &r->s->player[seat];
    int lost = int_min(amount, p->gold);
    p->gold -= lost;
    tell_n(r, kind, seat, lost);
}

/* Infamy wraps after a lap of 25; each lap adds a fine marker, two at most (A3.2, A3.3). With two
 * markers infamy stops at 24 and the rest is lost. The whole gain is told before its markers. */
void gain_infamy(struct ruling *r, int seat, int amount, int kind)
{
    struct arcane_player *p = &r->s->player[seat];
    int infamy = p->infamy + amount, lap = arcane_infamy_lap(r->s);
    tell_n(r, kind, seat, amount);
    while (infamy >= lap && p->fines < arcane_markers_most(r->s)) {
        infamy -= lap;
        p->fines++;
        tell_n(r, lap == AN_infamy_lap ? EV_MARKER : EV_MARKER_LAP, seat, p->fines);
    }
    p->infamy = (uint8_t)int_min(infamy, lap - 1);
}

/* Infamy stops at 0, and markers are never given back (A3.3). */
void lose_infamy(struct ruling *r, int seat, int amount, int kind)
{
    struct arcane_player *p = &r->s->player[seat];
    int lost = int_min(amount, p->infamy);
    p->infamy = (uint8_t)(p->infamy - lost);
    tell_n(r, kind, seat, lost);
}
