/* Changes of a view that a server sends, carried out. Hostile text in. */
#ifndef CHARLATAN_TUI_READ_H
#define CHARLATAN_TUI_READ_H

#include "engine/view.h"
#include "wire/wire.h"

/* `set` of docs/api.md on a view that is nobody else's. `mover` is the seat of the event. NULL,
 * or what is wrong: then the view is to be thrown away. */
const char *changes_apply(json_t **view, const json_t *set, int mover);

#endif
