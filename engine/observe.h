/* Observations: what a seat knows as small numbers, for programs that learn; and one numbering of
 * all answers of a game.
 *
 * The dense form is an array of `cells` bytes, the same for all options and numbers of players.
 * First come blocks of `seat_cells` bytes, one a seat: the viewer's, then those of the others in
 * turn order; blocks of absent seats are zero. What belongs to no seat follows. Seats inside a cell
 * are counted from the viewer in the same way. Numbers above a row's `most` are written as `most`.
 * The sparse form lists those of `inputs` yes-or-no inputs that are yes. It is made from the dense
 * form by the rows alone.
 *
 * Promises (the property suite checks them):
 *   - a state and each of its views give the viewer the same bytes, so a caller may pass a state
 *     without redacting it;
 *   - every cell lies within `least` and `most` of its row;
 *   - every legal answer has a number, and the number leads back to it.
 * Numbers, names and order of the rows and actions are stable within a version of the program;
 * `hash` changes with them. */
#ifndef CHARLATAN_ENGINE_OBSERVE_H
#define CHARLATAN_ENGINE_OBSERVE_H

#include "engine/game.h"

/* How a cell becomes inputs. Value 0 makes none of them yes.
 *   ONE_HOT one input for each value from 1 on;
 *   BITS    one for each bit;
 *   STEPS   input k is yes if the value is at least k + 1;
 *   FIVES   input k is yes if the value is at least 5 * (k + 1);
 *   SCALE   the same with steps that grow: 1 2 3 4 6 8 12 16 24 32 48 64 96 128 192. */
enum observe_how { OBSERVE_ONE_HOT, OBSERVE_BITS, OBSERVE_STEPS, OBSERVE_FIVES, OBSERVE_SCALE };

/* How many inputs a cell has, and how many of them can be yes at once. */
#define OBSERVE_WIDTH_ONE_HOT(most) (most)
#define OBSERVE_WIDTH_BITS(most)                                                                   \
    (1 + ((most) > 1) + ((most) > 3) + ((most) > 7) + ((most) > 15) + ((most) > 31) +              \
     ((most) > 63) + ((most) > 127))
#define OBSERVE_WIDTH_STEPS(most) (most)
#define OBSERVE_WIDTH_FIVES(most) ((most) / 5)
#define OBSERVE_WIDTH_SCALE(most)                                                                  \
    (((most) >= 1) + ((most) >= 2) + ((most) >= 3) + ((most) >= 4) + ((most) >= 6) +               \
     ((most) >= 8) + ((most) >= 12) + ((most) >= 16) + ((most) >= 24) + ((most) >= 32) +           \
     ((most) >= 48) + ((most) >= 64) + ((most) >= 96) + ((most) >= 128) + ((most) >= 192))
#define OBSERVE_YES_ONE_HOT(most) 1
#define OBSERVE_YES_BITS OBSERVE_WIDTH_BITS
#define OBSERVE_YES_STEPS OBSERVE_WIDTH_STEPS
#define OBSERVE_YES_FIVES OBSERVE_WIDTH_FIVES
#define OBSERVE_YES_SCALE OBSERVE_WIDTH_SCALE

/* One row of observe.def. Cell k of block b is out[at + b * stride + k], and its inputs are the
 * `width` from first + b * input_stride + k * width on. */
struct observe_row {
    /* "cell", and a sentence that says what the numbers mean. */
    const char *name, *text;
    /* How many cells a block has, and how many blocks: one for each possible seat, or 1. */
    uint16_t count, blocks;
    uint16_t at, stride;
    uint16_t first, input_stride, width;
    uint8_t least, most;
    /* enum observe_how. */
    uint8_t how;
    /* What the cells of a block are, and what the values are: of the game's own kinds, for
     * entry_text and value_text; 0 for plain numbers. */
    uint8_t entries, values;
};

/* The actions of one question: `count` of them from `first` on. If `seats` is 1 the answers are
 * seats, and the actions count them from the asked seat. */
struct observe_question {
    uint16_t first;
    uint8_t count, seats;
};

struct observer {
    uint16_t cells, inputs, actions;
    /* The most inputs that can be yes at once. */
    uint16_t most_active;
    /* The blocks of seats at the beginning of the dense form. */
    uint16_t seats, seat_cells;
    /* The numbers of rows, and of kinds of questions: game->question() is below it. */
    uint16_t rows, questions;
    /* The rows are one array: those of seats, then those of the table. */
    const struct observe_row *(*row)(int row);
    const struct observe_question *(*question)(int question);
    /* Writes the dense form. `seat` is a seat of the game, never SPECTATOR; `state` is a state or
     * the seat's view. */
    void (*dense)(const void *state, int seat, uint8_t *out);
    /* The words for cell k of a row's block and for a value; "" where it is a plain number. */
    char *(*entry_text)(const struct observe_row *row, int k, char buf[MAX_NAME]);
    const char *(*value_text)(const struct observe_row *row, int value);
    /* The answer as in the protocol; a seat is "self" or "next N". */
    char *(*answer_text)(int question, int answer, char buf[MAX_NAME]);
};

/* Writes the numbers of the inputs that are yes, ascending, at most most_active of them, and
 * returns how many. */
int observe_sparse(const struct observer *o, const uint8_t *dense, uint16_t *out);

/* The question to which an action belongs, and the answer in the numbering of its actions. Returns
 * -1 if there is no such action. */
int observe_action_of(const struct observer *o, int action, int *question, int *answer);
/* The action of a legal answer of the seat's question; -1 if it is not asked or has no such
 * answer. */
int observe_action(const struct game *g, const void *state, int seat, int answer);
/* The answer of an action, or -1 if the action belongs to a question that the seat is not asked. It
 * may still be illegal. */
int observe_answer(const struct game *g, const void *state, int seat, int action);
/* The legal actions as bits counted from *first on; 0 if the seat is not asked. */
uint64_t observe_legal(const struct game *g, const void *state, int seat, int *first);
/* Writes what observe_legal gave into a mask that is 0: one byte for each action, 1 if it is
 * legal. */
void observe_spread(const struct observer *o, uint64_t legal, int first, uint8_t *mask);

/* Eight bits as bytes, 1 or 0: the product puts a copy of them into every byte, and the mask keeps
 * another bit in each. */
static inline uint64_t observe_bytes(uint64_t bits)
{
    bits = (bits & 255) * 0x0101010101010101u & 0x8040201008040201u;
    return (bits + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
}

/* Names, all different within a game: "seat2.cell.5", "seat2.cell.5=dragons-egg", "draw deck",
 * "act: play dragons-egg". An action's name has its question's kind in front, unless the answer
 * begins with that word. They return buf. */
char *observe_cell_text(const struct observer *o, int cell, char buf[MAX_NAME]);
char *observe_input_text(const struct observer *o, int input, char buf[MAX_NAME]);
char *observe_action_text(const struct game *g, int action, char buf[MAX_NAME]);

/* Identifies rows, inputs and actions: weights that were learned with others do not fit. */
uint64_t observe_hash(const struct game *g);

#endif
