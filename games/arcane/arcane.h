/* Arcane Alley: the state, and the functions of the game.
 *
 * Representation. A card out of sight is a byte: its item, ITEM_UNDECIDED while nobody has looked
 * at it (A14), or ITEM_NONE if there is no card. A cell of a storehouse also has CELL_UP if it is
 * revealed; a cell without a card, inside the shape or outside, is CELL_NONE. Every decided
 * face-down card has a set of the seats that know it; for revealed and undecided cards that set is
 * empty. Invariants (arcane_check):
 *   - each item's cards add up, over all places, to its count in the cards table;
 *   - pool_n = sum of pool = number of undecided cards that draw from it;
 *   - deck_n = top_n + (has_own ? own_n : the deck's share of the pool);
 *   - a stash is sorted by item, and equal items by which one leaves first (A14.5);
 *   - unused bytes are zero or NONE, so that equal positions are equal bytes.
 * A view (redact) has the same type: cards that the seat does not know are ITEM_UNDECIDED, and
 * `pool` counts every card whose place it does not know (A14.4). */
#ifndef CHARLATAN_GAMES_ARCANE_H
#define CHARLATAN_GAMES_ARCANE_H

#include "engine/counts.h"
#include "engine/game.h"

#define ITEM(e, id, name, brief, gold, infamy, few, many, when) e,
enum item {
#include "games/arcane/items.def"
    ITEM_COUNT
};
#undef ITEM

/* Greater than every item, so that `item < ITEM_COUNT` means a decided card. Five bits are enough
 * for all. */
enum { ITEM_NONE = 30, ITEM_UNDECIDED = 31, ITEM_MASK = 31 };
/* Flags of a cell. An empty cell has CELL_UP too, so a cell without it always holds a hidden item.
 * CELL_RETURNED marks a Boomerang that has come back this turn (A7.5). */
enum { CELL_EMPTY = 0x20, CELL_RETURNED = 0x40, CELL_UP = 0x80 };
enum { CELL_NONE = CELL_UP | CELL_EMPTY | ITEM_NONE };
/* When an effect happens (A7.1): the bits in the column `when` of items.def. */
enum { WHEN_PLAYED = 1, WHEN_SOLD = 2, WHEN_ALWAYS = 4, WHEN_SPECIAL = 8 };

#define WIZARD(e, id, name) e,
enum wizard {
#include "games/arcane/wizards.def"
    WIZARD_COUNT
};
#undef WIZARD

#define EFFECT(e, item, key, value, least, most) e,
#define POWER(e, wizard, id, key, value, least, most) e,
enum effect_value {
#include "games/arcane/cards.def"
    FX_COUNT
};
#undef EFFECT
#undef POWER

#define QUESTION(e, kind, rule, text) Q_##e,
enum question {
    Q_NONE,
#include "games/arcane/questions.def"
    Q_COUNT
};
#undef QUESTION

#define EVENT(e, type, rule, open, secret) EV_##e,
enum arcane_event {
#include "games/arcane/events.def"
    EV_COUNT
};
#undef EVENT

enum arcane_phase { PHASE_STOCK, PHASE_SELL, PHASE_INSPECTION, PHASE_BRIBE, PHASE_OVER };
enum arcane_edition { EDITION_THREE, EDITION_HUNDRED };
/* The option `wizards` (A11). Wizards chosen by a list are stored with the players before the game
 * begins. */
enum arcane_wizards { WIZARDS_NONE, WIZARDS_RANDOM, WIZARDS_LIST };
/* The kinds of outcome that chance reports and a record replays. */
enum arcane_chance { CHANCE_FIRST, CHANCE_WIZARDS, CHANCE_CARD };

/* NONE is the byte for "no seat", "no slot" and "no item". PILE_MAX is the most cards a game may
 * have, OFFER_MAX the most a Lamp may show (A13). */
enum {
    NONE = 255,
    CELLS = 9,
    STASH_MAX = 24,
    OFFER_MAX = 9,
    PILE_MAX = 160,
    MARKET_MAX = 3,
    POOL_BYTES = COUNTS_BYTES
};
/* Play cannot reach this, but a state set up by hand can. */
enum { MAX_GOLD = 1000000000 };
/* Room for the bits of json_options.c. */
enum { GIVEN_BYTES = 16 };
/* The most rounds a game can have: the guard of the highest goal, 300 gold (A1.guard), and the most
 * that `rounds` accepts (A1.rounds). */
enum { MAX_ROUNDS = 150 };

/* The bits of an `act` answer: play ITEM, discard ITEM, use ITEM. */
enum { ACT_PLAY = 0, ACT_DISCARD = ITEM_COUNT, ACT_USE = 2 * ITEM_COUNT };
_Static_assert(ACT_USE + ITEM_COUNT <= 64, "three bits for each item");
/* The bits of a `draw` answer; the Market slots follow from DRAW_MARKET on. */
enum { DRAW_DECK, DRAW_DISCARD, DRAW_MARKET };

struct arcane_player {
    int32_t gold;
    /* Infamy 0 to 24, and fine markers 0 to 2 (A3.2). */
    uint8_t infamy, fines;
    /* The wizard played (A11), or NONE. */
    uint8_t wizard;
    uint8_t stash_n;
    /* The present shape (A6.6); both 0 once everything is sold. Cells are numbered row by row in
     * it. */
    uint8_t rows, cols;
    /* The cards, and beside each the seats that know it while it is face down (A14.2). */
    uint8_t cell[CELLS], known[CELLS];
    /* One more place than STASH_MAX, for the card just drawn. */
    uint8_t stash[STASH_MAX + 1], stash_known[STASH_MAX + 1];
    /* Always zero, in place of padding: states are compared as bytes. */
    uint8_t spare[2];
};

/* What an unfinished turn needs. Between turns every member has its default value
 * (arcane_at_rest). */
struct arcane_turn {
    /* The item whose effect asks a question, or NONE. */
    uint8_t cause;
    /* The item that is played but not in a slot yet, or NONE. */
    uint8_t played;
    /* The slot of the item just played, or NONE. */
    uint8_t slot;
    /* The cell byte of the replaced item, or CELL_NONE. */
    uint8_t replaced;
    /* The seats that know the replaced item (A14.5). */
    uint8_t replaced_known;
    /* 1 if `played` is a returning Boomerang (A7.5). */
    uint8_t returning;
    /* The diagonal whose slide is asked, or NONE. */
    uint8_t line;
    /* The item of the set being sold, or NONE. */
    uint8_t sold;
    /* Sold Dolls that are still to be placed (A7.6). */
    uint8_t dolls;
    /* The seats that have got a Doll of this sale. */
    uint8_t dolled;
    /* The seat chosen for Toad, Doll, Lockbox or Chalice, or NONE. */
    uint8_t target;
    /* The slot of the item given through the Lockbox, or NONE. */
    uint8_t own;
    /* How many items the Lamp offers. */
    uint8_t offer_n;
    /* The Lamp's items, in the order revealed. */
    uint8_t offer[OFFER_MAX];
    uint8_t spare[2];
};

/* The values a game is played with (A2, A13) and its options. Play reads them, but never writes
 * them. */
struct arcane_cards {
    uint8_t gold[ITEM_COUNT];
    int8_t infamy[ITEM_COUNT];
    /* For 2-4 players and for 5-6 players. */
    uint8_t count[2][ITEM_COUNT];
    /* The numbers of effects and powers, by enum effect_value (cards.def). */
    uint8_t fx[FX_COUNT];
    uint8_t start_infamy;
    uint16_t start_gold;
    /* Which values a cards file named (json_options.c). */
    uint8_t given[GIVEN_BYTES];
    /* 1 if there is a cards file. */
    uint8_t is_given;
    /* enum arcane_edition, and what edition hundred plays to (A1). */
    uint8_t edition;
    uint16_t goal;
    /* Edition hundred: the number of rounds, or 0 to play to the goal. */
    uint8_t rounds;
    /* How wizards are given out: enum arcane_wizards. */
    uint8_t wizards;
    /* The chosen first player, or NONE. */
    uint8_t first;
    /* The rules it is played by, enum rules_version. */
    uint8_t rules;
    /* The numbers it is played by (games/arcane/numbers.h), 0 for the standard ones. */
    uint16_t numbers;
    /* A5.7: laps after which an inspection comes by itself. */
    uint16_t turn_cap;
};

struct arcane_state {
    /* Undecided cards by item (A14); `own` is the pool of a remade deck. */
    uint8_t pool[POOL_BYTES], own[POOL_BYTES];
    /* The sums of both, and 1 once the deck has a pool of its own (A14.1). */
    uint8_t pool_n, own_n, has_own;
    /* Cards in the deck, how many of them lie decided on top of it, and cards in the discard. */
    uint8_t deck_n, top_n, discard_n;
    uint8_t players, phase;
    /* The seat whose turn it is, or NONE when the game is over; and the first player of this
     * round. */
    uint8_t turn, first;
    /* enum question, and the seat that must answer it, or NONE. */
    uint8_t question, asked;
    /* A12: whether there is a Market, and its slots, ITEM_NONE where empty. */
    uint8_t market_on, market[MARKET_MAX];
    /* Round from 1; the tracker of two players, else 0 (A10.1); the seat that triggered, or
     * NONE. */
    uint8_t round, tracker, triggered;
    /* The set of winning seats; 0 until the game is over. */
    uint8_t winners;
    /* Completed laps of the table in this round (A5.7). */
    uint16_t turns;
    /* Glynna's card, face down and set aside, once there is one (A11). */
    uint8_t unseen_n, unseen, unseen_known;
    /* 1 for a view (arcane_redact): some cards may be undecided that are decided in the state. */
    uint8_t is_view;
    struct arcane_turn at;
    struct arcane_player player[MAX_SEATS];
    /* The discard grows from the front, with its top last; the decided cards on the deck grow from
     * the back, with the deck's top first. Together they never hold more cards than the game
     * has. */
    uint8_t pile[PILE_MAX];
    /* Cards out of play until the next Stock, by item. Everyone has seen them (A9.2). */
    uint8_t aside[ITEM_COUNT];
    struct arcane_cards cards;
};

_Static_assert(sizeof(struct arcane_player) == 80, "no padding");
_Static_assert(sizeof(struct arcane_turn) == 24, "no padding");
_Static_assert(sizeof(struct arcane_cards) == 128, "no padding");
_Static_assert(sizeof(struct arcane_state) == 888, "no padding");
_Static_assert(sizeof(struct arcane_state) <= MAX_STATE_BYTES, "state within 1 KiB");

extern const struct game arcane_game;
extern const struct observer arcane_observer;

/* Sets the defaults for this many players (A1, A2). Options may be changed until arcane_begin. */
void arcane_init(struct arcane_state *s, int players);
/* Sets the edition and the values that depend on it (A1). Call it before a cards file is read. */
void arcane_set_edition(struct arcane_state *s, int edition);
void arcane_begin(struct arcane_state *s, struct chance *c, struct events *sink);
/* Typed versions of functions in engine/game.h, with the same promises. */
static inline uint32_t arcane_active(const struct arcane_state *s)
{
    return s->question == Q_NONE ? 0 : 1u << s->asked;
}
uint64_t arcane_legal(const struct arcane_state *s, int seat);
void arcane_apply(struct arcane_state *s, int seat, int answer, struct chance *c,
                  struct events *sink);
/* arcane_apply in pieces, for callers that play many games side by side and let those wait that
 * have more to do: the answer, then step after step. Both return the next step, below ARCANE_STEPS,
 * or 0 if there is none. */
int arcane_answer(struct arcane_state *s, int seat, int answer, struct chance *c,
                  struct events *sink);
int arcane_go_on(struct arcane_state *s, int step, struct chance *c, struct events *sink);
enum { ARCANE_STEPS = 19 };
void arcane_redact(struct arcane_state *s, int seat);
void arcane_determinize(struct arcane_state *view, int seat, struct chance *c);
int arcane_learned(const struct quiet_move *m, int seat);
void arcane_scramble(struct arcane_state *s, int seat, struct chance *c);
const char *arcane_check(const struct arcane_state *s);
/* The seats that would win if the game ended now (A1). */
uint32_t arcane_leaders(const struct arcane_state *s);
/* A1.guard: the round after which a game to a goal ends even if nobody has reached it. 0 if the
 * number of rounds is fixed. */
int arcane_guard(const struct arcane_state *s);
/* The round after which the game ends in any case (A1.end, A1.rounds, A1.guard). */
int arcane_last_round(const struct arcane_state *s);
/* Whether the game is over and the guard ended it: nobody has reached the goal. */
int arcane_guard_ended(const struct arcane_state *s);
/* Whether there are enough cards to stock a round (A13). */
int arcane_dealable(const struct arcane_state *s);

/* The columns of items.def: `brief` is the short name; `few` and `many` are the counts for 2-4 and
 * 5-6 players. Rows come from functions, because device code sees no table at file scope. */
struct item_row {
    const char *id, *name, *brief;
    int gold, infamy, few, many, when;
};
const struct item_row *arcane_item(int item);
const char *arcane_wizard_id(int wizard);
const char *arcane_wizard_name(int wizard);
/* The item with this id, or -1. */
int arcane_item_by_id(const char *id);
/* The wizard with this id, or -1. */
int arcane_wizard_by_id(const char *id);

/* Text (text.c, explain.c). */
const char *arcane_question_kind(int question);
char *arcane_action_name(const struct arcane_state *s, int seat, int answer, char buf[MAX_NAME]);
char *arcane_question_text(const struct arcane_state *s, int seat, char buf[MAX_SENTENCE]);
char *arcane_event_text(const struct event *e, int viewer, char buf[MAX_SENTENCE]);
/* 1 if the viewer may know the event's item. */
int arcane_event_seen(const struct event *e, int viewer);
const char *arcane_event_type(const struct event *e);
const char *arcane_event_rule(const struct event *e);
void arcane_explain(const struct arcane_state *s, int seat, const char *action,
                    struct refusal *why);

#endif
