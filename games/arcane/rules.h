/* The inside of Arcane Alley's rules: what their files share. Only games/arcane includes it.
 *
 * How an answer is carried out: arcane_apply calls the answer function of the question. That
 * function changes the state and sets `step`, the next thing to do. `flow.c` then takes steps until
 * one of them asks a question (STEP_WAIT). Steps are not stored: between two answers, the question,
 * the phase and `s->at` hold everything. */
#ifndef CHARLATAN_GAMES_ARCANE_RULES_H
#define CHARLATAN_GAMES_ARCANE_RULES_H

#include "games/arcane/facts.h"

enum arcane_step {
    STEP_WAIT,
#define STEP(e, name, often) STEP_##e,
#include "games/arcane/steps.def"
#undef STEP
    STEP_END
};
_Static_assert(STEP_END == (int)ARCANE_STEPS, "arcane.h");

/* One answer that is being carried out. `sink` may be NULL. */
struct arcane_resolution {
    struct arcane_state *s;
    struct chance *c;
    struct events *sink;
    /* The next thing to do: enum arcane_step. */
    int step;
};

/* Where events go, or NULL. */
static inline struct events *sink_of(const struct arcane_resolution *r)
{
    return events_read_by(r->sink);
}

/* ---- the steps, in the files of their rules ---- */

#define STEP(e, name, often) often void name##_step(struct arcane_resolution *r);
#include "games/arcane/steps.def"
#undef STEP

/* ---- seats ---- */

/* A set of seats has one bit for each seat, with seat 0 lowest. */
static inline uint32_t all_seats(const struct arcane_state *s)
{
    return (1u << s->players) - 1;
}

/* ---- events ---- */

/* Tells an event that names only a seat. Without a sink these functions do nothing; playouts have
 * none. */
static inline void tell(struct arcane_resolution *r, int kind, int seat)
{
    if (sink_of(r))
        event_push(sink_of(r), event_of(kind, seat));
}

/* An event with an amount: gold, infamy, cards, or the round. */
static inline void tell_n(struct arcane_resolution *r, int kind, int seat, int n)
{
    if (sink_of(r)) {
        struct event e = event_of(kind, seat);
        e.n = n;
        event_push(sink_of(r), e);
    }
}

/* An event with an item that only the seats in `seen` may know; EVENT_ALL_SEE: everyone. */
static inline void tell_item(struct arcane_resolution *r, int kind, int seat, int item,
                             uint32_t seen, int slot)
{
    if (sink_of(r)) {
        struct event e = event_of(kind, seat);
        e.item = (uint8_t)item;
        e.seen = (uint8_t)seen;
        e.a = (uint8_t)slot;
        event_push(sink_of(r), e);
    }
}

/* An event between two seats, with an item that everyone sees. */
static inline void tell_other(struct arcane_resolution *r, int kind, int seat, int other, int item,
                              int slot)
{
    if (sink_of(r)) {
        struct event e = event_of(kind, seat);
        e.other = (uint8_t)other;
        e.item = (uint8_t)item;
        e.a = (uint8_t)slot;
        event_push(sink_of(r), e);
    }
}

/* ---- deck.c: pools, deck, discard, Market ---- */

/* Decides an undecided hidden item by chance. */
int pool_decide(struct arcane_resolution *r);
/* Takes the top card and sets `known` to the seats that know it already; deck_n must not be 0. The
 * caller must settle. */
int deck_take(struct arcane_resolution *r, uint32_t *known);
/* Older Wand (A2): a card that everybody saw goes on the deck. */
RARE void deck_put_known(struct arcane_resolution *r, int item);
/* May cause the deck to be remade (A9.1). */
void discard_put(struct arcane_resolution *r, int item);
/* discard_n must not be 0. */
int discard_take_top(struct arcane_state *s);
/* Takes the topmost of equal items (A2, Watch). */
RARE int discard_take(struct arcane_state *s, int item);
/* Takes the item of a slot, counted from 0, which must not be empty. The caller must settle. */
RARE int market_take(struct arcane_resolution *r, int slot);
/* Remakes the deck and refills the Market if needed (A9.1, A12.3). Called after every single card
 * that moves. */
void settle(struct arcane_resolution *r);

/* ---- stash.c ---- */

/* `known` is the set of seats that know the card; it decides the card's place among equals
 * (A14.5). */
void stash_add(struct arcane_player *p, int item, uint32_t known);
/* Returns the seats that knew the item (A14.5). */
uint32_t stash_take(struct arcane_player *p, int item);
void stash_clear(struct arcane_player *p);
/* Makes the whole stash known to the seat. */
RARE void stash_show(struct arcane_player *p, int seat);

/* ---- house.c ---- */

/* 0: there is certainly no set with the item in this slot. 1: house_sets must decide. */
int house_may_sell(const struct arcane_player *p, int slot);

/* ---- score.c ---- */

/* Each changes a score within its limits (A3) and tells an event of this kind with the amount,
 * which is not negative. */
void gain_gold(struct arcane_resolution *r, int seat, int amount, int kind);
void lose_gold(struct arcane_resolution *r, int seat, int amount, int kind);
void gain_infamy(struct arcane_resolution *r, int seat, int amount, int kind);
void lose_infamy(struct arcane_resolution *r, int seat, int amount, int kind);

/* ---- effects.c: one function an item; each sets the next step ---- */

/* The played effect of the item that lies in at.slot (A2). */
void effect_played(struct arcane_resolution *r);
/* The sold effect of at.sold, in the Sell phase only (A8.1). */
RARE void effect_sold(struct arcane_resolution *r);
/* The item has been set aside already (A5.5). */
RARE void effect_special(struct arcane_resolution *r, int item);
/* For a Ring discarded from a stash, or replaced while revealed (A7.7). */
RARE void effect_ring_discarded(struct arcane_resolution *r);
/* For an item that was revealed, was replaced and is now on the discard (A7.3). */
RARE void effect_replaced(struct arcane_resolution *r, int item);
RARE void answer_peek(struct arcane_resolution *r, int slot);
RARE void answer_cauldron(struct arcane_resolution *r, int choice);
/* For all effects that choose a player; at.cause says which one asks. */
RARE void answer_target(struct arcane_resolution *r, int seat);
RARE void answer_swap(struct arcane_resolution *r, int pair);
RARE void answer_take(struct arcane_resolution *r, int item);
RARE void answer_own(struct arcane_resolution *r, int slot);
RARE void answer_theirs(struct arcane_resolution *r, int slot);
/* Puts a sold Doll into a slot of the seat at.target (A7.6). */
RARE void doll_land(struct arcane_resolution *r, int slot);

/* ---- sale.c ---- */

RARE void answer_sell(struct arcane_resolution *r, int line);
RARE void answer_slide(struct arcane_resolution *r, int down);
RARE void answer_dafana(struct arcane_resolution *r, int pass);

/* ---- inspection.c ---- */

RARE void inspection_begin(struct arcane_resolution *r);
RARE void answer_remove(struct arcane_resolution *r, int slot);
RARE void answer_ninx(struct arcane_resolution *r, int slot);
RARE void answer_bribe(struct arcane_resolution *r, int points);

/* ---- stock.c ---- */

RARE void answer_reveal(struct arcane_resolution *r, int answer);

/* ---- turn.c ---- */

void answer_draw(struct arcane_resolution *r, int from);
void answer_act(struct arcane_resolution *r, int answer);
void answer_slot(struct arcane_resolution *r, int slot);
void played_step(struct arcane_resolution *r);
RARE void answer_effect(struct arcane_resolution *r, int ignore);
RARE void answer_keep(struct arcane_resolution *r, int item);

/* ---- flow.c ---- */

/* Asks a question. If it has no answer, continues at `skipped`; if it has exactly one, takes it
 * without asking (see the protocol). */
RARE void ask(struct arcane_resolution *r, int question, int seat, int skipped);

/* Asks a question that certainly has an answer, and that is asked even if it has only one. */
static inline void ask_surely(struct arcane_resolution *r, int question, int seat)
{
    r->s->question = (uint8_t)question;
    r->s->asked = (uint8_t)seat;
    r->step = STEP_WAIT;
}

/* Resets the state of a turn: nothing is in progress. */
void arcane_at_rest(struct arcane_turn *at);

/* ---- text.c ---- */

/* The rule id of questions.def, for refusals. */
const char *arcane_question_rule(int question);

#endif
