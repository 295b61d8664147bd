/* Bots in a page: one question at a time, in pieces, so that the page's worker can look at its
 * messages meanwhile (thinking.h). Weights are handed in when a bot first needs them
 * (weights.h). */
#include "wasm/thinking.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/bots.h"
#include "bots/net/net.h"
#include "wasm/weights.h"
#include "wire/game.h"
#include "wire/games.h"

#define EXPORT(name) __attribute__((export_name(#name), used))

/* What think_begin returns besides: the answer is there; there is more to think about; the weights
 * of the game are needed first; the question makes no sense. */
enum begun { ANSWERED, THINKS, NEEDS_WEIGHTS, NONSENSE };

/* One question at a time. `thought` is NULL if nothing is under way; `answer` is valid once it
 * ended. */
static struct {
    struct search_thought *thought;
    int answer;
    /* Games of the last answer, for think_games after it. */
    uint32_t games;
} now;

/* Games between two looks at the clock. */
enum { CLOCK_EVERY = 32 };

/* From any point on; only differences count. */
static double clock_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* ---- weights ---- */

/* Returns 0, or -1 if these are not the weights of the game. Frees the name and the bytes; the net
 * has a copy of its own. */
EXPORT(weights) int think_weights(char *game, size_t game_n, char *bytes, size_t n)
{
    game[game_n] = 0;
    const struct game_json *json = game_json_by_name(game);
    int taken = json ? weights_take(json->game, bytes, n) : -1;
    free(game);
    free(bytes);
    return taken;
}

/* ---- thinking ---- */

/* A question that is replaced is ended properly, because its search tree has memory of its own. */
static void give_up(void)
{
    if (now.thought)
        thought_end(now.thought);
    now.thought = NULL;
    now.games = 0;
}

/* Bytes from another module are not trusted: the seat must exist and be asked, or a bot would have
 * nothing to choose from. */
static int is_view(const struct view *v)
{
    return v->seat >= 0 && v->seat < v->game->players(v->bytes) && view_legal(v) != 0;
}

/* A rule of thumb answers where the weights cannot be had: `quick` is 1. Returns NULL, or what is
 * wrong with the bot's name. */
static const char *read_bot(const struct thinking *t, const struct game *g, int quick,
                            struct seated_bot *b)
{
    if (quick && bot_by_name("greedy", g))
        return bot_read("greedy", g, b);
    return bot_read(quick ? "random" : t->bot, g, b);
}

/* Makes the view's id of numbers mean here what it means there. Returns 0 if it cannot. */
static int take_numbers(const struct thinking *t, const struct view *v)
{
    const struct numbers_form *f = v->game->numbers;
    uint16_t id = f ? f->id(v->bytes) : 0;
    return !id || (t->values == f->values && numbers_only(id, t->numbers, f->values) == 0);
}

/* Checks come first, then weights: NEEDS_WEIGHTS means that the same question will be answered once
 * they are there. Bots that cannot think in pieces answer at once. */
static enum begun begin(struct thinking *t, uint32_t ms, uint32_t iterations, int quick)
{
    struct seated_bot b;
    struct view v = {.seat = (int)t->seat};
    struct chance luck;
    t->game[THINKING_GAME - 1] = t->bot[THINKING_BOT - 1] = 0;
    const struct game_json *json = game_json_by_name(t->game);
    if (!json || read_bot(t, json->game, quick, &b))
        return NONSENSE;
    v.game = json->game;
    memcpy(v.bytes, t->view, json->game->state_bytes);
    if (!take_numbers(t, &v) || !is_view(&v))
        return NONSENSE;
    if (bot_is_learned(b.bot) && weights_missing(json->game))
        return NEEDS_WEIGHTS;
    b.how.milliseconds = ms;
    b.how.iterations = iterations ? iterations : b.how.iterations;
    chance_seed(&luck, t->luck);
    now.thought = b.bot->begin ? b.bot->begin(&v, &b.how, &luck) : NULL;
    if (now.thought)
        return THINKS;
    now.answer = bot_choose(&b, &v, &luck, NULL);
    return ANSWERED;
}

/* Begins to think about a struct thinking, which is freed: for so many ms, or for as many games
 * without a time limit if that is not 0. Returns enum begun. What was under way is given up, also
 * if the new question makes no sense. */
EXPORT(think_begin)
int think_begin(struct thinking *t, size_t n, uint32_t ms, uint32_t iterations, int quick)
{
    give_up();
    enum begun begun = n == sizeof *t ? begin(t, ms, iterations, quick) : NONSENSE;
    free(t);
    return begun;
}

/* Thinks on for about so many ms; 0 or less: one game. Returns 1 if there is more to think about, 0
 * if the answer is there or nothing was asked. */
EXPORT(think_on) int think_on(double ms)
{
    double until = clock_ms() + ms;
    if (!now.thought)
        return 0;
    /* The clock is the page's, and takes as long as a game. */
    do
        for (uint32_t games = thought_games(now.thought), more = ms > 0 ? CLOCK_EVERY : 1;
             thought_games(now.thought) - games < more;)
            if (!thought_go_on(now.thought))
                return 0;
    while (clock_ms() < until);
    return 1;
}

/* Games imagined so far, or those of the last answer. */
EXPORT(think_games) uint32_t think_games(void)
{
    return now.thought ? thought_games(now.thought) : now.games;
}

/* Ends thinking, at whatever point, and returns the best answer so far. Called again it returns the
 * same. */
EXPORT(think_end) int think_end(void)
{
    if (now.thought) {
        now.games = thought_games(now.thought);
        now.answer = thought_end(now.thought);
    }
    now.thought = NULL;
    return now.answer;
}
