/* Makes a review of a record; see review.h. */
#include "review/review.h"

#include <stdlib.h>

#include "review/inside.h"

int review_knows(const struct game *g)
{
    return outlook_of(g) != NULL;
}

uint32_t review_samples(const struct game *g, const struct review_ask *ask)
{
    uint32_t n = (ask->samples ? ask->samples : outlook_of(g)->samples) & ~7u;
    return n < REVIEW_SAMPLES_LEAST  ? REVIEW_SAMPLES_LEAST
           : n > REVIEW_SAMPLES_MOST ? REVIEW_SAMPLES_MOST
                                     : n;
}

int review_make(struct review *r, const struct record *record, const struct review_ask *ask,
                struct record_wrong *wrong)
{
    struct walk walk;
    memset(r, 0, sizeof *r);
    r->game = record->json->game;
    MUST(review_knows(r->game) && ask->seat < record->players);
    int made = walk_record(&walk, record, ask->seat, wrong);
    r->players = walk.players;
    r->seats = walk.seats;
    r->samples = review_samples(r->game, ask);
    if (made == 0 && (crew_weigh(&walk, ask, r->samples) < 0 || review_sum(r, &walk) < 0)) {
        wrong->line = 0;
        made = -1;
    }
    walk_free(&walk);
    return made;
}

void review_free(struct review *r)
{
    free(r->step);
    free(r->part);
}
