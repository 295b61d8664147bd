/* The arena of the tree, and the choice of edges; see tree.h. */
#include <math.h>
#include <stdlib.h>

#include "bots/search/tree.h"

#ifdef __wasm__
#include "engine/hash.h"
#endif

/* The weight of exploring, for values between 0 and 1, and the part of it that goes to the
 * answer of the rules of thumb. */
static const double explore = 1.0, trust = 0.4;
/* The same where an evaluator says how likely the answers are, and what it takes every answer for
 * at least, in parts of 65535. */
static const double explore_likely = 0.5, likely_least = 512;

/* A third of the memory for nodes at most, the rest for edges: a node has several. The number of
 * slots is a power of two. Nothing is left behind on failure. */
int tree_open(struct tree *t, size_t bytes, size_t nodes)
{
    uint32_t slots = 64;
    if (bytes < TREE_LEAST)
        bytes = TREE_LEAST;
    while ((size_t)slots * 2 * sizeof(struct node) <= bytes / 3 && slots / 2 < nodes)
        slots *= 2;
    memset(t, 0, sizeof *t);
    t->mask = slots - 1;
    t->nodes_max = slots / 4 * 3;
    t->edges_max = (uint32_t)((bytes - slots * sizeof(struct node)) / sizeof(struct edge));
    t->edges_n = 1;
    t->nodes = calloc(slots, sizeof *t->nodes);
    t->edges = malloc(t->edges_max * sizeof *t->edges);
    if (t->nodes && t->edges)
        return 0;
    tree_close(t);
    return -1;
}

void tree_close(struct tree *t)
{
    free(t->nodes);
    free(t->edges);
    t->nodes = NULL;
    t->edges = NULL;
}

#ifdef __wasm__
/* A page has no instruction for products of 128 bits. */
uint64_t tree_key(const uint64_t *words, size_t n)
{
    return hash_bytes(words, n * sizeof words[0]);
}
#else
/* Four lanes, so that products need not wait for each other; each takes two words at a time. */
uint64_t tree_key(const uint64_t *words, size_t n)
{
    enum { LANES = 4, STEP = 2 * LANES };
    const uint64_t by = 0x9e3779b185ebca87u, mix = 0xc2b2ae3d27d4eb4fu;
    uint64_t lane[LANES] = {by, mix, ~by, ~mix}, key = n;
    size_t at = 0;
    for (; at + STEP <= n; at += STEP)
        for (size_t k = 0; k < LANES; k++)
            lane[k] = tree_folded(lane[k] ^ words[at + 2 * k], mix ^ words[at + 2 * k + 1]);
    for (size_t k = 0; at < n; k = (k + 1) % LANES, at++)
        lane[k] = tree_folded(lane[k] ^ words[at], mix);
    for (size_t k = 0; k < LANES; k++)
        key = tree_folded(key ^ lane[k], by);
    return key;
}
#endif

/* Three quarters full at most, so that probing always ends at a free slot soon. */
struct node *tree_node(struct tree *t, uint64_t key)
{
    /* A key of 0 would mean an empty slot. */
    key |= 1;
    for (uint64_t i = key >> 20;; i++) {
        struct node *n = &t->nodes[i & t->mask];
        if (n->key == key)
            return n;
        if (n->key)
            continue;
        if (t->nodes_n == t->nodes_max)
            return NULL;
        t->nodes_n++;
        n->key = key;
        return n;
    }
}

/* New edges go to the front of the node's list. Its index, or TREE_NONE if the arena is full. The
 * node must have none for this answer. */
static uint32_t edge_add(struct tree *t, struct node *n, int answer)
{
    if (t->edges_n == t->edges_max)
        return TREE_NONE;
    uint32_t e = t->edges_n++;
    t->edges[e] = (struct edge){.answer = (uint16_t)answer, .next = n->edges};
    n->edges = e;
    n->answers |= (uint64_t)1 << answer;
    return e;
}

/* What is the same for most edges of a node, so that it is worked out once. */
struct edge_outlook {
    /* The mean value of the node. */
    double mean;
    /* A number that edges were available so often, and its square root. */
    uint32_t often;
    double root;
};

static struct edge_outlook outlook_of(const struct node *n)
{
    return (struct edge_outlook){n->visits ? (double)n->sum / n->visits : 0, 0, 0};
}

/* The expected value of an answer plus a bonus for exploring it. The bonus grows with how often
 * the answer was available and shrinks with how often it was taken. An answer not tried yet is
 * expected to be as good as its node. */
static double edge_hope(struct edge_outlook *of, const struct edge *e, double weight)
{
    if (e->available != of->often) {
        of->often = e->available;
        of->root = sqrt((double)e->available);
    }
    if (!e->visits)
        return of->mean / VALUE_ONE + weight * of->root;
    return (double)e->sum / e->visits / VALUE_ONE + weight * of->root / (1 + e->visits);
}

/* Makes an edge for every answer that has none. Returns how many found no room. */
static int edges_open(struct tree *t, struct node *n, uint64_t answers)
{
    for (answers &= ~n->answers; answers; answers &= answers - 1)
        if (!edge_add(t, n, bit_lowest(answers)))
            return bit_count(answers);
    return 0;
}

/* How much an answer is to be explored: by the rules of thumb's answer, or by the evaluator. */
struct bonus {
    double others;
    int first;
};
typedef double edge_weight(const struct bonus *b, const struct edge *e);

/* Counts every possible answer as available, also those that are not chosen. TREE_NONE if none has
 * an edge. */
static inline uint32_t edges_best(struct tree *t, struct node *n, uint64_t answers,
                                  edge_weight *weight, const struct bonus *b)
{
    double most = 0;
    uint32_t best = TREE_NONE;
    struct edge_outlook of = outlook_of(n);
    edges_open(t, n, answers);
    for (uint32_t e = n->edges; e; e = t->edges[e].next) {
        struct edge *edge = &t->edges[e];
        if (!(answers >> edge->answer & 1))
            continue;
        edge->available++;
        double hope = edge_hope(&of, edge, weight(b, edge));
        if (!best || hope > most) {
            best = e;
            most = hope;
        }
    }
    return best;
}

static double weight_by_thumb(const struct bonus *b, const struct edge *e)
{
    return b->others + ((int)e->answer == b->first ? explore * trust : 0);
}

uint32_t tree_select(struct tree *t, struct node *n, uint64_t answers, int first)
{
    struct bonus b = {explore * (1 - trust) / bit_count(answers), first};
    return edges_best(t, n, answers, weight_by_thumb, &b);
}

int tree_expand(struct tree *t, struct node *n, uint64_t answers, const uint16_t *likely)
{
    for (; answers; answers &= answers - 1) {
        uint32_t e = edge_add(t, n, bit_lowest(answers));
        if (!e)
            return 0;
        t->edges[e].prior = likely[bit_lowest(answers)];
    }
    return 1;
}

/* Answers that were not possible when the node was made have the least likelihood. */
static double weight_by_likelihood(const struct bonus *unused, const struct edge *e)
{
    (void)unused;
    return explore_likely * (e->prior + likely_least) / 65535;
}

uint32_t tree_select_likely(struct tree *t, struct node *n, uint64_t answers)
{
    return edges_best(t, n, answers, weight_by_likelihood, NULL);
}
