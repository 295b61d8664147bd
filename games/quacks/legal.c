/* The answers to each question, as bits. They never depend on what the asked seat may not know. */
#include "games/quacks/rules.h"

/* In B green 2 asks, elsewhere an offer of chips. */
static uint64_t pick_answers(const struct quacks_state *s, const struct quacks_player *p)
{
    return s->stage == STAGE_B ? spider_answers(s) : offer_answers(p);
}

/* Out of line: most questions are brew and buy. */
RARE static uint64_t rare_answers(const struct quacks_state *s, int seat)
{
    const struct quacks_player *p = &s->player[seat];
    switch (p->question) {
    case QQ_FORTUNE: return fortune_answers(s, seat);
    case QQ_PICK: return pick_answers(s, p);
    case QQ_SWAP: return swap_answers(s, p);
    case QQ_RED: return red_answers(p);
    case QQ_STEP: return step_answers(s, p);
    case QQ_PURPLE: return purple_answers(s, p);
    case QQ_UPGRADE: return upgrade_answers(s, p);
    case QQ_RUBIES: return rubies_answers(s, p);
    case QQ_RATS: return rats_answers(s, p);
    /* Bonus, return, restart, pay, score, optional: two answers. */
    default: return 3;
    }
}

/* Seats that are not asked, and seats that do not exist, have no answers. */
uint64_t quacks_legal(const struct quacks_state *s, int seat)
{
    if ((unsigned)seat >= QUACKS_SEATS || !(s->asked >> seat & 1))
        return 0;
    if (s->player[seat].question == QQ_BREW)
        return brew_answers(s, seat);
    if (s->player[seat].question == QQ_BUY)
        return buy_answers(s, &s->player[seat]);
    return rare_answers(s, seat);
}
