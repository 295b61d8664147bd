/* Turns an answer into a new state: calls the answer's function, then takes stage after stage until
 * a question is asked. */
#include "games/quacks/rules.h"

void next_stage(struct quacks_state *s, int stage)
{
    s->stage = (uint8_t)stage;
    s->at = s->sub = 0;
}

/* `sub` is 1 while the seat at `at` carries out its part of the stage. After an answer the stage
 * calls this again, and the next seat begins. When a stage begins, `sub` is 0 and the start player
 * is first. */
int part_begins(struct quacks_state *s)
{
    s->at = (uint8_t)(s->at + (s->sub != 0));
    s->sub = s->at < s->players;
    return s->sub;
}

/* Three questions look the same to a client: blue 1, Strong Ingredient and green 2. The stage says
 * which one it is. */
static void answer_pick(struct quacks_resolution *r, int seat, int answer)
{
    if (r->s->stage == STAGE_BREW)
        answer_pick_blue(r, seat, answer);
    else if (r->s->stage == STAGE_STRONG)
        answer_pick_strong(r, seat, answer);
    else
        answer_pick_spider(r, seat, answer);
}

/* While potions are brewed only blue chips are asked about, in B the others (Q12). */
static void answer_optional(struct quacks_resolution *r, int seat, int leave)
{
    if (r->s->stage == STAGE_BREW)
        answer_optional_blue(r, seat, leave);
    else
        answer_optional_part(r, seat, leave);
}

/* Out of line: most answers are to brew and buy. */
RARE static void answer_rare(struct quacks_resolution *r, int seat, int question, int answer)
{
    switch (question) {
    case QQ_FORTUNE: answer_fortune(r, seat, answer); break;
    case QQ_PICK: answer_pick(r, seat, answer); break;
    case QQ_SWAP: quacks_answer_swap(r, seat, answer); break;
    case QQ_RETURN: answer_return(r, seat, answer); break;
    case QQ_RESTART: answer_restart(r, seat, answer); break;
    case QQ_RED: answer_red(r, seat, answer); break;
    case QQ_STEP: answer_step(r, seat, answer); break;
    case QQ_PURPLE: answer_purple(r, seat, answer); break;
    case QQ_UPGRADE: answer_upgrade(r, seat, answer); break;
    case QQ_PAY: answer_pay(r, seat, answer); break;
    case QQ_SCORE: answer_score(r, seat, answer); break;
    case QQ_RUBIES: answer_rubies(r, seat, answer); break;
    case QQ_OPTIONAL: answer_optional(r, seat, answer); break;
    case QQ_OPTIONAL_STEP: answer_optional_step(r, seat, answer); break;
    case QQ_RATS: answer_rats(r, seat, answer); break;
    default: MUST(0);
    }
}

/* Two rules ask QQ_BONUS (Q5.6): chips being placed, and green 3 in B. */
void answer_question(struct quacks_resolution *r, int seat, int question, int answer)
{
    if (question == QQ_BREW)
        answer_brew(r, seat, answer);
    else if (question == QQ_BUY)
        answer_buy(r, seat, answer);
    else if (question == QQ_BONUS && r->s->stage == STAGE_BREW)
        answer_bonus(r, seat, answer);
    else if (question == QQ_BONUS)
        answer_bonus_spider(r, seat, answer);
    else
        answer_rare(r, seat, question, answer);
}

/* Asks only if there is a choice: only answers with an effect are offered (Q6). A single legal
 * answer is given at once, by recursion. Such an answer never asks another question, so the
 * recursion is never deep. */
void quacks_ask_for(struct quacks_resolution *r, int seat, int question, uint64_t answers)
{
    if (answers & (answers - 1))
        ask_seat(r, seat, question);
    else if (answers)
        answer_question(r, seat, question, bit_lowest(answers));
}

/* quacks_legal looks at the question. */
void quacks_ask(struct quacks_resolution *r, int seat, int question)
{
    ask_seat(r, seat, question);
    uint64_t answers = quacks_legal(r->s, seat);
    ask_no_more(r->s, seat);
    quacks_ask_for(r, seat, question, answers);
}

/* Book red 2: all seats are asked at once (Q6), because one seat's late reds do not affect
 * another's. Seats without reds beside the pot are not asked. `sub` is set once all were asked,
 * because the stage is entered again after the answers. */
int reds_stage(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    if (s->book[RED] == 2 && !s->sub) {
        s->sub = 1;
        for (int at = 0; at < s->players; at++)
            quacks_ask(r, seat_at(s, at), QQ_RED);
        if (s->asked)
            return 0;
    }
    next_stage(s, STAGE_SCORED);
    return 1;
}

/* Entered whenever no seat is asked; with secret draws (Q5.7) that need not be the end of the
 * potions. */
int brew_stage(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    if (!brew_done(s)) {
        brew_go_on(r);
        return 0;
    }
    next_stage(s, STAGE_STRONG);
    return 1;
}

/* Nothing goes on while a seat is asked, so the order in which seats answer cannot matter. */
static int goes_on(const struct quacks_state *s)
{
    return !s->asked && s->stage != STAGE_OVER;
}

/* From the stage that the turn is at to the first one that waits, `most` at most. Each falls
 * through into the next: jumps from a loop are harder to predict. */
RARE static void take_stages(struct quacks_resolution *r, int most)
{
    switch (r->s->stage) {
#define STAGE(e, name)                                                                             \
    case STAGE_##e:                                                                                \
        if (!name##_stage(r) || !--most)                                                           \
            return;                                                                                \
        __attribute__((fallthrough));
#include "games/quacks/stages.def"
#undef STAGE
    case STAGE_OVER: return;
    default: MUST(0);
    }
}

/* Droplet steps come first, so that an effect's step is taken before the next effect (Q10). */
static void take_next(struct quacks_resolution *r, int stages)
{
    if (r->s->steps)
        step_take(r);
    else
        take_stages(r, stages);
}

/* Out of line, because after most answers another seat still has a question. */
RARE static void go_on(struct quacks_resolution *r)
{
    while (goes_on(r->s))
        take_next(r, STAGE_OVER);
}

/* The caller has checked that the answer is legal. */
static void take_answer(struct quacks_resolution *r, int seat, int answer)
{
    int question = r->s->player[seat].question;
    MUST(question != QQ_NONE);
    ask_no_more(r->s, seat);
    answer_question(r, seat, question, answer);
}

void quacks_apply(struct quacks_state *s, int seat, int answer, struct chance *c,
                  struct events *sink)
{
    struct quacks_resolution r = {s, c, sink};
    take_answer(&r, seat, answer);
    if (!s->asked)
        go_on(&r);
}

int quacks_answer(struct quacks_state *s, int seat, int answer, struct chance *c,
                  struct events *sink)
{
    struct quacks_resolution r = {s, c, sink};
    take_answer(&r, seat, answer);
    return goes_on(s);
}

int quacks_go_on(struct quacks_state *s, int stages, struct chance *c, struct events *sink)
{
    struct quacks_resolution r = {s, c, sink};
    take_next(&r, stages);
    return goes_on(s);
}

/* The start player is drawn by lot unless an option names one (Q2). Without fortune cards the deck
 * is empty (Q12). */
void quacks_begin(struct quacks_state *s, struct chance *c, struct events *sink)
{
    struct quacks_resolution r = {s, c, sink};
    if (s->no_fortune) {
        s->left = 0;
        s->card = NO_CARD;
    }
    s->start = s->first == NO_SPACE ? (uint8_t)lot_first(&r) : s->first;
    s->turn = 1;
    next_stage(s, STAGE_TURN);
    go_on(&r);
}
