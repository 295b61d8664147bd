/* Turns the Quacks' observation into what the net looks at; see quacks_inputs.def.
 *
 * A net of two small layers cannot divide, so the odds of the next draw are worked out here, and
 * what the space after the last chip pays. Everything comes from the dense observation alone, that
 * is from the seat's view. */
#include "bots/net/quacks_inputs.h"

struct net_rows watched_rows(void)
{
#define SEAT(name, count, most, how, text) {#name, text, count, most, how, 1},
#define TABLE(name, count, most, how, text) {#name, text, count, most, how, 0},
    static const struct net_row rows[] = {
#include "bots/net/quacks_inputs.def"
    };
#undef SEAT
#undef TABLE
    return (struct net_rows){rows, sizeof rows / sizeof rows[0], QUACKS_SEATS};
}

static uint8_t at_most(int n, int most)
{
    return (uint8_t)(n < 0 ? 0 : n > most ? most : n);
}

/* ---- chips ---- */

/* The odds of the next draw. Whites that add up to more than the limit explode (Q5.3). Danger is
 * rounded up, so that it is 0 only where nothing can explode. */
static void watch_odds(const struct quacks_seen_seat *s, struct quacks_watched_seat *t)
{
    int room = s->limit[0] - s->whites[0], all = 0, deadly = 0, spaces = 0;
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        all += s->bag[chip];
        spaces += s->bag[chip] * chip_value(chip);
        if (chip_colour(chip) == WHITE && chip_value(chip) > room)
            deadly += s->bag[chip];
    }
    t->room[0] = at_most(room, 9);
    t->bag_size[0] = at_most(all, 30);
    t->danger[0] = at_most(all ? (32 * deadly + all - 1) / all : 0, 32);
    t->stride[0] = at_most(all ? (4 * spaces + all / 2) / all : 0, 24);
}

/* by_book has a cell for each chip and book, of which a table uses one a chip. */
static void watch_chips(const struct quacks_seen *from, const struct quacks_seen_seat *s,
                        struct quacks_watched_seat *t)
{
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        t->bag[chip] = at_most(s->bag[chip], 12);
        t->pot_chips[chip] = at_most(s->pot_chips[chip], 6);
    }
    for (int chip = GREEN1; chip <= PURPLE1; chip++) {
        int book = from->book[chip_colour(chip) - GREEN] - 1;
        t->by_book[(chip - GREEN1) * 4 + book] = at_most(s->bag[chip] + s->pot_chips[chip], 6);
    }
    for (int i = 0; i < 3; i++)
        t->beside[i] = at_most(s->beside[i], 4);
    watch_odds(s, t);
}

/* ---- seats ---- */

/* The space that is scored: fixed, or the one after the last chip (Q6). `scoring` counts from 1; 0:
 * it is not fixed yet. */
static void watch_space(const struct quacks_seen_seat *s, struct quacks_watched_seat *t)
{
    int space = s->scoring[0] ? s->scoring[0] - 1 : int_min(s->position[0] + 1, POT_SPOON);
    t->position[0] = s->position[0];
    /* The weights were made for the standard numbers. */
    const struct quacks_numbers *n = quacks_standard_numbers();
    t->points[0] = at_most(n->space_points[space - 1], 15);
    t->coins_there[0] = at_most(n->space_coins[space - 1], 35);
    t->ruby_there[0] = n->space_rubies[space - 1] != 0;
}

static void watch_potion(const struct quacks_seen_seat *s, struct quacks_watched_seat *t)
{
    t->whites[0] = at_most(s->whites[0], 12);
    memcpy(t->last_chips, s->last_chips, sizeof t->last_chips);
    t->hand[0] = s->hand[0];
    t->rats[0] = at_most(s->rats[0], 12);
    t->fresh[0] = s->fresh[0];
    t->was_white[0] = s->was_white[0];
    t->window[0] = s->window[0];
    t->covered[0] = s->covered[0];
    t->doubling[0] = s->doubling[0];
    t->stopped[0] = s->stopped[0];
    t->exploded[0] = s->exploded[0];
    t->commit[0] = s->commit[0];
}

/* Questions that the net has not learned are shown as none. */
static void watch_seat(const struct quacks_seen *from, int seat, struct quacks_watched *to)
{
    const struct quacks_seen_seat *s = &from->seat[seat];
    struct quacks_watched_seat *t = &to->seat[seat];
    t->question[0] = s->question[0] <= WATCHED_QUESTIONS ? s->question[0] : 0;
    t->tails_behind[0] = at_most(s->tails_behind[0], 12);
    t->rubies[0] = at_most(s->rubies[0], 10);
    t->droplet[0] = at_most(s->droplet[0], 24);
    t->tube[0] = s->tube[0];
    t->flask[0] = s->flask[0];
    t->coins[0] = s->coins[0];
    t->tails[0] = at_most(s->tails[0], 12);
    memcpy(t->bought, s->bought, sizeof t->bought);
    watch_chips(from, s, t);
    watch_space(s, t);
    watch_potion(s, t);
}

/* The viewer's seat has the lead over the best of the others. In steps of two from -40 on. */
static void compare_points(const struct quacks_seen *from, int players, struct quacks_watched *to)
{
    int own = from->seat[0].points[0], best = 0;
    for (int seat = 1; seat < players; seat++) {
        int points = from->seat[seat].points[0];
        best = points > best ? points : best;
        to->seat[seat].ahead[0] = at_most((own - points + 40) / 2, 40);
    }
    to->seat[0].ahead[0] = at_most((own - best + 40) / 2, 40);
}

/* ---- the table ---- */

static void watch_turn(const struct quacks_seen *from, struct quacks_watched *to)
{
    to->players[0] = from->players[0];
    to->turn[0] = from->turn[0];
    to->stage[0] = from->stage[0];
    to->start[0] = from->start[0];
    to->part[0] = from->part[0];
    to->steps[0] = from->steps[0];
    memcpy(to->acting_chips, from->acting_chips, sizeof to->acting_chips);
    to->tier[0] = from->tier[0];
    to->card[0] = from->card[0];
    memcpy(to->book, from->book, sizeof to->book);
    to->tubes[0] = from->tubes[0];
    to->together[0] = from->together[0];
    to->no_fortune[0] = from->no_fortune[0];
}

/* `price` 0: the chip cannot be bought. */
static void watch_shop(const struct quacks_seen *from, struct quacks_watched *to)
{
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        to->supply[chip] = at_most(from->supply[chip], 4);
        to->payable[chip] = from->price[chip] && from->price[chip] <= from->seat[0].coins[0];
    }
    for (int i = 0; i < OFFER_CHIPS; i++)
        if (from->seat[0].offer[i]) {
            uint8_t *count = &to->offer[from->seat[0].offer[i] - 1];
            *count = at_most(*count + 1, 3);
        }
}

void quacks_watch(const struct quacks_seen *from, struct quacks_watched *to)
{
    int players = from->players[0];
    memset(to, 0, sizeof *to);
    for (int seat = 0; seat < players; seat++)
        watch_seat(from, seat, to);
    compare_points(from, players, to);
    watch_turn(from, to);
    watch_shop(from, to);
}
