/* Reads the view in a request; see sight.h. */
#include "wasm/sight.h"

#include "advice/odds.h"
#include "wasm/refusals.h"

int page_view(const struct page_request *q, struct view *v)
{
    struct odds_position p;
    struct refusal why;
    int seat;
    if (read_int(json_object_get(q->root, "seat"), "seat", 0, MAX_SEATS - 1, &seat, &why) < 0 ||
        odds_read(&p, json_object_get(q->root, "view"), seat, &why) < 0) {
        page_fail(CODE_BAD_VIEW, &why);
        return -1;
    }
    if (seat >= p.game->players(p.state)) {
        page_fail_for(&refusal_nobody_sits_there);
        return -1;
    }
    view_take(v, p.game, p.state, seat);
    return 0;
}

int page_is_asked(const struct view *v)
{
    return (int)(v->game->active(v->bytes) >> v->seat & 1);
}
