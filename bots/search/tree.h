/* The tree of an information-set search, in an arena of fixed size.
 *
 * A node is a decision as the searching seat sees it: its key is the hash of that seat's view and
 * of the seat that decides. A node stands for many guesses at hidden information, in which
 * different answers are possible. So an edge counts how often its answer was possible (`available`)
 * and how often it was chosen. Values are whole numbers from 0 to VALUE_ONE, for the seat that
 * decides at the node. When the arena is full, nothing more is added. */
#ifndef CHARLATAN_BOTS_SEARCH_TREE_H
#define CHARLATAN_BOTS_SEARCH_TREE_H

#include "engine/port.h"

enum { VALUE_ONE = 1 << 16, TREE_NONE = 0 };
/* Bytes. Enough for a root with all of its 64 possible answers. */
enum { TREE_LEAST = 4096 };
/* An arena of so many bytes for each node has room for all of them, whatever answers they have. */
enum { TREE_NODE_MOST = 64 * 24 * 2 };

/* Found by its index, which is half as long as a pointer. */
struct edge {
    /* The sum of the values of all visits. */
    int64_t sum;
    uint32_t visits, available;
    /* The next edge of the same node, or TREE_NONE. */
    uint32_t next;
    uint16_t answer;
    /* How likely an evaluator is to give this answer, in parts of 65535. */
    uint16_t prior;
};

struct node {
    uint64_t key;
    int64_t sum;
    uint32_t visits;
    /* The first edge, or TREE_NONE. */
    uint32_t edges;
    /* The answers that have an edge. */
    uint64_t answers;
};

struct tree {
    /* An open hash table; a key of 0 is a free slot. */
    struct node *nodes;
    /* Taken one after another; index 0 stands for TREE_NONE. */
    struct edge *edges;
    uint32_t mask, nodes_n, nodes_max, edges_n, edges_max;
};

/* Allocates `bytes` bytes at most, but at least TREE_LEAST. There is room for `nodes` nodes if the
 * bytes allow it, and hardly for more: a small table is quicker. Returns a negative number if there
 * is no memory. */
int tree_open(struct tree *t, size_t bytes, size_t nodes);
void tree_close(struct tree *t);

#ifndef __wasm__
/* Both halves of the product of two words, mixed: every bit of it depends on all bits of both. */
static inline uint64_t tree_folded(uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}
#endif

/* A key from the words of a view. Different words have different keys, but for one pair of
 * 2^63. */
uint64_t tree_key(const uint64_t *words, size_t n);
/* The node of this key, made if there is room; NULL if there is not. Nodes do not move, so pointers
 * are good until tree_close. */
struct node *tree_node(struct tree *t, uint64_t key);
/* The edge to try next among `answers`; TREE_NONE if there is no room. The rules of thumb would
 * take `first`: it gets more attention than the others. */
uint32_t tree_select(struct tree *t, struct node *n, uint64_t answers, int first);
/* Gives a new node its edges, with what an evaluator thinks of the answers. Returns 0 if there is
 * no room. */
int tree_expand(struct tree *t, struct node *n, uint64_t answers, const uint16_t *likely);
/* The same as tree_select for a node with such edges: the attention goes by how likely they are. */
uint32_t tree_select_likely(struct tree *t, struct node *n, uint64_t answers);

/* Adds the value of a finished iteration to one step of its path. `value` is of the seat that
 * decides there. */
static inline void tree_credit(struct tree *t, struct node *n, uint32_t edge, int value)
{
    n->visits++;
    n->sum += value;
    t->edges[edge].visits++;
    t->edges[edge].sum += value;
}

#endif
