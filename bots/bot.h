/* A bot is a name, a short description, and a function from a view to an answer.
 *
 * A bot gets a `struct view`. Views are made by redaction, or read from one that was sent, so a bot
 * cannot see more than its seat.
 * Its random numbers come from a key of its own, separate from the game's. The same view, options
 * and key give the same answer, unless the bot was given a time limit instead of a number of
 * iterations. */
#ifndef CHARLATAN_BOTS_BOT_H
#define CHARLATAN_BOTS_BOT_H

#include "engine/view.h"

/* Lets somebody watch a search while it runs. */
struct bot_watch {
    /* Games simulated so far, to within a few. */
    _Atomic uint32_t games;
    /* Set to 1 to end the search with the best answer it has. */
    _Atomic int hurry;
    /* NULL, or asked every few games by the thread that called the bot. Not 0: hurry. */
    int (*stop)(void *with);
    void *with;
};

/* A bot with weights has dials: each turns some of them together. `charlatan tune` fits
 * them to the numbers of a table; a value is a percentage of the usual weights. */
enum { DIALS_MAX = 16, DIAL_MOST = 400 };

struct dial {
    /* The key of the option: greedy:coin=120. */
    const char *name, *text;
};

/* The options of a bot: the rows of options.def, and its dials. */
struct bot_options {
#define OPTION(field, key, searches, most, usual, text) uint32_t field;
#include "bots/options.def"
#undef OPTION
    /* By dial: percent, 0 as usual; and whether one is not as usual. */
    uint16_t dial[DIALS_MAX];
    int dialled;
    /* Watches the search; may be NULL. */
    struct bot_watch *watch;
};

enum { ADVICE_FIGURES = 24, ADVICE_WORDS = 800 };

/* Whether a bot has to explain its answer. The tables of a page never ask for that. */
#ifdef WITHOUT_HINTS
#define HINT_WANTED(say) 0
#else
#define HINT_WANTED(say) ((say) != NULL)
#endif

/* What a bot says about its answer: the value of each answer it considered and how often it was
 * tried, then named figures, then sentences. */
struct advice {
    /* Games simulated; 0 if the bot does not search. */
    uint32_t iterations;
    /* Positions in them that an evaluator was asked about; 0 if there is none. */
    uint32_t evaluated;
    int weighed_n;
    struct {
        int answer;
        /* How often a search tried it; 0 for bots that do not search. */
        uint32_t visits;
        /* In the unit that `worth` names. */
        double value;
    } weighed[64];
    /* A hint (review/hint.h): no search tried anything, so there are no visits. */
    int settled;
    /* The bot counted the values in points, as reasons do, so its reason quotes them too. */
    int counted;
    /* The unit of the values, such as "points", or NULL. */
    const char *worth;
    int figures_n;
    struct {
        /* snake_case: a member of `odds` in the protocol. */
        const char *name;
        double value;
    } figure[ADVICE_FIGURES];
    /* Whole sentences, or "". */
    char why[ADVICE_WORDS];
};

/* A search that goes on in pieces. */
struct search_thought;

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

/* Thinks one piece on: a few simulated games. Returns 1 if there is more to think about. */
int thought_go_on(struct search_thought *t);
/* Games simulated so far. */
uint32_t thought_games(const struct search_thought *t);
/* Ends it, thought to its end or not, and returns the answer. */
int thought_end(struct search_thought *t);

/* A bot with its options. */
struct seated_bot {
    const struct bot *bot;
    struct bot_options how;
};

int bots_count(void);
const struct bot *bots_at(int index);
/* The bot of this name that plays this game (NULL: any game), or NULL. */
const struct bot *bot_by_name(const char *name, const struct game *g);

/* Reads name:key=value:…; returns NULL, or a sentence about what is wrong. */
const char *bot_read(const char *text, const struct game *g, struct seated_bot *out);
/* Sets one option or dial by its key. Returns NULL, or what is wrong. */
const char *bot_option_set(struct seated_bot *b, const char *key, uint64_t value);
/* Turns a dial by its index, to 1 to DIAL_MOST percent. */
void bot_turn(struct bot_options *how, int dial, int percent);

/* Adds a sentence to what a bot says if its weights were made for other numbers of the rules than
 * those of this table (engine/numbers.h). */
void bot_say_numbers(const struct bot *b, const struct view *v, struct advice *say);

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

static inline int bot_is_learned(const struct bot *b)
{
    return b->behind ? b->behind->learned : b->learned;
}

#define LEVEL(symbol, ...) extern const struct bot symbol;
#include "bots/levels.def"
#undef LEVEL
extern const struct bot random_bot;
extern const struct bot search_bot, search_1_bot;
#define PLAYOUT(x) extern const struct bot x##_greedy;
#define NET(x) extern const struct bot x##_net;
#include "games/games.def"
extern const struct bot brewer_bot, brewer_1_bot;

#endif
