/* The rules of thumb of the Quacks: each answer gets a worth from the weights of
 * bots/greedy/quacks_features.def, and the best one is taken. They look only one chip ahead, and do
 * not read commitments or offers of other seats. Worths are in hundredths of a point. */
#include "bots/advice.h"
#include "bots/bots.h"
#include "bots/greedy/dials.h"
#include "bots/policy.h"
#include "bots/softmax.h"
#include "engine/text.h"
#include "games/quacks/facts.h"

/* Potions left at most; chips of one colour beyond which more make no difference; worse than any
 * answer. */
enum { MOST_LEFT = 9, MOST_SAME = 4, NEVER = -30000 };

/* All weights of quacks_features.def, in hundredths of a point. */
struct features {
#define WEIGHT(name, value, text) int16_t name;
#define BY_LEFT(name, a, b, c, d, e, f, g, h, i, j, text) int16_t name[MOST_LEFT + 1];
#define WORTH(chip, a, b, c, d, e, f, g, h)
#define SAME(colour, a, b, c, d)
#include "bots/greedy/quacks_features.def"
#undef WEIGHT
#undef BY_LEFT
#undef WORTH
#undef SAME
    int16_t worth[CHIP_COUNT][2][4];
    int16_t same[COLOUR_COUNT][4];
};

#ifdef FITTED
/* Those of the last bot that was asked on this thread (quacks_dials.c). */
static _Thread_local struct features weigh;
#define weigh_usual usual
#else
#define weigh_usual weigh
#endif

static const struct features weigh_usual = {
#define WEIGHT(name, value, text) .name = (value),
#define BY_LEFT(name, a, b, c, d, e, f, g, h, i, j, text) .name = {a, b, c, d, e, f, g, h, i, j},
#define WORTH(chip, a, b, c, d, e, f, g, h) .worth[chip] = {{a, b, c, d}, {e, f, g, h}},
#define SAME(colour, a, b, c, d) .same[colour] = {a, b, c, d},
#include "bots/greedy/quacks_features.def"
#undef WEIGHT
#undef BY_LEFT
#undef WORTH
#undef SAME
};

/* ---- what things are worth ---- */

/* The potions left, including one that is about to begin. 0 in the last turn once the potion is
 * brewed. At most MOST_LEFT. */
static int potions_left(const struct quacks_state *s)
{
    return NUMBER_OF(s, turns) - s->turn + (s->stage < STAGE_BREW);
}

/* From 0. Orange and black have only one book; the mask keeps the index within a row of four,
 * whatever the state holds for them. */
static int book_of(const struct quacks_state *s, int colour)
{
    /* Orange and black have one book. */
    return (s->book[colour] - 1) & 3;
}

/* A chip in the bag during one potion, between its early and its late worth in proportion. Rows are
 * for nine potions left and for one. */
static int potion_worth(const struct quacks_state *s, int chip, int left)
{
    int book = book_of(s, chip_colour(chip));
    int early = weigh.worth[chip][0][book], late = weigh.worth[chip][1][book];
    return late + (early - late) * (left - 1) / 8;
}

/* A chip in the bag for all potions left. */
static int chip_worth(const struct quacks_state *s, int chip)
{
    int left = potions_left(s);
    return left ? left * potion_worth(s, chip, left) : 0;
}

/* What the glass pays, and what having moved on is worth. Only where the glass exists. */
static int glass_worth(const struct quacks_state *s, int glass)
{
    int left = potions_left(s), chip = NUMBER_IN(s, tubes_chip, glass);
    int worth = 100 * NUMBER_IN(s, tubes_points, glass);
    worth += NUMBER_IN(s, tubes_rubies, glass) * weigh.ruby[left];
    worth += chip ? chip_worth(s, chip - 1) : 0;
    /* A droplet in the pot is worth nothing after turn 9. */
    return worth + (left ? weigh.glass_ahead : 1);
}

/* One step of the droplet in the pot; none after the last space. */
static int droplet_worth(const struct quacks_state *s, const struct quacks_player *p)
{
    return p->droplet < NUMBER_OF(s, droplet_last) ? weigh.droplet[potions_left(s)] : 0;
}

/* A step of the droplet goes wherever it is worth more (Q10). */
static int step_worth(const struct quacks_state *s, const struct quacks_player *p)
{
    int pot = droplet_worth(s, p);
    int tube = s->tubes && p->tube < NUMBER_OF(s, tubes_glasses) ? glass_worth(s, p->tube) : 0;
    return tube > pot ? tube : pot;
}

static int ruby_worth(const struct quacks_state *s)
{
    return weigh.ruby[potions_left(s)];
}

static int coins_worth(const struct quacks_state *s, int space)
{
    return weigh.coin[potions_left(s)] * space_coins(s, space);
}

/* Points and coins of a scoring space. */
static int space_worth(const struct quacks_state *s, int space)
{
    return 100 * space_points(s, space) + coins_worth(s, space);
}

/* One more space, averaged over the next four: single spaces jump. In hundredths of a point, like
 * every worth here. */
static int slope_at(const struct quacks_state *s, int space)
{
    int to = int_min(space + 4, POT_SPOON), coin = weigh.coin[potions_left(s)];
    return space_rise(s, space, to, 100, coin) >> 2;
}

/* A ruby space, with what the fortune card makes of it. */
static int ruby_space_worth(const struct quacks_state *s)
{
    int ruby = ruby_worth(s);
    if (s->card == SHINING_BRIGHT)
        return 2 * ruby;
    return s->card == LUCKY_DEVIL ? ruby + 200 : ruby;
}

/* ---- brewing ---- */

/* What speaks for drawing and what against it. `gain` and `loss` are in hundredths of a point. */
struct brew {
    /* Chips in the bag, and how many of them would explode the pot. */
    int chips, explosive;
    /* The gain of all chips together that do not explode it. */
    int gain;
    /* The cost of one explosion. */
    int loss;
    /* How much of the loss counts, in percent: rats help a player who falls behind. */
    int dread;
};

/* A Second Chance: whether the next chip is one of the first five, before the offer (Q7). */
static int is_insured(const struct quacks_state *s, const struct quacks_player *p)
{
    return s->card == SECOND_CHANCE && !p->offered && p->pot_n < NUMBER_OF(s, second_chips);
}

/* How much the sum of the whites may still grow; a large number if the next chip cannot explode the
 * pot. The room is at most 3 of use: no white moves farther. */
static int white_room(const struct quacks_state *s, const struct quacks_player *p)
{
    if (s->card == WELL_STIRRED && !p->stirred)
        return 9;
    if (is_insured(s, p) && !s->risky)
        return 9;
    return explosion_limit(s, p) - pot_whites(p);
}

/* `room` is what the whites may still grow by; below 0 (after A Second Chance) every chip explodes
 * the pot. Never more than `chips`. */
static int explosive_chips(const struct quacks_player *p, int room, int chips)
{
    /* After A Second Chance any chip explodes it. */
    if (room < 0)
        return chips;
    return (room < 3 ? p->bag[WHITE3] : 0) + (room < 2 ? p->bag[WHITE2] : 0) +
           (room < 1 ? p->bag[WHITE1] : 0);
}

/* How far the chips that do not explode the pot move together, in hundredths of spaces. */
static int safe_moves(const struct quacks_player *p, int room)
{
    int moves = 0, whites = 0;
    for (int chip = ORANGE1; chip < CHIP_COUNT; chip++)
        moves += p->bag[chip] * chip_value(chip);
    for (int white = 1; white <= int_min(room, 3); white++)
        whites += p->bag[WHITE1 + white - 1] * white;
    return room < 0 ? 0 : 100 * moves + weigh.safe_white * whites;
}

static int green_values(const struct quacks_player *p)
{
    int sum = 0;
    for (int i = 0; i < p->pot_n; i++) {
        int chip = p->pot[i] & ~CHIP_INERT;
        sum += chip_colour(chip) == GREEN ? chip_value(chip) : 0;
    }
    return sum;
}

/* Greens of books 1, 2 and 4 work among the last two chips, and every draw pushes them out. 0 with
 * book 3, whose greens work wherever they lie. */
static int last_greens(const struct quacks_state *s, const struct quacks_player *p)
{
    int n = 0;
    for (int i = p->pot_n - 1; i >= 0 && i >= p->pot_n - 2; i--)
        n += chip_colour(p->pot[i] & ~CHIP_INERT) == GREEN;
    return s->book[GREEN] == 3 ? 0 : n;
}

/* What whites of exactly 7 bring, which one more would spoil. 0 unless the whites are exactly those
 * that the card or the book names. */
static int seven_worth(const struct quacks_state *s, const struct quacks_player *p, int slope)
{
    int whites = pot_whites(p), worth = 0;
    if (s->card == SEASONED_PERFECTLY && whites == NUMBER_OF(s, seasoned_whites))
        worth += NUMBER_OF(s, seasoned_steps) * weigh.droplet[potions_left(s)];
    if (s->book[GREEN] == 3 && whites == NUMBER_OF(s, green3_whites))
        worth += slope * green_values(p) * NUMBER_OF(s, green3_times);
    return worth;
}

/* An explosion costs the lesser of points and coins (nothing within blue 2's window), the bonus
 * die, and what the fortune card adds. One among the first five chips of A Second Chance costs
 * nothing that matters: so short a potion is hardly worth more than starting anew (Q12). */
static int explosion_loss(const struct quacks_state *s, const struct quacks_player *p, int slope)
{
    int space = pot_scoring(p);
    if (is_insured(s, p))
        return 0;
    int die = weigh.die / s->players;
    int loss =
        s->card == POT_IS_FULL ? NUMBER_OF(s, full_rolls) * die : NUMBER_OF(s, die_rolls) * die;
    loss += s->card == SCHADENFREUDE ? weigh.neighbour : 0;
    loss += s->card == STRONG_INGREDIENT ? weigh.strong : 0;
    loss += seven_worth(s, p, slope);
    if (p->window)
        return loss;
    return loss + int_min(100 * space_points(s, space), coins_worth(s, space));
}

/* About 28 of 100 spaces show a ruby (15 of 53). `room` need not be the pot's own: flask_worth asks
 * for the pot without its last white. */
static struct brew brew_with(const struct quacks_state *s, const struct quacks_player *p, int room)
{
    int space = pot_scoring(p), slope = slope_at(s, space), ruby = ruby_space_worth(s);
    struct brew b = {counts_sum(p->bag), 0, 0, 0, weigh.dread[potions_left(s)]};
    /* 15 of 53 spaces show a ruby. */
    int passed = (28 - 100 * space_has_ruby(s, space)) * ruby;
    b.explosive = explosive_chips(p, room, b.chips);
    b.gain = (safe_moves(p, room) * slope + passed * (b.chips - b.explosive)) / 100;
    b.gain -= b.chips * last_greens(s, p) * weigh.last_green;
    b.loss = explosion_loss(s, p, slope);
    return b;
}

/* Without risk drawing is always better than stopping. */
static int draw_worth(const struct brew *b)
{
    int worth = (b->gain - b->explosive * b->loss * b->dread / 100) / (b->chips ? b->chips : 1);
    /* Without a risk, drawing must beat stopping. */
    return (b->explosive && b->loss) || worth > 0 ? worth : 1;
}

/* The white goes back: room for more chips against a few spaces and the flask. Only after a white,
 * which is in last_drawn. */
static int flask_worth(const struct quacks_state *s, const struct quacks_player *p, int room)
{
    int white = chip_value(p->last_drawn);
    struct brew after = brew_with(s, p, room + white);
    int more = draw_worth(&after) * weigh.flask_draws / 100;
    int price = s->card == MAGIC_POTION ? 0 : weigh.flask[potions_left(s)] * weigh.flask_use / 100;
    return more - white * slope_at(s, pot_scoring(p)) - price;
}

/* A red in the bag is drawn again or not; beside the pot it is certain to be placed (book red 2).
 * So it never goes back. */
static int bag_worth(const struct quacks_state *s, const struct quacks_player *p, int red)
{
    return -1 - chip_value(red_chip(red)) * slope_at(s, pot_scoring(p));
}

/* The flask is NEVER worth its price while nothing can explode the pot. */
static void weigh_brew(const struct quacks_state *s, const struct quacks_player *p,
                       uint64_t answers, int *worth)
{
    int room = white_room(s, p);
    struct brew b = brew_with(s, p, room);
    worth[BREW_DRAW] = draw_worth(&b);
    worth[BREW_STOP] = 0;
    worth[BREW_FLASK] = NEVER;
    for (int red = 0; red < 3; red++)
        worth[BREW_BAG + red] = bag_worth(s, p, red);
    if ((answers >> BREW_FLASK & 1) && b.explosive && b.loss)
        worth[BREW_FLASK] = flask_worth(s, p, room);
}

/* Blue 1. A white is picked only if it fits, and only by a seat that would stop anyway. 0 is the
 * worth of placing none. */
static int picked_worth(const struct quacks_state *s, const struct quacks_player *p, int chip)
{
    if (chip_colour(chip) != WHITE)
        return potion_worth(s, chip, potions_left(s));
    int room = white_room(s, p), value = chip_value(chip);
    if (value > room)
        return NEVER;
    struct brew b = brew_with(s, p, room);
    return draw_worth(&b) > 0 ? -value * weigh.pick_white : value * slope_at(s, pot_scoring(p));
}

/* Well Stirred is used on whites of some value only. Yellow 1's white always goes back, because its
 * space stays. `no` is the answer that keeps the white. */
static int return_worth(const struct quacks_player *p, int no)
{
    int back = p->hand == NO_CHIP || chip_value(p->hand) >= weigh.stir_least;
    return no ? 0 : back ? 1 : -1;
}

/* A Second Chance: many whites and an explosion speak for it, the spaces already gained against it.
 * In hundredths of a point, against 0 for going on. */
static int restart_worth(const struct quacks_state *s, const struct quacks_player *p, int no)
{
    int whites = pot_whites(p), over = whites > explosion_limit(s, p);
    int lost = p->exploded ? explosion_loss(s, p, slope_at(s, pot_scoring(p))) : 0;
    if (no)
        return 0;
    return weigh.restart_white * whites + over * weigh.restart_over + lost - weigh.restart_anyway -
           weigh.restart_space * (pot_position(p) - p->origin);
}

/* Every red that lies beside the pot is placed, the greatest first (red 2). */
static int red_worth(int answer)
{
    if (answer == RED_DONE)
        return 0;
    return answer < RED_BAG ? chip_value(red_chip(answer)) : -1;
}

/* ---- shopping ---- */

/* Only chips in `chips` have a worth and a price. */
struct shop {
    int worth[CHIP_COUNT], price[CHIP_COUNT];
    uint32_t chips;
};

/* All chips of the seat by colour, those in the pot included: they return to the bag. */
static void count_colours(const struct quacks_player *p, int owned[COLOUR_COUNT])
{
    memset(owned, 0, COLOUR_COUNT * sizeof *owned);
    for (int chip = ORANGE1; chip < CHIP_COUNT; chip++)
        owned[chip_colour(chip)] += p->bag[chip];
    for (int i = 0; i < p->pot_n; i++)
        owned[chip_colour(p->pot[i] & ~CHIP_INERT)]++;
}

/* Chips of a colour that one has already are worth more or less (SAME). Worths are for all potions
 * left. */
static void shop_open(const struct quacks_state *s, const struct quacks_player *p, uint64_t answers,
                      struct shop *shop)
{
    int owned[COLOUR_COUNT], left = potions_left(s);
    count_colours(p, owned);
    shop->chips = (uint32_t)(answers & bits_below(CHIP_COUNT));
    for (uint32_t chips = shop->chips; chips; chips &= chips - 1) {
        int chip = bit_lowest(chips);
        int colour = chip_colour(chip), same = weigh.same[colour][book_of(s, colour)];
        int worth = potion_worth(s, chip, left) + same * int_min(owned[colour], MOST_SAME);
        shop->worth[chip] = left * worth;
        shop->price[chip] = chip_price(s, chip);
    }
}

/* The best chip of another colour that the remaining coins can buy (Q6 E). 0 if nothing fits. */
static int second_worth(const struct shop *shop, int first, int coins)
{
    int best = 0;
    for (uint32_t chips = shop->chips; chips; chips &= chips - 1) {
        int chip = bit_lowest(chips);
        int fits = shop->price[chip] <= coins && chip_colour(chip) != chip_colour(first);
        best = fits && shop->worth[chip] > best ? shop->worth[chip] : best;
    }
    return best;
}

static void weigh_shop(const struct quacks_state *s, const struct quacks_player *p,
                       uint64_t answers, int *worth)
{
    struct shop shop;
    shop_open(s, p, answers, &shop);
    worth[BUY_DONE] = 0;
    for (uint32_t chips = shop.chips; chips; chips &= chips - 1) {
        int chip = bit_lowest(chips), rest = p->coins - shop.price[chip];
        worth[chip] = shop.worth[chip];
        if (!p->bought_n && rest >= 3)
            worth[chip] += second_worth(&shop, chip, rest);
    }
}

/* ---- rubies, purples, upgrades ---- */

/* Turn 9: the most that rubies bring in glasses, above the points that two rubies are worth anyway
 * (Q9.1). -1 if no glass pays. */
static int last_glasses(const struct quacks_state *s, const struct quacks_player *p)
{
    int cost = NUMBER_OF(s, rubies_droplet), ruby = 100 / NUMBER_OF(s, end_rubies);
    int most = int_min(p->rubies / cost, NUMBER_OF(s, tubes_glasses) - p->tube);
    int best = -1, sum = 0;
    for (int i = p->tube; i < p->tube + most; i++) {
        sum += 100 * NUMBER_IN(s, tubes_points, i) + ruby * (NUMBER_IN(s, tubes_rubies, i) - cost);
        best = sum > best ? sum : best;
    }
    return best;
}

/* What two rubies buy, against keeping them. In the last turn only glasses count. */
static int rubies_worth(const struct quacks_state *s, const struct quacks_player *p, int answer)
{
    int flask = answer == RUBIES_FLASK;
    int cost = flask ? NUMBER_OF(s, rubies_flask) : NUMBER_OF(s, rubies_droplet);
    int kept = cost * ruby_worth(s) * weigh.thrift / 100;
    if (answer == RUBIES_DONE)
        return 0;
    if (is_last_turn(s))
        return last_glasses(s, p);
    return (flask ? weigh.flask[potions_left(s)] : step_worth(s, p)) - kept;
}

/* Book green 4: rubies for steps of the droplet. */
static int pay_worth(const struct quacks_state *s, const struct quacks_player *p, int no)
{
    int rubies = NUMBER_OF(s, green4_rubies), steps = NUMBER_OF(s, green4_steps);
    return no ? 0 : steps * step_worth(s, p) - rubies * ruby_worth(s) * weigh.thrift / 100;
}

/* A chip replaced by one `steps` values higher. */
static int upgrade_worth(const struct quacks_state *s, int chip, int steps)
{
    return chip_worth(s, chip + steps) - chip_worth(s, chip);
}

/* Purple 4: the best chip of the pot to swap. Tier 1: 1 to 2, tier 2: 2 to 4, tier 3: 1 to 4. 0 if
 * nothing can be swapped. */
static int tier_worth_4(const struct quacks_state *s, const struct quacks_player *p, int tier)
{
    int best = 0, steps = tier == 3 ? 2 : 1;
    for (int chip = GREEN1; chip <= YELLOW4; chip++) {
        if (chip_value(chip) != (tier == 2 ? 2 : 1) || !chip_available(s, chip + steps))
            continue;
        int worth = upgrade_worth(s, chip, steps);
        if (worth > best && pot_first_of(p, chip, 1) >= 0)
            best = worth;
    }
    return best;
}

/* Purple 2: what each tier brings, less the purples it costs. */
static int tier_worth_2(const struct quacks_state *s, const struct quacks_player *p, int tier)
{
    int step = step_worth(s, p), ruby = ruby_worth(s), purple = chip_worth(s, PURPLE1);
    int worth = 100 * NUMBER_IN(s, purple2_points, tier - 1) - tier * purple +
                ruby * NUMBER_IN(s, purple2_rubies, tier - 1) +
                step * NUMBER_IN(s, purple2_steps, tier - 1);
    switch (tier) {
    case 1: return worth + chip_worth(s, BLACK1);
    case 2: return worth + chip_worth(s, GREEN1) + chip_worth(s, BLUE2);
    default: return worth + chip_worth(s, YELLOW4);
    }
}

/* Tier 0 is declining. */
static int purple_worth(const struct quacks_state *s, const struct quacks_player *p, int tier)
{
    if (tier == 0)
        return 0;
    if (s->book[PURPLE] == 4)
        return tier_worth_4(s, p, tier);
    if (s->book[PURPLE] == 2)
        return tier_worth_2(s, p, tier);
    return 100 * NUMBER_IN(s, purple1_points, tier - 1) +
           ruby_worth(s) * NUMBER_IN(s, purple1_rubies, tier - 1) +
           step_worth(s, p) * NUMBER_IN(s, purple1_steps, tier - 1);
}

/* ---- Strong Ingredient, and other picks ---- */

/* So many black chips in the pot (Q8). With two players the two neighbours are the same seat, and a
 * tie counts for one of the rewards. */
static int black_worth(const struct quacks_state *s, const struct quacks_player *p, int n)
{
    int seat = (int)(p - s->player), seats = s->players;
    int left = pot_count(&s->player[(seat + 1) % seats], BLACK);
    int right = pot_count(&s->player[(seat + seats - 1) % seats], BLACK);
    int reward = (n > left) + (seats == 2 ? n && n >= left : n > right);
    if (!reward)
        return 0;
    return NUMBER_IN(s, black_steps, reward - 1) * step_worth(s, p) +
           NUMBER_IN(s, black_rubies, reward - 1) * ruby_worth(s);
}

/* A green as the last chip (Q8). */
static int green_worth(const struct quacks_state *s, const struct quacks_player *p, int chip)
{
    int rubies = NUMBER_OF(s, green4_rubies), seven = pot_whites(p) == NUMBER_OF(s, green3_whites);
    int better = NUMBER_OF(s, green4_steps) * step_worth(s, p) - rubies * ruby_worth(s);
    switch (s->book[GREEN]) {
    case 1: return NUMBER_OF(s, green1_rubies) * ruby_worth(s);
    case 2: return chip_worth(s, chip == GREEN1 ? ORANGE1 : chip == GREEN2 ? RED1 : YELLOW1);
    case 3:
        return seven * NUMBER_OF(s, green3_times) * chip_value(chip) * slope_at(s, pot_scoring(p));
    default: return p->rubies >= rubies && better > 0 ? better : 0;
    }
}

/* One more purple in the pot. The difference of tiers, so it may be below 0. */
static int more_purple(const struct quacks_state *s, const struct quacks_player *p)
{
    int n = pot_count(p, PURPLE), place = int_min(pot_position(p) + 1, POT_LAST);
    if (s->book[PURPLE] == 3)
        return 100 * purple_pays(s, place);
    return purple_worth(s, p, int_min(n + 1, 3)) - purple_worth(s, p, int_min(n, 3));
}

/* What Strong Ingredient's chip brings in B, if it acts there (Q12). */
static int acting_worth(const struct quacks_state *s, const struct quacks_player *p, int chip)
{
    int blacks = pot_count(p, BLACK);
    switch (chip_colour(chip)) {
    case BLACK: return black_worth(s, p, blacks + 1) - black_worth(s, p, blacks);
    case GREEN: return green_worth(s, p, chip);
    case PURPLE: return more_purple(s, p);
    default: return 0;
    }
}

/* Strong Ingredient moves the scoring space by the value of the chip. By option the chip acts in B
 * (Q12). Beyond the last space it moves no farther. */
static int strong_worth(const struct quacks_state *s, const struct quacks_player *p, int chip)
{
    int from = pot_scoring(p), to = int_min(from + chip_value(chip), POT_SPOON);
    int rubies = space_has_ruby(s, to) - space_has_ruby(s, from);
    int worth = space_worth(s, to) - space_worth(s, from) + rubies * ruby_space_worth(s);
    return s->acts ? worth + acting_worth(s, p, chip) : worth;
}

static int pick_worth(const struct quacks_state *s, const struct quacks_player *p, int answer)
{
    if (answer == PICK_NONE)
        return 0;
    if (s->stage == STAGE_BREW)
        return picked_worth(s, p, answer);
    return s->stage == STAGE_STRONG ? strong_worth(s, p, answer) : 1 + chip_worth(s, answer);
}

/* ---- fortune cards ---- */

/* Tails given up for rubies: a tail is one space of this potion only, a droplet step one of all
 * potions. */
static int tails_worth(const struct quacks_state *s, int tails)
{
    /* A tail is a space of this potion only. */
    int left = potions_left(s);
    int space = weigh.droplet[left] - weigh.droplet[left - 1];
    return tails *
           (NUMBER_OF(s, good_rubies) * weigh.ruby[left] - NUMBER_OF(s, rats_spaces) * space);
}

/* With the option `optional` (Q12): what a chip's action pays. */
static int optional_worth(const struct quacks_state *s, const struct quacks_player *p)
{
    struct optional_action a = optional_action(s, (int)(p - s->player));
    return 100 * a.points + a.rubies * ruby_worth(s) + a.steps * step_worth(s, p);
}

/* Rat tails that are used. The last one is worth something, too. */
static int rats_worth(const struct quacks_state *s, int tails)
{
    int left = potions_left(s);
    return tails * NUMBER_OF(s, rats_spaces) *
           int_max(weigh.droplet[left] - weigh.droplet[left - 1], 1);
}

/* The choices of the fortune cards (Q7). Answers below CHIP_COUNT are chips. */
static int fortune_worth(const struct quacks_state *s, const struct quacks_player *p, int answer)
{
    switch (answer) {
    case CHOOSE_DROPLET: return NUMBER_OF(s, wisely_steps) * step_worth(s, p);
    case CHOOSE_RUBIES: return NUMBER_OF(s, only_rubies) * ruby_worth(s);
    case CHOOSE_NONE:
    case CHOOSE_RATS: return 0;
    case CHOOSE_POINTS:
        if (s->card == JUST_IN_TIME)
            return 100 * NUMBER_OF(s, time_points);
        return 100 * p->tails * NUMBER_OF(s, friends_points);
    case CHOOSE_REMOVE: return weigh.remove_white[potions_left(s)];
    default: break;
    }
    if (answer >= CHOOSE_TAILS)
        return tails_worth(s, answer - CHOOSE_TAILS + 1);
    int price = s->card == WHEEL_AND_DEAL ? NUMBER_OF(s, deal_rubies) : 0;
    return chip_worth(s, answer) - price * ruby_worth(s);
}

/* ---- one worth for each answer ---- */

/* Every question except brewing and shopping, which are weighed as a whole. Hundredths of a point
 * for most questions; only the order of answers to one question counts. */
static int answer_worth(const struct quacks_state *s, const struct quacks_player *p, int answer)
{
    switch (p->question) {
    case QQ_FORTUNE: return fortune_worth(s, p, answer);
    case QQ_PICK: return pick_worth(s, p, answer);
    case QQ_SWAP: return answer == PICK_NONE ? 0 : upgrade_worth(s, answer, 1);
    case QQ_RETURN: return return_worth(p, answer);
    case QQ_RESTART: return restart_worth(s, p, answer);
    case QQ_RED: return red_worth(answer);
    case QQ_STEP: return answer ? glass_worth(s, p->tube) : droplet_worth(s, p);
    case QQ_PURPLE: return purple_worth(s, p, answer);
    case QQ_UPGRADE: return upgrade_worth(s, answer, s->tier == 3 ? 2 : 1);
    case QQ_PAY: return pay_worth(s, p, answer);
    case QQ_SCORE: return answer ? coins_worth(s, p->scoring) : 100 * space_points(s, p->scoring);
    case QQ_RUBIES: return rubies_worth(s, p, answer);
    case QQ_OPTIONAL: return answer ? 0 : optional_worth(s, p);
    case QQ_OPTIONAL_STEP: return answer ? 0 : step_worth(s, p);
    case QQ_RATS: return rats_worth(s, answer);
    /* A bonus is always taken. */
    default: return !answer;
    }
}

static void weigh_answers(const struct quacks_state *s, const struct quacks_player *p,
                          uint64_t answers, int worth[64])
{
    if (p->question == QQ_BREW) {
        weigh_brew(s, p, answers, worth);
        return;
    }
    if (p->question == QQ_BUY) {
        weigh_shop(s, p, answers, worth);
        return;
    }
    for (uint64_t rest = answers; rest; rest &= rest - 1)
        worth[bit_lowest(rest)] = answer_worth(s, p, bit_lowest(rest));
}

/* The best answer; among equals each is equally likely. Takes luck only where answers tie. */
static int worthiest(uint64_t answers, const int *worth, uint64_t *luck)
{
    int best = bit_lowest(answers);
    uint32_t equals = 1;
    for (uint64_t rest = answers & (answers - 1); rest; rest &= rest - 1) {
        int answer = bit_lowest(rest);
        if (worth[answer] < worth[best])
            continue;
        equals = worth[answer] > worth[best] ? 1 : equals + 1;
        if (equals == 1 || luck_below(luck, equals) == 0)
            best = answer;
    }
    return best;
}

/* The answer that needs no weighing, or -1: the only one, a bonus, a draw while no chip can explode
 * the pot. What may be passed up is taken, and all rat tails are used (Q12). Found before anything
 * is weighed, because simulated games ask thousands of times a second. */
static int plain_answer(const struct quacks_state *s, const struct quacks_player *p,
                        uint64_t answers)
{
    answers = optional_taken(p->question, answers);
    if (!(answers & (answers - 1)))
        return bit_lowest(answers);
    if (p->question == QQ_BONUS)
        return 0;
    return p->question == QQ_BREW && (answers & 1) && white_room(s, p) >= 3 ? BREW_DRAW : -1;
}

int quacks_greedy_pick(const void *state, int seat, uint64_t answers, uint64_t *luck)
{
    const struct quacks_state *s = state;
    const struct quacks_player *p = &s->player[seat];
    int worth[64], plain = plain_answer(s, p, answers);
    if (plain >= 0)
        return plain;
    weigh_answers(s, p, answers, worth);
    return worthiest(answers, worth, luck);
}

/* Whoever plays below their best still draws where nothing can happen. `worth` is filled for all
 * 64: answers that are not open are never looked at. */
static int tempered_pick(const struct view *v, uint64_t answers, uint32_t temperature,
                         uint64_t *luck)
{
    const struct quacks_state *s = (const struct quacks_state *)v->bytes;
    const struct quacks_player *p = &s->player[v->seat];
    int each[64] = {0}, plain = plain_answer(s, p, answers);
    int64_t worth[64];
    if (plain >= 0)
        return plain;
    weigh_answers(s, p, answers, each);
    for (int i = 0; i < 64; i++)
        worth[i] = each[i];
    return temper_pick(answers, worth, temperature, luck);
}

/* ---- the bot ---- */

static void say_figure(struct advice *say, const char *name, double value)
{
    say->figure[say->figures_n].name = name;
    say->figure[say->figures_n++].value = value;
}

/* Hundredths as points with one decimal. */
static void add_points(struct text *t, int hundredths)
{
    int tenths = ((hundredths < 0 ? -hundredths : hundredths) + 5) / 10;
    if (hundredths < 0 && tenths)
        text_add(t, "-");
    text_number(t, tenths / 10);
    text_add(t, ".");
    text_number(t, tenths % 10);
}

/* "Any other" is the mean over the chips that do not explode it. */
static void add_risk(struct text *t, const struct brew *b)
{
    if (b->explosive == 0) {
        text_add(t, "No chip in the bag can explode the pot now. ");
        return;
    }
    text_number(t, b->explosive);
    text_add(t, " of the ");
    text_number(t, b->chips);
    text_add(t, b->explosive == 1 ? " chips in the bag explodes the pot, which costs about "
                                  : " chips in the bag explode the pot, which costs about ");
    add_points(t, b->loss);
    text_add(t, " points (counted at ");
    text_number(t, b->dread);
    text_add(t, " percent, as rats help whoever falls behind); any other brings about ");
    add_points(t, b->gain / (b->chips > b->explosive ? b->chips - b->explosive : 1));
    text_add(t, ". ");
}

/* Figures are in points, not in hundredths. */
static void say_brew(const struct quacks_state *s, const struct quacks_player *p,
                     struct advice *say, struct text *t)
{
    struct brew b = brew_with(s, p, white_room(s, p));
    say_figure(say, "explosion_chance", b.chips ? (double)b.explosive / b.chips : 0);
    say_figure(say, "explosion_costs_points", b.loss / 100.0);
    add_risk(t, &b);
}

static void say_why(const struct quacks_state *s, int seat, int answer, int is_best,
                    const int *worth, struct advice *say)
{
    struct text t = text_in(say->why, sizeof say->why);
    const struct quacks_player *p = &s->player[seat];
    char name[MAX_NAME];
    if (p->question == QQ_BREW)
        say_brew(s, p, say, &t);
    text_add(&t, "By rules of thumb \"");
    text_add(&t, quacks_action_name(s, seat, answer, name));
    text_add(&t, is_best ? "\" is worth most" : "\" is not worth most");
    if (worth[answer] >= 10) {
        text_add(&t, ": about ");
        add_points(&t, worth[answer]);
        text_add(&t, " points");
    }
    text_add(&t, ".");
}

static void say_all(const struct quacks_state *s, int seat, uint64_t answers, int answer,
                    struct advice *say)
{
    int worth[64], is_best = 1;
    weigh_answers(s, &s->player[seat], answers, worth);
    say->worth = "points";
    for (uint64_t rest = answers; rest; rest &= rest - 1) {
        int each = bit_lowest(rest);
        say->weighed[say->weighed_n].answer = each;
        say->weighed[say->weighed_n++].value = worth[each] / 100.0;
        is_best &= worth[each] <= worth[answer];
    }
    say_why(s, seat, answer, is_best, worth, say);
}

/* With noise the answer is not explained: there is no reason for it. */
static int choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                  struct advice *say)
{
#if HAS_DIALS && !defined FITTED
    if (how->dialled)
        return quacks_fitted_choose(v, how, luck, say);
#endif
    uint64_t answers = view_legal(v), word = chance_word(luck, CHANCE_PICK);
    MUST(answers != 0);
    if (how->noise && luck_below(&word, 100) < how->noise)
        return random_policy(v->bytes, v->seat, answers, &word);
    int answer = how->temperature ? tempered_pick(v, answers, how->temperature, &word)
                                  : quacks_greedy_pick(v->bytes, v->seat, answers, &word);
    if (HINT_WANTED(say))
        say_all((const struct quacks_state *)v->bytes, v->seat, answers, answer, say);
    return answer;
}

#ifndef FITTED
#if HAS_DIALS
#define DIAL(name, text) {#name, text},
static const struct dial dials[] = {
#include "bots/greedy/quacks_dials.def"
};
#undef DIAL
#endif

const struct bot quacks_greedy = {
    .name = "greedy",
    .blurb = "plays the Quacks by rules of thumb, one chip ahead",
    .game = &quacks_game,
#if HAS_DIALS
    .dials = dials,
    .dials_n = (int)(sizeof dials / sizeof dials[0]),
#endif
    .choose = choose,
};
#endif
