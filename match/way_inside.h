/* Waypoints (way.c); for match/ alone. */
#ifndef CHARLATAN_MATCH_WAY_INSIDE_H
#define CHARLATAN_MATCH_WAY_INSIDE_H

#include "engine/chance.h"

struct match;
struct match_waypoint;
struct session;

/* There is a waypoint after so many moves. */
enum { WAY_EVERY = 256 };

/* Keeps the game as it is now, if so many moves were made that it is time. */
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
/* Gives `to` a list of its own. */
void way_copy(struct match *to, const struct match *from);

#endif
