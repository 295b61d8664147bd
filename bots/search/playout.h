/* What the search needs from a game: how to play a simulated game to its end, and what the end is
 * worth. */
#ifndef CHARLATAN_BOTS_SEARCH_PLAYOUT_H
#define CHARLATAN_BOTS_SEARCH_PLAYOUT_H

#include "bots/net/net.h"
#include "bots/policy.h"

struct bot;

/* What an evaluator says about a position in which a seat must answer. */
struct evaluation {
    /* For each answer how likely the evaluator itself is to give it: a logarithm, less that of its
     * best answer, in parts of 65536; and the likelihood, in parts of 65535. */
    int32_t prior[64];
    uint16_t likely[64];
    /* For each seat, from 0 to VALUE_ONE (tree.h). */
    int value[MAX_SEATS];
};

/* A learned value of every position of a game. With it simulated games need not be played to their
 * end. */
struct evaluator {
    /* `seat` must answer; nothing that it does not know is looked at. The memory is that of the
     * last position which this seat was asked about (net.h); it changes nothing but the time. */
    void (*say)(struct net_memory *memory, const void *state, int seat, uint64_t answers,
                struct evaluation *out);
    /* What the horizon of a search counts: turns of the searching seat, or of the game. */
    int (*clock)(const void *state, int seat);
    /* The values at the end of a game. */
    void (*end)(const void *state, int *value);
    /* What an answer e times as likely as another has ahead of it when they are compared, of
     * VALUE_ONE and divided by the number of seats, as the win is: values are not exact. */
    int trust;
    /* An answer is given up when it risks less than this, in parts of a million of VALUE_ONE. The
     * smaller, the longer close decisions take. */
    uint32_t risk;
    /* For 2, 3 and more players: how many turns (`clock`) the evaluator itself plays on from a new
     * node, with the answers that it likes best, before its value is taken. 0: none. */
    uint8_t plays_on[MAX_SEATS - 1];
};

/* How likely each kind of a hidden card is at each seat, as far as a view shows it. */
enum { GUESS_KINDS = 20 };
struct guess_weights {
    uint16_t of[MAX_SEATS][GUESS_KINDS];
};

/* Guesses at what a view hides that are better than the game's determinize, which takes everything
 * unseen for equally likely. */
struct guesser {
    /* Asked once a search. */
    void (*weigh)(const void *view, struct guess_weights *to);
    /* Makes a state of a view, as determinize does. */
    void (*guess)(const struct guess_weights *by, void *view, int seat, struct chance *c);
};

struct playout {
    const struct game *game;
    /* The rules of thumb that play simulated games. */
    policy_pick *pick;
    /* A bot that plays better than `pick` but is slower, asked once a search; or NULL. */
    const struct bot *adviser;
    /* The adviser of search-1, which does not change. */
    const struct bot *adviser_1;
    /* Another answer must look better than the adviser's by this much, of VALUE_ONE (tree.h): the
     * standing of a game that was cut off is not exact. */
    int trust;
    /* Of the legal answers those worth trying, at least one: others are never better. NULL: all. */
    uint64_t (*sensible)(const void *state, int seat, uint64_t answers);
    /* The round or turn, which the horizon counts. */
    int (*clock)(const void *state);
    /* Plays to the end of the game, or until `clock` reaches `stop`; `noise` percent of the answers
     * are random. */
    void (*play)(void *state, uint32_t noise, int stop, struct chance *c, uint64_t *luck);
    /* The worth of a seat in a game that was cut off, in hundredths of the score. */
    int64_t (*standing)(const void *state, int seat);
    /* A lead of this many hundredths counts as a clear win. */
    int margin;
    /* For each seat the share of the win in a game that was cut off, from 0 to VALUE_ONE; NULL:
     * `standing` and `margin` say. search-1 does not ask. */
    void (*shares)(const void *state, int *value);
    /* The key of what a seat may know of a state (tree_key), without what no move changes; NULL:
     * that of the whole view. */
    uint64_t (*key)(const void *state, int seat);
    /* NULL if there is none. search-1 asks neither. */
    const struct evaluator *evaluator;
    const struct guesser *guesser;
};

extern const struct evaluator arcane_evaluator, quacks_evaluator;

extern const struct guesser arcane_guesser;

#define PLAYOUT(x) extern const struct playout x##_playout;
#include "games/games.def"

#endif
