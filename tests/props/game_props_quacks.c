/* The Quacks under test: all kinds of books, both sides of the pot, drawing together or not, and
 * full or poor supplies, so that chips run out wherever they are given. */
#include "games/quacks/facts.h"
#include "games/quacks/help.h"
#include "tests/props/game_props.h"

static const struct props_mix mixes[] = {
    {"set 1", 1},    {"any books", 4},       {"tubes", 3},
    {"together", 2}, {"tubes, together", 2}, {"rich bags, poor supply", 4},
    {"rulings", 2},  {"numbers", 5},
};

static uint32_t below(struct chance *c, uint32_t n)
{
    return chance_below(c, CHANCE_PICK, n);
}

/* Moves chips from the supply into bags, so that few or none of some kinds are left. */
static void make_rich(struct quacks_state *s, int players, struct chance *c)
{
    for (int chip = ORANGE1; chip < CHIP_COUNT; chip++)
        for (uint32_t n = below(c, 3) ? below(c, 4) : 40; n && s->supply[chip]; n--) {
            s->supply[chip]--;
            s->player[below(c, (uint32_t)players)].bag[chip]++;
        }
    for (int seat = 0; seat < players; seat++)
        s->player[seat].rubies = (uint16_t)below(c, 7);
}

/* Rulings of Q12 where they matter: only blue cards, among them A Second Chance and Strong
 * Ingredient, and reds beside the pot. */
static void mix_rulings(struct quacks_state *s)
{
    s->risky = s->acts = 1;
    s->no_fortune = 0;
    s->book[RED] = 2;
    for (int card = 0; card < CARD_COUNT; card++)
        if (quacks_card_is_purple(card))
            s->left &= ~(1u << card);
}

static void mix_options(void *state, int mix, int players, struct chance *c)
{
    struct quacks_state *s = state;
    if (mix == 7)
        props_numbers(&quacks_game, s, c);
    for (int colour = GREEN; colour <= PURPLE && mix > 0; colour++)
        s->book[colour] = (uint8_t)(1 + below(c, 4));
    s->tubes = mix == 2 || mix == 4 || ((mix == 5 || mix == 7) && below(c, 2));
    s->together = mix == 3 || mix == 4 || ((mix == 5 || mix == 7) && below(c, 4) == 0);
    s->printed = mix > 0 && below(c, 2);
    s->risky = mix > 0 && below(c, 2);
    s->acts = mix > 0 && below(c, 2);
    s->no_fortune = mix > 0 && below(c, 6) == 0;
    if (mix > 0 && below(c, 2))
        s->first = (uint8_t)below(c, (uint32_t)players);
    if (mix == 5 || (mix == 7 && below(c, 3) == 0))
        make_rich(s, players, c);
    if (mix == 6)
        mix_rulings(s);
    s->optional = mix > 0 && below(c, 3) == 0;
}

/* A potion of one seat draws at most 54 chips for the pot, with at most four answers for each, and
 * 60 reds; 30 of them may go back, and 30 may be placed late. What may be passed up (Q12) asks
 * about some of these chips once more, and about few things beside. */
static uint32_t bound(const void *state)
{
    const struct quacks_state *s = state;
    return (uint32_t)s->players * TURNS * 400;
}

static int chips_of(const struct quacks_player *p)
{
    int n = p->pot_n + p->bought_n + (p->hand != NO_CHIP);
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        n += p->bag[chip];
    return n + p->beside[0] + p->beside[1] + p->beside[2];
}

static int chips_in_all(const struct quacks_state *s)
{
    int all = 0;
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        all += NUMBER_IN(s, box, chip);
    return s->numbers ? all : 216;
}

static const char *ranges(const void *state)
{
    const struct quacks_state *s = state;
    int chips = 0;
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        chips += s->supply[chip];
    for (int seat = 0; seat < s->players; seat++) {
        const struct quacks_player *p = &s->player[seat];
        chips += chips_of(p);
        if (p->droplet > 51 || p->origin > 51 || p->tube > 12)
            return "a droplet out of its range (Q1.3)";
        if (p->coins > (s->numbers ? 99 : 35) || p->window > (s->numbers ? 9 : 4) || p->rats > 51)
            return "coins, window or rats out of range";
        if (p->points > 20000 || p->rubies > 20000)
            return "points or rubies out of range";
        if (p->spaces >> 53 || (p->spaces & 1))
            return "a chip outside the pot (Q1)";
    }
    return chips == chips_in_all(s) ? NULL : "there are not 216 chips (Q2)";
}

static int is_zero(const uint8_t *bytes, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (bytes[i])
            return 0;
    return 1;
}

static int history_is_tidy(const struct quacks_player *p)
{
    int behind = 0;
    for (int i = p->drawn_n; i < DRAWN_MAX; i++)
        behind |= drawn_at(p, i);
    return !behind && p->last_drawn == (p->drawn_n ? drawn_at(p, p->drawn_n - 1) : 0);
}

/* Bytes after the end of a list, and those of unused seats, are zero. */
static const char *tidy(const void *state)
{
    const struct quacks_state *s = state;
    static const struct quacks_player nobody;
    for (int seat = 0; seat < QUACKS_SEATS; seat++) {
        const struct quacks_player *p = &s->player[seat];
        if (seat >= s->players && memcmp(p, &nobody, sizeof nobody) != 0)
            return "a seat that does not exist has something";
        if (!is_zero(p->pot, p->pot_n, POT_MAX) || !history_is_tidy(p) ||
            !is_zero(p->offer, p->offer_n, OFFER_CHIPS) || !is_zero(p->bought, p->bought_n, 2))
            return "something behind the end of a list";
        if ((s->asked >> seat & 1) != (p->question != QQ_NONE))
            return "the set of asked seats is wrong";
    }
    return NULL;
}

/* The decisions of others become visible when they are carried out (Q5.7). */
static int reveals(const struct event *e, int viewer)
{
    (void)viewer;
    return e->kind == QE_DREW || e->kind == QE_STOPPED;
}

static const char *const nonsense[] = {
    "",           "draw",        "stop",     "flask",        "bag red1",
    "buy white1", "buy purple1", "buy",      "rubies flask", "rubies droplet",
    "choose",     "pick  none",  "purple 9", "stop now",     NULL,
};

/* ---- seats moved on, for observations ---- */

static uint8_t next_set(const struct quacks_state *s, uint8_t set)
{
    uint8_t moved = 0;
    for (int seat = 0; seat < s->players; seat++)
        moved |= (uint8_t)((set >> seat & 1) << (seat + 1) % s->players);
    return moved;
}

static void rotate(void *state)
{
    struct quacks_state *s = state, old = *s;
    for (int i = 0; i < s->players; i++)
        s->player[(i + 1) % s->players] = old.player[i];
    s->start = (uint8_t)((s->start + 1) % s->players);
    s->asked = next_set(s, s->asked);
    s->mark = next_set(s, s->mark);
    s->winners = next_set(s, s->winners);
}

/* ---- what is observed ---- */

#define SEAT(name) props_row(&quacks_game, cells, name, block)

static const char *observed_pot(const struct quacks_player *p, int block, const uint8_t *cells)
{
    const uint8_t *pot = SEAT("pot"), *pot_chips = SEAT("pot_chips");
    int whites = 0, chips[CHIP_COUNT] = {0};
    for (int space = 1; space <= POT_LAST; space++) {
        if (!pot[space - 1] != !(p->spaces >> space & 1))
            return "a chip on another space";
        if (pot[space - 1])
            chips[pot[space - 1] - 1]++;
    }
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        if (chips[chip] != pot_chips[chip])
            return "other chips in the pot";
        whites += chip_colour(chip) == WHITE ? chips[chip] * chip_value(chip) : 0;
    }
    return whites != SEAT("whites")[0] ? "another sum of whites" : NULL;
}

/* Takes a seat's chips from those that are left to find. */
static void take_observed(int block, const uint8_t *cells, int *left)
{
    const uint8_t *pot_chips = SEAT("pot_chips"), *bag = SEAT("bag"), *bought = SEAT("bought");
    const uint8_t *hand = SEAT("hand"), *beside = SEAT("beside");
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        left[chip] -= pot_chips[chip] + bag[chip];
    for (int i = 0; i < 2; i++)
        if (bought[i])
            left[bought[i] - 1]--;
    if (*hand)
        left[*hand - 1]--;
    for (int i = 0; i < 3; i++)
        left[red_chip(i)] -= beside[i];
}
#undef SEAT

/* By other numbers cells are cut at what their rows can say. */
static const char *observed_prices(const struct quacks_state *s, const uint8_t *price)
{
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        if (price[chip] != int_min(chip_price(s, chip), 21))
            return "chips cost something else";
    return NULL;
}

/* Chips add up, and the prices are those of the shop. */
static const char *observed(const void *state, int viewer, const uint8_t *cells)
{
    const struct quacks_state *s = state;
    const uint8_t *supply = props_row(&quacks_game, cells, "supply", 0);
    const uint8_t *price = props_row(&quacks_game, cells, "price", 0);
    const uint8_t *to_come = props_row(&quacks_game, cells, "card_left", 0);
    const char *wrong = NULL;
    int left[CHIP_COUNT];
    if (s->numbers)
        return observed_prices(s, price);
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        left[chip] = quacks_chip(chip)->count - supply[chip];
    for (int i = 0; i < s->players && !wrong; i++) {
        wrong = observed_pot(&s->player[(viewer + i) % s->players], i, cells);
        take_observed(i, cells, left);
    }
    for (int chip = 0; chip < CHIP_COUNT && !wrong; chip++)
        if (left[chip] || price[chip] != chip_price(s, chip))
            wrong = "chips do not add up, or cost something else";
    for (int card = 0; card < CARD_COUNT && !wrong; card++)
        if (to_come[card] != (s->left >> card & 1))
            wrong = "other cards are still to come";
    return wrong;
}

const struct props_subject props_quacks = {
    .game = &quacks_game,
    .weight = 5,
    .mixes = mixes,
    .mix_count = sizeof mixes / sizeof *mixes,
    .mix = mix_options,
    .bound = bound,
    .ranges = ranges,
    .tidy = tidy,
    .reveals = reveals,
    .rotate = rotate,
    .observed = observed,
    .rules = quacks_rules,
    .nonsense = nonsense,
    .items = CHIP_COUNT,
    .event_kinds = QE_COUNT,
    .questions = QQ_COUNT,
    .sample_rate = 20,
};
