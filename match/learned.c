/* Decides whether a seat learned something from moves without chance. If so, taking them back
 * cannot undo all of it.
 *
 * A seat knows the rules and sees its view. It learns something from a move if it can now rule out
 * a state that agreed with its view before:
 *   - something hidden is shown to it, or it looks at something hidden;
 *   - the mover turns out to have had what was hidden, such as the item that is played;
 *   - secret decisions are carried out;
 *   - the rules looked at something hidden from it, and what they do next depends on that.
 * The mover's choice itself does not count, nor a known item that moves, nor that somebody else
 * looked. Each game compares what the seat knew before with what it knows after (`learned` in
 * engine/game.h), so there is one answer to a move, and it is always the same.
 *
 * Spectators are not examined. What a spectator sees follows from what any seat sees, so it learns
 * nothing that a seat did not know or learn. */
#include <stdlib.h>

#include "match/play_inside.h"
#include "match/undo_inside.h"
#include "match/watched_inside.h"

/* The game so far, and the state before its last move. */
struct replay {
    struct session s;
    uint64_t before[MAX_STATE_BYTES / 8];
    struct session_done done;
};

/* Plays move i. Returns 1 if one of these seats learned something. */
static int tells(struct replay *r, const struct match *m, uint32_t i, uint32_t seats)
{
    struct quiet_move quiet = {r->before, r->s.state, match_move_at(m, i)->move, {0}};
    memcpy(r->before, r->s.state, sizeof r->before);
    watch_luck(m, i, &r->s.chance);
    session_apply(&r->s, quiet.move, &r->done);
    quiet.told = (struct events){r->done.event, r->done.events, r->done.events};
    for (; seats; seats &= seats - 1)
        if (r->s.game->learned(&quiet, bit_lowest(seats)))
            return 1;
    return 0;
}

/* Whether one of the seats learned something from this move on. Plays those moves again, so it
 * costs as much as taking them back. */
static int learned_of(const struct match *m, uint32_t seats, uint32_t move)
{
    struct replay *r = malloc(sizeof *r);
    int learned = 0;
    MUST(r && move >= m->fork.moves);
    play_again(m, move, &r->s);
    for (uint32_t i = move; i < m->moves && !learned && r->s.game->learned; i++)
        learned = tells(r, m, i, seats);
    free(r);
    return learned;
}

int learned_since(const struct match *m, uint32_t move, int seat)
{
    return learned_of(m, 1u << seat, move);
}

int learned_by_last(const struct match *m)
{
    MUST(m->moves > m->fork.moves);
    return learned_of(m, (1u << m->players) - 1, m->moves - 1);
}
