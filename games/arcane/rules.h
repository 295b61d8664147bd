/* Inside the rules of Arcane Alley: what its rooms share. Not for the edges.
 *
 * How one answer runs: arcane_apply looks up the question and calls its answer function, which
 * changes the state and sets `step`, the next thing due; `flow.c` then takes steps until one asks
 * a question (STEP_WAIT). Steps are not stored: between two answers the question, the phase and
 * `s->at` say all there is to know. */
#ifndef CHARLATAN_GAMES_ARCANE_RULES_H
#define CHARLATAN_GAMES_ARCANE_RULES_H

#include "games/arcane/arcane.h"

enum step {
    STEP_WAIT,
    STEP_TURN,     /* A5.1 */
    STEP_ACT,      /* A5.2 */
    STEP_PLAY,     /* A5.3: which slot */
    STEP_SALE,     /* does it make a set */
    STEP_SOLD,     /* gold and sold effect */
    STEP_DOLL,     /* A7.6: the next Doll */
    STEP_DAFANA,   /* A11 */
    STEP_PUT_DOWN, /* the replaced item */
    STEP_TURN_END, /* A5.9 */
    STEP_INSPECT,  /* A8.1: the player whose turn it is */
    STEP_UNCOVER,
    STEP_INSPECT_SALE,
    STEP_INSPECT_NEXT,
    STEP_TOTALS,  /* A8.2-3 */
    STEP_PENALTY, /* A8.4-6 */
    STEP_BRIBE,
    STEP_STOCK /* A4 */
};

/* One answer being carried out. `sink` may be NULL. */
struct ruling {
    struct arcane_state *s;
    struct chance *c;
    struct events *sink;
    /* enum step: what is due next */
    int step;
};

/* ---- cells and seats ---- */

static inline int cell_item(uint8_t cell)
{
    return cell & ITEM_MASK;
}

static inline int house_size(const struct arcane_player *p)
{
    return p->rows * p->cols;
}

static inline uint32_t all_seats(const struct arcane_state *s)
{
    return (1u << s->players) - 1;
}

static inline int seat_after(const struct arcane_state *s, int seat)
{
    return seat + 1 == s->players ? 0 : seat + 1;
}

/* The set of items whose effect happens at this time; folded to a constant by the compiler. */
#define ITEM(e, id, name, brief, gold, infamy, few, many, when)                                    \
    | (((when) & (moment)) ? 1u << (e) : 0u)
static inline uint32_t items_with(int moment)
{
    return 0u
#include "games/arcane/items.def"
        ;
}
#undef ITEM

/* ---- events ---- */

static inline void tell(struct ruling *r, int kind, int seat)
{
    if (r->sink)
        event_push(r->sink, event_of(kind, seat));
}

static inline void tell_n(struct ruling *r, int kind, int seat, int n)
{
    if (r->sink) {
        struct event e = event_of(kind, seat);
        e.n = n;
        event_push(r->sink, e);
    }
}

/* An event with an item only the seats in `seen` may know. */
static inline void tell_item(struct ruling *r, int kind, int seat, int item, uint32_t seen,
                             int slot)
{
    if (r->sink) {
        struct event e = event_of(kind, seat);
        e.item = (uint8_t)item;
        e.seen = (uint8_t)seen;
        e.a = (uint8_t)slot;
        event_push(r->sink, e);
    }
}

static inline void tell_other(struct ruling *r, int kind, int seat, int other, int item, int slot)
{
    if (r->sink) {
        struct event e = event_of(kind, seat);
        e.other = (uint8_t)other;
        e.item = (uint8_t)item;
        e.a = (uint8_t)slot;
        event_push(r->sink, e);
    }
}

/* ---- deck.c: pools, deck, discard, Market ---- */

int pool_decide(struct ruling *r);                /* an undecided hidden item gets its identity */
int deck_take(struct ruling *r, uint32_t *known); /* the top; deck_n must not be 0 */
RARE void deck_put_known(struct ruling *r, int item); /* A2 Older Wand */
int discard_top(const struct arcane_state *s);        /* discard_n must not be 0 */
void discard_put(struct ruling *r, int item);         /* then A9.1 */
int discard_take_top(struct arcane_state *s);
RARE int discard_take(struct arcane_state *s, int item); /* the topmost of equals (A2 Watch) */
RARE uint32_t discard_items(const struct arcane_state *s);
RARE int market_take(struct ruling *r, int slot);
void settle(struct ruling *r); /* A9.1 and A12.3, after every single card that moves */

/* ---- stash.c ---- */

void stash_add(struct arcane_player *p, int item, uint32_t known);
uint32_t stash_take(struct arcane_player *p, int item); /* returns who knew it (A14.5) */
void stash_clear(struct arcane_player *p);
RARE void stash_show(struct arcane_player *p, int seat); /* all of it becomes known to the seat */
uint32_t stash_items(const struct arcane_player *p);

/* ---- storehouses: sets of slots, a bit each ----
 *
 * Eight cells are looked at in one word. slots_of gathers the top bit of each byte. */

static inline uint64_t house_word(const struct arcane_player *p)
{
    uint64_t word;
    memcpy(&word, p->cell, sizeof word);
    return word;
}

static inline uint32_t slots_of(uint64_t word, uint32_t ninth)
{
    word = (word & 0x8080808080808080u) >> 7;
    return (uint32_t)(word * 0x0102040810204080u >> 56) | (ninth & 0x80) << 1;
}

static inline uint32_t house_hidden(const struct arcane_player *p)
{
    return slots_of(~house_word(p), ~(uint32_t)p->cell[8]);
}

static inline uint32_t house_filled(const struct arcane_player *p)
{
    return slots_of(~(house_word(p) << 2), ~((uint32_t)p->cell[8] << 2));
}

static inline uint32_t house_revealed(const struct arcane_player *p)
{
    uint64_t word = house_word(p);
    uint32_t ninth = p->cell[8];
    return slots_of(word & ~(word << 2), ninth & ~(ninth << 2));
}

/* The slots with this revealed item. */
static inline uint32_t house_up(const struct arcane_player *p, int item)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
    uint32_t want = CELL_UP | (uint32_t)item;
    uint64_t differ = (house_word(p) & 0xbfbfbfbfbfbfbfbfu) ^ want * 0x0101010101010101u;
    uint64_t equal = ~(((differ & low) + low) | differ | low);
    return slots_of(equal, (p->cell[8] & 0xbfu) == want ? 0x80 : 0);
}

/* can_replace: every item but a revealed Haunted Doll (A2, A5.8). */
static inline uint32_t house_playable(const struct arcane_player *p)
{
    return house_filled(p) & ~house_up(p, HAUNTED_DOLL);
}

/* ---- house.c: stacks and sets ---- */

int house_lines(const struct arcane_player *p);
uint32_t house_line(const struct arcane_player *p, int line);      /* its slots */
int house_line_sells(const struct arcane_player *p, int line);     /* item of the set, or NONE */
RARE uint32_t house_sets(const struct arcane_player *p, int slot); /* lines; slot NONE: anywhere */
int house_may_sell(const struct arcane_player *p, int slot);       /* 0: surely no set with it */
RARE void house_close_up(struct arcane_player *p, uint32_t gone, int rows, int cols, int down);

/* ---- score.c ---- */

void gain_gold(struct ruling *r, int seat, int amount, int kind);
void lose_gold(struct ruling *r, int seat, int amount, int kind);
void gain_infamy(struct ruling *r, int seat, int amount, int kind);
void lose_infamy(struct ruling *r, int seat, int amount, int kind);

/* ---- effects.c: one function an item; each sets the next step ---- */

void effect_played(struct ruling *r);
RARE void effect_sold(struct ruling *r);
RARE void effect_special(struct ruling *r, int item);
RARE void effect_ring_discarded(struct ruling *r);
RARE void effect_replaced(struct ruling *r, int item);
RARE void answer_peek(struct ruling *r, int slot);
RARE void answer_cauldron(struct ruling *r, int choice);
RARE void answer_target(struct ruling *r, int seat);
RARE void answer_swap(struct ruling *r, int pair);
RARE void answer_take(struct ruling *r, int item);
RARE void answer_own(struct ruling *r, int slot);
RARE void answer_theirs(struct ruling *r, int slot);
RARE void doll_step(struct ruling *r);
RARE void doll_land(struct ruling *r, int slot);

/* ---- sale.c ---- */

void sale_step(struct ruling *r);
RARE void inspect_sale_step(struct ruling *r);
RARE void answer_sell(struct ruling *r, int line);
RARE void answer_slide(struct ruling *r, int down);
RARE void sold_step(struct ruling *r);
RARE void dafana_step(struct ruling *r);
RARE void answer_dafana(struct ruling *r, int pass);

/* ---- inspection.c ---- */

RARE void inspection_begin(struct ruling *r);
RARE void inspect_step(struct ruling *r);
RARE void answer_remove(struct ruling *r, int slot);
RARE void uncover_step(struct ruling *r);
RARE void inspect_next_step(struct ruling *r);
RARE void totals_step(struct ruling *r);
RARE void answer_ninx(struct ruling *r, int slot);
RARE void penalty_step(struct ruling *r);
RARE void bribe_step(struct ruling *r);
RARE void answer_bribe(struct ruling *r, int pairs);

/* ---- stock.c ---- */

RARE void stock_step(struct ruling *r);
RARE void answer_reveal(struct ruling *r, int pair);

/* ---- turn.c ---- */

void turn_step(struct ruling *r);
void answer_draw(struct ruling *r, int from);
void act_step(struct ruling *r);
void answer_act(struct ruling *r, int answer);
void play_step(struct ruling *r);
void answer_slot(struct ruling *r, int slot);
void played_step(struct ruling *r);
RARE void answer_effect(struct ruling *r, int ignore);
void put_down_step(struct ruling *r);
RARE void answer_keep(struct ruling *r, int item);
void turn_end_step(struct ruling *r);

/* ---- flow.c ---- */

/* Asks; with no answer goes on at `skipped`, with exactly one takes it unasked (see protocol). */
RARE void ask(struct ruling *r, int question, int seat, int skipped);

/* Asks a question that is known to have an answer and is asked even with a single one. */
static inline void ask_surely(struct ruling *r, int question, int seat)
{
    r->s->question = (uint8_t)question;
    r->s->asked = (uint8_t)seat;
    r->step = STEP_WAIT;
}

void arcane_at_rest(struct arcane_turn *at);

/* ---- text.c ---- */

const char *arcane_question_rule(int question);

/* Pairs of slots as one answer: i < j, in ascending order of i, then j. */
int pair_first(int pair);
int pair_second(int pair);
int pair_of(int i, int j);

#endif
