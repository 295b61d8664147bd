/* What a bot says about its answer, if it is asked to explain it. */
#ifndef CHARLATAN_BOTS_ADVICE_H
#define CHARLATAN_BOTS_ADVICE_H

#include <stddef.h>
#include <stdint.h>

enum { ADVICE_FIGURES = 24, ADVICE_WORDS = 800 };

/* Whether a bot has to explain its answer. The tables of a page never ask for that. */
#ifdef WITHOUT_HINTS
#define HINT_WANTED(say) 0
#else
#define HINT_WANTED(say) ((say) != NULL)
#endif

/* What a bot says about its answer: the value of each answer it considered and how often it was
 * tried, then named figures, then sentences. Zeroed by whoever asks; bots only add to it. */
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

#endif
