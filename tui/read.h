/* What a server says, read: changes of a view carried out, a view out of its JSON, events. Hostile text in. */
#ifndef CHARLATAN_TUI_READ_H
#define CHARLATAN_TUI_READ_H

#include "engine/view.h"
#include "wire/wire.h"

/* `set` of docs/api.md on a view that is nobody else's. `mover` is the seat of the event. NULL, or what is
 * wrong: then the view is to be thrown away. */
const char *changes_apply(json_t **view, const json_t *set, int mover);

/* A viewer's view: 0, or -1 with the reason. What the viewer may not know is made up for the reader of states, and
 * hidden again before anybody sees it. */
int view_read(const struct game_json *json, const json_t *root, int viewer, struct view *to,
              struct refusal *why);

/* An event in its short form; `mover` is the seat of the entry, or EVENT_NONE. 0, or -1: no such event. */
int event_read(const struct game *g, const json_t *from, int mover, struct event *to);

#endif
