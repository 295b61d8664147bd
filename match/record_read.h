/* A match record read back (docs/protocol.md): hostile text in, a header, moves and a result out.
 *
 * A record is read as far as it makes sense. What is wrong with the rest stands in `wrong`, with the
 * line; a last line without its end was cut off by a crash and is left out. What is read has the
 * right shape, no more: record_play.h says whether it is a game. */
#ifndef CHARLATAN_MATCH_RECORD_READ_H
#define CHARLATAN_MATCH_RECORD_READ_H

#include "match/commit.h"
#include "wire/wire.h"

enum { RECORD_LINE = 1 << 20, RECORD_FILE = 1 << 24, RECORD_NAME = 200, RECORD_NONCE = 32 };

/* What of a record can be wrong. */
enum record_part {
    RECORD_SHAPE,
    RECORD_FORK,
    RECORD_MOVES,
    RECORD_CHANCE,
    RECORD_HASHES,
    RECORD_RESULT,
    RECORD_COMMITMENT
};

/* Where a record goes wrong; line 0: nowhere. */
struct record_wrong {
    uint32_t line;
    enum record_part part;
    struct refusal why;
};

struct record_move {
    json_t *line;       /* owns the next two */
    const char *action; /* in the protocol's words */
    json_t *chance;     /* outcomes in `force`'s form */
    uint64_t hash;      /* of the state after it */
    int seat;
};

struct record_result {
    int there;
    int32_t score[MAX_SEATS];
    uint32_t winners; /* a set of seats */
    uint8_t seed[32], salt[COMMIT_SALT];
};

struct record {
    const struct game_json *json; /* NULL: not even a header */
    char rules[32];               /* the version it was played with */
    int players;
    uint32_t people; /* the seats where people sit */
    char name[MAX_SEATS][RECORD_NAME];
    uint64_t options[MAX_STATE_BYTES / 8]; /* a state before begin() */
    uint8_t commitment[COMMIT_BYTES];
    uint8_t nonce[MAX_SEATS][RECORD_NONCE], nonce_n[MAX_SEATS]; /* 0 bytes: none was given */
    int forked;    /* a practice match: its beginning was given, with its outcomes, */
    uint32_t fork; /* and so many moves */
    int has_cards_hash;
    uint64_t cards_hash;
    json_t *chance; /* of the beginning */
    struct record_move *move;
    uint32_t moves, room;
    struct record_result result;
    uint32_t lines; /* that were read */
    int torn;       /* the last line has no end and was left out */
    struct record_wrong wrong;
};

/* All three are to be followed by record_free. */
void record_read(struct record *r, const char *text, size_t n);
int record_load(struct record *r, const char *path); /* -1: no such file, errno says why */
void record_free(struct record *r);

/* The key its chance was drawn with; it must have a result. */
void record_chance_key(const struct record *r, uint8_t key[32]);

/* The line a move stands on, counted from 1: the header is line 1, move 0 line 2. */
static inline uint32_t record_line_of(uint32_t move)
{
    return move + 2;
}

#endif
