/* Tests of when bots are asked, without sockets (tests/puppet): they wait where nobody looks, do
 * not run ahead of a person who plays with them alone, and answer without thinking when an address
 * has used up its time. An operator's programs are asked until they fail. */
#include "server/http/limits.h"
#include "server/server.h"
#include "server/tables/postponed.h"
#include "server/tables/tables.h"
#include "tests/puppet/world.h"

#define GREEDY_ALONE "{\"game\":\"arcane\",\"seats\":[\"greedy\",\"greedy\",\"greedy\"]}"
#define MASTERS_ALONE "{\"game\":\"arcane\",\"seats\":[\"master\",\"master\",\"master\"]}"
#define WITH_ME(bot, clock)                                                                        \
    "{\"game\":\"arcane\",\"seats\":[\"me\",\"" bot "\",\"" bot "\"],\"clock\":" clock "}"

/* How often a bot is asked where no person plays. */
enum { WATCHED_MS = 400 };

static uint32_t entries_of(struct world *w, const char *table)
{
    return witness_table(&w->witness, table)->entries;
}

/* Whether the last entry has this part. */
static int ends_with(struct world *w, const char *table, const char *part)
{
    struct ledger *l = witness_table(&w->witness, table);
    return strstr(l->entry[l->entries - 1].body.at, part) != NULL;
}

static void pass(struct world *w, int64_t ms)
{
    for (int64_t at = 0; at < ms; at += 1000) {
        puppet_pass(&w->puppet, ms - at < 1000 ? ms - at : 1000);
        puppet_settle(&w->puppet);
    }
}

/* The same with as many ticks as a server has. */
static void pass_in_ticks(struct world *w, int64_t ms)
{
    for (int64_t at = 0; at < ms; at += TICK_MS)
        pass(w, TICK_MS);
}

/* ---- nobody looks ---- */

/* A game of bots stands still when nobody has looked for a minute, leaves memory, and goes on when
 * somebody looks again. */
static void test_nobody_looks(void **state)
{
    struct world *w = *state;
    w->puppet.bots_left = 3;
    struct seat alone = found(w, GREEDY_ALONE);
    pass(w, 60000);
    w->puppet.bots_left = 5;
    puppet_settle(&w->puppet);
    /* The question that was asked already was answered, no other one was. */
    uint32_t n = entries_of(w, alone.table);
    assert_int_equal(w->puppet.bots_left, 4);
    pass(w, 200000);
    assert_null(table_find(w->puppet.node[0].server, alone.table));
    assert_int_equal(entries_of(w, alone.table), n);
    get_table(w, 0, alone.table);
    pass(w, 5000);
    assert_int_equal(entries_of(w, alone.table), n + 4);
}

static void test_a_spectator_looks(void **state)
{
    struct world *w = *state;
    w->puppet.bots_left = 3;
    struct seat alone = found(w, GREEDY_ALONE);
    struct puppet_socket *s = watch(w, 0, alone.table, -1);
    pass(w, 120000);
    uint32_t n = entries_of(w, alone.table);
    w->puppet.bots_left = 2;
    pass(w, 1000);
    assert_int_equal(entries_of(w, alone.table), n + 2);
    /* The bots play on for a minute. What was asked by then is answered. */
    puppet_hang_up(s);
    pass(w, 59000);
    w->puppet.bots_left = 2;
    pass(w, 500);
    assert_int_equal(entries_of(w, alone.table), n + 4);
    pass(w, 1000);
    w->puppet.bots_left = 9;
    pass(w, 5000);
    assert_int_equal(entries_of(w, alone.table), n + 5);
}

/* After a restart nobody has looked yet. */
static void test_nobody_looks_after_a_restart(void **state)
{
    struct world *w = *state;
    w->puppet.bots_left = 3;
    struct seat alone = found(w, GREEDY_ALONE);
    uint32_t n = entries_of(w, alone.table);
    puppet_restart(&w->puppet, 0);
    w->puppet.bots_left = 2;
    pass(w, 30000);
    assert_null(table_find(w->puppet.node[0].server, alone.table));
    watch(w, 0, alone.table, -1);
    pass(w, 5000);
    assert_int_equal(entries_of(w, alone.table), n + 2);
}

/* Whoever moves and leaves finds that the bots have answered. */
static void test_a_person_leaves_for_a_moment(void **state)
{
    struct world *w = *state;
    struct seat me = found(w, WITH_ME("greedy", "{\"move\":600}"));
    struct puppet_socket *s = hello(w, 0, &me, -1);
    puppet_settle(&w->puppet);
    uint32_t n = entries_of(w, me.table);
    assert_true(answer(s, 1));
    puppet_hang_up(s);
    pass(w, 2000);
    assert_true(entries_of(w, me.table) > n + 1);
}

/* The clock of a person who is not there runs out as ever. Nobody is left then for whom the bots
 * would play, until the person is back. */
static void test_the_clock_of_a_person_who_left(void **state)
{
    struct world *w = *state;
    struct seat me = found(w, WITH_ME("greedy", "{\"move\":90}"));
    puppet_hang_up(hello(w, 0, &me, -1));
    pass(w, 89000);
    uint32_t n = entries_of(w, me.table);
    pass(w, 600000);
    assert_int_equal(entries_of(w, me.table), n + 1);
    assert_true(ends_with(w, me.table, "\"away\":0"));
    struct puppet_socket *s = hello(w, 0, &me, -1);
    pass(w, 5000);
    assert_true(entries_of(w, me.table) > n + 1);
    say(s, "{\"id\":1,\"back\":true}");
    pass(w, 1000);
}

/* ---- potions are brewed together ---- */

/* With these books a draw is one chip, and never several. */
#define BREW(seats)                                                                                \
    "{\"game\":\"quacks\",\"seats\":[\"me\"," seats                                                \
    "],\"options\":{\"books\":3,\"fortune\":\"off\"}}"

static int progress(struct world *w, const char *table, int seat)
{
    const struct match *m = &table_find(w->puppet.node[0].server, table)->match;
    return m->session.game->progress(m->session.state, seat);
}

/* Goes on until a potion is brewed and this seat is asked. */
static void to_the_pot(struct world *w, struct puppet_socket *s, const char *table)
{
    for (int i = 0; i < 200 && progress(w, table, 0) < 0; i++) {
        answer(s, 1000 + i);
        puppet_settle(&w->puppet);
    }
    assert_true(progress(w, table, 0) >= 0);
}

static void say_do(struct puppet_socket *s, const char *action)
{
    const struct notes *n = s->notes;
    char text[80];
    snprintf(text, sizeof text, "{\"id\":7,\"n\":%lld,\"do\":\"%s\"}", (long long)n->asked, action);
    say(s, text);
}

/* Each bot has drawn as many chips as I have, or has stopped; never more. */
static void must_be_level(struct world *w, const char *table, int bots)
{
    int mine = progress(w, table, 0);
    for (int bot = 1; bot <= bots; bot++) {
        int its = progress(w, table, bot);
        assert_true((its < 0 && mine > 0) || its / 2 == (mine + 1) / 2);
    }
}

/* One chip for one of mine; when I have stopped, the bots finish. */
static void test_bots_draw_with_me(void **state)
{
    struct world *w = *state;
    w->puppet.bots_left = 100000;
    struct seat me = found(w, BREW("\"greedy\",\"greedy\",\"greedy\""));
    struct puppet_socket *s = hello(w, 0, &me, -1);
    puppet_settle(&w->puppet);
    for (int turn = 1; turn < 9; turn++) {
        to_the_pot(w, s, me.table);
        for (int chip = 0; chip < 3 && progress(w, me.table, 0) >= 0; chip++) {
            must_be_level(w, me.table, 3);
            pass(w, 5000);
            must_be_level(w, me.table, 3);
            answer(s, 1);
            puppet_settle(&w->puppet);
        }
        while (progress(w, me.table, 0) >= 0) {
            /* In the middle of a chip there are other questions. */
            if (progress(w, me.table, 0) % 2)
                answer(s, 2);
            else
                say_do(s, "stop");
            puppet_settle(&w->puppet);
        }
        for (int seat = 0; seat < 4; seat++)
            assert_int_equal(progress(w, me.table, seat), -1);
    }
}

/* The answers are given while I still think about mine, so that they cannot depend on it. */
static void test_bots_have_decided_before(void **state)
{
    struct world *w = *state;
    w->puppet.bots_left = 100000;
    struct seat me = found(w, BREW("\"greedy\""));
    struct puppet_socket *s = hello(w, 0, &me, -1);
    to_the_pot(w, s, me.table);
    uint32_t n = entries_of(w, me.table);
    int left = w->puppet.bots_left;
    assert_int_equal(postponed_bots(table_find(w->puppet.node[0].server, me.table)), 2);
    pass(w, 60000);
    assert_int_equal(w->puppet.bots_left, left);
    w->puppet.bots_left = 0;
    answer(s, 1);
    puppet_settle(&w->puppet);
    assert_int_equal(entries_of(w, me.table), n + 2);
}

/* An answer is kept here while the person goes on at another node, which then dies: the bot is
 * asked again, or the person would wait for ever. */
static void test_kept_while_others_went_on(void **state)
{
    struct world *w = *state;
    w->puppet.bots_left = 100000;
    struct seat me = found(w, BREW("\"greedy\""));
    struct puppet_socket *s = hello(w, 0, &me, -1);
    to_the_pot(w, s, me.table);
    assert_int_equal(postponed_bots(table_find(w->puppet.node[0].server, me.table)), 2);
    answer(s, 1);
    puppet_settle(&w->puppet);
    watch(w, 0, me.table, -1);
    puppet_hang_up(s);
    w->puppet.bots_left = 0;
    s = hello(w, 1, &me, -1);
    puppet_settle(&w->puppet);
    say_do(s, "stop");
    puppet_settle(&w->puppet);
    assert_int_equal(progress(w, me.table, 0), -1);
    assert_true(progress(w, me.table, 1) >= 0);
    puppet_restart(&w->puppet, 1);
    hello(w, 0, &me, -1);
    w->puppet.bots_left = 100000;
    pass(w, 60000);
    assert_int_equal(progress(w, me.table, 1), -1);
}

/* Nobody is waited for who has gone away. */
static void test_bots_finish_without_me(void **state)
{
    struct world *w = *state;
    w->puppet.bots_left = 100000;
    struct seat me = found(w, BREW("\"greedy\""));
    struct puppet_socket *s = hello(w, 0, &me, -1);
    to_the_pot(w, s, me.table);
    w->puppet.bots_left = 12;
    say(s, "{\"id\":8,\"leave\":true}");
    puppet_settle(&w->puppet);
    assert_int_equal(w->puppet.bots_left, 0);
}

/* With other people at the table everyone brews at their own pace. */
static void test_bots_wait_for_no_company(void **state)
{
    struct world *w = *state;
    w->puppet.bots_left = 0;
    struct seat me = found(w, BREW("\"open\",\"greedy\""));
    struct seat you = join(w, 0, me.table);
    struct puppet_socket *mine = hello(w, 0, &me, -1), *yours = hello(w, 0, &you, -1);
    w->puppet.bots_left = 100000;
    for (int i = 0; i < 100 && progress(w, me.table, 0) < 0; i++) {
        puppet_settle(&w->puppet);
        answer(mine, i);
        answer(yours, i);
    }
    puppet_settle(&w->puppet);
    assert_true(progress(w, me.table, 0) <= 2);
    assert_int_equal(progress(w, me.table, 2), -1);
}

/* ---- budgets ---- */

enum { BUDGET_MS = 300000, MASTER_MS = 700, STORED_MOST = 128 << 20 };

/* Leaves the address with `ms` of its time. */
static void spend(struct world *w, const char *address, uint32_t ms)
{
    struct server *s = w->puppet.node[0].server;
    s->options.limits = 1;
    assert_int_equal(limits_think(s->limits, address, BUDGET_MS - ms, s->now), BUDGET_MS - ms);
}

/* One answer is thought about, the second a little. After it the bots are slow, and each answer
 * says that it was given without much thinking. */
static void test_time_is_used_up(void **state)
{
    struct world *w = *state;
    spend(w, "192.0.2.1", MASTER_MS + 100);
    struct seat alone = found(w, MASTERS_ALONE);
    uint32_t n = entries_of(w, alone.table);
    /* The founding, the start, and a move. */
    assert_int_equal(n, 3);
    assert_false(ends_with(w, alone.table, "hurried"));
    pass(w, WATCHED_MS);
    assert_int_equal(entries_of(w, alone.table), n + 1);
    assert_true(ends_with(w, alone.table, "\"bot\":true,\"hurried\":\"budget\""));
    pass(w, 900);
    assert_int_equal(entries_of(w, alone.table), n + 1);
    struct puppet_socket *s = watch(w, 0, alone.table, 0);
    puppet_settle(&w->puppet);
    assert_non_null(heard(s, "\"hurried\":\"budget\",\"events\""));
    /* Time has come back for another one. */
    pass(w, 200);
    assert_int_equal(entries_of(w, alone.table), n + 2);
    assert_false(ends_with(w, alone.table, "hurried"));
}

/* Time comes back, a second in a second. */
static void test_time_comes_back(void **state)
{
    struct world *w = *state;
    struct server *s = w->puppet.node[0].server;
    spend(w, "192.0.2.1", 0);
    pass(w, 10000);
    assert_int_equal(limits_think(s->limits, "192.0.2.1", 60000, s->now), 10000);
    limits_think_back(s->limits, "192.0.2.1", 4000);
    assert_int_equal(limits_think(s->limits, "192.0.2.1", 60000, s->now), 4000);
    /* More than all of it cannot be saved. */
    pass(w, 400000);
    assert_int_equal(limits_think(s->limits, "192.0.2.1", 2 * BUDGET_MS, s->now), BUDGET_MS);
}

static struct puppet_socket *hello_from(struct world *w, const char *address,
                                        const struct seat *seat)
{
    char text[120];
    struct puppet_socket *s = puppet_dial(&w->puppet, 0, address);
    snprintf(text, sizeof text, "{\"hello\":{\"api\":2,\"table\":\"%s\",\"token\":\"%s\"}}",
             seat->table, seat->token);
    w->puppet.keeps = 1;
    say(s, text);
    puppet_settle(&w->puppet);
    return s;
}

/* An address without time does not take that of others, and who watches pays nothing. */
static void test_others_have_their_own_time(void **state)
{
    struct world *w = *state;
    w->puppet.bots_left = 0;
    struct seat me = found(w, WITH_ME("master", "{}"));
    spend(w, "192.0.2.1", 0);
    watch(w, 0, me.table, -1);
    struct puppet_socket *s = hello_from(w, "2001:db8::7", &me);
    w->puppet.bots_left = 50;
    for (int i = 1; i < 9; i++) {
        answer(s, i);
        pass(w, 1000);
    }
    assert_true(w->puppet.bots_left < 48);
    assert_null(heard(s, "hurried"));
    /* The neighbours in the same network share it. */
    struct server *server = w->puppet.node[0].server;
    uint32_t left = limits_think(server->limits, "2001:db8::8", BUDGET_MS, server->now);
    assert_in_range(left, BUDGET_MS - 50 * MASTER_MS, BUDGET_MS - MASTER_MS);
}

/* Bots that do not think need no time. */
static void test_quick_bots_need_no_time(void **state)
{
    struct world *w = *state;
    spend(w, "192.0.2.1", 0);
    w->puppet.bots_left = 20;
    struct seat alone = found(w, GREEDY_ALONE);
    pass_in_ticks(w, 20 * WATCHED_MS);
    assert_int_equal(w->puppet.bots_left, 0);
    assert_false(ends_with(w, alone.table, "hurried"));
}

/* ---- what is stored ---- */

static enum limits_spent spent(struct world *w, const char *address)
{
    struct server *s = w->puppet.node[0].server;
    return limits_spent(s->limits, address, s->now);
}

/* Bots among themselves are asked one after the other, as fast as people can watch, whatever the
 * game; with --limits off as fast as they can. */
static void test_bots_among_themselves(void **state)
{
    struct world *w = *state;
    struct server *s = w->puppet.node[0].server;
    struct seat both[2] = {found(w, GREEDY_ALONE)};
    assert_true(entries_of(w, both[0].table) > 50);
    s->options.limits = 1;
    both[0] = found(w, GREEDY_ALONE);
    both[1] = found(w, "{\"game\":\"quacks\",\"seats\":[\"random\",\"random\",\"random\"]}");
    for (int i = 0; i < 2; i++) {
        watch(w, 0, both[i].table, -1);
        uint32_t n = entries_of(w, both[i].table);
        pass_in_ticks(w, 10 * WATCHED_MS);
        assert_in_range(entries_of(w, both[i].table), n + 8, n + 10);
    }
}

/* Where a person plays, or is back, bots answer at once. */
static void test_a_person_waits_for_no_pace(void **state)
{
    struct world *w = *state;
    w->puppet.node[0].server->options.limits = 1;
    struct seat me = found(w, WITH_ME("greedy", "{}"));
    struct puppet_socket *s = hello(w, 0, &me, -1);
    for (int i = 1; i < 9; i++) {
        puppet_settle(&w->puppet);
        assert_true(answer(s, i));
    }
    puppet_settle(&w->puppet);
    assert_true(entries_of(w, me.table) > 20);
}

/* All that is stored is charged to whoever asked for it, or for whom bots play. When it was too
 * much, bots wait until it is made good; people found tables and play on. */
static void test_an_address_has_stored_too_much(void **state)
{
    struct world *w = *state;
    struct server *s = w->puppet.node[0].server;
    s->options.limits = 1;
    struct seat me = found(w, WITH_ME("greedy", "{}"));
    struct puppet_socket *socket = hello(w, 0, &me, -1);
    limits_store(s->limits, "192.0.2.1", STORED_MOST - 100, s->now);
    assert_int_equal(spent(w, "192.0.2.1"), SPENT_BOTS);
    puppet_settle(&w->puppet);
    assert_true(answer(socket, 1));
    puppet_settle(&w->puppet);
    uint32_t n = entries_of(w, me.table);
    for (int i = 2; i < 5 && answer(socket, i); i++)
        puppet_settle(&w->puppet);
    n = entries_of(w, me.table);
    pass(w, 5000);
    assert_int_equal(entries_of(w, me.table), n);
    struct seat more = found(w, "{\"game\":\"arcane\",\"seats\":[\"me\",\"open\"]}");
    assert_true(more.token[0]);
    assert_int_equal(spent(w, "192.0.2.7"), SPENT_NOTHING);
    /* A thousand bytes a second. */
    pass(w, 60000);
    assert_true(entries_of(w, me.table) > n);
}

/* Far beyond that, its people wait, too; those of others do not, at the same table. */
static void test_an_address_has_stored_far_too_much(void **state)
{
    struct world *w = *state;
    struct server *s = w->puppet.node[0].server;
    w->puppet.bots_left = 0;
    s->options.limits = 1;
    struct seat me = found(w, "{\"game\":\"arcane\",\"seats\":[\"me\",\"open\"]}");
    limits_store(s->limits, "192.0.2.1", STORED_MOST / 4 * 5, s->now);
    said_no(post(w, 0, "/api/tables", NULL, WITH_ME("greedy", "{}")), 429, "too-many");
    struct puppet_socket *mine = hello(w, 0, &me, -1);
    assert_true(mine->self.paused);
    struct puppet_socket *yours = puppet_dial(&w->puppet, 0, "192.0.2.9");
    char text[80];
    snprintf(text, sizeof text, "{\"hello\":{\"api\":2,\"table\":\"%s\"}}", me.table);
    say(yours, text);
    puppet_settle(&w->puppet);
    assert_false(yours->self.paused);
    pass(w, 60000);
    assert_false(mine->self.paused);
}

/* ---- programs ---- */

#define SMITH_ALONE "{\"game\":\"arcane\",\"seats\":[\"@smith\",\"@smith\",\"easy\"]}"

/* A program that has answered the hello; the fake workers answer for it. */
static void let_smith_play(struct world *w)
{
    static const struct exec_bot smith = {
        .name = "smith",
        .command = "echo '{\"ok\":true,\"id\":0,\"protocol\":1,\"games\":[\"arcane\"]}'; "
                   "cat >/dev/null",
        .ms = 500,
        .start_ms = 30000};
    struct server *s = w->puppet.node[0].server;
    struct refusal why;
    int which;
    s->programs = programs_open(&smith, 1, &which, &why);
    assert_non_null(s->programs);
}

/* Guests choose programs by their names, in the games that they play, and name nothing else. */
static void test_guests_name_no_command(void **state)
{
    static const char *const nobody[] = {
        "@jones", "@", "smith", "@smith:ms=5", "exec:true", "@SMITH", "@smith-is-too-long"};
    struct world *w = *state;
    char body[200];
    w->puppet.bots_left = 0;
    said_no(post(w, 0, "/api/tables", NULL, SMITH_ALONE), 400, "bad-option");
    let_smith_play(w);
    for (size_t i = 0; i < sizeof nobody / sizeof nobody[0]; i++) {
        snprintf(body, sizeof body, "{\"game\":\"arcane\",\"seats\":[\"me\",\"%s\"]}", nobody[i]);
        said_no(post(w, 0, "/api/tables", NULL, body), 400, "bad-option");
    }
    said_no(post(w, 0, "/api/tables", NULL, "{\"game\":\"quacks\",\"seats\":[\"me\",\"@smith\"]}"),
            400, "bad-option");
    found(w, SMITH_ALONE);
    const struct puppet_request *r = get(w, 0, "/api/games");
    const char *first = strstr(r->text, "@smith");
    assert_non_null(first);
    assert_null(strstr(first + 1, "@smith"));
    assert_null(strstr(r->text, "echo"));
}

/* A program is asked until it fails. Then rules of thumb play on at that seat; the entry says why,
 * the next ones say nothing. */
static void test_a_program_fails(void **state)
{
    struct world *w = *state;
    let_smith_play(w);
    w->puppet.bots_left = 9;
    struct seat alone = found(w, SMITH_ALONE);
    assert_in_range(w->puppet.programs_asked, 1, 8);
    assert_false(ends_with(w, alone.table, "hurried"));
    w->puppet.programs_fail = 1;
    w->puppet.programs_asked = 0;
    const struct ledger *l = witness_table(&w->witness, alone.table);
    uint32_t n = l->entries;
    uint64_t shots = w->puppet.node[0].server->figures.shots;
    w->puppet.bots_left = 60;
    get_table(w, 0, alone.table);
    pass(w, 5000);
    assert_int_equal(w->puppet.bots_left, 0);
    int told = 0;
    for (; n < l->entries; n++)
        told += strstr(l->entry[n].body.at, "\"hurried\":\"failed\"") != NULL;
    assert_int_equal(told, 2);
    assert_int_equal(w->puppet.programs_asked, 2);
    assert_int_equal(w->puppet.node[0].server->figures.programs_failed, 2);
    /* Such moves can be read back from snapshots. */
    assert_in_range(w->puppet.node[0].server->figures.shots, shots + 5, shots + 60);
}

/* A server without the program goes on with the table. */
static void test_a_program_is_missing(void **state)
{
    struct world *w = *state;
    let_smith_play(w);
    w->puppet.bots_left = 9;
    struct seat alone = found(w, SMITH_ALONE);
    uint32_t n = entries_of(w, alone.table);
    puppet_restart(&w->puppet, 0);
    w->puppet.programs_asked = 0;
    w->puppet.bots_left = 20;
    watch(w, 0, alone.table, -1);
    pass(w, 5000);
    assert_int_equal(entries_of(w, alone.table), n + 20);
    assert_int_equal(w->puppet.programs_asked, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_WORLD(test_nobody_looks, one_node),
        IN_WORLD(test_a_spectator_looks, one_node),
        IN_WORLD(test_nobody_looks_after_a_restart, one_node),
        IN_WORLD(test_a_person_leaves_for_a_moment, one_node),
        IN_WORLD(test_the_clock_of_a_person_who_left, one_node),
        IN_WORLD(test_bots_draw_with_me, one_node),
        IN_WORLD(test_bots_have_decided_before, one_node),
        IN_WORLD(test_kept_while_others_went_on, two_nodes),
        IN_WORLD(test_bots_finish_without_me, one_node),
        IN_WORLD(test_bots_wait_for_no_company, one_node),
        IN_WORLD(test_time_is_used_up, one_node),
        IN_WORLD(test_time_comes_back, one_node),
        IN_WORLD(test_others_have_their_own_time, one_node),
        IN_WORLD(test_quick_bots_need_no_time, one_node),
        IN_WORLD(test_bots_among_themselves, one_node),
        IN_WORLD(test_a_person_waits_for_no_pace, one_node),
        IN_WORLD(test_an_address_has_stored_too_much, one_node),
        IN_WORLD(test_an_address_has_stored_far_too_much, one_node),
        IN_WORLD(test_guests_name_no_command, one_node),
        IN_WORLD(test_a_program_fails, one_node),
        IN_WORLD(test_a_program_is_missing, one_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
