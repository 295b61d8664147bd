/* How an answer becomes a new state: the answer's function, then stage after stage until somebody is
 * asked something. */
#include "games/quacks/rules.h"

static void forget_part(struct quacks_state *s)
{
    s->sub = s->tier = 0;
    s->last_two[0] = s->last_two[1] = NO_CHIP;
}

void next_stage(struct quacks_state *s, int stage)
{
    s->stage = (uint8_t)stage;
    s->at = 0;
    forget_part(s);
}

void next_seat(struct quacks_state *s)
{
    s->at++;
    forget_part(s);
}

static void answer_pick(struct table *t, int seat, int answer)
{
    if (t->s->stage == STAGE_BREW)
        answer_pick_blue(t, seat, answer);
    else if (t->s->stage == STAGE_STRONG)
        answer_pick_strong(t, seat, answer);
    else
        answer_pick_spider(t, seat, answer);
}

RARE static void answer_rare(struct table *t, int seat, int question, int answer)
{
    switch (question) {
    case QQ_FORTUNE: answer_fortune(t, seat, answer); break;
    case QQ_PICK: answer_pick(t, seat, answer); break;
    case QQ_SWAP: quacks_answer_swap(t, seat, answer); break;
    case QQ_RETURN: answer_return(t, seat, answer); break;
    case QQ_RESTART: answer_restart(t, seat, answer); break;
    case QQ_RED: answer_red(t, seat, answer); break;
    case QQ_STEP: answer_step(t, seat, answer); break;
    case QQ_PURPLE: answer_purple(t, seat, answer); break;
    case QQ_UPGRADE: answer_upgrade(t, seat, answer); break;
    case QQ_PAY: answer_pay(t, seat, answer); break;
    case QQ_SCORE: answer_score(t, seat, answer); break;
    case QQ_BUY: answer_buy(t, seat, answer); break;
    case QQ_RUBIES: answer_rubies(t, seat, answer); break;
    default: MUST(0);
    }
}

void answer_question(struct table *t, int seat, int question, int answer)
{
    if (question == QQ_BREW)
        answer_brew(t, seat, answer);
    else if (question == QQ_BONUS && t->s->stage == STAGE_BREW)
        answer_bonus(t, seat, answer);
    else if (question == QQ_BONUS)
        answer_bonus_spider(t, seat, answer);
    else
        answer_rare(t, seat, question, answer);
}

void quacks_ask(struct table *t, int seat, int question)
{
    ask_seat(t, seat, question);
    uint64_t answers = quacks_legal(t->s, seat);
    if (answers & (answers - 1))
        return;
    ask_no_more(t->s, seat);
    if (answers)
        answer_question(t, seat, question, bit_lowest(answers));
}

/* All seats at once; those without reds beside the pot are not asked. */
static void reds_stage(struct table *t)
{
    struct quacks_state *s = t->s;
    if (s->book[RED] != 2 || s->sub) {
        next_stage(s, STAGE_SCORED);
        return;
    }
    s->sub = 1;
    for (int at = 0; at < s->players; at++)
        quacks_ask(t, seat_at(s, at), QQ_RED);
}

static void brew_stage(struct table *t)
{
    if (!brew_done(t->s)) {
        brew_go_on(t);
        return;
    }
    for (int seat = 0; seat < t->s->players; seat++)
        memset(t->s->player[seat].old_beside, 0, sizeof t->s->player[seat].old_beside);
    next_stage(t->s, STAGE_STRONG);
}

RARE static void take_stage(struct table *t)
{
    switch (t->s->stage) {
    case STAGE_TURN: turn_stage(t); break;
    case STAGE_CARD: card_stage(t); break;
    case STAGE_RATS: rats_stage(t); break;
    case STAGE_BREW: brew_stage(t); break;
    case STAGE_STRONG: strong_stage(t); break;
    case STAGE_REDS: reds_stage(t); break;
    case STAGE_SCORED: scored_stage(t); break;
    case STAGE_SEASONED: seasoned_stage(t); break;
    case STAGE_SCHADENFREUDE: schadenfreude_stage(t); break;
    case STAGE_A: a_stage(t); break;
    case STAGE_B: b_stage(t); break;
    case STAGE_C: c_stage(t); break;
    case STAGE_D: d_stage(t); break;
    case STAGE_E: e_stage(t); break;
    case STAGE_F: f_stage(t); break;
    case STAGE_CLEAN: clean_stage(t); break;
    default: MUST(0);
    }
}

static void go_on(struct table *t)
{
    while (!t->s->asked && t->s->stage != STAGE_OVER) {
        if (t->s->steps)
            step_take(t);
        else
            take_stage(t);
    }
}

void quacks_apply(struct quacks_state *s, int seat, int answer, struct chance *c,
                  struct events *sink)
{
    struct table t = {s, c, sink};
    int question = s->player[seat].question;
    MUST(question != QQ_NONE);
    ask_no_more(s, seat);
    answer_question(&t, seat, question, answer);
    go_on(&t);
}

void quacks_begin(struct quacks_state *s, struct chance *c, struct events *sink)
{
    struct table t = {s, c, sink};
    s->start = s->first == NO_SPACE ? (uint8_t)lot_first(&t) : s->first;
    s->turn = 1;
    next_stage(s, STAGE_TURN);
    go_on(&t);
}
