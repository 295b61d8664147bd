/* Declarations shared by the files of match/; nobody else includes them.
 *
 * Only entry_check decides whether an entry is allowed, both when it is made and when it is
 * applied. So match_take accepts every entry that a match_may_… function made, and refuses the
 * entries of a damaged log for the same reasons. */
#ifndef CHARLATAN_MATCH_INSIDE_H
#define CHARLATAN_MATCH_INSIDE_H

#include "match/match.h"
#include "match/record_undone.h"

/* In milliseconds: the end of the year 9999, and the least times of a person who comes back
 * and of a plea. */
#define MATCH_LATEST INT64_C(253402300799999)
enum { PLEA_MS = 60000 };
enum { MATCH_MERCY = 30000, FORK_MOVES = 1 << 16, ENTRY_BYTES = 1 << 22 };
/* What one table may have, so that nobody can make others wait for it; docs/api.md states it. The
 * longest games have some 56,000 moves: six players, edition hundred, 150 rounds. Only requests
 * are refused for these reasons: logs of older versions may have more. */
enum { ENTRIES_MOST = 1 << 17, OTHERS_MOST = 10000, UNDOS_MOST = 1000 };
/* How many moves back the move may lie that is taken back. */
enum { UNDO_BACK = 256 };
/* There is a waypoint after so many moves. */
enum { WAY_EVERY = 256 };
/* The answer for a text that names none: not a bit of a legal mask. */
enum { NO_ANSWER = 64 };
enum { CLOCK_MOVE_MOST = 30 * 86400, CLOCK_GAME_MOST = 90 * 86400 };

/* ---- a check and a take, or play, of each row of entries.def ---- */

#define TYPE(type, name, typescript, example)
#define TAKE(take) void take(struct match *m, const struct entry *e);
#define PLAY(play)                                                                                 \
    int play(struct match *m, struct entry *e, struct session_done *done, struct refusal *why);
#define ENTRY(kind, key, check, take, traits, members, meaning)                                    \
    int check(const struct match *m, const struct entry *e, struct refusal *why);                  \
    take
#include "match/entries.def"
#undef TAKE
#undef PLAY

/* ---- check.c ---- */

int entry_check(const struct match *m, const struct entry *e, struct refusal *why);

/* ---- may.c ---- */

/* Makes the next entry of this match, without content yet. */
void entry_new(struct entry *e, const struct match *m, int kind, int seat, int64_t now);
/* Refuses if the table has had too many comings, goings and links: they must come to an end. */
int others_have_room(const struct match *m, struct refusal *why);

/* ---- founding.c ---- */

int founding_check(const struct match_founding *f, struct refusal *why);
const char *bot_usual(const struct game *g);
/* The bot of this game that has this plain name, or NULL. */
const char *bot_fitting(const struct game *g, const char *name);
/* Whether a bot has no name yet, or only the level that older versions stored as its name. */
int bot_is_nameless(const struct match_seat *s);
/* Names a bot's seat, unlike everybody at the table. */
void bot_name(struct match *m, int seat);

/* ---- name.c ---- */

/* Reads and trims a person's name. Returns 0, or -1 if it is empty, too long or not plain text. */
int name_read(const char *text, char name[MATCH_NAME + 1]);
/* Refuses a name that looks like that of somebody else at the table (alike.c). */
int name_may_be_taken(const struct match *m, const struct entry *e, struct refusal *why);
/* Returns 1 for valid UTF-8 without control, invisible or direction-changing characters. */
int text_is_plain(const char *text);

/* ---- keys.c: links to seats, and the keys of further devices ---- */

/* The keys that a founding gives to a seat. */
void keys_found(struct match *m, const struct match_founding *f, int seat);
/* The keys of a seat, for a rematch. */
void keys_again(const struct match *m, int seat, struct match_founding *f);
/* Forgets the keys and links of a seat, because somebody else will sit there. */
void keys_forget(struct match *m, int seat);
void keys_copy(struct match *to, const struct match *from);

/* ---- host.c ---- */

int host_check_knock(const struct match *m, const struct entry *e, struct refusal *why);
/* Whether somebody new may sit down, as far as the host goes. */
int host_lets_in(const struct match *m, const struct entry *e, struct refusal *why);
/* Makes the SIT of whoever is admitted; 0: nobody is. */
int host_admitted(const struct match *m, const struct entry *e, struct entry *sit);
/* Nobody waits for this seat any more. */
void host_forget_knock(struct match *m, int seat);
/* The person at this seat has left, or somebody else has it now. */
void host_left(struct match *m, int seat);
void host_seat_given(struct match *m, int seat);
void host_copy(struct match *to, const struct match *from);
void host_free(struct match *m);

/* ---- match.c ---- */

/* A person is gone before the start: the seat and its keys are as new. */
void seat_empty(struct match *m, int seat);

/* ---- clock.c ---- */

/* Returns `now`, or the last entry's time if that is later: time never runs backward. */
int64_t clock_at(const struct match *m, int64_t now);
/* Subtracts the time that has run until `at` from the seat's clocks. */
void clock_charge(struct match *m, int seat, int64_t at);
/* The seat is asked nothing any more. */
void clock_stop(struct match *m, int seat, int64_t at);
/* The seat is asked something new. */
void clock_renew(struct match *m, int seat, int64_t at);
/* The seat takes its last move back: must be called while the move still stands. */
void clock_undo(struct match *m, int seat);
/* A person is back. */
void clock_return(struct match *m, int seat, int64_t at);
/* Whether a person who comes back would have no time at all for the open question. */
int clock_is_out(const struct match *m, int seat);

/* ---- play.c: entries that change the state ---- */

int play_move(struct match *m, struct entry *e, struct session_done *done, struct refusal *why);
void play_undo(struct match *m, const struct entry *e);
/* Keeps a person's answer, which may be sent again. */
void play_note_answer(struct match_seat *s, const struct entry *e);
/* Forgets the last answer, because the person who sits there now did not give it. */
void play_forget_answer(struct match_seat *s);
/* Plays a move that was chosen with the entry `choice`; `e` is the entry with which it takes place,
 * usually the same. */
int play_chosen(struct match *m, const struct entry *choice, struct entry *e,
                struct session_done *done, struct refusal *why);
/* Replays the game up to its first `moves` moves, those of a fork included, from the waypoint
 * before. */
void play_again(const struct match *m, uint32_t moves, struct session *s);
/* Seats a bot on every empty seat, and fills the game clocks. */
void play_fill(struct match *m, const char *bot);

/* ---- way.c ---- */

/* Keeps the game as it is now, if it is time. */
void way_note(struct match *m);
/* Keeps this state as that after `moves` moves, with these places in chance. */
void way_add(struct match *m, uint32_t moves, const void *state,
             const uint32_t place[CHANCE_STREAMS]);
/* Forgets the waypoints after this move. */
void way_cut(struct match *m, uint32_t moves);
/* The last waypoint at or before this move, or NULL. */
const struct match_waypoint *way_before(const struct match *m, uint32_t moves);
/* Makes the game of a waypoint, with its place in chance. */
void way_resume(const struct match *m, const struct match_waypoint *w, struct session *s);
void way_copy(struct match *to, const struct match *from);

/* The key of chance, from the seed and the nonces. */
void match_key(const struct match *m, uint8_t key[32]);

/* ---- reveal.c ---- */

int pledge_is_given(const uint8_t pledge[COMMIT_BYTES]);
/* Whether the pledge of a SIT may be given. */
int reveal_check_pledge(const struct match *m, const struct entry *e, struct refusal *why);
/* Whether the game may begin, as far as nonces go. */
int reveal_check_start(const struct match *m, int64_t at, struct refusal *why);
/* When the game of a match that is revealing begins; INT64_MAX: it is not revealing. */
int64_t reveal_due(const struct match *m);
/* Whether the table waits for the pledge of a seat. */
int reveal_expects(const struct match *m);

/* ---- watched.c: matches with a witness ---- */

/* Whether an entry may come while the witness is asked, and whether its own entries may come. */
int watch_check(const struct match *m, const struct entry *e, struct refusal *why);
int watch_check_founding(const struct match_founding *f, struct refusal *why);
void watch_found(struct match *m, const struct match_founding *f);
void watch_copy(struct match *to, const struct match *from);
void watch_free(struct match *m);
/* A START or MOVE is chosen, and its question is due. */
void watch_choose(struct match *m, const struct entry *e);
/* The share of the beginning (0) or of a move, from 1 on; not one before m->first. */
static inline struct witness_share *watch_share(const struct match *m, uint32_t i)
{
    return &m->watch->share[i - m->first];
}
/* Computes the question of the next move again, from that before it, into its share. Does nothing
 * without a witness. */
void watch_ask_again(const struct match *m, struct move move);
/* Seeds the luck of move i; -1: of the beginning. Does nothing without a witness. */
void watch_luck(const struct match *m, int64_t i, struct chance *c);

/* ---- fork.c ---- */

/* Play the beginning and the moves of a fork, one after another, with their recorded outcomes.
 * Return 0, or -1 if that is impossible. `s` becomes the game so far. */
int fork_begin(struct session *s, const struct match_founding *f, struct refusal *why);
int fork_next(struct session *s, const struct match_fork *fork, uint32_t n, struct move move,
              struct refusal *why);
/* Keeps the game where the fork ends, with its place in chance. */
void fork_keep_end(struct match_founding *f, const struct session *s);

/* ---- entry_write.c: for tell.c ---- */

void clock_write(struct writer *w, const struct match_clock *clock);
/* Writes the members of this kind that the viewer is told. */
void entry_tell(struct writer *w, int kind, const struct entry *e, int viewer);

/* ---- undo.c, undone.c, learned.c ---- */

/* The index of the seat's last move that was not taken back, or -1. */
int undo_last_move(const struct match *m, int seat);
/* How many moves stand once this entry and all later ones are taken back. */
uint32_t undo_stand(const struct match *m, uint32_t to);
/* The seats that have to agree if this one takes its last move back, a set. */
uint32_t undo_asked(const struct match *m, int seat);
/* When a plea made now lapses. */
int64_t undo_until(const struct match *m, int64_t at);
/* Returns 1 if a plea is open and everyone has agreed to it. */
int undo_granted(const struct match *m);
/* Returns 1 if a plea is open that is too old, or that somebody cannot agree to any more. */
int undo_lapses(const struct match *m, int64_t at);

/* How much is kept. */
uint32_t undone_items(const struct match *m);
void undone_copy(struct match *to, const struct match *from);
void undone_free(struct match *m);
/* Keeps the open plea, which ends before this move: refused by a seat, or lapsed (-1). */
void undone_keep_plea(struct match *m, uint32_t move, int by);
/* Keeps the moves from `to` on, which the seat takes back; `stands` is the game without them. */
void undone_keep_undo(struct match *m, const struct session *stands, uint32_t to, int seat);
/* Whether the last move told any seat something it did not know. Must only be called for a move
 * without chance. */
int learned_by_last(const struct match *m);
/* Whether this seat learned something from this move or a later one; none of them had chance. */
int learned_since(const struct match *m, uint32_t move, int seat);

#endif
