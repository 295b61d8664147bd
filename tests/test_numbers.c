/* Tests of the numbers that a table may change: their rows agree with the standard rules, ids keep
 * their values, and every number of the Quacks changes something in play. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "engine/fill.h"
#include "games/arcane/numbers.h"
#include "games/quacks/rules.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/numbers.h"
#include "wire/refuse.h"
#include "wire/write.h"

/* ---- rows ---- */

/* Keys that begin alike stand together: otherwise an object would be written twice. */
static void keys_stand_together(void **state)
{
    (void)state;
    for (int i = 0; game_json_at(i); i++) {
        const struct numbers_form *f = game_json_at(i)->game->numbers;
        struct writer w = {0};
        if (!f)
            continue;
        numbers_write(f, f->standard(), 1, &w);
        json_t *all = json_loads(w.at, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(all);
        json_decref(all);
        writer_free(&w);
    }
}

static void rows_are_whole(void **state)
{
    (void)state;
    for (int i = 0; game_json_at(i); i++) {
        const struct game *g = game_json_at(i)->game;
        int next = 0, row, values = g->numbers ? g->numbers->values : 0;
        for (row = 0; g->numbers && row < g->numbers->rows; row++) {
            const struct number_row *r = g->numbers->row(row);
            assert_int_equal(r->first, next);
            next += number_row_values(r);
            assert_true(strlen(r->key) + 12 < NUMBERS_KEY && *r->rule && *r->text);
            for (int k = r->first; k < next; k++)
                assert_in_range(g->numbers->standard()[k], r->least, r->most);
        }
        assert_int_equal(next, values);
        for (int n = g->min_players; g->numbers && n <= g->max_players; n++)
            assert_true(!g->numbers->clash || !g->numbers->clash(g->numbers->standard(), n, &row));
    }
}

/* Content has rows of its own, which clients read as well. */
static void quacks_standards(void **state)
{
    (void)state;
    const struct quacks_numbers *n = quacks_standard_numbers();
    struct quacks_state s;
    quacks_init(&s, 2);
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        assert_int_equal(n->box[chip], quacks_chip(chip)->count);
        assert_int_equal(n->bag[chip], quacks_chip(chip)->start);
    }
    for (int space = 1; space <= POT_SPOON; space++) {
        assert_int_equal(n->space_coins[space - 1], space_coins(&s, space));
        assert_int_equal(n->space_points[space - 1], space_points(&s, space));
        assert_int_equal(n->space_rubies[space - 1], space_rubies(&s, space));
    }
    assert_int_equal(n->turns, TURNS);
    assert_int_equal(n->tubes_glasses, GLASSES);
    assert_int_equal(n->droplet_last, DROPLET_LAST);
}

/* The code for other numbers gives the standard's answers if the numbers are the standard ones. */
static void quacks_twice_the_same(void **state)
{
    (void)state;
    struct quacks_state s, other;
    uint16_t id = numbers_add(quacks_numbers_form.standard(), quacks_numbers_form.values);
    quacks_init(&s, 2);
    quacks_init(&other, 2);
    other.numbers = id;
    for (int points = 0; points < 250; points++)
        assert_int_equal(tails_below(&s, points), tails_below(&other, points));
    for (int set = 1; set <= 4; set++) {
        for (int colour = GREEN; colour <= PURPLE; colour++)
            s.book[colour] = other.book[colour] = (uint8_t)set;
        for (int chip = ORANGE1; chip < CHIP_COUNT; chip++)
            assert_int_equal(chip_price(&s, chip), chip_price(&other, chip));
    }
    for (int turn = 1; turn <= TURNS; turn++) {
        s.turn = other.turn = (uint8_t)turn;
        assert_int_equal(chips_available(&s), chips_available(&other));
    }
}

/* ---- ids ---- */

static void ids_keep_their_values(void **state)
{
    (void)state;
    uint16_t values[40] = {0}, id[3000];
    numbers_forget();
    for (int i = 0; i < 3000; i++) {
        values[i % 40]++;
        id[i] = numbers_add(values, 1 + i % 40);
        assert_true(id[i] != 0);
        assert_int_equal(numbers_add(values, 1 + i % 40), id[i]);
        assert_memory_equal(numbers_at(id[i]), values, sizeof *values * (size_t)(1 + i % 40));
    }
    memset(values, 0, sizeof values);
    for (int i = 0; i < 3000; i++) {
        values[i % 40]++;
        assert_memory_equal(numbers_at(id[i]), values, sizeof *values * (size_t)(1 + i % 40));
    }
}

static void full_is_refused(void **state)
{
    (void)state;
    uint16_t value[2] = {0, 0};
    int n = 0;
    numbers_forget();
    while (n < 70000 && numbers_add(value, 2)) {
        value[n % 2]++;
        n++;
    }
    assert_in_range(n, 1000, 60000);
    struct quacks_state s;
    struct refusal why;
    json_t *options = json_pack("{s:{s:{s:i}}}", "numbers", "explosion", "limit", 8);
    quacks_init(&s, 2);
    assert_int_equal(numbers_read_option(&quacks_game, &s, options, &why), -1);
    assert_ptr_equal(why.row, &refusal_numbers_full);
    numbers_forget();
    assert_int_equal(numbers_read_option(&quacks_game, &s, options, &why), 0);
    assert_int_equal(NUMBER_OF(&s, explosion_limit), 8);
    json_decref(options);
}

/* ---- every number counts ---- */

enum { GAMES = 2500 };

static uint32_t below(struct chance *c, uint32_t n)
{
    return chance_below(c, CHANCE_PICK, n);
}

static void any_options(struct quacks_state *s, struct chance *c)
{
    for (int colour = GREEN; colour <= PURPLE; colour++)
        s->book[colour] = (uint8_t)(1 + below(c, 4));
    s->tubes = (uint8_t)below(c, 2);
    s->printed = (uint8_t)below(c, 2);
    s->risky = (uint8_t)below(c, 2);
    s->acts = (uint8_t)below(c, 2);
    s->optional = below(c, 3) == 0;
}

/* A table in the middle of a game, so that high spaces, glasses and points are met soon. */
static void make_rich(struct quacks_state *s, struct chance *c)
{
    for (int seat = 0; seat < s->players; seat++) {
        struct quacks_player *p = &s->player[seat];
        p->points = (uint16_t)(p->points + below(c, 100));
        p->rubies = (uint16_t)(p->rubies + below(c, 9));
        p->droplet = (uint8_t)int_min(p->droplet + (int)below(c, 50), NUMBER_OF(s, droplet_last));
        p->tube = (uint8_t)(s->tubes ? below(c, (uint32_t)NUMBER_OF(s, tubes_glasses)) : 0);
        int often = ORANGE1 + (int)below(c, CHIP_COUNT - ORANGE1);
        for (int n = 0; n < 12; n++) {
            int any = ORANGE1 + (int)below(c, CHIP_COUNT - ORANGE1);
            int chip = n % 3 == 0 ? ORANGE1 : n % 3 == 1 ? often : any;
            p->bag[chip] = (uint8_t)(p->bag[chip] + (s->supply[chip] > 0));
            s->supply[chip] = (uint8_t)(s->supply[chip] - (s->supply[chip] > 0));
        }
    }
}

static void begin(struct quacks_state *s, uint16_t id, int game, struct chance *luck)
{
    struct chance c = {0};
    chance_seed_number(&c, (uint64_t)game);
    quacks_init(s, 2 + game % 3);
    any_options(s, &c);
    if (id)
        quacks_numbers_form.play_by(s, id);
    if (game % 4)
        make_rich(s, &c);
    memset(luck, 0, sizeof *luck);
    chance_seed_number(luck, (uint64_t)game);
    quacks_begin(s, luck, NULL);
}

static int differ(const struct quacks_state *a, const struct quacks_state *b)
{
    struct quacks_state same = *b;
    same.numbers = a->numbers;
    return memcmp(a, &same, sizeof same) != 0 || quacks_legal(a, 0) != quacks_legal(b, 0);
}

/* The same luck and answers by both numbers, until something is different. */
static int game_differs(uint16_t one, uint16_t other, int game)
{
    struct quacks_state a, b;
    struct chance left, right, pick = {0};
    begin(&a, one, game, &left);
    begin(&b, other, game, &right);
    chance_seed_number(&pick, (uint64_t)game);
    while (!differ(&a, &b) && quacks_active(&a)) {
        int seat = bit_lowest(quacks_active(&a));
        uint64_t legal = quacks_legal(&a, seat);
        int answer = bit_nth(legal, below(&pick, (uint32_t)bit_count(legal)));
        /* Long potions: the lowest answer is to draw. */
        if (a.player[seat].question == QQ_BREW && below(&pick, 6))
            answer = bit_lowest(legal);
        if (quacks_legal(&b, seat) != legal)
            return 1;
        quacks_apply(&a, seat, answer, &left, NULL);
        quacks_apply(&b, seat, answer, &right, NULL);
    }
    return differ(&a, &b);
}

/* The id of these numbers with one of them changed: to one end of its range, to the other, or by
 * one; 0 if that is no change or does not go together with the others. */
static uint16_t changed(const uint16_t *from, const struct number_row *row, int at, int way)
{
    const struct numbers_form *f = &quacks_numbers_form;
    uint16_t values[NUMBERS_VALUES], old = from[at];
    const uint16_t to[3] = {row->least, row->most, (uint16_t)(old + (old < row->most ? 1 : -1))};
    int blamed;
    memcpy(values, from, sizeof *values * (size_t)f->values);
    values[at] = to[way];
    return to[way] == old || f->clash(values, 4, &blamed) ? 0 : numbers_add(values, f->values);
}

static int games_differ(uint16_t one, uint16_t other, int games)
{
    for (int game = 0; game < games; game++)
        if (game_differs(one, other, game))
            return 1;
    return 0;
}

/* Whether a change of this value shows; also if none is allowed beside the others. */
static int counts(const uint16_t *values, const struct number_row *row, int at)
{
    uint16_t id = numbers_add(values, quacks_numbers_form.values);
    int ways = 0;
    for (int way = 0; way < 3; way++) {
        uint16_t other = changed(values, row, at, way);
        if (other && games_differ(id, other, GAMES))
            return 1;
        ways += other != 0;
    }
    return !ways;
}

static void every_number_counts(void **state)
{
    (void)state;
    const struct numbers_form *f = &quacks_numbers_form;
    numbers_forget();
    for (int i = 0; i < f->rows; i++)
        for (int k = 0; k < number_row_values(f->row(i)); k++)
            if (!counts(f->standard(), f->row(i), f->row(i)->first + k))
                fail_msg("%s, entry %d: it changes nothing", f->row(i)->key, k);
}

/* ---- values that have no effect beside others ---- */

static void idle_in(const struct numbers_form *f, const char *change, int value, const char *key,
                    const char *because)
{
    uint16_t values[NUMBERS_VALUES];
    struct number_difference d = {0};
    int entry;
    memcpy(values, f->standard(), (size_t)f->values * sizeof values[0]);
    const struct number_row *row = number_row_named(f, change, &entry);
    values[row->first + (entry < 0 ? 0 : entry)] = (uint16_t)value;
    row = number_row_named(f, key, &entry);
    values[row->first + (entry < 0 ? 0 : entry)]++;
    while (numbers_differ(f, values, &d))
        if (!strcmp(d.key, key)) {
            if (because)
                assert_string_equal(d.idle, because);
            else
                assert_null(d.idle);
            return;
        }
    fail_msg("%s does not differ", key);
}

static void idle_is(const char *change, int value, const char *key, const char *because)
{
    idle_in(&quacks_numbers_form, change, value, key, because);
}

/* What Arcane Alley leaves out (A2, A3.3, A9.3, A12.1). */
static void values_without_effect_are_named_in_arcane(void **state)
{
    const struct numbers_form *f = &arcane_numbers_form;
    (void)state;
    idle_in(f, "market.slots", 2, "market.prices.3", "market.slots");
    idle_in(f, "market.slots", 2, "market.prices.2", NULL);
    idle_in(f, "infamy.markers", 0, "inspection.fine", "infamy.markers");
    idle_in(f, "infamy.markers", 1, "inspection.fine", NULL);
    idle_in(f, "bribe.most", 0, "bribe.price", "bribe.most");
    idle_in(f, "bribe.most", 1, "bribe.price", NULL);
    idle_in(f, "carpet.cards", 0, "stash.most", "carpet.cards");
    idle_in(f, "carpet.cards", 1, "stash.most", NULL);
}

static void values_without_effect_are_named(void **state)
{
    (void)state;
    idle_is("explosion.limit", 12, "cards.living-in-luxury.limit", "explosion.limit");
    idle_is("explosion.limit", 8, "cards.living-in-luxury.limit", NULL);
    idle_is("explosion.limit", 12, "books.yellow3.few", "explosion.limit");
    idle_is("explosion.limit", 12, "books.yellow3.yellows", "explosion.limit");
    idle_is("books.yellow3.yellows", 1, "books.yellow3.few", "books.yellow3.yellows");
    idle_is("books.yellow3.few", 11, "books.yellow3.many", "books.yellow3.few");
    idle_is("cards.deck.charity", 0, "cards.charity.rubies", "cards.deck");
    idle_is("cards.deck.charity", 0, "cards.lucky-devil.points", NULL);
    idle_is("turns.book.yellow", 10, "prices.yellow2.3", "turns.book");
    idle_is("turns.book.yellow", 8, "prices.yellow2.3", NULL);
    idle_is("turns.white", 0, "turns.whites", "turns.white");
    idle_is("turns.rats", 10, "rats.spaces", "turns.rats");
    idle_is("die.sides.ruby", 0, "die.reward.ruby", "die.sides");
    idle_is("tubes.glasses", 4, "tubes.points.5", "tubes.glasses");
    idle_is("tubes.glasses", 4, "tubes.points.4", NULL);
}

enum { IDLE_GAMES = 40 };

/* No change shows to a value that has no effect either. */
static void is_idle(const uint16_t *values, const struct number_row *row, int at, int entry)
{
    const struct numbers_form *f = &quacks_numbers_form;
    uint16_t id = numbers_add(values, f->values);
    int which = 0;
    while (f->row(which) != row)
        which++;
    for (int way = 0; way < 3; way++) {
        uint16_t other = changed(values, row, at, way);
        if (other && f->idle(numbers_at(other), which, entry) &&
            games_differ(id, other, IDLE_GAMES))
            fail_msg("%s entry %d has an effect", row->key, entry);
    }
}

/* Tells by play whether one value counts beside the others; what is named must agree. */
static void compare_value(const char *beside, const uint16_t *values, int row, int entry)
{
    const struct numbers_form *f = &quacks_numbers_form;
    const struct number_row *r = f->row(row);
    if (f->idle(values, row, entry))
        is_idle(values, r, r->first + entry, entry);
    else if (!counts(values, r, r->first + entry))
        fail_msg("beside %s, %s entry %d has no effect", beside, r->key, entry);
}

/* Keys and values, such as "die.rolls 0 cards.deck.donations 0". */
static void set_values(uint16_t *values, const char *words)
{
    char key[NUMBERS_KEY];
    int value, n, entry;
    for (; sscanf(words, "%63s %d%n", key, &value, &n) == 2; words += n) {
        const struct number_row *row = number_row_named(&quacks_numbers_form, key, &entry);
        assert_non_null(row);
        values[row->first + (entry < 0 ? 0 : entry)] = (uint16_t)value;
    }
}

/* Of every number beside these: it is named as idle if and only if no game shows a change of it. Of
 * the long tables three spaces are enough. */
static void what_is_named_is_what_play_shows(void **state)
{
    /* Many at once, where they have nothing to do with each other. */
    static const char *const changes[] = {
        "explosion.limit 12 turns.white 10 die.sides.ruby 0 tubes.glasses 4 books.green.last 1 "
        "books.red1.oranges 1 cards.deck.charity 0 box.blue2 0",
        "books.yellow3.yellows 1 turns.whites 0 rats.spaces 0 books.green.last 0 "
        "books.red1.many 1 box.purple1 0 cards.deck.living-in-luxury 0",
        "books.yellow3.yellows 1 books.yellow3.few 12 turns.rats 10 die.rolls 0 "
        "cards.pot-is-full.rolls 0 cards.deck.donations 0 books.green3.times 0 "
        "books.green4.droplet 0 books.purple3.most 0 cards.less-is-more.chips 0 "
        "cards.good-start.tails 0 cards.seasoned-perfectly.droplet 0",
        "books.yellow3.few 11 turns.book.purple 9 turns.book.black 10 die.rolls 0 "
        "cards.deck.pot-is-full 0 cards.deck.donations 0 box.purple1 2",
        "explosion.limit 8 turns.all 5 turns.white 7 box.black1 0",
        "turns.all 1",
        "droplet.last 0",
    };
    const struct numbers_form *f = &quacks_numbers_form;
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        uint16_t values[NUMBERS_VALUES];
        memcpy(values, f->standard(), sizeof *values * (size_t)f->values);
        set_values(values, changes[i]);
        numbers_forget();
        for (int row = 0; row < f->rows; row++)
            for (int k = 0; k < (f->row(row)->count > 30 ? 3 : number_row_values(f->row(row))); k++)
                compare_value(changes[i], values, row, k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_stand_together),
        cmocka_unit_test(rows_are_whole),
        cmocka_unit_test(quacks_standards),
        cmocka_unit_test(quacks_twice_the_same),
        cmocka_unit_test(ids_keep_their_values),
        cmocka_unit_test(full_is_refused),
        cmocka_unit_test(every_number_counts),
        cmocka_unit_test(values_without_effect_are_named),
        cmocka_unit_test(values_without_effect_are_named_in_arcane),
        cmocka_unit_test(what_is_named_is_what_play_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
