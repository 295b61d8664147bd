/* What the two searches share: threads that simulate games. A root policy says which answer is
 * tried next, and when to stop. */
#ifndef CHARLATAN_BOTS_SEARCH_SEARCH_H
#define CHARLATAN_BOTS_SEARCH_SEARCH_H

#include "bots/search/searcher.h"

struct advice;

/* How a search spends its simulated games on the answers at the root. */
struct search_root_policy {
    /* 1: the search that does not change: it has the first adviser and no `trust` (playout.h). */
    int first_form;
    /* NULL, or called before the first game. */
    void (*begin)(struct searcher *s);
    /* Simulates a few games. Returns 0 if the budget is spent or the answer is settled. */
    int (*go_on)(struct searcher *s);
};

/* Simulates the n-th game in which the root is answered so. Returns its value for the searching
 * seat, from 0 to VALUE_ONE. The n-th try of every answer gets the same guess and the
 * same chance, so that differences between answers do not come from chance. */
int search_try(struct searcher *s, int answer, uint32_t n);
/* The rest of such a game by an evaluator: down the tree to a new node, to the horizon or to the
 * end of the game. Fills in the values of the seats, and returns the length of the path. */
int search_walk_guided(struct searcher *s, void *state, struct search_step *path, int *value);
/* The key of the node where a seat decides. */
uint64_t search_key(const struct searcher *s, const void *state, int seat);
/* The answers that the search tries. */
uint64_t search_answers(const struct playout *kind, const void *state, int seat);

/* How much of the budget is spent: 1 or more means all of it. Reports progress to the watcher. */
double search_spent(const struct searcher *s);

/* The options of a search that was given none. */
#define SEARCH_USUAL                                                                               \
    {                                                                                              \
        .milliseconds = 100, .threads = 1, .noise = 2, .horizon = 1, .kilobytes = 32768            \
    }

/* The whole of a bot that searches (bot.h). Without memory, or in a game without rules of thumb,
 * gives a simple answer instead. */
int search_choose(const struct search_root_policy *policy, const struct view *v,
                  const struct bot_options *asked, struct chance *luck, struct advice *say);
/* The same in pieces (bot.h). */
struct search_thought *search_begin(const struct search_root_policy *policy, const struct view *v,
                                    const struct bot_options *asked, const struct chance *luck);

#endif
