/* Bags, the supply, and chance: chips drawn, dice rolled, cards turned. Each seat has random
 * streams of its own, so that its outcomes do not depend on when others act (Q5.1). */
#include "games/quacks/rules.h"

/* If a scripted chip is not there, the outcome is impossible. Any chip is returned, and the caller
 * drops the state (engine/game.h). */
static int scripted_chip(const struct outcome *o, const uint8_t *chips, struct chance *c)
{
    int chip = o->value[0];
    if (chip < CHIP_COUNT && chips[chip])
        return chip;
    c->impossible = 1;
    return counts_find(chips, 0);
}

/* Draws one chip out of these counts, from the seat's own stream; on a copy of the counts it only
 * looks. Drawing is the hottest code of the rules, so a script is consulted only if there is
 * one. */
static int draw_from(struct quacks_resolution *r, int seat, uint8_t *chips)
{
    struct chance *c = r->c;
    uint32_t n = (uint32_t)counts_sum(chips);
    MUST(n > 0);
    const struct outcome *o = chance_has_script(c) ? chance_scripted(c, QUACKS_DRAW, seat) : NULL;
    int chip =
        o ? scripted_chip(o, chips, c) : counts_find(chips, chance_below(c, CHANCE_SEAT + seat, n));
    chips[chip]--;
    if (chance_has_log(c)) {
        struct outcome did = {QUACKS_DRAW, (int8_t)seat, 1, {(uint8_t)chip}};
        chance_report(c, &did);
    }
    return chip;
}

/* The chip has left the bag and is nowhere else: the caller lays it somewhere. The bag must not be
 * empty (Q5.1). */
int bag_draw(struct quacks_resolution *r, int seat)
{
    return draw_from(r, seat, r->s->player[seat].bag);
}

/* Chips looked at stay counted in the bag. If there are fewer, all are looked at (Q7). With
 * QE_LOOKED only the seat is told which chips; others learn only that it looked. */
void bag_look(struct quacks_resolution *r, int seat, int chips, int kind)
{
    struct quacks_player *p = &r->s->player[seat];
    uint8_t bag[BAG_BYTES];
    memcpy(bag, p->bag, sizeof bag);
    p->offer_n = 0;
    memset(p->offer, 0, sizeof p->offer);
    for (int n = int_min(chips, counts_sum(bag)); n > 0; n--) {
        int chip = draw_from(r, seat, bag);
        p->offer[p->offer_n++] = (uint8_t)chip;
        if (sink_of(r)) {
            struct event e = event_of(kind, seat);
            e.seen = kind == QE_LOOKED ? (uint8_t)(1u << seat) : EVENT_ALL_SEE;
            e.item = (uint8_t)chip;
            event_push(sink_of(r), e);
        }
    }
}

/* Only an empty supply can prevent this (Q2). The glasses of Q10 call it directly. Without regard
 * to the book (Q10). The rest of a reward is still paid if it fails. */
void take_chip_anyway(struct quacks_resolution *r, int seat, int chip)
{
    if (!r->s->supply[chip]) {
        tell_chip(r, QE_DRY, seat, chip);
        return;
    }
    r->s->supply[chip]--;
    r->s->player[seat].bag[chip]++;
    tell_chip(r, QE_TOOK, seat, chip);
}

/* Cards and chips cannot give a chip before its book is out either (Q3). */
int take_chip(struct quacks_resolution *r, int seat, int chip)
{
    int available = chip_available(r->s, chip);
    if (available)
        take_chip_anyway(r, seat, chip);
    else
        tell_chip(r, QE_DRY, seat, chip);
    return available;
}

/* A die with other sides; numbers.c has checked that it has some. */
RARE static int face_of_changed(const uint16_t *sides, struct chance *c, int seat)
{
    uint32_t all = 0, side;
    int face = 0;
    for (int i = 0; i < DIE_FACES; i++)
        all += sides[i];
    side = chance_below(c, CHANCE_DIE + seat, all);
    for (; side >= sides[face]; face++)
        side -= sides[face];
    return face;
}

/* From the seat's own stream, as draws are (Q5.1). */
static int face_by_chance(struct quacks_resolution *r, int seat)
{
    static const uint8_t sides[6] = {DIE_POINT1, DIE_POINT1,  DIE_POINT2,
                                     DIE_RUBY,   DIE_DROPLET, DIE_ORANGE};
    if (r->s->numbers)
        return face_of_changed(quacks_changed_numbers(r->s)->die_sides, r->c, seat);
    return sides[chance_below(r->c, CHANCE_DIE + seat, 6)];
}

/* By other numbers the event says what the face gives; the sentence has no other way to know. */
static void tell_die(struct quacks_resolution *r, int seat, int face)
{
    if (!sink_of(r))
        return;
    struct event e = event_of(QE_DIE, seat);
    e.n = face;
    if (r->s->numbers)
        e.b = (uint8_t)NUMBER_IN(r->s, die_reward, face);
    event_push(sink_of(r), e);
}

/* The sides are 1 point, 1 point, 2 points, 1 ruby, droplet +1, one orange 1 (Q6 A). The outcome is
 * the face and not the side, so a record does not say which of the two 1-point sides it was. The
 * caller pays what it shows. */
int roll_die(struct quacks_resolution *r, int seat)
{
    struct chance *c = r->c;
    const struct outcome *o = chance_has_script(c) ? chance_scripted(c, QUACKS_DIE, seat) : NULL;
    int face = o ? o->value[0] : face_by_chance(r, seat);
    if (face >= DIE_FACES || !NUMBER_IN(r->s, die_sides, face)) {
        c->impossible = 1;
        face = DIE_POINT1;
    }
    struct outcome did = {QUACKS_DIE, (int8_t)seat, 1, {(uint8_t)face}};
    chance_report(c, &did);
    tell_die(r, seat, face);
    return face;
}

/* One card a turn from a deck shuffled once (Q7). Drawing from the set of cards left has the same
 * odds, and the state need not store an order. The state is not changed but for the set of cards
 * left; there must be one (numbers.c). */
int draw_card(struct quacks_resolution *r)
{
    struct chance *c = r->c;
    uint32_t left = r->s->left;
    const struct outcome *o =
        chance_has_script(c) ? chance_scripted(c, QUACKS_FORTUNE, CHANCE_NO_SEAT) : NULL;
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

/* Q2. A seat that does not exist is brought into range, so that the state stays sound. Reported
 * even if it was scripted, as records need it. */
int lot_first(struct quacks_resolution *r)
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
