/* Tests how far the search looks ahead, when it stops, and what it asks an evaluator. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "bots/advice.h"
#include "bots/bots.h"
#include "bots/search/search.h"
#include "games/arcane/arcane.h"
#include "games/quacks/quacks.h"

/* Returns 1 for the last purchase of a turn with nothing to decide after it: at most one chip to
 * buy, no rubies to spend. */
static int last_purchase(const struct quacks_state *s)
{
    int seat = bit_lowest(s->asked);
    for (int i = 0; i < s->players; i++)
        if (s->player[i].rubies >= 2)
            return 0;
    return s->player[seat].question == QQ_BUY && s->at == s->players - 1 && s->turn < TURNS &&
           s->player[seat].coins >= 3 && s->player[seat].coins < 6 && !s->player[seat].bought_n;
}

static int play_to_last_purchase(struct quacks_state *s, uint64_t seed)
{
    struct chance c;
    uint64_t luck = seed;
    quacks_init(s, 2);
    chance_seed_number(&c, seed);
    quacks_begin(s, &c, NULL);
    while (s->asked && !last_purchase(s)) {
        int seat = bit_lowest(s->asked);
        uint64_t answers = quacks_legal(s, seat);
        quacks_apply(s, seat, random_policy(s, seat, answers, &luck), &c, NULL);
    }
    return s->asked != 0;
}

static int ask(const struct bot *bot, const struct game *g, const void *state,
               const struct bot_options *how, struct advice *say)
{
    struct chance luck;
    struct view v;
    memset(say, 0, sizeof *say);
    view_take(&v, g, state, bit_lowest(g->active(state)));
    chance_seed_number(&luck, 1);
    return bot->choose(&v, how, &luck, say);
}

static int depth_at(const struct bot *bot, const struct quacks_state *s, int horizon)
{
    struct bot_options how = bot->usual;
    struct advice say;
    how.iterations = 600;
    how.horizon = (uint32_t)horizon;
    ask(bot, &quacks_game, s, &how, &say);
    assert_int_equal(say.figures_n, 1);
    assert_string_equal(say.figure[0].name, "depth");
    return (int)say.figure[0].value;
}

/* Positions are valued between turns only, so the tree must not reach into the next turn. */
static void test_horizon(void **state)
{
    struct quacks_state s;
    int met = 0;
    (void)state;
    for (uint64_t seed = 1; seed < 400 && met < 5; seed++) {
        if (!play_to_last_purchase(&s, seed))
            continue;
        met++;
        assert_int_equal(depth_at(&search_bot, &s, 1), 1);
        assert_int_equal(depth_at(&search_1_bot, &s, 1), 1);
        assert_true(depth_at(&search_1_bot, &s, 2) > 1);
    }
    assert_int_equal(met, 5);
}

/* ---- when it stops ---- */

enum { BUDGET = 200, QUICK = BUDGET * 4 / 5, SLOW = BUDGET - 64, STEPS = 300, EVERY = 19 };

/* What was met on the way, so that the test cannot pass by chance. */
struct met {
    int asked, quick, slow;
};

/* What each answer has ahead because the evaluator likes it. */
static void bonus_of(const struct playout *kind, const void *state, double bonus[64])
{
    struct evaluation said;
    struct net_memory memory = {.of = NULL};
    int seat = bit_lowest(kind->game->active(state));
    uint64_t answers = kind->game->legal(state, seat);
    int seats = kind->game->players(state);
    memset(bonus, 0, 64 * sizeof *bonus);
    if (!kind->evaluator)
        return;
    kind->evaluator->say(&memory, state, seat, answers, &said);
    for (; answers; answers &= answers - 1)
        bonus[bit_lowest(answers)] =
            said.prior[bit_lowest(answers)] / 65536.0 * kind->evaluator->trust / seats / VALUE_ONE;
}

/* Of the answers tried most often, the one given has the best average: they had the same luck.
 * Only the adviser's may be somewhat worse, and those that the evaluator likes. */
static void given_is_best(const struct advice *say, int answer, const double bonus[64], int trust)
{
    uint32_t most = 0;
    double own = -100, best = -100;
    for (int i = 0; i < say->weighed_n; i++)
        most = say->weighed[i].visits > most ? say->weighed[i].visits : most;
    for (int i = 0; i < say->weighed_n; i++) {
        double value = say->weighed[i].value + bonus[say->weighed[i].answer];
        if (say->weighed[i].visits < most)
            continue;
        best = value > best ? value : best;
        own = say->weighed[i].answer == answer ? value : own;
    }
    assert_true(own > -100 && own >= best - (double)(trust + 2) / VALUE_ONE);
}

/* search-1 imagines all games if somebody asks for its reasons. If not, it may stop earlier, with
 * the same answer. */
static void all_or_settled(const struct game *g, const void *state, const struct bot_options *how)
{
    struct advice say;
    struct chance luck;
    struct view v;
    int answer = ask(&search_1_bot, g, state, how, &say);
    assert_int_equal(say.iterations, BUDGET);
    view_take(&v, g, state, bit_lowest(g->active(state)));
    chance_seed_number(&luck, 1);
    assert_int_equal(search_1_bot.choose(&v, how, &luck, NULL), answer);
}

static void look(const struct playout *kind, const void *state, uint32_t threads, struct met *met)
{
    struct bot_options how = search_bot.usual;
    const struct game *g = kind->game;
    struct advice say, again;
    how.iterations = BUDGET;
    how.threads = threads;
    int answer = ask(&search_bot, g, state, &how, &say);
    if (!say.iterations)
        return;
    assert_int_equal(ask(&search_bot, g, state, &how, &again), answer);
    assert_memory_equal(&say, &again, sizeof say);
    assert_true(say.iterations <= BUDGET);
    all_or_settled(g, state, &how);
    double bonus[64];
    bonus_of(kind, state, bonus);
    if (threads == 1)
        given_is_best(&say, answer, bonus, kind->trust);
    met->asked++;
    met->quick += say.iterations < QUICK;
    met->slow += say.iterations > SLOW;
}

static void play(const struct playout *kind, uint64_t seed, struct met *met)
{
    const struct game *g = kind->game;
    uint64_t state[MAX_STATE_BYTES / 8] = {0}, luck = seed;
    struct chance c;
    chance_seed_number(&c, seed);
    g->init(state, 3);
    g->begin(state, &c, NULL);
    for (int n = 0; n < STEPS && g->active(state); n++) {
        int seat = bit_lowest(g->active(state));
        uint64_t answers = g->legal(state, seat);
        if (n % EVERY == 0)
            look(kind, state, 1 + seed % 2, met);
        g->apply(state, seat, random_policy(state, seat, answers, &luck), &c, NULL);
    }
}

/* Clear decisions take a small part of the budget, close ones nearly all of it. */
static void test_settled(void **state)
{
    const struct playout *const games[] = {&arcane_playout, &quacks_playout};
    (void)state;
    struct met met[2] = {{0}};
    for (int i = 0; i < 2; i++)
        for (uint64_t seed = 1; seed <= 2; seed++)
            play(games[i], seed, &met[i]);
    assert_true(met[0].asked > 10 && met[0].quick > 0 && met[0].slow > 0);
    assert_true(met[1].asked > 5 && met[1].quick > met[1].asked / 2);
}

/* ---- keys ---- */

enum { KEPT = 24 };

/* The last views of a game and their keys. */
struct keys {
    uint64_t view[KEPT][MAX_STATE_BYTES / 8], key[KEPT];
    int n, alike, unlike;
};

/* Keys are equal if and only if the views are. Another state with the same view has the same
 * key. */
static void compare_keys(struct keys *k, const struct arcane_state *s, int seat, struct chance *c)
{
    struct arcane_state view = *s, other = *s;
    uint64_t key = arcane_playout.key(s, seat);
    arcane_redact(&view, seat);
    arcane_scramble(&other, seat, c);
    assert_true(arcane_playout.key(&view, seat) == key);
    assert_true(arcane_playout.key(&other, seat) == key);
    for (int i = 0; i < k->n && i < KEPT; i++) {
        int same = memcmp(k->view[i], &view, sizeof view) == 0;
        assert_int_equal(k->key[i] == key, same);
        k->alike += same;
        k->unlike += !same;
    }
    memcpy(k->view[k->n % KEPT], &view, sizeof view);
    k->key[k->n++ % KEPT] = key;
}

/* Every state is looked at by all seats, one after another: some see the same as before. */
static void test_keys(void **state)
{
    (void)state;
    struct keys k = {.n = 0};
    for (int players = 2; players <= MAX_SEATS; players++) {
        uint64_t luck = (uint64_t)players;
        struct arcane_state s;
        struct chance c;
        k.n = 0;
        arcane_init(&s, players);
        s.cards.wizards = players % 2 ? WIZARDS_RANDOM : s.cards.wizards;
        s.market_on = players % 3 == 0;
        chance_seed_number(&c, luck);
        arcane_begin(&s, &c, NULL);
        for (int n = 0; n < 1200 && arcane_active(&s); n++) {
            int asked = bit_lowest(arcane_active(&s));
            struct arcane_state before = s;
            arcane_apply(&s, asked, random_policy(&s, asked, arcane_legal(&s, asked), &luck), &c,
                         NULL);
            compare_keys(&k, &s, n % players, &c);
            compare_keys(&k, &before, n % players, &c);
        }
    }
    assert_true(k.alike > 100 && k.unlike > 100000);
}

/* ---- with an evaluator ---- */

/* What the planted evaluator was asked, and what it answers: the seats' values are always the same,
 * and it likes the lowest answer best. */
static struct {
    int asked;
    uint64_t last[MAX_STATE_BYTES / 8];
} heard;

static void planted_say(struct net_memory *memory, const void *state, int seat, uint64_t answers,
                        struct evaluation *out)
{
    (void)memory;
    const struct game *g = &arcane_game;
    assert_true(g->active(state) >> seat & 1);
    assert_true(g->legal(state, seat) == answers);
    heard.asked++;
    memcpy(heard.last, state, g->state_bytes);
    memset(out, 0, sizeof *out);
    out->likely[bit_lowest(answers)] = 65535;
    for (int i = 0; i < MAX_SEATS; i++)
        out->value[i] = 1000 * (i + 1) + heard.asked;
}

static void planted_end(const void *state, int *value)
{
    assert_int_equal(arcane_game.active(state), 0);
    heard.asked++;
    for (int i = 0; i < MAX_SEATS; i++)
        value[i] = 1000 * (i + 1) + heard.asked;
}

static struct searcher guided(const struct view *v, const struct evaluator *e, int horizon)
{
    static const struct search_root_policy any = {0};
    struct searcher s = {.view = v, .kind = &arcane_playout, .policy = &any, .evaluator = e};
    s.how.noise = 0;
    s.stop = e->clock(v->bytes, v->seat) + horizon;
    assert_int_equal(tree_open(&s.tree, 1 << 20, SIZE_MAX), 0);
    return s;
}

/* A view of a game of three that has begun. */
static void begun(struct view *v, const struct playout *kind, uint64_t seed)
{
    uint64_t state[MAX_STATE_BYTES / 8] = {0}, luck = seed;
    const struct game *g = kind->game;
    struct chance c;
    chance_seed_number(&c, seed);
    g->init(state, 3);
    g->begin(state, &c, NULL);
    for (uint64_t n = 0; n < 20 + seed || bit_count(g->legal(state, v->seat)) < 2; n++) {
        v->seat = bit_lowest(g->active(state));
        g->apply(state, v->seat, kind->pick(state, v->seat, g->legal(state, v->seat), &luck), &c,
                 NULL);
        v->seat = bit_lowest(g->active(state));
    }
    view_take(v, g, state, v->seat);
}

static int guessed;

static void planted_guess(const struct guess_weights *by, void *view, int seat, struct chance *c)
{
    assert_int_equal(by->of[1][2], 345);
    guessed++;
    arcane_game.determinize(view, seat, c);
}

/* The evaluator plays on for as many turns of the searching seat as it has for this number of
 * players, or to the end of the round, and the value is what it says there. */
static void test_plays_on(void **state)
{
    struct evaluator e = arcane_evaluator;
    (void)state;
    e.say = planted_say;
    e.end = planted_end;
    for (int turns = 0; turns <= 3; turns++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            struct view v = {0};
            memset(e.plays_on, 9, sizeof e.plays_on);
            e.plays_on[3 - 2] = (uint8_t)turns;
            begun(&v, &arcane_playout, seed);
            struct searcher s = guided(&v, &e, 1);
            /* The first game of an answer ends at once: the tree has no node yet. */
            memset(&heard, 0, sizeof heard);
            int value = search_try(&s, bit_lowest(view_legal(&v)), 0);
            assert_int_equal(value, 1000 * (v.seat + 1) + heard.asked);
            assert_int_equal(s.root.evaluated, heard.asked);
            int clock = e.clock(heard.last, v.seat), began = s.stop - 1;
            assert_true(clock >= began + turns);
            assert_true(clock <= began + turns + 1 || clock >> 20 > began >> 20);
            assert_true(turns ? heard.asked > 1 : heard.asked == 1);
            tree_close(&s.tree);
        }
}

/* Simulated games begin with a guess of the guesser, if there is one: one guess for all games of a
 * number, and another one for every other number. */
static void test_guesser(void **state)
{
    static const struct guesser planted = {.guess = planted_guess};
    struct evaluator e = arcane_evaluator;
    struct view v = {0};
    (void)state;
    e.say = planted_say;
    begun(&v, &arcane_playout, 3);
    struct searcher s = guided(&v, &e, 1);
    search_try(&s, bit_lowest(view_legal(&v)), 0);
    assert_int_equal(guessed, 0);
    s.guesser = &planted;
    s.guess.of[1][2] = 345;
    for (uint32_t n = 1; n <= 20; n++)
        for (uint64_t rest = view_legal(&v); rest; rest &= rest - 1)
            search_try(&s, bit_lowest(rest), n);
    assert_int_equal(guessed, 20);
    tree_close(&s.tree);
}

/* Without playing on, each simulated game costs one question, has the value that was answered, and
 * ends a lap later at the latest. */
static void test_cut(void **state)
{
    struct evaluator planted = arcane_evaluator;
    int cut = 0;
    (void)state;
    planted.say = planted_say;
    planted.end = planted_end;
    memset(planted.plays_on, 0, sizeof planted.plays_on);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct view v = {0};
        begun(&v, &arcane_playout, seed);
        struct searcher s = guided(&v, &planted, 1);
        memset(&heard, 0, sizeof heard);
        for (int n = 0; n < 300; n++) {
            int answer = bit_nth(view_legal(&v), (uint32_t)n % (uint32_t)bit_count(view_legal(&v)));
            assert_int_equal(search_try(&s, answer, (uint32_t)n), 1000 * (v.seat + 1) + n + 1);
            assert_int_equal(heard.asked, n + 1);
            int clock = planted.clock(heard.last, v.seat);
            assert_true(clock <= s.stop || clock >> 20 > s.stop >> 20);
            cut += clock >= s.stop;
        }
        assert_true(s.root.deepest > 2);
        tree_close(&s.tree);
    }
    assert_true(cut > 0);
}

/* Asks the search about this many positions. Returns how often it answers otherwise than the net;
 * with a single simulated game it never does. */
static int answers_otherwise(const struct playout *kind, uint64_t positions)
{
    const struct bot *net = bot_by_name("net", kind->game);
    struct bot_options how = search_bot.usual;
    struct advice say;
    int others = 0;
    for (uint64_t seed = 1; seed <= positions; seed++) {
        struct view v = {0};
        begun(&v, kind, 7 * seed);
        int own = ask(net, kind->game, v.bytes, &how, &say);
        how.iterations = 1;
        assert_int_equal(ask(&search_bot, kind->game, v.bytes, &how, &say), own);
        assert_int_equal(say.iterations, 1);
        how.iterations = BUDGET;
        others += ask(&search_bot, kind->game, v.bytes, &how, &say) != own;
    }
    return others;
}

/* With many simulated games the search finds other answers now and then; in the Quacks, where it
 * trusts the net more, seldom. */
static void test_prior(void **state)
{
    (void)state;
    int others = answers_otherwise(&arcane_playout, 24);
    assert_true(others > 0 && others < 20);
    assert_true(answers_otherwise(&quacks_playout, 36) < 6);
}

/* ---- in pieces ---- */

struct stopping {
    struct bot_watch watch;
    uint32_t at;
};

static int reached(void *with)
{
    const struct stopping *s = with;
    return s->watch.games >= s->at;
}

/* The answer of a search that is hurried after so many games. */
static int hurried_after(const struct view *v, struct bot_options how, uint32_t games)
{
    struct stopping s = {.at = games, .watch = {.stop = reached}};
    struct chance luck;
    s.watch.with = &s;
    how.watch = &s.watch;
    chance_seed_number(&luck, 7);
    return search_bot.choose(v, &how, &luck, NULL);
}

/* Thinks `pieces` pieces, or to the end. Returns the answer, and how many games that took. */
static int in_pieces(const struct bot *bot, const struct view *v, const struct bot_options *how,
                     int pieces, uint32_t *games)
{
    struct chance luck;
    chance_seed_number(&luck, 7);
    struct search_thought *t = bot->begin(v, how, &luck);
    assert_non_null(t);
    while (pieces-- > 0 && thought_go_on(t))
        ;
    *games = thought_games(t);
    return thought_end(t);
}

static int compare_pieces(const struct bot *level, const struct view *v)
{
    struct bot_options how = {.iterations = BUDGET};
    struct chance luck;
    uint32_t games;
    int cut = 0;
    chance_seed_number(&luck, 7);
    int whole = level->choose(v, &how, &luck, NULL);
    assert_int_equal(in_pieces(level, v, &how, BUDGET, &games), whole);
    how = search_bot.usual;
    how.iterations = BUDGET;
    for (int pieces = 1; pieces < 40; pieces += 3) {
        int answer = in_pieces(&search_bot, v, &how, pieces, &games);
        /* A search looks whether it is hurried after every eighth game. */
        if (!games || games % 8)
            continue;
        assert_int_equal(answer, hurried_after(v, how, games));
        cut++;
    }
    return cut;
}

/* A search in pieces gives the same answer as one at a stretch, and one that is ended early the
 * same as one that is hurried after as many games. Levels that do not search answer at once. */
static void test_pieces(void **state)
{
    static const struct game *const games[] = {&arcane_game, &quacks_game};
    static const struct bot *const masters[] = {&arcane_master, &quacks_master};
    (void)state;
    for (int i = 0; i < 2; i++) {
        const struct game *g = games[i];
        uint64_t s[MAX_STATE_BYTES / 8], luck = 3;
        struct chance c;
        int cut = 0;
        g->init(s, 3);
        chance_seed_number(&c, 3);
        g->begin(s, &c, NULL);
        for (int step = 0; step < STEPS && g->active(s); step++) {
            struct view v;
            int seat = bit_lowest(g->active(s));
            view_take(&v, g, s, seat);
            if (step % EVERY == 0)
                cut += compare_pieces(masters[i], &v);
            g->apply(s, seat, random_policy(s, seat, g->legal(s, seat), &luck), &c, NULL);
        }
        assert_true(cut > 10);
    }
    struct view v = {.game = &arcane_game};
    struct chance c;
    chance_seed_number(&c, 1);
    arcane_init((struct arcane_state *)v.bytes, 2);
    assert_null(arcane_easy.begin(&v, &arcane_easy.usual, &c));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),    cmocka_unit_test(test_plays_on),
        cmocka_unit_test(test_pieces),  cmocka_unit_test(test_horizon),
        cmocka_unit_test(test_settled), cmocka_unit_test(test_cut),
        cmocka_unit_test(test_prior),   cmocka_unit_test(test_guesser),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
