/* Tests of links to seats: a link gives another device a key of its own, once; keys and links can
 * be revoked; nobody else learns of them. */
#include "match/keys.h"
#include "server/server.h"
#include "tests/puppet/world.h"

#define KEY "k3y-of-ann-0123456789abcdef"
#define OTHER_KEY "k3y-of-bob-0123456789abcdef"

struct link {
    char secret[33];
};

static struct puppet_request *ask_link(struct world *w, const struct seat *seat)
{
    struct puppet_request *r = post_to(w, 0, seat->table, "link", seat->token, "");
    puppet_settle(&w->puppet);
    return r;
}

static struct link link_in(const struct puppet_request *r)
{
    struct link link = {""};
    json_t *root = json_loads(r->text, 0, NULL);
    const char *secret = json_string_value(json_object_get(root, "link"));
    assert_int_equal(r->status, 201);
    assert_non_null(secret);
    assert_int_equal(strlen(secret), 32);
    strcpy(link.secret, secret);
    json_decref(root);
    return link;
}

static struct link make_link(struct world *w, const struct seat *seat)
{
    return link_in(ask_link(w, seat));
}

static struct puppet_request *open_with(struct world *w, int node, const char *table,
                                        const struct link *link, const char *key, const char *token)
{
    char body[160], with[96] = "";
    if (key)
        snprintf(with, sizeof with, ",\"key\":\"%s\"", key);
    snprintf(body, sizeof body, "{\"link\":\"%s\"%s}", link->secret, with);
    struct puppet_request *r = post_to(w, node, table, "open", token, body);
    puppet_settle(&w->puppet);
    return r;
}

static struct seat open_link(struct world *w, int node, const char *table, const struct link *link)
{
    struct puppet_request *r = open_with(w, node, table, link, NULL, NULL);
    assert_int_equal(r->status, 200);
    return seat_of(r);
}

static struct seat another_device(struct world *w, const struct seat *seat)
{
    struct link link = make_link(w, seat);
    return open_link(w, 0, seat->table, &link);
}

static struct puppet_request *keys_of(struct world *w, int node, const struct seat *seat)
{
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s/keys", seat->table);
    struct puppet_request *r = puppet_ask(&w->puppet, node, "GET", path, seat->token, "", 0);
    puppet_settle(&w->puppet);
    return r;
}

static struct puppet_request *revoke_as(struct world *w, const struct seat *seat, const char *body)
{
    struct puppet_request *r = post_to(w, 0, seat->table, "revoke", seat->token, body);
    puppet_settle(&w->puppet);
    return r;
}

static void refused_for(const struct puppet_request *r, int status, const char *reason)
{
    char quoted[48];
    snprintf(quoted, sizeof quoted, "\"reason\":\"%s\"", reason);
    assert_int_equal(r->status, status);
    assert_non_null(strstr(r->text, quoted));
}

static void says(const struct puppet_request *r, const char *part)
{
    assert_int_equal(r->status, 200);
    assert_non_null(strstr(r->text, part));
}

/* A seat with a second device, at a running game against Bob. */
struct table_of_two {
    struct seat ann, bob, phone;
};

static struct table_of_two two_with_phone(struct world *w)
{
    struct table_of_two t;
    t.ann = found(w, NULL_TWO);
    t.bob = join(w, 0, t.ann.table);
    t.phone = another_device(w, &t.ann);
    return t;
}

/* ---- links ---- */

static void test_a_link_gives_a_key(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    struct link link = make_link(w, &ann);
    says(keys_of(w, 0, &ann), "\"id\":1,\"kind\":\"link\",\"state\":\"open\"");
    struct seat phone = open_link(w, 1, ann.table, &link);
    assert_string_not_equal(phone.token, ann.token);
    assert_string_not_equal(phone.token, link.secret);
    says(keys_of(w, 1, &ann), "\"id\":1,\"kind\":\"link\",\"state\":\"used\"");
    says(keys_of(w, 0, &phone), "\"id\":2,\"kind\":\"device\",\"state\":\"open\"");
    assert_null(strstr(keys_of(w, 0, &phone)->text, link.secret));
    /* The key is stored, not remembered. */
    puppet_restart(&w->puppet, 0);
    struct puppet_socket *p = hello(w, 0, &phone, -1);
    puppet_settle(&w->puppet);
    assert_non_null(heard(p, "\"seat\":0"));
    refused_for(open_with(w, 0, ann.table, &link, NULL, NULL), 403, "link-used");
}

static void test_opening_again(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    struct link link = make_link(w, &ann);
    struct seat one = seat_of(open_with(w, 0, ann.table, &link, KEY, NULL));
    struct seat two = seat_of(open_with(w, 1, ann.table, &link, KEY, NULL));
    assert_int_equal(strlen(one.token), 32);
    assert_string_equal(one.token, two.token);
    refused_for(open_with(w, 0, ann.table, &link, OTHER_KEY, NULL), 403, "link-used");
    /* A device that has the seat keeps its key, and the link can still be used. */
    struct link other = make_link(w, &ann);
    struct seat same = seat_of(open_with(w, 0, ann.table, &other, NULL, ann.token));
    assert_string_equal(same.token, ann.token);
    says(keys_of(w, 0, &ann), "\"id\":3,\"kind\":\"link\",\"state\":\"open\"");
    struct seat bob = join(w, 0, ann.table);
    refused_for(open_with(w, 0, ann.table, &other, NULL, bob.token), 409, "other-seat-here");
    assert_int_equal(strlen(open_link(w, 0, ann.table, &other).token), 32);
}

/* If the store fails, nobody gets a secret or a key that is worth nothing. */
static void test_links_while_the_store_fails(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    w->puppet.node[0].fail = 1;
    refused_for(ask_link(w, &ann), 503, "not-stored");
    struct link link = make_link(w, &ann);
    w->puppet.node[0].fail = 1;
    refused_for(open_with(w, 0, ann.table, &link, KEY, NULL), 503, "not-stored");
    struct seat phone = seat_of(open_with(w, 0, ann.table, &link, KEY, NULL));
    assert_int_equal(strlen(phone.token), 32);
    w->puppet.node[0].fail = 1;
    refused_for(revoke_as(w, &ann, "{\"others\":true}"), 503, "not-stored");
    assert_int_equal(keys_of(w, 0, &phone)->status, 200);
}

static void test_odd_links(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct seat nobody = {"", ""};
    struct link link = make_link(w, &ann), wrong = {"0123456789abcdef0123456789abcdef"};
    strcpy(nobody.table, ann.table);
    refused_for(ask_link(w, &nobody), 401, "seat-token-missing");
    refused_for(open_with(w, 0, ann.table, &wrong, NULL, NULL), 403, "link-unknown");
    refused_for(post_to(w, 0, ann.table, "open", NULL, "{}"), 400, "link-needed");
    refused_for(post_to(w, 0, ann.table, "open", NULL, "{\"link\":7}"), 400, "link-needed");
    refused_for(revoke_as(w, &ann, "{}"), 400, "revoke-which");
    refused_for(revoke_as(w, &ann, "{\"id\":1,\"others\":true}"), 400, "revoke-which");
    refused_for(revoke_as(w, &ann, "{\"others\":false}"), 400, "revoke-which");
    refused_for(revoke_as(w, &ann, "{\"id\":9}"), 409, "no-such-key");
    refused_for(revoke_as(w, &ann, "{\"id\":0}"), 409, "own-key");
    /* Somebody else's link is no business of Bob's. */
    refused_for(revoke_as(w, &bob, "{\"id\":1}"), 409, "no-such-key");
    /* The secret of a link is no token, and a token is no link. */
    struct seat thief = ann;
    strcpy(thief.token, link.secret);
    refused_for(keys_of(w, 0, &thief), 403, "token-unknown");
    struct puppet_socket *s = hello(w, 0, &thief, -1);
    puppet_settle(&w->puppet);
    assert_non_null(heard(s, "\"bye\":\"wrong-token\""));
    strcpy(wrong.secret, bob.token);
    refused_for(open_with(w, 0, ann.table, &wrong, NULL, NULL), 403, "link-unknown");
}

static void test_few_links(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    for (int i = 0; i < KEYS_MOST; i++)
        make_link(w, &ann);
    refused_for(ask_link(w, &ann), 409, "links-many");
    says(revoke_as(w, &ann, "{\"others\":true}"), "\"state\":\"revoked\"");
    puppet_pass(&w->puppet, 600000);
    int made = KEYS_MOST, status = 201;
    while (status == 201) {
        struct puppet_request *r = ask_link(w, &ann);
        status = r->status;
        made += status == 201;
        if (status != 201)
            refused_for(r, 409, "links-ever");
        else
            says(revoke_as(w, &ann, "{\"others\":true}"), "\"own\":true");
        puppet_pass(&w->puppet, 10000);
    }
    assert_in_range(made, KEYS_EVER - 2, KEYS_EVER);
}

static void test_guessing(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    struct link link = make_link(w, &ann), wrong = {"0123456789abcdef0123456789abcdef"};
    int tried = 0;
    w->puppet.node[0].server->options.limits = 1;
    while (tried < 100 && open_with(w, 0, ann.table, &wrong, NULL, NULL)->status == 403)
        tried++;
    assert_in_range(tried, 10, 30);
    refused_for(open_with(w, 0, ann.table, &link, NULL, NULL), 429, "too-many-requests");
}

/* ---- two devices ---- */

static void test_both_devices_play(void **state)
{
    struct world *w = *state;
    struct table_of_two t = two_with_phone(w);
    struct puppet_socket *a = hello(w, 0, &t.ann, -1), *p = hello(w, 0, &t.phone, -1);
    struct puppet_socket *b = hello(w, 0, &t.bob, -1);
    puppet_settle(&w->puppet);
    assert_true(a->open && p->open && b->open);
    struct puppet_socket *first = heard(a, "\"ask\"") ? a : b;
    if (first == b) {
        assert_true(answer(b, 1));
        puppet_settle(&w->puppet);
    }
    assert_non_null(heard(a, "\"ask\""));
    assert_non_null(heard(p, "\"ask\""));
    assert_true(answer(p, 2));
    assert_true(answer(a, 3));
    puppet_settle(&w->puppet);
    /* The same answer was given twice, which counts once. */
    assert_non_null(heard(p, "{\"ok\":2"));
    assert_non_null(heard(a, "{\"ok\":3"));
    /* A second socket with the same key takes the place of the first; the other device stays. */
    struct puppet_socket *again = hello(w, 0, &t.phone, -1);
    puppet_settle(&w->puppet);
    assert_non_null(heard(p, "\"bye\":\"replaced\""));
    assert_true(a->open && again->open);
}

/* Opponents and spectators see a number and nothing else. */
static void test_nobody_else_learns_of_links(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 0, &bob, -1);
    struct puppet_socket *s = watch(w, 1, ann.table, -1);
    puppet_settle(&w->puppet);
    another_device(w, &ann);
    says(revoke_as(w, &ann, "{\"id\":2}"), "\"state\":\"revoked\"");
    assert_non_null(heard(a, "\"link\":0"));
    assert_non_null(heard(a, "\"key\":0"));
    assert_non_null(heard(a, "\"revoke\":0"));
    for (const char *const *key = (const char *const[]){"\"link\"", "\"key\"", "\"revoke\"", NULL};
         *key; key++) {
        assert_null(heard(b, *key));
        assert_null(heard(s, *key));
    }
    char last[24];
    snprintf(last, sizeof last, "{\"n\":%u}", witness_table(&w->witness, ann.table)->entries - 1);
    assert_string_equal(last_of(b), last);
    assert_string_equal(last_of(s), last);
}

/* ---- revoking ---- */

static void test_a_revoked_device_is_told(void **state)
{
    struct world *w = *state;
    struct table_of_two t = two_with_phone(w);
    struct puppet_socket *a = hello(w, 0, &t.ann, -1), *here = hello(w, 0, &t.phone, -1);
    puppet_settle(&w->puppet);
    says(revoke_as(w, &t.ann, "{\"id\":2}"), "\"id\":2,\"kind\":\"device\",\"state\":\"revoked\"");
    assert_non_null(heard(here, "\"bye\":\"revoked\""));
    assert_true(a->open);
    refused_for(keys_of(w, 0, &t.phone), 403, "key-revoked");
    refused_for(post_to(w, 0, t.ann.table, "leave", t.phone.token, ""), 403, "key-revoked");
    struct puppet_socket *late = hello(w, 1, &t.phone, 0);
    puppet_settle(&w->puppet);
    assert_non_null(heard(late, "\"bye\":\"revoked\""));
    refused_for(revoke_as(w, &t.ann, "{\"id\":2}"), 409, "no-such-key");
}

/* A link that is open dies with "only this device"; so does a device at another node. */
static void test_only_this_device(void **state)
{
    struct world *w = *state;
    struct table_of_two t = two_with_phone(w);
    struct link link = make_link(w, &t.ann);
    struct puppet_socket *a = hello(w, 1, &t.ann, -1), *p = hello(w, 0, &t.phone, -1);
    puppet_settle(&w->puppet);
    says(revoke_as(w, &t.phone, "{\"others\":true}"), "\"state\":\"open\"");
    puppet_pass(&w->puppet, TICK_MS);
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"bye\":\"revoked\""));
    assert_true(p->open);
    refused_for(open_with(w, 0, t.ann.table, &link, NULL, NULL), 403, "link-revoked");
    refused_for(keys_of(w, 0, &t.ann), 403, "key-revoked");
    refused_for(revoke_as(w, &t.phone, "{\"id\":2}"), 409, "own-key");
    /* The seat is the phone's alone, and it can give it on. */
    struct seat tablet = another_device(w, &t.phone);
    assert_int_equal(keys_of(w, 0, &tablet)->status, 200);
}

/* A device is refused because of what another one wishes, which then meets a conflict. Its question
 * is the same afterwards, and only who was refused is asked again. */
static void test_refused_for_another_device(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct seat phone = another_device(w, &bob);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 1, &bob, -1);
    struct puppet_socket *p = hello(w, 1, &phone, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1));
    say(b, "{\"id\":1,\"leave\":true}");
    assert_true(answer(p, 1));
    assert_non_null(strstr(last_of(p), "\"reason\":\"bot-plays-for-you\""));
    puppet_store_works(&w->puppet, 0);
    puppet_settle(&w->puppet);
    assert_non_null(heard(b, "\"no\":1,\"code\":\"conflict\""));
    assert_non_null(strstr(last_of(p), "\"ask\""));
    /* Once more, and the phone says nothing. */
    assert_true(answer(p, 2));
    puppet_settle(&w->puppet);
    assert_non_null(heard(p, "\"ok\":2"));
    assert_true(answer(a, 2));
    say(b, "{\"id\":2,\"leave\":true}");
    puppet_store_works(&w->puppet, 0);
    puppet_settle(&w->puppet);
    assert_non_null(heard(b, "\"no\":2,\"code\":\"conflict\""));
    assert_non_null(strstr(last_of(b), "\"ask\""));
    assert_null(strstr(last_of(p), "\"ask\""));
}

/* Renaming oneself from the second device keeps both; a new owner gets neither. */
static void test_keys_end_with_the_seat(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, "{\"game\":\"null\",\"seats\":[\"me\",\"open\",\"open\"]}");
    struct seat phone = another_device(w, &ann);
    struct puppet_request *r =
        post_to(w, 0, ann.table, "join", phone.token, "{\"name\":\"Annie\"}");
    puppet_settle(&w->puppet);
    says(r, "Annie");
    assert_int_equal(keys_of(w, 0, &ann)->status, 200);
    assert_int_equal(keys_of(w, 0, &phone)->status, 200);
    join(w, 0, ann.table);
    join(w, 0, ann.table);
    post_to(w, 0, ann.table, "leave", phone.token, "");
    puppet_settle(&w->puppet);
    struct link link = make_link(w, &ann);
    r = post_to(w, 0, ann.table, "takeover", NULL, "{\"seat\":0,\"name\":\"Cleo\"}");
    puppet_settle(&w->puppet);
    struct seat cleo = seat_of(r);
    refused_for(keys_of(w, 0, &ann), 403, "token-unknown");
    refused_for(keys_of(w, 0, &phone), 403, "token-unknown");
    refused_for(open_with(w, 0, ann.table, &link, NULL, NULL), 403, "link-unknown");
    assert_null(strstr(keys_of(w, 0, &cleo)->text, "\"id\":1"));
}

/* Both devices have the seat of the rematch, even if the first key was revoked; links do not. */
static void test_keys_in_a_rematch(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_SHORT), phone = another_device(w, &ann);
    struct seat tablet = another_device(w, &phone);
    struct link link = make_link(w, &phone);
    says(revoke_as(w, &phone, "{\"id\":0}"), "\"state\":\"revoked\"");
    struct puppet_socket *p = hello(w, 0, &phone, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(p, 1));
    puppet_settle(&w->puppet);
    struct puppet_request *r = post_to(w, 0, ann.table, "rematch", phone.token, "");
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 201);
    strcpy(phone.table, seat_of(r).table);
    strcpy(tablet.table, phone.table);
    strcpy(ann.table, phone.table);
    puppet_restart(&w->puppet, 0);
    assert_int_equal(keys_of(w, 0, &phone)->status, 200);
    assert_int_equal(keys_of(w, 0, &tablet)->status, 200);
    refused_for(keys_of(w, 0, &ann), 403, "token-unknown");
    refused_for(open_with(w, 0, phone.table, &link, NULL, NULL), 403, "link-unknown");
}

/* Keys change neither the time of the last move nor the order of finished games. */
static void test_links_do_not_touch_a_table(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    int64_t touched = witness_table(&w->witness, ann.table)->match.touched;
    puppet_pass(&w->puppet, 5000);
    make_link(w, &ann);
    assert_int_equal(witness_table(&w->witness, ann.table)->match.touched, touched);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_WORLD(test_a_link_gives_a_key, two_nodes),
        IN_WORLD(test_opening_again, two_nodes),
        IN_WORLD(test_links_while_the_store_fails, one_node),
        IN_WORLD(test_odd_links, one_node),
        IN_WORLD(test_few_links, one_node),
        IN_WORLD(test_guessing, one_node),
        IN_WORLD(test_both_devices_play, one_node),
        IN_WORLD(test_nobody_else_learns_of_links, two_nodes),
        IN_WORLD(test_a_revoked_device_is_told, two_nodes),
        IN_WORLD(test_only_this_device, two_nodes),
        IN_WORLD(test_refused_for_another_device, two_nodes),
        IN_WORLD(test_keys_end_with_the_seat, one_node),
        IN_WORLD(test_keys_in_a_rematch, one_node),
        IN_WORLD(test_links_do_not_touch_a_table, one_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
