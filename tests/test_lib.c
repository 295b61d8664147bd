/* The library's games, states, bots and records: they do what the rules do, and refuse what is
 * wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <jansson.h>

#include "lib/inside.h"

static charlatan_error error;

#define FINE(call)                                                                                 \
    do {                                                                                           \
        if (call)                                                                                  \
            fail_msg("%s: %s", #call, error.message);                                              \
    } while (0)

static charlatan_game *open_game(const char *name, int players, const char *options)
{
    charlatan_game *game = NULL;
    FINE(charlatan_game_open(name, players, options, &game, &error));
    return game;
}

static charlatan_state *begin(const charlatan_game *game, uint64_t seed)
{
    charlatan_state *state = NULL;
    FINE(charlatan_state_new(game, seed, &state, &error));
    return state;
}

static uint64_t luck;

static uint32_t below(uint32_t n)
{
    luck = luck * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(((luck >> 32) * n) >> 32);
}

/* A legal action of the lowest seat to decide, or -1. */
static int some_action(const charlatan_state *state)
{
    int32_t actions[64];
    size_t n = 0;
    int seat = charlatan_state_seat(state);
    if (seat < 0)
        return -1;
    FINE(charlatan_state_legal(state, seat, actions, &n, &error));
    assert_true(n > 0);
    return actions[below((uint32_t)n)];
}

static int play_one(charlatan_state *state)
{
    int action = some_action(state);
    if (action >= 0)
        FINE(charlatan_state_apply(state, charlatan_state_seat(state), action, &error));
    return action >= 0;
}

static void play_out(charlatan_state *state)
{
    while (play_one(state))
        ;
}

/* Each game, with options that differ. */
static const struct {
    const char *name;
    int players;
    const char *options;
} tables[] = {
    {"arcane", 2, NULL},
    {"arcane", 4, "{\"market\":true,\"wizards\":\"random\"}"},
    {"arcane", 6, "{}"},
    {"quacks", 2, NULL},
    {"quacks", 4, "{\"pot\":\"tubes\"}"},
    {"null", 2, NULL},
};
enum { TABLES = sizeof tables / sizeof tables[0] };

static charlatan_game *table(int i)
{
    return open_game(tables[i].name, tables[i].players, tables[i].options);
}

/* ---- playing ---- */

static void expect_game(const charlatan_state *state, const charlatan_game *game)
{
    charlatan_game *its;
    char *text[2];
    FINE(charlatan_state_game(state, &its, &error));
    assert_string_equal(charlatan_game_name(its), charlatan_game_name(game));
    assert_int_equal(charlatan_game_players(its), charlatan_game_players(game));
    FINE(charlatan_game_options(its, &text[0], &error));
    FINE(charlatan_game_options(game, &text[1], &error));
    assert_string_equal(text[0], text[1]);
    charlatan_text_free(text[0]);
    charlatan_text_free(text[1]);
    charlatan_game_free(its);
}

static void games_are_played_to_their_end(void **unused)
{
    (void)unused;
    for (int i = 0; i < TABLES; i++) {
        charlatan_game *game = table(i);
        charlatan_state *state = begin(game, (uint64_t)i);
        double returns[CHARLATAN_MOST_SEATS], sum = 0;
        assert_int_equal(charlatan_state_players(state), tables[i].players);
        assert_int_equal(charlatan_state_is_over(state), 0);
        play_out(state);
        assert_int_equal(charlatan_state_is_over(state), 1);
        expect_game(state, game);
        assert_true(charlatan_state_winners(state) != 0);
        FINE(charlatan_state_returns(state, returns, CHARLATAN_MOST_SEATS, &error));
        for (int seat = 0; seat < tables[i].players; seat++)
            sum += returns[seat];
        assert_true(sum > -1e-9 && sum < 1e-9);
        assert_int_equal(charlatan_state_apply(state, 0, 0, &error), CHARLATAN_GAME_OVER);
        charlatan_state_free(state);
        charlatan_game_free(game);
    }
}

static void masks_names_and_lists_agree(void **unused)
{
    (void)unused;
    for (int i = 0; i < TABLES; i++) {
        charlatan_game *game = table(i);
        charlatan_state *state = begin(game, 7);
        size_t all = (size_t)charlatan_game_actions(game);
        uint8_t *mask = malloc(all);
        for (int step = 0; step < 300 && !charlatan_state_is_over(state); step++) {
            int seat = charlatan_state_seat(state), set = 0;
            int32_t actions[64];
            size_t n;
            FINE(charlatan_state_legal(state, seat, actions, &n, &error));
            FINE(charlatan_state_mask(state, seat, mask, all, &error));
            for (size_t a = 0; a < all; a++)
                set += mask[a];
            assert_int_equal(set, n);
            for (size_t k = 0; k < n; k++) {
                char name[CHARLATAN_NAME];
                int back = -1;
                assert_int_equal(mask[actions[k]], 1);
                assert_true(k == 0 || actions[k - 1] < actions[k]);
                FINE(charlatan_state_action_name(state, seat, actions[k], name, &error));
                FINE(charlatan_state_action_named(state, seat, name, &back, &error));
                assert_int_equal(back, actions[k]);
            }
            play_one(state);
        }
        free(mask);
        charlatan_state_free(state);
        charlatan_game_free(game);
    }
}

/* A clone and a saved state go on with the same luck. */
static void clones_and_saved_states_go_on_alike(void **unused)
{
    (void)unused;
    for (int i = 0; i < TABLES; i++) {
        charlatan_game *game = table(i);
        charlatan_state *state = begin(game, 11), *other[3] = {0};
        char *text = NULL;
        for (int step = 0; step < 60; step++)
            play_one(state);
        FINE(charlatan_state_clone(state, &other[0], &error));
        FINE(charlatan_state_save(state, &text, &error));
        FINE(charlatan_state_load(text, strlen(text), &other[1], &error));
        charlatan_text_free(text);
        FINE(charlatan_state_save(other[1], &text, &error));
        FINE(charlatan_state_load(text, strlen(text), &other[2], &error));
        charlatan_text_free(text);
        charlatan_game_free(game);
        uint64_t from = luck;
        play_out(state);
        for (int k = 0; k < 3; k++) {
            luck = from;
            play_out(other[k]);
            assert_int_equal(charlatan_state_same(state, other[k]), 1);
            assert_true(charlatan_state_hash(state) == charlatan_state_hash(other[k]));
            charlatan_state_free(other[k]);
        }
        charlatan_state_free(state);
    }
}

/* The hash of a state if it were one of rules 0.1.0. */
static uint64_t older_hash(const charlatan_state *state)
{
    charlatan_state *old;
    char *view, *text = NULL;
    FINE(charlatan_state_view(state, CHARLATAN_REFEREE, &view, &error));
    assert_true(asprintf(&text, "{\"rules\":\"0.1.0\",%s", view + 1) > 0);
    FINE(charlatan_state_read(text, 1, &old, &error));
    uint64_t hash = charlatan_state_hash(old);
    free(text);
    charlatan_text_free(view);
    charlatan_state_free(old);
    return hash;
}

/* A state of older rules is played, saved and recorded by them. */
static void older_rules_are_kept(void **unused)
{
    (void)unused;
    charlatan_game *game = table(0);
    charlatan_state *state = begin(game, 6), *old = NULL;
    char *text, *again, *checked, hash[17];
    FINE(charlatan_state_save(state, &text, &error));
    strstr(text, "0.2.0")[2] = '1';
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)older_hash(state));
    memcpy(strstr(text, "\"hash\":\"") + 8, hash, 16);
    FINE(charlatan_state_load(text, strlen(text), &old, &error));
    FINE(charlatan_state_save(old, &again, &error));
    assert_string_equal(text, again);
    charlatan_text_free(again);
    play_out(old);
    FINE(charlatan_state_record(old, NULL, &again, &error));
    FINE(charlatan_record_verify(again, strlen(again), &checked, &error));
    assert_non_null(strstr(checked, "\"rules\":\"0.1.0\""));
    charlatan_text_free(again);
    charlatan_text_free(checked);
    charlatan_text_free(text);
    charlatan_state_free(old);
    charlatan_state_free(state);
    charlatan_game_free(game);
}

/* A position has no beginning, so nothing can have been forced on that. */
static void positions_begin_with_nothing_forced(void **unused)
{
    (void)unused;
    charlatan_game *game = table(0);
    charlatan_state *state = begin(game, 3), *read;
    char *text, *saved, *changed = NULL;
    FINE(charlatan_state_view(state, CHARLATAN_REFEREE, &text, &error));
    FINE(charlatan_state_read(text, 5, &read, &error));
    FINE(charlatan_state_save(read, &saved, &error));
    charlatan_state_free(read);
    const char *list = strstr(saved, "\"forced\":[]");
    assert_non_null(list);
    assert_true(asprintf(&changed, "%.*s[{\"move\":0,\"chance\":[]}]%s", (int)(list - saved + 9),
                         saved, list + 11) > 0);
    assert_int_equal(charlatan_state_load(changed, strlen(changed), &read, &error),
                     CHARLATAN_BAD_STATE);
    assert_non_null(strstr(error.message, "forced"));
    free(changed);
    charlatan_text_free(saved);
    charlatan_text_free(text);
    charlatan_state_free(state);
    charlatan_game_free(game);
}

/* A guess has the same view; it can be saved, read and played. */
static void guesses_have_the_same_view(void **unused)
{
    (void)unused;
    for (int i = 0; i < TABLES; i++) {
        charlatan_game *game = table(i);
        charlatan_state *state = begin(game, 3), *guess, *again, *read;
        for (int step = 0; step < 50 && play_one(state); step++) {
            char *text[2];
            int seat = (int)below((uint32_t)tables[i].players);
            FINE(charlatan_state_guess(state, seat, (uint64_t)step, &guess, &error));
            FINE(charlatan_state_view(state, seat, &text[0], &error));
            FINE(charlatan_state_view(guess, seat, &text[1], &error));
            assert_string_equal(text[0], text[1]);
            charlatan_text_free(text[0]);
            charlatan_text_free(text[1]);
            FINE(charlatan_state_save(guess, &text[0], &error));
            FINE(charlatan_state_load(text[0], strlen(text[0]), &again, &error));
            assert_int_equal(charlatan_state_same(guess, again), 1);
            FINE(charlatan_state_view(guess, CHARLATAN_REFEREE, &text[1], &error));
            FINE(charlatan_state_read(text[1], 5, &read, &error));
            assert_int_equal(charlatan_state_same(guess, read), 1);
            charlatan_text_free(text[0]);
            charlatan_text_free(text[1]);
            play_one(guess);
            charlatan_state_free(read);
            charlatan_state_free(again);
            charlatan_state_free(guess);
        }
        charlatan_state_free(state);
        charlatan_game_free(game);
    }
}

/* ---- boards ---- */

/* Another state with the same view, or NULL if there is no other. */
static charlatan_state *twin_of(const charlatan_state *state, int viewer)
{
    charlatan_state *twin;
    struct chance c;
    FINE(charlatan_state_clone(state, &twin, &error));
    chance_seed_number(&c, below(1 << 30));
    twin->now.game->scramble(twin->now.state, viewer, &c);
    if (!charlatan_state_same(twin, state))
        return twin;
    charlatan_state_free(twin);
    return NULL;
}

static int same_board(const charlatan_state *a, const charlatan_state *b, int viewer)
{
    char *text[2];
    FINE(charlatan_state_board(a, viewer, NULL, &text[0], &error));
    FINE(charlatan_state_board(b, viewer, NULL, &text[1], &error));
    int same = strcmp(text[0], text[1]) == 0;
    charlatan_text_free(text[0]);
    charlatan_text_free(text[1]);
    return same;
}

/* The boards of two states are the same for a viewer who cannot tell them apart. The referee's
 * boards of some of them differ, or else nothing would be tested. */
static void compare_twins(const char *name, int players, const char *options)
{
    charlatan_game *game = open_game(name, players, options);
    charlatan_state *state = begin(game, 11);
    int differ = 0;
    for (int step = 0; step < 150 && play_one(state); step++)
        for (int viewer = CHARLATAN_SPECTATOR; viewer < players; viewer++) {
            charlatan_state *twin = twin_of(state, viewer);
            if (!twin)
                continue;
            assert_true(same_board(state, twin, viewer));
            differ += !same_board(state, twin, CHARLATAN_REFEREE);
            charlatan_state_free(twin);
        }
    assert_true(differ > 20);
    charlatan_state_free(state);
    charlatan_game_free(game);
}

static void boards_tell_no_secrets(void **unused)
{
    (void)unused;
    compare_twins("arcane", 2, NULL);
    compare_twins("arcane", 4, "{\"market\":true,\"wizards\":\"random\"}");
    compare_twins("quacks", 3, "{\"together\":true}");
}

static void wrong_boards_are_refused(void **unused)
{
    (void)unused;
    charlatan_game *game = table(0), *null = open_game("null", 2, NULL);
    charlatan_state *state = begin(game, 1), *none = begin(null, 1);
    const char *fine[2] = {"Ann", NULL}, *wrong[2] = {"Ann", "\33[2J"};
    char *text = NULL;
    assert_int_equal(charlatan_state_board(state, 2, NULL, &text, &error), CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_state_board(state, 0, NULL, NULL, &error), CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_state_board(state, 0, wrong, &text, &error), CHARLATAN_BAD_REQUEST);
    assert_string_equal(error.reason, "seat-name-wrong");
    assert_int_equal(charlatan_state_board(none, 0, NULL, &text, &error), CHARLATAN_BAD_REQUEST);
    assert_string_equal(error.reason, "no-board");
    assert_null(text);
    FINE(charlatan_state_board(state, 1, fine, &text, &error));
    assert_non_null(strstr(text, "\nAnn\n"));
    assert_non_null(strstr(text, "\nseat 1 (you): "));
    charlatan_text_free(text);
    charlatan_state_free(none);
    charlatan_state_free(state);
    charlatan_game_free(null);
    charlatan_game_free(game);
}

/* ---- chance ---- */

/* What the seed decided can be forced upon a game with another seed; both come to the same end. */
static void outcomes_can_be_forced(void **unused)
{
    (void)unused;
    for (int i = 0; i < TABLES; i++) {
        charlatan_game *game = table(i);
        charlatan_state *state = begin(game, 21), *forced;
        uint8_t seed[CHARLATAN_SEED] = {9};
        char *chance, *text;
        FINE(charlatan_state_chance(state, 0, &chance, &error));
        FINE(charlatan_state_new_forced(game, seed, chance, &forced, &error));
        charlatan_text_free(chance);
        for (int action; (action = some_action(state)) >= 0;) {
            int seat = charlatan_state_seat(state);
            FINE(charlatan_state_apply(state, seat, action, &error));
            FINE(charlatan_state_chance(state, charlatan_state_moves(state), &chance, &error));
            FINE(charlatan_state_apply_forced(forced, seat, action, chance, &error));
            charlatan_text_free(chance);
        }
        assert_int_equal(charlatan_state_same(state, forced), 1);
        FINE(charlatan_state_record(forced, NULL, &text, &error));
        FINE(charlatan_record_verify(text, strlen(text), &chance, &error));
        assert_non_null(strstr(chance, "practice"));
        charlatan_text_free(chance);
        charlatan_text_free(text);
        charlatan_state_free(state);
        FINE(charlatan_state_clone(forced, &state, &error));
        charlatan_state_free(forced);
        FINE(charlatan_state_save(state, &text, &error));
        FINE(charlatan_state_load(text, strlen(text), &forced, &error));
        charlatan_text_free(text);
        assert_int_equal(charlatan_state_same(state, forced), 1);
        charlatan_state_free(state);
        charlatan_state_free(forced);
        charlatan_game_free(game);
    }
}

static void impossible_outcomes_change_nothing(void **unused)
{
    (void)unused;
    charlatan_game *game = table(0);
    charlatan_state *state = begin(game, 1), *copy;
    int seat = charlatan_state_seat(state), action = some_action(state);
    static const char *const wrong[] = {
        "[{\"card\":\"no-such-card\"}]", "[{\"first\":5}]", "{}", "[1]", "[", ""};
    FINE(charlatan_state_clone(state, &copy, &error));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_not_equal(charlatan_state_apply_forced(state, seat, action, wrong[i], &error),
                             0);
        assert_true(error.message[0] && error.name[0]);
        assert_int_equal(charlatan_state_same(state, copy), 1);
        assert_int_equal(charlatan_state_moves(state), 0);
    }
    charlatan_state_free(copy);
    charlatan_state_free(state);
    charlatan_game_free(game);
}

/* ---- bots, odds, records ---- */

static void bots_choose_legal_actions(void **unused)
{
    (void)unused;
    static const char *const names[] = {"random", "greedy", "search:iterations=8"};
    for (int i = 0; i < TABLES - 1; i++) {
        charlatan_game *game = table(i);
        charlatan_state *state = begin(game, 2);
        for (int step = 0; step < 30 && !charlatan_state_is_over(state); step++) {
            charlatan_bot *bot;
            int action = -1, again = -1, seat = charlatan_state_seat(state);
            FINE(charlatan_bot_open(game, names[step % 3], &bot, &error));
            FINE(charlatan_bot_choose(bot, state, seat, 5, &action, &error));
            FINE(charlatan_bot_choose(bot, state, seat, 5, &again, &error));
            assert_int_equal(action, again);
            FINE(charlatan_state_apply(state, seat, action, &error));
            charlatan_bot_free(bot);
        }
        charlatan_state_free(state);
        charlatan_game_free(game);
    }
}

/* Says no for so many times. */
static int count_down(void *with)
{
    int *left = with;
    return (*left)-- <= 0;
}

/* The bot would think for hours. */
static void bots_can_be_stopped(void **unused)
{
    (void)unused;
    charlatan_game *game = table(1);
    charlatan_state *state = begin(game, 2);
    charlatan_bot *bot;
    int action = -1, left = 3, seat = charlatan_state_seat(state);
    FINE(charlatan_bot_open(game, "search-1:iterations=100000000:threads=2", &bot, &error));
    charlatan_bot_watch(bot, count_down, &left);
    FINE(charlatan_bot_choose(bot, state, seat, 5, &action, &error));
    assert_int_equal(left, -1);
    FINE(charlatan_state_apply(state, seat, action, &error));
    charlatan_bot_watch(NULL, count_down, &left);
    charlatan_bot_free(bot);
    charlatan_state_free(state);
    charlatan_game_free(game);
}

static void expect_json(char *text)
{
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    json_decref(root);
    charlatan_text_free(text);
}

static void advice_is_json(void **unused)
{
    (void)unused;
    for (int i = 0; i < TABLES - 1; i += 3) {
        charlatan_game *game = table(i);
        charlatan_state *state = begin(game, 2);
        charlatan_bot *bot;
        char *text = NULL;
        for (int step = 0; step < 5; step++)
            play_one(state);
        int seat = charlatan_state_seat(state);
        FINE(charlatan_bot_open(game, "greedy", &bot, &error));
        FINE(charlatan_bot_advise(bot, state, seat, 1, &text, &error));
        expect_json(text);
        FINE(charlatan_state_odds(state, seat, &text, &error));
        expect_json(text);
        FINE(charlatan_state_hint(state, seat, &text, &error));
        expect_json(text);
        FINE(charlatan_state_events(state, charlatan_state_moves(state), seat, &text, &error));
        expect_json(text);
        FINE(charlatan_game_options(game, &text, &error));
        expect_json(text);
        FINE(charlatan_game_observation_rows(game, &text, &error));
        assert_non_null(strstr(text, "\"least\""));
        expect_json(text);
        FINE(charlatan_game_rules(game, &text, &error));
        assert_non_null(strstr(text, i < 3 ? "\"A1\"" : "\"Q1\""));
        expect_json(text);
        charlatan_bot_free(bot);
        charlatan_state_free(state);
        charlatan_game_free(game);
    }
}

static void records_are_verified(void **unused)
{
    (void)unused;
    static const char *const names[CHARLATAN_MOST_SEATS] = {"Ann", NULL, "Bob", "", NULL, NULL};
    static const char *const wrong[CHARLATAN_MOST_SEATS] = {"Ann", "B\nb"};
    for (int i = 0; i < TABLES; i++) {
        charlatan_game *game = table(i);
        charlatan_state *state = begin(game, 77);
        char *record = NULL, *checked = NULL;
        play_one(state);
        FINE(charlatan_state_record(state, NULL, &record, &error));
        FINE(charlatan_record_verify(record, strlen(record), &checked, &error));
        assert_non_null(strstr(checked, "\"over\":false"));
        charlatan_text_free(record);
        charlatan_text_free(checked);
        play_out(state);
        assert_int_equal(charlatan_state_record(state, wrong, &record, &error),
                         CHARLATAN_BAD_REQUEST);
        FINE(charlatan_state_record(state, names, &record, &error));
        FINE(charlatan_record_verify(record, strlen(record), &checked, &error));
        assert_non_null(strstr(checked, "\"proven\":true"));
        charlatan_text_free(checked);
        /* A digit of some hash. */
        char *hash = strstr(record, "\"hash\":\"");
        hash[8] = hash[8] == '1' ? '2' : '1';
        assert_int_equal(charlatan_record_verify(record, strlen(record), &checked, &error),
                         CHARLATAN_BAD_RECORD);
        assert_non_null(strstr(error.message, "line 2"));
        charlatan_text_free(record);
        charlatan_state_free(state);
        charlatan_game_free(game);
    }
}

/* ---- wrong calls ---- */

static void wrong_games_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        int players;
        const char *options;
        int code;
    } wrong[] = {
        {NULL, 2, NULL, CHARLATAN_BAD_REQUEST},
        {"chess", 2, NULL, CHARLATAN_BAD_OPTION},
        {"arcane", 1, NULL, CHARLATAN_BAD_OPTION},
        {"arcane", 7, NULL, CHARLATAN_BAD_OPTION},
        {"arcane", -2147483647, NULL, CHARLATAN_BAD_OPTION},
        {"arcane", 2, "", CHARLATAN_BAD_JSON},
        {"arcane", 2, "{\"market\":1}", CHARLATAN_BAD_OPTION},
        {"arcane", 2, "{\"markt\":true}", CHARLATAN_BAD_OPTION},
        {"arcane", 2, "[]", CHARLATAN_BAD_OPTION},
        {"quacks", 5, NULL, CHARLATAN_BAD_OPTION},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        charlatan_game *game = NULL;
        assert_int_equal(
            charlatan_game_open(wrong[i].name, wrong[i].players, wrong[i].options, &game, &error),
            wrong[i].code);
        assert_null(game);
        assert_int_equal(error.code, wrong[i].code);
        assert_true(error.message[0] && error.name[0] && error.reason[0]);
        assert_int_equal(
            charlatan_game_open(wrong[i].name, wrong[i].players, wrong[i].options, &game, NULL),
            wrong[i].code);
    }
    assert_int_not_equal(charlatan_game_open("arcane", 2, NULL, NULL, &error), 0);
    charlatan_game *none = NULL;
    charlatan_game_open("chess", 2, NULL, &none, &error);
    assert_string_equal(error.message, "there is no game 'chess'; there are arcane, quacks");
}

static void wrong_seats_and_actions_are_refused(void **unused)
{
    (void)unused;
    charlatan_game *game = table(0);
    charlatan_state *state = begin(game, 1);
    int seat = charlatan_state_seat(state), other = !seat, action = some_action(state), found;
    int32_t actions[64];
    uint8_t mask[8];
    char name[CHARLATAN_NAME], *text;
    size_t n;
    assert_int_equal(charlatan_state_apply(state, other, action, &error),
                     CHARLATAN_NOT_YOUR_DECISION);
    static const int seats[] = {-1, 2, 6, 64, 2147483647, -2147483647};
    for (size_t i = 0; i < sizeof seats / sizeof seats[0]; i++) {
        assert_int_equal(charlatan_state_apply(state, seats[i], action, &error),
                         CHARLATAN_BAD_REQUEST);
        assert_int_equal(charlatan_state_legal(state, seats[i], actions, &n, &error),
                         CHARLATAN_BAD_REQUEST);
        assert_int_equal(charlatan_state_odds(state, seats[i], &text, &error),
                         CHARLATAN_BAD_REQUEST);
    }
    for (int k = 0; k < 5000; k++) {
        int wrong = k < charlatan_game_actions(game) ? k : (int)below(0xffffffffu);
        int legal = charlatan_state_action_name(state, seat, wrong, name, &error) == 0;
        FINE(charlatan_state_legal(state, seat, actions, &n, &error));
        int listed = 0;
        for (size_t i = 0; i < n; i++)
            listed |= actions[i] == wrong;
        assert_int_equal(legal, listed);
        if (!legal)
            assert_int_equal(charlatan_state_apply(state, seat, wrong, &error),
                             CHARLATAN_ILLEGAL_ACTION);
    }
    assert_int_equal(charlatan_state_mask(state, seat, mask, sizeof mask, &error),
                     CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_state_action_named(state, seat, "dance", &found, &error),
                     CHARLATAN_ILLEGAL_ACTION);
    assert_int_equal(charlatan_state_view(state, 2, &text, &error), CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_state_view(state, -3, &text, &error), CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_state_events(state, 1, 0, &text, &error), CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_state_moves(state), 0);
    charlatan_state_free(state);
    charlatan_game_free(game);
}

/* Whatever is asked, no subtraction overflows. */
static void least_numbers_are_refused(void **unused)
{
    (void)unused;
    charlatan_game *game;
    charlatan_state *state;
    int32_t actions[64];
    size_t n;
    FINE(charlatan_game_open("arcane", 2, NULL, &game, &error));
    FINE(charlatan_state_new(game, 1, &state, &error));
    for (int i = 0; i < 20; i++) {
        int seat = charlatan_state_seat(state);
        assert_int_equal(charlatan_state_apply(state, seat, INT32_MIN, &error),
                         CHARLATAN_ILLEGAL_ACTION);
        FINE(charlatan_state_legal(state, seat, actions, &n, &error));
        FINE(charlatan_state_apply(state, seat, actions[0], &error));
    }
    charlatan_state_free(state);
    charlatan_game_free(game);
}

/* `s` is no state; `state` is one. */
static void no_state_is_refused(charlatan_state *s, const charlatan_state *state)
{
    char buffer[CHARLATAN_SENTENCE], *text;
    charlatan_state *made = NULL;
    int32_t numbers[64];
    double returns[6];
    uint8_t bytes[64] = {0};
    size_t n;
    int action;
    int codes[] = {
        charlatan_state_clone(s, &made, &error),
        charlatan_state_reseed(s, 1, &error),
        charlatan_state_scores(s, numbers, 6, &error),
        charlatan_state_returns(s, returns, 6, &error),
        charlatan_state_legal(s, 0, numbers, &n, &error),
        charlatan_state_mask(s, 0, bytes, 64, &error),
        charlatan_state_apply(s, 0, 0, &error),
        charlatan_state_apply_forced(s, 0, 0, "[]", &error),
        charlatan_state_action_name(s, 0, 0, buffer, &error),
        charlatan_state_action_named(s, 0, "pass", &action, &error),
        charlatan_state_question_kind(s, 0, buffer, &error),
        charlatan_state_question_text(s, 0, buffer, &error),
        charlatan_state_view(s, 0, &text, &error),
        charlatan_state_events(s, 0, 0, &text, &error),
        charlatan_state_chance(s, 0, &text, &error),
        charlatan_state_guess(s, 0, 1, &made, &error),
        charlatan_state_save(s, &text, &error),
        charlatan_state_odds(s, 0, &text, &error),
        charlatan_state_hint(s, 0, &text, &error),
        charlatan_state_record(s, NULL, &text, &error),
        charlatan_state_board(s, 0, NULL, &text, &error),
    };
    for (size_t k = 0; k < sizeof codes / sizeof codes[0]; k++)
        assert_int_equal(codes[k], CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_state_players(s), -1);
    assert_int_equal(charlatan_state_seat(s), -1);
    assert_int_equal(charlatan_state_is_over(s), -1);
    assert_int_equal(charlatan_state_same(s, state), -1);
    assert_int_equal(
        charlatan_state_active(s) | charlatan_state_winners(s) | charlatan_state_moves(s), 0);
    assert_true(charlatan_state_hash(s) == 0);
    charlatan_state_free(s);
}

/* Every function with NULL, and with a handle of another kind. */
static void handles_are_checked(void **unused)
{
    (void)unused;
    charlatan_game *game = table(0), *none = NULL;
    charlatan_state *state = begin(game, 1), *made = NULL;
    char *text;
    charlatan_bot *bot;
    int action;
    no_state_is_refused(NULL, state);
    no_state_is_refused((charlatan_state *)(void *)game, state);
    assert_int_equal(charlatan_state_new(NULL, 1, &made, &error), CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_state_new(game, 1, NULL, &error), CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_state_new_forced(game, NULL, NULL, &made, &error),
                     CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_bot_open(game, NULL, &bot, &error), CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_bot_open(game, "nobody", &bot, &error), CHARLATAN_BAD_OPTION);
    assert_int_equal(charlatan_bot_open(game, "brewer", &bot, &error), CHARLATAN_BAD_OPTION);
    assert_int_equal(charlatan_bot_open(game, "search:depth=x", &bot, &error),
                     CHARLATAN_BAD_OPTION);
    assert_int_equal(charlatan_bot_choose(NULL, state, 0, 1, &action, &error),
                     CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_record_verify(NULL, 0, &text, &error), CHARLATAN_BAD_REQUEST);
    assert_int_equal(charlatan_record_verify("", 0, &text, &error), CHARLATAN_BAD_RECORD);
    assert_null(charlatan_game_name(none));
    assert_null(charlatan_game_name_at(-1));
    assert_null(charlatan_game_name_at(99));
    assert_string_equal(charlatan_game_name_at(1), "quacks");
    assert_null(charlatan_game_name_at(2));
    charlatan_state_free(state);
    charlatan_game_free(game);
    charlatan_game_free(NULL);
    charlatan_bot_free(NULL);
}

/* Saved texts with bytes changed, cut or doubled are refused or read, never fatal. */
static void damaged_texts_are_refused(void **unused)
{
    (void)unused;
    int read = 0, refused = 0;
    for (int i = 0; i < TABLES; i++) {
        charlatan_game *game = table(i);
        charlatan_state *state = begin(game, 4), *guess, *made;
        char *text, *other;
        for (int step = 0; step < 40; step++)
            play_one(state);
        FINE(charlatan_state_guess(state, 0, 1, &guess, &error));
        FINE(charlatan_state_save(state, &text, &error));
        FINE(charlatan_state_save(guess, &other, &error));
        for (int round = 0; round < 400; round++) {
            char *from = round & 1 ? text : other;
            size_t n = strlen(from);
            char *copy = malloc(n + 1);
            memcpy(copy, from, n + 1);
            for (uint32_t k = below(4); k > 0; k--)
                copy[below((uint32_t)n)] =
                    (char)(below(8) ? "0123456789abcdef{}[],\""[below(22)] : (int)below(256));
            size_t length = below(4) ? n : below((uint32_t)n);
            int code = charlatan_state_load(copy, length, &made, &error);
            read += code == 0;
            refused += code != 0;
            assert_int_equal(code == 0, made != NULL);
            assert_int_equal(code != 0, error.message[0] != 0);
            if (made)
                play_out(made);
            charlatan_state_free(made);
            free(copy);
        }
        charlatan_text_free(text);
        charlatan_text_free(other);
        charlatan_state_free(guess);
        charlatan_state_free(state);
        charlatan_game_free(game);
    }
    assert_true(read > 100 && refused > 500);
}

/* ---- observations ---- */

/* What a seat knows, and the same from a guess that has the same view. */
static void observations_are_of_the_view(void **unused)
{
    (void)unused;
    for (int i = 0; i < TABLES - 1; i++) {
        charlatan_game *game = table(i);
        charlatan_state *state = begin(game, 8), *guess;
        size_t cells = (size_t)charlatan_game_cells(game), n[2];
        size_t most = (size_t)charlatan_game_most_inputs(game);
        uint8_t *dense[2] = {calloc(cells, 1), calloc(cells, 1)};
        uint16_t *sparse[2] = {calloc(most, 2), calloc(most, 2)};
        char name[CHARLATAN_NAME];
        for (int step = 0; step < 60 && play_one(state); step++) {
            int seat = (int)below((uint32_t)tables[i].players);
            FINE(charlatan_state_guess(state, seat, (uint64_t)step, &guess, &error));
            for (int k = 0; k < 2; k++) {
                const charlatan_state *of = k ? guess : state;
                FINE(charlatan_state_observe(of, seat, dense[k], cells, &error));
                FINE(charlatan_state_inputs(of, seat, sparse[k], most, &n[k], &error));
            }
            assert_memory_equal(dense[0], dense[1], cells);
            assert_int_equal(n[0], n[1]);
            assert_memory_equal(sparse[0], sparse[1], n[0] * sizeof(uint16_t));
            charlatan_state_free(guess);
        }
        FINE(charlatan_game_cell_text(game, (int)cells - 1, name, &error));
        FINE(charlatan_game_input_text(game, 0, name, &error));
        FINE(charlatan_game_action_text(game, 0, name, &error));
        assert_int_not_equal(charlatan_game_cell_text(game, (int)cells, name, &error), 0);
        assert_int_not_equal(charlatan_game_input_text(game, -1, name, &error), 0);
        assert_int_not_equal(charlatan_game_action_text(game, -1, name, &error), 0);
        assert_int_not_equal(charlatan_state_observe(state, 0, dense[0], cells - 1, &error), 0);
        assert_true(charlatan_game_observation_hash(game) != 0);
        for (int k = 0; k < 2; k++) {
            free(dense[k]);
            free(sparse[k]);
        }
        charlatan_state_free(state);
        charlatan_game_free(game);
    }
}

/* Programs that were built with this header have these sizes in them. */
static void structures_keep_their_layout(void **unused)
{
    (void)unused;
    assert_int_equal(sizeof(charlatan_error), 344);
    assert_int_equal(offsetof(charlatan_error, name), 4);
    assert_int_equal(offsetof(charlatan_error, reason), 32);
    assert_int_equal(offsetof(charlatan_error, rule), 80);
    assert_int_equal(offsetof(charlatan_error, message), 104);
    assert_int_equal(offsetof(charlatan_arrays, actions), sizeof(size_t));
    assert_int_equal(offsetof(charlatan_arrays, dones), sizeof(size_t) + 6 * sizeof(void *));
    assert_int_equal(offsetof(charlatan_arrays, finals), sizeof(size_t) + 7 * sizeof(void *));
    assert_int_equal(CHARLATAN_OTHER, 12);
}

/* ---- many ---- */

/* The sanitizer's leak check looks at the end. */
static void states_are_made_and_dropped(void **unused)
{
    (void)unused;
    charlatan_game *game = table(1);
    charlatan_state *state = begin(game, 1), *copy;
    for (int i = 0; i < 100000; i++) {
        FINE(charlatan_state_clone(state, &copy, &error));
        charlatan_state_free(state);
        state = copy;
        if (i % 64 == 0 && !play_one(state)) {
            charlatan_state_free(state);
            state = begin(game, (uint64_t)i);
        }
    }
    charlatan_state_free(state);
    charlatan_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_played_to_their_end),
        cmocka_unit_test(masks_names_and_lists_agree),
        cmocka_unit_test(clones_and_saved_states_go_on_alike),
        cmocka_unit_test(positions_begin_with_nothing_forced),
        cmocka_unit_test(older_rules_are_kept),
        cmocka_unit_test(guesses_have_the_same_view),
        cmocka_unit_test(boards_tell_no_secrets),
        cmocka_unit_test(wrong_boards_are_refused),
        cmocka_unit_test(outcomes_can_be_forced),
        cmocka_unit_test(impossible_outcomes_change_nothing),
        cmocka_unit_test(bots_choose_legal_actions),
        cmocka_unit_test(bots_can_be_stopped),
        cmocka_unit_test(advice_is_json),
        cmocka_unit_test(records_are_verified),
        cmocka_unit_test(wrong_games_are_refused),
        cmocka_unit_test(wrong_seats_and_actions_are_refused),
        cmocka_unit_test(handles_are_checked),
        cmocka_unit_test(damaged_texts_are_refused),
        cmocka_unit_test(observations_are_of_the_view),
        cmocka_unit_test(structures_keep_their_layout),
        cmocka_unit_test(states_are_made_and_dropped),
        cmocka_unit_test(least_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
