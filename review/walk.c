/* Walks through a record and notes the positions that a review must value: each decision of a seat,
 * and what the seat sees when another one moves after it. */
#include <stdlib.h>

#include "advice/odds.h"
#include "match/record_play.h"
#include "review/inside.h"
#include "wire/game.h"

/* The replay, and what of it still has to be looked at. */
struct walker {
    struct review_walk *walk;
    struct record_play play;
    /* The seats that have decided something since they were last looked at, a set. */
    uint32_t pending;
};

/* Whether the position now is what this decision of the same seat has made, without chance. */
static int follows(const struct walker *w, const struct review_point *last, int seat)
{
    if (last->chosen < 0 || last->view.seat != seat)
        return 0;
    for (uint32_t i = last->move; i < w->play.moves; i++)
        if (w->play.record->move[i].seat != seat ||
            json_array_size(w->play.record->move[i].chance) > 0)
            return 0;
    return 1;
}

/* Adds a position as this seat sees it now; `chosen` -1 is a look. Returns 0, or -1 if there is no
 * memory; then the walk is as before. Points may move, so no pointer to one lives across this. */
static int point_add(struct walker *w, int seat, int chosen)
{
    struct review_walk *walk = w->walk;
    const struct session *s = &w->play.session;
    if (walk->points == walk->room) {
        uint32_t room = walk->room ? 2 * walk->room : 256;
        struct review_point *more = realloc(walk->point, room * sizeof *more);
        if (!more)
            return -1;
        walk->point = more;
        walk->room = room;
    }
    struct review_point *p = &walk->point[walk->points++];
    memset(p, 0, sizeof *p);
    view_take(&p->view, s->game, s->state, seat);
    p->move = w->play.moves;
    p->chosen = chosen;
    p->question = chosen < 0 ? 0 : s->game->question(s->state, seat);
    p->follows = walk->points > 1 && follows(w, p - 1, seat);
    return 0;
}

/* Looks through the eyes of these seats. */
static int look(struct walker *w, uint32_t seats)
{
    w->pending &= ~seats;
    for (; seats; seats &= seats - 1)
        if (point_add(w, bit_lowest(seats), -1) < 0)
            return -1;
    return 0;
}

/* Whether the answer to a seat's question matters: there are others, and not all are alike. */
static int decides(const struct session *s, int seat)
{
    const struct game_odds *odds = odds_of(s->game);
    uint64_t answers = s->game->legal(s->state, seat);
    struct view v;
    if (!(answers & (answers - 1)))
        return 0;
    view_take(&v, s->game, s->state, seat);
    return !odds->alike || !odds->alike(&v);
}

/* Notes what the next move decides. Must be called before the move is played. Seats that decided
 * something earlier are looked at first, because the move may change what they see. A move that the
 * record has wrong is left to record_play_next, which gives the reason. */
static int note(struct walker *w)
{
    const struct session *s = &w->play.session;
    const struct record_move *m = &w->play.record->move[w->play.moves];
    uint32_t own = 1u << m->seat;
    if (look(w, w->pending & ~own) < 0)
        return -1;
    if (!(w->walk->seats & own) || !(s->game->active(s->state) & own))
        return 0;
    int chosen = session_answer(s, m->seat, m->action);
    if (chosen < 0 || !decides(s, m->seat))
        return 0;
    w->pending |= own;
    return point_add(w, m->seat, chosen);
}

/* A game that is not over ends with a look of every reviewed seat, so that the last luck is
 * booked. */
static int finish(struct walker *w)
{
    struct review_walk *walk = w->walk;
    const struct session *s = &w->play.session;
    walk->moves = w->play.moves;
    walk->finished = !s->game->active(s->state);
    for (int seat = 0; seat < walk->players && walk->finished; seat++)
        walk->result[seat] = outlook_result(s->game, s->state, seat) / (double)SHARE_ONE;
    return walk->finished ? 0 : look(w, walk->seats);
}

static int no_memory(struct record_wrong *wrong)
{
    wrong->line = 0;
    return -1;
}

/* Returns 0, or -1 with the line; points that were noted so far stay for walk_free. */
static int walk_on(struct walker *w, struct record_wrong *wrong)
{
    if (record_play_begin(&w->play, wrong) < 0)
        return -1;
    while (w->play.moves < w->play.record->moves) {
        if (note(w) < 0)
            return no_memory(wrong);
        if (record_play_next(&w->play, wrong) < 0)
            return -1;
    }
    return finish(w) < 0 ? no_memory(wrong) : 0;
}

/* On the heap: a walker has a whole replay. walk_free must be called in any case. */
int walk_record(struct review_walk *walk, const struct record *record, int seat,
                struct record_wrong *wrong)
{
    struct walker *w = calloc(1, sizeof *w);
    memset(walk, 0, sizeof *walk);
    if (!w)
        return no_memory(wrong);
    walk->game = record->json->game;
    walk->players = record->players;
    walk->seats = seat == REVIEW_ALL ? (1u << record->players) - 1 : 1u << seat;
    w->walk = walk;
    record_play_open(&w->play, record, RECORD_SCRIPT);
    int walked = walk_on(w, wrong);
    free(w);
    return walked;
}

void walk_free(struct review_walk *walk)
{
    free(walk->point);
}
