/* Tests of the server without sockets (tests/puppet): seats, connections, clocks, rematches,
 * practice and nonsense. The witness checks everything that is sent against the contract. */
#include <sodium.h>

#include "match/daily.h"
#include "server/people/guests.h"
#include "server/server.h"
#include "server/tables/ids.h"
#include "server/tables/table.h"
#include "server/tables/tables.h"
#include "server/tables/wakes.h"
#include "tests/puppet/world.h"

/* ---- seats ---- */

static void test_who_left_is_shut_out(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *old = hello(w, 0, &bob, -1);
    puppet_settle(&w->puppet);
    say(old, "{\"id\":1,\"leave\":true}");
    /* Loads the table at the other node. */
    get_table(w, 1, ann.table);
    puppet_settle(&w->puppet);
    struct puppet_request *r =
        post_to(w, 1, ann.table, "takeover", NULL, "{\"seat\":1,\"name\":\"Eve\"}");
    /* At the same time, at the other node: one of them comes second. */
    say(old, "{\"id\":2,\"back\":true}");
    puppet_store_works(&w->puppet, 1);
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 200);
    assert_non_null(heard(old, "\"no\":2"));
    assert_string_equal(last_of(old), "{\"bye\":\"wrong-token\"}");
    assert_false(old->open);
}

/* While the newcomer's entry is being stored, the old owner can no longer answer for the seat. */
static void test_who_left_says_nothing(void **state)
{
    char text[80];
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *old = hello(w, 0, &bob, -1);
    say(old, "{\"id\":1,\"leave\":true}");
    w->puppet.bots_left = 0;
    puppet_settle(&w->puppet);
    /* The question will have this number. */
    uint32_t n = witness_table(&w->witness, ann.table)->entries;
    post_to(w, 0, ann.table, "takeover", NULL, "{\"seat\":1,\"name\":\"Eve\"}");
    snprintf(text, sizeof text, "{\"id\":2,\"n\":%u,\"do\":\"call heads\"}", n);
    say(old, text);
    assert_non_null(strstr(last_of(old), "\"no\":2,\"code\":\"wrong-token\""));
}

static void test_a_seat_given_up_before_the_start(void **state)
{
    struct world *w = *state;
    struct seat ann = found(
        w, "{\"game\":\"arcane\",\"seats\":[\"me\",\"open\",\"open\"],\"clock\":{\"move\":60}}");
    struct seat bob = join(w, 0, ann.table);
    struct puppet_socket *old = hello(w, 0, &bob, -1);
    say(old, "{\"id\":1,\"leave\":true}");
    puppet_settle(&w->puppet);
    assert_non_null(heard(old, "\"ok\":1"));
    assert_non_null(heard(old, "\"rise\":1"));
    assert_false(old->open);
    join(w, 0, ann.table);
    join(w, 0, ann.table);
    assert_int_equal(witness_table(&w->witness, ann.table)->match.phase, MATCH_RUNNING);
}

static void test_a_newer_socket(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_BOT);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    assert_string_equal(last_of(a), "{\"bye\":\"replaced\"}");
    assert_true(b->open);
}

/* Two sockets of a seat wait for the table to be loaded: the newer one must win. */
static void test_a_newer_socket_while_loading(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_BOT);
    puppet_restart(&w->puppet, 0);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    assert_string_equal(last_of(a), "{\"bye\":\"replaced\"}");
    assert_true(b->open);
}

static void test_a_full_house(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_BOT);
    for (int i = 0; i < TABLE_PEERS; i++)
        assert_true(watch(w, 0, ann.table, -1)->open);
    assert_string_equal(last_of(watch(w, 0, ann.table, -1)), "{\"bye\":\"full\"}");
    /* The owner of a seat is admitted. */
    assert_true(hello(w, 0, &ann, -1)->open);
}

/* ---- much at once ---- */

/* Bots alone play a long game. A spectator who has missed the most events that can be resent comes
 * back, all in one turn. */
static void catches_up(const char *body)
{
    struct world *w = open_world(1);
    struct seat table = found(w, body);
    const struct ledger *l = witness_table(&w->witness, table.table);
    int last = (int)l->entries - 1;
    assert_true(last > 450);
    struct puppet_socket *s = watch(w, 0, table.table, last > RESUME_MOST ? last - RESUME_MOST : 0);
    puppet_settle(&w->puppet);
    assert_false(s->cut);
    assert_int_equal(((struct notes *)s->notes)->last, last);
    assert_null(heard(s, "snapshot"));
    s = watch(w, 0, table.table, last > RESUME_MOST ? last - RESUME_MOST - 1 : -1);
    puppet_settle(&w->puppet);
    assert_non_null(heard(s, "snapshot"));
    close_world(w);
}

static void test_catching_up_arcane(void **unused)
{
    (void)unused;
    catches_up("{\"game\":\"arcane\",\"seats\":[\"greedy\",\"greedy\",\"greedy\",\"greedy\","
               "\"greedy\",\"greedy\"]}");
}

static void test_catching_up_quacks(void **unused)
{
    (void)unused;
    catches_up("{\"game\":\"quacks\",\"seats\":[\"greedy\",\"greedy\",\"greedy\",\"greedy\"]}");
}

static void test_who_says_too_much(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_BOT);
    w->puppet.node[0].server->options.limits = 1;
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    for (int i = 0; i < 100; i++)
        say(a, "{\"id\":1}");
    assert_true(a->self.paused && a->open);
    /* What it says meanwhile is not lost. */
    say(a, "{\"id\":77}");
    assert_null(heard(a, "{\"no\":77"));
    puppet_pass(&w->puppet, 100);
    assert_false(a->self.paused);
    assert_non_null(heard(a, "{\"no\":77"));
}

static void test_who_says_nothing(void **state)
{
    struct world *w = *state;
    struct puppet_socket *s = puppet_dial(&w->puppet, 0, "192.0.2.1");
    w->puppet.keeps = 1;
    puppet_pass(&w->puppet, HELLO_WITHIN_MS);
    assert_true(s->open);
    puppet_pass(&w->puppet, TICK_MS);
    assert_string_equal(last_of(s), "{\"bye\":\"idle\"}");
}

/* A guest who has said hello is not closed because the store is slow. */
static void test_who_waits_for_the_store(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_BOT);
    puppet_restart(&w->puppet, 0);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_pass(&w->puppet, HELLO_WITHIN_MS + TICK_MS);
    assert_true(a->open);
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "snapshot"));
}

static void test_too_many_requests(void **state)
{
    int fine = 0;
    struct world *w = *state;
    w->puppet.node[0].server->options.limits = 1;
    for (int i = 0; i < 30; i++) {
        struct puppet_request *r = post(w, 0, "/api/tables", NULL, NULL_BOT);
        puppet_settle(&w->puppet);
        fine += r->status == 201;
        if (r->status != 201)
            said_no(r, 429, "too-many");
    }
    assert_int_equal(fine, 20);
    /* It goes through every table, so it has a limit. */
    for (int i = 0; i < 60; i++)
        get(w, 0, "/metrics");
    said_no(get(w, 0, "/metrics"), 429, "too-many");
    assert_int_equal(get(w, 0, "/health")->status, 200);
}

/* Only this machine may read the figures, unless the operator says otherwise. */
static void test_who_reads_the_metrics(void **state)
{
    struct world *w = *state;
    struct server *s = w->puppet.node[0].server;
    static const char *const near[] = {"127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"};
    assert_int_equal(get(w, 0, "/metrics")->status, 200);
    s->options.metrics_for_all = 0;
    said_no(get(w, 0, "/metrics"), 404, "not-found");
    for (int i = 0; i < 4; i++)
        assert_true(address_is_loopback(near[i]));
    assert_false(address_is_loopback("128.0.0.1") || address_is_loopback("::2") ||
                 address_is_loopback("::ffff:10.0.0.1") || address_is_loopback("127.0.0.1.evil"));
}

/* ---- time ---- */

static void test_tables_leave_memory(void **state)
{
    struct world *w = *state;
    struct server *s = w->puppet.node[0].server;
    for (int i = 0; i < 50; i++)
        found(w, NULL_TWO);
    struct seat ann = found(w, NULL_TWO);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    assert_int_equal(s->figures.tables, 51);
    /* A table that does not exist leaves nothing behind. */
    for (int i = 0; i < 20; i++)
        get_table(w, 0, "aaaaaaaaaaaaaaaa");
    puppet_settle(&w->puppet);
    assert_int_equal(s->figures.tables, 51);
    puppet_pass(&w->puppet, TABLE_IDLE_MS + 1);
    assert_int_equal(s->figures.tables, 1);
    puppet_hang_up(a);
    puppet_pass(&w->puppet, TABLE_IDLE_MS + 1);
    assert_int_equal(s->figures.tables, 0);
}

#define NULL_CLOCK "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"clock\":{\"move\":600}}"

/* A tick does not look at tables where nothing is expected to happen. */
static void test_quiet_tables_are_left_alone(void **state)
{
    struct world *w = *state;
    struct server *s = w->puppet.node[0].server;
    struct seat ann = found(w, NULL_CLOCK);
    join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    puppet_pass(&w->puppet, TICK_MS);
    assert_null(wake_next(s));
    assert_int_equal(s->wakes.n, 1);
    assert_true(s->wakes.table[0]->wake >= s->now + LOOK_MS - TICK_MS);
    /* What changes its clock brings the time forward. */
    assert_true(answer(a, 1));
    assert_non_null(wake_next(s));
}

static void test_nobody_comes(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    puppet_pass(&w->puppet, TABLE_WAITS_MS - 1000);
    puppet_settle(&w->puppet);
    assert_int_equal(witness_table(&w->witness, ann.table)->match.phase, MATCH_WAITING);
    /* It is not in memory any more, so the store is asked. */
    puppet_pass(&w->puppet, 10000);
    puppet_settle(&w->puppet);
    puppet_pass(&w->puppet, TICK_MS);
    puppet_settle(&w->puppet);
    assert_int_equal(witness_table(&w->witness, ann.table)->match.phase, MATCH_CLOSED);
}

/* Clocks run while nobody watches, but not while the server is down. */
static void test_clocks(void **state)
{
    struct world *w = *state;
    struct seat ann =
        found(w, "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"clock\":{\"move\":600}}");
    join(w, 0, ann.table);
    const struct match *m = &witness_table(&w->witness, ann.table)->match;
    puppet_pass(&w->puppet, 599000);
    puppet_restart(&w->puppet, 0);
    puppet_pass(&w->puppet, 30000);
    puppet_settle(&w->puppet);
    /* People have a minute to come back. */
    assert_false(m->seat[0].away || m->seat[1].away);
    for (int i = 0; i < 10; i++) {
        puppet_pass(&w->puppet, 5000);
        puppet_settle(&w->puppet);
    }
    assert_int_equal(m->seat[0].away, AWAY_CLOCK);
    assert_int_equal(m->seat[1].away, AWAY_CLOCK);
}

/* Time ran out while nobody could answer: answers in the minute of grace are accepted. */
static void test_answers_in_the_grace(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_CLOCK);
    join(w, 0, ann.table);
    puppet_pass(&w->puppet, 599000);
    puppet_restart(&w->puppet, 0);
    puppet_pass(&w->puppet, 30000);
    puppet_settle(&w->puppet);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"ok\":1"));
}

/* A process that stood still is like one that was restarted. */
static void test_clocks_after_a_gap(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],"
                               "\"clock\":{\"move\":600,\"game\":900}}");
    join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    const struct match *m = &witness_table(&w->witness, ann.table)->match;
    puppet_freeze(&w->puppet, 3600000);
    puppet_settle(&w->puppet);
    assert_int_equal(w->puppet.node[0].server->figures.gaps, 1);
    assert_false(m->seat[0].away || m->seat[1].away);
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"ok\":1"));
    assert_true(match_left(m, 0) >= GRACE_LEFT_MS);
    puppet_pass(&w->puppet, 20000);
    puppet_settle(&w->puppet);
    assert_false(m->seat[0].away);
}

/* If the machine's clock is set, nobody loses time, and no log runs backwards. */
static void test_clocks_that_are_set(void **state)
{
    static const int64_t steps[] = {3600000, -7200000, 5000, INT64_C(86400000) * 20000};
    struct world *w = *state;
    struct seat ann = found(w, NULL_CLOCK);
    join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    const struct match *m = &witness_table(&w->witness, ann.table)->match;
    int64_t touched = m->touched;
    for (int i = 0; i < 4; i++) {
        w->puppet.node[0].ahead += steps[i];
        puppet_pass(&w->puppet, 100000);
        puppet_settle(&w->puppet);
        assert_false(m->seat[0].away || m->seat[1].away);
    }
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"ok\":1"));
    assert_true(m->touched >= touched && m->touched - touched <= 404000);
    assert_int_equal(w->puppet.node[0].server->figures.gaps, 0);
}

/* Two nodes whose machines' clocks differ: an answer taken by one must not be late for the other.
 * Returns 1 if somebody lost a seat. */
static int clocks_differ(struct world *w, int shared)
{
    w->puppet.shared = shared;
    w->puppet.node[0].ahead = -700000;
    puppet_restart(&w->puppet, 0);
    puppet_restart(&w->puppet, 1);
    puppet_pass(&w->puppet, GRACE_MS);
    struct seat ann = found(w, NULL_CLOCK);
    join(w, 0, ann.table);
    struct puppet_socket *b = watch(w, 1, ann.table, -1);
    const struct match *m = &witness_table(&w->witness, ann.table)->match;
    for (int i = 0; i < 10; i++) {
        puppet_settle(&w->puppet);
        puppet_pass(&w->puppet, 1000);
    }
    assert_true(b->open);
    return m->seat[0].away || m->seat[1].away;
}

static void test_clocks_of_two_machines(void **state)
{
    assert_true(clocks_differ(*state, 0));
}

static void test_the_clock_of_the_database(void **state)
{
    assert_false(clocks_differ(*state, 1));
}

/* The same while the server runs but the store is away. */
static void test_clocks_while_the_store_is_away(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_CLOCK);
    join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    const struct match *m = &witness_table(&w->witness, ann.table)->match;
    puppet_pass(&w->puppet, 590000);
    puppet_settle(&w->puppet);
    w->puppet.node[0].fail = w->puppet.node[0].fail_reads = INT32_MAX;
    assert_true(answer(a, 1));
    for (int i = 0; i < 10; i++) {
        puppet_settle(&w->puppet);
        puppet_pass(&w->puppet, 2000);
    }
    assert_non_null(heard(a, "\"no\":1,\"code\":\"storage\""));
    w->puppet.node[0].fail = w->puppet.node[0].fail_reads = 0;
    for (int i = 0; i < 10; i++) {
        puppet_settle(&w->puppet);
        puppet_pass(&w->puppet, 2000);
    }
    assert_false(m->seat[0].away || m->seat[1].away);
    assert_true(answer(a, 2));
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"ok\":2"));
}

/* ---- rematches, practice ---- */

static void play_out(struct world *w, const struct seat *ann)
{
    struct puppet_socket *a = hello(w, 0, ann, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    assert_int_equal(witness_table(&w->witness, ann->table)->match.phase, MATCH_OVER);
}

static void test_rematch(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_SHORT);
    play_out(w, &ann);
    struct puppet_request *r = post_to(w, 0, ann.table, "rematch", ann.token, "");
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 201);
    struct puppet_request *again = post_to(w, 1, ann.table, "rematch", ann.token, "");
    puppet_settle(&w->puppet);
    assert_int_equal(again->status, 200);
    assert_string_equal(seat_of(r).table, seat_of(again).table);
    struct seat next = ann;
    strcpy(next.table, seat_of(r).table);
    /* The old token is valid at the new table. */
    play_out(w, &next);
}

/* Everybody sits one seat further on, with their tokens, names and commitments. */
static void test_rematch_moves_on(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, "{\"game\":\"null\",\"seats\":[\"random\",\"random\",\"me\"],"
                               "\"name\":\"Ann\",\"options\":{\"tosses\":1}}");
    uint8_t token[MATCH_TOKEN];
    play_out(w, &ann);
    struct puppet_request *r =
        post_to(w, 0, ann.table, "rematch", ann.token, "{\"move_on\":\"yes\"}");
    puppet_settle(&w->puppet);
    said_no(r, 400, "bad-request");
    r = post_to(w, 0, ann.table, "rematch", ann.token,
                "{\"move_on\":true,\"nonce_commitment\":"
                "\"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\"}");
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 201);
    struct seat next = ann;
    strcpy(next.table, seat_of(r).table);
    const struct match *m = &witness_table(&w->witness, next.table)->match;
    token_hash(ann.token, token);
    assert_int_equal(match_seat_of(m, token), 0);
    assert_string_equal(m->seat[0].name, "Ann");
    assert_int_equal(m->seat[0].pledge[1], 0x11);
    assert_int_equal(m->seat[1].kind, SEAT_BOT);
    assert_int_equal(m->seat[2].kind, SEAT_BOT);
}

#define DAILY(more)                                                                                \
    "{\"game\":\"null\",\"seats\":[\"me\",\"random\",\"random\"],\"daily\":true" more "}"

/* Whoever founds a deal of the day gets the same luck, which the table says is public. */
static void test_daily(void **state)
{
    static const char *const refused[] = {
        DAILY(",\"wait\":true"),
        DAILY(",\"practice\":true"),
        DAILY(",\"options\":{\"tosses\":3}"),
        DAILY(",\"nonce\":\"00\""),
        DAILY(",\"witness\":true"),
        DAILY(",\"clock\":{\"move\":60}"),
        "{\"game\":\"null\",\"seats\":[\"random\",\"me\",\"random\"],\"daily\":true}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"random\"],\"daily\":true}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\",\"random\"],\"daily\":true}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"random\",\"random\"],\"daily\":\"2026-11-16\"}",
    };
    struct world *w = *state;
    struct seat ann = found(w, DAILY("")), bob = found(w, DAILY(",\"name\":\"Bob\""));
    const struct match *a = &witness_table(&w->witness, ann.table)->match;
    const struct match *b = &witness_table(&w->witness, bob.table)->match;
    uint8_t seed[32], salt[COMMIT_SALT];
    char date[DAILY_DATE + 1], member[40];
    daily_date(a->created, date);
    daily_seed("null", date, seed, salt);
    assert_memory_equal(a->seed, seed, sizeof seed);
    assert_memory_equal(a->commitment, b->commitment, COMMIT_BYTES);
    snprintf(member, sizeof member, "\"daily\":\"%s\"", date);
    struct puppet_request *r = get_table(w, 0, ann.table);
    puppet_settle(&w->puppet);
    assert_non_null(strstr(r->text, member));
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        r = post(w, 0, "/api/tables", NULL, refused[i]);
        puppet_settle(&w->puppet);
        assert_int_equal(r->status, 400);
    }
    /* Another day, another deal; and an ordinary table says nothing of it. */
    puppet_pass(&w->puppet, 86400000);
    puppet_settle(&w->puppet);
    struct seat cleo = found(w, DAILY("")), dora = found(w, NULL_BOT);
    assert_memory_not_equal(witness_table(&w->witness, cleo.table)->match.seed, seed, sizeof seed);
    r = get_table(w, 0, dora.table);
    puppet_settle(&w->puppet);
    assert_null(strstr(r->text, "daily"));
}

static void test_daily_seed(void **unused)
{
    uint8_t seed[32], salt[COMMIT_SALT];
    char date[DAILY_DATE + 1], hex[65];
    (void)unused;
    daily_date(INT64_C(1763251199999), date);
    assert_string_equal(date, "2025-11-15");
    daily_date(INT64_C(1763251200000), date);
    assert_string_equal(date, "2025-11-16");
    daily_seed("arcane", "2026-11-16", seed, salt);
    sodium_bin2hex(hex, sizeof hex, seed, sizeof seed);
    assert_string_equal(hex, "ba8d0ed01dce0a02a5c524a5c509d9062be0f22f81c4366d252ef3a771457b5c");
    sodium_bin2hex(hex, sizeof hex, salt, sizeof salt);
    assert_string_equal(hex, "548c190554be3e9d9208ff6211b00f33");
}

/* `alone`: the new table and the old table's note of it are stored in two transactions. */
static void rematch_fails(int alone)
{
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_SHORT);
    play_out(w, &ann);
    w->puppet.node[0].alone = alone;
    w->puppet.node[0].fail = 1;
    struct puppet_request *r = post_to(w, 0, ann.table, "rematch", ann.token, "");
    puppet_settle(&w->puppet);
    said_no(r, 503, "storage");
    /* The new table is stored, the old table's note is not. */
    if (alone) {
        w->puppet.node[0].fail = 0;
        r = post_to(w, 0, ann.table, "rematch", ann.token, "");
        puppet_store_works(&w->puppet, 0);
        puppet_store_tells(&w->puppet, 0);
        w->puppet.node[0].fail = 1;
        puppet_settle(&w->puppet);
        said_no(r, 503, "storage");
    }
    uint64_t founded = w->puppet.node[0].server->figures.founded;
    r = post_to(w, 0, ann.table, "rematch", ann.token, "");
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 201);
    assert_int_equal(w->puppet.node[0].server->figures.founded, founded + !alone);
    assert_string_equal(witness_table(&w->witness, ann.table)->match.rematch, seat_of(r).table);
    close_world(w);
}

static void test_a_rematch_that_is_not_stored(void **unused)
{
    (void)unused;
    rematch_fails(0);
    rematch_fails(1);
}

/* Everyone asks for a rematch at once: they all get the same table. */
static void test_two_want_a_rematch(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_SHORT);
    play_out(w, &ann);
    get_table(w, 1, ann.table);
    puppet_settle(&w->puppet);
    struct puppet_request *r[3];
    for (int i = 0; i < 3; i++)
        r[i] = post_to(w, i % 2, ann.table, "rematch", ann.token, "");
    puppet_settle(&w->puppet);
    for (int i = 0; i < 3; i++) {
        struct puppet_request *again = post_to(w, i % 2, ann.table, "rematch", ann.token, "");
        puppet_settle(&w->puppet);
        assert_true(r[i]->status == 201 || r[i]->status == 200 || r[i]->status == 409);
        assert_int_equal(again->status, 200);
        if (r[i]->status < 300)
            assert_string_equal(seat_of(r[i]).table, seat_of(again).table);
    }
}

static void test_practice(void **state)
{
    char body[120];
    struct world *w = *state;
    struct seat ann = found(w, NULL_SHORT);
    play_out(w, &ann);
    snprintf(body, sizeof body, "{\"table\":\"%s\",\"n\":1,\"seat\":1,\"bot\":\"random\"}",
             ann.table);
    struct puppet_request *r = post(w, 0, "/api/practice", NULL, body);
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 201);
    struct seat one = seat_of(r);
    struct puppet_socket *s = hello(w, 0, &one, -1);
    puppet_settle(&w->puppet);
    assert_non_null(heard(s, "\"practice\":{\"moves\":1,\"luck\":\"new\"}"));
    snprintf(body, sizeof body, "{\"table\":\"%s\",\"n\":2}", ann.table);
    /* Nothing is left to play. */
    r = post(w, 0, "/api/practice", NULL, body);
    puppet_settle(&w->puppet);
    said_no(r, 400, "bad-request");
}

/* ---- what bodies say ---- */

static void test_odd_bodies(void **state)
{
    static const char *const bodies[] = {
        "{",
        "[]",
        "7",
        "\"x\"",
        "{\"game\":\"null\"}",
        "{\"game\":null,\"seats\":[]}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"name\":\"\"}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"name\":\"\\u0000\"}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"name\":\"\\ud800\"}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"name\":\"\\u3164\"}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"name\":\"Ann\\u034f\"}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"name\":\"hard\"}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"name\":\" Medium \"}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"name\":\"The clairvoyant\"}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"name\":\"Daredevil\"}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"nonce\":\"0\"}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"nonce\":\"0G\"}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"clock\":[]}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"clock\":{\"move\":9223372036854775807}}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"clock\":{\"move\":1e3}}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"open\":null}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"search\"]}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"random:ms=1\"]}",
        "{\"game\":\"null\",\"seats\":[\"me\",[]]}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"options\":{\"tosses\":1e99}}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"game\":\"null\"}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"x\":1}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"]}x",
    };
    struct world *w = *state;
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        struct puppet_request *r = post(w, 0, "/api/tables", NULL, bodies[i]);
        puppet_settle(&w->puppet);
        if (r->status != 400)
            fail_msg("%s: %d %s", bodies[i], r->status, r->text);
    }
    assert_int_equal(w->puppet.node[0].server->figures.founded, 0);
}

static void test_odd_arguments(void **state)
{
    static const char *const wrong[] = {
        "/api/tables?limit=0",
        "/api/tables?limit=-1",
        "/api/tables?limit=x",
        "/api/tables?limit=5x",
        "/api/tables?before=-5",
        "/api/tables?game=chess",
        "/api/history?game=a-game-with-a-name-that-is-longer-than-any"};
    static const char *const fine[] = {"/api/tables?limit=200",  "/api/tables?limit=100000",
                                       "/api/tables?before=0",   "/api/history?game=quacks&limit=1",
                                       "/api/tables?colour=red", "/api/tables?"};
    struct world *w = *state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct puppet_request *r = get(w, 0, wrong[i]);
        puppet_settle(&w->puppet);
        if (r->status != 400)
            fail_msg("%s: %d %s", wrong[i], r->status, r->text);
    }
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        struct puppet_request *r = get(w, 0, fine[i]);
        puppet_settle(&w->puppet);
        if (r->status != 200)
            fail_msg("%s: %d %s", fine[i], r->status, r->text);
    }
}

static void test_odd_messages(void **state)
{
    static const char *const texts[] = {
        "",
        "x",
        "[]",
        "{}",
        "{\"hello\":5}",
        "{\"hello\":{}}",
        "{\"hello\":{\"api\":2,\"table\":7}}",
        "{\"hello\":{\"api\":2,\"table\":\"aaaaaaaaaaaaaaaa\",\"n\":1.5}}",
        "{\"hello\":{\"api\":2,\"table\":\"aaaaaaaaaaaaaaaa\",\"x\":1}}",
        "{\"hello\":{\"api\":2,\"table\":\"aaaaaaaaaaaaaaaa\"},\"id\":1}",
        "{\"id\":1,\"undo\":true}"};
    struct world *w = *state;
    w->puppet.keeps = 1;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct puppet_socket *s = puppet_dial(&w->puppet, 0, "192.0.2.1");
        say(s, texts[i]);
        assert_string_equal(last_of(s), "{\"bye\":\"bad-message\"}");
    }
    struct seat nowhere = {"aaaaaaaaaaaaaaaa", ""};
    struct puppet_socket *s = hello(w, 0, &nowhere, -1);
    puppet_settle(&w->puppet);
    assert_string_equal(last_of(s), "{\"bye\":\"unknown-table\"}");
}

/* A body that did not arrive in time founds nothing, and is counted. */
static void test_a_slow_body(void **state)
{
    struct world *w = *state;
    w->puppet.slow = 1;
    said_no(post(w, 0, "/api/tables", NULL, NULL_TWO), 408, "too-slow");
    w->puppet.slow = 0;
    assert_non_null(strstr(get(w, 0, "/metrics")->text, "charlatan_bodies_late_total 1\n"));
    assert_int_equal(w->puppet.node[0].server->figures.founded, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_WORLD(test_who_left_is_shut_out, two_nodes),
        IN_WORLD(test_who_left_says_nothing, one_node),
        IN_WORLD(test_a_seat_given_up_before_the_start, one_node),
        IN_WORLD(test_a_newer_socket, one_node),
        IN_WORLD(test_a_newer_socket_while_loading, one_node),
        IN_WORLD(test_a_full_house, one_node),
        cmocka_unit_test(test_catching_up_arcane),
        cmocka_unit_test(test_catching_up_quacks),
        IN_WORLD(test_who_says_too_much, one_node),
        IN_WORLD(test_who_says_nothing, one_node),
        IN_WORLD(test_who_waits_for_the_store, one_node),
        IN_WORLD(test_too_many_requests, one_node),
        IN_WORLD(test_who_reads_the_metrics, one_node),
        IN_WORLD(test_tables_leave_memory, one_node),
        IN_WORLD(test_quiet_tables_are_left_alone, one_node),
        IN_WORLD(test_nobody_comes, one_node),
        IN_WORLD(test_clocks, one_node),
        IN_WORLD(test_answers_in_the_grace, one_node),
        IN_WORLD(test_clocks_after_a_gap, one_node),
        IN_WORLD(test_clocks_that_are_set, one_node),
        IN_WORLD(test_clocks_of_two_machines, two_nodes),
        IN_WORLD(test_the_clock_of_the_database, two_nodes),
        IN_WORLD(test_clocks_while_the_store_is_away, one_node),
        IN_WORLD(test_rematch, two_nodes),
        IN_WORLD(test_rematch_moves_on, one_node),
        IN_WORLD(test_daily, one_node),
        cmocka_unit_test(test_daily_seed),
        cmocka_unit_test(test_a_rematch_that_is_not_stored),
        IN_WORLD(test_two_want_a_rematch, two_nodes),
        IN_WORLD(test_practice, one_node),
        IN_WORLD(test_odd_bodies, one_node),
        IN_WORLD(test_odd_arguments, one_node),
        IN_WORLD(test_odd_messages, one_node),
        IN_WORLD(test_a_slow_body, one_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
