/* How the game of a match is played; for match/ alone. */
#ifndef CHARLATAN_MATCH_PLAY_INSIDE_H
#define CHARLATAN_MATCH_PLAY_INSIDE_H

#include "engine/game.h"

struct entry;
struct match;
struct match_seat;
struct refusal;
struct session;
struct session_done;

/* The key of chance, from the seed and the nonces. */
void match_key(const struct match *m, uint8_t key[32]);

/* Plays the move of an entry. Returns 0, or -1 with `why` if its hash is another one; then nothing
 * has changed. `done` gets its events. */
int play_move(struct match *m, struct entry *e, struct session_done *done, struct refusal *why);
/* The same for a START or MOVE that was chosen with the entry `choice`; `e` is the entry with which
 * it takes place, usually the same. */
int play_chosen(struct match *m, const struct entry *choice, struct entry *e,
                struct session_done *done, struct refusal *why);
/* Removes the move of an UNDO and all later ones. */
void play_undo(struct match *m, const struct entry *e);
/* Keeps a person's answer, which may be sent again. */
void play_note_answer(struct match_seat *s, const struct entry *e);
/* Forgets the last answer, because the person who sits there now did not give it. */
void play_forget_answer(struct match_seat *s);
/* Replays the game up to its first `moves` moves, those of a fork included, from the waypoint
 * before. */
void play_again(const struct match *m, uint32_t moves, struct session *s);
/* Seats a bot on every empty seat, and fills the game clocks. */
void play_fill(struct match *m, const char *bot);

#endif
