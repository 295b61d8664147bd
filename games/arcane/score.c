/* Gold and infamy (A3). Every gain of gold goes through gain_gold, which applies the Sword. */
#include "games/arcane/rules.h"

/* For whoever wants to know a gain before it happens: odds, questions. */
int arcane_line_pays(const struct arcane_state *s, const struct arcane_player *p, int line)
{
    int gold = s->cards.gold[house_line_sells(p, line)];
    gold += p->wizard == BYROS ? s->cards.fx[FX_BYROS_GOLD] : 0;
    return arcane_gained(s, p, house_line(p, line), gold);
}

int arcane_ninx_gains(const struct arcane_state *s, const struct arcane_player *p, int slot)
{
    int worth = s->cards.infamy[cell_item(p->cell[slot])] * arcane_ninx_gold(s);
    return worth > 0 ? arcane_gained(s, p, 0, worth) : -int_min(-worth, p->gold);
}

/* The event has the amount gained after the Sword; what the Sword took is an event of its own
 * before it. Play cannot reach the upper limit, which only keeps a state set up by hand from
 * overflowing. */
void gain_gold(struct arcane_resolution *r, int seat, int amount, int kind)
{
    int gained = amount > 0 ? arcane_gained(r->s, &r->s->player[seat], 0, amount) : 0;
    r->s->player[seat].gold = int_min(r->s->player[seat].gold + gained, MAX_GOLD);
    if (gained < amount)
        tell_n(r, EV_SWORD, seat, amount - gained);
    tell_n(r, kind, seat, gained);
}

/* A player with less gold loses what they have, and the event has that amount (A3.1). */
void lose_gold(struct arcane_resolution *r, int seat, int amount, int kind)
{
    struct arcane_player *p = &r->s->player[seat];
    int lost = int_min(amount, p->gold);
    p->gold -= lost;
    tell_n(r, kind, seat, lost);
}

/* Infamy wraps after a lap of 25; each lap adds a fine marker, two at most (A3.2, A3.3). With two
 * markers infamy stops at 24 and the rest is lost. The whole gain is told before its markers. */
void gain_infamy(struct arcane_resolution *r, int seat, int amount, int kind)
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
void lose_infamy(struct arcane_resolution *r, int seat, int amount, int kind)
{
    struct arcane_player *p = &r->s->player[seat];
    int lost = int_min(amount, p->infamy);
    p->infamy = (uint8_t)(p->infamy - lost);
    tell_n(r, kind, seat, lost);
}
