/* Reviews of games that are over: a page makes them with a module of its own (wasm/review.c), from
 * the record, so its tables refuse them. */
#include "wasm/hall/inside.h"
#include "wasm/refusals.h"

#define REFUSAL REFUSAL_DEFINE
#include "wasm/refusals.def"
#undef REFUSAL

void hall_review(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct refusal why;
    (void)body;
    if (record_due(s, t, &why) == 0)
        because(&why, ROW(review_elsewhere));
    hall_refuse(h, &why);
}
