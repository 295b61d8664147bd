/* Unit tests of what operators do: who is shut out, tables that are removed or renamed while
 * entries are on their way, nodes that hear of it, stores that fail, lines that are nonsense. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "server/admin/admin.h"
#include "server/admin/bans.h"
#include "server/server.h"
#include "server/tables/tables.h"
#include "tests/puppet/puppet.h"

/* ---- bans ---- */

static struct ban ban_of(enum ban_kind kind, const char *what)
{
    struct ban b = {.kind = kind, .until = INT64_MAX};
    snprintf(b.what, sizeof b.what, "%s", what);
    return b;
}

static int fits(enum ban_kind kind, const char *what, const char *who)
{
    struct bans list = {0};
    struct ban b = ban_of(kind, what);
    assert_int_equal(ban_read(&b), 0);
    bans_add(&list, &b);
    int is = kind == BAN_NAME ? bans_name(&list, who, 1) : bans_address(&list, who, 1);
    bans_free(&list);
    return is;
}

static void test_banned_addresses(void **unused)
{
    (void)unused;
    assert_true(fits(BAN_ADDRESS, "192.0.2.7", "192.0.2.7"));
    assert_true(fits(BAN_ADDRESS, "192.0.2.7", "::ffff:192.0.2.7"));
    assert_false(fits(BAN_ADDRESS, "192.0.2.7", "192.0.2.8"));
    assert_false(fits(BAN_ADDRESS, "192.0.2.7", "nonsense"));
    assert_true(fits(BAN_ADDRESS, "192.0.2.0/23", "192.0.3.255"));
    assert_false(fits(BAN_ADDRESS, "192.0.2.0/23", "192.0.4.0"));
    assert_true(fits(BAN_ADDRESS, "192.0.2.7/32", "192.0.2.7"));
    assert_true(fits(BAN_ADDRESS, "2001:db8::/33", "2001:db8:7fff::1"));
    assert_false(fits(BAN_ADDRESS, "2001:db8::/33", "2001:db8:8000::1"));
    static const char *const wrong[] = {
        "",        "x",           "192.0.2",   "192.0.2.7/", "192.0.2.7/33", "::/0",
        "::1/129", "192.0.2.7/x", "1.2.3.4/0", "1.2.3.4/+8", "1.2.3.4/-1",   "1.2.3.4 "};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct ban b = ban_of(BAN_ADDRESS, wrong[i]);
        assert_int_equal(ban_read(&b), -1);
    }
}

static void test_banned_names(void **unused)
{
    (void)unused;
    assert_true(fits(BAN_NAME, "Evil Eve", "evil-eve"));
    assert_true(fits(BAN_NAME, "evileve", "\xc3\x89vil \xc3\x8bve"));
    assert_true(fits(BAN_NAME, "Evil", "\xef\xbc\xa5vil"));
    assert_false(fits(BAN_NAME, "Evil Eve", "Evil Evelyn"));
    assert_true(fits(BAN_NAME, "Evil*", "Evil Evelyn"));
    assert_true(fits(BAN_NAME, "*e*v*", "x e x v x"));
    assert_false(fits(BAN_NAME, "*e*v", "x e x v x"));
    assert_true(
        fits(BAN_NAME, "\xd0\x98\xd0\xb2\xd0\xb0\xd0\xbd", "\xd0\xb8\xd0\x92\xd0\x90\xd0\xbd"));
    assert_true(fits(BAN_NAME, "!!!", "!!!"));
    assert_false(fits(BAN_NAME, "!!!", "!?!"));
    struct ban all = ban_of(BAN_NAME, "* * *");
    assert_int_equal(ban_read(&all), -1);
    struct bans list = {0};
    struct ban old = ban_of(BAN_NAME, "Eve");
    old.until = 10;
    bans_add(&list, &old);
    assert_true(bans_name(&list, "Eve", 9));
    assert_false(bans_name(&list, "Eve", 10));
    bans_free(&list);
}

/* ---- a world with an operator ---- */

struct told {
    int answers;
    char text[20000];
};

static void hear(void *arg, const char *text, size_t n, int fd)
{
    struct told *t = arg;
    assert_int_equal(fd, -1);
    t->answers++;
    snprintf(t->text, sizeof t->text, "%.*s", (int)n, text);
}

static void ask(struct puppet *w, int node, const char *line, struct told *t)
{
    *t = (struct told){0};
    puppet_enter(w);
    admin_ask(w->node[node].server, line, strlen(line), "a test", hear, t);
}

static void ask_of(struct puppet *w, int node, const char *verb, const char *table,
                   const char *more, struct told *t)
{
    char line[400];
    snprintf(line, sizeof line, "{\"do\":\"%s\",\"table\":\"%s\"%s}", verb, table, more);
    ask(w, node, line, t);
}

static void expect(const struct told *t, const char *part)
{
    assert_int_equal(t->answers, 1);
    if (!strstr(t->text, part))
        fail_msg("%s is not in %s", part, t->text);
}

static struct puppet_request *post(struct puppet *w, int node, const char *path, const char *token,
                                   const char *body)
{
    return puppet_ask(w, node, "POST", path, token, body, strlen(body));
}

static void text_of(const char *from, const char *name, char *to, size_t room)
{
    json_t *root = json_loads(from, 0, NULL), *table = json_object_get(root, "table");
    const char *text = json_string_value(json_object_get(root, name));
    text = text ? text : json_string_value(json_object_get(table, name));
    snprintf(to, room, "%s", text ? text : "");
    json_decref(root);
}

struct seated {
    char table[MATCH_ID + 1], token[33];
    struct puppet_socket *socket;
};

static struct seated found(struct puppet *w, const char *body)
{
    struct seated s = {0};
    char hello[200];
    struct puppet_request *r = post(w, 0, "/api/tables", NULL, body);
    puppet_settle(w);
    assert_int_equal(r->status, 201);
    text_of(r->text, "id", s.table, sizeof s.table);
    text_of(r->text, "token", s.token, sizeof s.token);
    s.socket = puppet_dial(w, 0, "192.0.2.1");
    snprintf(hello, sizeof hello, "{\"hello\":{\"api\":2,\"table\":\"%s\",\"token\":\"%s\"}}",
             s.table, s.token);
    puppet_say(s.socket, hello, strlen(hello));
    puppet_settle(w);
    return s;
}

static int heard(const struct puppet_socket *s, const char *part)
{
    int times = 0;
    for (uint32_t i = 0; i < s->heard_n; i++)
        times += strstr(s->heard[i].at, part) != NULL;
    return times;
}

static int one_node(void **state)
{
    struct puppet *w = calloc(1, sizeof *w);
    assert_non_null(w);
    puppet_open(w, 1, 1);
    w->keeps = 1;
    *state = w;
    return 0;
}

static int two_nodes(void **state)
{
    struct puppet *w = calloc(1, sizeof *w);
    assert_non_null(w);
    puppet_open(w, 2, 1);
    w->keeps = 1;
    *state = w;
    return 0;
}

static int leave(void **state)
{
    puppet_close(*state);
    free(*state);
    return 0;
}

static const char two_seats[] = "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"name\":\"Eve\"}";

/* Somebody sits down while the table is being deleted, in each order. */
static void test_delete_meanwhile(void **state)
{
    struct puppet *w = *state;
    for (int order = 0; order < 4; order++) {
        struct seated s = found(w, two_seats);
        char path[80];
        struct told t;
        struct puppet_request *join = NULL;
        snprintf(path, sizeof path, "/api/tables/%s/join", s.table);
        if (order == 0)
            join = post(w, 0, path, NULL, "{}");
        ask_of(w, 0, "delete", s.table, "", &t);
        if (order == 1)
            join = post(w, 0, path, NULL, "{}");
        puppet_store_works(w, 0);
        if (order == 2)
            join = post(w, 0, path, NULL, "{}");
        puppet_store_tells(w, 0);
        if (order == 3)
            join = post(w, 0, path, NULL, "{}");
        puppet_settle(w);
        expect(&t, "\"ok\":true");
        assert_int_equal(join->answers, 1);
        assert_int_equal(heard(s.socket, "\"bye\":\"deleted\""), 1);
        struct puppet_request *r = post(w, 0, path, NULL, "{}");
        puppet_settle(w);
        assert_int_equal(r->status, 404);
    }
    puppet_pass(w, 2 * TABLE_IDLE_MS);
    puppet_settle(w);
    puppet_pass(w, 2 * TABLE_IDLE_MS);
    assert_int_equal(w->node[0].server->figures.tables, 0);
}

/* A bot thinks, and a person moves, while somebody is renamed. The game goes on. */
static void test_rename_meanwhile(void **state)
{
    struct puppet *w = *state;
    static const char with_bot[] =
        "{\"game\":\"null\",\"seats\":[\"me\",\"random\"],\"name\":\"Eve\"}";
    struct seated s = found(w, with_bot);
    struct told t;
    w->bots_left = 1000;
    int before = heard(s.socket, "\"snapshot\"");
    ask_of(w, 0, "rename", s.table, ",\"from\":\"Eve\",\"to\":\"Ann\"", &t);
    puppet_store_works(w, 0);
    puppet_bots_think(w, 0);
    puppet_settle(w);
    expect(&t, "\"ok\":true");
    assert_int_equal(heard(s.socket, "\"snapshot\""), before + 1);
    assert_true(heard(s.socket, "\"name\":\"Ann\"") > 0);
    ask_of(w, 0, "show", s.table, "", &t);
    puppet_settle(w);
    expect(&t, "\"name\":\"Ann\"");
    assert_null(strstr(t.text, "Eve"));
    ask_of(w, 0, "rename", s.table, ",\"from\":\"Eve\",\"to\":\"Ann\"", &t);
    puppet_settle(w);
    expect(&t, "admin-unknown-name");
}

static void test_other_nodes_hear(void **state)
{
    struct puppet *w = *state;
    struct seated s = found(w, two_seats);
    struct told t;
    char hello[80];
    struct puppet_socket *there = puppet_dial(w, 1, "192.0.2.2");
    snprintf(hello, sizeof hello, "{\"hello\":{\"api\":2,\"table\":\"%s\"}}", s.table);
    puppet_say(there, hello, strlen(hello));
    puppet_settle(w);
    assert_int_equal(heard(there, "\"snapshot\""), 1);
    ask_of(w, 0, "rename", s.table, ",\"from\":\"Eve\",\"to\":\"Ann\"", &t);
    puppet_settle(w);
    puppet_store_changed(&w->node[1], s.table, 0);
    puppet_settle(w);
    assert_int_equal(heard(there, "\"snapshot\""), 2);
    assert_true(heard(there, "\"name\":\"Ann\"") > 0);
    ask_of(w, 0, "delete", s.table, "", &t);
    puppet_settle(w);
    puppet_store_changed(&w->node[1], s.table, 0);
    puppet_settle(w);
    assert_int_equal(heard(there, "\"bye\":\"deleted\""), 1);
}

/* What fails changes nothing, and says so. */
static void test_store_fails(void **state)
{
    static const char *const lines[] = {
        "{\"do\":\"list\"}", "{\"do\":\"purge\",\"state\":\"idle\",\"days\":0}",
        "{\"do\":\"forget\",\"name\":\"Eve\"}",
        "{\"do\":\"ban\",\"kind\":\"name\",\"what\":\"Eve\"}", "{\"do\":\"compact\"}"};
    struct puppet *w = *state;
    struct seated s = found(w, two_seats);
    struct told t;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        w->node[0].fail_reads = 1;
        ask(w, 0, lines[i], &t);
        puppet_settle(w);
        expect(&t, "admin-store");
    }
    w->node[0].fail_reads = 1;
    ask_of(w, 0, "delete", s.table, "", &t);
    puppet_settle(w);
    expect(&t, "admin-store");
    ask_of(w, 0, "show", s.table, "", &t);
    puppet_settle(w);
    expect(&t, "\"name\":\"Eve\"");
}

/* Many tables, more than a page; only those that are old go. */
static void test_purge(void **state)
{
    struct puppet *w = *state;
    struct told t;
    for (int i = 0; i < 300; i++)
        post(w, 0, "/api/tables", NULL, two_seats);
    puppet_settle(w);
    /* They wait for a day, and are closed. */
    for (int i = 0; i < 40; i++) {
        puppet_pass(w, i % 10 ? 10000 : 86400000);
        puppet_settle(w);
    }
    struct seated young = found(w, two_seats);
    ask(w, 0, "{\"do\":\"purge\",\"state\":\"closed\",\"days\":1,\"dry\":true}", &t);
    puppet_settle(w);
    expect(&t, "\"tables\":300,\"looked_at\":301");
    ask(w, 0, "{\"do\":\"purge\",\"state\":\"closed\",\"days\":1}", &t);
    ask(w, 0, "{\"do\":\"purge\",\"state\":\"closed\",\"days\":1}", &t);
    expect(&t, "admin-busy");
    puppet_settle(w);
    ask(w, 0, "{\"do\":\"purge\",\"state\":\"closed\",\"days\":1}", &t);
    puppet_settle(w);
    expect(&t, "\"tables\":0,\"looked_at\":1");
    ask_of(w, 0, "show", young.table, "", &t);
    puppet_settle(w);
    expect(&t, "\"ok\":true");
}

/* Puts the table in the place of %s. */
static void write_line(const char *seed, const char *table, char *line, size_t room)
{
    const char *hole = strstr(seed, "%s");
    if (hole)
        snprintf(line, room, "%.*s%s%s", (int)(hole - seed), seed, table, hole + 2);
    else
        snprintf(line, room, "%s", seed);
}

/* Lines that were valid once, with bytes changed, doubled and left out: each is answered once. */
static void test_nonsense(void **state)
{
    static const char *const seeds[] = {
        "{\"do\":\"list\",\"state\":\"running\",\"game\":\"null\",\"limit\":5,\"before\":9}",
        "{\"do\":\"rename\",\"table\":\"%s\",\"from\":\"Eve\",\"to\":\"Ann\"}",
        "{\"do\":\"ban\",\"kind\":\"address\",\"what\":\"10.0.0.0/8\",\"minutes\":5}",
        "{\"do\":\"ban\",\"kind\":\"name\",\"what\":\"*a*b*\"}",
        "{\"do\":\"purge\",\"state\":\"finished\",\"days\":3,\"dry\":true}",
        "{\"do\":\"forget\",\"name\":\"Eve\",\"as\":\"Ann\",\"dry\":true}",
        "{\"do\":\"export\",\"table\":\"%s\",\"log\":true}"};
    struct puppet *w = *state;
    struct seated s = found(w, two_seats);
    uint64_t luck = 7;
    for (int i = 0; i < 4000; i++) {
        char line[300];
        struct told t;
        write_line(seeds[puppet_random(&luck) % 7], s.table, line, sizeof line);
        for (uint64_t k = puppet_random(&luck) % 4; k; k--) {
            size_t n = strlen(line), at = puppet_random(&luck) % n;
            if (puppet_random(&luck) % 2)
                line[at] = (char)(1 + puppet_random(&luck) % 255);
            else
                memmove(line + at, line + at + 1, n - at);
        }
        ask(w, 0, line, &t);
        puppet_settle(w);
        assert_int_equal(t.answers, 1);
        json_t *answer = json_loads(t.text, JSON_REJECT_DUPLICATES, NULL);
        assert_true(json_is_object(answer));
        json_decref(answer);
    }
}

#define WITH(test, nodes) cmocka_unit_test_setup_teardown(test, nodes, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_banned_addresses),
        cmocka_unit_test(test_banned_names),
        WITH(test_delete_meanwhile, one_node),
        WITH(test_rename_meanwhile, one_node),
        WITH(test_other_nodes_hear, two_nodes),
        WITH(test_store_fails, one_node),
        WITH(test_purge, one_node),
        WITH(test_nonsense, one_node),
    };
    return cmocka_run_group_tests_name("server_admin", tests, NULL, NULL);
}
