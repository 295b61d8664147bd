/* Computes what things are worth: from the fitted rows, and exactly where the rules fix what a
 * space pays (Q1, Q6, Q8).
 *
 * Approximations. Without a fitted value (quacks_value.h), a chip's worth does not depend on the
 * rest of the bag, and opponents who are still brewing are assumed to get as far as is usual in
 * that turn, give or take a few spaces, and to find half of their black chips. A red kept beside
 * the pot (book red 2) is worth a share of its spaces. Rubies count by halves, odd or even. */
#include "bots/odds/quacks_worth.h"

#include "bots/odds/quacks_value.h"

/* Turn 0 is asked about by a card of turn 1. `value` and `by_share` are off afterwards. */
void worth_rows_read(struct worth_rows *r)
{
    memset(r, 0, sizeof *r);
#define TURN(turn, p, a, b, c, d, e, f)                                                            \
    r->point[turn] = p, r->ruby[turn] = a, r->droplet[turn] = b, r->flask[turn] = c,               \
    r->space[turn] = d, r->white1[turn] = e, r->advance[turn] = f;
#define CHIP_WORTH(kind, book, early, late)                                                        \
    r->chip[kind][book][0] = early, r->chip[kind][book][1] = late;
#define BLACK_SHARE(n, share) r->black_share[n] = share;
#include "bots/odds/quacks_worth.def"
#undef TURN
#undef CHIP_WORTH
#undef BLACK_SHARE
    r->point[0] = r->point[1];
    r->ruby[0] = r->ruby[1], r->droplet[0] = r->droplet[1], r->white1[0] = r->white1[1];
}

/* A red in the bag is drawn in a little more than half of all potions, one beside the pot is
 * certain. */
#define KEPT_SHARE 0.4

static double most(double a, double b)
{
    return a > b ? a : b;
}

/* ---- chips and coins ---- */

/* Between the worth at the end of turn 1 and of turn 8 in proportion; after turn 9 chips are worth
 * nothing. Whites stay 0: none is ever bought. */
static void weigh_chips(struct worth *w, const struct worth_rows *rows,
                        const struct quacks_state *s)
{
    for (int chip = ORANGE1; chip < CHIP_COUNT; chip++) {
        int colour = chip_colour(chip), plain = colour == ORANGE || colour == BLACK;
        const double *row = rows->chip[chip][plain ? 1 : s->book[colour]];
        double late = (worth_turn(s) - 1) / 7.0;
        w->chip[chip] = !is_last_turn(s) ? row[0] * (1 - late) + row[1] * late : 0;
    }
}

/* Many black chips in one bag win hardly more than a few (Q8). Only over the rows: a fitted value
 * knows what a bag has. */
static void share_black(struct worth *w, const struct worth_rows *rows,
                        const struct quacks_player *p)
{
    int own = p->bag[BLACK1] + pot_count(p, BLACK);
    for (int i = 0; i < p->bought_n; i++)
        own += p->bought[i] == BLACK1;
    w->chip[BLACK1] *= rows->black_share[int_min(own, WORTH_SHARES - 1)];
}

/* For every sum of coins the best that at most two chips of different colours are worth (Q6 E). A
 * sum that no purchase costs exactly is worth as much as the next smaller one. */
void worth_weigh_coins(struct worth *w, const struct quacks_state *s, worth_pair *pair,
                       const void *with)
{
    for (uint64_t m = chips_available(s); m; m &= m - 1) {
        int a = bit_lowest(m), price = chip_price(s, a);
        if (price < WORTH_COINS)
            w->coins[price] = most(w->coins[price], w->chip[a]);
        for (uint64_t o = m & (m - 1); o; o &= o - 1) {
            int b = bit_lowest(o), both = price + chip_price(s, b);
            if (both < WORTH_COINS && chip_colour(a) != chip_colour(b))
                w->coins[both] = most(w->coins[both], pair(w, with, a, b));
        }
    }
    for (int c = 1; c < WORTH_COINS; c++)
        w->coins[c] = most(w->coins[c], w->coins[c - 1]);
}

static double sum_of_pair(const struct worth *w, const void *with, int a, int b)
{
    (void)with;
    return w->chip[a] + w->chip[b];
}

static void weigh_coins(struct worth *w, const struct quacks_state *s)
{
    memset(w->coins, 0, sizeof w->coins);
    if (is_last_turn(s))
        worth_end_coins(w, s);
    else
        worth_weigh_coins(w, s, sum_of_pair, NULL);
}

/* Five coins are a point, and fewer are nothing. */
void worth_end_coins(struct worth *w, const struct quacks_state *s)
{
    int coins = NUMBER_OF(s, end_coins);
    for (int c = 0; c < WORTH_COINS; c++) {
        int points = c / coins;
        w->coins[c] = points;
    }
}

/* ---- the others ---- */

/* Oranges count those still in the bag, which may be drawn before the red. */
int usual_movement(const struct quacks_state *s, const struct quacks_player *p, int chip)
{
    int value = chip_value(chip) * WORTH_QUARTERS, oranges = p->bag[ORANGE1] + pot_count(p, ORANGE);
    switch (chip_colour(chip)) {
    case ORANGE:
        return value + (s->card == PUMPKIN_PARTY ? WORTH_QUARTERS * NUMBER_OF(s, party_spaces) : 0);
    case RED:
        if (s->book[RED] == 1)
            return value + int_min(oranges, 4) + (pot_count(p, ORANGE) > 0);
        return value + (s->book[RED] == 3 ? 3 : 0);
    case YELLOW:
        if (s->book[YELLOW] == 4)
            return value + int_min(4 * pot_count(p, YELLOW) + 5, 10);
        return value + (s->book[YELLOW] == 2 ? 6 : 0);
    case BLUE: return value + (s->book[BLUE] == 1 ? 4 + chip_value(chip) : 0);
    default: return value;
    }
}

int reds_beside(const struct quacks_player *p)
{
    return p->beside[0] + 2 * p->beside[1] + 4 * p->beside[2];
}

/* The chance that an opponent ends at or before this scoring space. One who is still brewing is
 * spread over eight spaces around the usual end. Never quite 1 for one who still brews: 0.95 at
 * most. */
static double not_past(const struct worth *w, const struct quacks_player *p, int space)
{
    double usual = p->origin + w->advance, now = pot_scoring(p) + reds_beside(p);
    if (p->exploded)
        return 1;
    if (p->stopped)
        return space >= now;
    double x = (space - most(usual, now + 1)) / 8 + 0.5;
    return space < now ? 0 : most(0, x < 0.95 ? x : 0.95);
}

/* Seats are taken as independent. */
static void weigh_rolls(struct worth *w, const struct quacks_state *s, int seat)
{
    for (int space = 0; space < WORTH_SPACES; space++) {
        w->rolls[space] =
            s->card == POT_IS_FULL ? NUMBER_OF(s, full_rolls) : NUMBER_OF(s, die_rolls);
        for (int i = 0; i < s->players; i++)
            if (i != seat)
                w->rolls[space] *= not_past(w, &s->player[i], space);
    }
}

/* A neighbour who is still brewing is expected to draw half of the black chips left. `seat` may be
 * beyond the last one. */
static int blacks_to_come(const struct quacks_state *s, int seat)
{
    const struct quacks_player *p = &s->player[seat % s->players];
    return pot_count(p, BLACK) + (p->stopped ? 0 : p->bag[BLACK1] / 2);
}

/* `reward` 1 or 2 is an index into the numbers from 0. */
double worth_of_black(const struct worth *w, const struct quacks_state *s, int reward)
{
    if (!reward)
        return 0;
    return NUMBER_IN(s, black_steps, reward - 1) * w->droplet +
           NUMBER_IN(s, black_rubies, reward - 1) * w->ruby;
}

/* Q8: black compares with both neighbours, with two players with the only other one. */
static void weigh_blacks(struct worth *w, const struct quacks_state *s, int seat)
{
    int left = blacks_to_come(s, seat + 1), right = blacks_to_come(s, seat + s->players - 1);
    for (int n = 1; n < WORTH_BLACKS; n++) {
        int reward = s->players == 2 ? (n > left) + (n >= left) : (n > left) + (n > right);
        w->black[n] = worth_of_black(w, s, reward);
    }
    w->black[0] = 0;
}

/* ---- spaces ---- */

/* Schadenfreude gives the left neighbour a 2-chip; the more players, the less that matters. */
static double price_of_exploding(const struct worth *w, const struct quacks_state *s)
{
    return s->card == SCHADENFREUDE ? w->chip[RED2] / (s->players - 1) : 0;
}

/* Puts points, coins, ruby and die of each space together, by how the potion ends. Needs coins,
 * rolls and die, so it comes after those. */
static void weigh_spaces(struct worth *w, const struct quacks_state *s)
{
    int more = s->card == SHINING_BRIGHT ? NUMBER_OF(s, shining_rubies) : 0;
    double lucky = s->card == LUCKY_DEVIL ? NUMBER_OF(s, lucky_points) * w->point : 0;
    for (int i = 0; i < WORTH_SPACES; i++) {
        double points = w->point * space_points(s, i), rubies = space_rubies(s, i) + more;
        double coins = worth_of_coins(w, space_coins(s, i));
        double ruby = space_has_ruby(s, i) ? rubies * w->ruby + lucky : 0;
        double harm = price_of_exploding(w, s);
        w->stopped[i] = ruby + points + coins + w->rolls[i] * w->die;
        w->covered[i] = ruby + points + coins - harm;
        w->exploded[i] = ruby + most(points, coins) - harm;
    }
}

/* The glasses of the test tubes in order (Q10). */
static double glass_worth(const struct worth *w, const struct quacks_state *s, int glass)
{
    if (glass >= NUMBER_OF(s, tubes_glasses))
        return 0;
    int chip = NUMBER_IN(s, tubes_chip, glass);
    return NUMBER_IN(s, tubes_rubies, glass) * w->ruby +
           NUMBER_IN(s, tubes_points, glass) * w->point + (chip ? w->chip[chip - 1] : 0);
}

double worth_of_glass(const struct worth *w, const struct quacks_state *s, int seat)
{
    return s->tubes ? glass_worth(w, s, s->player[seat].tube) + w->next_glass : 0;
}

/* The rows by turn, with chips in proportion between the first and the last. Without fitted values
 * (rows->value NULL). */
static void weigh_rows(struct worth *w, const struct worth_rows *rows, const struct quacks_state *s,
                       int seat)
{
    int turn = worth_turn(s);
    w->point = rows->point[turn];
    w->ruby = rows->ruby[turn], w->droplet = rows->droplet[turn], w->flask = rows->flask[turn];
    w->white1 = rows->white1[turn];
    weigh_chips(w, rows, s);
    share_black(w, rows, &s->player[seat]);
    weigh_coins(w, s);
}

/* What a chip brings in the evaluation, or at once, on the average. */
static double usual_extra(const struct worth *w, const struct quacks_state *s, int chip)
{
    switch (chip_colour(chip)) {
    case GREEN: return s->book[GREEN] == 1 ? 0.3 * w->ruby : s->book[GREEN] == 3 ? 0 : 0.2;
    case BLUE:
        if (s->book[BLUE] == 4)
            return 0.28 * chip_value(chip);
        return s->book[BLUE] == 3 ? 0.28 * w->ruby : 0;
    case PURPLE: return s->book[PURPLE] == 3 ? 1.5 : s->book[PURPLE] == 4 ? 0.5 : 1.3;
    case BLACK: return 0.3 * w->droplet;
    default: return 0;
    }
}

static double extra_now(const struct worth *w, const struct quacks_state *s, int seat, int chip);

static void weigh_extras(struct worth *w, const struct worth_rows *rows,
                         const struct quacks_state *s, int seat)
{
    for (int chip = ORANGE1; chip < CHIP_COUNT; chip++)
        w->extra[chip] = rows->value ? extra_now(w, s, seat, chip) : usual_extra(w, s, chip);
}

/* What the others' pots and bags do to the bonus die and to black chips. */
static void weigh_others(struct worth *w, const struct worth_rows *rows,
                         const struct quacks_state *s, int seat)
{
    w->advance = rows->advance[worth_turn(s)];
    if (rows->value) {
        value_weigh_rolls(w, s, seat);
        value_weigh_blacks(w, s, seat);
    } else {
        weigh_rolls(w, s, seat);
        weigh_blacks(w, s, seat);
    }
}

/* 4 points, a ruby, a step and an orange chip on six sides (Q6 A). Without other numbers it is the
 * standard die. */
static double worth_of_die(const struct worth *w, const struct quacks_state *s)
{
    const double worth[DIE_FACES] = {w->point, w->point, w->ruby, w->droplet, w->chip[ORANGE1]};
    double sum = 0;
    int sides = 0;
    if (!s->numbers)
        return (4 * w->point + w->ruby + w->droplet + w->chip[ORANGE1]) / 6;
    for (int face = 0; face < DIE_FACES; face++) {
        sides += NUMBER_IN(s, die_sides, face);
        sum += NUMBER_IN(s, die_sides, face) * NUMBER_IN(s, die_reward, face) * worth[face];
    }
    return sum / sides;
}

/* The order matters: spaces use coins and rolls, extras use black and tiers, shares use all of
 * them. */
void worth_weigh(struct worth *w, const struct worth_rows *rows, const struct quacks_state *s,
                 int seat)
{
    memset(w, 0, sizeof *w);
    if (rows->value)
        value_weigh(w, rows->value, s, seat);
    else
        weigh_rows(w, rows, s, seat);
    w->space = rows->space[worth_turn(s)];
    w->kept = !is_last_turn(s) ? KEPT_SHARE * w->space : 0;
    w->pot_step = w->droplet;
    w->droplet = most(w->droplet, worth_of_glass(w, s, seat));
    if (s->card == MAGIC_POTION)
        /* The flask will be full in any case. */
        w->flask = 0;
    w->die = worth_of_die(w, s);
    weigh_others(w, rows, s, seat);
    weigh_spaces(w, s);
    weigh_extras(w, rows, s, seat);
    if (rows->value && rows->by_share && s->stage == STAGE_BREW)
        value_share(w, rows->value, s, seat);
}

/* ---- the end of a potion ---- */

/* A purple that Strong Ingredient laid inert does not pay. */
int pot_purples_pay(const struct quacks_state *s, const struct quacks_player *p)
{
    int points = 0;
    for (int i = 0; i < p->pot_n; i++)
        if (p->pot[i] == PURPLE1)
            points += purple_pays(s, pot_at(p, i));
    return points;
}

double worth_paid(const struct worth *w, const struct quacks_state *s, int seat)
{
    const struct quacks_player *p = &s->player[seat];
    double points = p->points + (s->book[PURPLE] == 3 ? pot_purples_pay(s, p) : 0);
    return w->point * points + w->ruby * p->rubies;
}

/* Purple 4: the most that swapping one chip of the pot at this tier brings. */
static double best_upgrade(const struct worth *w, const struct quacks_state *s,
                           const struct quacks_player *p, int tier)
{
    double best = 0;
    for (int chip = GREEN1; chip <= YELLOW4; chip++) {
        int from = tier == 2 ? 2 : 1, to = chip + (tier == 3 ? 2 : 1);
        if (chip_value(chip) == from && s->supply[to] && pot_first_of(p, chip, 1) >= 0)
            best = most(best, w->chip[to] - w->chip[chip]);
    }
    return best;
}

/* Books purple 1 and 2 by other numbers. `tier` from 1 to 3. */
static double tier_by_numbers(const struct worth *w, const struct quacks_state *s, int tier)
{
    const double *chip = w->chip;
    const double chips[3] = {chip[BLACK1] - chip[PURPLE1],
                             chip[GREEN1] + chip[BLUE2] - 2 * chip[PURPLE1],
                             chip[YELLOW4] - 3 * chip[PURPLE1]};
    int i = tier - 1;
    if (s->book[PURPLE] == 1)
        return NUMBER_IN(s, purple1_points, i) * w->point +
               NUMBER_IN(s, purple1_rubies, i) * w->ruby +
               NUMBER_IN(s, purple1_steps, i) * w->droplet;
    return chips[i] + NUMBER_IN(s, purple2_points, i) * w->point +
           NUMBER_IN(s, purple2_rubies, i) * w->ruby + NUMBER_IN(s, purple2_steps, i) * w->droplet;
}

/* The cases are book * 4 + tier; book 3 pays at once and has no tiers. */
double worth_of_tier(const struct worth *w, const struct quacks_state *s, int seat, int tier)
{
    const double *chip = w->chip;
    if (s->numbers && tier && s->book[PURPLE] < 3)
        return tier_by_numbers(w, s, tier);
    switch (s->book[PURPLE] * 4 + tier) {
    case 5: return w->point;
    case 6: return w->point + w->ruby;
    case 7: return 2 * w->point + w->droplet;
    case 9: return chip[BLACK1] + w->point + w->ruby - chip[PURPLE1];
    case 10: return chip[GREEN1] + chip[BLUE2] + 3 * w->point + w->droplet - 2 * chip[PURPLE1];
    case 11: return chip[YELLOW4] + 6 * w->point + w->ruby + 2 * w->droplet - 3 * chip[PURPLE1];
    case 17:
    case 18:
    case 19: return best_upgrade(w, s, &s->player[seat], tier);
    default: return 0;
    }
}

/* The best tier that the purples of the pot allow. 0 with book 3, which pays at once. */
static double worth_of_purples(const struct worth *w, const struct quacks_state *s, int seat)
{
    int tiers = int_min(pot_count(&s->player[seat], PURPLE), 3);
    double best = 0;
    for (int tier = 1; tier <= tiers; tier++)
        best = most(best, worth_of_tier(w, s, seat, tier));
    return best;
}

/* One green among the last two chips (Q8), by book. */
static double worth_of_spider(const struct worth *w, const struct quacks_state *s,
                              const struct quacks_player *p, int chip)
{
    const double *worth = w->chip;
    switch (s->book[GREEN]) {
    case 1: return NUMBER_OF(s, green1_rubies) * w->ruby;
    case 2:
        if (chip == GREEN1)
            return worth[ORANGE1];
        return chip == GREEN2 ? most(worth[BLUE1], worth[RED1])
                              : most(worth[YELLOW1], worth[PURPLE1]);
    case 4:
        if (p->rubies < NUMBER_OF(s, green4_rubies))
            return 0;
        return most(0, NUMBER_OF(s, green4_steps) * w->droplet -
                           NUMBER_OF(s, green4_rubies) * w->ruby);
    default: return 0;
    }
}

/* By what the pot has already: one more purple is a tier more, one more black may pay more. An
 * average over where the chip may end, hence the shares. */
static double extra_now(const struct worth *w, const struct quacks_state *s, int seat, int chip)
{
    const struct quacks_player *p = &s->player[seat];
    int purples = pot_count(p, PURPLE), blacks = int_min(pot_count(p, BLACK), WORTH_BLACKS - 2);
    switch (chip_colour(chip)) {
    case GREEN: return 0.3 * worth_of_spider(w, s, p, chip);
    case BLUE:
        if (s->book[BLUE] == 4)
            return 0.28 * chip_value(chip) * w->point;
        return s->book[BLUE] == 3 ? 0.28 * w->ruby : 0;
    case PURPLE:
        if (s->book[PURPLE] == 3)
            return 1.5 * w->point;
        return most(0, most(0, worth_of_tier(w, s, seat, int_min(purples + 1, 3))) -
                           worth_of_purples(w, s, seat));
    case BLACK: return 0.7 * (w->black[blacks + 1] - w->black[blacks]);
    default: return 0;
    }
}

/* `late` is the number of reds that are placed after the pot's own chips. Inert chips do not act,
 * and reds that come later push chips out of the last two. */
static double worth_of_last_two(const struct worth *w, const struct quacks_state *s,
                                const struct quacks_player *p, int late)
{
    double worth = 0;
    for (int i = p->pot_n - 1; i >= 0 && i >= p->pot_n - NUMBER_OF(s, green_last) + late; i--)
        if (!(p->pot[i] & CHIP_INERT) && chip_colour(p->pot[i]) == GREEN)
            worth += worth_of_spider(w, s, p, p->pot[i]);
    return worth;
}

static int greens_in(const struct quacks_player *p)
{
    int sum = 0;
    for (int i = 0; i < p->pot_n; i++)
        if (!(p->pot[i] & CHIP_INERT) && chip_colour(p->pot[i]) == GREEN)
            sum += chip_value(p->pot[i]);
    return sum;
}

/* Green 3 moves the scoring space at exactly seven whites, but the die is rolled before that (A
 * comes before B). `space` may be beyond the spoon. */
static double worth_of_space(const struct worth *w, const struct quacks_state *s,
                             const struct quacks_player *p, int space, int whites)
{
    int from = int_min(space, POT_SPOON), to = from;
    /* A comes before green 3. */
    double die = p->exploded ? 0 : w->rolls[from] * w->die;
    if (s->book[GREEN] == 3 && whites == NUMBER_OF(s, green3_whites) && p->pot_n &&
        from < POT_SPOON)
        to = int_min(from + greens_in(p) * NUMBER_OF(s, green3_times), POT_SPOON);
    if (p->exploded)
        return p->covered ? w->covered[to] : w->exploded[to];
    return w->stopped[to] - w->rolls[to] * w->die + die;
}

/* Drawn without putting back; 0 once fewer than n others are left. */
double chance_of_none(int good, int all, int n)
{
    double chance = 1;
    for (int i = 0; i < n; i++)
        chance *= (double)(all - good > i ? all - good - i : 0) / (all - i);
    return chance;
}

/* The best chip counts if it is among those looked at, the next one if it is not, and so on. */
double worth_of_best(const uint8_t *bag, int looked, double worth[CHIP_COUNT], double none)
{
    int all = counts_sum(bag), good = 0;
    double sum = 0, before = 1;
    for (;;) {
        int best = -1;
        for (int chip = 0; chip < CHIP_COUNT; chip++)
            if (worth[chip] > none && (best < 0 || worth[chip] > worth[best]))
                best = chip;
        if (best < 0)
            return sum + before * none;
        good += bag[best];
        double miss = chance_of_none(good, all, looked);
        sum += (before - miss) * worth[best];
        before = miss;
        worth[best] = none;
    }
}

/* ---- late reds (book red 2) ---- */

/* The space and the last two chips, if so many reds are placed that move so far together. The reds
 * move the scoring space and push greens back, but do not act themselves. */
static double worth_placed(const struct worth *w, const struct quacks_state *s,
                           const struct quacks_player *p, int reds, int spaces)
{
    double worth = worth_of_space(w, s, p, pot_scoring(p) + spaces, pot_whites(p));
    return s->book[GREEN] == 3 ? worth : worth + worth_of_last_two(w, s, p, reds);
}

/* The best choice of reds to place; the others are kept. There are at most a few reds of each
 * value, so all choices are tried. */
static double worth_of_reds(const struct worth *w, const struct quacks_state *s,
                            const struct quacks_player *p)
{
    const uint8_t *beside = p->beside;
    int all = reds_beside(p);
    double best = worth_placed(w, s, p, 0, 0) + all * w->kept;
    if (!all || s->book[RED] != 2 || pot_is_full(p))
        return best;
    for (int a = 0; a <= beside[0]; a++)
        for (int b = 0; b <= beside[1]; b++)
            for (int c = 0; c <= beside[2]; c++) {
                int spaces = a + 2 * b + 4 * c;
                double worth = worth_placed(w, s, p, a + b + c, spaces);
                best = most(best, worth + (all - spaces) * w->kept);
            }
    return best;
}

/* ---- all of it ---- */

/* The end of a potion to which Strong Ingredient adds nothing more. For a potion in any state,
 * stopped or not: as if it ended now. */
static double worth_of_rest(const struct worth *w, const struct quacks_state *s, int seat)
{
    const struct quacks_player *p = &s->player[seat];
    double worth = (p->flask ? w->flask : 0) + worth_of_reds(w, s, p);
    worth += w->black[int_min(pot_count(p, BLACK), WORTH_BLACKS - 1)];
    if (s->card == SEASONED_PERFECTLY && pot_whites(p) == NUMBER_OF(s, seasoned_whites))
        worth += NUMBER_OF(s, seasoned_steps) * w->droplet;
    return s->book[PURPLE] == 3 ? worth : worth + worth_of_purples(w, s, seat);
}

/* The chip as it lies in the pot: by option it acts in B, or not (Q12). */
static int strong_chip(const struct quacks_state *s, int chip)
{
    return s->acts ? chip : chip | CHIP_INERT;
}

/* On a copy; the bag must have the chip. */
double worth_with_strong(const struct worth *w, const struct quacks_state *s, int seat, int chip)
{
    struct quacks_state laid = *s;
    struct quacks_player *p = &laid.player[seat];
    p->bag[chip]--;
    pot_lay(p, strong_chip(s, chip), chip_value(chip));
    double more = worth_paid(w, &laid, seat) - worth_paid(w, s, seat);
    return worth_of_rest(w, &laid, seat) + more;
}

/* Strong Ingredient: the best of the chips looked at, or none. */
static double worth_of_strong(const struct worth *w, const struct quacks_state *s, int seat)
{
    const uint8_t *bag = s->player[seat].bag;
    double worth[CHIP_COUNT], none = worth_of_rest(w, s, seat);
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        worth[chip] = bag[chip] ? worth_with_strong(w, s, seat, chip) : none;
    return worth_of_best(bag, int_min(NUMBER_OF(s, strong_chips), counts_sum(bag)), worth, none);
}

/* Beyond the table the last line goes on straight. */
double worth_shared(const struct worth *w, double total)
{
    if (!w->by_share)
        return total;
    double x = total - w->share_from;
    int at = x < 0 ? 0 : x < WORTH_SHARE_STEPS - 2 ? (int)x : WORTH_SHARE_STEPS - 2;
    return w->share[at] + (w->share[at + 1] - w->share[at]) * (x - at);
}

double worth_of_end(const struct worth *w, const struct quacks_state *s, int seat)
{
    const struct quacks_player *p = &s->player[seat];
    int strong = s->card == STRONG_INGREDIENT && s->stage == STAGE_BREW;
    if (strong && !p->exploded && !pot_is_full(p))
        return worth_of_strong(w, s, seat);
    return worth_of_rest(w, s, seat);
}
