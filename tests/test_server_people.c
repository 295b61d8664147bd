/* Tests of what guests are told of the people at a table: who is here, who is away and since when,
 * whose time runs, and reactions. */
#include "match/tell.h"
#include "server/tables/tables.h"
#include "tests/puppet/world.h"

#define CLOCKED                                                                                    \
    "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"options\":{\"tosses\":9},"                   \
    "\"clock\":{\"move\":60,\"game\":0}}"

/* Says hello and asks to be told of people. */
static struct puppet_socket *enter(struct world *w, int node, const struct seat *seat)
{
    char text[160], token[64] = "";
    struct puppet_socket *s = puppet_dial(&w->puppet, node, "192.0.2.1");
    assert_non_null(s);
    if (seat->token[0])
        snprintf(token, sizeof token, ",\"token\":\"%s\"", seat->token);
    snprintf(text, sizeof text, "{\"hello\":{\"api\":2,\"table\":\"%s\"%s,\"people\":true}}",
             seat->table, token);
    w->puppet.keeps = 1;
    puppet_say(s, text, strlen(text));
    return s;
}

static struct puppet_socket *look(struct world *w, int node, const char *table)
{
    struct seat nobody = {"", ""};
    strcpy(nobody.table, table);
    return enter(w, node, &nobody);
}

static void pass(struct world *w, int64_t ms)
{
    puppet_pass(&w->puppet, ms);
    puppet_settle(&w->puppet);
}

/* How many messages with this beginning a socket was sent. */
static int count(const struct puppet_socket *s, const char *begins)
{
    int n = 0;
    for (uint32_t i = 0; i < s->heard_n; i++)
        n += strncmp(s->heard[i].at, begins, strlen(begins)) == 0;
    return n;
}

/* What the socket was last told of a seat. */
static json_t *person(const struct puppet_socket *s, int seat)
{
    const char *text = heard(s, "{\"people\":");
    assert_non_null(text);
    json_t *root = json_loads(text, 0, NULL);
    json_t *one = json_incref(json_array_get(json_object_get(root, "people"), (size_t)seat));
    json_decref(root);
    return one;
}

enum here { AWAY, HERE, UNKNOWN, NOBODY };

static enum here here_of(const struct puppet_socket *s, int seat)
{
    json_t *one = person(s, seat);
    const json_t *here = json_object_get(one, "here");
    enum here is = json_is_null(one)    ? NOBODY
                   : json_is_null(here) ? UNKNOWN
                   : json_is_true(here) ? HERE
                                        : AWAY;
    json_decref(one);
    return is;
}

static json_int_t number_of(const struct puppet_socket *s, int seat, const char *key)
{
    json_t *one = person(s, seat);
    json_int_t n = json_integer_value(json_object_get(one, key));
    json_decref(one);
    return n;
}

static void test_here_and_away(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *a = enter(w, 0, &ann), *b = enter(w, 0, &bob);
    struct puppet_socket *c = look(w, 0, ann.table);
    pass(w, 100);
    assert_int_equal(here_of(a, 1), HERE);
    assert_int_equal(here_of(c, 0), HERE);
    puppet_hang_up(b);
    int64_t left = w->puppet.now;
    pass(w, 1000);
    assert_int_equal(here_of(a, 1), HERE);
    pass(w, 4000);
    assert_int_equal(here_of(a, 1), AWAY);
    assert_int_equal(here_of(c, 1), AWAY);
    assert_in_range(number_of(a, 1, "since"), left - 200, left + 200);
    enter(w, 0, &bob);
    pass(w, 100);
    assert_int_equal(here_of(a, 1), HERE);
}

/* A page that is loaded again is no news, and neither is a second device. */
static void test_no_news(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *b = enter(w, 0, &bob), *c = look(w, 0, ann.table);
    enter(w, 0, &ann);
    pass(w, 100);
    int told = count(c, "{\"people\":");
    puppet_hang_up(b);
    pass(w, 1000);
    hello(w, 0, &bob, -1);
    pass(w, 10000);
    assert_int_equal(count(c, "{\"people\":"), told);
    assert_int_equal(here_of(c, 1), HERE);
}

/* Who does not ask is told what was always told. */
static void test_only_who_asks(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = enter(w, 0, &bob);
    pass(w, 100);
    say(b, "{\"id\":1,\"react\":\"wow\"}");
    pass(w, 10000);
    assert_null(heard(a, "people"));
    assert_null(heard(a, "reaction"));
    assert_non_null(heard(b, "{\"reaction\":\"wow\",\"seat\":1}"));
}

static void test_bots_and_strangers(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, "{\"game\":\"null\",\"seats\":[\"me\",\"open\",\"random\"]}");
    struct puppet_socket *c = look(w, 0, ann.table);
    pass(w, 100);
    assert_int_equal(here_of(c, 0), UNKNOWN);
    assert_int_equal(here_of(c, 1), NOBODY);
    assert_int_equal(here_of(c, 2), NOBODY);
}

/* Whoever gets up and sits down elsewhere leaves nothing behind. */
static void test_seat_is_freed(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, "{\"game\":\"null\",\"seats\":[\"me\",\"open\",\"open\"]}");
    struct seat bob = join(w, 0, ann.table);
    struct puppet_socket *a = enter(w, 0, &ann);
    enter(w, 0, &bob);
    pass(w, 100);
    assert_int_equal(here_of(a, 1), HERE);
    post_to(w, 0, ann.table, "leave", bob.token, "{}");
    pass(w, 5000);
    assert_int_equal(here_of(a, 1), NOBODY);
    join(w, 0, ann.table);
    pass(w, 100);
    assert_int_equal(here_of(a, 1), UNKNOWN);
}

/* A person may be at another node: then nobody here says that they are away. */
static void test_other_node(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *a = enter(w, 0, &ann), *b = enter(w, 0, &bob);
    pass(w, 100);
    answer(a, 1);
    puppet_settle(&w->puppet);
    puppet_hang_up(b);
    pass(w, 5000);
    assert_int_equal(here_of(a, 1), AWAY);
    b = enter(w, 1, &bob);
    puppet_settle(&w->puppet);
    assert_true(answer(b, 1));
    puppet_settle(&w->puppet);
    pass(w, 100);
    assert_int_equal(here_of(a, 1), UNKNOWN);
    assert_int_equal(here_of(b, 0), UNKNOWN);
}

/* Nobody is told that somebody has begun to watch: a message comes only when it says something
 * new, or to whoever has just come. */
static void test_watching_is_quiet(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    struct puppet_socket *a = enter(w, 0, &ann);
    pass(w, 100);
    int before = count(a, "{\"people\":");
    assert_int_equal(before, 1);
    struct puppet_socket *c = look(w, 0, ann.table);
    pass(w, 100);
    pass(w, 5000);
    assert_int_equal(count(c, "{\"people\":"), 1);
    assert_int_equal(here_of(c, 0), HERE);
    assert_int_equal(count(a, "{\"people\":"), before);
}

/* Everybody sees the clock of whoever is asked. */
static void test_clock(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, CLOCKED), bob = join(w, 0, ann.table);
    struct puppet_socket *a = enter(w, 0, &ann), *b = enter(w, 0, &bob);
    struct puppet_socket *c = look(w, 0, ann.table);
    pass(w, 100);
    for (int seat = 0; seat < 2; seat++)
        assert_in_range(number_of(c, seat, "until"), w->puppet.now + 55000, w->puppet.now + 60000);
    json_int_t until = number_of(c, 1, "until");
    pass(w, 5000);
    assert_true(answer(a, 1));
    pass(w, 100);
    /* Ann has answered, and Bob's time runs on. */
    assert_int_equal(number_of(c, 0, "until"), 0);
    assert_int_equal(number_of(c, 1, "until"), until);
    assert_true(answer(b, 1));
    pass(w, 100);
    assert_true(number_of(c, 1, "until") > until);
}

static void test_reactions(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *a = enter(w, 0, &ann), *b = enter(w, 0, &bob);
    struct puppet_socket *c = look(w, 0, ann.table);
    pass(w, 100);
    static const char *const names[] = {"hello", "good-luck", "well-played", "thanks"};
    for (int i = 0; i < 4; i++) {
        char text[64];
        snprintf(text, sizeof text, "{\"id\":%d,\"react\":\"%s\"}", i + 1, names[i]);
        say(a, text);
        snprintf(text, sizeof text, "{\"reaction\":\"%s\",\"seat\":0}", names[i]);
        assert_string_equal(last_of(b), text);
        assert_string_equal(last_of(c), text);
        snprintf(text, sizeof text, "{\"ok\":%d}", i + 1);
        assert_string_equal(last_of(a), text);
    }
    int before = count(b, "{\"reaction\":");
    say(a, "{\"id\":5,\"react\":\"wow\"}");
    assert_non_null(strstr(last_of(a), "\"reason\":\"too-many-reactions\""));
    assert_int_equal(count(b, "{\"reaction\":"), before);
    /* Others are not held up by it. */
    say(b, "{\"id\":1,\"react\":\"wow\"}");
    assert_string_equal(last_of(a), "{\"reaction\":\"wow\",\"seat\":1}");
    pass(w, 5000);
    say(a, "{\"id\":6,\"react\":\"wow\"}");
    assert_string_equal(last_of(a), "{\"ok\":6}");
}

/* The budget is the seat's, however many sockets and devices it has. */
static void test_budget_of_seat(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    join(w, 0, ann.table);
    for (int i = 0; i < 6; i++) {
        struct puppet_socket *a = enter(w, 0, &ann);
        say(a, "{\"id\":1,\"react\":\"hello\"}");
        assert_int_equal(heard(a, "too-many-reactions") != NULL, i >= 4);
        puppet_settle(&w->puppet);
    }
}

static void test_refused_reactions(void **state)
{
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {"{\"id\":1,\"react\":\"fool\"}", "unknown-reaction"},
        {"{\"id\":1,\"react\":\"\"}", "unknown-reaction"},
        {"{\"id\":1,\"react\":\"hello \"}", "unknown-reaction"},
        {"{\"id\":1,\"react\":\"hello\\u0000\"}", NULL},
        {"{\"id\":1,\"react\":true}", "unknown-reaction"},
        {"{\"id\":1,\"react\":null}", "unknown-reaction"},
        {"{\"id\":1,\"react\":[\"hello\"]}", "unknown-reaction"},
        {"{\"id\":1,\"react\":\"hello\",\"n\":1}", "unknown-key"},
        {"{\"id\":1,\"react\":\"hello\",\"do\":\"call heads\",\"n\":1}", "unknown-key"},
        {"{\"react\":\"hello\"}", "id-needed"},
    };
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    join(w, 0, ann.table);
    struct puppet_socket *a = enter(w, 0, &ann), *c = look(w, 0, ann.table);
    pass(w, 100);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        say(a, cases[i].text);
        assert_non_null(strstr(last_of(a), "{\"no\":"));
        if (cases[i].reason)
            assert_non_null(strstr(last_of(a), cases[i].reason));
    }
    say(c, "{\"id\":1,\"react\":\"hello\"}");
    assert_non_null(strstr(last_of(c), "spectators-watch"));
    assert_int_equal(count(c, "{\"reaction\":"), 0);
}

static void test_refused_hello(void **state)
{
    static const char *const wrong[] = {"1", "\"true\"", "null", "[]"};
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[120];
        struct puppet_socket *s = puppet_dial(&w->puppet, 0, "192.0.2.1");
        w->puppet.keeps = 1;
        snprintf(text, sizeof text, "{\"hello\":{\"api\":2,\"table\":\"%s\",\"people\":%s}}",
                 ann.table, wrong[i]);
        say(s, text);
        assert_string_equal(last_of(s), "{\"bye\":\"bad-message\"}");
    }
}

/* Nothing of this is stored. */
static void test_not_in_log(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *a = enter(w, 0, &ann), *b = enter(w, 0, &bob);
    pass(w, 100);
    struct table *t = table_find(w->puppet.node[0].server, ann.table);
    uint32_t entries = t->match.entries;
    say(a, "{\"id\":1,\"react\":\"wow\"}");
    puppet_hang_up(b);
    pass(w, 10000);
    assert_int_equal(here_of(a, 1), AWAY);
    assert_int_equal(t->match.entries, entries);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_WORLD(test_here_and_away, one_node),     IN_WORLD(test_no_news, one_node),
        IN_WORLD(test_only_who_asks, one_node),     IN_WORLD(test_bots_and_strangers, one_node),
        IN_WORLD(test_seat_is_freed, one_node),     IN_WORLD(test_other_node, two_nodes),
        IN_WORLD(test_watching_is_quiet, one_node), IN_WORLD(test_clock, one_node),
        IN_WORLD(test_reactions, one_node),         IN_WORLD(test_budget_of_seat, one_node),
        IN_WORLD(test_refused_reactions, one_node), IN_WORLD(test_refused_hello, one_node),
        IN_WORLD(test_not_in_log, one_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
