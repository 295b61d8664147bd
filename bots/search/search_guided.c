/* Simulated games of a search with an evaluator (playout.h). Nobody plays them to their end: where
 * the tree has no node yet, the evaluator says how likely each answer is and what the position is
 * worth, and the new node keeps that. So the answers that it likes are looked at more closely. No
 * node lies beyond the horizon: by then so much was guessed that more would not say more.
 *
 * Before the value is taken, the evaluator may play on for all seats, for a few turns of the
 * searching seat. Its values fit its own play, and what an answer leads to shows only later. */
#include "bots/search/search.h"

/* The searching seat comes first where several decide at once (search.c). */
static int who_answers(const struct searcher *s, uint32_t active)
{
    return active >> s->view->seat & 1 ? s->view->seat : bit_lowest(active);
}

/* The node of a decision that is still to be looked at more closely, or NULL. */
static struct node *node_at(struct searcher *s, const void *state, int seat, int steps)
{
    if (steps == SEARCH_DEPTH || search_clock(s, state) >= s->stop)
        return NULL;
    return tree_node(&s->tree, search_key(s, state, seat));
}

/* Answers where nothing is to be decided. Returns the answers of the seat that must decide, 0 at
 * the end. `*seat` is set only if the game goes on. */
static uint64_t skip_forced(struct searcher *s, void *state, int *seat)
{
    const struct game *g = s->kind->game;
    uint32_t active;
    while ((active = g->active(state)) != 0) {
        *seat = who_answers(s, active);
        uint64_t answers = search_answers(s->kind, state, *seat);
        if (answers & (answers - 1))
            return answers;
        g->apply(state, *seat, bit_lowest(answers), &s->chance, NULL);
    }
    return 0;
}

/* Each seat has a memory of its own, because its positions are alike. */
static void ask(struct searcher *s, const void *state, int seat, uint64_t answers,
                struct evaluation *said)
{
    s->root.evaluated++;
    s->evaluator->say(&s->memory[seat], state, seat, answers, said);
}

static int likeliest(const struct evaluation *said, uint64_t answers)
{
    int best = bit_lowest(answers);
    for (; answers; answers &= answers - 1)
        if (said->prior[bit_lowest(answers)] > said->prior[best])
            best = bit_lowest(answers);
    return best;
}

/* Goes on from a position of which the evaluator has `said` something, and fills in the values.
 * `said` is written over. Nothing of this goes into the tree. */
static void play_on(struct searcher *s, void *state, int seat, uint64_t answers,
                    struct evaluation *said, int *value)
{
    const struct evaluator *e = s->evaluator;
    int turns = e->plays_on[s->kind->game->players(state) - 2];
    int stop = e->clock(state, s->view->seat) + turns;
    while (e->clock(state, s->view->seat) < stop) {
        s->kind->game->apply(state, seat, likeliest(said, answers), &s->chance, NULL);
        answers = skip_forced(s, state, &seat);
        if (!answers) {
            e->end(state, value);
            return;
        }
        ask(s, state, seat, answers, said);
    }
    memcpy(value, said->value, sizeof said->value);
}

/* A node that has no room for an edge is evaluated again the next time. */
static void evaluate(struct searcher *s, void *state, int seat, uint64_t answers, struct node *node,
                     int *value)
{
    struct evaluation said;
    ask(s, state, seat, answers, &said);
    if (node && !node->edges)
        tree_expand(&s->tree, node, answers, said.likely);
    play_on(s, state, seat, answers, &said, value);
}

int search_walk_guided(struct searcher *s, void *state, struct search_step *path, int *value)
{
    uint64_t answers;
    int seat, steps = 0;
    while ((answers = skip_forced(s, state, &seat)) != 0) {
        struct node *node = node_at(s, state, seat, steps);
        uint32_t edge = TREE_NONE;
        if (node && node->edges)
            edge = tree_select_likely(&s->tree, node, answers);
        if (edge == TREE_NONE) {
            evaluate(s, state, seat, answers, node, value);
            return steps;
        }
        path[steps++] = (struct search_step){node, edge, seat};
        s->kind->game->apply(state, seat, s->tree.edges[edge].answer, &s->chance, NULL);
    }
    s->evaluator->end(state, value);
    return steps;
}
