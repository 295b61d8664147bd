/* Metrics that are made of columns: how those fare who meet the conditions of --where, and what
 * `charlatan tune` aims at. They follow the metrics of the gauge, so that sweeps, intervals and
 * ranks treat them like any other. */

#include "sim/blocks.h"
#include "sim/plan.h"

/* The name of the column is its unit. */
int probe_add(struct sim_plan *p, struct column_probe probe, const char *group, const char *label)
{
    enum column_probe_kind k = probe.kind;
    int is_share = k == PROBE_MET || k == PROBE_WINS || k == PROBE_ANY;
    if (p->probes == PROBES_MAX)
        return -1;
    p->probe[p->probes++] = probe;
    return metric_add(&p->metrics, group, label,
                      k == PROBE_MET    ? "seats"
                      : k == PROBE_WINS ? "wins"
                      : k == PROBE_ANY  ? "games"
                                        : p->columns.at[probe.column].name,
                      is_share ? FORM_SHARE : FORM_MEAN);
}

/* Wins and scores, and each column of --show. put_where relies on the order. */
static void open_side(struct sim_plan *p, const char *group, int side)
{
    probe_add(p, (struct column_probe){.kind = PROBE_WINS, .side = side}, group, "wins");
    probe_add(p, (struct column_probe){.kind = PROBE_MEAN, .column = COLUMN_SCORE, .side = side},
              group, "score");
    for (int i = 0; i < p->shows; i++)
        probe_add(p, (struct column_probe){.kind = PROBE_MEAN, .column = p->show[i], .side = side},
                  group, p->columns.at[p->show[i]].name);
}

void probes_of_where(struct sim_plan *p)
{
    if (!p->wheres)
        return;
    probe_add(p, (struct column_probe){.kind = PROBE_MET, .side = -1}, "where-share",
              "seats that meet it");
    open_side(p, "where", 1);
    open_side(p, "where-not", 0);
}

/* ---- counting ---- */

/* In WINths, from the columns alone. */
static int win_share(const int64_t *cell)
{
    return cell[COLUMN_WON] ? WIN / (int)cell[COLUMN_WINNERS] : 0;
}

/* A seat that is not looked at adds nothing to n either. */
static void count_seat(const struct column_probe *q, const int64_t *cell, int met,
                       struct gauge_figure *f)
{
    if ((q->side >= 0 && q->side != met) || (q->only && cell[q->column] != q->value))
        return;
    if (q->kind == PROBE_MET)
        figure_add(f, met, 1);
    else if (q->kind == PROBE_WINS)
        figure_add(f, win_share(cell), WIN);
    else
        figure_add(f, cell[q->column], 1);
}

/* Once a game, so n is the number of games. */
static void count_game(const struct sim_plan *p, const struct column_probe *q,
                       const int64_t (*cell)[MAX_COLUMNS], struct gauge_figure *f)
{
    int64_t sum = 0, any = 0;
    for (int seat = 0; seat < p->players; seat++) {
        sum += cell[seat][q->column];
        any |= cell[seat][q->column] != 0;
    }
    figure_add(f, q->kind == PROBE_ANY ? any : sum, 1);
}

void probes_count(const struct sim_plan *p, const int64_t (*cell)[MAX_COLUMNS], uint32_t met,
                  struct gauge_figure *f)
{
    f += p->probe_at;
    for (int i = 0; i < p->probes; i++) {
        const struct column_probe *q = &p->probe[i];
        if (q->kind == PROBE_ANY || q->kind == PROBE_SUM) {
            count_game(p, q, cell, &f[i]);
            continue;
        }
        for (int seat = 0; seat < p->players; seat++)
            count_seat(q, cell[seat], met >> seat & 1, &f[i]);
    }
}
