/* What a table is founded with: its game, seats, clocks and luck. */
#ifndef CHARLATAN_MATCH_FOUNDING_H
#define CHARLATAN_MATCH_FOUNDING_H

#include "match/clock.h"
#include "match/keys.h"
#include "match/moves.h"
#include "match/seat.h"
#include "match/witness.h"

struct entry;
struct game_json;
struct match;
struct refusal;

/* The options and seats of a new table. `fork` and `fork_move` are borrowed. */
struct match_founding {
    const struct game_json *json;
    /* The version of the rules, an enum rules_version; `options` are set to it (game_as_of). */
    uint8_t rules;
    uint64_t options[MAX_STATE_BYTES / 8];
    int players;
    uint8_t open, wait, help;
    /* 1: for practice; then its one person may take moves back past luck. */
    uint8_t practice;
    struct match_clock clock;
    uint8_t seed[32], salt[COMMIT_SALT];
    struct {
        uint8_t kind;
        char name[MATCH_NAME + 1], bot[MATCH_BOT + 1];
        uint8_t token[MATCH_TOKEN], pledge[COMMIT_BYTES];
        /* The keys of further devices. */
        uint8_t key[KEYS_MOST][MATCH_TOKEN];
        uint8_t keys;
        struct match_nonce nonce;
        uint8_t expected;
        uint32_t from;
    } seat[MAX_SEATS];
    /* The seat of the host, counted from 1; 0: there is none. */
    uint8_t host;
    uint8_t locked, approve;
    struct match_fork fork;
    struct move *fork_move;
    /* The game after the fork's moves, if they were played already; or NULL. Only
     * founding_play_fork makes it. */
    struct match_waypoint *fork_end;
    struct witness_opening witness;
};

/* Checks the whole founding: the game, its options, its bots and the fork. Makes the first entry,
 * which borrows `f`, and returns 0, or -1 with `why`. */
int match_may_found(const struct match_founding *f, int64_t now, struct entry *e,
                    struct refusal *why);
/* Checks a fork by playing it, and keeps where it ends, which the caller frees; then nobody has to
 * play it again. Returns 0, or -1 with `why`. */
int founding_play_fork(struct match_founding *f, struct refusal *why);
/* Returns 1 if a bot is a program of the operator's: "@" and 1 to 15 small letters, digits and
 * hyphens. */
int match_bot_is_program(const char *name);
/* The default of `help`: 1 for one person alone with bots, and for practice. */
int match_help_usual(const struct match_founding *f);

/* A founding like this match's, for a rematch (people and bots, new seed and salt to be filled
 * in). Seats that had pledged a nonce are expected to do so again. */
void match_again(const struct match *m, struct match_founding *f);
/* Everybody sits one seat further on; whoever had the last seat gets the first. Options that name
 * seats, such as the first player, stay as they are. */
void founding_move_on(struct match_founding *f);

#endif
