/* Inspection and bribes (A8, A9.3), and the end of the game (A1). */
#include "games/arcane/rules.h"

/* A8.1: in turn order from the round's first player, whoever triggered. */
void inspection_begin(struct arcane_resolution *r)
{
    r->s->phase = PHASE_INSPECTION;
    r->s->turn = r->s->first;
    tell_n(r, EV_INSPECTION, EVENT_NONE, r->s->round);
    r->step = STEP_INSPECT;
}

/* Glynna sets one hidden item aside, unseen, just before the others are revealed (A11). She must,
 * unless she has none. */
void inspect_step(struct arcane_resolution *r)
{
    const struct arcane_state *s = r->s;
    if (s->player[s->turn].wizard == GLYNNA && arcane_glynna_items(s))
        ask(r, Q_REMOVE, s->turn, STEP_UNCOVER);
    else
        r->step = STEP_UNCOVER;
}

/* An undecided item stays undecided, because nobody looks at it (A14). Players who had peeked at it
 * see its name in the event. The empty cell stays in the shape and breaks the lines through it
 * (A6.6). */
void answer_remove(struct arcane_resolution *r, int slot)
{
    struct arcane_state *s = r->s;
    struct arcane_player *p = &s->player[s->turn];
    s->unseen_n = 1;
    s->unseen = p->cell[slot];
    s->unseen_known = p->known[slot];
    p->cell[slot] = CELL_NONE;
    p->known[slot] = 0;
    if (sink_of(r)) {
        struct event e = event_of(EV_REMOVED, s->turn);
        e.seen = s->unseen_known;
        e.item = s->unseen == ITEM_UNDECIDED ? EVENT_NONE : s->unseen;
        e.a = (uint8_t)slot;
        event_push(sink_of(r), e);
    }
    r->step = STEP_UNCOVER;
}

/* In ascending order of slots, in which chance decides them (A14.6). Everyone knows a revealed
 * card, so its set of knowing seats is cleared. */
void uncover_step(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    struct arcane_player *p = &s->player[s->turn];
    for (uint32_t hidden = house_hidden(p); hidden; hidden &= hidden - 1) {
        int slot = bit_lowest(hidden);
        if (p->cell[slot] == ITEM_UNDECIDED)
            p->cell[slot] = (uint8_t)pool_decide(r);
        p->cell[slot] |= CELL_UP;
        p->known[slot] = 0;
        tell_item(r, EV_UNCOVERED, s->turn, cell_item(p->cell[slot]), EVENT_ALL_SEE, slot);
    }
    r->step = STEP_INSPECT_SALE;
}

/* Totals wait until all players have revealed and sold (A8.1, A8.2). */
void inspect_next_step(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    s->turn = (uint8_t)seat_after(s, s->turn);
    r->step = s->turn == s->first ? STEP_TOTALS : STEP_INSPECT;
}

/* The infamy of the items left, which may be negative (A8.2). Glynna's removed item does not count.
 * Called again for the penalty (A8.4): nothing between changes a storehouse. */
static int total_infamy(const struct arcane_state *s, int seat)
{
    const struct arcane_player *p = &s->player[seat];
    int total = 0;
    for (uint32_t left = house_filled(p); left; left &= left - 1)
        total += s->cards.infamy[cell_item(p->cell[bit_lowest(left)])];
    return total;
}

/* The seat that plays this wizard, or NONE. */
static int seat_of_wizard(const struct arcane_state *s, int wizard)
{
    for (int seat = 0; seat < s->players; seat++)
        if (s->player[seat].wizard == wizard)
            return seat;
    return NONE;
}

/* A total below 0 is told by itself, because less infamy may be lost. */
static void count_total(struct arcane_resolution *r, int seat)
{
    int total = total_infamy(r->s, seat);
    if (total >= 0) {
        gain_infamy(r, seat, total, EV_INFAMY_TOTAL);
        return;
    }
    tell_n(r, EV_TOTAL_BELOW, seat, total);
    lose_infamy(r, seat, -total, EV_LOST_TOTAL);
}

/* Counts all totals before Ninx is asked; the penalty comes after her (A8.2 to A8.4). A total of 0
 * is told too, so that players see that the inspection cost nothing. */
void totals_step(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    for (int i = 0, seat = s->first; i < s->players; i++, seat = seat_after(s, seat))
        count_total(r, seat);
    int ninx = seat_of_wizard(s, NINX);
    r->step = STEP_PENALTY;
    if (ninx == NONE)
        return;
    s->turn = (uint8_t)ninx;
    ask(r, Q_NINX, ninx, STEP_PENALTY);
}

/* The player gains the item's infamy in gold, or loses gold if it is negative (A8.3, A11). The item
 * stays, and its infamy has been counted already. */
void answer_ninx(struct arcane_resolution *r, int slot)
{
    struct arcane_state *s = r->s;
    int item = cell_item(s->player[s->turn].cell[slot]);
    int worth = s->cards.infamy[item] * arcane_ninx_gold(s);
    tell_item(r, EV_NINX, s->turn, item, EVENT_ALL_SEE, slot);
    if (worth >= 0)
        gain_gold(r, s->turn, worth, EV_GOLD_NINX);
    else
        lose_gold(r, s->turn, -worth, EV_LOST_NINX);
    r->step = STEP_PENALTY;
}

/* Compares totals as signed numbers, before infamy stops at 0 or wraps; a tie is enough (A8.4).
 * They are computed again from the storehouses, which have not changed since totals_step. */
static int has_least_total(const struct arcane_state *s, int seat)
{
    int own = total_infamy(s, seat);
    for (int other = 0; other < s->players; other++)
        if (total_infamy(s, other) < own)
            return 0;
    return 1;
}

/* Each marker costs 25 gold, or what the player has (A3.1, A8.5). All markers are handed in, even
 * if they are not paid in full. */
static void pay_fines(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    for (int i = 0, seat = s->first; i < s->players; i++, seat = seat_after(s, seat)) {
        if (!s->player[seat].fines)
            continue;
        lose_gold(r, seat, arcane_fine(s) * s->player[seat].fines, EV_FINE);
        s->player[seat].fines = 0;
    }
}

/* Rules 0.1.0 had the same guard for every goal. */
int arcane_guard(const struct arcane_state *s)
{
    int to_goal = s->cards.edition == EDITION_HUNDRED && !s->cards.rounds;
    int hundreds = s->cards.rules >= RULES_0_1_0 ? 1 : s->cards.goal / 100;
    return to_goal ? hundreds * arcane_guard_rounds(s) : 0;
}

int arcane_last_round(const struct arcane_state *s)
{
    if (s->cards.edition == EDITION_THREE)
        return arcane_rounds_three(s);
    return s->cards.rounds ? s->cards.rounds : arcane_guard(s);
}

/* Gold after fines is compared with the goal, and reaching it exactly is enough (A1.goal). */
static int goal_reached(const struct arcane_state *s)
{
    for (int seat = 0; seat < s->players; seat++)
        if (s->player[seat].gold >= arcane_goal(s))
            return 1;
    return 0;
}

int arcane_guard_ended(const struct arcane_state *s)
{
    return s->phase == PHASE_OVER && arcane_guard(s) && !goal_reached(s);
}

/* With a fixed number of rounds the goal does not count (A1.end, A1.rounds, A1.guard). */
static int game_ends(const struct arcane_state *s)
{
    return s->round >= arcane_last_round(s) || (arcane_guard(s) && goal_reached(s));
}

/* The most gold wins, then the least infamy; a tie is shared (A1.winner). In one pass: a better
 * seat replaces the set, an equal one joins it. */
uint32_t arcane_leaders(const struct arcane_state *s)
{
    uint32_t leaders = 1;
    int best = 0;
    for (int seat = 1; seat < s->players; seat++) {
        int more = s->player[seat].gold - s->player[best].gold;
        int less = s->player[best].infamy - s->player[seat].infamy;
        if (more > 0 || (more == 0 && less > 0)) {
            best = seat;
            leaders = 0;
        }
        if (more > 0 || (more == 0 && less >= 0))
            leaders |= 1u << seat;
    }
    return leaders;
}

/* In a finished game no question is open and it is nobody's turn. */
static void game_over(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    s->phase = PHASE_OVER;
    s->turn = NONE;
    s->winners = (uint8_t)arcane_leaders(s);
    if (arcane_guard_ended(s))
        tell_n(r, EV_GUARD, EVENT_NONE, s->round);
    for (uint32_t w = s->winners; w; w &= w - 1)
        tell_n(r, EV_WON, bit_lowest(w), s->player[bit_lowest(w)].gold);
    r->step = STEP_WAIT;
}

/* A triggering player without the least total gains 10 more infamy; if nobody triggered, there is
 * no penalty (A5.7, A8.4, A10.2). That infamy may bring a marker, so fines are paid after it
 * (A8.5), and the game may end after the fines (A8.6). */
void penalty_step(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    if (s->triggered != NONE && !has_least_total(s, s->triggered))
        gain_infamy(r, s->triggered, arcane_penalty(s), EV_INFAMY_PENALTY);
    pay_fines(r);
    if (game_ends(s)) {
        game_over(r);
        return;
    }
    s->phase = PHASE_BRIBE;
    s->turn = s->first;
    r->step = STEP_BRIBE;
}

/* There is always an answer, because a player may pass. */
void bribe_step(struct arcane_resolution *r)
{
    ask(r, Q_BRIBE, r->s->turn, STEP_WAIT);
}

/* Two gold for each point of infamy; no answer brings gold or infamy below 0 (A9.3). After the last
 * player the first-player token passes to the left, and the next round is stocked (A4). */
void answer_bribe(struct arcane_resolution *r, int points)
{
    struct arcane_state *s = r->s;
    struct arcane_player *p = &s->player[s->turn];
    int gold = points * arcane_bribe_price(s);
    p->gold -= gold;
    p->infamy = (uint8_t)(p->infamy - points);
    tell_n(r, points ? EV_BRIBED : EV_PASSED, s->turn, gold);
    s->turn = (uint8_t)seat_after(s, s->turn);
    r->step = STEP_BRIBE;
    if (s->turn == s->first) {
        s->first = (uint8_t)seat_after(s, s->first);
        s->round++;
        r->step = STEP_STOCK;
    }
}
