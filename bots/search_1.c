/* The first search, kept to measure others by: the root is a node like all others, and the whole
 * budget is always spent. */
#include "bots/search.h"

static int go_on(struct searcher *s)
{
    struct node *root = tree_node(&s->tree, s->root_key);
    if (search_spent(s) >= 1)
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
    static const struct root_policy policy = {.first_form = 1, .go_on = go_on};
    return search_choose(&policy, v, how, luck, say);
}

const struct bot search_1_bot = {
    .name = "search-1",
    .blurb = "the search before: tries answers until its time is up",
    .apart = 1,
    .usual = SEARCH_USUAL,
    .choose = choose,
};
