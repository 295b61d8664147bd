/* Tests what viewers are told, entry by entry, in one small game: people come and go, moves, undos,
 * the end. */
#include "match/may.h"
#include "match/tell.h"
#include "match/undo.h"
#include "tests/match_rig.h"
#include "tests/set_apply.h"

/* ---- tables, snapshots, people ---- */

static struct rig lobby;
static struct tell_before lobby_before;

static json_t *table_now(void)
{
    struct writer w = {0};
    tell_snapshot(&w, &lobby.m, "abcdefghijklmnop", SPECTATOR);
    json_t *told = parse(&w),
           *table = json_incref(json_object_get(json_object_get(told, "snapshot"), "table"));
    json_decref(told);
    writer_free(&w);
    return table;
}

/* Every entry's message turns the table before into that of a snapshot after it. */
static void lobby_take(void)
{
    struct writer w = {0};
    json_t *table = table_now();
    before_take(&lobby_before, &lobby.m, "abcdefghijklmnop");
    rig_take(&lobby);
    tell_entry(&w, &lobby.m, &lobby_before, &lobby.e, lobby.done, SPECTATOR);
    json_t *told = parse(&w), *set = json_object_get(told, "table"), *after = table_now();
    assert_null(set ? set_apply(&table, set, 0) : NULL);
    assert_true(json_equal(table, after));
    json_decref(table);
    json_decref(told);
    json_decref(after);
    writer_free(&w);
}

static int lobby_settles(void)
{
    if (!match_follows(&lobby.m, lobby.now, &lobby.e))
        return 0;
    lobby_take();
    return 1;
}

static void expect_told(int viewer, const char *text)
{
    struct writer w = {0};
    tell_entry(&w, &lobby.m, &lobby_before, &lobby.e, lobby.done, viewer);
    assert_string_equal(w.at, text);
    writer_free(&w);
}

static json_t *snapshot(int viewer)
{
    struct writer w = {0};
    tell_snapshot(&w, &lobby.m, "abcdefghijklmnop", viewer);
    json_t *told = parse(&w), *inside = json_incref(json_object_get(told, "snapshot"));
    json_decref(told);
    writer_free(&w);
    return inside;
}

/* Compares a member, or a member of that, with a JSON text. */
static void expect_member(const json_t *object, const char *key, const char *in, const char *text)
{
    const json_t *member = json_object_get(object, key);
    char *is = json_dumps(in ? json_object_get(member, in) : member,
                          JSON_COMPACT | JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
    assert_string_equal(is ? is : "missing", text);
    free(is);
}

static void sit(int seat, const char *name)
{
    struct match_sitting s = {.seat = seat, .name = name, .token = {9}};
    assert_int_equal(match_may_sit(&lobby.m, &s, lobby.now, &lobby.e, &lobby.why), 0);
    lobby_take();
}

static void leave(int seat)
{
    assert_int_equal(match_may_leave(&lobby.m, seat, lobby.now, &lobby.e, &lobby.why), 0);
    lobby_take();
}

static void check_waiting(void)
{
    static const char *const is[][2] = {
        {"id", "\"abcdefghijklmnop\""},
        {"game", "\"null\""},
        {"players", "3"},
        {"options", "{\"tosses\":2}"},
        {"open", "false"},
        {"state", "\"waiting\""},
        {"created", "5000"},
        {"clock", "{\"move\":60,\"game\":600}"},
        {"seats", "[{\"kind\":\"human\",\"name\":\"Person 0\",\"bot\":null,\"away\":null},"
                  "{\"kind\":\"empty\",\"name\":null,\"bot\":null,\"away\":null},"
                  "{\"kind\":\"bot\",\"name\":\"Hilda\",\"bot\":\"random\",\"away\":null}]"},
        {"nonces", "null"},
        {"result", "null"},
        {"winners", "null"},
        {"rematch", "null"},
        {"practice", "null"},
        {"undo_luck", "false"},
    };
    json_t *s = snapshot(0);
    for (size_t i = 0; i < sizeof is / sizeof *is; i++)
        expect_member(s, "table", is[i][0], is[i][1]);
    expect_member(s, "n", NULL, "2");
    expect_member(s, "seat", NULL, "0");
    expect_member(s, "view", NULL, "null");
    expect_member(s, "table", "left", "null");
    expect_member(s, "table", "plea", "null");
    json_decref(s);
}

static void people_come_and_go(void **state)
{
    struct match_founding f;
    (void)state;
    rig_found(&f, "null", "h.b", "{\"tosses\":2}");
    f.clock.move = 60, f.clock.game = 600;
    f.seat[0].nonce = (struct match_nonce){2, {0xd1, 0xd2}};
    rig_open(&lobby, &f, 5000);
    sit(1, "Zoë \"Q\" \\ {x}");
    expect_told(0, "{\"n\":1,\"sit\":1,\"name\":\"Zoë \\\"Q\\\" \\\\ {x}\","
                   "\"table\":[[\"seats.1.kind\",\"human\"],"
                   "[\"seats.1.name\",\"Zoë \\\"Q\\\" \\\\ {x}\"]]}");
    json_t *s = snapshot(SPECTATOR);
    expect_member(s, "seat", NULL, "null");
    json_decref(s);
    leave(1);
    expect_told(SPECTATOR, "{\"n\":2,\"rise\":1,\"table\":["
                           "[\"seats.1.kind\",\"empty\"],[\"seats.1.name\",null]]}");
    check_waiting();
}

static void move(int seat, const char *action)
{
    uint32_t ask = lobby.m.seat[seat].asked;
    if (match_may_move_named(&lobby.m, seat, action, ask, lobby.now, &lobby.e, &lobby.why) < 0)
        fail_msg("%s", lobby.why.message);
    lobby_take();
}

static void expect_ask(int seat, const char *text)
{
    struct writer w = {0};
    assert_int_equal(tell_ask(&w, &lobby.m, seat), text != NULL);
    assert_string_equal(text ? w.at : "", text ? text : "");
    assert_true(text || w.n == 0);
    writer_free(&w);
}

/* Each of these tests goes on where the one before it ends. */
static void a_game_starts(void **state)
{
    struct writer w = {0};
    (void)state;
    sit(1, "Bo");
    /* The table is full. */
    assert_int_equal(lobby_settles(), 1);
    tell_entry(&w, &lobby.m, &lobby_before, &lobby.e, lobby.done, 1);
    json_t *told = parse(&w);
    expect_member(told, "start", NULL, "true");
    expect_member(told, "events", NULL, "[]");
    expect_member(told, "table", NULL,
                  "[[\"state\",\"running\"],[\"nonces\",[\"d1d2\",null,null]],"
                  "[\"left\",[600000,600000,600000]]]");
    expect_member(told, "view", "toss", "1");
    json_decref(told);
    writer_free(&w);
    expect_ask(0, "{\"ask\":{\"n\":4,\"kind\":\"call\",\"text\":\"Call heads or tails.\","
                  "\"actions\":[\"call heads\",\"call tails\"],\"until\":65000}}");
    /* A bot sits there. */
    expect_ask(2, NULL);
}

static void a_move_is_told(void **state)
{
    (void)state;
    lobby.now += 1000;
    move(0, "call tails");
    /* Seat 0 has answered. */
    expect_ask(0, NULL);
    expect_told(
        1,
        "{\"n\":5,\"seat\":0,\"events\":[{\"call\":true}],"
        "\"set\":[[\"pending\",0,1,[]],[\".call\",\"hidden\"]],\"table\":[[\"left.0\",599000]]}");
    expect_told(
        0, "{\"n\":5,\"seat\":0,"
           "\"events\":[{\"call\":\"tails\"}],"
           "\"set\":[[\"pending\",0,1,[]],[\".call\",\"tails\"]],\"table\":[[\"left.0\",599000]]}");
    json_t *s = snapshot(1);
    expect_member(s, "table", "left", "[599000,600000,600000]");
    json_decref(s);
}

static void undo(int seat)
{
    assert_int_equal(match_may_undo(&lobby.m, seat, lobby.now, &lobby.e, &lobby.why), 0);
    lobby_take();
}

static void a_move_is_taken_back(void **state)
{
    (void)state;
    /* The move revealed nothing. */
    undo(0);
    expect_told(1, "{\"n\":6,\"undo\":5,\"seat\":0,\"set\":[[\"pending\",0,0,[{\"kind\":"
                   "\"call\",\"seat\":0}]],[\".call\",null]],"
                   "\"table\":[[\"left.1\",599000]]}");
    move(0, "call heads");
    move(1, "call heads");
    undo(0);
    expect_told(SPECTATOR, "{\"n\":9,\"plea\":0,\"to\":7,\"table\":[[\"plea\","
                           "{\"seat\":0,\"to\":7,\"asked\":[1],\"until\":66000,\"granted\":[]}]]}");
    json_t *s = snapshot(1);
    expect_member(s, "table", "plea",
                  "{\"seat\":0,\"to\":7,\"asked\":[1],\"until\":66000,\"granted\":[]}");
    json_decref(s);
    assert_int_equal(match_may_grant(&lobby.m, 1, 0, lobby.now, &lobby.e, &lobby.why), 0);
    lobby_take();
    expect_told(SPECTATOR, "{\"n\":10,\"grant\":1,\"yes\":false,\"table\":[[\"plea\",null]]}");
}

static void people_are_away(void **state)
{
    (void)state;
    leave(1);
    expect_told(0, "{\"n\":11,\"away\":1,\"why\":\"left\",\"bot\":\"random\","
                   "\"table\":[[\"seats.1.bot\",\"random\"],[\"seats.1.away\",\"left\"]]}");
    json_t *s = snapshot(0);
    json_t *seat = json_array_get(json_object_get(json_object_get(s, "table"), "seats"), 1);
    expect_member(seat, "kind", NULL, "\"human\"");
    expect_member(seat, "bot", NULL, "\"random\"");
    expect_member(seat, "away", NULL, "\"left\"");
    json_decref(s);
    assert_int_equal(match_may_return(&lobby.m, 1, lobby.now, &lobby.e, &lobby.why), 0);
    lobby_take();
    expect_told(0,
                "{\"n\":12,\"back\":1,\"table\":[[\"seats.1.bot\",null],[\"seats.1.away\",null]]}");
}

static void the_bot_moves(void)
{
    const struct session *s = &lobby.m.session;
    int answer = bit_lowest(s->game->legal(s->state, 2));
    uint32_t ask = lobby.m.seat[2].asked;
    assert_int_equal(match_may_move_bot(&lobby.m, (struct move){2, (uint8_t)answer}, ask, lobby.now,
                                        &lobby.e, &lobby.why),
                     0);
    lobby_take();
}

static int told_contains(const char *text)
{
    struct writer w = {0};
    tell_entry(&w, &lobby.m, &lobby_before, &lobby.e, lobby.done, 1);
    int there = strstr(w.at, text) != NULL;
    writer_free(&w);
    return there;
}

static void a_game_ends(void **state)
{
    (void)state;
    /* The first coin is tossed. */
    the_bot_moves();
    assert_true(told_contains("{\"coin\":"));
    move(0, "call heads");
    move(1, "call heads");
    assert_false(told_contains("over") || told_contains("salt"));
    the_bot_moves();
    assert_int_equal(lobby.m.phase, MATCH_OVER);
    assert_true(told_contains("[\"state\",\"over\"]") && told_contains("[\"result\",["));
    assert_true(told_contains("[\"seed\",\"07070707"));
    assert_true(told_contains("[\"salt\",\"09090909"));
    json_t *s = snapshot(1);
    expect_member(s, "table", "state", "\"over\"");
    assert_int_equal(json_array_size(json_object_get(json_object_get(s, "table"), "result")), 3);
    json_decref(s);
    expect_ask(0, NULL);
    assert_int_equal(
        match_may_rematch(&lobby.m, "aaaaaaaabbbbbbbb", lobby.now, &lobby.e, &lobby.why), 0);
    lobby_take();
    expect_told(0, "{\"n\":17,\"rematch\":\"aaaaaaaabbbbbbbb\","
                   "\"table\":[[\"rematch\",\"aaaaaaaabbbbbbbb\"]]}");
    rig_close(&lobby);
    before_free(&lobby_before);
}

static void a_table_is_closed(void **state)
{
    struct match_founding f;
    (void)state;
    memset(&lobby_before, 0, sizeof lobby_before);
    rig_found(&f, "arcane", "h.", NULL);
    rig_open(&lobby, &f, 5000);
    assert_int_equal(match_may_close(&lobby.m, "nobody", lobby.now, &lobby.e, &lobby.why), 0);
    lobby_take();
    expect_told(0, "{\"n\":1,\"close\":\"nobody\",\"table\":[[\"state\",\"closed\"]]}");
    json_t *s = snapshot(0);
    expect_member(s, "view", NULL, "null");
    expect_member(s, "table", "state", "\"closed\"");
    json_decref(s);
    rig_close(&lobby);
    before_free(&lobby_before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_come_and_go), cmocka_unit_test(a_game_starts),
        cmocka_unit_test(a_move_is_told),     cmocka_unit_test(a_move_is_taken_back),
        cmocka_unit_test(people_are_away),    cmocka_unit_test(a_game_ends),
        cmocka_unit_test(a_table_is_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
