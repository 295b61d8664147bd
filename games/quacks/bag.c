/* Bags, the supply, and luck: what is drawn, what is rolled, which card comes. Each seat has its
 * own streams, so that nobody's luck depends on when another acts (Q5.1). */
#include "games/quacks/rules.h"

/* A scripted chip that is not there makes the outcome impossible. Any chip will do then: the state
 * is thrown away (engine/game.h). */
static int scripted_chip(const struct outcome *o, const uint8_t *chips, struct chance *c)
{
    int chip = o->value[0];
    if (chip < CHIP_COUNT && chips[chip])
        return chip;
    c->impossible = 1;
    return counts_find(chips, 0);
}

/* One chip out of these counts, from the seat's own stream. Used on a copy, it only looks. A script
 * is consulted only if there is one: drawing is the hottest thing the rules do. */
static int draw_from(struct ruling *r, int seat, uint8_t *chips)
{
    struct chance *c = r->c;
    uint32_t n = (uint32_t)counts_sum(chips);
    MUST(n > 0);
    const struct outcome *o = c->script_n ? chance_scripted(c, QUACKS_DRAW, seat) : NULL;
    int chip =
        o ? scripted_chip(o, chips, c) : counts_find(chips, chance_below(c, CHANCE_SEAT + seat, n));
    chips[chip]--;
    if (c->log) {
        struct outcome did = {QUACKS_DRAW, (int8_t)seat, 1, {(uint8_t)chip}};
        chance_report(c, &did);
    }
    return chip;
}

int bag_draw(struct ruling *r, int seat)
{
    return draw_from(r, seat, r->s->player[seat].bag);
}

/* Chips looked at stay counted in the bag; with fewer there, all are looked at (Q7). Each is told
 * to the seat alone; others learn only that a chip was looked at. */
void bag_look(struct ruling *r, int seat, int chips)
{
    struct quacks_player *p = &r->s->player[seat];
    uint8_t bag[BAG_BYTES];
    memcpy(bag, p->bag, sizeof bag);
    p->offer_n = 0;
    memset(p->offer, 0, sizeof p->offer);
    for (int n = int_min(chips, counts_sum(bag)); n > 0; n--) {
        int chip = draw_from(r, seat, bag);
        p->offer[p->offer_n++] = (uint8_t)chip;
        if (r->sink) {
            struct event e = event_of(QE_LOOKED, seat);
            e.seen = (uint8_t)(1u << seat);
            e.item = (uint8_t)chip;
            event_push(r->sink, e);
        }
    }
}

/* Only the supply can refuse (Q2). The glasses of Q10 come straight here. */
void take_chip_anyway(struct ruling *r, int seat, int chip)
{
    if (!r->s->supply[chip]) {
        tell_chip(r, QE_DRY, seat, chip);
        return;
    }
    r->s->supply[chip]--;
    r->s->player[seat].bag[chip]++;
    tell_chip(r, QE_TOOK, seat, chip);
}

/* Q3: not before its book is out, through a card or a chip either. */
int take_chip(struct ruling *r, int seat, int chip)
{
    int available = chip_available(r->s, chip);
    if (available)
        take_chip_anyway(r, seat, chip);
    else
        tell_chip(r, QE_DRY, seat, chip);
    return available;
}

/* Q6 A: 1 point, 1 point, 2 points, 1 ruby, droplet +1, one orange 1. The outcome is the face, not
 * the side: a record need not say which of the two 1-point sides it was. */
int roll_die(struct ruling *r, int seat)
{
    static const uint8_t sides[6] = {DIE_POINT1, DIE_POINT1,  DIE_POINT2,
                                     DIE_RUBY,   DIE_DROPLET, DIE_ORANGE};
    struct chance *c = r->c;
    const struct outcome *o = c->script_n ? chance_scripted(c, QUACKS_DIE, seat) : NULL;
    int face = o ? o->value[0] : sides[chance_below(c, CHANCE_DIE + seat, 6)];
    if (face >= DIE_FACES) {
        c->impossible = 1;
        face = DIE_POINT1;
    }
    struct outcome did = {QUACKS_DIE, (int8_t)seat, 1, {(uint8_t)face}};
    chance_report(c, &did);
    tell_n(r, QE_DIE, seat, face);
    return face;
}

/* Q7: one a turn, of a deck shuffled once. Choosing among the cards left is the same chance as a
 * shuffle, and the state need not hold the order. */
int draw_card(struct ruling *r)
{
    struct chance *c = r->c;
    uint32_t left = r->s->left;
    const struct outcome *o =
        c->script_n ? chance_scripted(c, QUACKS_FORTUNE, CHANCE_NO_SEAT) : NULL;
    int card =
        o ? o->value[0] : bit_nth(left, chance_below(c, CHANCE_TABLE, (uint32_t)bit_count(left)));
    if (card >= CARD_COUNT || !(left >> card & 1)) {
        c->impossible = 1;
        card = bit_lowest(left);
    }
    r->s->left &= ~(1u << card);
    struct outcome did = {QUACKS_FORTUNE, CHANCE_NO_SEAT, 1, {(uint8_t)card}};
    chance_report(c, &did);
    return card;
}

/* Q2. A seat that does not exist is brought into range, so that the state stays sound. */
int lot_first(struct ruling *r)
{
    struct chance *c = r->c;
    uint32_t players = r->s->players;
    const struct outcome *o = chance_scripted(c, QUACKS_FIRST, CHANCE_NO_SEAT);
    if (o && o->value[0] >= players)
        c->impossible = 1;
    uint32_t seat = o ? o->value[0] % players : chance_below(c, CHANCE_LOT, players);
    struct outcome did = {QUACKS_FIRST, CHANCE_NO_SEAT, 1, {(uint8_t)seat}};
    chance_report(c, &did);
    return (int)seat;
}
