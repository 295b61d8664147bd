/* In server and terminal, a match is the only object that holds a true state. It is computed by
 * applying the entries of its log in order.
 *
 * Everything that happens is an entry (entry.h), numbered from 0 without gaps: the founding, people
 * sitting down, the start, moves, bots taking over, undos. A match_may_… function makes an entry
 * (may.h and others); it changes nothing, and gives the reason if the entry is not allowed.
 * match_take applies the entry, the caller stores it in its log, and nobody is told before it is
 * stored. The same entries always give the same match, on every machine: no clock is read (each
 * entry has its time), and all chance comes from the seed of the founding and the seats' nonces.
 *
 * Nobody outside match/ looks at `state`; seats and spectators get what tell.h writes for them. */
#ifndef CHARLATAN_MATCH_MATCH_H
#define CHARLATAN_MATCH_MATCH_H

#include "match/clock.h"
#include "match/moves.h"
#include "match/seat.h"
#include "match/session.h"

struct entry;
struct match_key;
struct match_knock;
struct match_out;
struct match_witness;
struct refusal;
struct view;

enum { MATCH_ID = 16 };

/* Stores keep these numbers. While a match is revealing, its seats are fixed, and those that have
 * pledged a nonce reveal it (reveal.h). */
enum match_phase { MATCH_WAITING, MATCH_RUNNING, MATCH_OVER, MATCH_CLOSED, MATCH_REVEALING };

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

/* Makes a match without entries, which takes a TABLE first. Call match_free in the end. */
void match_init(struct match *m);
/* Frees what the match owns; `m` itself is the caller's. */
void match_free(struct match *m);
/* Returns 0. `to` must be initialised; its old content is freed. */
int match_copy(struct match *to, const struct match *from);

/* Applies an entry. Returns 0, or -1 if it cannot follow (a damaged log, or other rules); then the
 * match is unchanged. `done` receives the events of a START or MOVE and is empty for other entries;
 * it does not include the moves a practice match starts with. If the entry's hash is 0, it is
 * filled in. */
int match_take(struct match *m, struct entry *e, struct session_done *done, struct refusal *why);
/* Move i, which must not be before the first one in memory. */
static inline struct match_move *match_move_at(const struct match *m, uint32_t i)
{
    return &m->move[i - m->first];
}
/* Makes the view of a seat or spectator; the game must have begun. */
void match_view(const struct match *m, int viewer, struct view *v);
/* Returns 1 if the match has all that a record needs; one from a snapshot may have only its last
 * moves, and has no proofs of its witness. */
int match_is_whole(const struct match *m);
/* Forgets the outcomes of a fork, which only a record needs and which may take megabytes. */
void match_forget_fork(struct match *m);
/* How much memory the match takes besides itself. */
uint64_t match_bytes(const struct match *m);

#endif
