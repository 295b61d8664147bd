/* Tests of Arcane Alley's internal functions, of cards files and their error lines, and of bugs
 * that were fixed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- who did what ---- */

/* A game in which sets are frequent, Dafana can pay and the Market is open. */
static void crowded(struct arcane_state *s, struct chance *c, struct events *sink, int seed)
{
    chance_seed_number(c, (uint32_t)seed);
    arcane_init(s, 3);
    memset(s->cards.count, 0, sizeof s->cards.count);
    s->cards.count[0][BOTTLED_FAIRY] = s->cards.count[0][CRYSTAL_BALL] = 40;
    s->cards.start_infamy = 20;
    s->market_on = 1;
    s->player[0].wizard = MEEBLEMORE;
    s->player[1].wizard = DAFANA;
    arcane_begin(s, c, sink);
}

static void check_put_down(const struct event *e, int turn)
{
    char text[MAX_SENTENCE], want[MAX_SENTENCE];
    if (e->kind != EV_PUT_DOWN)
        return;
    snprintf(want, sizeof want, "Player %d puts the replaced %s on the discard.", turn,
             arcane_item(e->item)->name);
    assert_string_equal(arcane_event_text(e, SPECTATOR, text), want);
}

static void check_market(const struct event *e, int stocking)
{
    if (!strcmp(arcane_event_type(e), "market"))
        assert_string_equal(arcane_event_rule(e), stocking ? "A12.1" : "A12.3");
}

/* Meeblemore reads which item asks and what it would do. */
static void check_prompt(const struct arcane_state *s)
{
    char text[MAX_SENTENCE];
    if (s->question == Q_EFFECT)
        assert_string_equal(arcane_question_text(s, 0, text),
                            "Meeblemore, Crystal Ball: gain 1 infamy, then peek at one of your "
                            "hidden items. Use this effect, or ignore it?");
}

/* What was asked, in whose turn, and how often what is tested here came up. */
struct asked {
    int question, turn, passes, between, prompts;
};

/* Dafana's answer begins its entry and names her, whatever it is; after it the seller's turn goes
 * on, and what the seller replaced is the seller's. */
static void check_told(const struct events *told, struct asked *a)
{
    for (uint32_t i = 0; i < told->n; i++) {
        const struct event *e = &told->at[i];
        check_put_down(e, a->turn);
        check_market(e, a->question == Q_NONE || a->question == Q_REVEAL);
        a->between += a->question == Q_DAFANA && e->kind == EV_PUT_DOWN && a->turn != 1;
    }
    if (a->question != Q_DAFANA)
        return;
    int kind = told->at[0].kind;
    assert_int_equal(told->at[0].seat, 1);
    assert_true(kind == EV_DAFANA_PASSED || kind == EV_DAFANA_PAID);
    a->passes += kind == EV_DAFANA_PASSED;
}

static void answer_any(struct arcane_state *s, struct chance *c, struct events *sink,
                       struct asked *a)
{
    uint64_t answers = arcane_legal(s, s->asked);
    int nth = (int)chance_below(c, CHANCE_PICK, (uint32_t)bit_count(answers));
    a->question = s->question;
    a->turn = s->turn;
    a->prompts += s->question == Q_EFFECT;
    sink->n = 0;
    arcane_apply(s, s->asked, bit_nth(answers, nth), c, sink);
}

static void answers_of_wizards_are_told(void **state)
{
    (void)state;
    struct event room[400];
    struct asked a = {0};
    for (int seed = 0; seed < 20; seed++) {
        struct arcane_state s;
        struct chance c;
        struct events sink = {room, 0, sizeof room / sizeof *room};
        a.question = Q_NONE;
        for (crowded(&s, &c, &sink, seed); s.round == 1; answer_any(&s, &c, &sink, &a)) {
            check_told(&sink, &a);
            check_prompt(&s);
        }
    }
    assert_true(a.passes > 5 && a.between > 5 && a.prompts > 5);
}

/* ---- totals ---- */

/* A seat whose storehouse has these two items and nothing else. */
static void holds(struct arcane_player *p, int gold, int first, int second)
{
    p->gold = gold;
    memset(p->cell, CELL_NONE, sizeof p->cell);
    p->rows = 3, p->cols = 1;
    p->cell[0] = (uint8_t)(first | CELL_UP);
    p->cell[1] = (uint8_t)(second | CELL_UP);
}

/* The penalty can be followed: -10 is told although only 1 infamy is lost. */
static void totals_are_told(void **state)
{
    (void)state;
    struct event room[100];
    struct events sink = {room, 0, sizeof room / sizeof *room};
    struct arcane_state s;
    struct chance c;
    char text[MAX_SENTENCE];
    chance_seed_number(&c, 8);
    arcane_init(&s, 3);
    arcane_begin(&s, &c, NULL);
    for (int seat = 0; seat < 3; seat++)
        holds(&s.player[seat], 25, CURSED_MIRROR, seat == 1 ? CURSED_MIRROR : HYPNOTIC_TOAD);
    s.player[1].infamy = 1;
    struct arcane_resolution r = {&s, &c, &sink, STEP_TOTALS};
    totals_step(&r);
    for (uint32_t i = 0; i < sink.n; i++)
        if (room[i].seat == 1 && !strcmp(arcane_event_type(&room[i]), "total"))
            assert_string_equal(arcane_event_text(&room[i], 0, text),
                                "Player 1 has -10 infamy left over.");
    assert_int_equal(sink.n, 6);
    assert_int_equal(s.player[1].infamy, 0);
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
static void check_stash(const struct arcane_state *s, int n, const struct arcane_seen *seen,
                        int *unseen)
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

static void check_discard(const struct arcane_state *s, const struct arcane_seen *seen)
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
    struct arcane_seen seen;
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

/* ---- what a move has shown ---- */

/* Seat 1 discards the first item of its stash; its other item stays. */
static void discards_first(struct arcane_state *was, struct arcane_state *is, int first, int other)
{
    arcane_init(was, 3);
    arcane_at_rest(&was->at);
    for (int i = 0; i < was->players; i++)
        memset(was->player[i].cell, CELL_NONE, CELLS);
    stash_add(&was->player[1], first, 2);
    stash_add(&was->player[1], other, 2);
    *is = *was;
    stash_take(&is->player[1], first);
    is->pile[is->discard_n++] = (uint8_t)first;
}

/* Whether this seat learns something from it if so many other cards of an item are unknown. */
static int learns(int seat, int other, int n)
{
    struct arcane_state was, is;
    struct quiet_move m = {&was, &is, {1, ACT_DISCARD + OLDER_WAND}, {0}};
    discards_first(&was, &is, OLDER_WAND, other);
    was.pool[other] = is.pool[other] = (uint8_t)n;
    was.pool_n = is.pool_n = (uint8_t)n;
    return arcane_learned(&m, seat);
}

/* Who can count what is left knows a stash before it is shown (A14.4). */
static void counting_tells_before(void **state)
{
    (void)state;
    assert_false(learns(0, DARK_LOTUS, 0));
    assert_true(learns(0, DARK_LOTUS, 1));
    assert_true(learns(0, CRYSTAL_BALL, 9));
    /* All unknown cards are alike. */
    assert_false(learns(0, OLDER_WAND, 9));
    /* One's own stash is never news. */
    assert_false(learns(1, DARK_LOTUS, 9));
}

/* ---- amounts that questions name ---- */

/* The gold that this answer brings its seat, by the events. */
static int gold_brought(const struct arcane_state *before, int seat, int answer, int kind)
{
    struct event event[MAX_EVENTS];
    struct events sink = {event, 0, MAX_EVENTS};
    struct arcane_state s = *before;
    struct chance c;
    int lost = kind == EV_GOLD_NINX ? EV_LOST_NINX : kind;
    chance_seed_number(&c, 1);
    arcane_apply(&s, s.asked, answer, &c, &sink);
    if (s.question == Q_SLIDE)
        arcane_apply(&s, s.asked, 0, &c, &sink);
    for (uint32_t i = 0; i < sink.n; i++)
        if (event[i].seat == seat && (event[i].kind == kind || event[i].kind == lost))
            return event[i].kind == kind ? event[i].n : -event[i].n;
    fail_msg("nothing was gained or lost");
    return 0;
}

static int check_promises(const struct arcane_state *s)
{
    const struct arcane_player *p = &s->player[s->asked];
    int promises = 0;
    for (uint64_t answers = arcane_legal(s, s->asked); answers; answers &= answers - 1) {
        int i = bit_lowest(answers);
        if (s->question == Q_NINX)
            assert_int_equal(arcane_ninx_gains(s, p, i),
                             gold_brought(s, s->asked, i, EV_GOLD_NINX));
        else if (s->question == Q_SELL)
            assert_int_equal(arcane_line_pays(s, p, i), gold_brought(s, s->asked, i, EV_GOLD_SALE));
        else if (s->question == Q_TARGET && s->at.cause == DRAGONS_EGG)
            assert_int_equal(arcane_gained(s, &s->player[i], 0, s->cards.fx[FX_EGG_GOLD]),
                             gold_brought(s, i, i, EV_GOLD_EGG));
        else
            return 0;
        promises += house_up(p, SOVEREIGN_SWORD) != 0;
    }
    return promises;
}

/* What answers promise is what happens, also beside a Sword. Few kinds make sets often. */
static void promises_are_kept(void **state)
{
    (void)state;
    int promises = 0;
    struct chance c;
    chance_seed_number(&c, 15);
    for (int game = 0; game < 300; game++) {
        struct arcane_state s;
        arcane_init(&s, 2 + game % 3);
        s.cards.wizards = WIZARDS_RANDOM;
        for (int item = 0; item < ITEM_COUNT; item++)
            s.cards.count[0][item] = 0;
        s.cards.count[0][DRAGONS_EGG] = s.cards.count[0][CURSED_MIRROR] = 12;
        s.cards.count[0][SOVEREIGN_SWORD] = s.cards.count[0][OLDER_WAND] = 12;
        s.cards.count[0][FACSIMILOUS_FELINE] = 6;
        arcane_begin(&s, &c, NULL);
        for (uint32_t active; (active = arcane_active(&s)) != 0;) {
            int seat = bit_lowest(active);
            uint64_t answers = arcane_legal(&s, seat);
            promises += check_promises(&s);
            arcane_apply(&s, seat,
                         bit_nth(answers, chance_below(&c, 0, (uint32_t)bit_count(answers))), &c,
                         NULL);
        }
    }
    assert_true(promises > 100);
}

/* The question itself counts the Sword in (A11.ninx). */
static void ninx_is_told_of_the_sword(void **state)
{
    (void)state;
    char buf[MAX_SENTENCE];
    struct arcane_state s;
    memset(&s, 0, sizeof s);
    arcane_init(&s, 3);
    s.question = Q_NINX;
    s.asked = 1;
    s.player[1].rows = 1;
    s.player[1].cols = 3;
    memset(s.player[1].cell, CELL_NONE, CELLS);
    memset(s.player[1].cell, CELL_UP | HAUNTED_DOLL, 3);
    assert_string_equal(arcane_question_text(&s, 1, buf),
                        "Ninx: choose an item left in your storehouse; you gain its infamy in "
                        "gold.");
    s.player[1].cell[2] = CELL_UP | SOVEREIGN_SWORD;
    assert_string_equal(arcane_question_text(&s, 1, buf),
                        "Ninx: choose an item left in your storehouse; you gain its infamy in "
                        "gold, and your Sword leaves you 50 % of that.");
    arcane_set_edition(&s, EDITION_HUNDRED);
    assert_string_equal(arcane_question_text(&s, 1, buf),
                        "Ninx: choose an item left in your storehouse; you gain its infamy in "
                        "gold, but your Sword takes all of it.");
}

/* A card's text knows neither the Sword nor the purse (A7.4, A3.1). */
static void meeblemore_is_told_of_sword_and_purse(void **state)
{
    static const struct {
        int item, sword, edition, gold;
        const char *end;
    } cases[] = {
        {THREE_HEADED_COIN, 0, EDITION_THREE, 9, "storehouses. Use this effect, or ignore it?"},
        {THREE_HEADED_COIN, 1, EDITION_THREE, 9, ". Your Sword leaves you 50 % of that. Use"},
        {THREE_HEADED_COIN, 1, EDITION_HUNDRED, 9, ". Your Sword takes all of it. Use"},
        {CRYSTAL_BALL, 1, EDITION_THREE, 0, "items. Use"},
        {DARK_LOTUS, 0, EDITION_THREE, 1, "gold. You have 1 gold. Use"},
        {DARK_LOTUS, 1, EDITION_THREE, 99, "gold. Use"},
        {BUBBLING_CAULDRON, 0, EDITION_THREE, 0, " You have 0 gold. Use"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char buf[MAX_SENTENCE];
        struct arcane_state s;
        arcane_init(&s, 2);
        arcane_set_edition(&s, cases[i].edition);
        s.question = Q_EFFECT;
        s.asked = 0, s.turn = 0, s.at.slot = 0;
        s.player[0].gold = cases[i].gold;
        s.player[0].rows = 1, s.player[0].cols = 3;
        memset(s.player[0].cell, CELL_NONE, CELLS);
        s.player[0].cell[0] = (uint8_t)(CELL_UP | cases[i].item);
        s.player[0].cell[1] = (uint8_t)(CELL_UP | (cases[i].sword ? SOVEREIGN_SWORD : OLDER_WAND));
        if (!strstr(arcane_question_text(&s, 0, buf), cases[i].end))
            fail_msg("not '%s': %s", cases[i].end, buf);
    }
}

/* An answer in pieces makes what the whole answer makes, and no piece is called a number that a
 * card has no room for: the first step of a round after the first was. */
static void pieces_are_the_whole(void **state)
{
    uint32_t taken = 0;
    (void)state;
    for (int players = 2; players <= MAX_SEATS; players++) {
        struct arcane_state whole, parts;
        struct chance c, luck;
        chance_seed_number(&c, (uint64_t)players);
        chance_seed_number(&luck, 1);
        arcane_init(&whole, players);
        arcane_set_edition(&whole, EDITION_HUNDRED);
        arcane_begin(&whole, &c, NULL);
        while (whole.question != Q_NONE) {
            struct chance same = c;
            int seat = whole.asked;
            uint64_t legal = arcane_legal(&whole, seat);
            int answer = bit_nth(legal, chance_below(&luck, 0, (uint32_t)bit_count(legal)));
            parts = whole;
            arcane_apply(&whole, seat, answer, &c, NULL);
            int step = arcane_answer(&parts, seat, answer, &same, NULL);
            for (; step; step = arcane_go_on(&parts, step, &same, NULL)) {
                assert_in_range(step, 1, ARCANE_STEPS - 1);
                taken |= 1u << step;
            }
            assert_memory_equal(&whole, &parts, sizeof whole);
        }
    }
    assert_true(taken >> STEP_STOCK & 1 && taken >> STEP_TURN_UP & 1);
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
        cmocka_unit_test(answers_of_wizards_are_told),
        cmocka_unit_test(totals_are_told),
        cmocka_unit_test(pieces_are_the_whole),
        cmocka_unit_test(long_stashes_are_observed),
        cmocka_unit_test(counting_tells_before),
        cmocka_unit_test(promises_are_kept),
        cmocka_unit_test(ninx_is_told_of_the_sword),
        cmocka_unit_test(meeblemore_is_told_of_sword_and_purse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
