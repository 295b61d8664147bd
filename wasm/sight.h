/* The view in a request of a web page. */
#ifndef CHARLATAN_WASM_SIGHT_H
#define CHARLATAN_WASM_SIGHT_H

#include "engine/view.h"
#include "wasm/page.h"

/* Takes the view of the seat in the request. Returns 0, or -1 after writing the reason. */
int page_view(const struct page_request *q, struct view *v);
/* Whether the seat has an open question. */
int page_is_asked(const struct view *v);

#endif
