/* Views (Q5.7, protocol): other seats' commitments and the chips they look at are secret;
 * everything else is public. */
#include "games/quacks/rules.h"

/* A seat keeps its own secrets; a spectator sees none. It stays public how many chips are looked
 * at, and that a decision was made (Q5.7). */
void quacks_redact(struct quacks_state *s, int seat)
{
    for (int i = 0; i < s->players; i++) {
        struct quacks_player *p = &s->player[i];
        if (i == seat)
            continue;
        if (p->commit != COMMIT_NONE)
            p->commit = COMMIT_HIDDEN;
        memset(p->offer, NO_CHIP, p->offer_n);
    }
}

/* Drawn as the seat drew them: at random from its bag, which is public. */
static void guess_offer(struct quacks_player *p, struct chance *c)
{
    uint8_t bag[BAG_BYTES];
    memcpy(bag, p->bag, sizeof bag);
    for (int i = 0; i < p->offer_n; i++) {
        int chip = counts_find(bag, chance_below(c, CHANCE_GUESS, (uint32_t)counts_sum(bag)));
        bag[chip]--;
        p->offer[i] = (uint8_t)chip;
    }
}

/* A seat that is asked to swap has something to swap; a guess without it would have no legal
 * answer. Offers are drawn until one fits; after many failures one fitting chip is put among
 * them. */
static void guess_swap(const struct quacks_state *s, struct quacks_player *p, struct chance *c)
{
    for (int tries = 0; tries < 32 && !swap_answers(s, p); tries++)
        guess_offer(p, c);
    for (int chip = GREEN1; chip <= YELLOW4 && !swap_answers(s, p); chip++)
        if (p->bag[chip])
            p->offer[0] = (uint8_t)chip;
}

/* A decision to draw needs a chip in the bag, and a decision to stop needs a draw before it
 * (Q5.1). */
static void guess_commit(struct quacks_player *p, struct chance *c)
{
    int draw = counts_sum(p->bag) > 0, stop = p->drawn_n > 0 || !draw;
    if (draw && stop)
        draw = (int)chance_below(c, CHANCE_GUESS, 2);
    p->commit = draw ? COMMIT_DRAW : COMMIT_STOP;
}

/* The view itself shows what is hidden, so the viewer's seat is not needed. An offer is hidden as a
 * whole (check_offer), so its first chip tells. */
void quacks_determinize(struct quacks_state *view, int seat, struct chance *c)
{
    (void)seat;
    for (int i = 0; i < view->players; i++) {
        struct quacks_player *p = &view->player[i];
        if (p->commit == COMMIT_HIDDEN)
            guess_commit(p, c);
        if (!p->offer_n || p->offer[0] != NO_CHIP)
            continue;
        guess_offer(p, c);
        if (p->question == QQ_SWAP)
            guess_swap(view, p, c);
    }
}

/* ---- what a move has shown ---- */

/* Whether the offer must have this chip, as anybody can tell who counts the bag: there are too few
 * others, or the seat was asked to swap and nothing else in the bag can be swapped. */
static int must_be_offered(const struct quacks_state *s, const struct quacks_player *p, int chip)
{
    if (counts_sum(p->bag) - p->bag[chip] < p->offer_n)
        return 1;
    int others = p->question != QQ_SWAP;
    for (int other = 0; other < CHIP_COUNT; other++)
        others |= other != chip && p->bag[other] && may_be_swapped(s, other);
    return !others;
}

/* Whoever chooses a chip shows that it was in the offer, which only that seat has seen. */
static int shows_offered(const struct quacks_state *s, struct move move)
{
    const struct quacks_player *p = &s->player[move.seat];
    return p->offer_n && move.answer < CHIP_COUNT && !must_be_offered(s, p, move.answer);
}

/* Decisions are carried out together (Q5.7). Nothing was drawn, so all were to stop; with chips in
 * the bag the viewer could not know that. */
static int shows_commits(const struct quacks_state *was, const struct quacks_state *is, int mover,
                         int seat)
{
    for (int i = 0; i < was->players; i++) {
        const struct quacks_player *p = &was->player[i];
        int is_shown = p->commit != COMMIT_NONE && is->player[i].commit == COMMIT_NONE;
        if (i != seat && i != mover && is_shown && !counts_empty(p->bag))
            return 1;
    }
    return 0;
}

int quacks_learned(const struct quiet_move *m, int seat)
{
    const struct quacks_state *was = (const struct quacks_state *)m->before;
    const struct quacks_state *is = (const struct quacks_state *)m->after;
    return (seat != m->move.seat && shows_offered(was, m->move)) ||
           shows_commits(was, is, m->move.seat, seat);
}
