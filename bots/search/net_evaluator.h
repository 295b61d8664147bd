/* What the nets of both games have in common as evaluators of the search
 * (bots/search/playout.h). */
#ifndef CHARLATAN_BOTS_SEARCH_NET_EVALUATOR_H
#define CHARLATAN_BOTS_SEARCH_NET_EVALUATOR_H

#include "bots/search/playout.h"

/* How likely the net is to give each of these answers, of which there is at least one. `sums` has
 * what it says about them, by their numbers: 1 << NET_UNIT more means e times as likely. */
void net_evaluate_answers(const int32_t *sums, uint64_t answers, struct evaluation *out);
/* What a share of the win in parts of 65536 and a lead in tenths are worth, of VALUE_ONE. A lead of
 * `clear` tenths counts as a clear win. */
int net_evaluate_seat(int32_t share, int32_t lead, int32_t clear);

#endif
