/* Decides whether a seat learned something from the last move. If so, taking the move back cannot
 * undo all of it.
 *
 * For every seat, states are guessed that agree with what the seat saw before the move. If the seat
 * can now rule one of them out, because the answer would have been illegal there or would have
 * looked different, it has learned something. The guesses are reproducible: their random numbers
 * come from the state. Spectators are not examined: they see less than any seat, and guesses are
 * made for seats only. */
#include "match/inside.h"

#include <stdlib.h>

enum { GUESSES = 24 };

/* What a seat saw of a move. */
struct sight {
    struct view after;
    struct event event[MAX_EVENTS];
    uint32_t events;
};

struct inquiry {
    const struct game *g;
    struct session before;
    struct move move;
    int viewer;
    struct sight real, guess;
};

/* Clears what the viewer may not see of the events, so that it cannot make a difference. */
static void events_mask(struct sight *s, int viewer)
{
    for (uint32_t i = 0; i < s->events; i++) {
        struct event *e = &s->event[i];
        if (e->seen != EVENT_ALL_SEE && !(e->seen >> viewer & 1))
            e->item = EVENT_NONE;
        e->seen = 0;
    }
}

/* Plays the move on `state` and notes what the seat sees. Returns 0 if chance was involved. */
static int look(const struct inquiry *q, void *state, struct chance *c, struct sight *s)
{
    struct events sink = {s->event, 0, MAX_EVENTS};
    struct outcome fell[MAX_OUTCOMES];
    c->log = fell;
    c->log_n = 0;
    c->log_cap = MAX_OUTCOMES;
    q->g->apply(state, q->move.seat, q->move.answer, c, &sink);
    s->events = sink.n;
    events_mask(s, q->viewer);
    view_take(&s->after, q->g, state, q->viewer);
    return c->log_n == 0;
}

static int looks_the_same(struct inquiry *q, const void *guess, struct chance *c)
{
    uint64_t state[MAX_STATE_BYTES / 8];
    memcpy(state, guess, sizeof state);
    return look(q, state, c, &q->guess) && q->guess.events == q->real.events &&
           memcmp(q->guess.event, q->real.event, q->real.events * sizeof q->real.event[0]) == 0 &&
           memcmp(q->guess.after.bytes, q->real.after.bytes, q->g->state_bytes) == 0;
}

static int ruled_out(struct inquiry *q, const void *guess, struct chance *c)
{
    uint64_t answers = q->g->legal(guess, q->move.seat);
    return !(answers >> q->move.answer & 1) || !looks_the_same(q, guess, c);
}

/* Plays the move on the true state and on guesses, and looks for a guess that the viewer can now
 * rule out. */
static int learned_something(struct inquiry *q, int viewer)
{
    struct view before;
    struct chance luck;
    uint64_t state[MAX_STATE_BYTES / 8];
    q->viewer = viewer;
    memcpy(state, q->before.state, sizeof state);
    chance_seed_number(&luck, game_hash(q->g, state) + (uint64_t)viewer);
    look(q, state, &luck, &q->real);
    view_take(&before, q->g, q->before.state, viewer);
    for (int i = 0; i < GUESSES; i++) {
        memcpy(state, before.bytes, sizeof state);
        q->g->determinize(state, viewer, &luck);
        if (ruled_out(q, state, &luck))
            return 1;
    }
    return 0;
}

int learned_since(const struct match *m, uint32_t move, int seat)
{
    struct inquiry *q = calloc(1, sizeof *q);
    int learned = 0;
    MUST(q && move >= m->fork.moves);
    q->g = m->session.game;
    for (uint32_t i = move; i < m->moves && !learned; i++) {
        q->move = match_move_at(m, i)->move;
        play_again(m, i, &q->before);
        learned = learned_something(q, seat);
    }
    free(q);
    return learned;
}

int learned_by_last(const struct match *m)
{
    struct inquiry *q = calloc(1, sizeof *q);
    int learned = 0;
    MUST(q && m->moves > m->fork.moves);
    q->g = m->session.game;
    q->move = match_move_at(m, m->moves - 1)->move;
    play_again(m, m->moves - 1, &q->before);
    for (int viewer = 0; viewer < m->players && !learned; viewer++)
        learned = learned_something(q, viewer);
    free(q);
    return learned;
}
