/* Tests of differences of JSON texts: their form, and for many random pairs that applying the
 * difference gives the other text. The views of whole games give the same difference from the parts
 * that differ as from the whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#include "match/delta.h"
#include "tests/set_apply.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/write.h"

static struct chance luck;

static int below(int n)
{
    return (int)chance_below(&luck, CHANCE_PICK, (uint32_t)n);
}

/* ---- what it looks like ---- */

static void expect(const char *before, const char *after, const char *set)
{
    struct writer w = {0};
    delta_write(&w, before, strlen(before), after, strlen(after), NULL);
    assert_string_equal(w.at, set);
    writer_free(&w);
}

static void members(void **state)
{
    (void)state;
    expect("{}", "{}", "[]");
    expect("{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":2}", "[]");
    expect("{\"alpha\":1,\"beta\":2,\"gamma\":3}", "{\"alpha\":1,\"beta\":5,\"gamma\":3}",
           "[[\"beta\",5]]");
    expect("{\"in\":{\"beta\":2,\"gamma\":3},\"as\":1}", "{\"in\":{\"gamma\":3},\"as\":1}",
           "[[\"in\",{\"gamma\":3}]]");
    expect("{\"in\":{\"alpha\":1},\"as\":1}", "{\"in\":{\"alpha\":1,\"beta\":2},\"as\":1}",
           "[[\"in\",{\"alpha\":1,\"beta\":2}]]");
    expect("{\"in\":{\"alpha\":1,\"beta\":2}}", "{\"in\":{\"alpha\":7,\"beta2\":2}}",
           "[[\"in\",{\"alpha\":7,\"beta2\":2}]]");
    expect("{\"in\":{\"of\":{\"all\":[0,1]},\"as\":\"it was before\"}}",
           "{\"in\":{\"of\":{\"all\":[0,7]},\"as\":\"it was before\"}}", "[[\"in.of.all.1\",7]]");
    expect("{\"in\":{\"of\":{\"all\":[{\"x\":\"a text\"},{\"y\":\"a text\"}]}}}",
           "{\"in\":{\"of\":{\"all\":[{\"x\":\"a text\"},{\"y\":\"a test\"}]}}}",
           "[[\"in.of.all.1.y\",\"a test\"]]");
    expect("{\"a\":1}", "{\"a\":{\"b\":[]}}", "[[\"a\",{\"b\":[]}]]");
    expect("{\"a\":1}", "{\"b\":1}", "[[\"\",{\"b\":1}]]");
}

static void lists(void **state)
{
    (void)state;
    expect("{\"list\":[\"one\",\"two\",\"six\"]}", "{\"list\":[\"one\",\"two\",\"ten\",\"six\"]}",
           "[[\"list\",2,0,[\"ten\"]]]");
    expect("{\"list\":[\"one\",\"two\",\"six\"]}", "{\"list\":[\"two\",\"six\"]}",
           "[[\"list\",0,1,[]]]");
    expect("{\"list\":[\"one\",\"one\",\"one\"]}", "{\"list\":[\"one\",\"one\"]}",
           "[[\"list\",2,1,[]]]");
    expect("{\"list\":[\"one\",\"two\",\"six\"]}", "{\"list\":[\"one\",\"ten\",\"six\"]}",
           "[[\"list.1\",\"ten\"]]");
    expect("{\"list\":[1,1,1,1]}", "{\"list\":[1,2,1,3]}", "[[\"list.1\",2],[\"list.3\",3]]");
    expect("{\"list\":[1,2,3,4,5]}", "{\"list\":[1,7,5]}", "[[\"list\",1,3,[7]]]");
    expect("{\"list\":[{\"a\":1},{\"a\":2}]}", "{\"list\":[{\"a\":1},{\"a\":2},{\"a\":3}]}",
           "[[\"list\",2,0,[{\"a\":3}]]]");
    expect("{\"list\":[],\"more\":1}", "{\"list\":[5],\"more\":1}", "[[\"list\",0,0,[5]]]");
    expect("{\"list\":[[6]],\"more\":1}", "{\"list\":[],\"more\":1}", "[[\"list\",0,1,[]]]");
}

/* Brackets, quotes and commas inside strings are not structure; strings with the same end still
 * differ. */
static void texts(void **state)
{
    (void)state;
    expect("{\"list\":[\"a]\\\"\",\"b,{\",\"\\\\\"],\"other\":\"the same\"}",
           "{\"list\":[\"a]\\\"\",\"b,}\",\"\\\\\"],\"other\":\"the same\"}",
           "[[\"list.1\",\"b,}\"]]");
    expect("{\"list\":[\"some text\",\"x,\\\"12\",12],\"other\":\"the same\"}",
           "{\"list\":[\"some text\",12],\"other\":\"the same\"}", "[[\"list\",1,1,[]]]");
}

/* ---- random values ---- */

static const char *const words[] = {"gold", "a \"b\"",    "\\",   "é, ü", "[1,2]", "{\"a\":1}",
                                    "",     "older-wand", "\n\t", "x]}",  "12",    "null"};

static const char *const keys[] = {"item",  "known", "pool", "stash", "at",   "k-q",
                                   "k e",   "seat",  "kind", "cells", "rows", "bag",
                                   "white", "n",     "up",   "[k]",   "k,l",  "é"};
enum { WORDS = sizeof words / sizeof *words, KEYS = sizeof keys / sizeof *keys };

static json_t *random_value(int depth)
{
    int kind = below(depth > 0 ? 8 : 5);
    json_t *value;
    switch (kind) {
    case 0: return json_integer(below(30) - 9);
    case 1: return json_string(words[below(WORDS)]);
    case 2: return json_boolean(below(2));
    case 3: return json_null();
    case 4: return json_integer((json_int_t)below(1 << 30) * 4001);
    case 5:
        value = json_array();
        for (int n = below(6); n; n--)
            json_array_append_new(value, random_value(depth - 1));
        return value;
    default:
        value = json_object();
        for (int n = below(7); n; n--)
            json_object_set_new(value, keys[below(KEYS)], random_value(depth - 1));
        return value;
    }
}

/* Makes a value that resembles this one. */
static json_t *changed(const json_t *value, int depth)
{
    json_t *to, *part;
    const char *key;
    size_t i;
    if (!below(40) || (!json_is_object(value) && !json_is_array(value)))
        return below(6) ? json_deep_copy(value) : random_value(depth);
    if (json_is_object(value)) {
        to = json_object();
        json_object_foreach((json_t *)(uintptr_t)value, key, part)
            if (below(12))
                json_object_set_new(to, key, changed(part, depth - 1));
        if (!below(6))
            json_object_set_new(to, keys[below(KEYS)], random_value(depth - 1));
        return to;
    }
    to = json_array();
    json_array_foreach((json_t *)(uintptr_t)value, i, part) {
        if (!below(12))
            json_array_append_new(to, random_value(depth - 1));
        if (below(12))
            json_array_append_new(to, changed(part, depth - 1));
    }
    return to;
}

/* Writes members in the order of `keys`, because our writer always uses one order; from `turn` on
 * in another order. */
static void write_value(struct writer *w, const json_t *value, int turn)
{
    json_t *part;
    size_t i;
    if (json_is_object(value)) {
        write_begin(w, '{');
        for (int k = 0; k < KEYS; k++) {
            const char *key = keys[(k + turn) % KEYS];
            if (!(part = json_object_get(value, key)))
                continue;
            write_key(w, key);
            write_value(w, part, turn);
        }
        write_end(w, '}');
    } else if (json_is_array(value)) {
        write_begin(w, '[');
        json_array_foreach((json_t *)(uintptr_t)value, i, part)
            write_value(w, part, turn);
        write_end(w, ']');
    } else if (json_is_string(value)) {
        write_string(w, json_string_value(value));
    } else if (json_is_integer(value)) {
        write_number(w, json_integer_value(value));
    } else if (json_is_boolean(value)) {
        write_bool(w, json_is_true(value));
    } else {
        write_null(w);
    }
}

static void check_pair(const json_t *before, const json_t *after, int turn)
{
    struct writer a = {0}, b = {0}, w = {0};
    write_value(&a, before, 0);
    write_value(&b, after, turn);
    delta_write(&w, a.at, a.n, b.at, b.n, NULL);
    json_t *set = json_loadb(w.at, w.n, JSON_REJECT_DUPLICATES, NULL);
    json_t *root = json_deep_copy(before);
    const char *wrong = set_apply(&root, set, 0);
    if (wrong || !json_equal(root, after))
        fail_msg("%s: %s to %s by %s", wrong ? wrong : "another value", a.at, b.at, w.at);
    json_decref(set);
    json_decref(root);
    writer_free(&a);
    writer_free(&b);
    writer_free(&w);
}

static void random_pairs(void **state)
{
    (void)state;
    for (int i = 0; i < 6000; i++) {
        json_t *before = random_value(5);
        json_t *after = below(10) ? changed(before, 5) : random_value(5);
        check_pair(before, after, 0);
        check_pair(before, after, below(KEYS));
        json_decref(before);
        json_decref(after);
    }
}

/* Values nested too deep for a path are replaced as a whole. */
static void deep_values(void **state)
{
    (void)state;
    enum { DEEP = 200 };
    char a[2 * DEEP + 8] = "", b[2 * DEEP + 8] = "";
    for (int i = 0; i < DEEP; i++)
        a[i] = '[', a[DEEP + 1 + i] = ']';
    a[DEEP] = '1';
    memcpy(b, a, sizeof b);
    b[DEEP] = '2';
    struct writer w = {0};
    delta_write(&w, a, strlen(a), b, strlen(b), NULL);
    json_t *root = json_loads(a, 0, NULL), *after = json_loads(b, 0, NULL);
    json_t *set = json_loads(w.at, 0, NULL);
    assert_null(set_apply(&root, set, 0));
    assert_true(json_equal(root, after));
    json_decref(root);
    json_decref(after);
    json_decref(set);
    writer_free(&w);
}

/* ---- parts ---- */

struct pair {
    const struct game_json *json;
    uint64_t a[MAX_STATE_BYTES / 8], b[MAX_STATE_BYTES / 8];
    /* How often some parts were left out. */
    int less;
};

/* The parts that differ give what the whole texts give. */
static void check_parts(struct pair *p)
{
    struct writer a = {0}, b = {0}, whole = {0}, parts = {0};
    uint32_t differing = p->json->differ(p->a, p->b);
    p->json->write_state(p->a, &a);
    p->json->write_state(p->b, &b);
    size_t n = a.n;
    delta_write(&whole, a.at, a.n, b.at, b.n, "players.1");
    writer_reset(&a);
    writer_reset(&b);
    p->json->write_parts(p->a, differing, &a);
    p->json->write_parts(p->b, differing, &b);
    delta_write(&parts, a.at, a.n, b.at, b.n, "players.1");
    assert_string_equal(parts.at, whole.at);
    p->less += a.n < n / 2;
    writer_free(&a);
    writer_free(&b);
    writer_free(&whole);
    writer_free(&parts);
}

static void check_views(struct pair *p, const void *before, const void *after)
{
    const struct game *g = p->json->game;
    for (int viewer = SPECTATOR; viewer < g->players(after); viewer++) {
        memcpy(p->a, before, sizeof p->a);
        memcpy(p->b, after, sizeof p->b);
        g->redact(p->a, viewer);
        g->redact(p->b, viewer);
        check_parts(p);
    }
}

/* Plays a game; each state is compared with the one before, and with one long before, as when moves
 * are taken back. */
static void play_pairs(struct pair *p, int players, const char *options)
{
    const struct game *g = p->json->game;
    uint64_t now[MAX_STATE_BYTES / 8] = {0}, before[MAX_STATE_BYTES / 8], old[MAX_STATE_BYTES / 8];
    json_t *given = json_loads(options, 0, NULL);
    struct refusal why;
    g->init(now, players);
    assert_int_equal(p->json->read_options(now, given, &why), 0);
    json_decref(given);
    g->begin(now, &luck, NULL);
    memcpy(old, now, sizeof old);
    for (int n = 0; g->active(now) && n < 1500; n++) {
        uint32_t seats = g->active(now);
        for (int skip = below(__builtin_popcount(seats)); skip; skip--)
            seats &= seats - 1;
        uint64_t legal = g->legal(now, bit_lowest(seats));
        for (int skip = below(__builtin_popcountll(legal)); skip; skip--)
            legal &= legal - 1;
        memcpy(before, now, sizeof before);
        g->apply(now, bit_lowest(seats), bit_lowest(legal), &luck, NULL);
        check_views(p, before, now);
        if (n % 16 == 0) {
            check_views(p, now, old);
            memcpy(old, now, sizeof old);
        }
    }
}

static void parts_of_views(void **state)
{
    struct pair arcane = {.json = &arcane_json}, quacks = {.json = &quacks_json};
    (void)state;
    for (int players = 2; players <= 4; players++) {
        play_pairs(&arcane, players, "{}");
        play_pairs(&arcane, players + 2, "{\"market\":true,\"wizards\":\"random\"}");
        for (int i = 0; i < 3; i++)
            play_pairs(&quacks, players, i ? "{}" : "{\"together\":true,\"pot\":\"tubes\"}");
    }
    assert_true(arcane.less > 1000 && quacks.less > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members),     cmocka_unit_test(lists),
        cmocka_unit_test(texts),       cmocka_unit_test(random_pairs),
        cmocka_unit_test(deep_values), cmocka_unit_test(parts_of_views),
    };
    uint8_t seed[32] = {7};
    chance_seed(&luck, seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
