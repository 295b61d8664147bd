/* A bot is a name, a short description, and a function from a view to an answer.
 *
 * A bot gets a `struct view`. Views are made by redaction, or read from one that was sent, so a bot
 * cannot see more than its seat. Its random numbers come from a key of its own, separate from the
 * game's. The same view, options and key give the same answer, unless the bot was given a time
 * limit instead of a number of iterations. */
#ifndef CHARLATAN_BOTS_BOT_H
#define CHARLATAN_BOTS_BOT_H

#include "bots/options.h"

struct advice;
struct chance;
struct game;
struct view;

/* A search that goes on in pieces. */
struct search_thought;

/* Constant, for the life of the program. */
struct bot {
    const char *name, *blurb;
    /* What a level is called at the table, or NULL. */
    const char *title;
    /* The only game it plays, or NULL for all. */
    const struct game *game;
    /* 1: for simulations and programs; servers do not offer it to people. */
    int apart;
    /* 1: it needs the weights of its game, if the game has a net (bots/net). */
    int learned;
    /* The bot behind a level, or NULL. */
    const struct bot *behind;
    struct bot_options usual;
    /* Its dials, or NULL. */
    const struct dial *dials;
    int dials_n;
    /* Returns one of the legal answers: the number of a bit of view_legal(v), which must not be 0.
     * `say` is NULL, or zeroed by the caller. */
    int (*choose)(const struct view *v, const struct bot_options *how, struct chance *luck,
                  struct advice *say);
    /* Begins to think of the same answer in pieces, on this thread alone, for callers that have
     * something else to do meanwhile. NULL, or it returns NULL: `choose` answers at once. */
    struct search_thought *(*begin)(const struct view *v, const struct bot_options *how,
                                    const struct chance *luck);
};

/* Thinks one piece on: a few simulated games. Returns 1 if there is more to think about. On the
 * thread that began it. */
int thought_go_on(struct search_thought *t);
/* Games simulated so far. */
uint32_t thought_games(const struct search_thought *t);
/* Ends it, thought to its end or not, and returns the answer. The thought is freed. */
int thought_end(struct search_thought *t);

/* A bot with its options. */
struct seated_bot {
    const struct bot *bot;
    struct bot_options how;
};

/* Adds a sentence to what a bot says if its weights were made for other numbers of the rules than
 * those of this table (engine/numbers.h). */
void bot_say_numbers(const struct bot *b, const struct view *v, struct advice *say);

/* Its answer, as `choose` has it; with `say`, warned about weights for other numbers. */
static inline int bot_choose(const struct seated_bot *b, const struct view *v, struct chance *luck,
                             struct advice *say)
{
    int answer = b->bot->choose(v, &b->how, luck, say);
    if (say)
        bot_say_numbers(b->bot, v, say);
    return answer;
}

/* Whether it plays simulated games before it answers: only such bots have a usual time. */
static inline int bot_searches(const struct bot *b)
{
    return b->usual.milliseconds > 0;
}

/* Whether it plays by the weights of a net, itself or as the bot behind a level. */
static inline int bot_is_learned(const struct bot *b)
{
    return b->behind ? b->behind->learned : b->learned;
}

#endif
