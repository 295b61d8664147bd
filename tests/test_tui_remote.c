/* Tests of the terminal's client at a server's table: messages read back, and addresses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "bots/pick.h"
#include "match/entry.h"
#include "match/founding.h"
#include "match/may.h"
#include "match/tell.h"
#include "tui/call.h"
#include "tui/client_saved.h"
#include "tui/inside.h"
#include "tui/read.h"
#include "tui/remote.h"
#include "wire/event.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/hex.h"

struct telling {
    struct match m;
    struct session_done done;
    struct tell_before before;
    json_t *root[MAX_SEATS + 1];
};

static void telling_free(struct telling *w)
{
    for (int i = 0; i <= MAX_SEATS; i++)
        json_decref(w->root[i]);
    before_free(&w->before);
    match_free(&w->m);
    free(w);
}

static json_t *read_json(const struct writer *w)
{
    json_t *json = json_loadb(w->at, w->n, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    return json;
}

static void same_event(const struct match *m, const struct event *e, const json_t *said, int mover,
                       int viewer)
{
    struct event seen = event_seen_by(*e, viewer), read;
    assert_int_equal(event_read(m->session.json->events, said, mover, &read), 0);
    assert_memory_equal(&seen, &read, sizeof seen);
}

/* Reads a viewer's message about an entry: the view after it, and its events. */
static void hear(struct telling *w, const struct entry *e, int viewer)
{
    int place = viewer < 0 ? MAX_SEATS : viewer;
    struct writer text = {0};
    struct view v, right;
    struct refusal why = {0};
    int mover = e->kind == ENTRY_START ? EVENT_NONE : e->seat;
    tell_entry(&text, &w->m, &w->before, e, &w->done, viewer);
    json_t *said = read_json(&text), *view = json_object_get(said, "view");
    if (view) {
        json_decref(w->root[place]);
        w->root[place] = json_deep_copy(view);
    } else {
        assert_null(changes_apply(&w->root[place], json_object_get(said, "set"), mover));
    }
    match_view(&w->m, viewer, &right);
    if (view_read(&v, w->m.session.json, w->root[place], viewer, &why) < 0)
        fail_msg("viewer %d: %s: %s", viewer, why.message,
                 json_dumps(w->root[place], JSON_COMPACT));
    assert_memory_equal(v.bytes, right.bytes, sizeof v.bytes);
    const json_t *events = json_object_get(said, "events");
    assert_int_equal(json_array_size(events), w->done.events);
    for (uint32_t i = 0; i < w->done.events; i++)
        same_event(&w->m, &w->done.event[i], json_array_get(events, i), mover, viewer);
    json_decref(said);
    writer_free(&text);
}

static void found_match(struct telling *w, const char *game, int players, const char *options,
                        uint64_t seed)
{
    struct match_founding f = {.json = game_json_by_name(game), .players = players};
    struct entry e;
    struct refusal why;
    json_t *given = json_loads(options, 0, NULL);
    f.json->game->init(f.options, players);
    assert_int_equal(f.json->read_options(f.options, given, &why), 0);
    json_decref(given);
    seed_from_number(seed, f.seed);
    for (int seat = 0; seat < players; seat++) {
        f.seat[seat].kind = SEAT_HUMAN;
        snprintf(f.seat[seat].name, sizeof f.seat[seat].name, "P%d", seat);
        f.seat[seat].token[0] = (uint8_t)(seat + 1);
    }
    match_init(&w->m);
    assert_int_equal(match_may_found(&f, 1, &e, &why), 0);
    assert_int_equal(match_take(&w->m, &e, &w->done, &why), 0);
    assert_int_equal(match_follows(&w->m, 1, &e), 1);
    before_take(&w->before, &w->m, "aaaaaaaaaaaaaaaa");
    assert_int_equal(match_take(&w->m, &e, &w->done, &why), 0);
    for (int viewer = SPECTATOR; viewer < players; viewer++)
        hear(w, &e, viewer);
}

/* All views and events of whole games, written as a server does, must read back as they were. */
static void hear_game(const char *game, int players, const char *options, uint64_t seed)
{
    struct telling *w = calloc(1, sizeof *w);
    uint64_t luck = seed;
    struct entry e;
    struct refusal why;
    assert_non_null(w);
    found_match(w, game, players, options, seed);
    while (w->m.phase == MATCH_RUNNING) {
        const struct session *s = &w->m.session;
        uint32_t active = s->game->active(s->state);
        int seat = bit_lowest(active);
        int answer = pick_answer(s->game->legal(s->state, seat), &luck);
        /* People sit there, so no bot may move. */
        assert_int_equal(match_may_move_bot(&w->m, (struct move){(uint8_t)seat, (uint8_t)answer},
                                            w->m.seat[seat].asked, 2, &e, &why),
                         -1);
        char name[MAX_NAME];
        s->game->action_name(s->state, seat, answer, name);
        assert_int_equal(
            match_may_move_named(&w->m, seat, name, w->m.seat[seat].asked, 2, &e, &why), 0);
        before_take(&w->before, &w->m, "aaaaaaaaaaaaaaaa");
        assert_int_equal(match_take(&w->m, &e, &w->done, &why), 0);
        for (int viewer = SPECTATOR; viewer < players; viewer++)
            hear(w, &e, viewer);
    }
    telling_free(w);
}

static void test_hears_what_is_told(void **state)
{
    (void)state;
    hear_game("quacks", 2, "{\"books\":2,\"fortune\":\"off\"}", 1);
    hear_game("quacks", 4, "{\"books\":{\"green\":2,\"blue\":1,\"red\":3},\"pot\":\"tubes\"}", 2);
    hear_game("quacks", 3,
              "{\"together\":true,\"second_chance\":\"risky\",\"strong_ingredient\":\"acts\"}", 3);
    hear_game("arcane", 2, "{}", 4);
    hear_game("arcane", 5, "{\"market\":true,\"wizards\":\"random\"}", 5);
#ifdef SLOW_BUILD
    hear_game("arcane", 3, "{\"edition\":\"hundred\",\"rounds\":4}", 6);
#else
    hear_game("arcane", 3, "{\"edition\":\"hundred\"}", 6);
#endif
}

/* A terminal that has the snapshot of a match. */
static struct remote *spectator_of(const struct telling *w)
{
    static const struct client_kind server = {.remote = 1};
    struct remote *r = calloc(1, sizeof *r);
    struct writer out = {0};
    client_init(&r->t, &server, "");
    r->n = r->plea = -1;
    tell_snapshot(&out, &w->m, "aaaaaaaaaaaaaaaa", SPECTATOR);
    remote_hear(r, out.at, out.n);
    writer_free(&out);
    return r;
}

static void spectator_free(struct remote *r)
{
    json_decref(r->root);
    json_decref(r->table);
    seen_free(&r->seen);
    client_wipe(&r->t);
    free(r);
}

/* A bot's move at a server's table, after a snapshot. Returns what is said about its thinking. */
static const char *hurried_news(uint8_t hurried)
{
    static char text[CLIENT_TEXT];
    struct telling *w = calloc(1, sizeof *w);
    struct writer out = {0};
    struct entry e;
    struct refusal why;
    found_match(w, "arcane", 2, "{}", 7);
    struct remote *r = spectator_of(w);
    int seat = bit_lowest(w->m.session.game->active(w->m.session.state));
    int first = bit_lowest(w->m.session.game->legal(w->m.session.state, seat));
    assert_int_equal(match_may_move(&w->m, (struct move){(uint8_t)seat, (uint8_t)first},
                                    w->m.seat[seat].asked, 2, &e, &why),
                     0);
    e.hurried = hurried;
    before_take(&w->before, &w->m, "aaaaaaaaaaaaaaaa");
    assert_int_equal(match_take(&w->m, &e, &w->done, &why), 0);
    tell_entry(&out, &w->m, &w->before, &e, &w->done, SPECTATOR);
    remote_hear(r, out.at, out.n);
    text[0] = 0;
    for (int i = 0; i < r->t.queued; i++)
        if (r->t.queue[i].news.kind == NEWS_HURRIED)
            strcpy(text, r->t.queue[i].text);
    spectator_free(r);
    telling_free(w);
    writer_free(&out);
    return strchr(text, ' ') ? strchr(text, ' ') : text;
}

static void test_hears_that_a_bot_hurried(void **state)
{
    (void)state;
    assert_string_equal(hurried_news(HURRIED_NO), "");
    assert_string_equal(hurried_news(HURRIED_BUSY), " had less time to think: the server is busy.");
    assert_string_equal(hurried_news(HURRIED_BUDGET),
                        " had less time to think: the bots' thinking time is used up for now.");
    assert_string_equal(hurried_news(HURRIED_FAILED),
                        " is a program and does not answer: rules of thumb take over for it.");
}

/* The message is the next event; `says` is what is told of it. */
static void hears(struct remote *r, const char *message, const char *says)
{
    char text[CLIENT_TEXT];
    int n = snprintf(text, sizeof text, "{\"n\":%d,%s}", (int)r->n + 1, message);
    remote_hear(r, text, (size_t)n);
    assert_true(r->t.queued > 0);
    assert_string_equal(r->t.queue[r->t.queued - 1].text, says);
}

static void test_hears_of_people(void **state)
{
    struct telling *w = calloc(1, sizeof *w);
    (void)state;
    found_match(w, "arcane", 2, "{}", 7);
    struct remote *r = spectator_of(w);
    hears(r,
          "\"away\":1,\"why\":\"left\",\"bot\":\"random\","
          "\"table\":[[\"seats.1.away\",\"left\"],[\"seats.1.bot\",\"random\"],[\"host\",0]]",
          "P1 has left; a bot takes over.");
    assert_int_equal(r->at[1].away, AWAY_LEFT);
    assert_int_equal(r->t.host, 1);
    hears(r, "\"knock\":1,\"name\":\"Cleo\",\"table\":[[\"seats.1.knock\",\"Cleo\"]]",
          "Cleo asks the host for the seat of P1.");
    hears(r,
          "\"admit\":1,\"yes\":true,\"table\":[[\"seats.1\",{\"kind\":\"human\","
          "\"name\":\"Cleo\",\"bot\":null,\"away\":null}]]",
          "Cleo sits down.");
    assert_int_equal(r->at[1].away, AWAY_NO);
    hears(r, "\"door\":0,\"locked\":true,\"approve\":false", "The host has locked the table.");
    hears(r,
          "\"plea\":0,\"to\":3,\"table\":[[\"plea\",{\"seat\":0,\"to\":3,\"asked\":[1],"
          "\"until\":9,\"granted\":[]}]]",
          "P0 asks to take a move back. Asked to agree: Cleo.");
    assert_int_equal(r->plea, 0);
    hears(r, "\"grant\":1,\"yes\":false,\"table\":[[\"plea\",null]]", "Cleo says no.");
    assert_int_equal(r->plea, -1);
    hears(r, "\"rise\":1,\"table\":[[\"seats.1.kind\",\"empty\"],[\"seats.1.name\",null]]",
          "Cleo gets up.");
    /* A change that does not fit: a new snapshot is needed. */
    hears(r, "\"back\":1,\"table\":[[\"seats.9.kind\",\"empty\"]]",
          "The server sent a message that this program cannot read (a path does not exist).");
    assert_int_equal(r->n, -1);
    spectator_free(r);
    telling_free(w);
}

static void test_hostile_events(void **state)
{
    static const char *const texts[] = {"{}",
                                        "{\"draw\":\"white1\",\"seat\":9}",
                                        "{\"draw\":\"purple9\"}",
                                        "{\"nothing\":1}",
                                        "{\"fortune\":99999}",
                                        "{\"die\":5}",
                                        "{\"die\":true}",
                                        "{\"die\":\"ruby\",\"n\":5}",
                                        "{\"draw\":\"white1\",\"other\":1}",
                                        "{\"draw\":true}",
                                        "{\"place\":\"white1\",\"at\":-1}",
                                        "{\"draw\":\"white1\",\"k\":7}",
                                        "{\"draw\":\"white1\",\"seat\":null}"};
    struct event e;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        json_t *said = json_loads(texts[i], 0, NULL);
        if (event_read(game_json_by_name("quacks")->events, said, 0, &e) == 0)
            fail_msg("%s is taken", texts[i]);
        json_decref(said);
    }
}

static void test_hostile_changes(void **state)
{
    static const char *const texts[] = {"{}",
                                        "[1]",
                                        "[[]]",
                                        "[[\"x.y\",1]]",
                                        "[[\"\"]]",
                                        "[[\"\",3]]",
                                        "[[\"a\",0,5,[]]]",
                                        "[[\"a\",-1,0,[1]]]",
                                        "[[\"a.7\",1]]",
                                        "[[\"gone\"]]",
                                        "[[\"a.0.b\",1]]"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        json_t *view = json_loads("{\"a\":[1,2]}", 0, NULL), *set = json_loads(texts[i], 0, NULL);
        if (!changes_apply(&view, set, 0))
            fail_msg("%s is taken", texts[i]);
        json_decref(view);
        json_decref(set);
    }
}

static void test_addresses(void **state)
{
    struct call_address a;
    (void)state;
    assert_null(address_read("http://localhost:8080/#t/abcdefghijklmnop", &a));
    assert_string_equal(a.url.host, "localhost");
    assert_int_equal(a.url.port, 8080);
    assert_string_equal(a.id, "abcdefghijklmnop");
    assert_string_equal(a.token, "");
    assert_null(
        address_read("https://[::1]/#t/abcdefghijklmnop/00112233445566778899aabbccddeeff", &a));
    assert_string_equal(a.url.host, "::1");
    assert_int_equal(a.url.port, 443);
    assert_int_equal(a.url.tls, 1);
    assert_string_equal(a.token, "00112233445566778899aabbccddeeff");
    assert_null(
        address_read("http://h/#/t/abcdefghijklmnop?token=00112233445566778899aabbccddeeff", &a));
    assert_null(address_read("http://h/#s/abcdefghijklmnop/00112233445566778899aabbccddeeff", &a));
    assert_string_equal(a.secret, "00112233445566778899aabbccddeeff");
    assert_string_equal(a.token, "");
    assert_non_null(address_read("http://h/#s/abcdefghijklmnop", &a));
    assert_non_null(address_read("http://h/#s/abcdefghijklmnop/0011", &a));
    assert_non_null(address_read("http://h/#t/abc", &a));
    assert_non_null(address_read("h/#t/abcdefghijklmnop", &a));
    assert_non_null(address_read("http://h/#t/abcdefghijklmnop/xyz", &a));
    assert_non_null(address_read("http://:80/#t/abcdefghijklmnop", &a));
    assert_non_null(address_read("http://h:0/#t/abcdefghijklmnop", &a));
}

/* Older versions have kept seats under addresses as they were typed, with the usual port. */
static void test_old_seats(void **state)
{
    static const char token[] = "00112233445566778899aabbccddeeff";
    char folder[] = "/tmp/charlatan-seats.XXXXXX", path[60], url[1][CLIENT_URL];
    struct call_address a;
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/seats.json", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "{\"https://Play.example:443/#t/abcdefghijklmnop\":\"%s\",\"https://x\":1}", token);
    fclose(f);
    assert_null(address_read("https://play.example/#t/abcdefghijklmnop", &a));
    seats_recall(folder, &a);
    assert_string_equal(a.token, token);
    assert_int_equal(client_list_seats(folder, url, 1), 1);
    assert_string_equal(url[0], "https://play.example/#t/abcdefghijklmnop");
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hears_what_is_told), cmocka_unit_test(test_hears_that_a_bot_hurried),
        cmocka_unit_test(test_hears_of_people),    cmocka_unit_test(test_hostile_events),
        cmocka_unit_test(test_hostile_changes),    cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_old_seats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
