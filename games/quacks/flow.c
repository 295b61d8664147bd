/* How an answer becomes a new state: the answer's function, then stage after stage until somebody is
 * asked something. */
#include "games/quacks/rules.h"

/* Only B sets the last three. */
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

int part_begins(struct quacks_state *s)
{
    s->at = (uint8_t)(s->at + (s->sub != 0));
    s->sub = s->at < s->players;
    return s->sub;
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
    case QQ_RUBIES: answer_rubies(t, seat, answer); break;
    default: MUST(0);
    }
}

void answer_question(struct table *t, int seat, int question, int answer)
{
    if (question == QQ_BREW)
        answer_brew(t, seat, answer);
    else if (question == QQ_BUY)
        answer_buy(t, seat, answer);
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
static int reds_stage(struct table *t)
{
    struct quacks_state *s = t->s;
    if (s->book[RED] == 2 && !s->sub) {
        s->sub = 1;
        for (int at = 0; at < s->players; at++)
            quacks_ask(t, seat_at(s, at), QQ_RED);
        if (s->asked)
            return 0;
    }
    next_stage(s, STAGE_SCORED);
    return 1;
}

static int brew_stage(struct table *t)
{
    struct quacks_state *s = t->s;
    if (!brew_done(s)) {
        brew_go_on(t);
        return 0;
    }
    for (int seat = 0; seat < s->players && s->book[RED] == 2; seat++)
        memset(s->player[seat].old_beside, 0, sizeof s->player[seat].old_beside);
    next_stage(s, STAGE_STRONG);
    return 1;
}

/* The order of a turn. A stage returns 0 while somebody is asked, or a droplet has to move first;
 * it is then taken up again where `at` and `sub` left it. */
static void take_stages(struct table *t)
{
    switch (t->s->stage) {
    case STAGE_BREW:
        if (!brew_stage(t))
            return; /* fall through */
    case STAGE_STRONG:
        if (!strong_stage(t))
            return; /* fall through */
    case STAGE_REDS:
        if (!reds_stage(t))
            return;                     /* fall through */
    case STAGE_SCORED: scored_stage(t); /* fall through */
    case STAGE_SEASONED:
        if (!seasoned_stage(t))
            return; /* fall through */
    case STAGE_SCHADENFREUDE:
        if (!schadenfreude_stage(t))
            return; /* fall through */
    case STAGE_A:
        if (!a_stage(t))
            return; /* fall through */
    case STAGE_B:
        if (!b_stage(t))
            return;           /* fall through */
    case STAGE_C: c_stage(t); /* fall through */
    case STAGE_D:
        if (!d_stage(t))
            return; /* fall through */
    case STAGE_E:
        if (!e_stage(t))
            return; /* fall through */
    case STAGE_F:
        if (!f_stage(t))
            return; /* fall through */
    case STAGE_CLEAN:
        if (!clean_stage(t))
            return;                 /* fall through */
    case STAGE_TURN: turn_stage(t); /* fall through */
    case STAGE_CARD:
        if (!card_stage(t))
            return; /* fall through */
    case STAGE_RATS: rats_stage(t); return;
    default: MUST(0);
    }
}

/* Out of line: most answers leave somebody else still asked. */
RARE static void go_on(struct table *t)
{
    while (!t->s->asked && t->s->stage != STAGE_OVER) {
        if (t->s->steps)
            step_take(t);
        else
            take_stages(t);
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
    if (!s->asked)
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
