/* What the files of a match share, and nobody else calls.
 *
 * Whether an entry may be is decided in one place, entry_check: for those who want to make one and
 * for the fold that carries it out. So whatever match_may_… lets through can be taken, and what a
 * damaged log holds is refused for the same reasons. */
#ifndef CHARLATAN_MATCH_INSIDE_H
#define CHARLATAN_MATCH_INSIDE_H

#include "match/match.h"

/* In milliseconds: the end of the year 9999, and what a person who comes back has at least. */
#define MATCH_LATEST INT64_C(253402300799999)
enum { MATCH_MERCY = 30000, FORK_MOVES = 1 << 16, ENTRY_BYTES = 1 << 22 };
/* No bit of a legal mask: what a text names that is no answer. */
enum { NO_ANSWER = 64 };
enum { CLOCK_MOVE_MOST = 30 * 86400, CLOCK_GAME_MOST = 90 * 86400 };

/* ---- check.c ---- */

int entry_check(const struct match *m, const struct entry *e, struct refusal *why);

/* ---- may.c ---- */

/* An entry that is next at this match, with nothing in it yet. */
void entry_new(struct entry *e, const struct match *m, int kind, int seat, int64_t now);

/* ---- founding.c ---- */

int founding_check(const struct founding *f, struct refusal *why);
const char *bot_usual(const struct game *g);
/* The bot of this game that has this plain name, or NULL. */
const char *bot_fitting(const struct game *g, const char *name);
/* What a bot is called at a table. */
const char *bot_shown(const struct game *g, const char *name);

/* ---- name.c ---- */

/* A person's name, trimmed: 0, or -1 where it is empty, too long, or not plain text. */
int name_read(const char *text, char name[MATCH_NAME + 1]);
/* Is it a name as name_read leaves it? */
int name_is_clean(const char *name);
/* Is it UTF-8 without control characters and the like? */
int text_is_plain(const char *text);

/* ---- clock.c ---- */

/* `now`, or the last entry's time where that is later: time never runs backward. */
int64_t clock_at(const struct match *m, int64_t now);
void clock_charge(struct match *m, int seat, int64_t at);
void clock_return(struct match *m, int seat, int64_t at);

/* ---- play.c: entries that change the state ---- */

int play_start(struct match *m, struct entry *e, struct done *done, struct refusal *why);
int play_move(struct match *m, struct entry *e, struct done *done, struct refusal *why);
void play_undo(struct match *m, const struct entry *e);
/* Forgets the last answer: whoever sits there now has given none. */
void play_forget_answer(struct match_seat *s);
/* Puts the question of a seat anew. */
void play_pose(struct match *m, int seat, const struct entry *e);
/* The game after its first `moves` moves, those of a fork included. */
void play_again(const struct match *m, uint32_t moves, struct session *s);

/* ---- fork.c ---- */

/* The beginning and the moves of a fork, one after another, with the outcomes they had: 0, or -1
 * where they cannot be. `s` becomes the game so far. */
int fork_begin(struct session *s, const struct game_json *json, const uint64_t *options,
               const struct fork *fork, struct refusal *why);
int fork_next(struct session *s, const struct fork *fork, uint32_t n, struct move move,
              struct refusal *why);

/* ---- entry_write.c: a member of an object, for logs and for those who are told ---- */

void clock_write(struct writer *w, const struct match_clock *clock);

/* ---- undo.c, learned.c ---- */

/* The index of the seat's last move that stands, or -1. */
int undo_last_move(const struct match *m, int seat);
/* Is a plea open, and has everyone agreed to it? */
int undo_granted(const struct match *m);
/* Has a seat learned something by the last move? Only for a move that left nothing to chance. */
int learned_by_last(const struct match *m);

#endif
