/* Checks that a position read from outside is consistent: the question fits its phase, its seat and
 * the unfinished turn, and the counters fit the rules. A position that passes can be played to the
 * end, and can be written and read again at every step. */
#include "games/arcane/json.h"

/* Sets are sold in two phases (A6, A8.1), so Dafana is asked in both. Effects belong to the Sell
 * phase. */
static int fits_phase(const struct arcane_state *s)
{
    switch (s->question) {
    case Q_REVEAL: return s->phase == PHASE_STOCK;
    case Q_BRIBE: return s->phase == PHASE_BRIBE;
    case Q_REMOVE:
    case Q_NINX: return s->phase == PHASE_INSPECTION;
    case Q_SELL:
    case Q_SLIDE:
    case Q_DAFANA: return s->phase == PHASE_INSPECTION || s->phase == PHASE_SELL;
    default: return s->phase == PHASE_SELL;
    }
}

/* Questions go to the player whose turn it is; only Dafana is asked in other players' turns too. A
 * wizard's question needs that wizard (A11), and the discard of A10.3 needs two players. */
static int fits_seat(const struct arcane_state *s)
{
    int wizard = s->player[s->asked].wizard;
    switch (s->question) {
    case Q_DAFANA:
        return wizard == DAFANA && s->player[s->asked].infamy > 0 &&
               s->player[s->asked].gold >= s->cards.fx[FX_DAFANA_GOLD];
    case Q_EFFECT: return wizard == MEEBLEMORE && s->asked == s->turn;
    case Q_REMOVE: return wizard == GLYNNA && s->asked == s->turn && s->unseen_n == 0;
    case Q_NINX: return wizard == NINX && s->asked == s->turn;
    case Q_KEEP: return s->players == 2 && s->asked == s->turn;
    default: return s->asked == s->turn;
    }
}

/* An effect asks only while its item lies revealed in the slot where it was just played. */
static int slot_holds(const struct arcane_state *s, int item)
{
    const struct arcane_player *p = &s->player[s->turn];
    return s->at.slot != NONE && house_up(p, item) >> s->at.slot & 1;
}

/* Some item was just played; the question does not depend on which. */
static int slot_holds_played(const struct arcane_state *s)
{
    const struct arcane_player *p = &s->player[s->turn];
    return s->at.slot != NONE && house_revealed(p) >> s->at.slot & 1;
}

/* The Lockbox gives a hidden item (A2). */
static int own_is_hidden(const struct arcane_state *s)
{
    const struct arcane_player *p = &s->player[s->turn];
    return s->at.own != NONE && house_hidden(p) >> s->at.own & 1;
}

/* Dolls to be placed are among the cards set aside, so there must be enough of them (A7.6). */
static int fits_doll(const struct arcane_state *s)
{
    return s->at.sold == HAUNTED_DOLL && s->at.dolls > 0 && s->at.dolls <= s->aside[HAUNTED_DOLL];
}

/* Each cause needs what led to its question. Whether there is a seat to choose is checked by
 * arcane_legal. */
static int fits_target(const struct arcane_state *s)
{
    switch (s->at.cause) {
    case HYPNOTIC_TOAD: return slot_holds(s, HYPNOTIC_TOAD);
    case DRAGONS_EGG: return s->at.sold == DRAGONS_EGG;
    case HAUNTED_DOLL: return fits_doll(s);
    case PANDORAS_LOCKBOX: return own_is_hidden(s);
    case SACRED_CHALICE: return house_playable(&s->player[s->turn]) != 0;
    default: return 0;
    }
}

/* The cards of the diagonal are gone, but the rest has not closed up yet (A6.6). */
static int fits_slide(const struct arcane_state *s)
{
    const struct arcane_player *p = &s->player[s->turn];
    if (s->at.line == NONE || s->at.sold == NONE || house_size(p) != CELLS)
        return 0;
    for (uint32_t slots = house_line(p, s->at.line); slots; slots &= slots - 1)
        if (p->cell[bit_lowest(slots)] != CELL_NONE)
            return 0;
    return s->at.dolls <= s->aside[HAUNTED_DOLL];
}

int arcane_seen_stash(const struct arcane_state *s)
{
    return s->question == Q_TAKE && s->at.cause == SACRED_CHALICE ? s->at.target : NONE;
}

/* In a view, a hidden card may be one that the player whose turn it is has seen. */
static int chalice_has_looked(const struct arcane_state *s)
{
    const struct arcane_player *p = &s->player[s->at.target];
    for (int i = 0; i < p->stash_n; i++)
        if (p->stash[i] != ITEM_UNDECIDED && !(p->stash_known[i] >> s->turn & 1))
            return 0;
    return 1;
}

/* Without a slot to play into, a special item fizzles and asks nothing (A5.8). arcane_legal checks
 * whether there is an item to take. */
static int fits_take(const struct arcane_state *s)
{
    if (!house_playable(&s->player[s->turn]))
        return 0;
    if (s->at.cause == SACRED_CHALICE)
        return s->at.target != NONE && s->at.target != s->turn && chalice_has_looked(s);
    return s->at.cause == MYSTICAL_LAMP || s->at.cause == WIZARDS_WATCH;
}

/* Either an item is played, and only a Boomerang can be returning (A7.5); or a sold Doll goes into
 * another player's storehouse (A7.6). */
static int fits_slot(const struct arcane_state *s)
{
    if (s->at.played != NONE)
        return !s->at.returning || s->at.played == MAGIC_BOOMERANG;
    return s->at.cause == HAUNTED_DOLL && fits_doll(s) && s->at.target != NONE &&
           s->at.target != s->turn;
}

/* Checks that the members of the unfinished turn could have led to this question. members_needed
 * tells which members there must be. */
static int fits_half_turn(const struct arcane_state *s)
{
    switch (s->question) {
    case Q_SLOT: return fits_slot(s);
    case Q_EFFECT:
        return slot_holds_played(s) &&
               arcane_item(cell_item(s->player[s->turn].cell[s->at.slot]))->when & WHEN_PLAYED;
    case Q_PEEK: return slot_holds(s, CRYSTAL_BALL);
    case Q_CAULDRON: return slot_holds(s, BUBBLING_CAULDRON);
    case Q_TARGET: return fits_target(s);
    case Q_SWAP:
        return s->at.cause == HYPNOTIC_TOAD && s->at.target != NONE && slot_holds(s, HYPNOTIC_TOAD);
    case Q_SELL: return s->phase == PHASE_SELL ? slot_holds_played(s) : s->at.slot == NONE;
    case Q_SLIDE: return fits_slide(s);
    case Q_TAKE: return fits_take(s);
    case Q_OWN: return s->at.cause == PANDORAS_LOCKBOX;
    case Q_THEIRS: return own_is_hidden(s) && s->at.target != NONE && s->at.target != s->turn;
    case Q_DAFANA: return s->at.slot == NONE;
    default: return 1;
    }
}

/* ---- what a half-done turn may hold ---- */

/* The members of an unfinished turn, a bit each. */
enum fit_member {
    HAS_CAUSE = 1,
    HAS_PLAYED = 2,
    HAS_SLOT = 4,
    HAS_REPLACED = 8,
    HAS_LINE = 16,
    HAS_SOLD = 32,
    /* Dolls still to be placed, and the seats that have got one. */
    HAS_DOLLS = 64,
    HAS_TARGET = 128,
    HAS_OWN = 256,
    HAS_OFFER = 512
};

/* The members that do not have their default value. */
static int members_of(const struct arcane_turn *at)
{
    return (at->cause != NONE ? HAS_CAUSE : 0) | (at->played != NONE ? HAS_PLAYED : 0) |
           (at->slot != NONE ? HAS_SLOT : 0) | (at->replaced != CELL_NONE ? HAS_REPLACED : 0) |
           (at->line != NONE ? HAS_LINE : 0) | (at->sold != NONE ? HAS_SOLD : 0) |
           (at->dolls || at->dolled ? HAS_DOLLS : 0) | (at->target != NONE ? HAS_TARGET : 0) |
           (at->own != NONE ? HAS_OWN : 0) | (at->offer_n ? HAS_OFFER : 0);
}

/* In the Sell phase the replaced item waits while a set is sold; during an inspection there is
 * none. */
static int during_sale(const struct arcane_state *s)
{
    return s->phase == PHASE_SELL ? HAS_SOLD | HAS_REPLACED : HAS_SOLD;
}

/* The Toad asks before the sale, Egg and Doll during it. Special items ask before anything is
 * played. */
static int target_members(const struct arcane_state *s)
{
    switch (s->at.cause) {
    case HYPNOTIC_TOAD: return HAS_CAUSE | HAS_SLOT | HAS_REPLACED;
    case DRAGONS_EGG: return HAS_CAUSE | during_sale(s);
    case HAUNTED_DOLL: return HAS_CAUSE | HAS_DOLLS | during_sale(s);
    case PANDORAS_LOCKBOX: return HAS_CAUSE | HAS_OWN;
    default: return HAS_CAUSE;
    }
}

/* The Lamp's items are in the offer. The Watch takes from the discard, the Chalice from a stash. */
static int take_members(const struct arcane_state *s)
{
    switch (s->at.cause) {
    case MYSTICAL_LAMP: return HAS_CAUSE | HAS_OFFER;
    case SACRED_CHALICE: return HAS_CAUSE | HAS_TARGET;
    default: return HAS_CAUSE;
    }
}

/* Exactly the members that each question needs. A missing one could not be guessed, and an extra
 * one would be lost. */
static int members_needed(const struct arcane_state *s)
{
    switch (s->question) {
    case Q_SLOT:
        return s->at.played != NONE ? HAS_PLAYED
                                    : HAS_CAUSE | HAS_DOLLS | HAS_TARGET | during_sale(s);
    case Q_EFFECT:
    case Q_PEEK:
    case Q_CAULDRON: return HAS_SLOT | HAS_REPLACED;
    case Q_TARGET: return target_members(s);
    case Q_SWAP: return HAS_CAUSE | HAS_SLOT | HAS_REPLACED | HAS_TARGET;
    case Q_SELL: return s->phase == PHASE_SELL ? HAS_SLOT | HAS_REPLACED : 0;
    case Q_SLIDE: return HAS_LINE | during_sale(s) | (s->at.dolls ? HAS_DOLLS : 0);
    case Q_TAKE: return take_members(s);
    case Q_OWN: return HAS_CAUSE;
    case Q_THEIRS: return HAS_CAUSE | HAS_OWN | HAS_TARGET;
    case Q_DAFANA: return during_sale(s);
    default: return 0;
    }
}

/* Marks of returned Boomerangs are cleared at the end of the turn (A7.5), so other phases have
 * none. */
static int only_returning_when_played(const struct arcane_state *s)
{
    const struct arcane_turn *at = &s->at;
    if (at->returning && at->played != MAGIC_BOOMERANG)
        return 0;
    if (s->phase == PHASE_SELL)
        return 1;
    for (int i = 0; i < CELLS; i++)
        if (s->player[s->turn].cell[i] & CELL_RETURNED)
            return 0;
    return 1;
}

/* ---- phases ---- */

/* Laps, trigger and tracker are reset when Stock begins. */
static int counters_are_reset(const struct arcane_state *s)
{
    return s->turns == 0 && s->triggered == NONE && s->tracker == (s->players == 2);
}

/* During Stock nothing else is on the table (A4). Players before the present one have turned up two
 * items; the others have not. */
static const char *check_stock(const struct arcane_state *s)
{
    if (!counters_are_reset(s))
        return "laps, trigger and tracker are reset when Stock begins (A5.7, A10.2)";
    if (s->discard_n || s->top_n || s->has_own)
        return "during Stock there is neither a discard nor a remade deck (A4)";
    for (int i = 0; i < ITEM_COUNT; i++)
        if (s->aside[i])
            return "during Stock nothing is set aside (A4.1)";
    int turned = 1, cells = arcane_house_cells(s);
    for (int i = 0, seat = s->first; i < s->players; i++, seat = seat_after(s, seat)) {
        const struct arcane_player *p = &s->player[seat];
        turned &= seat != s->turn;
        if (p->stash_n || house_size(p) != cells || house_filled(p) != bits_below(cells))
            return "during Stock everyone has a full storehouse and no stash (A4.2)";
        for (int k = 0; k < cells && !turned; k++)
            if (p->cell[k] != ITEM_UNDECIDED)
                return "players still to reveal have undecided items only (A4.3)";
    }
    return s->market[0] == ITEM_NONE && s->market[1] == ITEM_NONE && s->market[2] == ITEM_NONE
               ? NULL
               : "during Stock the Market is empty (A12.1)";
}

/* Players who have been inspected have no hidden items (A8.1). The present one may still have some,
 * but only while Glynna is asked. Ninx is asked after all players. */
static const char *check_inspection(const struct arcane_state *s)
{
    for (int i = 0, seat = s->first; i < s->players; i++, seat = seat_after(s, seat)) {
        if (s->question != Q_NINX && seat == s->turn && s->question == Q_REMOVE)
            break;
        if (house_hidden(&s->player[seat]))
            return "a player who has been inspected cannot have hidden items (A8.1)";
        if (s->question != Q_NINX && seat == s->turn)
            break;
    }
    return NULL;
}

/* ---- counters ---- */

/* The place of a seat in turn order; the first player's is 0. */
static int seat_order(const struct arcane_state *s, int seat)
{
    return (seat + s->players - s->first) % s->players;
}

/* The laps, including one not yet completed, must not exceed the cap (A5.7). After a trigger,
 * another lap is completed only if the triggering player comes before the present one, or is that
 * one, in turn order. */
static int laps_fit(const struct arcane_state *s)
{
    int more = s->phase == PHASE_SELL &&
               (s->triggered == NONE || seat_order(s, s->triggered) <= seat_order(s, s->turn));
    return s->turns + more <= s->cards.turn_cap;
}

/* The tracker stays at 20 at most until somebody triggers; a turn of the second player after that
 * makes it 21 (A10.2). */
static int tracker_fits(const struct arcane_state *s)
{
    int counting = s->phase == PHASE_SELL && (s->triggered == NONE || s->turn != s->first);
    return s->players != 2 || s->tracker + counting <= arcane_two_latest(s) + 1;
}

/* Glynna sets aside one card a round. If one is set aside already, she must have had her turn in
 * the inspection, or not be in the game. */
static int unseen_fits(const struct arcane_state *s)
{
    int to_come = 0;
    for (int seat = 0; seat < s->players; seat++)
        if (s->player[seat].wizard == GLYNNA)
            to_come =
                s->phase == PHASE_SELL || (s->phase == PHASE_INSPECTION && s->question != Q_NINX &&
                                           seat_order(s, seat) > seat_order(s, s->turn));
    return !s->unseen_n || (s->phase != PHASE_STOCK && !to_come);
}

/* Counters past the end of a game or a round are refused, because every accepted state must come to
 * an end. Bribes come only before another round. */
static const char *check_counters(const struct arcane_state *s)
{
    if (s->round + (s->phase == PHASE_BRIBE) > arcane_last_round(s))
        return "the game would have ended in an earlier round (A1.end)";
    if (!laps_fit(s))
        return "the inspection would have come after an earlier lap (A5.7)";
    if (!tracker_fits(s))
        return "the inspection would have come after an earlier turn (A10.2)";
    if (!unseen_fits(s))
        return "Glynna sets aside one unseen card a round, at the inspection (A11)";
    if (!arcane_dealable(s))
        return "these cards cannot be dealt to these players (A13)";
    return NULL;
}

/* ---- the whole ---- */

/* Phase and seat come first, because the other checks rely on them. A question without an answer
 * would not have been asked. */
static const char *check_question(const struct arcane_state *s)
{
    if (!fits_phase(s))
        return "that question is not asked in this phase";
    if (!fits_seat(s))
        return "that question is not asked of this seat";
    if (members_of(&s->at) != members_needed(s) || !only_returning_when_played(s))
        return "the question has missing or extra members";
    if (!fits_half_turn(s))
        return "something the question refers to is not in the state";
    return arcane_legal(s, s->asked) ? NULL : "that question has no legal answer in this state";
}

/* A finished game has no question, but winners. All other phases have a question and no winners. */
const char *arcane_check_position(const struct arcane_state *s)
{
    const char *wrong = check_counters(s);
    if (wrong)
        return wrong;
    if (s->phase == PHASE_OVER)
        return s->winners == arcane_leaders(s) ? NULL : "the winners do not match the scores (A1)";
    if (s->winners)
        return "there are winners, but the game is not over (A1)";
    if ((wrong = check_question(s)))
        return wrong;
    if (s->phase == PHASE_STOCK)
        return check_stock(s);
    return s->phase == PHASE_INSPECTION ? check_inspection(s) : NULL;
}
