/* Applies the changes of a view that a server sends. The input is not trusted. */
#ifndef CHARLATAN_TUI_READ_H
#define CHARLATAN_TUI_READ_H

#include <jansson.h>

#include "engine/view.h"

/* Applies `set` (docs/api.md) to a view that the caller alone owns. `mover` is the seat of the
 * event. Returns NULL, or what is wrong; the view is then no longer valid. The message is a
 * constant. */
const char *changes_apply(json_t **view, const json_t *set, int mover);

#endif
