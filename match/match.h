/* A match is the only object that holds a true state. It is computed by applying the entries of its
 * log in order.
 *
 * Everything that happens is an entry, numbered from 0 without gaps: the founding, people sitting
 * down, the start, moves, bots taking over, undos. A match_may_… function makes an entry; it
 * changes nothing, and gives the reason if the entry is not allowed. The caller then stores the
 * entry in its log, and match_take applies it. The same entries always give the same match, on
 * every machine: no clock is read (each entry has its time), and all chance comes from the seed of
 * the founding and the seats' nonces.
 *
 * Nobody outside match/ looks at `state`; seats and spectators get what tell.h writes for them. */
#ifndef CHARLATAN_MATCH_MATCH_H
#define CHARLATAN_MATCH_MATCH_H

#include "bots/bot.h"
#include "match/commit.h"
#include "match/hurried.h"
#include "match/refusals.h"
#include "match/session.h"
#include "match/witness.h"

enum { MATCH_ID = 16, MATCH_NAME = 160, MATCH_BOT = 16, MATCH_NONCE = 32, MATCH_TOKEN = 32 };
/* The most characters of a name; MATCH_NAME counts bytes. */
enum { MATCH_NAME_SHOWN = 40 };
/* How many links and further devices a seat may have at a time, and in all. */
enum { KEYS_MOST = 8, KEYS_EVER = 64 };
/* How many people a host may remove from a table. */
enum { OUT_MOST = 32 };
/* After this time without the host's answer, somebody else may ask for the same seat. */
enum { KNOCK_MS = 600000 };
/* In `wants`: the table has a hook. The lower bits are seats. */
enum { WANT_HOOK = 1 << 7 };

enum seat_kind { SEAT_EMPTY, SEAT_HUMAN, SEAT_BOT };
enum seat_away { AWAY_NO, AWAY_CLOCK, AWAY_LEFT };
/* Stores keep these numbers. While a match is revealing, its seats are fixed, and those that have
 * pledged a nonce reveal it (reveal.c). */
enum match_phase { MATCH_WAITING, MATCH_RUNNING, MATCH_OVER, MATCH_CLOSED, MATCH_REVEALING };
/* Whoever has not revealed their nonce after this time is left out. A rematch waits as long for
 * pledges. */
enum { REVEAL_MS = 10000 };

struct match_nonce {
    /* The number of bytes; 0: none was given. */
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

enum key_kind {
    /* The token with which the seat was taken. */
    SEAT_KEY_FIRST,
    /* The key of a further device. */
    SEAT_KEY_DEVICE,
    /* A link, which gives one device a key of its own. */
    SEAT_KEY_LINK
};

/* A key of a seat, or a link to it (keys.c). */
struct match_key {
    uint8_t seat, kind;
    /* Its number among the keys and links of the seat; the first key has 0. */
    uint8_t id;
    /* 1: a link that was used. */
    uint8_t used;
    /* The hash of the secret. */
    uint8_t token[MATCH_TOKEN];
    /* The entry that made it; 0: the founding. */
    uint32_t n;
    /* The entry with which it was used or revoked; 0: it can be used. */
    uint32_t ended;
    /* When it was made, and when it ended. */
    int64_t at, ended_at;
};

/* Somebody whom the host has removed (host.c). */
struct match_out {
    /* The hash of their token, which is void. */
    uint8_t token[MATCH_TOKEN];
    /* Nobody from there may sit down any more; 0: they may. */
    uint32_t from;
    /* The entry. */
    uint32_t n;
};

/* Somebody who waits for the host's yes to take over a seat. */
struct match_knock {
    uint8_t seat;
    char name[MATCH_NAME + 1];
    uint8_t token[MATCH_TOKEN];
    uint32_t from, n;
    int64_t at;
};

/* A move that has not been taken back, with what undo and records need. */
struct match_move {
    struct move move;
    /* 1 if chance was involved; why the bot hurried that made it, an enum hurried. */
    uint8_t chance : 4, hurried : 4;
    /* The seats whose people were playing then, a set. */
    uint8_t people;
    /* The number of its entry; 0 for the moves a practice match was given. */
    uint32_t n;
};

struct match_plea {
    /* Who asks; -1: nobody. */
    int seat;
    /* The entry to take back, with all later ones. */
    uint32_t to;
    /* The seats that have to agree, and those that have agreed, sets. */
    uint32_t asked, granted;
    /* When it lapses. */
    int64_t until;
};

/* What was played and taken back before a move, and the pleas that were not granted there
 * (undone.c). */
struct match_undone {
    /* The index of the move. */
    uint32_t before;
    json_t *items;
};

/* The origin of a practice match: moves with their recorded outcomes. */
struct match_fork {
    uint32_t moves;
    /* Lists of outcomes in the form of `force`: for the beginning, then for each move. NULL: an
     * ordinary match. */
    json_t *chance;
    /* 1: the luck goes on as in the other game, because the seed is the key of its chance. Then
     * only the first `given` lists are forced, and the others follow from the seed. */
    uint8_t same;
    uint32_t given;
};

/* How many lists of outcomes are forced. */
static inline uint32_t fork_given(const struct match_fork *fork)
{
    return fork->same ? fork->given : fork->moves + 1;
}

/* The game after some of its moves, from which it can be played on (way.c). */
struct match_waypoint {
    /* How many moves have been made there. */
    uint32_t moves;
    /* How far each stream of chance was read. */
    uint32_t place[CHANCE_STREAMS];
    uint64_t state[MAX_STATE_BYTES / 8];
};

struct match {
    /* How many entries were applied; the last one has the number entries - 1. */
    uint32_t entries;
    /* How many of them are not moves, and how many undos and pleas there were. */
    uint32_t others, undos;
    uint8_t phase, open;
    /* 1: a full table does not start by itself; somebody must start it. */
    uint8_t wait;
    /* 1: the game has begun, so there are views. */
    uint8_t begun;
    /* 1: odds and hints may be shown. */
    uint8_t help;
    int players;
    /* The times of the first and the last entry. */
    int64_t created, touched;
    /* When a match that is revealing begins at the latest. */
    int64_t reveal_until;
    struct match_clock clock;
    uint8_t seed[32], salt[COMMIT_SALT], commitment[COMMIT_BYTES];
    struct match_seat seat[MAX_SEATS];
    /* Before the start it holds the options. */
    struct session session;
    /* The state before begin(), for undo and records. */
    uint64_t options[MAX_STATE_BYTES / 8];
    /* The moves that stand, from number `first` on: a match that was read from a snapshot has only
     * the last ones (snapshot.h). `moves` counts all of them. Use match_move_at. */
    struct match_move *move;
    uint32_t moves, first, room;
    /* In ascending order of their moves. */
    struct match_waypoint *way;
    uint32_t ways;
    struct match_plea plea;
    /* In ascending order of their moves. */
    struct match_undone *undone;
    uint32_t undone_n;
    /* How many items the lists before the move `first` have. */
    uint32_t undone_before;
    struct match_fork fork;
    /* 1: a practice match, which goes on from another one. */
    uint8_t practice;
    /* 1: founded for practice, or such a match: moves may be taken back past luck. */
    uint8_t undo_luck;
    /* The version of the rules it is played by, an enum rules_version. */
    uint8_t rules;
    /* The id of the table that follows, or "". */
    char rematch[MATCH_ID + 1];
    /* Half of the luck comes from a witness; NULL: there is none (watched.c). */
    struct match_witness *watch;
    /* Links and the keys of further devices, in the order in which they were made. */
    struct match_key *key;
    uint32_t keys;
    /* The seat of the host; -1: there is none. */
    int host;
    /* 1: nobody else may sit down; whoever takes over a seat needs the host's yes. */
    uint8_t locked, approve;
    /* The seats whose people want to be told of their turns, a set; and WANT_HOOK. */
    uint8_t wants;
    /* Who was removed, and who waits for the host's answer: at most one a seat. */
    struct match_out *out;
    uint32_t outs, knocks;
    struct match_knock *knock;
};

/* ---- entries ---- */

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

/* What a witness has signed when it opened a match, and the secret key that signs the questions. */
struct witness_opening {
    /* 0: there is no witness. */
    uint8_t there;
    uint8_t key[WITNESS_KEY], commitment[WITNESS_HASH], signature[WITNESS_SIGNATURE];
    uint8_t asker[WITNESS_SECRET];
};

/* What a witness says in the end, and the server's signature below the same statement. */
struct witness_seal {
    uint8_t secret[WITNESS_SECRET], salt[COMMIT_SALT];
    uint8_t signature[WITNESS_SIGNATURE], asked_signature[WITNESS_SIGNATURE];
};

/* The witness's share of the luck of an action, or of the beginning. */
struct witness_share {
    uint8_t question[WITNESS_HASH], part[WITNESS_HASH], proof[WITNESS_SIGNATURE];
};

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

/* What a match with a witness keeps in addition. */
struct match_witness {
    struct witness_opening opening;
    /* The server's public key. */
    uint8_t asker[WITNESS_KEY];
    /* How many questions there were, and the hash of all. */
    uint32_t asked;
    uint8_t transcript[WITNESS_HASH];
    /* 1: the question of `choice`, a START or MOVE, is not answered yet. */
    uint8_t due;
    /* Both are zeros while no question is open. */
    struct entry choice;
    uint8_t question[WITNESS_HASH];
    /* The shares of the beginning (number 0) and of each move that stands (the first one has number
     * 1), from number m->first on. Use watch_share. */
    struct witness_share *share;
    uint32_t room;
    /* 1: read from a snapshot, so the proofs of its shares are not there. */
    uint8_t unproven;
    /* 1: the witness has signed the end. */
    uint8_t sealed;
    struct witness_seal seal;
};

void match_init(struct match *m);
void match_free(struct match *m);
/* Returns 0. `to` must be initialised; its old content is freed. */
int match_copy(struct match *to, const struct match *from);

/* Applies an entry. Returns 0, or -1 if it cannot follow (a damaged log, or other rules); then the
 * match is unchanged. `done` receives the events of a START or MOVE and is empty for other entries;
 * it does not include the moves a practice match starts with. If the entry's hash is 0, it is
 * filled in. */
int match_take(struct match *m, struct entry *e, struct session_done *done, struct refusal *why);

/* Entries are stored as one JSON object each. To read an entry, pass the match as it was before the
 * entry, because it turns names of actions into answers. Reading a TABLE allocates `founding`.
 * Writing uses only the match's game, so the match may also be the one after the entry was
 * applied. */
void entry_write(struct writer *w, const struct match *before, const struct entry *e,
                 const struct session_done *done);
int entry_read(struct entry *e, const struct match *before, const char *body, size_t n,
               struct refusal *why);
/* Must be called after entry_read; does nothing for other entries. */
void entry_free(struct entry *e);
int entry_is(const struct entry *e, enum entry_trait trait);
/* Whether a move takes place with it, or is chosen. */
int entry_moves(const struct entry *e);

/* ---- requests: each fills `e` for match_take and returns 0, or -1 with `why` ---- */

/* Checks a fork by playing it, and keeps where it ends, which the caller frees; then nobody has to
 * play it again. Returns 0, or -1 with `why`. */
int founding_play_fork(struct match_founding *f, struct refusal *why);
/* Returns 1 if a bot is a program of the operator's: "@" and 1 to 15 small letters, digits and
 * hyphens. */
int match_bot_is_program(const char *name);
/* The default of `help`: 1 for one person alone with bots, and for practice. */
int match_help_usual(const struct match_founding *f);
/* Checks the whole founding: the game, its options, its bots and the fork. */
int match_may_found(const struct match_founding *f, int64_t now, struct entry *e,
                    struct refusal *why);

struct match_sitting {
    /* -1: any free seat. */
    int seat;
    const char *name;
    /* Either a pledge or a nonce may be given. */
    uint8_t token[MATCH_TOKEN], pledge[COMMIT_BYTES];
    struct match_nonce nonce;
    uint32_t from;
};
/* Whether a name has only visible characters, as new names must. Names in older logs may have
 * others. */
int name_is_visible(const char *name);
/* Whether a log may have the name: 1 to 40 characters, none of them odd, no spaces around them. */
int name_is_clean(const char *name);
/* Before the start: takes a free seat, or changes the name, pledge or nonce of one's own. After it:
 * takes a seat whose owner has left, or makes ENTRY_KNOCK if the host wants to be asked. */
int match_may_sit(const struct match *m, const struct match_sitting *s, int64_t now,
                  struct entry *e, struct refusal *why);
int match_may_leave(const struct match *m, int seat, int64_t now, struct entry *e,
                    struct refusal *why);
/* Makes ENTRY_FIX if a seat has pledged a nonce, else ENTRY_START. `fill` is the bot for the empty
 * seats; NULL: the default bot. If the game has no levels, a level is replaced by the default
 * bot. */
int match_may_start(const struct match *m, const char *fill, int64_t now, struct entry *e,
                    struct refusal *why);
/* Reveals the nonce that the seat has pledged. If it was revealed before, this returns -1 with the
 * refusal already_revealed. */
int match_may_reveal(const struct match *m, int seat, const struct match_nonce *nonce, int64_t now,
                     struct entry *e, struct refusal *why);
/* A person's answer; `ask` is the number of the question. A client may send an answer twice if its
 * connection broke before the first one was acknowledged. Then this returns -1 with the refusal
 * answer_repeated, and e->n is the entry of the answer. */
int match_may_move(const struct match *m, struct move move, uint32_t ask, int64_t now,
                   struct entry *e, struct refusal *why);
/* The same, with the answer given by its name, which a refusal may quote. */
int match_may_move_named(const struct match *m, int seat, const char *action, uint32_t ask,
                         int64_t now, struct entry *e, struct refusal *why);
int match_may_move_bot(const struct match *m, struct move move, uint32_t ask, int64_t now,
                       struct entry *e, struct refusal *why);
int match_may_return(const struct match *m, int seat, int64_t now, struct entry *e,
                     struct refusal *why);
/* Makes ENTRY_UNDO if nobody else has to agree, else ENTRY_PLEA. Refuses if somebody who has to
 * agree cannot. */
int match_may_undo(const struct match *m, int seat, int64_t now, struct entry *e,
                   struct refusal *why);
int match_may_grant(const struct match *m, int seat, int yes, int64_t now, struct entry *e,
                    struct refusal *why);
int match_may_rematch(const struct match *m, const char *id, int64_t now, struct entry *e,
                      struct refusal *why);
/* Closes a table without a result, for instance one that nobody uses. */
int match_may_close(const struct match *m, const char *reason, int64_t now, struct entry *e,
                    struct refusal *why);

/* The answer of the witness to the question of match_question; its signature must be right. */
int match_may_part(const struct match *m, const uint8_t part[WITNESS_HASH],
                   const uint8_t proof[WITNESS_SIGNATURE], int64_t now, struct entry *e,
                   struct refusal *why);
/* What the witness has signed after match_end_statement; `asked_signature` is filled in. */
int match_may_seal(const struct match *m, const struct witness_seal *seal, int64_t now,
                   struct entry *e, struct refusal *why);
/* Makes a link to a seat; `token` is the hash of its secret. */
int match_may_link(const struct match *m, int seat, const uint8_t token[MATCH_TOKEN], int64_t now,
                   struct entry *e, struct refusal *why);
/* Uses the link whose secret has this hash: `token` becomes a key of its seat. */
int match_may_open(const struct match *m, const uint8_t link[MATCH_TOKEN],
                   const uint8_t token[MATCH_TOKEN], int64_t now, struct entry *e,
                   struct refusal *why);
/* Revokes a key or link of a seat by its id; with `but`, all others. `own` is the key of the
 * device that asks for it, which stays. */
int match_may_revoke(const struct match *m, const struct match_key *own, uint32_t id, int but,
                     int64_t now, struct entry *e, struct refusal *why);

/* ---- the host (host.c) ---- */

/* Refuses if the table has a host and this seat is not the host's. */
int match_must_host(const struct match *m, int seat, struct refusal *why);
/* Whether the host has removed the person with this token. */
int match_is_removed(const struct match *m, const uint8_t token[MATCH_TOKEN]);
/* Whether taking over a seat needs the host's yes. */
int match_asks_host(const struct match *m);
/* Who waits for this seat; NULL: nobody. */
const struct match_knock *match_knock_at(const struct match *m, int seat);
/* The seat for which the person with this token waits; -1: none. */
int match_knocks_with(const struct match *m, const uint8_t token[MATCH_TOKEN]);
/* `host` is the seat that asks for it; only the host's is taken. */
int match_may_remove(const struct match *m, int host, int seat, int keep_out, int64_t now,
                     struct entry *e, struct refusal *why);
/* -1: as it is. */
int match_may_door(const struct match *m, int host, int lock, int approve, int64_t now,
                   struct entry *e, struct refusal *why);
int match_may_admit(const struct match *m, int host, int seat, int yes, int64_t now,
                    struct entry *e, struct refusal *why);

/* ---- calling people (call.c) ---- */

/* Since when it is the turn of the person at this seat, who wants to be told; INT64_MAX: it is not,
 * they do not, or they were told. */
int64_t match_call_since(const struct match *m, int seat);
int match_may_want(const struct match *m, int seat, int hook, int yes, int64_t now, struct entry *e,
                   struct refusal *why);
/* `seats`, a set, are told now. */
int match_may_call(const struct match *m, uint32_t seats, int64_t now, struct entry *e,
                   struct refusal *why);

/* Returns 1 and makes an entry that is due now without a request (a full table starts, nobody is
 * left to reveal a nonce, a clock has run out, everyone has agreed to a plea, or a plea has
 * lapsed), else 0. Must be called after every entry and at the time match_due gives. */
int match_follows(const struct match *m, int64_t now, struct entry *e);

/* ---- asking ---- */

/* When the next clock runs out; INT64_MAX: never. */
int64_t match_due(const struct match *m);
/* The seats that a bot has to answer for now, a set. */
uint32_t match_bots_due(const struct match *m);
/* Returns 1 if the bot of this seat has to wait before it answers: where seats act at once, bots
 * do not run ahead of a person who plays with bots alone. Their answers do not depend on it. */
int match_bot_ahead(const struct match *m, int seat);
/* Move i, which must not be before the first one in memory. */
static inline struct match_move *match_move_at(const struct match *m, uint32_t i)
{
    return &m->move[i - m->first];
}
/* Returns 1 if a person sits there who is not away. */
int match_person_plays(const struct match *m, int seat);
/* The seats of all such people, a set. */
uint32_t match_people(const struct match *m);
/* When this seat's clock runs out; INT64_MAX: never. */
int64_t match_until(const struct match *m, int seat);
/* What is left of the seat's game clock, in milliseconds; -1: there is none. */
int64_t match_left(const struct match *m, int seat);
/* Returns 1 if the seat may undo its last move without asking the others. */
int match_undo_free(const struct match *m, int seat);
/* Returns 1 if the seat's last move cannot be taken back because luck was involved since, or
 * the seat has seen something hidden, and nobody is there to agree. */
int match_undo_crosses_luck(const struct match *m, int seat);
/* Makes the view of a seat or spectator; the game must have begun. */
void match_view(const struct match *m, int viewer, struct view *v);
/* The seat that this token opens, or -1; takes the same time whatever the token is. */
int match_seat_of(const struct match *m, const uint8_t token[MATCH_TOKEN]);
/* Finds the key or link with this hash, even if it was used or revoked. Returns 0 if there is
 * none; takes the same time whatever the hash is. */
int match_key_of(const struct match *m, const uint8_t token[MATCH_TOKEN], struct match_key *key);
/* The keys and links of a seat, the first key included. Returns how many there are. */
uint32_t match_keys(const struct match *m, int seat, struct match_key key[KEYS_EVER + 1]);

/* Returns 1 if the match has all that a record needs; one from a snapshot may have only its last
 * moves, and has no proofs of its witness. */
int match_is_whole(const struct match *m);
/* Forgets the outcomes of a fork, which only a record needs and which may take megabytes. */
void match_forget_fork(struct match *m);
/* How much memory the match takes besides itself. */
uint64_t match_bytes(const struct match *m);
/* Returns 1 if the seat has pledged a nonce. */
int match_has_pledged(const struct match *m, int seat);
/* The same for any seat. */
int match_is_pledged(const struct match *m);

/* ---- the witness ---- */

/* Returns 1 if nothing can be played before the witness has answered. */
int match_waits(const struct match *m);
/* Returns 1 if the game is over and the witness has not signed its end. */
int match_unsealed(const struct match *m);
/* The question that waits for an answer, its number, and the server's signature below it. */
void match_question(const struct match *m, uint32_t *n, uint8_t question[WITNESS_HASH],
                    uint8_t signature[WITNESS_SIGNATURE]);
/* How much was asked, the hash of all questions, and the server's signature below both. */
void match_end_statement(const struct match *m, uint32_t *asked, uint8_t transcript[WITNESS_HASH],
                         uint8_t signature[WITNESS_SIGNATURE]);

/* ---- daily.c ---- */

enum { DAILY_DATE = 10 };

/* The date in UTC at this time, such as 2026-11-16. */
void daily_date(int64_t ms, char date[DAILY_DATE + 1]);
/* The luck of a game on a day, which anybody can compute. */
void daily_seed(const char *game, const char *date, uint8_t seed[32], uint8_t salt[COMMIT_SALT]);
/* Whether the match has the luck of the day on which it was founded. */
int match_is_daily(const struct match *m, char date[DAILY_DATE + 1]);

/* A founding like this match's, for a rematch (people and bots, new seed and salt to be filled
 * in). Seats that had pledged a nonce are expected to do so again. */
void match_again(const struct match *m, struct match_founding *f);
/* Everybody sits one seat further on; whoever had the last seat gets the first. Options that name
 * seats, such as the first player, stay as they are. */
void founding_move_on(struct match_founding *f);

#endif
