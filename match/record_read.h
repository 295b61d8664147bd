/* Reads a match record (docs/protocol.md) from untrusted text into a header, moves and a result.
 *
 * A record is read up to its first error; `wrong` then has the line and the reason. A last line
 * without a newline was cut off by a crash and is ignored. Only the form is checked here;
 * record_play.h checks whether the record is a possible game. */
#ifndef CHARLATAN_MATCH_RECORD_READ_H
#define CHARLATAN_MATCH_RECORD_READ_H

#include "match/commit.h"
#include "match/hurried.h"
#include "match/record_undone.h"
#include "match/record_witness.h"

struct game_json;

enum { RECORD_LINE = 1 << 20, RECORD_FILE = 1 << 24, RECORD_NAME = 200, RECORD_NONCE = 32 };

/* The parts of a record that can be wrong. */
enum record_part {
    RECORD_SHAPE,
    RECORD_FORK,
    RECORD_MOVES,
    RECORD_CHANCE,
    RECORD_HASHES,
    RECORD_RESULT,
    RECORD_COMMITMENT,
    RECORD_WITNESS
};

/* The first error of a record; line 0: none. */
struct record_wrong {
    uint32_t line;
    enum record_part part;
    struct refusal why;
};

struct record_move {
    /* Owns the next three members. */
    json_t *line;
    /* The answer's name in the protocol. */
    const char *action;
    /* Outcomes in the form of `force`. */
    json_t *chance;
    /* What was taken back before it (record_undone.h), or NULL. */
    json_t *undone;
    /* The hash of the state after it. */
    uint64_t hash;
    int seat;
    /* Why the bot hurried that made it. */
    enum hurried hurried;
};

struct record_result {
    int there;
    int32_t score[MAX_SEATS];
    /* A set of seats. */
    uint32_t winners;
    uint8_t seed[32], salt[COMMIT_SALT];
};

struct record {
    /* NULL: the record has no valid header. */
    const struct game_json *json;
    /* The version of the rules it was played by, an enum rules_version. */
    uint8_t rules;
    int players;
    /* The seats where people sit, a set. */
    uint32_t people;
    /* A person's name; of a bot how it was specified, such as "medium". */
    char name[MAX_SEATS][RECORD_NAME];
    /* What the seat was called at the table: a person's name again, or the bot's own, such as
     * "Wanda". Older records have none for bots; they get one here. */
    char called[MAX_SEATS][RECORD_NAME];
    /* The state before begin(). */
    uint64_t options[MAX_STATE_BYTES / 8];
    uint8_t commitment[COMMIT_BYTES];
    /* 0 bytes: none was given. */
    uint8_t nonce[MAX_SEATS][RECORD_NONCE], nonce_n[MAX_SEATS];
    /* The seats that had committed to a nonce before any was known, a set; and the
     * commitments. */
    uint32_t pledged;
    uint8_t pledge[MAX_SEATS][COMMIT_BYTES];
    /* 1: a practice match, whose beginning and first `fork` moves were given with their
     * outcomes. */
    int forked;
    uint32_t fork;
    /* 1: a practice match that kept the first `kept` moves of another one, and its luck, which
     * follows from the seed after the `fork`. */
    int same_luck;
    uint32_t kept;
    int has_cards_hash;
    uint64_t cards_hash;
    /* Of the numbers in the options; only if they are not the standard ones. */
    int has_numbers_hash;
    uint64_t numbers_hash;
    /* The outcomes of the beginning. */
    json_t *chance;
    struct record_move *move;
    uint32_t moves, room;
    struct record_result result;
    struct record_witness witness;
    /* How many members it has that this version does not know. They are not checked. */
    unsigned unknown;
    /* How many lines were read. */
    uint32_t lines;
    /* 1: the last line has no newline and was ignored. */
    int torn;
    struct record_wrong wrong;
    /* The hash of its text (commit_text), if it was loaded from a file. */
    uint8_t hash[COMMIT_BYTES];
};

/* Reads a text; whether it is right, `wrong` says. Call record_free in any case. */
void record_read(struct record *r, const char *text, size_t n);
/* The same for a file. Returns 0, or -1 with errno set if it cannot be read. */
int record_load(struct record *r, const char *path);
/* Frees what the record owns, and with it the texts and lists of its moves. */
void record_free(struct record *r);

/* Whether it is a practice match. */
static inline int record_is_practice(const struct record *r)
{
    return r->forked || r->same_luck;
}
/* How many moves it has of another match. */
static inline uint32_t record_kept(const struct record *r)
{
    return r->same_luck ? r->kept : r->fork;
}

/* The key of its chance. The record must have a result. */
void record_chance_key(const struct record *r, uint8_t key[32]);

/* The line number of a move: the header is line 1, move 0 is line 2. */
static inline uint32_t record_line_of(uint32_t move)
{
    return move + 2;
}

#endif
