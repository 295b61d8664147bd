/* The first search, kept to measure others by: the root is a node like all others, and the whole
 * budget is spent, unless no other answer can catch up with the one tried most. */
#include "bots/search/search.h"

#include "bots/bots.h"

/* The tries between two looks at who leads. */
enum { LOOK_EVERY = 64 };

/* Whether the games that are left cannot change the answer. Nobody is told the counts then, so
 * nothing but time depends on it. The search may end early only if it is `terse`. */
static int is_settled(const struct searcher *s)
{
    uint32_t most = 0, second = 0;
    if (!s->terse || s->games % LOOK_EVERY)
        return 0;
    for (uint64_t rest = s->root.answers; rest; rest &= rest - 1) {
        uint32_t visits = s->root.visits[bit_lowest(rest)];
        second = visits > most ? most : visits > second ? visits : second;
        most = visits > most ? visits : most;
    }
    return most - second > s->how.iterations - s->games;
}

/* The root always has a node: it is the first one made, and TREE_LEAST has room for it. */
static int go_on(struct searcher *s)
{
    struct node *root = tree_node(&s->tree, s->root_key);
    if (search_spent(s) >= 1 || is_settled(s))
        return 0;
    uint32_t edge = tree_select(&s->tree, root, s->root.answers, s->root.first);
    MUST(edge != TREE_NONE);
    int answer = (int)s->tree.edges[edge].answer;
    int value = search_try(s, answer, s->tree.edges[edge].visits);
    tree_credit(&s->tree, root, edge, value);
    search_count(s, answer, value);
    return 1;
}

static int choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                  struct advice *say)
{
    static const struct search_root_policy policy = {.first_form = 1, .go_on = go_on};
    return search_choose(&policy, v, how, luck, say);
}

const struct bot search_1_bot = {
    .name = "search-1",
    .blurb = "the previous search: tries answers until its time is up",
    .apart = 1,
    .usual = SEARCH_USUAL,
    .choose = choose,
};
