/* Waypoints: the game as it was after every 256th move, and where a practice match begins. To take
 * a move back, the game is played again from the last waypoint before it, so that this costs the
 * same at every age of a match. */
#include "match/way_inside.h"

#include <stdlib.h>

#include "match/play_inside.h"
#include "match/watched_inside.h"

/* `moves` must be more than in the last waypoint. Pointers to waypoints are no longer valid. */
void way_add(struct match *m, uint32_t moves, const void *state,
             const uint32_t place[CHANCE_STREAMS])
{
    m->way = realloc(m->way, (m->ways + 1) * sizeof *m->way);
    MUST(m->way);
    struct match_waypoint *w = &m->way[m->ways++];
    w->moves = moves;
    memcpy(w->place, place, sizeof w->place);
    memcpy(w->state, state, sizeof w->state);
}

/* Called after each move; keeps every WAY_EVERYth. */
void way_note(struct match *m)
{
    if ((m->moves - m->fork.moves) % WAY_EVERY)
        return;
    way_add(m, m->moves, m->session.state, m->session.chance.place);
}

void way_cut(struct match *m, uint32_t moves)
{
    while (m->ways && m->way[m->ways - 1].moves > moves)
        m->ways--;
}

/* The last one at or before so many moves; NULL: the game has to begin anew. */
const struct match_waypoint *way_before(const struct match *m, uint32_t moves)
{
    uint32_t n = m->ways;
    while (n && m->way[n - 1].moves > moves)
        n--;
    return n ? &m->way[n - 1] : NULL;
}

/* *s is all set. Without a witness the place in the streams is all that is needed beside the
 * key. */
void way_resume(const struct match *m, const struct match_waypoint *w, struct session *s)
{
    uint8_t key[32];
    match_key(m, key);
    s->json = m->session.json;
    s->game = m->session.game;
    memcpy(s->state, w->state, sizeof s->state);
    chance_seed(&s->chance, key);
    /* The last move had a key of its own. */
    watch_luck(m, (int64_t)w->moves - 1, &s->chance);
    memcpy(s->chance.place, w->place, sizeof w->place);
}

void way_copy(struct match *to, const struct match *from)
{
    to->way = malloc((from->ways + 1) * sizeof *to->way);
    MUST(to->way);
    if (from->ways)
        memcpy(to->way, from->way, from->ways * sizeof *to->way);
}
