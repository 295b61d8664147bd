/* What was seen of a game, to be compared with its record: a server that deals other luck than it
 * must could show an honest record of a game that nobody played. Of each view a hash is kept. */
#ifndef CHARLATAN_TUI_SEEN_H
#define CHARLATAN_TUI_SEEN_H

#include "engine/view.h"
#include "match/record_read.h"

struct game_json;

enum { SEEN_HASH = 16 };

/* Zeroed: nothing was seen. */
struct seen {
    /* All views are of one game and one viewer. `hash` has `n` of them, `room` fit. */
    const struct game_json *json;
    int viewer;
    uint32_t n, room;
    uint8_t (*hash)[SEEN_HASH];
};

void seen_free(struct seen *s);
/* A view that came whole. Moves may have been taken back since the last one, so that only the views
 * from here on count. */
void seen_whole(struct seen *s, const struct game_json *json, const struct view *v);
/* The view after a move. */
void seen_move(struct seen *s, const struct view *v);
/* The view after moves were taken back: what came after it the first time does not count. */
void seen_undo(struct seen *s, const struct view *v);

/* Whether the game of a correct record, as the viewer sees it, has all these views in this order,
 * and ends with the last one. */
int seen_fits(const struct seen *s, const struct record *r);

#endif
