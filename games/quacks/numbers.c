/* The numbers of the Quacks: their rows, what must go together in them, and the rules that ask
 * for many of them at once. */
#include "engine/text.h"
#include "games/quacks/rules.h"

/* ---- names of the entries of lists ---- */

static const char *chip_name(int chip)
{
    return quacks_chip(chip)->id;
}

/* White has no book. */
static const char *book_colour_name(int i)
{
    return quacks_colour_id(ORANGE + i);
}

/* The values of chips in the order of lists by value. */
static const char *value_name(int i)
{
    static const char *const names[3] = {"1", "2", "4"};
    return names[i];
}

#include "engine/numbers_rows.h"

/* ---- what the rules ask ---- */

/* Never NULL. Valid as long as the program. */
static const struct quacks_numbers *in_force(const struct quacks_state *s)
{
    return s->numbers ? quacks_changed_numbers(s) : quacks_standard_numbers();
}

/* Two chips have another price in some printings (Q8). Orange and black have no books. White has no
 * price and costs 0; it is never offered (Q3). */
RARE int chip_price_changed(const struct quacks_state *s, int chip)
{
    const struct quacks_numbers *n = in_force(s);
    int book = s->book[chip_colour(chip)], i = (book - 1) & 3;
    if (s->printed && chip == GREEN4 && book == 3)
        return n->price_printed_green4;
    if (s->printed && chip == BLUE4 && book == 4)
        return n->price_printed_blue4;
    switch (chip) {
    case ORANGE1: return n->price_orange1;
    case GREEN1: return n->price_green1[i];
    case GREEN2: return n->price_green2[i];
    case GREEN4: return n->price_green4[i];
    case BLUE1: return n->price_blue1[i];
    case BLUE2: return n->price_blue2[i];
    case BLUE4: return n->price_blue4[i];
    case RED1: return n->price_red1[i];
    case RED2: return n->price_red2[i];
    case RED4: return n->price_red4[i];
    case YELLOW1: return n->price_yellow1[i];
    case YELLOW2: return n->price_yellow2[i];
    case YELLOW4: return n->price_yellow4[i];
    case PURPLE1: return n->price_purple1[i];
    case BLACK1: return n->price_black1;
    default: return 0;
    }
}

RARE int book_is_out_changed(const struct quacks_state *s, int colour)
{
    return colour != WHITE && s->turn >= quacks_changed_numbers(s)->turns_book[colour - ORANGE];
}

RARE uint32_t chips_available_changed(const struct quacks_state *s)
{
    uint32_t chips = counts_kinds(s->supply);
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        if (!book_is_out_changed(s, chip_colour(chip)))
            chips &= ~(1u << chip);
    return chips;
}

/* ---- what must go together ---- */

/* A bag has at most 255 chips (engine/counts.h), and so has all that one player could own. The
 * history of a potion has room for each of 30 reds twice (history_add). */
enum { CHIPS_MOST = 255, REDS_MOST = 30 };

/* NULL, or the reason; *row is the number that it is about. */
static const char *clash_of_chips(const struct quacks_numbers *n, int players, int *row)
{
    int all = 0, bag = 0;
    *row = NUMBERS_ROW_box;
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        all += n->box[chip];
        bag += n->bag[chip];
        if (n->box[chip] < n->bag[chip] * players)
            return "the box has fewer chips of a kind than the players' bags start with";
    }
    if (all > CHIPS_MOST)
        return "there can be at most 255 chips in all";
    if (n->box[RED1] + n->box[RED2] + n->box[RED4] > REDS_MOST)
        return "there can be at most 30 red chips";
    *row = NUMBERS_ROW_bag;
    return bag ? NULL : "a bag must start with at least one chip";
}

static int sum_of(const uint16_t *list, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += list[i];
    return sum;
}

/* For as many players: the box is shared, so what does for two may not do for four (Q2). */
static const char *numbers_clash(const uint16_t *values, int players, int *row)
{
    const struct quacks_numbers *n = (const struct quacks_numbers *)(const void *)values;
    const char *clash = clash_of_chips(n, players, row);
    if (clash)
        return clash;
    *row = NUMBERS_ROW_start_droplet;
    if (n->start_droplet > n->droplet_last)
        return "droplets cannot start behind the last space for them, droplet.last";
    *row = NUMBERS_ROW_die_sides;
    if (sum_of(n->die_sides, DIE_FACES) == 0)
        return "the die must have at least one side";
    *row = NUMBERS_ROW_deck;
    if (sum_of(n->deck, CARD_COUNT) < n->turns)
        return "the deck must have a card for every turn";
    return NULL;
}

/* ---- values that have no effect beside others ---- */

/* Beside the limit for few yellows; if one yellow is many and the two are equal, `few` is idle. The
 * highest limit counts (Q5.3), so one that is below another never does. */
static int many_is_idle(const struct quacks_numbers *n)
{
    int few = n->yellow3_few, many = n->yellow3_many;
    return few > n->explosion_limit && (many < few || (many == few && n->yellow3_yellows > 1));
}

/* Without a die for the best potion, Donations still rolls it. */
static int die_is_idle(const struct quacks_numbers *n)
{
    return !n->die_rolls && !n->deck[DONATIONS] && (!n->full_rolls || !n->deck[POT_IS_FULL]);
}

/* The first row of idle.def that holds decides. `entry` is used by its conditions. */
static const char *idle_by_row(const struct quacks_numbers *n, int row, int entry)
{
#define IDLE(member, because, condition)                                                           \
    if (row == NUMBERS_ROW_##member && (condition))                                                \
        return because;
#include "games/quacks/idle.def"
#undef IDLE
    return NULL;
}

/* The id at the beginning of `key`, up to its dot. */
static char *first_word(const char *key, char word[NUMBERS_KEY])
{
    struct text t = text_in(word, NUMBERS_KEY);
    for (; *key && *key != '.'; key++)
        text_char(&t, *key);
    return word;
}

/* Chips are bought in E of every turn but the last (Q9.1), while their book is out (Q3). */
static const char *idle_price(const struct quacks_numbers *n, int chip)
{
    if (n->turns == 1)
        return "turns.all";
    if (!n->box[chip])
        return "box";
    return n->turns_book[chip_colour(chip) - ORANGE] >= n->turns ? "turns.book" : NULL;
}

/* A card that is not in the deck, and a chip that nobody can buy: in the last turn nobody buys. */
static const char *idle_by_name(const struct quacks_numbers *n, const char *key)
{
    char word[NUMBERS_KEY];
    const char *card = text_after(key, "cards."), *price = text_after(key, "prices.");
    const char *printed = text_after(key, "prices.printed.");
    int one = card ? quacks_card_by_id(first_word(card, word)) : -1;
    if (one >= 0)
        return n->deck[one] ? NULL : "cards.deck";
    one = price ? quacks_chip_by_id(first_word(printed ? printed : price, word)) : -1;
    return one < 0 ? NULL : idle_price(n, one);
}

static const char *numbers_idle(const uint16_t *values, int row, int entry)
{
    const struct quacks_numbers *n = (const struct quacks_numbers *)(const void *)values;
    const char *because = idle_by_row(n, row, entry);
    return because ? because : idle_by_name(n, numbers_row(row)->key);
}

/* ---- the form ---- */

static uint16_t numbers_id(const void *state)
{
    return ((const struct quacks_state *)state)->numbers;
}

/* Deals anew: bags, supply and cards follow the numbers. So it comes before the game begins. */
static void numbers_play_by(void *state, uint16_t id)
{
    struct quacks_state *s = (struct quacks_state *)state;
    s->numbers = id;
    quacks_deal(s);
}

const struct numbers_form quacks_numbers_form = {
    .rows = NUMBERS_ROWS,
    .values = NUMBERS_ALL,
    .row = numbers_row,
    .standard = numbers_standard,
    .clash = numbers_clash,
    .idle = numbers_idle,
    .id = numbers_id,
    .play_by = numbers_play_by,
};
