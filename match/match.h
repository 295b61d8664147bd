/* A match: the only holder of a true state. It is the fold of its log.
 *
 * Everything that happens is an entry, numbered from 0 without gaps: the founding, people sitting
 * down, the start, moves, bots taking over, undos. An entry is made by one of the match_may_…
 * functions, which changes nothing and says why not where it may not be; it is stored by whoever
 * keeps the log; and it is carried out by match_take. Taking the same entries gives the same match,
 * everywhere and always: no clock is read (time comes with each entry) and no luck is drawn but
 * from the seed of the founding.
 *
 * Nobody outside match/ looks at `state`; seats and spectators get what tell.h writes for them. */
#ifndef CHARLATAN_MATCH_MATCH_H
#define CHARLATAN_MATCH_MATCH_H

#include "bots/bot.h"
#include "match/commit.h"
#include "match/refusals.h"
#include "match/session.h"

enum { MATCH_ID = 16, MATCH_NAME = 160, MATCH_BOT = 16, MATCH_NONCE = 32, MATCH_TOKEN = 32 };
enum { MATCH_NAME_SHOWN = 40 }; /* characters a name may have; MATCH_NAME is in bytes */

enum seat_kind { SEAT_EMPTY, SEAT_HUMAN, SEAT_BOT };
enum seat_away { AWAY_NO, AWAY_CLOCK, AWAY_LEFT };
enum match_phase { MATCH_WAITING, MATCH_RUNNING, MATCH_OVER, MATCH_CLOSED };

struct nonce {
    /* How many bytes; 0: none was given. */
    uint8_t n;
    uint8_t bytes[MATCH_NONCE];
};

struct match_clock {
    /* In seconds; 0: no such clock. */
    uint32_t move, game;
};

struct match_seat {
    uint8_t kind, away;
    char name[MATCH_NAME + 1];
    /* The bot that sits here, or that plays for a person who is away. */
    char bot[MATCH_BOT + 1];
    /* The hash of the seat's token; zeros: nobody has one. */
    uint8_t token[MATCH_TOKEN];
    struct nonce nonce;
    /* The entry that put the open question; 0: none is open. */
    uint32_t asked;
    /* When the question was put. */
    int64_t since;
    /* What was left of the game clock then, in milliseconds. */
    int64_t left;
    /* The question a person here answered last, the entry that did it (0: none), the answer, and
     * the hash of its name: once a question is gone its answers have no names. */
    uint32_t answered, answered_n;
    uint8_t answer;
    uint64_t answer_name;
};

/* A move that stands: what undo and records need. */
struct match_move {
    struct move move;
    /* 1 where something was left to chance. */
    uint8_t chance;
    /* Its entry; 0 for the moves a practice match was given. */
    uint32_t n;
};

struct plea {
    /* Who asks; -1: nobody. */
    int seat;
    /* The entry to be taken back, with all after it. */
    uint32_t to;
    /* The seats that have agreed, a set. */
    uint32_t granted;
};

/* Where a practice match comes from: moves with the outcomes they had. */
struct fork {
    uint32_t moves;
    /* Lists in `force`'s form: of the beginning, then of each move. NULL: an ordinary match. */
    json_t *chance;
};

struct match {
    /* How many were taken; the last one's number is entries - 1. */
    uint32_t entries;
    uint8_t phase, open;
    /* 1: starts when somebody says so, not by itself. */
    uint8_t wait;
    /* 1: the game has begun, so there are views. */
    uint8_t begun;
    /* 1: odds and hints may be shown. */
    uint8_t help;
    int players;
    /* The times of the first and the last entry. */
    int64_t created, touched;
    struct match_clock clock;
    uint8_t seed[32], salt[COMMIT_SALT], commitment[COMMIT_BYTES];
    struct match_seat seat[MAX_SEATS];
    /* Before the start it holds the options. */
    struct session session;
    /* The state before begin(), for undo and records. */
    uint64_t options[MAX_STATE_BYTES / 8];
    struct match_move *move;
    uint32_t moves, room;
    struct plea plea;
    struct fork fork;
    /* The version it is played with. */
    char rules[16];
    /* The id of the table that follows, or "". */
    char rematch[MATCH_ID + 1];
};

/* ---- entries ---- */

enum entry_kind {
    /* Entry 0, and no other. */
    ENTRY_TABLE,
    ENTRY_SIT,
    ENTRY_RISE,
    ENTRY_START,
    ENTRY_MOVE,
    ENTRY_AWAY,
    ENTRY_BACK,
    ENTRY_PLEA,
    ENTRY_GRANT,
    ENTRY_UNDO,
    ENTRY_REMATCH,
    ENTRY_CLOSE
};

/* What a table is founded with. `fork` and `fork_move` are borrowed. */
struct founding {
    const struct game_json *json;
    /* The version of the rules; "": the present one. */
    char rules[16];
    uint64_t options[MAX_STATE_BYTES / 8];
    int players;
    uint8_t open, wait, help;
    struct match_clock clock;
    uint8_t seed[32], salt[COMMIT_SALT];
    struct {
        uint8_t kind;
        char name[MATCH_NAME + 1], bot[MATCH_BOT + 1];
        uint8_t token[MATCH_TOKEN];
        struct nonce nonce;
    } seat[MAX_SEATS];
    struct fork fork;
    struct move *fork_move;
};

struct entry {
    uint8_t kind;
    /* Whose entry it is; a MOVE has the answer as well. */
    union {
        uint8_t seat;
        struct move move;
    };
    /* AWAY: why, an enum seat_away. */
    uint8_t away;
    /* GRANT: 1 for yes. */
    uint8_t yes;
    /* MOVE: 1 where a bot made it. */
    uint8_t by_bot;
    /* Its number. */
    uint32_t n;
    /* When it was made. */
    int64_t at;
    /* MOVE: the question it answers. */
    uint32_t ask;
    /* PLEA, UNDO: the entry taken back. */
    uint32_t to;
    /* MOVE, START: the hash of the state after it; 0 where it is not known yet. */
    uint64_t hash;
    /* SIT: who sits down. */
    char name[MATCH_NAME + 1];
    /* MOVE: the action; START, AWAY: the bot; REMATCH: the id; CLOSE: why. */
    char text[MAX_NAME];
    /* SIT: the hash of the seat's token, and what the person adds to the luck. */
    uint8_t token[MATCH_TOKEN];
    struct nonce nonce;
    /* TABLE: borrowed, unless entry_read made it: then `owned` is 1 and entry_free frees it. */
    const struct founding *founding;
    uint8_t owned;
};

void match_init(struct match *m);
void match_free(struct match *m);
/* `to` must be initialised; what it held is freed. */
int match_copy(struct match *to, const struct match *from);

/* Carries an entry out. 0, or -1 where it does not follow from the match so far (a damaged log, or
 * other rules): then the match is unchanged. `done` is what a START or a MOVE did, else empty; a
 * practice match's first moves are not part of it. Where the entry's hash is 0 it is filled in. */
int match_take(struct match *m, struct entry *e, struct done *done, struct refusal *why);

/* Entries as they are stored: one JSON object each. Reading needs the match they are to be added to
 * (names of actions become answers), and allocates `founding` for a TABLE. Writing needs of the
 * match only which game it is, so it may be the one after the entry as well. */
void entry_write(struct writer *w, const struct match *before, const struct entry *e,
                 const struct done *done);
int entry_read(struct entry *e, const struct match *before, const char *body, size_t n,
               struct refusal *why);
/* To be called after entry_read; harmless otherwise. */
void entry_free(struct entry *e);

/* ---- what may be: each fills `e` for match_take and returns 0, or -1 with `why` ---- */

/* Are odds and hints shown where nobody said so? Alone with bots, and in practice. */
int match_help_usual(const struct founding *f);
/* A founding is checked when it is made: game, options, bots that play the game, fork. */
int match_may_found(const struct founding *f, int64_t now, struct entry *e, struct refusal *why);

struct sitting {
    /* -1: any free seat. */
    int seat;
    const char *name;
    uint8_t token[MATCH_TOKEN];
    struct nonce nonce;
};
/* A free seat before the start, or one's own once more, with another name or nonce; afterwards a
 * seat whose owner has left. */
int match_may_sit(const struct match *m, const struct sitting *s, int64_t now, struct entry *e,
                  struct refusal *why);
int match_may_leave(const struct match *m, int seat, int64_t now, struct entry *e,
                    struct refusal *why);
/* `fill`: a bot; NULL: the usual one. A level in a game that has none becomes the usual one. */
int match_may_start(const struct match *m, const char *fill, int64_t now, struct entry *e,
                    struct refusal *why);
/* A person's answer; `ask` is the number of the question. An answer may be given twice, when the
 * line broke before the first one was acknowledged: then -1, the row answer_repeated, e->n the
 * entry it became. */
int match_may_move(const struct match *m, struct move move, uint32_t ask, int64_t now,
                   struct entry *e, struct refusal *why);
/* The same by the name of the answer, which a refusal may quote. */
int match_may_move_named(const struct match *m, int seat, const char *action, uint32_t ask,
                         int64_t now, struct entry *e, struct refusal *why);
int match_may_move_bot(const struct match *m, struct move move, uint32_t ask, int64_t now,
                       struct entry *e, struct refusal *why);
int match_may_return(const struct match *m, int seat, int64_t now, struct entry *e,
                     struct refusal *why);
/* ENTRY_UNDO where it is free, else ENTRY_PLEA. */
int match_may_undo(const struct match *m, int seat, int64_t now, struct entry *e,
                   struct refusal *why);
int match_may_grant(const struct match *m, int seat, int yes, int64_t now, struct entry *e,
                    struct refusal *why);
int match_may_rematch(const struct match *m, const char *id, int64_t now, struct entry *e,
                      struct refusal *why);
/* Closes a table without a result: one nobody comes to, for instance. */
int match_may_close(const struct match *m, const char *reason, int64_t now, struct entry *e,
                    struct refusal *why);

/* What follows by itself: 1 with an entry that is due now (a full table starts, a clock has run
 * out, a plea everyone has agreed to), else 0. To be asked after every entry and when match_due has
 * come. */
int match_follows(const struct match *m, int64_t now, struct entry *e);

/* ---- asking ---- */

/* When the next clock runs out; INT64_MAX: never. */
int64_t match_due(const struct match *m);
/* The seats that a bot has to answer for now, a set. */
uint32_t match_bots_due(const struct match *m);
/* Does a person sit there who is not away? */
int match_person_plays(const struct match *m, int seat);
/* When this seat's clock runs out; INT64_MAX: never. */
int64_t match_until(const struct match *m, int seat);
/* What is left of the seat's game clock, in milliseconds; -1: there is none. */
int64_t match_left(const struct match *m, int seat);
/* Would undo be carried out at once? */
int match_undo_free(const struct match *m, int seat);
/* What a viewer may know; the game must have begun. */
void match_view(const struct match *m, int viewer, struct view *v);
/* The seat with this token, or -1; takes the same time whatever the token is. */
int match_seat_of(const struct match *m, const uint8_t token[MATCH_TOKEN]);

/* A founding like this match's, for a rematch (people and bots, new seed and salt to be filled
 * in). */
void match_again(const struct match *m, struct founding *f);

#endif
