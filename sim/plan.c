/* Completes a plan: the kinds of bots, all seatings, the list of metrics. */
#include "sim/plan.h"

#include <stdlib.h>

#include "sim/blocks.h"

/* ---- seats ---- */

/* Equal texts mean equal bots. Afterwards p->text is by kind. `text` is by instance and must not be
 * p->text. */
static void find_kinds(struct sim_plan *p, char text[MAX_SEATS][BOT_TEXT])
{
    p->kinds = 0;
    for (int i = 0; i < p->players; i++) {
        int kind = 0;
        while (kind < p->kinds && strcmp(p->text[kind], text[i]) != 0)
            kind++;
        if (kind == p->kinds)
            memcpy(p->text[p->kinds++], text[i], sizeof text[i]);
        p->kind[i] = kind;
    }
}

/* The first instance of this kind without a seat, or -1. */
static int next_of_kind(const struct sim_plan *p, uint32_t seated, int kind)
{
    for (int i = 0; i < p->players; i++)
        if (p->kind[i] == kind && !(seated >> i & 1))
            return i;
    return -1;
}

/* Fills the seats from `seat` on in every distinct way. Instances of one kind take seats in the
 * order given: swapping them would be the same seating. `seated` has a bit for each instance that
 * has a seat. `at` is used again and copied when full. There are at most 6! orders, so SEATINGS_MAX
 * is never passed. */
static void seat_rest(struct sim_plan *p, uint8_t at[MAX_SEATS], int seat, uint32_t seated)
{
    if (seat == p->players) {
        MUST(p->seatings < SEATINGS_MAX);
        memcpy(p->seating[p->seatings++], at, MAX_SEATS);
        return;
    }
    for (int kind = 0; kind < p->kinds; kind++) {
        int instance = next_of_kind(p, seated, kind);
        if (instance < 0)
            continue;
        at[seat] = (uint8_t)instance;
        seat_rest(p, at, seat + 1, seated | 1u << instance);
    }
}

/* The texts are copied first: find_kinds writes over them. May be called again, once the texts are
 * by instance again. */
void plan_seats(struct sim_plan *p)
{
    char text[MAX_SEATS][BOT_TEXT];
    uint8_t at[MAX_SEATS] = {0};
    memcpy(text, p->text, sizeof text);
    find_kinds(p, text);
    p->seatings = 0;
    seat_rest(p, at, 0, 0);
}

/* ---- what is measured ---- */

/* The general metrics come first: figures of the gauge begin at general.n (show_gauge). Appends to
 * p->metrics, which must be empty. */
void plan_metrics(struct sim_plan *p)
{
    p->gauge = gauge_of(p->game);
    general_open(&p->general, &p->metrics, p);
    gauge_open(p->gauge, &p->metrics, p->kinds);
    columns_open(p);
    p->probe_at = p->metrics.n;
}

void plan_free(struct sim_plan *p)
{
    free(p->metrics.at);
    memset(&p->metrics, 0, sizeof p->metrics);
}
