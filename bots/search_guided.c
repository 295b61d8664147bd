/* Simulated games of a search with an evaluator (playout.h). Nobody plays them to their end: where
 * the tree has no node yet, the evaluator says what the position is worth, and how likely each
 * answer is. The new node keeps that. So each game costs one question to the evaluator, and the
 * answers that it likes are looked at more closely. No game goes beyond the horizon: by then so
 * much was guessed that more would not say more. With many players the evaluator knows less, and
 * rules of thumb that play on have a part in the value (played_on). */
#include "bots/search.h"

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
 * the end. */
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

/* What the seats have at the end of the round, if rules of thumb play on. */
static void play_on(struct searcher *s, const void *from, int *value)
{
    uint64_t state[MAX_STATE_BYTES / 8];
    struct evaluation said;
    int seat, stop = s->kind->clock(from) + 1;
    memcpy(state, from, s->kind->game->state_bytes);
    s->kind->play(state, s->how.noise, stop, &s->chance, &s->luck);
    uint64_t answers = skip_forced(s, state, &seat);
    if (!answers) {
        s->evaluator->end(state, value);
        return;
    }
    s->evaluator->say(&s->memory[seat], state, seat, answers, &said);
    memcpy(value, said.value, sizeof said.value);
}

static void blend(int *value, const int *other, int sixteenths, int seats)
{
    for (int i = 0; i < seats; i++)
        value[i] = ((16 - sixteenths) * value[i] + sixteenths * other[i]) / 16;
}

static void evaluate(struct searcher *s, const void *state, int seat, uint64_t answers,
                     struct node *node, int *value)
{
    struct evaluation said;
    int later[MAX_SEATS], seats = s->kind->game->players(state);
    int sixteenths = s->evaluator->played_on[seats - 2];
    s->evaluator->say(&s->memory[seat], state, seat, answers, &said);
    if (node && !node->edges)
        tree_expand(&s->tree, node, answers, said.likely);
    memcpy(value, said.value, sizeof said.value);
    if (!sixteenths)
        return;
    play_on(s, state, later);
    blend(value, later, sixteenths, seats);
}

int search_walk_guided(struct searcher *s, void *state, struct step *path, int *value)
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
        path[steps++] = (struct step){node, edge, seat};
        s->kind->game->apply(state, seat, s->tree.edges[edge].answer, &s->chance, NULL);
    }
    s->evaluator->end(state, value);
    return steps;
}
