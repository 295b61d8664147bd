/* An entry of a log: what it is, and its JSON. entries.def has a row for each kind. */
#ifndef CHARLATAN_MATCH_ENTRY_H
#define CHARLATAN_MATCH_ENTRY_H

#include "engine/game.h"
#include "match/seat.h"
#include "match/witness.h"

struct match;
struct match_founding;
struct refusal;
struct session_done;
struct writer;

/* One a row of entries.def. */
enum entry_kind {
#define TYPE(type, name, typescript, example)
#define ENTRY(kind, key, check, take, traits, members, meaning) ENTRY_##kind,
#include "match/entries.def"
    ENTRY_KINDS
};

/* What kinds of entries have in common. */
enum entry_trait {
    /* It may come while a witness is asked: always, or once the game has begun, because people may
     * come and go meanwhile. */
    ALWAYS = 1,
    WHILE_PLAYING = 2,
    /* A witness gives its luck: it takes place with the PART that follows. */
    CHOSEN = 4,
    /* Lists of tables show no change. */
    UNLISTED = 8,
    /* A table may have any number of them. */
    UNCOUNTED = 16,
    /* About keys and being told. Nothing else depends on it, not even how long ago something
     * happened at the table. */
    ASIDE = 32,
    /* What its message has beside the members: the game's events, the whole view or the changes of
     * the view. */
    TELLS_EVENTS = 64,
    TELLS_VIEW = 128,
    TELLS_CHANGES = 256
};

struct entry {
    uint8_t kind;
    /* The seat of the entry; a MOVE has an answer, too. */
    union {
        uint8_t seat;
        struct move move;
    };
    /* AWAY: why, an enum seat_away. */
    uint8_t away;
    /* GRANT, ADMIT, WANT: 1 for yes. REVOKE: 1 if all keys and links but one are revoked. REMOVE: 1
     * if they are kept out. */
    uint8_t yes;
    /* REMOVE, ADMIT: the seat of the host. */
    uint8_t by;
    /* DOOR: what holds from now on. */
    uint8_t lock, approve;
    /* WANT: 1 if it is about the table's hook. */
    uint8_t hook;
    /* MOVE: 1 if a bot made it. */
    uint8_t by_bot;
    /* MOVE: why the bot thought less than usual, an enum hurried. */
    uint8_t hurried;
    /* Its number. */
    uint32_t n;
    /* When it was made. */
    int64_t at;
    /* MOVE: the question it answers. */
    uint32_t ask;
    /* PLEA, UNDO: the entry taken back. KEY: the id of the link. REVOKE: the id. CALL: the seats, a
     * set. */
    uint32_t to;
    /* SIT, KNOCK: where the person comes from; 0: not known. */
    uint32_t from;
    /* MOVE, START: the hash of the state after it; 0: not known yet. */
    uint64_t hash;
    /* SIT, KNOCK: who sits down. */
    char name[MATCH_NAME + 1];
    /* MOVE: the action; FIX, START, AWAY: the bot; REMATCH: the id; CLOSE: why. */
    char text[MAX_NAME];
    /* SIT, KNOCK: the hash of the seat's token, and the person's pledge. LINK, KEY: that of the
     * secret. */
    uint8_t token[MATCH_TOKEN], pledge[COMMIT_BYTES];
    /* SIT, REVEAL: the person's nonce. */
    struct match_nonce nonce;
    /* TABLE: borrowed, unless entry_read made it: then `owned` is 1 and entry_free frees it. */
    const struct match_founding *founding;
    uint8_t owned;
    /* PART: the kind of the entry that takes place, START or MOVE; match_take fills it in, and with
     * it the seat and the answer. */
    uint8_t of;
    union {
        /* PART: the answer of the witness, and its signature. */
        struct {
            uint8_t part[WITNESS_HASH], proof[WITNESS_SIGNATURE];
        };
        struct witness_seal seal;
    };
};

/* Entries are stored as one JSON object each. Writing uses only the match's game, so the match may
 * also be the one after the entry was applied. */
void entry_write(struct writer *w, const struct match *before, const struct entry *e,
                 const struct session_done *done);
/* To read an entry, pass the match as it was before the entry, because it turns names of actions
 * into answers. Returns 0, or -1 with `why`. Reading a TABLE allocates `founding`. */
int entry_read(struct entry *e, const struct match *before, const char *body, size_t n,
               struct refusal *why);
/* Must be called after entry_read; does nothing for other entries. */
void entry_free(struct entry *e);
/* Whether entries of its kind have the trait. */
int entry_is(const struct entry *e, enum entry_trait trait);
/* Whether a move takes place with it, or is chosen. */
int entry_moves(const struct entry *e);

#endif
