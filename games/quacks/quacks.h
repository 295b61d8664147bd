/* The Quacks of Quedlinburg: the state, and the functions of the game.
 *
 * Representation. Chips in bags and in the supply are counted by kind. A pot is a list of its
 * chips' kinds in the order they lie, and a 64-bit set of their spaces: chips never share a space
 * and never change their order, so chip i lies on the i-th space of the set. The state holds
 * nothing about the future: a bag has contents but no order, and the fortune cards still to come
 * are a set.
 *
 * While potions are brewed, every seat has its own question (Q5.1), so seats act in any order.
 * Everything else goes step by step: `stage`, `at` (how many seats from the start player on have
 * had their part) and `sub` (a part of it) say how far the turn is. Droplet steps still to be taken
 * come before anything else. Invariants (quacks_check): 216 chips; ranges; spaces ascend. */
#ifndef CHARLATAN_GAMES_QUACKS_H
#define CHARLATAN_GAMES_QUACKS_H

#include "engine/counts.h"
#include "engine/game.h"

/* Tables indexed by colour (prices, names, help) are laid out in this order. */
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

/* The kinds of outcome: the start player (Q2), the card turned (Q7), the chip drawn (Q5.1), the
 * face rolled (Q6 A). json_write.c has their names in the protocol. */
enum quacks_chance { QUACKS_FIRST, QUACKS_FORTUNE, QUACKS_DRAW, QUACKS_DIE };
/* The faces of the die. It has six sides, but two of them show 1 point (Q6 A). */
enum die_face { DIE_POINT1, DIE_POINT2, DIE_RUBY, DIE_DROPLET, DIE_ORANGE, DIE_FACES };
/* A seat's secret decision (Q5.7). COMMIT_HIDDEN occurs only in views: a decision was made, but the
 * viewer may not know which. */
enum commit { COMMIT_NONE, COMMIT_DRAW, COMMIT_STOP, COMMIT_HIDDEN };

/* Where in its turn the game is: STAGE_TURN and so on. */
#define STAGE(e, name) STAGE_##e,
enum stage {
#include "games/quacks/stages.def"
    STAGE_OVER
};
#undef STAGE

/* Every chip moves at least one space, so POT_MAX is 52. No potion has DRAWN_MAX draws
 * (history_add). Strong Ingredient and Less Is More look at five chips (OFFER_CHIPS). */
enum { QUACKS_SEATS = 4, BAG_BYTES = COUNTS_BYTES, POT_MAX = 52, DRAWN_MAX = 120, OFFER_CHIPS = 5 };
/* Kinds of chips need 5 bits, so a word of `drawn` has three of them. */
enum { DRAWN_PER_WORD = 3, DRAWN_BITS = 5 };
/* POT_LAST is the last space for a chip, POT_SPOON the scoring space behind it (Q1). A droplet
 * stops at 51, so that one chip always fits (Q1.3). */
enum { POT_SPOON = 53, POT_LAST = 52, DROPLET_LAST = 51, GLASSES = 12, TURNS = 9 };
/* The most by any numbers (numbers.def): coins of a space, droplet steps at once, explosion limit.
 * The last droplet space, glasses and turns can only become fewer. */
enum { COINS_MOST = 99, STEPS_MOST = 5, LIMIT_MOST = 60 };
/* CHIP_INERT marks Strong Ingredient's chip in a pot: it has no action and counts for none (Q7),
 * unless the table plays that it acts (Q12). */
enum { NO_CHIP = 31, CHIP_INERT = 0x80, NO_SPACE = 255 };
/* The card of every turn without fortune cards (Q12). Greater than every card, so it is not a
 * purple one. */
enum { NO_CARD = CARD_COUNT };

/* Bits of answers. Kinds of chips are bits 0-17 wherever a chip is chosen. Records and the wire use
 * the words of quacks_action_name, never these numbers. In a question with two answers bit 0 is the
 * one the player reads first: yes, take, points, pot. */

/* QQ_BREW. BREW_BAG + 0, 1, 2 put a red 1, 2, 4 from beside the pot back into the bag. */
enum { BREW_DRAW, BREW_STOP, BREW_FLASK, BREW_BAG };
/* QQ_PICK, QQ_SWAP and QQ_BUY: the bit after the kinds declines. */
enum { PICK_NONE = CHIP_COUNT, BUY_DONE = CHIP_COUNT };
/* QQ_RED. RED_PLACE and RED_BAG + 0, 1, 2 are red 1, 2, 4. */
enum { RED_PLACE = 0, RED_BAG = 3, RED_DONE = 6 };
/* QQ_RATS: bit k uses k tails. */
/* QQ_RUBIES. */
enum { RUBIES_DROPLET, RUBIES_FLASK, RUBIES_DONE };
/* QQ_FORTUNE: what the cards offer beside chips (Q7). */
enum {
    CHOOSE_DROPLET = CHIP_COUNT,
    CHOOSE_RUBIES,
    CHOOSE_NONE,
    CHOOSE_RATS,
    /* Plus k - 1: gives up k tails; three bits in all. */
    CHOOSE_TAILS,
    CHOOSE_POINTS = CHOOSE_TAILS + 3,
    CHOOSE_REMOVE
};

struct quacks_player {
    /* The spaces of the pot's chips: bit s is set if a chip lies on s. */
    uint64_t spaces;
    /* Counted by kind. Chips of `offer` are included; `hand` and `bought` are not. */
    uint8_t bag[BAG_BYTES];
    /* From here to `bought` is the potion: 0 between potions, and laid out so that a few stores
     * bring that about. `rats` is the rat stone's distance from the droplet, `origin` the space it
     * stands on: there the potion starts (Q4.2). Both stay when the droplet moves during the turn
     * (Q6). */
    uint8_t rats, origin;
    /* The numbers of entries in pot[], drawn[] and bought[]. */
    uint8_t pot_n, drawn_n, bought_n;
    /* 1 if the chip last drawn lies in the pot. */
    uint8_t fresh;
    /* 1 if the chip drawn before the one in the hand is a white in the pot (yellow 1). */
    uint8_t was_white;
    /* The number of draws that book blue 2 still covers. */
    uint8_t window;
    /* 1 if the chip last drawn used up one draw of the window. */
    uint8_t inside;
    /* 1 if the pot exploded within the window: then D and E both pay (Q8, book blue 2). */
    uint8_t covered;
    /* 1 if the next chip placed moves twice its value (book yellow 2). */
    uint8_t doubling;
    /* 1 if Well Stirred has had its first white of the turn, put back or not (Q7). */
    uint8_t stirred;
    /* An exploded pot is stopped too; a stopped one need not have exploded. */
    uint8_t stopped, exploded;
    /* 1 if A Second Chance has been offered (Q7). */
    uint8_t offered;
    /* The coins left to spend in E. */
    uint8_t coins;
    /* enum commit. */
    uint8_t commit;
    /* The sum of the whites in the pot. */
    uint8_t whites;
    /* The set of colours in the pot, without Strong Ingredient's chip. */
    uint8_t lying;
    /* How many red 1, 2 and 4 chips went back into the bag from beside the pot while this potion
     * was brewed (book red 2). */
    uint8_t returned[3];
    /* Chips that have left the supply but reach the bag only in F (Q6 E). */
    uint8_t bought[2];
    /* From here on: what stays from turn to turn, or is set by the stage that needs it. */
    uint16_t points, rubies;
    /* The rat tails when the fortune card was turned. If rats are asked about (Q12), then the most
     * that the seat may use, until it has answered. */
    uint16_t tails;
    /* Their values when the potion began, for A Second Chance (Q7). */
    uint16_t saved_points, saved_rubies;
    /* The scoring space, or NO_SPACE before it is fixed. */
    uint8_t scoring;
    /* enum quacks_question. */
    uint8_t question;
    /* The droplet's space, the glass of the second one (Q10), and 1 for a full flask. */
    uint8_t droplet, tube, flask;
    /* A drawn chip waiting for an answer, or NO_CHIP. */
    uint8_t hand;
    /* The number of chips in offer[]. */
    uint8_t offer_n;
    /* The tails given up (A Good Start). */
    uint8_t given;
    /* The red 1, 2 and 4 chips beside the pot (book red 2). */
    uint8_t beside[3];
    /* The other values that A Second Chance restores. */
    uint8_t saved_flask, saved_beside[3], saved_bag[CHIP_COUNT];
    /* The chips looked at, in the order drawn; NO_CHIP in a view that may not show them. */
    uint8_t offer[OFFER_CHIPS];
    /* Kinds, with CHIP_INERT for Strong Ingredient's chip. */
    uint8_t pot[POT_MAX];
    /* The history of Q5.5: every chip drawn or picked in this potion, in order (drawn_at). */
    uint16_t drawn[DRAWN_MAX / DRAWN_PER_WORD];
    /* Its last entry, or 0 before the first draw. */
    uint8_t last_drawn;
    uint8_t spare[3];
};

struct quacks_state {
    struct quacks_player player[QUACKS_SEATS];
    /* Counted by kind. */
    uint8_t supply[BAG_BYTES];
    /* The set of fortune cards still to come. */
    uint32_t left;
    /* `turn` is 1 to 9, `start` the start player's seat, `card` the fortune card of the turn, or
     * NO_CARD. */
    uint8_t players, turn, start, card;
    /* The set of seats that have a question. */
    uint8_t asked;
    /* How far the turn is, as described above; `steps` is the number of droplet steps that the
     * acting seat still takes. */
    uint8_t stage, at, sub, steps;
    /* The seats with the least of what a purple card compares, from one snapshot (Q7). */
    uint8_t mark;
    /* The last two chips of the seat acting in B, the last one first, or NO_CHIP. */
    uint8_t last_two[2];
    /* The tier of purple 4, while its chip is chosen. */
    uint8_t tier;
    /* The set of winning seats; 0 until the game is over (Q9.2). */
    uint8_t winners;
    /* From here on the options. 1-4 for green, blue, red, yellow, purple; 0 for the others. */
    uint8_t book[COLOUR_COUNT];
    /* Test-tube side (Q10), secret draws in every turn (Q5.7). */
    uint8_t tubes, together;
    /* The start player of turn 1, or NO_SPACE to draw lots (Q2). */
    uint8_t first;
    /* Uses the prices of some printings instead of the almanac's (Q8). */
    uint8_t printed;
    /* Rulings that the table chooses (Q12). A Second Chance: the first five chips can explode a
     * pot. */
    uint8_t risky;
    /* Strong Ingredient: its chip counts and acts in step B. */
    uint8_t acts;
    /* No fortune cards. */
    uint8_t no_fortune;
    /* The rules it is played by, enum rules_version. */
    uint8_t rules;
    /* The numbers it is played by (engine/numbers.h); 0: the standard ones. */
    uint16_t numbers;
    /* What otherwise happens by itself is asked (Q5.6, Q12). */
    uint8_t optional;
    uint8_t spare[3];
};

_Static_assert(sizeof(struct quacks_player) == 240, "no padding");
_Static_assert(sizeof(struct quacks_state) == 1024, "no padding");
_Static_assert(sizeof(struct quacks_state) <= MAX_STATE_BYTES, "state within 1 KiB");

extern const struct game quacks_game;
extern const struct observer quacks_observer;

/* Typed versions of functions in engine/game.h, for hot loops such as a bot's playouts, with the
 * same promises. */
void quacks_init(struct quacks_state *s, int players);
void quacks_begin(struct quacks_state *s, struct chance *c, struct events *sink);
static inline uint32_t quacks_active(const struct quacks_state *s)
{
    return s->asked;
}
uint64_t quacks_legal(const struct quacks_state *s, int seat);
void quacks_apply(struct quacks_state *s, int seat, int answer, struct chance *c,
                  struct events *sink);
/* quacks_apply in pieces, for callers that play many games side by side and let those wait that
 * have more to do: the answer, then a droplet step or so many stages at most. Both return 1 while
 * there is more. */
int quacks_answer(struct quacks_state *s, int seat, int answer, struct chance *c,
                  struct events *sink);
int quacks_go_on(struct quacks_state *s, int stages, struct chance *c, struct events *sink);
void quacks_redact(struct quacks_state *s, int seat);
void quacks_determinize(struct quacks_state *view, int seat, struct chance *c);
int quacks_learned(const struct quiet_move *m, int seat);
const char *quacks_check(const struct quacks_state *s);
/* The set of seats that would win if the game ended now (Q9.2). */
uint32_t quacks_leaders(const struct quacks_state *s);

/* Rows as functions. Ids are the protocol's words, names are for people. */

/* `count` chips of the kind are in the game, `start` of them in each bag at the beginning (Q2). */
struct chip_row {
    const char *id;
    uint8_t colour, value, count, start;
};
const struct chip_row *quacks_chip(int chip);
/* The kind of chip with this id, or -1. */
int quacks_chip_by_id(const char *id);
/* NO_CARD has the name "none". */
const char *quacks_card_id(int card);
const char *quacks_card_name(int card);
/* The card with this id, or -1. */
int quacks_card_by_id(const char *id);
const char *quacks_die_id(int face);
/* The face of the die with this id, or -1. */
int quacks_die_by_id(const char *id);
const char *quacks_colour_id(int colour);

/* Text: see engine/game.h. */
const char *quacks_question_kind(int question);
char *quacks_action_name(const struct quacks_state *s, int seat, int answer, char buf[MAX_NAME]);
char *quacks_question_text(const struct quacks_state *s, int seat, char buf[MAX_SENTENCE]);
char *quacks_event_text(const struct event *e, int viewer, char buf[MAX_SENTENCE]);
const char *quacks_event_type(const struct event *e);
const char *quacks_event_rule(const struct event *e);
void quacks_explain(const struct quacks_state *s, int seat, const char *action,
                    struct refusal *why);

#endif
