/* The Quacks of Quedlinburg: the state, and the functions of the game.
 *
 * Representation. Chips are counted by kind, in bags and in the supply. A pot is the kinds of its
 * chips in the order they lie, and a 64-bit set of the spaces they lie on: chips never share a space
 * and never change their order, so chip i lies on the i-th space of the set. Nothing of what is to
 * come is in the state: bags are contents, not orders, and the fortune cards still to come a set.
 *
 * Every seat has its own question while potions are brewed (Q5.1), so that seats act in any order.
 * Everything else goes step by step: `stage`, `at` (how many seats from the start player on have
 * had their part) and `sub` (a part of it) say where the turn is; droplet steps still to be taken
 * come before anything else. Invariants (quacks_check): 216 chips; ranges; spaces ascend. */
#ifndef CHARLATAN_GAMES_QUACKS_H
#define CHARLATAN_GAMES_QUACKS_H

#include "engine/counts.h"
#include "engine/game.h"

enum colour { WHITE, ORANGE, GREEN, BLUE, RED, YELLOW, PURPLE, BLACK, COLOUR_COUNT };

#define CHIP(e, id, colour, value, count, start) e,
enum chip {
#include "games/quacks/chips.def"
    CHIP_COUNT
};
#undef CHIP

#define CARD(e, id, name) e,
enum card {
#include "games/quacks/cards.def"
    CARD_COUNT
};
#undef CARD

#define QUESTION(e, kind, rule, text) QQ_##e,
enum quacks_question {
    QQ_NONE,
#include "games/quacks/questions.def"
    QQ_COUNT
};
#undef QUESTION

#define EVENT(e, type, rule, open, secret) QE_##e,
enum quacks_event {
#include "games/quacks/events.def"
    QE_COUNT
};
#undef EVENT

enum quacks_chance { QUACKS_FIRST, QUACKS_FORTUNE, QUACKS_DRAW, QUACKS_DIE };
enum die_face { DIE_POINT1, DIE_POINT2, DIE_RUBY, DIE_DROPLET, DIE_ORANGE, DIE_FACES };
enum commit { COMMIT_NONE, COMMIT_DRAW, COMMIT_STOP, COMMIT_HIDDEN };

/* Where in its turn the game is. The first three stages are phase `fortune`, the next four
 * `potions`, the rest `evaluation`. */
enum stage {
    /* The turn's row (Q3) and its card. */
    STAGE_TURN,
    /* A purple card, seat by seat. */
    STAGE_CARD,
    STAGE_RATS,
    STAGE_BREW,
    /* The card Strong Ingredient, seat by seat. */
    STAGE_STRONG,
    /* Late reds of book red 2, all seats at once. */
    STAGE_REDS,
    /* Scoring spaces are fixed from here on; green 3 alone moves one. */
    STAGE_SCORED,
    STAGE_SEASONED,
    STAGE_SCHADENFREUDE,
    STAGE_A,
    STAGE_B,
    STAGE_C,
    STAGE_D,
    STAGE_E,
    STAGE_F,
    STAGE_CLEAN,
    STAGE_OVER
};

enum { QUACKS_SEATS = 4, BAG_BYTES = COUNTS_BYTES, POT_MAX = 52, DRAWN_MAX = 80, OFFER_CHIPS = 5 };
enum { POT_SPOON = 53, POT_LAST = 52, DROPLET_LAST = 51, GLASSES = 12, TURNS = 9 };
enum { NO_CHIP = 31, CHIP_INERT = 0x80, NO_SPACE = 255 };

/* Bits of answers. Kinds of chips are bits 0-17 wherever a chip is chosen. */
enum { BREW_DRAW, BREW_STOP, BREW_FLASK, BREW_BAG /* + red 0-2 */ };
enum { PICK_NONE = CHIP_COUNT, BUY_DONE = CHIP_COUNT };
enum { RED_PLACE = 0, RED_BAG = 3, RED_DONE = 6 };
enum { RUBIES_DROPLET, RUBIES_FLASK, RUBIES_DONE };
enum {
    CHOOSE_DROPLET = CHIP_COUNT,
    CHOOSE_RUBIES,
    CHOOSE_NONE,
    CHOOSE_RATS,
    /* Plus k - 1: give up k tails, three bits in all. */
    CHOOSE_TAILS,
    CHOOSE_POINTS = CHOOSE_TAILS + 3,
    CHOOSE_REMOVE
};

struct quacks_player {
    /* Of the pot: bit s is set where a chip lies on s. */
    uint64_t spaces;
    uint8_t bag[BAG_BYTES];
    /* The potion: 0 between potions, and laid out so that a few stores bring that about. */
    uint8_t rats, origin, pot_n, drawn_n, bought_n;
    /* The chip last drawn lies in the pot. */
    uint8_t fresh;
    /* The chip drawn before the one in hand is a white in the pot (yellow 1). */
    uint8_t was_white;
    /* Draws that book blue 2 still covers. */
    uint8_t window;
    /* The chip last drawn used a place of the window. */
    uint8_t inside;
    uint8_t covered, doubling, stirred, stopped, exploded, offered, coins, commit;
    /* Sum of the whites in the pot. */
    uint8_t whites;
    /* Colours in the pot, a set, without Strong Ingredient's. */
    uint8_t lying;
    /* Of `beside`, still allowed back into the bag while brewing. */
    uint8_t old_beside[3];
    uint8_t bought[2];
    /* What stays. */
    uint16_t points, rubies;
    /* Rat tails when the fortune card was turned. */
    uint16_t tails;
    /* As the potion began, for A Second Chance (Q7). */
    uint16_t saved_points, saved_rubies;
    /* The scoring space, or NO_SPACE before it is fixed. */
    uint8_t scoring;
    uint8_t question, droplet, tube, flask;
    /* A drawn chip waiting for an answer, or NO_CHIP. */
    uint8_t hand;
    uint8_t offer_n;
    /* Tails given up (A Good Start). */
    uint8_t given;
    /* Red 1, 2, 4 beside the pot (book red 2). */
    uint8_t beside[3];
    /* The rest of what A Second Chance brings back. */
    uint8_t saved_flask, saved_beside[3], saved_bag[CHIP_COUNT];
    uint8_t offer[OFFER_CHIPS];
    /* Kinds, CHIP_INERT for Strong Ingredient's. */
    uint8_t pot[POT_MAX];
    uint8_t drawn[DRAWN_MAX];
    uint8_t spare[4];
};

struct quacks_state {
    struct quacks_player player[QUACKS_SEATS];
    uint8_t supply[BAG_BYTES];
    /* Fortune cards still to come, a set. */
    uint32_t left;
    uint8_t players, turn, start, card;
    /* The seats that have a question, a set. */
    uint8_t asked;
    /* How far the turn is: see above; `steps` are droplet steps the seat at work still takes. */
    uint8_t stage, at, sub, steps;
    /* A set of seats: who rolls, who takes. */
    uint8_t mark;
    /* Of the seat at work in B, the last first, or NO_CHIP. */
    uint8_t last_two[2];
    /* Of purple 4, while its chip is chosen. */
    uint8_t tier;
    uint8_t winners;
    /* options */
    /* 1-4 for green, blue, red, yellow, purple. */
    uint8_t book[COLOUR_COUNT];
    uint8_t tubes, together, first /* or NO_SPACE */, printed;
    uint8_t spare[2];
};

_Static_assert(sizeof(struct quacks_player) == 240, "no padding");
_Static_assert(sizeof(struct quacks_state) == 1016, "no padding");
_Static_assert(sizeof(struct quacks_state) <= MAX_STATE_BYTES, "state within 1 KiB");

extern const struct game quacks_game;

void quacks_init(struct quacks_state *s, int players);
void quacks_begin(struct quacks_state *s, struct chance *c, struct events *sink);
uint32_t quacks_active(const struct quacks_state *s);
uint64_t quacks_legal(const struct quacks_state *s, int seat);
void quacks_apply(struct quacks_state *s, int seat, int answer, struct chance *c,
                  struct events *sink);
void quacks_redact(struct quacks_state *s, int seat);
void quacks_determinize(struct quacks_state *view, int seat, struct chance *c);
const char *quacks_check(const struct quacks_state *s);
uint32_t quacks_leaders(const struct quacks_state *s);

/* Rows as functions. */
struct chip_row {
    const char *id;
    uint8_t colour, value, count, start;
};
const struct chip_row *quacks_chip(int chip);
/* The kind of chip with this id, or -1. */
int quacks_chip_by_id(const char *id);
const char *quacks_card_id(int card);
const char *quacks_card_name(int card);
/* The card with this id, or -1. */
int quacks_card_by_id(const char *id);
const char *quacks_die_id(int face);
/* The face of the die with this id, or -1. */
int quacks_die_by_id(const char *id);
const char *quacks_colour_id(int colour);

/* Text. */
const char *quacks_question_kind(int question);
char *quacks_action_name(const struct quacks_state *s, int seat, int answer, char buf[MAX_NAME]);
char *quacks_question_text(const struct quacks_state *s, int seat, char buf[MAX_SENTENCE]);
char *quacks_event_text(const struct event *e, int viewer, char buf[MAX_SENTENCE]);
const char *quacks_event_type(const struct event *e);
const char *quacks_event_rule(const struct event *e);
void quacks_explain(const struct quacks_state *s, int seat, const char *action,
                    struct refusal *why);

#endif
