/* A world with its witness, and short functions for what guests ask and say. */
#ifndef CHARLATAN_TESTS_PUPPET_WORLD_H
#define CHARLATAN_TESTS_PUPPET_WORLD_H

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

static inline struct world *open_world(int nodes)
{
    struct world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    witness_open(&w->witness, &w->puppet);
    puppet_open(&w->puppet, nodes, 1);
    return w;
}

static inline void close_world(struct world *w)
{
    witness_rest(&w->witness);
    puppet_close(&w->puppet);
    witness_close(&w->witness);
    free(w);
}

/* For tests in a world of their own: IN_WORLD(test, one_node) opens it before the test and closes
 * it afterwards. */
static inline int one_node(void **state)
{
    *state = open_world(1);
    return 0;
}

static inline int two_nodes(void **state)
{
    *state = open_world(2);
    return 0;
}

static inline int leave_world(void **state)
{
    close_world(*state);
    return 0;
}

#define IN_WORLD(test, nodes) cmocka_unit_test_setup_teardown(test, nodes, leave_world)

struct seat {
    char table[MATCH_ID + 1], token[33];
};

static inline struct puppet_request *post(struct world *w, int node, const char *path,
                                          const char *token, const char *body)
{
    return puppet_ask(&w->puppet, node, "POST", path, token, body, strlen(body));
}

/* POST /api/tables/ID/verb */
static inline struct puppet_request *post_to(struct world *w, int node, const char *table,
                                             const char *verb, const char *token, const char *body)
{
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s/%s", table, verb);
    return post(w, node, path, token, body);
}

static inline struct puppet_request *get(struct world *w, int node, const char *path)
{
    return puppet_ask(&w->puppet, node, "GET", path, NULL, "", 0);
}

static inline struct puppet_request *get_table(struct world *w, int node, const char *table)
{
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s", table);
    return get(w, node, path);
}

static inline struct seat seat_of(const struct puppet_request *r)
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

static inline struct seat found(struct world *w, const char *body)
{
    struct puppet_request *r = post(w, 0, "/api/tables", NULL, body);
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 201);
    return seat_of(r);
}

static inline struct seat join(struct world *w, int node, const char *table)
{
    struct puppet_request *r = post_to(w, node, table, "join", NULL, "{}");
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 200);
    return seat_of(r);
}

static inline void said_no(const struct puppet_request *r, int status, const char *code)
{
    char quoted[40];
    snprintf(quoted, sizeof quoted, "\"code\":\"%s\"", code);
    assert_int_equal(r->answers, 1);
    assert_int_equal(r->status, status);
    assert_non_null(strstr(r->text, quoted));
}

/* n = -1: without a number. */
static inline struct puppet_socket *hello(struct world *w, int node, const struct seat *seat, int n)
{
    char text[200], from[24] = "", token[64] = "";
    struct puppet_socket *s = puppet_dial(&w->puppet, node, "192.0.2.1");
    assert_non_null(s);
    if (seat->token[0])
        snprintf(token, sizeof token, ",\"token\":\"%s\"", seat->token);
    if (n >= 0)
        snprintf(from, sizeof from, ",\"n\":%d", n);
    snprintf(text, sizeof text, "{\"hello\":{\"api\":2,\"table\":\"%s\"%s%s}}", seat->table, token,
             from);
    w->puppet.keeps = 1;
    puppet_say(s, text, strlen(text));
    return s;
}

static inline struct puppet_socket *watch(struct world *w, int node, const char *table, int n)
{
    struct seat nobody = {"", ""};
    strcpy(nobody.table, table);
    return hello(w, node, &nobody, n);
}

static inline void say(struct puppet_socket *s, const char *text)
{
    puppet_say(s, text, strlen(text));
}

/* The last message a socket was sent. */
static inline const char *last_of(const struct puppet_socket *s)
{
    return s->heard_n ? s->heard[s->heard_n - 1].at : "";
}

static inline const char *heard(const struct puppet_socket *s, const char *part)
{
    for (uint32_t i = s->heard_n; i-- > 0;)
        if (strstr(s->heard[i].at, part))
            return s->heard[i].at;
    return NULL;
}

/* Answers the open question with its first action. Returns 1, or 0 if there is no question. */
static inline int answer(struct puppet_socket *s, int id)
{
    const struct notes *n = s->notes;
    const json_t *actions = n ? json_object_get(n->ask, "actions") : NULL;
    const char *action = json_string_value(json_array_get(actions, 0));
    char text[160];
    if (!action)
        return 0;
    snprintf(text, sizeof text, "{\"id\":%d,\"n\":%lld,\"do\":\"%s\"}", id, (long long)n->asked,
             action);
    say(s, text);
    return 1;
}

#define NULL_TWO "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"options\":{\"tosses\":9}}"
#define NULL_BOT "{\"game\":\"null\",\"seats\":[\"me\",\"random\"],\"options\":{\"tosses\":9}}"
#define NULL_SHORT "{\"game\":\"null\",\"seats\":[\"me\",\"random\"],\"options\":{\"tosses\":1}}"

#endif
