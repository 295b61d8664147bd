/* Tests of the search tree: its arena, a full arena, availability, the order of edges, keys with
 * the same slot. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bots/search/tree.h"

/* ---- the arena ---- */

static size_t bytes_of(const struct tree *t)
{
    return ((size_t)t->mask + 1) * sizeof *t->nodes + t->edges_max * sizeof *t->edges;
}

/* The tree uses at most the given bytes, and most of them. */
static void arena_fits(void **state)
{
    static const size_t sizes[] = {TREE_LEAST, 5000, 65536, 100000, 1 << 20, (1 << 20) + 1};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct tree t;
        assert_int_equal(tree_open(&t, sizes[i], SIZE_MAX), 0);
        assert_true(bytes_of(&t) <= sizes[i]);
        assert_true(bytes_of(&t) > sizes[i] - sizeof(struct edge));
        /* There is always an empty slot, which ends the search for a key. */
        assert_true(t.nodes_max <= t.mask);
        tree_close(&t);
    }
}

/* A tree for few nodes has a small table and room for all of them; the rest is for edges. */
static void arena_for_few_nodes(void **state)
{
    (void)state;
    for (uint64_t nodes = 1; nodes < 3000; nodes += 61) {
        struct tree t;
        assert_int_equal(tree_open(&t, 1 << 20, nodes), 0);
        assert_true(bytes_of(&t) <= 1 << 20);
        assert_true(t.mask < 64 || t.mask < 4 * nodes);
        for (uint64_t i = 0; i < nodes; i++)
            assert_non_null(tree_node(&t, (i + 1) * 0x9e3779b97f4a7c15u));
        tree_close(&t);
    }
}

/* The edge of an answer, or TREE_NONE. */
static uint32_t edge_of(const struct tree *t, const struct node *n, int answer)
{
    for (uint32_t e = n->edges; e; e = t->edges[e].next)
        if (t->edges[e].answer == (uint32_t)answer)
            return e;
    return TREE_NONE;
}

/* However small the arena is, a root with the most possible answers has room. */
static void arena_least(void **state)
{
    (void)state;
    for (size_t bytes = 0; bytes <= TREE_LEAST; bytes += 512) {
        struct tree t;
        assert_int_equal(tree_open(&t, bytes, SIZE_MAX), 0);
        assert_true(bytes_of(&t) <= TREE_LEAST);
        struct node *root = tree_node(&t, 42);
        assert_non_null(root);
        assert_int_not_equal(tree_select(&t, root, ~(uint64_t)0, 0), TREE_NONE);
        for (int answer = 0; answer < 64; answer++)
            assert_int_not_equal(edge_of(&t, root, answer), TREE_NONE);
        tree_close(&t);
    }
}

static uint64_t key_of(uint64_t i)
{
    return (i + 1) * 0x9e3779b97f4a7c15u;
}

/* TREE_NODE_MOST is enough for nodes with all answers. */
static void arena_has_room(void **state)
{
    (void)state;
    for (uint64_t nodes = 2; nodes < 200; nodes++) {
        struct tree t;
        assert_int_equal(tree_open(&t, nodes * TREE_NODE_MOST, SIZE_MAX), 0);
        for (uint64_t i = 0; i < nodes; i++) {
            struct node *n = tree_node(&t, key_of(i));
            assert_non_null(n);
            tree_select(&t, n, ~(uint64_t)0, 0);
            assert_int_not_equal(edge_of(&t, n, 63), TREE_NONE);
        }
        tree_close(&t);
    }
}

/* A full arena still finds its nodes, and adds none. */
static void arena_full_of_nodes(void **state)
{
    (void)state;
    struct tree t;
    assert_int_equal(tree_open(&t, 65536, SIZE_MAX), 0);
    for (uint64_t i = 0; i < t.nodes_max; i++)
        assert_non_null(tree_node(&t, key_of(i)));
    assert_int_equal(t.nodes_n, t.nodes_max);
    assert_null(tree_node(&t, key_of(t.nodes_max)));
    for (uint64_t i = 0; i < t.nodes_max; i++)
        assert_int_equal(tree_node(&t, key_of(i))->key, key_of(i) | 1);
    assert_int_equal(t.nodes_n, t.nodes_max);
    tree_close(&t);
}

static void arena_full_of_edges(void **state)
{
    (void)state;
    struct tree t;
    uint32_t made = 0;
    assert_int_equal(tree_open(&t, TREE_LEAST, SIZE_MAX), 0);
    for (uint64_t i = 0; i < t.nodes_max; i++) {
        struct node *n = tree_node(&t, key_of(i));
        uint32_t before = t.edges_n, edge = tree_select(&t, n, 0xff, 0);
        assert_int_equal(edge == TREE_NONE, t.edges_n == before);
        made += t.edges_n - before;
    }
    assert_int_equal(t.edges_n, t.edges_max);
    /* Edge 0 means none. */
    assert_int_equal(made, t.edges_max - 1);
    /* A node that has edges keeps them. */
    struct node *first = tree_node(&t, key_of(0));
    assert_int_not_equal(tree_select(&t, first, 0xff, 0), TREE_NONE);
    assert_int_not_equal(tree_select(&t, first, 0xfff, 0), TREE_NONE);
    assert_int_equal(tree_select(&t, first, 0xf00, 8), TREE_NONE);
    assert_int_equal(t.edges_n, t.edges_max);
    tree_close(&t);
}

/* ---- keys ---- */

enum { WORDS = 111, FLIPPED = WORDS * 64 };

static int by_number(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Views that differ in one bit have different keys, and so have views that differ in the same bit
 * of two words of a lane. */
static void keys_of_views(void **state)
{
    static uint64_t keys[2 * FLIPPED + 1];
    uint64_t words[WORDS];
    (void)state;
    for (uint64_t i = 0; i < WORDS; i++)
        words[i] = i % 3 ? i * 0x9e3779b97f4a7c15u : 0;
    keys[2 * FLIPPED] = tree_key(words, WORDS);
    for (size_t i = 0; i < FLIPPED; i++) {
        size_t word = i / 64, other = (word + 8) % WORDS;
        words[word] ^= (uint64_t)1 << i % 64;
        keys[i] = tree_key(words, WORDS);
        words[other] ^= (uint64_t)1 << i % 64;
        keys[FLIPPED + i] = tree_key(words, WORDS);
        words[word] ^= (uint64_t)1 << i % 64;
        words[other] ^= (uint64_t)1 << i % 64;
    }
    qsort(keys, 2 * FLIPPED + 1, sizeof keys[0], by_number);
    for (size_t i = 0; i < 2 * FLIPPED; i++)
        assert_true(keys[i] >> 1 != keys[i + 1] >> 1);
}

/* Keys with the same slot, at the end of the table, so that the search wraps around. */
static void keys_apart(void **state)
{
    enum { KEYS = 20 };
    (void)state;
    struct tree t;
    struct node *node[KEYS];
    assert_int_equal(tree_open(&t, 65536, SIZE_MAX), 0);
    for (uint64_t i = 0; i < KEYS; i++) {
        uint64_t key = (uint64_t)(t.mask - 2) << 20 | (i + 1) << 1;
        node[i] = tree_node(&t, key);
        node[i]->visits = (uint32_t)i + 1;
        for (uint64_t k = 0; k < i; k++)
            assert_ptr_not_equal(node[i], node[k]);
    }
    for (uint64_t i = 0; i < KEYS; i++) {
        uint64_t key = (uint64_t)(t.mask - 2) << 20 | (i + 1) << 1;
        assert_ptr_equal(tree_node(&t, key), node[i]);
        assert_int_equal(tree_node(&t, key)->visits, i + 1);
    }
    assert_int_equal(t.nodes_n, KEYS);
    /* 0 marks an empty slot, but is a valid key. */
    assert_non_null(tree_node(&t, 0));
    assert_ptr_equal(tree_node(&t, 0), tree_node(&t, 0));
    assert_int_equal(t.nodes_n, KEYS + 1);
    tree_close(&t);
}

/* ---- which edge ---- */

static int follow(struct tree *t, struct node *n, uint64_t answers, int first, int value)
{
    uint32_t e = tree_select(t, n, answers, first);
    assert_int_not_equal(e, TREE_NONE);
    tree_credit(t, n, e, value);
    return (int)t->edges[e].answer;
}

/* Only possible answers count as available, only the chosen one as tried. */
static void availability(void **state)
{
    (void)state;
    struct tree t;
    assert_int_equal(tree_open(&t, 65536, SIZE_MAX), 0);
    struct node *n = tree_node(&t, 7);
    for (int i = 0; i < 300; i++)
        follow(&t, n, i % 3 ? 0x3 : 0x5, 0, VALUE_ONE / 2);
    const struct edge *e[3];
    for (int answer = 0; answer < 3; answer++)
        e[answer] = &t.edges[edge_of(&t, n, answer)];
    assert_int_equal(e[0]->available, 300);
    assert_int_equal(e[1]->available, 200);
    assert_int_equal(e[2]->available, 100);
    assert_int_equal(e[0]->visits + e[1]->visits + e[2]->visits, 300);
    assert_int_equal(n->visits, 300);
    assert_true(n->sum == 150 * (int64_t)VALUE_ONE);
    assert_int_equal(edge_of(&t, n, 3), TREE_NONE);
    tree_close(&t);
}

/* The answer of the rules of thumb is tried first. */
static void first_comes_first(void **state)
{
    (void)state;
    for (int first = 0; first < 5; first++) {
        struct tree t;
        assert_int_equal(tree_open(&t, TREE_LEAST, SIZE_MAX), 0);
        assert_int_equal(follow(&t, tree_node(&t, 1), 0x1f, first, VALUE_ONE / 2), first);
        tree_close(&t);
    }
}

/* Every answer is tried, the best one most often, even if the rules of thumb prefer another. */
static void best_wins(void **state)
{
    (void)state;
    struct tree t;
    uint32_t visits[4] = {0};
    static const int value[4] = {VALUE_ONE / 4, VALUE_ONE / 2, VALUE_ONE * 3 / 4, VALUE_ONE / 8};
    assert_int_equal(tree_open(&t, 65536, SIZE_MAX), 0);
    struct node *n = tree_node(&t, 1);
    for (int i = 0; i < 1000; i++) {
        uint32_t e = tree_select(&t, n, 0xf, 0);
        int answer = (int)t.edges[e].answer;
        tree_credit(&t, n, e, value[answer]);
        visits[answer]++;
    }
    for (int answer = 0; answer < 4; answer++) {
        assert_true(visits[answer] > 0);
        assert_true(answer == 2 || visits[answer] < visits[2] / 2);
    }
    tree_close(&t);
}

/* What an evaluator finds likeliest is tried first, and the best one most often in the end. */
static void likeliest_first(void **state)
{
    (void)state;
    struct tree t;
    uint32_t visits[5] = {0};
    static const int value[5] = {VALUE_ONE / 4, VALUE_ONE / 2, VALUE_ONE * 3 / 4, VALUE_ONE / 8, 0};
    static const uint16_t likely[64] = {0, 40000, 20000, 5535};
    assert_int_equal(tree_open(&t, 65536, SIZE_MAX), 0);
    struct node *n = tree_node(&t, 1);
    assert_int_equal(tree_expand(&t, n, 0xf, likely), 1);
    for (int i = 0; i < 1000; i++) {
        /* Answer 4 was not possible when the node was made. */
        uint32_t e = tree_select_likely(&t, n, i % 2 ? 0xf : 0x1f);
        int answer = (int)t.edges[e].answer;
        assert_true(i > 0 || answer == 1);
        tree_credit(&t, n, e, value[answer]);
        visits[answer]++;
    }
    for (int answer = 0; answer < 5; answer++)
        assert_true(answer == 2 || visits[answer] < visits[2] / 2);
    assert_true(visits[1] > 0 && visits[4] > 0);
    assert_true(visits[3] < visits[1]);
    tree_close(&t);
}

/* A node without room for all of its edges works with those it got. */
static void expand_without_room(void **state)
{
    (void)state;
    struct tree t;
    static const uint16_t likely[64];
    int room = 1;
    assert_int_equal(tree_open(&t, TREE_LEAST, SIZE_MAX), 0);
    for (uint64_t i = 0; i < t.nodes_max && room; i++)
        room = tree_expand(&t, tree_node(&t, key_of(i)), ~(uint64_t)0, likely);
    assert_int_equal(room, 0);
    assert_int_equal(t.edges_n, t.edges_max);
    tree_close(&t);
}

/* The same values in the same order give the same tree. */
static void repeats(void **state)
{
    (void)state;
    struct tree a, b;
    assert_int_equal(tree_open(&a, 65536, SIZE_MAX), 0);
    assert_int_equal(tree_open(&b, 65536, SIZE_MAX), 0);
    for (int i = 0; i < 2000; i++) {
        uint64_t key = key_of((uint64_t)i % 37), answers = 0x1ff >> i % 5;
        int value = i * 7919 % VALUE_ONE;
        assert_int_equal(follow(&a, tree_node(&a, key), answers, i % 4, value),
                         follow(&b, tree_node(&b, key), answers, i % 4, value));
    }
    tree_close(&a);
    tree_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(likeliest_first),     cmocka_unit_test(expand_without_room),
        cmocka_unit_test(arena_fits),          cmocka_unit_test(arena_has_room),
        cmocka_unit_test(arena_least),         cmocka_unit_test(arena_full_of_nodes),
        cmocka_unit_test(arena_full_of_edges), cmocka_unit_test(keys_apart),
        cmocka_unit_test(availability),        cmocka_unit_test(first_comes_first),
        cmocka_unit_test(best_wins),           cmocka_unit_test(repeats),
        cmocka_unit_test(arena_for_few_nodes), cmocka_unit_test(keys_of_views),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
