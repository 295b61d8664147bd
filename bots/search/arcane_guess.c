/* Guesses at stashes; see arcane_guess.h. A view does not say what its owner did, but it shows what
 * the owner did not do: an item that would complete a set is rarely kept, it would have been
 * played. How rarely was counted in games of the net (learn/README.md). */
#include "bots/search/arcane_guess.h"

#include "games/arcane/facts.h"

const struct arcane_kept *arcane_kept_rows(void)
{
#define KEPT(item, alone_2, near_2, ready_2, alone, near, ready)                                   \
    [0][FIT_ALONE][item] = (alone_2), [0][FIT_NEAR][item] = (near_2),                              \
    [0][FIT_READY][item] = (ready_2), [1][FIT_ALONE][item] = (alone),                              \
    [1][FIT_NEAR][item] = (near), [1][FIT_READY][item] = (ready),
    static const struct arcane_kept rows = {{
#include "bots/search/arcane_guess.def"
    }};
#undef KEPT
    return &rows;
}

/* ---- fits ---- */

/* A slot of the line that is not in `alike` may be replaced. */
static int can_be_done(const struct arcane_player *p, uint32_t line, uint32_t alike)
{
    return bit_count(line & alike) == 2 && (line & ~alike & house_playable(p));
}

/* `alike` is a set of slots of this storehouse. */
static enum arcane_fit fit_of_slots(const struct arcane_player *p, uint32_t alike)
{
    if (!alike)
        return FIT_ALONE;
    for (int i = house_lines(p) - 1; i >= 0; i--)
        if (can_be_done(p, house_line(p, i), alike))
            return FIT_READY;
    return FIT_NEAR;
}

/* A6.4: a Feline is like every other item. For a Feline the best fit with any item that lies
 * there. */
enum arcane_fit arcane_fit_of(const struct arcane_player *p, int item)
{
    enum arcane_fit fit = FIT_ALONE;
    if (item != FACSIMILOUS_FELINE)
        return fit_of_slots(p, house_up(p, item) | house_up(p, FACSIMILOUS_FELINE));
    for (uint32_t up = house_revealed(p); up && fit != FIT_READY; up &= up - 1) {
        enum arcane_fit with = fit_of_slots(p, house_up(p, cell_item(p->cell[bit_lowest(up)])));
        fit = with > fit ? with : fit;
    }
    return fit;
}

#define KEPT(...) +1
enum {
    KEPT_ROWS = 0
#include "bots/search/arcane_guess.def"
};
#undef KEPT
_Static_assert(ITEM_COUNT <= (int)GUESS_KINDS && ITEM_COUNT == (int)KEPT_ROWS,
               "every item has a weight");

/* Only what is revealed counts, so it is the same for every viewer. */
void arcane_weigh_guesses(const void *view, struct guess_weights *to)
{
    const struct arcane_kept *kept = arcane_kept_rows();
    const struct arcane_state *s = view;
    for (int seat = 0; seat < s->players; seat++)
        for (int item = 0; item < ITEM_COUNT; item++) {
            enum arcane_fit fit = arcane_fit_of(&s->player[seat], item);
            to->of[seat][item] = kept->weight[s->players > 2][fit][item];
        }
}

/* ---- guesses ---- */

/* An unseen item, each as likely as its cards and their weight together. There must be unseen
 * cards, and no weight may be 0, or the sum might be. */
static int likely_item(const struct arcane_state *s, const uint16_t *weight, struct chance *c)
{
    uint32_t all = 0, part[ITEM_COUNT];
    for (int i = 0; i < ITEM_COUNT; i++)
        all += part[i] = (uint32_t)s->pool[i] * weight[i];
    uint32_t at = chance_below(c, CHANCE_GUESS, all);
    int item = 0;
    while (at >= part[item])
        at -= part[item++];
    return item;
}

/* Its owner alone knows the card, so among equals it comes last (A14.5). */
static void keep(struct arcane_player *p, int item, uint32_t owner)
{
    int at = p->stash_n++;
    for (; at > 0 && p->stash[at - 1] > item; at--) {
        p->stash[at] = p->stash[at - 1];
        p->stash_known[at] = p->stash_known[at - 1];
    }
    p->stash[at] = (uint8_t)item;
    p->stash_known[at] = (uint8_t)owner;
}

/* Undecided cards are taken off first, then dealt one by one: each card dealt is gone for the
 * next. */
static void guess_stash(struct arcane_state *s, int seat, const uint16_t *weight, struct chance *c)
{
    struct arcane_player *p = &s->player[seat];
    int n = p->stash_n;
    /* Undecided cards are the last ones. */
    while (p->stash_n && p->stash[p->stash_n - 1] == ITEM_UNDECIDED)
        p->stash[--p->stash_n] = 0;
    while (p->stash_n < n) {
        int item = likely_item(s, weight, c);
        s->pool[item]--;
        s->pool_n--;
        keep(p, item, 1u << seat);
    }
}

/* Cards that were guessed are off the pool, so arcane_determinize cannot deal them again. */
void arcane_guess(const struct guess_weights *by, void *view, int seat, struct chance *c)
{
    struct arcane_state *s = view;
    for (int i = 0; i < s->players; i++)
        guess_stash(s, i, by->of[i], c);
    /* Nothing is left to be dealt; the view becomes a state. */
    arcane_determinize(s, seat, c);
}

const struct guesser arcane_guesser = {.weigh = arcane_weigh_guesses, .guess = arcane_guess};
