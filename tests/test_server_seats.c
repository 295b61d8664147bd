/* Tests of seats that were taken at another node, of which this one has not heard yet: before it
 * refuses a token, a node reads the log once. Node 1 is deaf in all of them: nobody tells it what
 * node 0 stores. */
#include "server/server.h"
#include "server/tables/tables.h"
#include "tests/puppet/world.h"

#include "store/store.h"

#define KEY "k3y-of-ann-0123456789abcdef"
#define FOUND_FOUR                                                                                 \
    "{\"game\":\"null\",\"seats\":[\"me\",\"open\",\"open\",\"open\"],\"options\":{\"tosses\":9}}"

static struct puppet *world;

/* How often node 1 has looked at the log. */
static uint32_t reads(void)
{
    return world->node[1].looks;
}

/* A table in the memory of both nodes, and its host. */
static struct seat open_deaf(struct world *w, const char *body)
{
    struct seat ann = found(w, body);
    world = &w->puppet;
    world->node[1].deaf = 1;
    get_table(w, 1, ann.table);
    puppet_settle(world);
    world->node[1].looks = 0;
    return ann;
}

static struct puppet_socket *comes(struct world *w, const struct seat *seat)
{
    struct puppet_socket *s = hello(w, 1, seat, -1);
    puppet_settle(world);
    return s;
}

static int is_refused(const struct puppet_socket *s)
{
    return strcmp(last_of(s), "{\"bye\":\"wrong-token\"}") == 0;
}

/* ---- sockets ---- */

static void test_hello_after_a_join(void **state)
{
    struct world *w = *state;
    struct seat ann = open_deaf(w, FOUND_FOUR), bob = join(w, 0, ann.table);
    struct puppet_socket *s = hello(w, 1, &bob, -1);
    assert_int_equal(s->heard_n, 0);
    /* What it says meanwhile is refused, as while a table is being loaded. */
    say(s, "{\"id\":3,\"leave\":true}");
    assert_non_null(heard(s, "\"no\":3,\"code\":\"conflict\""));
    puppet_settle(world);
    assert_non_null(heard(s, "\"snapshot\""));
    assert_non_null(heard(s, "\"seat\":1"));
    assert_true(s->open);
    assert_int_equal(reads(), 1);
    /* From now on the node knows it. */
    assert_non_null(heard(comes(w, &bob), "\"seat\":1"));
    assert_int_equal(reads(), 1);
}

static void test_hellos_share_a_look(void **state)
{
    struct world *w = *state;
    struct puppet_socket *s[40];
    struct seat ann = open_deaf(w, FOUND_FOUR), bob = join(w, 0, ann.table), wrong = ann;
    for (int i = 0; i < 40; i++) {
        snprintf(wrong.token, sizeof wrong.token, "%032d", i);
        s[i] = hello(w, 1, i % 2 ? &wrong : &bob, -1);
    }
    puppet_settle(world);
    for (int i = 0; i < 40; i++)
        assert_int_equal(is_refused(s[i]), i % 2);
    /* One for the first, and one for those who came while it was under way. */
    assert_in_range(reads(), 1, 2);
    assert_int_equal(world->node[1].server->figures.looks, 40);
    /* A device has one socket, and the newest stays. */
    for (int i = 0; i < 38; i += 2)
        assert_string_equal(last_of(s[i]), "{\"bye\":\"replaced\"}");
    assert_true(s[38]->open);
}

/* Joins at node 0, while nothing happens at node 1. */
static struct seat join_quietly(struct world *w, const char *table)
{
    struct puppet_request *r = post_to(w, 0, table, "join", NULL, "{}");
    puppet_store_works(world, 0);
    puppet_store_tells(world, 0);
    assert_int_equal(r->status, 200);
    return seat_of(r);
}

/* The log was read before the seat was taken, but not told yet. */
static void test_a_look_that_began_too_early(void **state)
{
    struct world *w = *state;
    struct seat ann = open_deaf(w, FOUND_FOUR), wrong = ann;
    memset(wrong.token, '0', 32);
    struct puppet_socket *a = hello(w, 1, &wrong, -1);
    puppet_store_works(world, 1);
    struct seat bob = join_quietly(w, ann.table);
    struct puppet_socket *b = hello(w, 1, &bob, -1);
    puppet_store_tells(world, 1);
    assert_true(is_refused(a));
    assert_int_equal(b->heard_n, 0);
    puppet_settle(world);
    assert_non_null(heard(b, "\"seat\":1"));
}

/* It came after a reading was asked for that brings its seat all the same. A newer socket is let in
 * at once, so this one must not wait any longer, or it would replace the newer one. */
static void test_the_newer_socket_stays(void **state)
{
    struct world *w = *state;
    struct seat ann = open_deaf(w, FOUND_FOUR), wrong = ann;
    memset(wrong.token, '0', 32);
    hello(w, 1, &wrong, -1);
    struct seat bob = join_quietly(w, ann.table);
    struct puppet_socket *a = hello(w, 1, &bob, -1);
    puppet_store_works(world, 1);
    puppet_store_tells(world, 1);
    struct puppet_socket *b = hello(w, 1, &bob, -1);
    puppet_settle(world);
    assert_string_equal(last_of(a), "{\"bye\":\"replaced\"}");
    assert_true(b->open);
    assert_int_equal(reads(), 1);
}

static void test_who_hangs_up_while_it_waits(void **state)
{
    struct world *w = *state;
    struct seat ann = open_deaf(w, FOUND_FOUR), bob = join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 1, &bob, -1), *b = hello(w, 1, &bob, -1);
    puppet_hang_up(a);
    puppet_store_works(world, 1);
    puppet_hang_up(b);
    puppet_settle(world);
    assert_null(heard(a, "snapshot"));
    assert_int_equal(table_find(world->node[1].server, ann.table)->guests_n, 0);
    assert_non_null(heard(comes(w, &bob), "\"seat\":1"));
}

/* The node dies with all who wait: nothing is lost track of (the sanitizers would tell). */
static void test_a_node_that_stops_meanwhile(void **state)
{
    struct world *w = *state;
    struct seat ann = open_deaf(w, FOUND_FOUR), bob = join(w, 0, ann.table);
    hello(w, 1, &bob, -1);
    post_to(w, 1, ann.table, "leave", bob.token, "{}");
    puppet_restart(world, 1);
    puppet_settle(world);
    assert_non_null(heard(comes(w, &bob), "\"seat\":1"));
}

/* A node that cannot look knows nothing: it does not say that the token is wrong. */
static void test_a_look_that_fails(void **state)
{
    struct world *w = *state;
    struct seat ann = open_deaf(w, FOUND_FOUR), bob = join(w, 0, ann.table);
    world->node[1].fail_reads = 1;
    struct puppet_socket *s = comes(w, &bob);
    assert_string_equal(last_of(s), "{\"bye\":\"restart\"}");
    world->node[1].fail_reads = 1;
    struct puppet_request *r = post_to(w, 1, ann.table, "leave", bob.token, "{}");
    puppet_settle(world);
    said_no(r, 503, "storage");
    assert_non_null(heard(comes(w, &bob), "\"seat\":1"));
}

/* An entry of this node is on its way, and meets the seat that was taken: everything is loaded. */
static void test_a_look_that_meets_a_conflict(void **state)
{
    struct world *w = *state;
    struct seat ann = open_deaf(w, FOUND_FOUR), bob = join(w, 0, ann.table);
    struct puppet_socket *s = hello(w, 1, &bob, -1);
    puppet_store_works(world, 1);
    struct puppet_request *r = post_to(w, 1, ann.table, "leave", ann.token, "{}");
    puppet_settle(world);
    said_no(r, 409, "conflict");
    assert_non_null(heard(s, "\"seat\":1"));
}

static void test_a_look_that_finds_much(void **state)
{
    struct world *w = *state;
    struct seat ann = open_deaf(w, FOUND_FOUR), bob;
    for (int i = 0; i < FOLLOW_MOST; i++) {
        bob = join(w, 0, ann.table);
        post_to(w, 0, ann.table, "leave", bob.token, "{}");
        puppet_settle(world);
    }
    bob = join(w, 0, ann.table);
    assert_non_null(heard(comes(w, &bob), "\"seat\":1"));
}

static void test_a_table_that_is_gone(void **state)
{
    struct world *w = *state;
    struct seat ann = open_deaf(w, FOUND_FOUR), bob = join(w, 0, ann.table);
    struct puppet_socket *s = hello(w, 1, &bob, -1);
    assert_int_equal(world->store->sweep(world->store, ann.table), 0);
    table_swept(world->node[1].server, ann.table);
    puppet_settle(world);
    puppet_pass(world, TICK_MS);
    puppet_settle(world);
    assert_false(s->open);
}

/* ---- requests ---- */

/* Every request with a token: what the answer is, depends on the request, but the token is good. */
static void test_every_request(void **state)
{
    struct world *w = *state;
    static const char *const verbs[] = {"leave",  "start", "rematch", "reveal",   "link",
                                        "revoke", "push",  "quiet",   "hook",     "remove",
                                        "door",   "admit", "join",    "takeover", "keys"};
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        struct seat ann = open_deaf(w, FOUND_FOUR), bob = join(w, 0, ann.table);
        char path[80];
        snprintf(path, sizeof path, "/api/tables/%s/%s", ann.table, verbs[i]);
        struct puppet_request *r =
            puppet_ask(world, 1, strcmp(verbs[i], "keys") ? "POST" : "GET", path, bob.token, "", 0);
        assert_int_equal(r->answers, 0);
        puppet_settle(world);
        assert_int_equal(r->answers, 1);
        assert_null(strstr(r->text, "token-unknown"));
        assert_int_not_equal(r->status, 401);
        assert_int_equal(reads(), 1);
    }
}

/* Who asks for what everybody may see is not looked for. */
static void test_requests_without_a_seat(void **state)
{
    struct world *w = *state;
    static const char *const ends[] = {"", "/record", "/review"};
    struct seat ann = open_deaf(w, FOUND_FOUR);
    for (int i = 0; i < 3; i++) {
        char path[80];
        snprintf(path, sizeof path, "/api/tables/%s%s", ann.table, ends[i]);
        puppet_ask(world, 1, "GET", path, "00000000000000000000000000000000", "", 0);
        puppet_settle(world);
    }
    assert_int_equal(reads(), 0);
}

static void refused_for(const struct puppet_request *r, int status, const char *reason)
{
    char quoted[48];
    snprintf(quoted, sizeof quoted, "\"reason\":\"%s\"", reason);
    assert_int_equal(r->status, status);
    assert_non_null(strstr(r->text, quoted));
}

static void member_of(const struct puppet_request *r, const char *member, char text[33])
{
    json_t *root = json_loads(r->text, 0, NULL);
    const char *found_text = json_string_value(json_object_get(root, member));
    assert_non_null(found_text);
    snprintf(text, 33, "%s", found_text);
    json_decref(root);
}

static struct puppet_request *asks(struct world *w, int node, const char *table, const char *verb,
                                   const char *token, const char *body)
{
    struct puppet_request *r = post_to(w, node, table, verb, token, body);
    puppet_settle(world);
    return r;
}

/* A link that was made at node 0 is opened at node 1; and one that was opened there is used. */
static void test_links(void **state)
{
    struct world *w = *state;
    char link[33], body[160];
    struct seat ann = open_deaf(w, FOUND_FOUR);
    member_of(asks(w, 0, ann.table, "link", ann.token, ""), "link", link);
    snprintf(body, sizeof body, "{\"link\":\"%s\",\"key\":\"" KEY "\"}", link);
    struct puppet_request *first = asks(w, 1, ann.table, "open", NULL, body);
    assert_int_equal(first->status, 200);
    struct seat phone = seat_of(first);
    /* The answer was lost, and the next node has not heard of the first one. */
    world->node[1].deaf = 0;
    world->node[0].deaf = 1;
    member_of(asks(w, 1, ann.table, "link", ann.token, ""), "link", link);
    snprintf(body, sizeof body, "{\"link\":\"%s\",\"key\":\"" KEY "2\"}", link);
    struct seat tablet = seat_of(asks(w, 1, ann.table, "open", NULL, body));
    assert_string_equal(seat_of(asks(w, 0, ann.table, "open", NULL, body)).token, tablet.token);
    assert_string_not_equal(phone.token, tablet.token);
}

/* A device is told that it was revoked, also by a node that has heard of neither it nor that. */
static void test_revoked_devices(void **state)
{
    struct world *w = *state;
    char link[33], body[80];
    struct seat ann = open_deaf(w, FOUND_FOUR);
    member_of(asks(w, 0, ann.table, "link", ann.token, ""), "link", link);
    snprintf(body, sizeof body, "{\"link\":\"%s\"}", link);
    struct seat phone = seat_of(asks(w, 0, ann.table, "open", NULL, body));
    asks(w, 0, ann.table, "revoke", ann.token, "{\"others\":true}");
    assert_string_equal(last_of(comes(w, &phone)), "{\"bye\":\"revoked\"}");
    assert_int_equal(reads(), 1);
    /* That is the last word, so nobody looks again. */
    assert_string_equal(last_of(comes(w, &phone)), "{\"bye\":\"revoked\"}");
    refused_for(asks(w, 1, ann.table, "leave", phone.token, "{}"), 403, "key-revoked");
    assert_int_equal(reads(), 1);
}

static void test_who_was_removed(void **state)
{
    struct world *w = *state;
    struct seat ann = open_deaf(w, FOUND_FOUR), bob = join(w, 0, ann.table);
    asks(w, 0, ann.table, "remove", ann.token, "{\"seat\":1}");
    assert_string_equal(last_of(comes(w, &bob)), "{\"bye\":\"removed\"}");
    assert_int_equal(reads(), 1);
    assert_string_equal(last_of(comes(w, &bob)), "{\"bye\":\"removed\"}");
    assert_int_equal(reads(), 1);
}

/* Node 1 knows that somebody has asked for the seat, and not that the host has agreed. */
static void test_who_was_admitted(void **state)
{
    struct world *w = *state;
    struct seat ann = open_deaf(w, "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],"
                                   "\"options\":{\"tosses\":9},\"approve\":true}");
    struct seat bob = join(w, 0, ann.table);
    asks(w, 0, ann.table, "leave", bob.token, "{}");
    struct puppet_request *r = asks(w, 0, ann.table, "takeover", NULL, "{\"seat\":1}");
    assert_int_equal(r->status, 202);
    struct seat eve = seat_of(r);
    assert_true(is_refused(comes(w, &eve)));
    asks(w, 0, ann.table, "admit", ann.token, "{\"seat\":1,\"yes\":true}");
    assert_non_null(heard(comes(w, &eve), "\"seat\":1"));
}

/* A join whose answer was lost is repeated at the other node, and gets the same seat. */
static void test_joining_again_elsewhere(void **state)
{
    struct world *w = *state;
    static const char body[] = "{\"key\":\"" KEY "\"}";
    struct seat ann = open_deaf(w, FOUND_FOUR);
    struct seat bob = seat_of(asks(w, 0, ann.table, "join", NULL, body));
    struct puppet_request *r = asks(w, 1, ann.table, "join", NULL, body);
    assert_int_equal(r->status, 200);
    assert_string_equal(seat_of(r).token, bob.token);
    /* Somebody else gets another seat, also from a node that did not know of the first. */
    r = asks(w, 1, ann.table, "join", NULL, "{\"key\":\"" KEY "2\"}");
    assert_int_equal(r->status, 200);
    assert_string_not_equal(seat_of(r).token, bob.token);
}

/* ---- strangers ---- */

/* Wrong tokens from one address: after its looks are used up, the store has no work with them. */
static void test_a_stranger(void **state)
{
    struct world *w = *state;
    struct seat ann = open_deaf(w, FOUND_FOUR), wrong = ann;
    struct server *s = world->node[1].server;
    int come_again = 0, looked = 0;
    s->options.limits = 1;
    for (int i = 0; i < 200; i++) {
        snprintf(wrong.token, sizeof wrong.token, "%032d", i);
        struct puppet_socket *p = hello(w, 1, &wrong, -1);
        assert_false(is_refused(p));
        puppet_settle(world);
        /* Who has no look left hears nothing about the token: it may be a new one. */
        come_again += heard(p, "{\"bye\":\"restart\"}") != NULL;
        assert_int_equal(come_again + (int)s->figures.looks, i + 1);
        assert_int_equal(is_refused(p), !heard(p, "{\"bye\":\"restart\"}"));
        looked = (int)s->figures.looks;
    }
    assert_in_range(looked, 20, 80);
    assert_int_equal(come_again, 200 - looked);
    assert_int_equal(reads(), looked);
    refused_for(post_to(w, 1, ann.table, "leave", wrong.token, "{}"), 429, "too-many-requests");
    /* Others have looks of their own. */
    struct seat bob = join(w, 0, ann.table);
    struct puppet_socket *p = puppet_dial(world, 1, "198.51.100.7");
    char text[120];
    snprintf(text, sizeof text, "{\"hello\":{\"api\":2,\"table\":\"%s\",\"token\":\"%s\"}}",
             bob.table, bob.token);
    say(p, text);
    puppet_settle(world);
    assert_non_null(heard(p, "\"seat\":1"));
}

/* Nobody else writes to the store of a single node, so nothing can be new to it. */
static void test_a_single_node(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, FOUND_FOUR), wrong = ann;
    memset(wrong.token, '0', 32);
    assert_true(is_refused(hello(w, 0, &wrong, -1)));
    refused_for(post_to(w, 0, ann.table, "leave", wrong.token, "{}"), 403, "token-unknown");
    assert_int_equal(w->puppet.node[0].server->figures.looks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_WORLD(test_hello_after_a_join, two_nodes),
        IN_WORLD(test_hellos_share_a_look, two_nodes),
        IN_WORLD(test_a_look_that_began_too_early, two_nodes),
        IN_WORLD(test_the_newer_socket_stays, two_nodes),
        IN_WORLD(test_who_hangs_up_while_it_waits, two_nodes),
        IN_WORLD(test_a_node_that_stops_meanwhile, two_nodes),
        IN_WORLD(test_a_look_that_fails, two_nodes),
        IN_WORLD(test_a_look_that_meets_a_conflict, two_nodes),
        IN_WORLD(test_a_look_that_finds_much, two_nodes),
        IN_WORLD(test_a_table_that_is_gone, two_nodes),
        IN_WORLD(test_every_request, two_nodes),
        IN_WORLD(test_requests_without_a_seat, two_nodes),
        IN_WORLD(test_links, two_nodes),
        IN_WORLD(test_revoked_devices, two_nodes),
        IN_WORLD(test_who_was_removed, two_nodes),
        IN_WORLD(test_who_was_admitted, two_nodes),
        IN_WORLD(test_joining_again_elsewhere, two_nodes),
        IN_WORLD(test_a_stranger, two_nodes),
        IN_WORLD(test_a_single_node, one_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
