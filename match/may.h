/* What people, bots and the server may do at a table. Each request makes the entry `e` for
 * match_take and returns 0, or -1 with `why`; it changes nothing. What belongs to one thing alone
 * is in its header: founding.h, keys.h, host.h, call.h, undo.h, reveal.h, watched.h. */
#ifndef CHARLATAN_MATCH_MAY_H
#define CHARLATAN_MATCH_MAY_H

#include "engine/game.h"
#include "match/seat.h"

struct entry;
struct match;
struct refusal;

struct match_sitting {
    /* -1: any free seat. */
    int seat;
    const char *name;
    /* Either a pledge or a nonce may be given. */
    uint8_t token[MATCH_TOKEN], pledge[COMMIT_BYTES];
    struct match_nonce nonce;
    uint32_t from;
};

/* Before the start: takes a free seat, or changes the name, pledge or nonce of one's own. After it:
 * takes a seat whose owner has left, or makes ENTRY_KNOCK if the host wants to be asked. */
int match_may_sit(const struct match *m, const struct match_sitting *s, int64_t now,
                  struct entry *e, struct refusal *why);
/* A person gets up: before the start the seat is free again, after it somebody else may take it. */
int match_may_leave(const struct match *m, int seat, int64_t now, struct entry *e,
                    struct refusal *why);
/* Makes ENTRY_FIX if a seat has pledged a nonce, else ENTRY_START. `fill` is the bot for the empty
 * seats; NULL: the default bot. If the game has no levels, a level is replaced by the default
 * bot. */
int match_may_start(const struct match *m, const char *fill, int64_t now, struct entry *e,
                    struct refusal *why);
/* A person's answer; `ask` is the number of the question. A client may send an answer twice if its
 * connection broke before the first one was acknowledged. Then this returns -1 with the refusal
 * answer_repeated, and e->n is the entry of the answer. */
int match_may_move(const struct match *m, struct move move, uint32_t ask, int64_t now,
                   struct entry *e, struct refusal *why);
/* The same, with the answer given by its name, which a refusal may quote. */
int match_may_move_named(const struct match *m, int seat, const char *action, uint32_t ask,
                         int64_t now, struct entry *e, struct refusal *why);
/* The same for a bot, which also plays for people who are away. */
int match_may_move_bot(const struct match *m, struct move move, uint32_t ask, int64_t now,
                       struct entry *e, struct refusal *why);
/* A person who was away plays again, in place of the bot. */
int match_may_return(const struct match *m, int seat, int64_t now, struct entry *e,
                     struct refusal *why);
/* The game is over and goes on at the table with this id. */
int match_may_rematch(const struct match *m, const char *id, int64_t now, struct entry *e,
                      struct refusal *why);
/* Closes a table without a result, for instance one that nobody uses. */
int match_may_close(const struct match *m, const char *reason, int64_t now, struct entry *e,
                    struct refusal *why);

#endif
