/* The interface of a game.
 *
 * A state is plain data of fixed size: copy is memcpy, equality memcmp, identity the hash of its
 * bytes (in one process; wire/game.h has the hash that others can compute). It asks one or more
 * seats a question; an answer is a bit of that seat's 64-bit legal mask.
 * Promises every game keeps (tests/props/game_props.c checks them):
 *   - legal(state, seat) is non-empty exactly for the seats in active(state); no seat is active
 *     exactly when the game is over;
 *   - apply with a legal answer always succeeds, unless a scripted outcome is impossible: then
 *     chance->impossible is set and the state must be thrown away (apply to a copy);
 *   - the order in which several active seats answer never changes the resulting bytes;
 *   - redact(state, seat) is a function of what the seat may know, in the same type, and
 *     legal(redacted, seat) == legal(state, seat);
 *   - determinize(view, seat) makes a playable state with redact(guess, seat) == view;
 *   - if learned(move, seat) is 0, the move was legal in every such guess at the state before it,
 *     and would have told and shown the seat the same;
 *   - a game ends within most_actions() answers.
 * The table is for code outside the rules; hot loops call a game's functions by name. */
#ifndef CHARLATAN_ENGINE_GAME_H
#define CHARLATAN_ENGINE_GAME_H

#include "engine/chance.h"
#include "engine/event.h"
#include "engine/hash.h"
#include "engine/port.h"
#include "engine/refusal.h"
#include "engine/versions.h"

/* A viewer is a seat, a spectator, or (for events only) the referee, who sees everything. */
enum { SPECTATOR = -1, REFEREE = -2 };
enum { MAX_SEATS = 6, MAX_STATE_BYTES = 1024, MAX_NAME = 96, MAX_SENTENCE = 240 };
/* The most of one action of any game. */
enum { MAX_OUTCOMES = 512, MAX_EVENTS = 4096 };

/* One answer: the seat that gives it, and the bit of that seat's legal mask. */
struct move {
    uint8_t seat, answer;
};

/* A move without chance: the states before and after it, and its events. */
struct quiet_move {
    const void *before, *after;
    struct move move;
    struct events told;
};

struct observer;
struct numbers_form;

struct game {
    /* "arcane" in the protocol, "Arcane Alley" for people. */
    const char *name, *title;
    uint32_t state_bytes;
    uint8_t min_players, max_players;

    /* Sets the default options for this many players; callers may change them before begin(). */
    void (*init)(void *state, int players);
    /* Sets the version of the rules to play by, an enum rules_version, before begin(); init() sets
     * RULES_NOW. NULL: all versions are the same for this game. */
    void (*as_of)(void *state, int rules);
    /* Sets up the first question; chance decides what the options leave open. */
    void (*begin)(void *state, struct chance *c, struct events *sink);

    int (*players)(const void *state);
    /* No game with these options takes more answers. */
    uint32_t (*most_actions)(const void *state);
    /* The start player, from whom seats are counted. */
    int (*first_seat)(const void *state);
    /* The seats that must decide now, a set. */
    uint32_t (*active)(const void *state);
    int (*question)(const void *state, int seat);
    uint64_t (*legal)(const void *state, int seat);
    void (*apply)(void *state, int seat, int answer, struct chance *c, struct events *sink);
    /* A set of seats, 0 while the game goes on. */
    uint32_t (*winners)(const void *state);
    int32_t (*score)(const void *state, int seat);
    /* Where seats act at once, each in its own time: twice the number of steps that the seat has
     * finished, plus 1 in the middle of a step; -1: it is not asked, or seats act in turn. NULL:
     * seats of this game always act in turn. */
    int (*progress)(const void *state, int seat);

    /* Removes what `seat` may not know; `seat` may be SPECTATOR. */
    void (*redact)(void *state, int seat);
    void (*determinize)(void *view, int seat, struct chance *c);
    /* Whether the move told the seat something hidden: it can now rule out a state that agreed with
     * its view before. What the mover chose is not hidden. 0 is exact; 1 may also be said where the
     * seat could have worked it out. NULL: without a draw nobody learns anything. */
    int (*learned)(const struct quiet_move *m, int seat);
    /* Returns NULL if a state keeps every promise of the rules (conservation, ranges), else a
     * reason. */
    const char *(*check)(const void *state);
    /* For the non-interference test: gives every secret hidden from `seat` another legal value. */
    void (*scramble)(void *state, int seat, struct chance *c);

    /* Text: names are the protocol's, sentences are for people. All return buf. */
    const char *(*question_kind)(int question);
    char *(*action_name)(const void *state, int seat, int answer, char buf[MAX_NAME]);
    char *(*question_text)(const void *state, int seat, char buf[MAX_SENTENCE]);
    char *(*event_text)(const struct event *e, int viewer, char buf[MAX_SENTENCE]);
    const char *(*event_type)(const struct event *e);
    const char *(*event_rule)(const struct event *e);
    /* Explains why `action` is not a legal answer now. */
    void (*explain)(const void *state, int seat, const char *action, struct refusal *why);
    /* What a seat knows as numbers, and the numbering of all answers (engine/observe.h). NULL: the
     * game has none. */
    const struct observer *observer;
    /* The numbers that a table may change (engine/numbers.h). NULL: there are none. */
    const struct numbers_form *numbers;
};

static inline void game_as_of(const struct game *g, void *state, int rules)
{
    if (g->as_of)
        g->as_of(state, rules);
}

/* For use within a process: as the key of something kept, or to seed a bot's luck. */
static inline uint64_t game_hash(const struct game *g, const void *state)
{
    return hash_bytes(state, g->state_bytes);
}

#endif
