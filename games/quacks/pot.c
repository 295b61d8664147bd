/* Pots: where chips lie, what they add up to, when they explode (Q1, Q5.2, Q5.3). This is the only
 * file that computes movement, the explosion limit and the last chips. */
#include "games/quacks/rules.h"

/* Chips are in the order of their spaces, so the i-th set bit is chip i's. No two chips share a
 * space: every chip moves at least one space, and none is laid after one on 52. */
int pot_at(const struct quacks_player *p, int i)
{
    uint64_t spaces = p->spaces;
    while (i--)
        spaces &= spaces - 1;
    return bit_lowest(spaces);
}

/* The last chip's space; in an empty pot, the space where the potion started (Q5.2). All chips lie
 * behind that space, so it counts as one before them, and no branch is needed. */
int pot_position(const struct quacks_player *p)
{
    return 63 - __builtin_clzll(p->spaces | (uint64_t)1 << p->origin);
}

/* The space after the last chip (Q1), or after the start in an empty pot. A full pot scores on the
 * spoon, 53. Once the evaluation has begun, the stored `scoring` is used instead, because chips
 * that leave in step B do not change it (Q8). */
int pot_scoring(const struct quacks_player *p)
{
    return pot_position(p) + 1;
}

/* Only a chip on 52 fills the pot (Q1.1). */
int pot_is_full(const struct quacks_player *p)
{
    return (int)(p->spaces >> POT_LAST & 1);
}

/* Strong Ingredient's chip counts here (Q7). */
int pot_whites(const struct quacks_player *p)
{
    return p->whites;
}

/* Without Strong Ingredient's chip, which counts for no action (Q7). `lying` gives the answer for
 * most colours without a walk through the pot. */
int pot_count(const struct quacks_player *p, int colour)
{
    int n = 0;
    if (!pot_has(p, colour))
        return 0;
    for (int i = 0; i < p->pot_n; i++)
        n += !(p->pot[i] & CHIP_INERT) && chip_colour(p->pot[i]) == colour;
    return n;
}

/* The white sum counts every chip, but colours only count chips that can act: a white of Strong
 * Ingredient counts towards the 7 that green 3 needs, but a green of it has no effect (Q7). Which
 * chip is drawn cannot be predicted, so there is no branch. */
static struct pot_sums noted(struct pot_sums sums, int chip)
{
    int kind = chip & ~CHIP_INERT;
    sums.whites = (uint8_t)(sums.whites + chip_white_value(kind));
    sums.lying |= (uint8_t)((uint32_t) !(chip & CHIP_INERT) << chip_colour(kind));
    return sums;
}

static void pot_note(struct quacks_player *p, int chip)
{
    struct pot_sums sums = noted((struct pot_sums){p->whites, p->lying}, chip);
    p->whites = sums.whites;
    p->lying = sums.lying;
}

struct pot_sums pot_sums(const struct quacks_player *p)
{
    struct pot_sums sums = {0, 0};
    for (int i = 0; i < p->pot_n; i++)
        sums = noted(sums, p->pot[i]);
    return sums;
}

/* Needed after any change but laying a chip: a colour's bit can be cleared only if no other chip of
 * it lies there. */
void pot_recount(struct quacks_player *p)
{
    struct pot_sums sums = pot_sums(p);
    p->whites = sums.whites;
    p->lying = sums.lying;
}

/* A chip that would pass 52 lies on 52 (Q1.1, Q5.2). `chip` may have CHIP_INERT set. */
void pot_lay(struct quacks_player *p, int chip, int spaces)
{
    int at = int_min(pot_position(p) + spaces, POT_LAST);
    MUST(p->pot_n < POT_MAX);
    p->pot[p->pot_n++] = (uint8_t)chip;
    p->spaces |= (uint64_t)1 << at;
    pot_note(p, chip);
}

/* Its space stays empty, and no other chip moves (Q8, yellow 1). If the chip last drawn leaves, no
 * chip counts as last drawn (Q5.5). */
int pot_remove(struct quacks_player *p, int i)
{
    int chip = p->pot[i] & ~CHIP_INERT;
    p->spaces &= ~((uint64_t)1 << pot_at(p, i));
    p->pot_n--;
    for (; i < p->pot_n; i++)
        p->pot[i] = p->pot[i + 1];
    p->pot[p->pot_n] = 0;
    pot_recount(p);
    /* Of equal chips the first leaves, so the chip last drawn leaves only if no other of its kind
     * is left. */
    if (p->fresh && p->last_drawn == chip && pot_first_of(p, chip, 0) < 0)
        p->fresh = 0;
    return chip;
}

/* Of equal chips the one placed first (Q8). */
int pot_first_of(const struct quacks_player *p, int chip, int inert_too)
{
    for (int i = 0; i < p->pot_n; i++)
        if (p->pot[i] == chip || (inert_too && p->pot[i] == (chip | CHIP_INERT)))
            return i;
    return -1;
}

/* By other numbers the highest applies, too. */
RARE static int explosion_limit_changed(const struct quacks_state *s, const struct quacks_player *p)
{
    const struct quacks_numbers *n = quacks_changed_numbers(s);
    int limit = n->explosion_limit;
    int yellows = s->book[YELLOW] == 3 ? pot_count(p, YELLOW) : 0;
    if (s->card == LIVING_IN_LUXURY && n->luxury_limit > limit)
        limit = n->luxury_limit;
    if (yellows && n->yellow3_few > limit)
        limit = n->yellow3_few;
    if (yellows >= n->yellow3_yellows && n->yellow3_many > limit)
        limit = n->yellow3_many;
    return limit;
}

/* The limit is 7. Living in Luxury makes it 9; book yellow 3 makes it 8 with a yellow in the pot
 * and 9 with three, counting the chip just placed. The highest applies (Q5.3). So a yellow can
 * raise the limit, but no chip in the pot lowers it. */
int explosion_limit(const struct quacks_state *s, const struct quacks_player *p)
{
    if (__builtin_expect(s->numbers, 0))
        return explosion_limit_changed(s, p);
    int yellows = s->book[YELLOW] == 3 ? pot_count(p, YELLOW) : 0;
    if (s->card == LIVING_IN_LUXURY || yellows >= QN_yellow3_yellows)
        return QN_yellow3_many;
    return yellows ? QN_yellow3_few : QN_explosion_limit;
}
