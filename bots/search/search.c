/* Information-set Monte Carlo tree search, without the choice at the root (search_1.c,
 * search_halving.c). Each iteration guesses what is hidden, walks down the tree as far as it is
 * known and adds one node. Then it lets rules of thumb play the game out, or asks an evaluator
 * (search_guided.c).
 *
 * All seats have nodes in the tree, and each plays for itself, so there is a value for each seat.
 * Seats that decide at the same time come one after another, the searcher first. This reveals
 * nothing: the key of a node is the searcher's view, which shows no decision before all have
 * decided. Each thread has its own tree; the counts at the roots are added up. With a given number
 * of iterations, the same seed gives the same answer. */
#include "bots/search/search.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "bots/advice.h"
#include "bots/bot.h"

/* How often an answer must have been tried before the decisions after it get nodes of their own.
 * A young tree still explores and plays worse than the rules of thumb, so growing it early would
 * make long lines look worse than short ones. */
enum { GROW_AFTER = 50 };
/* The most threads, and the iterations between two looks at the clock. */
enum { THREADS_MAX = 64, CLOCK_EVERY = 8 };

/* ---- values ---- */

/* The mean lead over the other seats, each limited to +-margin: how large a clear win is does not
 * matter. The seat's lead over itself is 0 and adds nothing. */
static int mean_lead(const struct playout *kind, const int64_t *score, int seat, int seats)
{
    int64_t sum = 0, most = kind->margin;
    for (int other = 0; other < seats; other++) {
        int64_t lead = score[seat] - score[other];
        sum += lead > most ? most : lead < -most ? -most : lead;
    }
    return (int)(sum / (seats - 1)); /* NOLINT(*DivideZero): every game has two seats or more */
}

/* Twice the number of seats behind this one; a tie counts one. */
static int left_behind(const int64_t *score, int seat, int seats)
{
    /* Starts at -1, because the loop counts the seat's tie with itself. */
    int behind = -1;
    for (int other = 0; other < seats; other++)
        behind += (score[seat] > score[other]) + (score[seat] >= score[other]);
    return behind;
}

/* The value of a simulated game for a seat, from 0 to VALUE_ONE. A game cut off at the horizon is
 * valued by its lead. A finished one gives half for the lead, a quarter for the seats left behind
 * and a quarter for the win: the win alone says too little about one decision of many. No winners
 * means that the game was cut off. */
static int seat_value(const struct playout *kind, const int64_t *score, uint32_t winners, int seat,
                      int seats)
{
    int lead = mean_lead(kind, score, seat, seats) + kind->margin;
    int value = (int)((int64_t)VALUE_ONE * lead / (2 * kind->margin));
    if (!winners)
        return value;
    value = value / 2 + VALUE_ONE / 8 * left_behind(score, seat, seats) / (seats - 1);
    return value + (winners >> seat & 1 ? VALUE_ONE / 4 / bit_count(winners) : 0);
}

/* Finished games are valued by score, others by the result that their standing usually leads to.
 * `value` gets an entry for each seat. */
static void state_values(const struct searcher *s, const void *state, int *value)
{
    const struct playout *kind = s->kind;
    const struct game *g = kind->game;
    int seats = g->players(state);
    uint32_t winners = g->winners(state);
    int64_t score[MAX_SEATS];
    if (!winners && kind->shares && !s->policy->first_form) {
        kind->shares(state, value);
        return;
    }
    for (int seat = 0; seat < seats; seat++)
        score[seat] = winners ? (int64_t)100 * g->score(state, seat) : kind->standing(state, seat);
    for (int seat = 0; seat < seats; seat++)
        value[seat] = seat_value(kind, score, winners, seat, seats);
}

/* ---- one iteration ---- */

/* Positions that the searching seat cannot tell apart must share a node, whoever decides there.
 * Without a key of the game's own the state is copied and redacted, which is much slower. */
uint64_t search_key(const struct searcher *s, const void *state, int seat)
{
    const struct game *g = s->kind->game;
    const uint64_t by = (uint64_t)seat * 0x9e3779b97f4a7c15u;
    uint64_t view[MAX_STATE_BYTES / 8];
    if (s->kind->key)
        return s->kind->key(state, s->view->seat) + by;
    view[(g->state_bytes - 1) / 8] = 0;
    memcpy(view, state, g->state_bytes);
    g->redact(view, s->view->seat);
    return tree_key(view, (g->state_bytes + 7) / 8) + by;
}

/* Never 0 for a seat that must decide. */
uint64_t search_answers(const struct playout *kind, const void *state, int seat)
{
    uint64_t answers = kind->game->legal(state, seat);
    return kind->sensible ? kind->sensible(state, seat, answers) : answers;
}

/* Answers one decision inside the tree. Returns 1 while the walk can go on there. 0 also if the
 * tree is full, too deep or beyond the horizon: from there the rules of thumb play. */
static int walk_step(struct searcher *s, void *state, struct search_step *path, int *steps)
{
    const struct game *g = s->kind->game;
    uint32_t active = g->active(state);
    if (!active || *steps == SEARCH_DEPTH || s->kind->clock(state) >= s->stop)
        return 0;
    int seat = active >> s->view->seat & 1 ? s->view->seat : bit_lowest(active);
    uint64_t answers = search_answers(s->kind, state, seat);
    if ((answers & (answers - 1)) == 0) {
        g->apply(state, seat, bit_lowest(answers), &s->chance, NULL);
        return 1;
    }
    struct node *node = tree_node(&s->tree, search_key(s, state, seat));
    if (!node)
        return 0;
    int fresh = node->visits == 0;
    int first = s->kind->pick(state, seat, answers, &s->luck);
    uint32_t edge = tree_select(&s->tree, node, answers, first);
    if (!edge)
        return 0;
    path[*steps] = (struct search_step){node, edge, seat};
    ++*steps;
    g->apply(state, seat, (int)s->tree.edges[edge].answer, &s->chance, NULL);
    return !fresh;
}

/* All randomness of a simulated game depends on the thread's seed and on n alone. */
static void seed_chance(struct searcher *s, uint32_t n)
{
    uint8_t seed[32];
    memcpy(seed, s->seed, sizeof seed);
    memcpy(seed + 28, &n, sizeof n);
    chance_seed(&s->chance, seed);
}

static void seed_luck(struct searcher *s, uint32_t n)
{
    memcpy(&s->luck, s->seed + 8, sizeof s->luck);
    s->luck ^= (uint64_t)n * 0x9e3779b97f4a7c15u;
}

/* Walks down the tree and plays to the end. Returns the length of the path. The root's answer
 * counts as visited n times. */
static int walk_and_play(struct searcher *s, void *state, uint32_t n, struct search_step *path,
                         int *value)
{
    int steps = 0;
    while ((steps ? s->tree.edges[path[steps - 1].edge].visits : n) >= GROW_AFTER &&
           walk_step(s, state, path, &steps))
        ;
    s->kind->play(state, s->how.noise, s->stop, &s->chance, &s->luck);
    state_values(s, state, value);
    return steps;
}

static void guess(struct searcher *s, void *state)
{
    if (s->guesser)
        s->guesser->guess(&s->guess, state, s->view->seat, &s->chance);
    else
        s->kind->game->determinize(state, s->view->seat, &s->chance);
}

/* The n-th game of every answer begins alike, so what was guessed for the last one is kept. `state`
 * has MAX_STATE_BYTES. */
static void begin_game(struct searcher *s, uint32_t n, void *state)
{
    struct search_beginning *b = &s->beginning;
    size_t bytes = s->kind->game->state_bytes;
    seed_luck(s, n);
    if (b->number != (uint64_t)n + 1) {
        b->number = (uint64_t)n + 1;
        memcpy(b->state, s->view->bytes, bytes);
        seed_chance(s, n);
        guess(s, b->state);
        memcpy(b->place, s->chance.place, sizeof b->place);
    } else {
        memcpy(s->chance.place, b->place, sizeof b->place);
    }
    memcpy(state, b->state, bytes);
}

/* Guess, walk down the tree, value where that ends, credit the path. The answer at the root is
 * given before anything is guessed: the legal answers there do not depend on the guess. Needs an
 * answer that search_answers allows at the root. */
int search_try(struct searcher *s, int answer, uint32_t n)
{
    const struct game *g = s->kind->game;
    uint64_t state[MAX_STATE_BYTES / 8];
    struct search_step path[SEARCH_DEPTH];
    int value[MAX_SEATS];
    begin_game(s, n, state);
    g->apply(state, s->view->seat, answer, &s->chance, NULL);
    int steps = s->evaluator ? search_walk_guided(s, state, path, value)
                             : walk_and_play(s, state, n, path, value);
    for (int i = 0; i < steps; i++)
        tree_credit(&s->tree, path[i].node, path[i].edge, value[path[i].seat]);
    s->root.deepest = steps + 1 > s->root.deepest ? steps + 1 : s->root.deepest;
    s->games++;
    return value[s->view->seat];
}

/* ---- a thread ---- */

/* Reports progress to the watcher, and returns 1 if the search must stop now. */
static int is_hurried(const struct searcher *s, struct bot_watch *watch)
{
    watch->games += CLOCK_EVERY;
    if (s->calls && watch->stop && watch->stop(watch->with))
        watch->hurry = 1;
    return watch->hurry;
}

/* From 0 to 1 and above. */
static double time_spent(const struct searcher *s)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds = (double)(now.tv_sec - s->began.tv_sec);
    seconds += 1e-9 * (double)(now.tv_nsec - s->began.tv_nsec);
    return 1e3 * seconds / s->how.milliseconds;
}

/* At least one iteration is always done, so that there is an answer. Looks at the clock every
 * CLOCK_EVERY games only. */
double search_spent(const struct searcher *s)
{
    uint32_t done = s->games;
    double spent = s->how.iterations ? (double)done / s->how.iterations : 0;
    if (!done || done % CLOCK_EVERY || spent >= 1)
        return spent;
    if (s->how.watch && is_hurried(s, s->how.watch))
        return 1;
    return s->how.milliseconds ? time_spent(s) : spent;
}

/* No more than the iterations can fill: each adds one node, and a short search would spend most of
 * its time on clearing memory. */
static size_t memory_of(const struct searcher *s)
{
    size_t most = (size_t)s->how.kilobytes * 1024, used = (size_t)s->how.iterations + 1;
    return used <= most / TREE_NODE_MOST && s->how.iterations ? used * TREE_NODE_MOST : most;
}

/* One for each iteration, if their number is known. */
static size_t nodes_of(const struct searcher *s)
{
    return s->how.iterations ? s->how.iterations : SIZE_MAX;
}

/* Returns 0, or -1 if there is no memory for a tree. */
static int searcher_open(struct searcher *s)
{
    if (tree_open(&s->tree, memory_of(s), nodes_of(s)) != 0)
        return -1;
    if (s->policy->begin)
        s->policy->begin(s);
    return 0;
}

/* Without memory for a tree the thread contributes nothing. Runs to the end of its own budget;
 * touches no searcher but its own. */
static void *search_thread(void *arg)
{
    struct searcher *s = arg;
    if (searcher_open(s) < 0)
        return NULL;
    while (s->policy->go_on(s))
        ;
    return NULL;
}

/* Every thread has a seed of its own, in a fixed order: results depend on the number of threads,
 * not on their timing. Called for the threads one after another, before any of them runs. */
static void seed_from(uint8_t seed[32], struct chance *luck)
{
    for (int i = 0; i < 32; i += 4) {
        uint32_t word = chance_word(luck, CHANCE_PICK);
        memcpy(seed + i, &word, 4);
    }
}

static void searcher_init(struct searcher *s, const struct view *v, const struct playout *kind,
                          const struct bot_options *how, struct chance *luck)
{
    s->view = v;
    s->kind = kind;
    s->how = *how;
    seed_from(s->seed, luck);
    memcpy(&s->luck, s->seed, sizeof s->luck);
    s->root_key = search_key(s, v->bytes, v->seat);
    s->guesser = s->policy->first_form ? NULL : kind->guesser;
    if (s->guesser)
        s->guesser->weigh(v->bytes, &s->guess);
    s->stop = how->horizon ? search_clock(s, v->bytes) + (int)how->horizon : INT_MAX;
}

/* ---- all of it ---- */

/* Adds what one thread counted at the root. After the thread has ended. */
static void collect(const struct searcher *s, struct search_root_counts *counts)
{
    for (uint64_t rest = s->root.answers; rest; rest &= rest - 1) {
        int a = bit_lowest(rest);
        counts->visits[a] += s->root.visits[a];
        counts->sum[a] += s->root.sum[a];
    }
    counts->iterations += s->root.iterations;
    counts->evaluated += s->root.evaluated;
    counts->deepest = s->root.deepest > counts->deepest ? s->root.deepest : counts->deepest;
}

/* Each thread does its share of the iterations; the calling thread is one of them. A thread that
 * cannot be started is run here, so that the result is the same. */
static void search_all(struct searcher *s, uint32_t threads)
{
    pthread_t other[THREADS_MAX];
    int started[THREADS_MAX] = {0};
    for (uint32_t i = 1; i < threads; i++)
        started[i] = pthread_create(&other[i], NULL, search_thread, &s[i]) == 0;
    search_thread(&s[0]);
    for (uint32_t i = 1; i < threads; i++) {
        if (started[i])
            pthread_join(other[i], NULL);
        else
            search_thread(&s[i]);
    }
}

/* The answer to explore first at the root: that of the best bot that does not search. Takes luck
 * from the caller's stream, so it comes before the threads are seeded. */
static int first_thought(const struct view *v, const struct playout *kind,
                         const struct bot *adviser, struct chance *luck)
{
    uint64_t word = chance_word(luck, CHANCE_PICK);
    if (!adviser)
        return kind->pick(v->bytes, v->seat, view_legal(v), &word);
    return adviser->choose(v, &adviser->usual, luck, NULL);
}

static void ask_adviser(const struct search_root_policy *policy, const struct view *v,
                        const struct playout *kind, struct chance *luck,
                        struct search_root_counts *counts)
{
    int old = policy->first_form;
    counts->first = first_thought(v, kind, old ? kind->adviser_1 : kind->adviser, luck);
    counts->bonus[counts->first] = old ? 0 : kind->trust;
}

/* Answers that the evaluator finds unlikely must look better than others by more. `trust` is shared
 * among the seats, as the win is. */
static void weigh_root(const struct evaluator *e, const struct view *v,
                       struct search_root_counts *counts)
{
    struct evaluation said;
    struct net_memory memory = {.of = NULL};
    int trust = e->trust / v->game->players(v->bytes);
    counts->guided = 1;
    e->say(&memory, v->bytes, v->seat, counts->answers, &said);
    counts->first = bit_lowest(counts->answers);
    for (uint64_t rest = counts->answers; rest; rest &= rest - 1) {
        int a = bit_lowest(rest);
        counts->bonus[a] = (int)((int64_t)said.prior[a] * trust / 65536);
        if (said.prior[a] > said.prior[counts->first])
            counts->first = a;
    }
}

/* One search: its threads, and what they have counted. */
struct search {
    const struct view *view;
    const struct playout *kind;
    struct bot_options how;
    struct chance *luck;
    struct search_root_counts counts;
    /* NULL: there is nothing to search, or no memory. */
    struct searcher *thread;
};

/* Leaves x->thread NULL without memory; then the answer is a simple one. */
static void search_start(struct search *x, const struct search_root_policy *policy)
{
    uint32_t threads = x->how.threads;
    struct searcher *s = x->thread = calloc(threads, sizeof *s);
    if (!s)
        return;
    const struct evaluator *evaluator = policy->first_form ? NULL : x->kind->evaluator;
    if (evaluator)
        weigh_root(evaluator, x->view, &x->counts);
    else
        ask_adviser(policy, x->view, x->kind, x->luck, &x->counts);
    for (uint32_t i = 0; i < threads; i++) {
        s[i].policy = policy;
        s[i].evaluator = evaluator;
        searcher_init(&s[i], x->view, x->kind, &x->how, x->luck);
        s[i].root = x->counts;
        clock_gettime(CLOCK_MONOTONIC, &s[i].began);
        s[i].how.iterations = (x->how.iterations + threads - 1 - i) / threads;
    }
    s[0].calls = 1;
}

/* May be called without a start. */
static void search_stop(struct search *x)
{
    for (uint32_t i = 0; x->thread && i < x->how.threads; i++) {
        collect(&x->thread[i], &x->counts);
        tree_close(&x->thread[i].tree);
    }
    free(x->thread);
    x->thread = NULL;
}

/* The answer tried most often; among equals the one with the better value, then the lower
 * number. */
static int most_tried(const struct search_root_counts *counts)
{
    int best = bit_lowest(counts->answers);
    for (uint64_t rest = counts->answers; rest; rest &= rest - 1) {
        int a = bit_lowest(rest);
        if (counts->visits[a] > counts->visits[best] ||
            (counts->visits[a] == counts->visits[best] &&
             root_sum(counts, a) > root_sum(counts, best)))
            best = a;
    }
    return best;
}

/* From 0 to 1. */
static double mean_value(const struct search_root_counts *counts, int answer)
{
    if (!counts->visits[answer])
        return 0;
    return (double)counts->sum[answer] / counts->visits[answer] / VALUE_ONE;
}

/* Of all threads together. */
static void explain(const struct view *v, const struct search_root_counts *counts, int best,
                    struct advice *say)
{
    char name[MAX_NAME];
    say->figure[say->figures_n].name = "depth";
    say->figure[say->figures_n++].value = counts->deepest;
    say->iterations = counts->iterations;
    say->evaluated = counts->evaluated;
    say->worth = counts->guided ? "share of the win, lead weighed in"
                                : "share of the table left behind, lead and wins weighed in";
    for (uint64_t rest = counts->answers; rest; rest &= rest - 1) {
        int a = bit_lowest(rest), i = say->weighed_n++;
        say->weighed[i].answer = a;
        say->weighed[i].visits = counts->visits[a];
        say->weighed[i].value = mean_value(counts, a);
    }
    snprintf(say->why, sizeof say->why,
             "In %u simulated games \"%s\" was tried most, %u times, and came out at %.0f of 100.",
             counts->iterations, v->game->action_name(v->bytes, v->seat, best, name),
             counts->visits[best], 100 * mean_value(counts, best));
}

/* NULL for games without rules of thumb. */
static const struct playout *playout_of(const struct game *g)
{
    static const struct playout *const all[] = {
#define PLAYOUT(x) &x##_playout,
#include "games/games.def"
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i]->game == g)
            return all[i];
    return NULL;
}

/* Fills in missing options. A number of iterations switches the time limit off, so that the same
 * seed gives the same answer. Every thread gets at least one iteration. */
static struct bot_options settle_options(const struct bot_options *asked)
{
    static const struct bot_options usual = SEARCH_USUAL;
    struct bot_options how = *asked;
    if (how.iterations)
        how.milliseconds = 0;
    else if (!how.milliseconds)
        how.milliseconds = usual.milliseconds;
    if (!how.kilobytes)
        how.kilobytes = usual.kilobytes;
    if (!how.threads)
        how.threads = 1;
    if (how.iterations && how.threads > how.iterations)
        how.threads = how.iterations;
    return how;
}

/* Looks at the question, and starts if there is a choice. */
static void search_look(struct search *x, const struct search_root_policy *policy,
                        const struct view *v, const struct bot_options *asked)
{
    x->view = v;
    x->kind = playout_of(v->game);
    x->how = settle_options(asked);
    x->counts.answers = x->kind ? search_answers(x->kind, v->bytes, v->seat) : view_legal(v);
    MUST(x->counts.answers != 0);
    if (x->kind && (x->counts.answers & (x->counts.answers - 1)) != 0)
        search_start(x, policy);
}

/* The answer. A simple one if not even one game could be simulated. */
static int search_answer(struct search *x, struct advice *say)
{
    const struct view *v = x->view;
    search_stop(x);
    if ((x->counts.answers & (x->counts.answers - 1)) == 0)
        return bit_lowest(x->counts.answers);
    if (!x->counts.iterations) {
        uint64_t word = chance_word(x->luck, CHANCE_PICK);
        return (x->kind ? x->kind->pick : random_policy)(v->bytes, v->seat, x->counts.answers,
                                                         &word);
    }
    int best = most_tried(&x->counts);
    if (HINT_WANTED(say))
        explain(v, &x->counts, best, say);
    return best;
}

int search_choose(const struct search_root_policy *policy, const struct view *v,
                  const struct bot_options *asked, struct chance *luck, struct advice *say)
{
    struct search x = {.luck = luck};
    search_look(&x, policy, v, asked);
    if (x.thread) {
        x.thread->terse = !say && x.how.threads == 1 && x.how.iterations;
        search_all(x.thread, x.how.threads);
    }
    return search_answer(&x, say);
}

/* ---- in pieces ---- */

/* Has copies of what the caller may need for something else. */
struct search_thought {
    struct search search;
    struct view view;
    struct chance luck;
    /* 1: the tree is open. */
    int open;
};

/* NULL without memory. Ended by thought_end, which frees it. */
struct search_thought *search_begin(const struct search_root_policy *policy, const struct view *v,
                                    const struct bot_options *asked, const struct chance *luck)
{
    struct bot_options how = *asked;
    struct search_thought *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->view = *v;
    t->luck = *luck;
    t->search.luck = &t->luck;
    how.threads = 1;
    search_look(&t->search, policy, &t->view, &how);
    t->open = t->search.thread && searcher_open(t->search.thread) == 0;
    return t;
}

int thought_go_on(struct search_thought *t)
{
    struct searcher *s = t->search.thread;
    return t->open && s->policy->go_on(s);
}

uint32_t thought_games(const struct search_thought *t)
{
    return t->search.thread ? t->search.thread->games : 0;
}

/* Gives the best answer so far if it is ended early. */
int thought_end(struct search_thought *t)
{
    int answer = search_answer(&t->search, NULL);
    free(t);
    return answer;
}
