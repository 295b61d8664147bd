/* How an answer becomes a new state: the answer's function, then stage after stage until somebody
 * is asked something. */
#include "games/quacks/rules.h"

/* Equal tables must have equal bytes, so what a part kept for itself goes with it. Only B sets
 * `tier` and `last_two`. */
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

/* `sub` is 1 while the seat at `at` has its part. After an answer the stage calls again, and the
 * next seat begins; a stage just begun has `sub` 0 and stays at the start player. */
int part_begins(struct quacks_state *s)
{
    s->at = (uint8_t)(s->at + (s->sub != 0));
    s->sub = s->at < s->players;
    return s->sub;
}

/* Three questions look the same to a client; the stage says which it is: blue 1, Strong Ingredient
 * or green 2. */
static void answer_pick(struct ruling *r, int seat, int answer)
{
    if (r->s->stage == STAGE_BREW)
        answer_pick_blue(r, seat, answer);
    else if (r->s->stage == STAGE_STRONG)
        answer_pick_strong(r, seat, answer);
    else
        answer_pick_spider(r, seat, answer);
}

/* Kept apart from brew and buy, which are most answers. */
RARE static void answer_rare(struct ruling *r, int seat, int question, int answer)
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
    default: MUST(0);
    }
}

/* QQ_BONUS is asked by two rules (Q5.6): by chips being placed, and by green 3 in B. */
void answer_question(struct ruling *r, int seat, int question, int answer)
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

/* The legal answers show whether there is a choice: only what has an effect is offered (Q6). No
 * answer that can be the only one asks anything itself, so this never goes deep. */
void quacks_ask(struct ruling *r, int seat, int question)
{
    ask_seat(r, seat, question);
    uint64_t answers = quacks_legal(r->s, seat);
    if (answers & (answers - 1))
        return;
    ask_no_more(r->s, seat);
    if (answers)
        answer_question(r, seat, question, bit_lowest(answers));
}

/* Book red 2: all seats at once (Q6), as nobody's late reds bear on another's; those without reds
 * beside the pot are not asked. `sub` is set once all were asked, because the stage is entered
 * again after the answers. */
static int reds_stage(struct ruling *r)
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
 * potions. Old reds matter only while brewing; forgotten here, equal tables have equal bytes. */
static int brew_stage(struct ruling *r)
{
    struct quacks_state *s = r->s;
    if (!brew_done(s)) {
        brew_go_on(r);
        return 0;
    }
    for (int seat = 0; seat < s->players && s->book[RED] == 2; seat++)
        memset(s->player[seat].old_beside, 0, sizeof s->player[seat].old_beside);
    next_stage(s, STAGE_STRONG);
    return 1;
}

/* The order of a turn (Q3, Q6). A stage returns 0 while somebody is asked, or a droplet has to move
 * first; it is then taken up again where `at` and `sub` left it. The switch enters at the state's
 * stage and falls through the rest of the turn, into the next one up to its potions. */
static void take_stages(struct ruling *r)
{
    switch (r->s->stage) {
    case STAGE_BREW:
        if (!brew_stage(r))
            return; /* fall through */
    case STAGE_STRONG:
        if (!strong_stage(r))
            return; /* fall through */
    case STAGE_REDS:
        if (!reds_stage(r))
            return;                     /* fall through */
    case STAGE_SCORED: scored_stage(r); /* fall through */
    case STAGE_SEASONED:
        if (!seasoned_stage(r))
            return; /* fall through */
    case STAGE_SCHADENFREUDE:
        if (!schadenfreude_stage(r))
            return; /* fall through */
    case STAGE_A:
        if (!a_stage(r))
            return; /* fall through */
    case STAGE_B:
        if (!b_stage(r))
            return;           /* fall through */
    case STAGE_C: c_stage(r); /* fall through */
    case STAGE_D:
        if (!d_stage(r))
            return; /* fall through */
    case STAGE_E:
        if (!e_stage(r))
            return; /* fall through */
    case STAGE_F:
        if (!f_stage(r))
            return; /* fall through */
    case STAGE_CLEAN:
        if (!clean_stage(r))
            return;                 /* fall through */
    case STAGE_TURN: turn_stage(r); /* fall through */
    case STAGE_CARD:
        if (!card_stage(r))
            return; /* fall through */
    case STAGE_RATS: rats_stage(r); return;
    default: MUST(0);
    }
}

/* Out of line: most answers leave somebody else still asked. Droplet steps come before anything
 * else, so that an effect's step is taken before the next effect (Q10). */
RARE static void go_on(struct ruling *r)
{
    while (!r->s->asked && r->s->stage != STAGE_OVER) {
        if (r->s->steps)
            step_take(r);
        else
            take_stages(r);
    }
}

/* The answer must be legal: edges check, the rules do not. Nothing goes on while another seat is
 * still asked, so the order in which seats answer cannot matter. */
void quacks_apply(struct quacks_state *s, int seat, int answer, struct chance *c,
                  struct events *sink)
{
    struct ruling r = {s, c, sink};
    int question = s->player[seat].question;
    MUST(question != QQ_NONE);
    ask_no_more(s, seat);
    answer_question(&r, seat, question, answer);
    if (!s->asked)
        go_on(&r);
}

/* The start player is drawn by lot unless an option names one (Q2). */
void quacks_begin(struct quacks_state *s, struct chance *c, struct events *sink)
{
    struct ruling r = {s, c, sink};
    s->start = s->first == NO_SPACE ? (uint8_t)lot_first(&r) : s->first;
    s->turn = 1;
    next_stage(s, STAGE_TURN);
    go_on(&r);
}
