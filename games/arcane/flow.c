/* Turns an answer into a new state: calls the answer's function, then takes steps until a question
 * is asked. Each step and each answer has one function, in the file of its rule. */
#include "games/arcane/rules.h"

/* NONE is not 0, so clearing the bytes is not enough. The values are always the same, so that equal
 * positions are equal bytes. */
void arcane_at_rest(struct arcane_turn *at)
{
    static const struct arcane_turn rest = {
        .cause = NONE,
        .played = NONE,
        .slot = NONE,
        .replaced = CELL_NONE,
        .line = NONE,
        .sold = NONE,
        .target = NONE,
        .own = NONE,
    };
    *at = rest;
}

/* Never called for STEP_WAIT: the loops below stop there. A step sets r->step to the next one, or
 * to STEP_WAIT by asking. Each is taken from a state that is whole, so the steps of many games can
 * be taken in any order (arcane_go_on). */
RARE static void take_step(struct arcane_resolution *r)
{
    switch (r->step) {
#define STEP(e, name, often)                                                                       \
    case STEP_##e:                                                                                 \
        name##_step(r);                                                                            \
        break;
#include "games/arcane/steps.def"
#undef STEP
    default: MUST(0);
    }
}

/* A sale follows most effects, so its place in the switch need not be guessed. Ends: every path
 * through the steps asks a question or ends the game. */
static void take_steps(struct arcane_resolution *r)
{
    while (r->step != STEP_WAIT)
        if (r->step == STEP_SALE)
            sale_step(r);
        else
            take_step(r);
}

/* Out of line, because only about one question in ten is of these kinds. */
RARE static void answer_rare(struct arcane_resolution *r, int question, int answer)
{
    switch (question) {
    case Q_REVEAL: answer_reveal(r, answer); break;
    case Q_EFFECT: answer_effect(r, answer); break;
    case Q_PEEK: answer_peek(r, answer); break;
    case Q_CAULDRON: answer_cauldron(r, answer); break;
    case Q_TARGET: answer_target(r, answer); break;
    case Q_SWAP: answer_swap(r, answer); break;
    case Q_SELL: answer_sell(r, answer); break;
    case Q_SLIDE: answer_slide(r, answer); break;
    case Q_TAKE: answer_take(r, answer); break;
    case Q_OWN: answer_own(r, answer); break;
    case Q_THEIRS: answer_theirs(r, answer); break;
    case Q_KEEP: answer_keep(r, answer); break;
    case Q_REMOVE: answer_remove(r, answer); break;
    case Q_DAFANA: answer_dafana(r, answer); break;
    case Q_NINX: answer_ninx(r, answer); break;
    case Q_BRIBE: answer_bribe(r, answer); break;
    default: MUST(0);
    }
}

/* The caller has already cleared the question, so that an answer function can ask the next one. */
static void answer_question(struct arcane_resolution *r, int question, int answer)
{
    switch (question) {
    case Q_DRAW: answer_draw(r, answer); break;
    case Q_ACT: answer_act(r, answer); break;
    case Q_SLOT: answer_slot(r, answer); break;
    default: answer_rare(r, question, answer); break;
    }
}

/* The protocol asks these even if there is only one answer, because players expect to be asked and
 * every turn then begins alike. Other questions with one answer are answered without asking. */
static int asked_even_alone(int question)
{
    return question == Q_DRAW || question == Q_ACT || question == Q_BRIBE;
}

/* The question is set before its answers are counted, because arcane_legal reads it. Effects are
 * compulsory (A7.2), so a single answer is taken at once; it may ask another question, hence the
 * recursion. */
void ask(struct arcane_resolution *r, int question, int seat, int skipped)
{
    struct arcane_state *s = r->s;
    s->question = (uint8_t)question;
    s->asked = (uint8_t)seat;
    uint64_t answers = arcane_legal(s, seat);
    r->step = STEP_WAIT;
    if (answers && (asked_even_alone(question) || (answers & (answers - 1))))
        return;
    s->question = Q_NONE;
    s->asked = NONE;
    if (answers)
        answer_question(r, question, bit_lowest(answers));
    else
        r->step = skipped;
}

/* Callers have checked the answer with arcane_legal. A wrong seat is a bug in this program and
 * stops it. The question is cleared before its function runs, which may ask the next (A5.3). */
static void take_answer(struct arcane_resolution *r, int seat, int answer)
{
    int question = r->s->question;
    MUST(seat == r->s->asked);
    r->s->question = Q_NONE;
    r->s->asked = NONE;
    answer_question(r, question, answer);
}

void arcane_apply(struct arcane_state *s, int seat, int answer, struct chance *c,
                  struct events *sink)
{
    struct arcane_resolution r = {s, c, sink, STEP_WAIT};
    take_answer(&r, seat, answer);
    take_steps(&r);
}

int arcane_answer(struct arcane_state *s, int seat, int answer, struct chance *c,
                  struct events *sink)
{
    struct arcane_resolution r = {s, c, sink, STEP_WAIT};
    take_answer(&r, seat, answer);
    return r.step;
}

/* `step` is what arcane_answer or the last call returned, and not 0. */
int arcane_go_on(struct arcane_state *s, int step, struct chance *c, struct events *sink)
{
    struct arcane_resolution r = {s, c, sink, step};
    take_step(&r);
    return r.step;
}

/* `round` is still 0, so stock_step draws lots first. */
void arcane_begin(struct arcane_state *s, struct chance *c, struct events *sink)
{
    struct arcane_resolution r = {s, c, sink, STEP_STOCK};
    take_steps(&r);
}

/* The 36 pairs of nine slots in the order of pair_of, with the first slot in the high half-byte. A
 * table look-up is faster than inverting the formula. */
static const uint8_t *pair_table(void)
{
    static const uint8_t pairs[36] = {
        0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x12, 0x13, 0x14, 0x15,
        0x16, 0x17, 0x18, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x34, 0x35, 0x36,
        0x37, 0x38, 0x45, 0x46, 0x47, 0x48, 0x56, 0x57, 0x58, 0x67, 0x68, 0x78,
    };
    return pairs;
}

int pair_first(int pair)
{
    return pair_table()[pair] >> 4;
}

int pair_second(int pair)
{
    return pair_table()[pair] & 15;
}

/* i < j. 8 pairs begin with slot 0, 7 with slot 1 and so on; `i * (17 - i) / 2` pairs come before
 * those that begin with i. */
int pair_of(int i, int j)
{
    return i * (17 - i) / 2 + j - i - 1;
}
