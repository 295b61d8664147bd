/* Makes a review of a record, and finds the outlook of its game; see review.h and outlook.h. */
#include <stdlib.h>

#include "review/inside.h"

int review_knows(const struct game *g)
{
    return outlook_of(g) != NULL;
}

/* A multiple of 8, as the rounds of `narrow` need it. */
uint32_t review_samples(const struct game *g, const struct review_ask *ask)
{
    uint32_t n = (ask->samples ? ask->samples : outlook_of(g)->samples) & ~7u;
    return n < REVIEW_SAMPLES_LEAST  ? REVIEW_SAMPLES_LEAST
           : n > REVIEW_SAMPLES_MOST ? REVIEW_SAMPLES_MOST
                                     : n;
}

/* After -1 *r has nothing that review_free does not free. If memory was lacking or it was stopped,
 * `wrong->line` is 0. */
int review_make(struct review *r, const struct record *record, const struct review_ask *ask,
                struct record_wrong *wrong)
{
    struct review_pieces *p = review_open(record, ask, wrong);
    memset(r, 0, sizeof *r);
    int made = -1;
    if (p && review_weigh_all(p, ask) == 0)
        made = review_so_far(p, review_positions(p), r);
    review_close(p);
    return made;
}

void review_free(struct review *r)
{
    free(r->step);
    free(r->part);
}

/* ---- outlooks ---- */

const struct outlook *outlook_of(const struct game *g)
{
    static const struct outlook *const all[] = {
#define OUTLOOK(x) &x##_outlook,
#include "games/games.def"
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i]->game == g)
            return all[i];
    return NULL;
}

/* Winners who share the win get equal parts; a third is rounded down. */
int32_t outlook_result(const struct game *g, const void *state, int seat)
{
    uint32_t winners = g->winners(state);
    return winners >> seat & 1 ? SHARE_ONE / bit_count(winners) : 0;
}
