/* Tests of Arcane Alley's internal functions, of cards files and their error lines, and of bugs
 * that were fixed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "games/arcane/cards.h"
#include "games/arcane/json.h"
#include "games/arcane/observe.h"
#include "games/arcane/rules.h"

/* ---- stashes (A14.5) ---- */

static void stashes_stay_sorted(void **state)
{
    (void)state;
    struct arcane_player p;
    struct chance c;
    chance_seed_number(&c, 5);
    memset(&p, 0, sizeof p);
    for (int round = 0; round < 20000; round++) {
        uint32_t n = p.stash_n;
        if (n < STASH_MAX && (n == 0 || chance_below(&c, 0, 25) >= n))
            stash_add(&p, (int)chance_below(&c, 0, 4), 1 + chance_below(&c, 0, 63));
        else
            stash_take(&p, p.stash[chance_below(&c, 0, n)]);
        for (int i = 1; i < p.stash_n; i++) {
            assert_true(p.stash[i - 1] <= p.stash[i]);
            /* The copy known to more seats leaves first. */
            if (p.stash[i - 1] == p.stash[i])
                assert_true(bit_count(p.stash_known[i - 1]) >= bit_count(p.stash_known[i]));
        }
        for (int i = p.stash_n; i <= STASH_MAX; i++)
            assert_int_equal(p.stash[i] | p.stash_known[i], 0);
    }
}

/* A14.5 by example: a copy known to {0,1,2} leaves before {0,1}, and {0,1} before {0,2}. */
static void who_leaves_first(void **state)
{
    (void)state;
    struct arcane_player p;
    memset(&p, 0, sizeof p);
    stash_add(&p, OLDER_WAND, 1 | 4);
    stash_add(&p, OLDER_WAND, 1 | 2);
    stash_add(&p, OLDER_WAND, 1 | 2 | 4);
    assert_int_equal(stash_take(&p, OLDER_WAND), 1 | 2 | 4);
    assert_int_equal(stash_take(&p, OLDER_WAND), 1 | 2);
    assert_int_equal(stash_take(&p, OLDER_WAND), 1 | 4);
}

/* Showing a stash used to leave old bytes after its end. */
static void shown_stash_is_clean(void **state)
{
    (void)state;
    struct arcane_player p, q;
    memset(&p, 0, sizeof p);
    memset(&q, 0, sizeof q);
    stash_add(&p, CRYSTAL_BALL, 1);
    stash_add(&p, OLDER_WAND, 1);
    stash_show(&p, 2);
    stash_add(&q, CRYSTAL_BALL, 1 | 4);
    stash_add(&q, OLDER_WAND, 1 | 4);
    assert_memory_equal(&p, &q, sizeof p);
}

/* ---- cards files (A13) ---- */

static void refused(const char *text, const char *message)
{
    struct arcane_state s;
    struct refusal why;
    arcane_init(&s, 3);
    assert_int_equal(arcane_read_cards_text(&s, text, strlen(text), &why), -1);
    assert_string_equal(why.message, message);
    assert_string_equal(why.rule, "A13");
}

static void cards_file_lines(void **state)
{
    (void)state;
    refused("{\n \"items\": {\n  \"older-wand\": {\"effect\": {},\n   \"infamy\": 99}}}",
            "line 4: items.older-wand.infamy: must be from -25 to 25");
    refused("{\"items\":\n{\"broom\": {}}}", "line 2: items.broom: there is no such item");
    refused("{\n\"start\": {\"gold\": 5,\n \"silver\": 1}}",
            "line 3: start.silver: there is no such key");
    refused("{\n\n,", "line 3: string or '}' expected near ','");
}

static void cards_file_is_taken(void **state)
{
    (void)state;
    const char *text = "{\"items\":{\"dark-lotus\":{\"infamy\":6,\"counts\":[6,7]}}}";
    struct arcane_state s;
    struct refusal why;
    arcane_init(&s, 3);
    assert_int_equal(arcane_read_cards_text(&s, text, strlen(text), &why), 0);
    assert_int_equal(s.cards.infamy[DARK_LOTUS], 6);
    assert_int_equal(s.cards.count[0][DARK_LOTUS], 6);
}

/* ---- the guard (A1.guard) ---- */

/* How often events of a kind were told in a game, and the amount of the last one. */
struct heard {
    int times, n;
};

/* Plays at random to the end, with laps so few that rounds are short. */
static void play_out(struct arcane_state *s, struct heard heard[EV_COUNT])
{
    struct event room[400];
    struct chance c;
    chance_seed_number(&c, 8);
    s->cards.turn_cap = 1;
    memset(heard, 0, EV_COUNT * sizeof *heard);
    struct events sink = {room, 0, sizeof room / sizeof *room};
    arcane_begin(s, &c, &sink);
    for (;;) {
        for (uint32_t i = 0; i < sink.n; i++) {
            heard[room[i].kind].times++;
            heard[room[i].kind].n = room[i].n;
        }
        sink.n = 0;
        assert_null(arcane_check(s));
        uint32_t active = arcane_active(s);
        if (!active)
            break;
        int seat = bit_lowest(active);
        uint64_t answers = arcane_legal(s, seat);
        int nth = (int)chance_below(&c, CHANCE_PICK, (uint32_t)bit_count(answers));
        arcane_apply(s, seat, bit_nth(answers, nth), &c, &sink);
    }
}

/* Nobody can gain gold, so the guard ends the game: 50 rounds for each 100 gold of the goal. Both
 * its last round and the end are told. */
static void guard_is_told(void **state)
{
    (void)state;
    struct heard heard[EV_COUNT];
    for (int goal = 100; goal <= 300; goal += 100) {
        struct arcane_state s;
        arcane_init(&s, 3);
        arcane_set_edition(&s, EDITION_HUNDRED);
        memset(s.cards.gold, 0, sizeof s.cards.gold);
        s.cards.fx[FX_COIN_GOLD] = s.cards.fx[FX_EGG_GOLD] = 0;
        s.cards.goal = (uint16_t)goal;
        assert_int_equal(arcane_guard(&s), goal / 2);
        play_out(&s, heard);
        assert_true(arcane_guard_ended(&s));
        assert_int_equal(s.round, goal / 2);
        assert_int_equal(heard[EV_ROUND].times, goal / 2);
        assert_int_equal(heard[EV_LAST_ROUND].times, 1);
        assert_int_equal(heard[EV_LAST_ROUND].n, goal / 2);
        assert_int_equal(heard[EV_GUARD].times, 1);
        assert_int_equal(heard[EV_GUARD].n, goal / 2);
    }
}

/* A game that reaches its goal, or has a fixed number of rounds, says nothing of a guard. */
static void guard_is_silent(void **state)
{
    (void)state;
    struct heard heard[EV_COUNT];
    for (int rounds = 0; rounds <= 3; rounds += 3)
        for (int edition = EDITION_THREE; edition <= EDITION_HUNDRED; edition++) {
            struct arcane_state s;
            arcane_init(&s, 2);
            arcane_set_edition(&s, edition);
            s.cards.rounds = edition == EDITION_HUNDRED ? (uint8_t)rounds : 0;
            s.cards.start_gold = rounds ? 25 : 200;
            play_out(&s, heard);
            assert_false(arcane_guard_ended(&s));
            assert_int_equal(heard[EV_LAST_ROUND].times + heard[EV_GUARD].times, 0);
        }
}

/* ---- bugs that were found once ---- */

/* With random wizards Corvus may not be in the game, so a Corvus stash of 1 does not make the deal
 * need fewer cards. */
static void corvus_may_stay_away(void **state)
{
    (void)state;
    struct arcane_state s;
    arcane_init(&s, 2);
    memset(s.cards.count, 0, sizeof s.cards.count);
    s.cards.count[0][OLDER_WAND] = 22;
    s.cards.fx[FX_CORVUS_STASH] = 1;
    s.cards.wizards = WIZARDS_RANDOM;
    assert_false(arcane_dealable(&s));
    s.cards.count[0][OLDER_WAND] = 23;
    assert_true(arcane_dealable(&s));
    s.cards.wizards = WIZARDS_LIST;
    s.player[0].wizard = CORVUS;
    s.cards.count[0][OLDER_WAND] = 22;
    assert_true(arcane_dealable(&s));
}

/* ---- observations ---- */

/* Compares a seat of four as seat 1 sees it with a plain count. Adds the cards that it does not
 * know. */
static void check_stash(const struct arcane_state *s, int n, const struct seen *seen, int *unseen)
{
    const struct arcane_player *p = &s->player[(1 + n) % 4];
    int count[ITEM_COUNT] = {0};
    for (int i = 0; i < p->stash_n; i++) {
        int item = p->stash[i], known = p->stash_known[i] >> 1 & 1;
        count[item] += known;
        unseen[item] += !known;
    }
    for (int i = 0; i < ITEM_COUNT; i++)
        assert_int_equal(seen->seat[n].stash[i], count[i]);
}

static void check_discard(const struct arcane_state *s, const struct seen *seen)
{
    int count[ITEM_COUNT] = {0}, n = s->discard_n;
    for (int i = 0; i < n; i++)
        count[s->pile[i]]++;
    for (int i = 0; i < ITEM_COUNT; i++)
        assert_int_equal(seen->discard[i], count[i]);
    for (int i = 0; i < 4; i++)
        assert_int_equal(seen->discard_top[i], i < n ? s->pile[n - 1 - i] + 1 : 0);
}

/* Play hardly ever reaches such stashes, and no discard as long as this. */
static void long_stashes_are_observed(void **state)
{
    (void)state;
    struct arcane_state s;
    struct seen seen;
    struct chance c;
    chance_seed_number(&c, 8);
    arcane_init(&s, 4);
    arcane_begin(&s, &c, NULL);
    for (int n = 0; n <= PILE_MAX; n++) {
        int unseen[ITEM_COUNT];
        for (int i = 0; i < ITEM_COUNT; i++)
            unseen[i] = s.pool[i];
        for (int seat = 0; seat < 4; seat++) {
            stash_clear(&s.player[seat]);
            for (int i = (n + 7 * seat) % (STASH_MAX + 2); i; i--)
                stash_add(&s.player[seat], (int)chance_below(&c, 0, ITEM_COUNT),
                          1u << seat | chance_below(&c, 0, 16));
        }
        for (int i = 0; i < n; i++)
            s.pile[i] = (uint8_t)chance_below(&c, 0, ITEM_COUNT);
        s.discard_n = (uint8_t)n;
        arcane_observe(&s, 1, &seen);
        check_discard(&s, &seen);
        for (int i = 0; i < 4; i++)
            check_stash(&s, i, &seen, unseen);
        for (int i = 0; i < ITEM_COUNT; i++)
            assert_int_equal(seen.unseen[i], unseen[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stashes_stay_sorted),
        cmocka_unit_test(who_leaves_first),
        cmocka_unit_test(shown_stash_is_clean),
        cmocka_unit_test(cards_file_lines),
        cmocka_unit_test(cards_file_is_taken),
        cmocka_unit_test(corvus_may_stay_away),
        cmocka_unit_test(guard_is_told),
        cmocka_unit_test(guard_is_silent),
        cmocka_unit_test(long_stashes_are_observed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
