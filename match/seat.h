/* A seat of a match, and who plays there: people, who may be away, and bots. */
#ifndef CHARLATAN_MATCH_SEAT_H
#define CHARLATAN_MATCH_SEAT_H

#include <stdint.h>

#include "engine/port.h"
#include "match/commit.h"

enum { MATCH_NAME = 160, MATCH_BOT = 16, MATCH_NONCE = 32, MATCH_TOKEN = 32 };
/* The most characters of a name; MATCH_NAME counts bytes. */
enum { MATCH_NAME_SHOWN = 40 };

enum seat_kind { SEAT_EMPTY, SEAT_HUMAN, SEAT_BOT };
enum seat_away { AWAY_NO, AWAY_CLOCK, AWAY_LEFT };

struct match_nonce {
    /* The number of bytes; 0: none was given. */
    uint8_t n;
    uint8_t bytes[MATCH_NONCE];
};

struct match_seat {
    uint8_t kind, away;
    char name[MATCH_NAME + 1];
    /* The bot that sits here, or that plays for a person who is away. */
    char bot[MATCH_BOT + 1];
    /* The hash of the token with which the seat was taken; zeros: the seat has none. */
    uint8_t token[MATCH_TOKEN];
    /* The entry that revoked this token; 0: it opens the seat. */
    uint32_t token_ended;
    /* When the person sat down, and when the token was revoked. */
    int64_t token_at, token_ended_at;
    /* The seat's commitment to its nonce; zeros: none. Then `nonce` is missing until it is
     * revealed. */
    uint8_t pledge[COMMIT_BYTES];
    struct match_nonce nonce;
    /* 1: this is a rematch, and the table waits a moment for the seat's pledge. */
    uint8_t expected;
    /* The entry with which the person sat down; 0: the founding. */
    uint32_t sat;
    /* The number of the entry that asked the open question; 0: none is open. */
    uint32_t asked;
    /* When the question was asked, or when the person came back to it. */
    int64_t since;
    /* What was left of the game clock then, in milliseconds. */
    int64_t left;
    /* How much of the move clock the open question had used up then, in milliseconds; and whether
     * a person who came back to it, or before it was asked, was given more time, which happens
     * once. */
    int64_t spent;
    uint8_t mercy;
    /* The question a person here answered last, the entry of the answer (0: none), the answer, and
     * the hash of its name. The hash is kept because names can only be computed while the question
     * is open. */
    uint32_t answered, answered_n;
    uint8_t answer;
    uint64_t answer_name;
    /* Where the person came from, as a number that many addresses share; 0: not known. */
    uint32_t from;
    /* The entry with which their turn began and its time; 0: it is not their turn. The turn of
     * which they were told last (call.c). */
    uint32_t turn, called;
    /* The seat has a new move clock only when the game has this many moves. */
    uint32_t renewed;
    int64_t turn_at;
};

struct match;

/* Returns 1 if a person sits there who is not away. */
int match_person_plays(const struct match *m, int seat);
/* The seats of all such people, a set. */
uint32_t match_people(const struct match *m);
/* The seats that a bot has to answer for now, a set. */
uint32_t match_bots_due(const struct match *m);
/* Returns 1 if the bot of this seat has to wait before it answers: where seats act at once, bots
 * do not run ahead of a person who plays with bots alone. Their answers do not depend on it. */
int match_bot_ahead(const struct match *m, int seat);

#endif
