/* Tests of telling people that it is their turn, with a clock turned by hand and a messenger that
 * only collects: once a turn, in their language, to who is not there. What the messages say on
 * the wire is tested in test_push and tests/server/api_calls.py. */
#include "server/notify/calls.h"
#include "server/server.h"
#include "server/tables/tables.h"
#include "tests/puppet/world.h"

enum { HOUR = 3600000, DAY = 24 * HOUR };

#define POINT                                                                                      \
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
#define AUTH "BTBZMqHH6r4Tts7J_aSIgg"

/* ---- a messenger that collects ---- */

enum { COLLECTED = 400 };

static struct {
    struct call_messenger messenger;
    struct call_parcel *sent[COLLECTED];
    int n;
    /* What becomes of the next parcels. */
    int status;
    struct call_parcel *back, **back_end;
} post_office;

static void collect(struct call_messenger *m, struct call_parcel *p)
{
    struct call_parcel *copy = malloc(sizeof *copy);
    (void)m;
    assert_non_null(copy);
    assert_true(post_office.n < COLLECTED);
    *copy = *p;
    post_office.sent[post_office.n++] = copy;
    p->status = post_office.status;
    p->next = NULL;
    *post_office.back_end = p;
    post_office.back_end = &p->next;
}

static struct call_parcel *give_back(struct call_messenger *m)
{
    struct call_parcel *p = post_office.back;
    (void)m;
    if (p)
        post_office.back = p->next;
    if (!post_office.back)
        post_office.back_end = &post_office.back;
    return p;
}

static void close_office(struct call_messenger *m)
{
    (void)m;
    while (post_office.back)
        free(give_back(NULL));
}

static void open_office(struct world *w)
{
    static const char *const push[] = {"push.example", NULL}, *const hook[] = {"ntfy.sh", NULL};
    for (int i = 0; i < post_office.n; i++)
        free(post_office.sent[i]);
    memset(&post_office, 0, sizeof post_office);
    post_office.back_end = &post_office.back;
    post_office.status = 201;
    post_office.messenger = (struct call_messenger){.send = collect,
                                                    .take = give_back,
                                                    .close = close_office,
                                                    .key = "key",
                                                    .push_hosts = push,
                                                    .hook_hosts = hook};
    for (int i = 0; i < w->puppet.nodes; i++)
        w->puppet.node[i].server->messenger = &post_office.messenger;
}

static int sent_to(const char *url)
{
    int n = 0;
    for (int i = 0; i < post_office.n; i++)
        n += strcmp(post_office.sent[i]->url, url) == 0;
    return n;
}

static const char *last_text(void)
{
    return post_office.n ? post_office.sent[post_office.n - 1]->text : "";
}

/* ---- steps ---- */

static void settle(struct world *w)
{
    puppet_settle(&w->puppet);
    for (int i = 0; i < w->puppet.nodes; i++) {
        calls_take(w->puppet.node[i].server);
        calls_tick(w->puppet.node[i].server);
    }
    puppet_settle(&w->puppet);
}

static void pass(struct world *w, int64_t ms)
{
    puppet_pass(&w->puppet, ms);
    settle(w);
    puppet_pass(&w->puppet, 200);
    settle(w);
}

static struct puppet_request *ask(struct world *w, int node, const struct seat *seat,
                                  const char *verb, const char *body)
{
    struct puppet_request *r = post_to(w, node, seat->table, verb, seat->token, body);
    settle(w);
    return r;
}

static void subscribe(struct world *w, const struct seat *seat, const char *who, const char *lang)
{
    char body[400];
    snprintf(body, sizeof body,
             "{\"endpoint\":\"https://push.example/%s\",\"p256dh\":\"" POINT "\",\"auth\":\"" AUTH
             "\",\"lang\":\"%s\"}",
             who, lang);
    assert_int_equal(ask(w, 0, seat, "push", body)->status, 200);
}

static void refused_for(const struct puppet_request *r, int status, const char *reason)
{
    char quoted[48];
    snprintf(quoted, sizeof quoted, "\"reason\":\"%s\"", reason);
    assert_int_equal(r->status, status);
    assert_non_null(strstr(r->text, quoted));
}

#define WEEK                                                                                       \
    "{\"game\":\"arcane\",\"seats\":[\"me\",\"open\"],\"name\":\"Ann\","                           \
    "\"options\":{\"first\":0,\"turn_cap\":6},\"clock\":{\"move\":259200,\"game\":0}}"

struct two {
    struct seat ann, bob;
};

static struct two two_people(struct world *w)
{
    struct two t;
    t.ann = found(w, WEEK);
    t.bob = join(w, 0, t.ann.table);
    return t;
}

/* The seats that are asked, a set. */
static uint32_t asked_set(struct world *w, const struct seat *seat)
{
    struct puppet_request *r = get_table(w, 0, seat->table);
    uint32_t set = 0;
    settle(w);
    json_t *root = json_loads(r->text, 0, NULL);
    const json_t *list = json_object_get(json_object_get(root, "table"), "asked");
    for (size_t i = 0; i < json_array_size(list); i++)
        set |= 1u << json_integer_value(json_array_get(list, i));
    json_decref(root);
    return set;
}

static int asked(struct world *w, const struct seat *seat)
{
    uint32_t set = asked_set(w, seat);
    assert_true(set && !(set & (set - 1)));
    return bit_lowest(set);
}

/* Comes by the link, answers, and goes. Returns how many answers there were. */
static int visit(struct world *w, const struct seat *seat)
{
    int n = 0;
    struct puppet_socket *s = hello(w, 0, seat, -1);
    settle(w);
    while (n < 20 && answer(s, n + 1)) {
        n++;
        settle(w);
    }
    puppet_hang_up(s);
    settle(w);
    return n;
}

/* ---- tests ---- */

/* Three days for a move; each comes back a day after they were told. */
static void test_a_week(void **state)
{
    struct world *w = *state;
    open_office(w);
    struct two t = two_people(w);
    const struct seat *who[] = {&t.ann, &t.bob};
    subscribe(w, &t.ann, "ann", "en");
    subscribe(w, &t.bob, "bob", "de");
    int turns[2] = {0, 0}, days = 0, told = 0;
    for (uint32_t set; (set = asked_set(w, &t.ann)) && days < 60; days++) {
        int before = post_office.n, seat = bit_lowest(set);
        uint32_t anew = set & ~(uint32_t)told;
        told = (int)set;
        turns[0] += anew & 1;
        turns[1] += anew >> 1 & 1;
        /* Nobody is told at once, everybody once, however long it takes. */
        pass(w, 10000);
        assert_int_equal(post_office.n, before);
        pass(w, CALL_AFTER_MS);
        assert_int_equal(post_office.n, before + bit_count(anew));
        for (int i = 0; i < 8; i++)
            pass(w, 3 * HOUR);
        assert_int_equal(post_office.n, before + bit_count(anew));
        for (int i = before; i < post_office.n; i++) {
            const struct call_parcel *p = post_office.sent[i];
            assert_string_equal(p->table, t.ann.table);
            assert_string_equal(p->url,
                                p->seat ? "https://push.example/bob" : "https://push.example/ann");
            assert_non_null(strstr(
                p->text, p->seat ? "Guest, du bist an der Reihe. Du hast noch 2 Tage und 23 h."
                                 : "Ann, it is your turn. You have 2 days and 23 h."));
        }
        assert_true(visit(w, who[seat]) > 0);
        told &= ~(1 << seat);
    }
    assert_true(days >= 7);
    assert_int_equal(sent_to("https://push.example/ann"), turns[0]);
    assert_int_equal(sent_to("https://push.example/bob"), turns[1]);
    /* Nothing is kept of a game that is over. */
    refused_for(ask(w, 0, &t.ann, "push", "{}"), 409, "table-done");
}

/* Whoever is connected is not told; a flood of moves makes one message. */
static void test_a_flood(void **state)
{
    struct world *w = *state;
    open_office(w);
    struct two t = two_people(w);
    const struct seat *who[] = {&t.ann, &t.bob};
    subscribe(w, &t.ann, "ann", "en");
    subscribe(w, &t.bob, "bob", "en");
    struct puppet_socket *here = hello(w, 0, who[asked(w, &t.ann)], -1);
    settle(w);
    pass(w, DAY / 2);
    assert_int_equal(post_office.n, 0);
    puppet_hang_up(here);
    pass(w, 10000);
    /* Several turns within the half minute in which nobody is told. */
    for (int i = 0; i < 4; i++) {
        assert_true(visit(w, who[asked(w, &t.ann)]) > 0);
        pass(w, 1000);
    }
    pass(w, CALL_AFTER_MS);
    assert_int_equal(post_office.n, 1);
    pass(w, DAY);
    assert_int_equal(post_office.n, 1);
}

/* Nobody is told twice because a server starts again, or because there are two. */
static void test_restarts_and_two_nodes(void **state)
{
    struct world *w = *state;
    open_office(w);
    struct two t = two_people(w);
    subscribe(w, &t.ann, "ann", "en");
    subscribe(w, &t.bob, "bob", "en");
    pass(w, CALL_AFTER_MS);
    pass(w, 10 * CALL_AFTER_MS);
    assert_int_equal(post_office.n, 1);
    puppet_restart(&w->puppet, 0);
    w->puppet.node[0].server->messenger = &post_office.messenger;
    get_table(w, 0, t.ann.table);
    get_table(w, 1, t.ann.table);
    for (int i = 0; i < 20; i++)
        pass(w, 20000);
    assert_int_equal(post_office.n, 1);
    /* The node that was away when it was time does it, or the other, but one of them does. */
    int seat = asked(w, &t.ann);
    assert_true(visit(w, seat ? &t.bob : &t.ann) > 0);
    puppet_restart(&w->puppet, 0);
    w->puppet.node[0].server->messenger = &post_office.messenger;
    for (int i = 0; i < 20; i++)
        pass(w, 20000);
    assert_int_equal(post_office.n, 2);
}

/* A device that is gone is forgotten, others of the seat are not; with the last one nobody wants
 * to be told any more. */
static void test_gone(void **state)
{
    struct world *w = *state;
    open_office(w);
    struct two t = two_people(w);
    int first = asked(w, &t.ann);
    const struct seat *seat = first ? &t.bob : &t.ann;
    subscribe(w, seat, "one", "en");
    subscribe(w, seat, "two", "en");
    post_office.status = 410;
    pass(w, CALL_AFTER_MS);
    assert_int_equal(post_office.n, 2);
    const struct table *table = table_find(w->puppet.node[0].server, seat->table);
    assert_non_null(table);
    assert_int_equal(table->match.wants, 0);
    pass(w, DAY / 2);
    assert_int_equal(post_office.n, 2);
}

/* What cannot be delivered is tried again after 1, 5 and 25 minutes, as long as it is true. */
static void test_again(void **state)
{
    struct world *w = *state;
    open_office(w);
    struct two t = two_people(w);
    int first = asked(w, &t.ann);
    const struct seat *seat = first ? &t.bob : &t.ann;
    subscribe(w, seat, "one", "en");
    post_office.status = 0;
    pass(w, CALL_AFTER_MS);
    assert_int_equal(post_office.n, 1);
    pass(w, 50000);
    assert_int_equal(post_office.n, 1);
    pass(w, 20000);
    assert_int_equal(post_office.n, 2);
    post_office.status = 503;
    pass(w, 6 * 60000);
    assert_int_equal(post_office.n, 3);
    assert_true(visit(w, seat) > 0);
    pass(w, 40 * 60000);
    assert_int_equal(post_office.n, 3);
    assert_int_equal(w->puppet.node[0].server->calls.waiting, 0);
}

static void test_gives_up(void **state)
{
    struct world *w = *state;
    open_office(w);
    struct two t = two_people(w);
    int first = asked(w, &t.ann);
    subscribe(w, first ? &t.bob : &t.ann, "one", "en");
    post_office.status = 0;
    for (int i = 0; i < 30; i++)
        pass(w, 2 * 60000);
    assert_int_equal(post_office.n, CALLS_TRIES);
    assert_int_equal(w->puppet.node[0].server->figures.calls_lost, 1);
}

/* ---- the table's channel ---- */

#define HOOK                                                                                       \
    "{\"url\":\"https://ntfy.sh/friends\",\"shape\":\"ntfy\",\"lang\":\"de\","                     \
    "\"link\":\"https://play.example/#t/%s\"}"

static void test_a_channel(void **state)
{
    struct world *w = *state;
    char body[300];
    open_office(w);
    struct two t = two_people(w);
    snprintf(body, sizeof body, HOOK, t.ann.table);
    refused_for(ask(w, 0, &t.bob, "hook", body), 409, "host-only");
    assert_int_equal(ask(w, 0, &t.ann, "hook", body)->status, 200);
    struct puppet_request *r = get_table(w, 0, t.ann.table);
    settle(w);
    assert_non_null(strstr(r->text, "\"hook\":true"));
    assert_null(strstr(r->text, "friends"));
    pass(w, CALL_AFTER_MS);
    assert_int_equal(post_office.n, 1);
    const struct call_parcel *p = post_office.sent[0];
    int first = asked(w, &t.ann);
    assert_string_equal(p->text, first ? "Guest ist an der Reihe." : "Ann ist an der Reihe.");
    assert_int_equal(p->shape, CALL_NTFY);
    assert_non_null(strstr(p->link, t.ann.table));
    /* Off again. */
    assert_int_equal(ask(w, 0, &t.ann, "hook", "{\"url\":null}")->status, 200);
    assert_true(visit(w, first ? &t.bob : &t.ann) > 0);
    pass(w, DAY);
    assert_int_equal(post_office.n, 1);
}

/* All seats act at once: one message names all who are missed. */
static void test_many_names(void **state)
{
    struct world *w = *state;
    char body[300];
    open_office(w);
    struct seat ann = found(w, "{\"game\":\"quacks\",\"seats\":[\"me\",\"open\",\"open\"],"
                               "\"name\":\"<!channel>\",\"clock\":{\"move\":86400}}");
    join(w, 0, ann.table);
    join(w, 0, ann.table);
    snprintf(
        body, sizeof body,
        "{\"url\":\"https://ntfy.sh/x\",\"shape\":\"slack\",\"link\":\"https://p.example/#t/%s\"}",
        ann.table);
    assert_int_equal(ask(w, 0, &ann, "hook", body)->status, 200);
    pass(w, CALL_AFTER_MS);
    assert_int_equal(post_office.n, 1);
    assert_non_null(strstr(last_text(), "&lt;!channel&gt;"));
    pass(w, DAY / 2);
    assert_int_equal(post_office.n, 1);
}

/* ---- refusals, and who leaves ---- */

static void test_refusals(void **state)
{
    static const struct {
        const char *body, *reason;
        int status;
    } rows[] = {
        {"{\"endpoint\":\"https://push.example/x\"}", "push-keys-needed", 400},
        {"{\"endpoint\":\"http://push.example/x\"}", "url-needed", 400},
        {"{\"endpoint\":\"https://evil.example/x\"}", "host-not-allowed", 409},
        {"{\"endpoint\":\"https://push.example.evil.example/x\"}", "host-not-allowed", 409},
        {"{\"endpoint\":\"https://127.0.0.1/x\"}", "host-not-allowed", 409},
        {"{\"endpoint\":\"https://u@push.example/x\"}", "url-needed", 400},
        {"{\"endpoint\":5}", "url-needed", 400},
        {"{\"endpoint\":\"https://push.example/x\",\"lang\":\"fr\"}", "lang-needed", 400},
        {"{\"endpoint\":\"https://push.example/x\",\"p256dh\":\"BAAA\",\"auth\":\"" AUTH "\"}",
         "push-keys-needed", 400},
    };
    struct world *w = *state;
    struct two t = two_people(w);
    refused_for(ask(w, 0, &t.ann, "push", rows[0].body), 409, "push-off");
    refused_for(ask(w, 0, &t.ann, "hook", "{\"url\":\"https://ntfy.sh/x\",\"shape\":\"ntfy\"}"),
                409, "hooks-off");
    open_office(w);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        refused_for(ask(w, 0, &t.ann, "push", rows[i].body), rows[i].status, rows[i].reason);
    struct seat nobody = t.ann;
    memset(nobody.token, '0', 32);
    refused_for(ask(w, 0, &nobody, "push", rows[0].body), 403, "token-unknown");
    refused_for(ask(w, 0, &t.ann, "hook", "{\"url\":\"https://ntfy.sh/x\",\"shape\":\"irc\"}"), 400,
                "shape-needed");
    refused_for(
        ask(w, 0, &t.ann, "hook",
            "{\"url\":\"https://ntfy.sh/x\",\"shape\":\"ntfy\",\"link\":\"https://evil/#t/a\"}"),
        400, "hook-link-needed");
    pass(w, DAY / 2);
    assert_int_equal(post_office.n, 0);
}

/* Whoever leaves is not told any more, and whoever has the seat next is not told for them. */
static void test_leaving(void **state)
{
    struct world *w = *state;
    open_office(w);
    struct two t = two_people(w);
    int first = asked(w, &t.ann);
    const struct seat *seat = first ? &t.bob : &t.ann;
    subscribe(w, seat, "one", "en");
    assert_int_equal(ask(w, 0, seat, "leave", "{}")->status, 200);
    char body[40];
    snprintf(body, sizeof body, "{\"seat\":%d}", first);
    struct puppet_request *r = post_to(w, 0, seat->table, "takeover", NULL, body);
    settle(w);
    struct seat next = seat_of(r);
    pass(w, DAY / 2);
    assert_int_equal(post_office.n, 0);
    /* A subscription of one's own, then quiet. */
    subscribe(w, &next, "next", "en");
    assert_int_equal(
        ask(w, 0, &next, "quiet", "{\"endpoint\":\"https://push.example/next\"}")->status, 200);
    pass(w, DAY / 2);
    assert_int_equal(post_office.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_WORLD(test_a_week, one_node),
        IN_WORLD(test_a_flood, one_node),
        IN_WORLD(test_restarts_and_two_nodes, two_nodes),
        IN_WORLD(test_gone, one_node),
        IN_WORLD(test_again, one_node),
        IN_WORLD(test_gives_up, one_node),
        IN_WORLD(test_a_channel, one_node),
        IN_WORLD(test_many_names, one_node),
        IN_WORLD(test_refusals, one_node),
        IN_WORLD(test_leaving, one_node),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (int i = 0; i < post_office.n; i++)
        free(post_office.sent[i]);
    return failed;
}
