/* The dense observation: what a seat knows, written straight from a state or a view (rows:
 * observe.def).
 *
 * Nothing is redacted first: of other seats a decision is only shown to exist, and the chips they
 * look at are only counted, as in view.c. Everything else is public. */
#include "games/quacks/observe.h"

/* The viewer, and what is the same for all seats. */
struct quacks_eyes {
    const struct quacks_state *s;
    int seat, players;
    /* The most points of any seat, and the tails below them. */
    int best, tails;
};

/* Cells are bytes; stay_in_range cuts further where a row's own maximum is less. */
static uint8_t most_255(int n)
{
    return (uint8_t)int_min(n, 255);
}

/* ---- seats, counted from the viewer ---- */

/* 1 for the viewer, 2 for the next seat; 0 stands for nobody. */
static uint8_t see_seat(const struct quacks_eyes *e, int seat)
{
    int after = seat - e->seat;
    return (uint8_t)(1 + (after < 0 ? after + e->players : after));
}

/* Turns a set of seats round so that bit 0 is the viewer. */
static uint8_t see_set(const struct quacks_eyes *e, uint32_t seats)
{
    uint32_t low = (1u << e->seat) - 1;
    return (uint8_t)(seats >> e->seat | (seats & low) << (e->players - e->seat));
}

/* NO_CHIP becomes 0. */
static uint8_t see_chip(int chip)
{
    return (uint8_t)(chip < CHIP_COUNT ? chip + 1 : 0);
}

/* ---- a potion ---- */

/* Chips lie on the spaces of the set in their order. */
static void see_pot(const struct quacks_player *p, struct quacks_seen_seat *to)
{
    uint64_t spaces = p->spaces;
    for (int i = 0; i < p->pot_n; i++, spaces &= spaces - 1) {
        int space = bit_lowest(spaces), chip = p->pot[i] & ~CHIP_INERT;
        to->pot[space - 1] = (uint8_t)(chip + 1);
        to->pot_chips[chip]++;
        if (p->pot[i] & CHIP_INERT)
            to->inert[0] = (uint8_t)space;
    }
    for (int i = 0; i < int_min(2, p->pot_n); i++)
        to->last_chips[i] = (uint8_t)((p->pot[p->pot_n - 1 - i] & ~CHIP_INERT) + 1);
}

/* Public for all seats: pots, bags and histories lie open. */
static void see_potion(const struct quacks_eyes *e, const struct quacks_player *p,
                       struct quacks_seen_seat *to)
{
    see_pot(p, to);
    to->position[0] = (uint8_t)pot_position(p);
    /* NO_SPACE becomes 0. */
    to->scoring[0] = (uint8_t)(p->scoring + 1);
    to->whites[0] = p->whites;
    to->limit[0] = (uint8_t)explosion_limit(e->s, p);
    to->lying[0] = p->lying;
    to->last_drawn[0] = (uint8_t)(p->drawn_n ? p->last_drawn + 1 : 0);
    to->drawn[0] = p->drawn_n;
    to->hand[0] = see_chip(p->hand);
    to->rats[0] = p->rats;
    to->origin[0] = p->origin;
    for (int i = 0; i < p->bought_n; i++)
        to->bought[i] = (uint8_t)(p->bought[i] + 1);
    memcpy(to->beside, p->beside, sizeof to->beside);
    memcpy(to->returned, p->returned, sizeof to->returned);
}

/* Eleven bytes are in the same order in both types. */
static void see_flags(const struct quacks_player *p, struct quacks_seen_seat *to)
{
    memcpy((uint8_t *)to + offsetof(struct quacks_seen_seat, fresh), &p->fresh, 11);
}

_Static_assert(
    offsetof(struct quacks_seen_seat, coins) - offsetof(struct quacks_seen_seat, fresh) == 10 &&
        offsetof(struct quacks_player, coins) - offsetof(struct quacks_player, fresh) == 10,
    "fresh, was_white, window, inside, covered, doubling, stirred, stopped, exploded, "
    "offered, coins");

/* ---- a seat ---- */

/* Also relative to the leader, on whom rat tails depend (Q4.2). */
static void see_scores(const struct quacks_eyes *e, const struct quacks_player *p,
                       struct quacks_seen_seat *to)
{
    to->points[0] = most_255(p->points);
    to->points_tens[0] = most_255(p->points / 10);
    to->behind[0] = most_255(e->best - p->points);
    to->tails_behind[0] = most_255(e->tails - tails_below(e->s, p->points));
    to->rubies[0] = most_255(p->rubies);
    to->tails[0] = most_255(p->tails);
    to->saved_points[0] = most_255(p->saved_points);
    to->saved_rubies[0] = most_255(p->saved_rubies);
    to->saved_flask[0] = p->saved_flask;
    memcpy(to->saved_beside, p->saved_beside, sizeof to->saved_beside);
}

/* What view.c hides. */
static void see_secrets(const struct quacks_player *p, struct quacks_seen_seat *to, int own)
{
    to->commit[0] = own ? p->commit : p->commit ? COMMIT_HIDDEN : COMMIT_NONE;
    to->looks_at[0] = p->offer_n;
    for (int i = 0; i < p->offer_n && own; i++)
        to->offer[i] = see_chip(p->offer[i]);
}

/* `to` was zeroed; absent seats stay so. */
static void see_player(const struct quacks_eyes *e, int seat, struct quacks_seen_seat *to)
{
    const struct quacks_player *p = &e->s->player[seat];
    to->present[0] = 1;
    to->question[0] = p->question;
    to->droplet[0] = p->droplet;
    to->tube[0] = p->tube;
    to->flask[0] = p->flask;
    to->given[0] = p->given;
    memcpy(to->bag, p->bag, sizeof to->bag);
    see_scores(e, p, to);
    see_potion(e, p, to);
    see_flags(p, to);
    see_secrets(p, to, seat == e->seat);
}

/* ---- the table ---- */

/* `mark` is not seen: no question is asked while it is set. */
static void see_turn(const struct quacks_eyes *e, struct quacks_seen *to)
{
    const struct quacks_state *s = e->s;
    to->players[0] = s->players;
    to->turn[0] = s->turn;
    to->stage[0] = s->stage;
    to->asked[0] = see_set(e, s->asked);
    to->start[0] = see_seat(e, s->start);
    to->had_part[0] = s->at;
    to->part[0] = s->sub;
    to->steps[0] = s->steps;
    for (int i = 0; i < 2; i++)
        to->acting_chips[i] = see_chip(s->last_two[i]);
    to->tier[0] = s->tier;
    to->winners[0] = see_set(e, s->winners);
}

static void see_cards(const struct quacks_eyes *e, struct quacks_seen *to)
{
    to->card[0] = (uint8_t)(e->s->card == NO_CARD ? 0 : e->s->card + 1);
    for (int i = 0; i < CARD_COUNT; i += 8) {
        uint64_t eight = observe_bytes(e->s->left >> i);
        memcpy(to->card_left + i, &eight, sizeof eight);
    }
}

/* White has no price (Q3). */
static void see_options(const struct quacks_eyes *e, struct quacks_seen *to)
{
    const struct quacks_state *s = e->s;
    memcpy(to->supply, s->supply, sizeof to->supply);
    for (int chip = ORANGE1; chip < CHIP_COUNT; chip++)
        to->price[chip] = (uint8_t)chip_price(s, chip);
    memcpy(to->book, s->book + GREEN, sizeof to->book);
    to->tubes[0] = s->tubes;
    to->together[0] = s->together;
    to->risky[0] = s->risky;
    to->acts[0] = s->acts;
    to->no_fortune[0] = s->no_fortune;
    to->optional[0] = s->optional;
}

/* Other numbers may go beyond the rows' ranges. */
RARE static void stay_in_range(struct quacks_seen *out)
{
    for (int row = 0; row < quacks_observer.rows; row++) {
        const struct observe_row *o = quacks_observer.row(row);
        for (int block = 0; block < o->blocks; block++)
            for (int i = 0; i < o->count; i++) {
                uint8_t *cell = (uint8_t *)out + o->at + block * o->stride + i;
                *cell = *cell > o->most ? o->most : *cell;
            }
    }
}

/* Works on states and on views, and writes the same bytes for both. */
void quacks_observe(const struct quacks_state *s, int seat, struct quacks_seen *out)
{
    struct quacks_eyes e = {s, seat, s->players, 0, 0};
    memset(out, 0, sizeof *out);
    for (int i = 0; i < s->players; i++)
        if (s->player[i].points > e.best)
            e.best = s->player[i].points;
    e.tails = tails_below(s, e.best);
    for (int i = 0, from = seat; i < s->players; i++) {
        see_player(&e, from, &out->seat[i]);
        from = from + 1 == s->players ? 0 : from + 1;
    }
    see_turn(&e, out);
    see_cards(&e, out);
    see_options(&e, out);
    if (s->numbers)
        stay_in_range(out);
}
