/* Tests of the server without sockets (tests/puppet): tables on one and two nodes, and a store that
 * fails. The witness checks everything that is sent against the contract. */
#include "server/server.h"
#include "server/tables/bots.h"
#include "server/tables/tables.h"
#include "tests/puppet/world.h"

#include "store/store.h"

static void test_a_game(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 0, &bob, 0);
    struct puppet_socket *c = watch(w, 0, ann.table, -1);
    for (int i = 0; i < 18; i++) {
        puppet_settle(&w->puppet);
        assert_true(answer(i % 2 ? a : b, i));
    }
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"seed\""));
    assert_non_null(heard(c, "\"seed\""));
}

/* ---- stored, then told ---- */

static void test_nothing_before_it_is_stored(void **state)
{
    struct world *w = *state;
    struct puppet_request *r = post(w, 0, "/api/tables", NULL, NULL_TWO);
    assert_int_equal(r->answers, 0);
    puppet_store_works(&w->puppet, 0);
    assert_int_equal(r->answers, 0);
    puppet_store_tells(&w->puppet, 0);
    assert_int_equal(r->status, 201);
    struct seat ann = seat_of(r);
    struct puppet_request *joining = post_to(w, 0, ann.table, "join", NULL, "{}");
    struct puppet_request *looking = get_table(w, 0, ann.table);
    /* Both wait for the store's log. */
    assert_int_equal(joining->answers + looking->answers, 0);
    puppet_settle(&w->puppet);
    assert_int_equal(joining->answers + looking->answers, 2);
}

/* Only a page gives out the record of a game that runs, and it has neither seed nor result. */
static void test_a_page_saves_a_game_that_runs(void **state)
{
    char path[60];
    struct world *w = *state;
    struct seat ann = found(w, NULL_BOT);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    snprintf(path, sizeof path, "/api/tables/%s/record?running=1", ann.table);
    said_no(get(w, 0, path), 409, "not-over");
    w->puppet.node[0].server->options.running_records = 1;
    struct puppet_request *r = get(w, 0, path);
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 200);
    assert_non_null(strstr(r->text, "charlatan-record"));
    assert_non_null(strchr(r->text, '\n'));
    assert_null(strstr(r->text, "\"seed\":\""));
    assert_null(strstr(r->text, "\"result\":["));
    path[strlen(path) - strlen("?running=1")] = 0;
    said_no(get(w, 0, path), 409, "not-over");
}

/* Somebody who connects while an entry is being stored is shown what is stored, and told of the
 * entry later. */
static void test_who_comes_in_between(void **state)
{
    char path[60];
    struct world *w = *state;
    struct seat ann = found(w, NULL_SHORT);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    /* Makes the last move of the game. */
    assert_true(answer(a, 1));
    struct puppet_socket *b = watch(w, 0, ann.table, -1), *c = watch(w, 0, ann.table, 1);
    snprintf(path, sizeof path, "/api/tables/%s/record", ann.table);
    said_no(get(w, 0, path), 409, "not-over");
    snprintf(path, sizeof path, "{\"table\":\"%s\",\"n\":0}", ann.table);
    said_no(post(w, 0, "/api/practice", NULL, path), 409, "not-over");
    assert_int_equal(b->heard_n + c->heard_n, 0);
    puppet_settle(&w->puppet);
    assert_non_null(heard(b, "\"over\""));
    assert_non_null(heard(c, "\"over\""));
}

static void test_the_store_fails(void **state)
{
    struct world *w = *state;
    w->puppet.node[0].fail = 1;
    struct puppet_request *r = post(w, 0, "/api/tables", NULL, NULL_BOT);
    puppet_settle(&w->puppet);
    said_no(r, 503, "storage");
    struct seat ann = found(w, NULL_BOT);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    w->puppet.node[0].fail = 1;
    w->puppet.node[0].fail_reads = 2;
    assert_true(answer(a, 7));
    /* Queued after it, and not stored either. */
    say(a, "{\"id\":8,\"leave\":true}");
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"no\":7,\"code\":\"storage\""));
    assert_non_null(heard(a, "\"no\":8,\"code\":\"storage\""));
    say(a, "{\"id\":9,\"leave\":true}");
    /* The table is being read again. */
    assert_non_null(strstr(last_of(a), "\"no\":9"));
    for (int i = 0; i < 5; i++) {
        puppet_pass(&w->puppet, TICK_MS);
        puppet_settle(&w->puppet);
    }
    /* The question is still the same. */
    assert_true(answer(a, 10));
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"ok\":10"));
}

/* A table is read again after a conflict or a failure. What comes meanwhile waits for it. */
static void test_a_request_waits_for_the_table(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_BOT);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    w->puppet.node[0].fail = 1;
    assert_true(answer(a, 7));
    puppet_store_works(&w->puppet, 0);
    puppet_store_tells(&w->puppet, 0);
    say(a, "{\"id\":8,\"leave\":true}");
    assert_null(heard(a, "\"no\":8"));
    assert_null(heard(a, "\"ok\":8"));
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"no\":7"));
    assert_non_null(heard(a, "\"ok\":8"));
}

/* A guest is told the position, and then catches up with what happened meanwhile. What it asks for
 * in between waits. */
static void test_a_request_waits_for_the_guest(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_BOT);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 7));
    struct puppet_socket *b = hello(w, 0, &ann, -1);
    w->puppet.lazy = 1;
    for (int i = 0; i < 2; i++) {
        puppet_store_works(&w->puppet, 0);
        puppet_store_tells(&w->puppet, 0);
        puppet_bots_think(&w->puppet, 0);
    }
    puppet_chores_done(&w->puppet, 0);
    assert_true(b->heard_n > 0);
    say(b, "{\"id\":8,\"leave\":true}");
    assert_null(heard(b, "\"no\":8"));
    assert_null(heard(b, "\"ok\":8"));
    puppet_settle(&w->puppet);
    assert_non_null(heard(b, "\"ok\":8"));
}

static void test_a_store_that_is_away(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_SHORT);
    puppet_restart(&w->puppet, 0);
    w->puppet.node[0].fail_reads = 4;
    struct puppet_request *r[] = {
        get_table(w, 0, ann.table), get(w, 0, "/api/history"),
        post(w, 0, "/api/practice", NULL, "{\"table\":\"aaaaaaaaaaaaaaaa\",\"n\":0}")};
    struct puppet_socket *s = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    for (int i = 0; i < 3; i++)
        said_no(r[i], 503, "storage");
    assert_string_equal(last_of(s), "{\"bye\":\"restart\"}");
    w->puppet.node[0].fail_reads = 9;
    /* The node pings the store. */
    puppet_pass(&w->puppet, 2000);
    puppet_settle(&w->puppet);
    assert_int_equal(get(w, 0, "/health")->status, 503);
    w->puppet.node[0].fail_reads = 0;
    puppet_pass(&w->puppet, 2000);
    puppet_settle(&w->puppet);
    assert_int_equal(get(w, 0, "/health")->status, 200);
    r[0] = get_table(w, 0, ann.table);
    puppet_settle(&w->puppet);
    assert_int_equal(r[0]->status, 200);
}

/* The store has stored an entry, but its answer was lost: a repeated request must find it done. */
static void test_the_answer_of_the_store_is_lost(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    w->puppet.node[0].lose = 1;
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    /* The log was read again, and the answer is in it. */
    assert_null(heard(a, "\"no\":1"));
    assert_non_null(heard(a, "{\"ok\":1,\"n\":3}"));
    say(a, "{\"id\":2,\"n\":2,\"do\":\"call heads\"}");
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "{\"ok\":2,\"n\":3}"));
}

/* The log cannot be read again either: nobody says that nothing has happened. */
static void test_the_answer_of_the_store_stays_lost(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    w->puppet.node[0].lose = w->puppet.node[0].fail_reads = 1;
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"no\":1,\"code\":\"storage\""));
    assert_non_null(heard(a, "\"reason\":\"maybe-stored\""));
    puppet_pass(&w->puppet, TICK_MS);
    puppet_settle(&w->puppet);
    say(a, "{\"id\":2,\"n\":2,\"do\":\"call heads\"}");
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "{\"ok\":2,\"n\":3}"));
}

/* Who is refused because the table cannot be read is asked again once it was. */
static void test_refused_while_the_store_is_away(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 0, &bob, -1);
    puppet_settle(&w->puppet);
    w->puppet.node[0].fail = w->puppet.node[0].fail_reads = 1;
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    assert_true(answer(b, 1));
    assert_non_null(strstr(last_of(b), "\"reason\":\"table-loading\""));
    puppet_pass(&w->puppet, TICK_MS);
    puppet_settle(&w->puppet);
    assert_non_null(strstr(last_of(b), "\"ask\""));
    assert_true(answer(b, 2));
    puppet_settle(&w->puppet);
    assert_non_null(heard(b, "\"ok\":2"));
}

/* Founding and sitting down: who has a seat gets its token. */
static void test_the_answer_about_a_seat_is_lost(void **state)
{
    struct world *w = *state;
    w->puppet.node[0].lose = 1;
    struct seat ann = found(w, NULL_TWO);
    assert_int_equal(strlen(ann.token), 32);
    w->puppet.node[0].lose = 1;
    struct seat bob = join(w, 0, ann.table);
    assert_int_equal(strlen(bob.token), 32);
    struct puppet_socket *b = hello(w, 0, &bob, -1);
    puppet_settle(&w->puppet);
    assert_non_null(heard(b, "\"seat\":1"));
}

/* A client whose ok was lost repeats its answer, to the same node and to one that has not heard of
 * it. */
static void test_an_answer_again(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    hello(w, 1, &bob, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1));
    /* The first answer is being stored. */
    assert_true(answer(a, 2));
    puppet_settle(&w->puppet);
    assert_true(answer(a, 3));
    assert_string_equal(heard(a, "\"ok\":1"), "{\"ok\":1,\"n\":3}");
    assert_string_equal(heard(a, "\"ok\":2"), "{\"ok\":2,\"n\":3}");
    assert_string_equal(heard(a, "\"ok\":3"), "{\"ok\":3,\"n\":3}");
    struct puppet_socket *again = hello(w, 1, &ann, 2);
    puppet_settle(&w->puppet);
    say(again, "{\"id\":4,\"n\":2,\"do\":\"call heads\"}");
    assert_string_equal(last_of(again), "{\"ok\":4,\"n\":3}");
    say(again, "{\"id\":5,\"n\":2,\"do\":\"call tails\"}");
    assert_non_null(strstr(last_of(again), "stale"));
}

static void test_a_crash(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_BOT);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1));
    /* Before it was stored. */
    puppet_restart(&w->puppet, 0);
    a = hello(w, 0, &ann, 2);
    puppet_settle(&w->puppet);
    /* The question is asked again. */
    assert_true(answer(a, 2));
    puppet_store_works(&w->puppet, 0);
    /* The answer is stored, but nobody was told. */
    puppet_restart(&w->puppet, 0);
    a = hello(w, 0, &ann, 2);
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "{\"n\":3,"));
}

/* ---- two nodes ---- */

static void test_two_nodes(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 1, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 1, &bob, -1);
    for (int i = 0; i < 9; i++) {
        puppet_settle(&w->puppet);
        /* Both answer at the same time: one of them comes second. */
        assert_true(answer(a, i) && answer(b, i));
        puppet_settle(&w->puppet);
        if (heard(b, "\"code\":\"conflict\"") && strstr(last_of(b), "\"no\""))
            assert_true(answer(b, 100 + i));
    }
    witness_rest(&w->witness);
    for (int i = 0; i < 9 && !heard(a, "\"seed\""); i++) {
        answer(a, 200 + i);
        answer(b, 200 + i);
        witness_rest(&w->witness);
    }
    assert_non_null(heard(a, "\"seed\""));
    assert_non_null(heard(b, "\"seed\""));
    assert_true(w->puppet.node[0].server->figures.conflicts +
                    w->puppet.node[1].server->figures.conflicts >
                0);
}

/* The one who came second is told so, and can answer again. */
static void test_a_conflict(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 1, &bob, -1);
    struct puppet_socket *c = watch(w, 1, ann.table, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1) && answer(b, 1));
    /* Queued after it. */
    say(b, "{\"id\":2,\"leave\":true}");
    puppet_store_works(&w->puppet, 0);
    puppet_store_works(&w->puppet, 1);
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"ok\":1"));
    assert_non_null(heard(b, "\"no\":1,\"code\":\"conflict\""));
    assert_non_null(heard(b, "\"no\":2,\"code\":\"conflict\""));
    /* The question has kept its number, and is asked again. */
    assert_non_null(strstr(last_of(b), "\"ask\""));
    assert_true(answer(b, 3));
    puppet_settle(&w->puppet);
    assert_non_null(heard(b, "\"ok\":3"));
    assert_non_null(heard(c, "{\"n\":4,"));
}

/* News of another node's entry comes while an own entry is being stored. */
static void test_news_in_between(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 1, &bob, -1);
    puppet_settle(&w->puppet);
    w->puppet.bots_left = 0;
    assert_true(answer(a, 1));
    say(a, "{\"id\":2,\"leave\":true}");
    puppet_store_works(&w->puppet, 0);
    puppet_store_tells(&w->puppet, 0);
    puppet_store_works(&w->puppet, 1);
    /* Told of a change, the node asks for it. */
    puppet_store_tells(&w->puppet, 1);
    assert_true(answer(b, 1));
    puppet_settle(&w->puppet);
    assert_non_null(heard(b, "\"no\":1,\"code\":\"conflict\""));
    assert_non_null(heard(b, "\"away\":0"));
    w->puppet.bots_left = 100;
}

/* A guest who was told of an entry by one node comes to another that has not heard of it yet. */
static void test_a_guest_who_knows_more(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 0, &bob, -1);
    struct puppet_socket *c = watch(w, 1, ann.table, -1);
    puppet_settle(&w->puppet);
    w->puppet.node[1].deaf = 1;
    for (int i = 0; i < 3; i++) {
        answer(a, i);
        answer(b, i);
        puppet_settle(&w->puppet);
    }
    assert_int_equal(((struct notes *)c->notes)->last, 2);
    assert_int_equal(((struct notes *)a->notes)->last, 8);
    struct puppet_socket *again = hello(w, 1, &ann, 8);
    puppet_settle(&w->puppet);
    /* The node has read the log again. */
    assert_int_equal(((struct notes *)c->notes)->last, 8);
    assert_true(answer(again, 50));
    puppet_settle(&w->puppet);
    assert_non_null(heard(again, "\"ok\":50"));
    /* A number that the table has not reached. */
    struct puppet_socket *dreamer = watch(w, 1, ann.table, 4000);
    puppet_settle(&w->puppet);
    assert_non_null(heard(dreamer, "snapshot"));
}

/* A node is told of an entry, but reading it fails at first. */
static void test_word_that_could_not_be_followed(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *c = watch(w, 1, ann.table, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1));
    w->puppet.node[1].fail_reads = 1;
    puppet_settle(&w->puppet);
    for (int i = 0; i < 3; i++) {
        puppet_pass(&w->puppet, TICK_MS);
        puppet_settle(&w->puppet);
    }
    assert_int_equal(((struct notes *)c->notes)->last, ((struct notes *)a->notes)->last);
}

/* Another node has stored an entry that this one cannot read: all its guests are sent away. */
static void test_a_log_that_makes_no_sense(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_TWO);
    join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    struct store_text text = {"{\"of\":\"tomorrow\"}", 17};
    struct store_append odd = {
        .expected = 3, .count = 1, .entry = &text, .summary = {.game = "null"}};
    strcpy(odd.match, ann.table);
    assert_int_equal(w->puppet.store->append(w->puppet.store, &odd, 1), 0);
    assert_int_equal(odd.outcome, STORE_STORED);
    puppet_store_changed(&w->puppet.node[0], ann.table, 4);
    puppet_settle(&w->puppet);
    assert_string_equal(last_of(a), "{\"bye\":\"restart\"}");
    puppet_close(&w->puppet);
    witness_close(&w->witness);
    free(w);
}

/* A node where somebody only watches must not ask the bots. */
static void test_a_node_that_only_looks(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_BOT);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    w->puppet.bots_left = 0;
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    w->puppet.bots_left = 100;
    watch(w, 1, ann.table, -1);
    puppet_store_works(&w->puppet, 1);
    puppet_store_tells(&w->puppet, 1);
    assert_int_equal(puppet_bots_think(&w->puppet, 1), 0);
}

/* The node that made the last entry asks the bots; when it has died, the other one does. */
static void test_patience_with_bots(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_BOT);
    struct puppet_socket *c = watch(w, 1, ann.table, -1);
    puppet_settle(&w->puppet);
    w->puppet.bots_left = 0;
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    int64_t before = ((struct notes *)c->notes)->last;
    w->puppet.bots_left = 100;
    /* It does not ask bots any more. */
    w->puppet.node[0].server->stopping = 1;
    for (int ms = 0; ms + TICK_MS < BOT_PATIENCE_MS; ms += TICK_MS) {
        puppet_pass(&w->puppet, TICK_MS);
        puppet_store_works(&w->puppet, 1);
        puppet_store_tells(&w->puppet, 1);
        assert_int_equal(puppet_bots_think(&w->puppet, 1), 0);
    }
    puppet_restart(&w->puppet, 0);
    for (int i = 0; i < 3; i++) {
        puppet_pass(&w->puppet, TICK_MS);
        puppet_store_works(&w->puppet, 1);
        puppet_store_tells(&w->puppet, 1);
        puppet_bots_think(&w->puppet, 1);
    }
    puppet_settle(&w->puppet);
    assert_true(((struct notes *)c->notes)->last > before);
}

/* A move ends a plea, so bots wait until people could read it, but not for ever. */
static void test_bots_wait_for_a_plea(void **state)
{
    struct world *w = *state;
    w->puppet.bots_left = 0;
    struct seat ann = found(w, "{\"game\":\"null\",\"seats\":[\"me\",\"open\",\"random\"]}");
    struct seat bob = join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 0, &bob, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    assert_true(answer(b, 1));
    puppet_settle(&w->puppet);
    say(a, "{\"id\":2,\"undo\":true}");
    puppet_settle(&w->puppet);
    int64_t plea = ((struct notes *)a->notes)->last;
    /* Its bot has not been asked yet. */
    table_find(w->puppet.node[0].server, ann.table)->bots_busy = 0;
    w->puppet.bots_left = 100;
    for (int ms = 0; ms + TICK_MS < PLEA_PATIENCE_MS; ms += TICK_MS) {
        puppet_pass(&w->puppet, TICK_MS);
        puppet_settle(&w->puppet);
    }
    assert_int_equal(((struct notes *)a->notes)->last, plea);
    puppet_pass(&w->puppet, 2 * TICK_MS);
    puppet_settle(&w->puppet);
    assert_true(((struct notes *)a->notes)->last > plea);
}

/* It is a bot's turn at a table that nobody watches, and the node that would have asked the bot has
 * died. The bots go on when somebody looks. */
static void test_orphans(void **state)
{
    struct world *w = *state;
    w->puppet.bots_left = 0;
    struct seat ann = found(w, "{\"game\":\"null\",\"seats\":[\"random\",\"random\"]}");
    puppet_restart(&w->puppet, 0);
    w->puppet.bots_left = 100;
    get_table(w, 0, ann.table);
    for (int i = 0; i < 200; i++) {
        puppet_pass(&w->puppet, TICK_MS);
        puppet_settle(&w->puppet);
    }
    assert_int_equal(witness_table(&w->witness, ann.table)->match.phase, MATCH_OVER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_WORLD(test_a_game, one_node),
        IN_WORLD(test_nothing_before_it_is_stored, one_node),
        IN_WORLD(test_who_comes_in_between, one_node),
        IN_WORLD(test_a_page_saves_a_game_that_runs, one_node),
        IN_WORLD(test_the_store_fails, one_node),
        IN_WORLD(test_a_request_waits_for_the_table, one_node),
        IN_WORLD(test_a_request_waits_for_the_guest, one_node),
        IN_WORLD(test_a_store_that_is_away, one_node),
        IN_WORLD(test_the_answer_of_the_store_is_lost, one_node),
        IN_WORLD(test_the_answer_of_the_store_stays_lost, one_node),
        IN_WORLD(test_refused_while_the_store_is_away, one_node),
        IN_WORLD(test_the_answer_about_a_seat_is_lost, one_node),
        IN_WORLD(test_an_answer_again, two_nodes),
        IN_WORLD(test_a_crash, one_node),
        IN_WORLD(test_two_nodes, two_nodes),
        IN_WORLD(test_a_conflict, two_nodes),
        IN_WORLD(test_news_in_between, two_nodes),
        IN_WORLD(test_a_guest_who_knows_more, two_nodes),
        IN_WORLD(test_word_that_could_not_be_followed, two_nodes),
        cmocka_unit_test(test_a_log_that_makes_no_sense),
        IN_WORLD(test_a_node_that_only_looks, two_nodes),
        IN_WORLD(test_patience_with_bots, two_nodes),
        IN_WORLD(test_bots_wait_for_a_plea, one_node),
        IN_WORLD(test_orphans, one_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
