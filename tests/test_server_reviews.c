/* Tests of reviews at a server: only of games that are over, computed once by a chore, kept in the
 * store, and within the time that the bots of an address may think. */
#include "server/http/limits.h"
#include "server/server.h"
#include "tests/puppet/world.h"

#define BOTS "{\"game\":\"quacks\",\"seats\":[\"random\",\"random\"]}"
#define SHORT "{\"game\":\"null\",\"seats\":[\"random\",\"random\"],\"options\":{\"tosses\":1}}"
#define PERSON "{\"game\":\"quacks\",\"seats\":[\"me\",\"random\"]}"

static struct puppet_request *get_review(struct world *w, const char *table)
{
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s/review", table);
    return get(w, 0, path);
}

/* What the bots of an address may think now, in ms. */
static uint32_t time_left(struct world *w, const char *address)
{
    struct server *s = w->puppet.node[0].server;
    uint32_t all = limits_think(s->limits, address, UINT32_MAX, s->now);
    limits_think_back(s->limits, address, all);
    return all;
}

/* Lets the store answer, but no chore be done. */
static void ask_store(struct world *w)
{
    puppet_store_works(&w->puppet, 0);
    puppet_store_tells(&w->puppet, 0);
}

/* Who asks meanwhile waits for the same one; who asks later gets what was kept, also after a
 * restart and with no time left. Time that was not used is given back. */
static void reviewed_once(void **state)
{
    struct world *w = *state;
    struct seat table = found(w, BOTS);
    w->puppet.node[0].server->options.limits = 1;
    w->puppet.lazy = 1;
    struct puppet_request *first = get_review(w, table.table);
    struct puppet_request *second = get_review(w, table.table);
    ask_store(w);
    assert_int_equal(first->answers + second->answers, 0);
    uint32_t left = time_left(w, first->http.address);
    puppet_settle(&w->puppet);
    assert_int_equal(first->status, 200);
    assert_string_equal(first->text, second->text);
#ifdef SLOW_BUILD
    /* On a busy machine such a build may use all of it. */
    assert_true(time_left(w, first->http.address) >= left);
#else
    assert_true(time_left(w, first->http.address) > left);
#endif
    char *text = strdup(first->text);
    puppet_restart(&w->puppet, 0);
    w->puppet.node[0].server->options.limits = 1;
    struct puppet_request *third = get_table(w, 0, table.table);
    puppet_settle(&w->puppet);
    limits_think(w->puppet.node[0].server->limits, third->http.address, UINT32_MAX, w->puppet.now);
    third = get_review(w, table.table);
    ask_store(w);
    assert_int_equal(third->status, 200);
    assert_string_equal(text, third->text);
    json_t *review = json_loads(text, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(review, "seats")), 2);
    assert_true(json_array_size(json_object_get(review, "decisions")) > 10);
    json_decref(review);
    free(text);
}

static void not_before_the_end(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, PERSON);
    struct puppet_request *r = get_review(w, ann.table);
    puppet_settle(&w->puppet);
    said_no(r, 409, "not-over");
    r = get_review(w, "aaaaaaaaaaaaaaaa");
    puppet_settle(&w->puppet);
    said_no(r, 404, "not-found");
}

static void not_of_every_game(void **state)
{
    struct world *w = *state;
    struct seat table = found(w, SHORT);
    struct puppet_request *r = get_review(w, table.table);
    puppet_settle(&w->puppet);
    said_no(r, 409, "not-allowed");
    assert_non_null(strstr(r->text, "review-impossible"));
}

/* Nobody can pile up reviews, whatever time there is. A server that stops computes none of them. */
static void too_many_wait(void **state)
{
    struct world *w = *state;
    struct seat table[9];
    struct puppet_request *r = NULL;
    for (int i = 0; i < 9; i++)
        table[i] = found(w, SHORT);
    w->puppet.lazy = 1;
    for (int i = 0; i < 9; i++)
        r = get_review(w, table[i].table);
    said_no(r, 503, "full");
    assert_non_null(strstr(r->text, "reviews-busy"));
}

/* Thinking of bots and reviews share the time of an address. */
static void the_time_of_an_address(void **state)
{
    struct world *w = *state;
    struct server *s = w->puppet.node[0].server;
    struct seat table = found(w, SHORT);
    s->options.limits = 1;
    w->puppet.lazy = 1;
    const char *address = get_table(w, 0, table.table)->http.address;
    limits_think(s->limits, address, UINT32_MAX, s->now);
    struct puppet_request *r = get_review(w, table.table);
    ask_store(w);
    said_no(r, 429, "too-many");
    limits_think_back(s->limits, address, 5000);
    r = get_review(w, table.table);
    ask_store(w);
    assert_int_equal(r->answers, 0);
    assert_int_equal(time_left(w, address), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_WORLD(reviewed_once, one_node),          IN_WORLD(not_before_the_end, one_node),
        IN_WORLD(not_of_every_game, one_node),      IN_WORLD(too_many_wait, one_node),
        IN_WORLD(the_time_of_an_address, one_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
